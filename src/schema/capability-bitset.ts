import { bitOf, type Capability, capabilityAt } from './capability.ts';

const LEAST_BITS = 50;
const WORD_BITS = 64;
const HEAD_BYTES = 8;

/**
 * A set of capabilities as tokens carry it: base64url, with padding, of the number of bits in eight bytes and then
 * 64-bit words, all big-endian (clients §6.3). Unknown names are left out.
 */
export const encodeCapabilities = (capabilities: Iterable<Capability>): string => {
  const bits = [...capabilities].flatMap((capability) => bitOf(capability) ?? []);
  const length = bits.reduce((most, bit) => Math.max(most, bit + 1), LEAST_BITS);
  const words = new BigUint64Array(Math.ceil(length / WORD_BITS));
  for (const bit of bits) {
    const at = Math.floor(bit / WORD_BITS);
    words[at] = (words[at] ?? 0n) | (1n << BigInt(bit % WORD_BITS));
  }
  const bytes = Buffer.alloc(HEAD_BYTES * (1 + words.length));
  bytes.writeBigUInt64BE(BigInt(length));
  words.forEach((word, at) => {
    bytes.writeBigUInt64BE(word, HEAD_BYTES * (at + 1));
  });
  return bytes.toString('base64').replaceAll('+', '-').replaceAll('/', '_');
};

/** The capabilities of an encoded set; bits of unknown capabilities are ignored. */
export const decodeCapabilities = (text: string): ReadonlySet<Capability> => {
  const bytes = Buffer.from(text, 'base64url');
  const found = new Set<Capability>();
  for (let word = 0; HEAD_BYTES * (word + 2) <= bytes.length; word += 1) {
    const bits = bytes.readBigUInt64BE(HEAD_BYTES * (word + 1));
    for (let bit = 0; bit < WORD_BITS; bit += 1) {
      if ((bits & (1n << BigInt(bit))) === 0n) continue;
      const capability = capabilityAt(word * WORD_BITS + bit);
      if (capability !== undefined) found.add(capability);
    }
  }
  return found;
};
