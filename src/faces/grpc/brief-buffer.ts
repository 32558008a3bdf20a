import { Buffer } from 'node:buffer';

const SIZE = 262_144;
/** Larger pieces get a buffer of their own, so that little of the slab is wasted. */
const LARGEST = SIZE / 4;

let slab = Buffer.allocUnsafeSlow(SIZE);
let at = 0;

/**
 * Uninitialised memory for bytes that are needed only until they are sent. Pieces share one slab, since a buffer for
 * each costs more than filling it; a piece that is kept keeps the whole slab.
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
