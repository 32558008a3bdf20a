import { Buffer } from 'node:buffer';

const SIZE = 262_144;
/** Larger pieces get memory of their own, so that little is left over. */
const LARGEST = SIZE / 4;

let slab = Buffer.allocUnsafeSlow(SIZE);
let at = 0;

/**
 * Memory for bytes that live only until they are sent, not yet cleared. Pieces of one buffer: to make one of its own
 * for each costs more than to fill it, and a piece that is kept keeps the whole.
 */
export const briefBuffer = (size: number): Buffer => {
  if (size > LARGEST) return Buffer.allocUnsafeSlow(size);
  if (at + size > SIZE) {
    slab = Buffer.allocUnsafeSlow(SIZE);
    at = 0;
  }
  const piece = slab.subarray(at, at + size);
  at += size;
  return piece;
};
