/** How many characters of base64 belong together: a page that is cut off may end within such a group. */
const GROUP = 4;

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(base64.slice(0, base64.length - (base64.length % GROUP)));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
};

/** The text that was compressed by gzip and written in base64; of data that ends early, what there is of it. */
export const unpack = async (base64: string): Promise<string> => {
  const unzipped = new Blob([bytesOf(base64)]).stream().pipeThrough(new DecompressionStream('gzip'));
  const reader = unzipped.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      texts.push(decoder.decode(value, { stream: true }));
    }
  } catch {
    // The data ends here. What was unpacked before is whole.
  }
  return texts.join('');
};
