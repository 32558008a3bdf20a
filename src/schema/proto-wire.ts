/** The wire types: how a value is encoded, in the last three bits of its tag. */
export const Wire = { VARINT: 0, FIXED64: 1, LENGTH: 2, GROUP_START: 3, GROUP_END: 4, FIXED32: 5 } as const;

/** The tag of a field: its number and its wire type. */
export const tagOf = (number: number, wire: number): number => ((number << 3) | wire) >>> 0;

/** The number of bytes that a varint takes; for whole numbers below 2^32. */
export const varintSize = (value: number): number =>
  value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x20_0000 ? 3 : value < 0x1000_0000 ? 4 : 5;

/** Writes a whole number below 2^32 as a varint at an index with enough room; returns the index behind it. */
export const writeVarint = (bytes: Uint8Array, from: number, value: number): number => {
  let rest = value;
  let at = from;
  while (rest > 0x7f) {
    bytes[at++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at++] = rest;
  return at;
};

/** The factor of the upper 32 bits of a 64-bit integer. */
export const TWO_32 = 0x1_0000_0000;
