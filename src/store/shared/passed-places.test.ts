import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { PassedPlaces } from './passed-places.ts';
import { tagMaker } from './place.ts';

test('the last 20,000 places have names at least, and those that are forgotten are the oldest', () => {
  const places = new PassedPlaces(async () => undefined);
  const note = (seq: number): void => places.note({ line: 1, rev: 0, seq, tag: '1' }, seq);
  for (let seq = 0; seq < 21_999; seq += 1) note(seq);
  assert.deepEqual([places.nameOf(0), places.placeOf('1.0')], ['1.0', 0]);
  note(21_999);
  for (const gone of [0, 1_999])
    assert.deepEqual([places.nameOf(gone), places.placeOf(`1.${gone}`)], [undefined, undefined]);
  for (const left of [2_000, 21_999])
    assert.deepEqual([places.nameOf(left), places.placeOf(`1.${left}`)], [`1.${left}`, left]);
});

test('tags are positive, fit into an int8, and differ', () => {
  const makeTag = tagMaker(randomBytes);
  const tags = Array.from({ length: 1_000 }, makeTag).map(BigInt);
  assert.equal(new Set(tags).size, tags.length);
  assert.ok(tags.every((tag) => tag > 0n && tag < 2n ** 63n));
});
