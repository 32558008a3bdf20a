/**
 * A whole number of 32 bits for a seed, a salt and a number. Keyed rather than drawn from a stream, so that one value
 * does not depend on how many others were made before it.
 */
export const drawRandom = (seed: number, salt: number, index: number): number => {
  let mixed = (Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) ^ Math.imul(salt + 1, 0xc2b2_ae35) ^ (index + 1)) >>> 0;
  for (let round = 0; round < 2; round += 1) {
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    mixed = (mixed ^ (mixed >>> 15)) >>> 0;
  }
  return mixed;
};

/** Hex digits for a seed, a salt and a number. */
export const drawHex = (seed: number, salt: number, index: number, digits: number): string => {
  let text = '';
  for (let part = 0; text.length < digits; part += 1) {
    text += drawRandom(seed, salt * 31 + part, index)
      .toString(16)
      .padStart(8, '0');
  }
  return text.slice(0, digits);
};
