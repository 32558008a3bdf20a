async function* bytesOf(text: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of text) yield encoder.encode(piece);
}

/** A body that is sent as its text is made. */
export const textStream = (text: AsyncIterable<string>): ReadableStream<Uint8Array> =>
  ReadableStream.from(bytesOf(text));
