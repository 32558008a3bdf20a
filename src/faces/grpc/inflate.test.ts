import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createInflater, type Packing } from './inflate.ts';

const SIZE = 1_000_000;
const MESSAGE = Buffer.alloc(SIZE, 7);
const PACKED: Readonly<Record<Packing, Buffer>> = { gzip: gzipSync(MESSAGE), br: brotliCompressSync(MESSAGE) };
const exhausted = { code: 'RESOURCE_EXHAUSTED' };

for (const packing of ['gzip', 'br'] as const) {
  test(`a message in ${packing} is what it was, up to the largest one`, async () => {
    const inflate = createInflater(10 * SIZE);
    const { message } = await inflate(PACKED[packing], packing, SIZE);
    assert.ok(MESSAGE.equals(message));
    await assert.rejects(inflate(PACKED[packing], packing, SIZE - 1), exhausted);
  });

  test(`bytes that are not ${packing}, or only the beginning of it, are the caller's error`, async () => {
    const inflate = createInflater(SIZE);
    for (const packed of [Buffer.from('not packed'), PACKED[packing].subarray(0, -2)]) {
      await assert.rejects(inflate(packed, packing, SIZE), { code: 'INVALID_ARGUMENT' });
    }
    // A refused message frees its part of the bound.
    await inflate(PACKED[packing], packing, SIZE);
  });

  test(`of messages in ${packing} that are unpacked at the same time, those beyond the bound are refused`, async () => {
    const inflate = createInflater(3 * SIZE);
    const settled = await Promise.allSettled(Array.from({ length: 10 }, () => inflate(PACKED[packing], packing, SIZE)));
    const unpacked = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    const reasons = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []));
    assert.ok(unpacked.length > 0 && unpacked.length <= 3, `${unpacked.length} unpacked`);
    assert.deepEqual(new Set(reasons), new Set(['RESOURCE_EXHAUSTED']));

    for (const { release } of unpacked) {
      release();
      // A second release has no effect.
      release();
    }
    const again = [];
    for (let nth = 0; nth < 3; nth += 1) again.push(await inflate(PACKED[packing], packing, SIZE));
    await assert.rejects(inflate(PACKED[packing], packing, SIZE), exhausted);
    again[0]?.release();
    await inflate(PACKED[packing], packing, SIZE);
  });
}
