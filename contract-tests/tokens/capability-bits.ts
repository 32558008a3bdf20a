/** The bits of an encoded capability set, by their numbers (clients §6.3), read without the server's own code. */
export const bitsOf = (encoded: string): ReadonlySet<number> => {
  const bytes = Buffer.from(encoded.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
  const bits = new Set<number>();
  for (let at = 0; at < (bytes.length - 8) * 8; at += 1) {
    // Words of eight bytes, the highest byte first, after a head of eight.
    const byte = bytes[8 + Math.floor(at / 64) * 8 + 7 - Math.floor((at % 64) / 8)] ?? 0;
    if (byte & (1 << (at % 8))) bits.add(at);
  }
  return bits;
};

/** The number of bits that an encoded set declares. */
export const lengthOf = (encoded: string): number => Number(Buffer.from(encoded, 'base64url').readBigUInt64BE(0));
