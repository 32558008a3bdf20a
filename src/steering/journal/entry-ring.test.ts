import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EMPTY } from '../../kernel/answer.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { EntryRing } from './entry-ring.ts';
import { KeptEntry } from './kept-entry.ts';

const entryOf = (id: number): KeptEntry =>
  new KeptEntry(id, 'rest', { method: 'GET', target: '/' }, [0, 0], plainEntryWorld);

const idsIn = (entries: Iterable<KeptEntry>): readonly number[] => [...entries].map(({ id }) => id);

test('behaviour J7: a ring holds the last entries, and counts the others', () => {
  const counts = fc.record({ most: fc.integer({ min: 1, max: 20 }), added: fc.integer({ min: 0, max: 200 }) });
  fc.assert(
    fc.property(counts, fc.nat(250), ({ most, added }, since) => {
      const ring = new EntryRing({ entries: most, bytes: Number.POSITIVE_INFINITY });
      for (let nth = 0; nth < added; nth += 1) ring.add(entryOf(ring.nextId));
      const held = Array.from({ length: added }, (_, index) => index + 1).slice(-most);
      assert.deepEqual(
        [ring.size, ring.dropped, ring.nextId],
        [Math.min(most, added), Math.max(0, added - most), added + 1],
      );
      const later = held.filter((id) => id > since);
      assert.deepEqual(
        [idsIn(ring.listOldestFirst(since)), idsIn(ring.listNewestFirst(since))],
        [later, later.toReversed()],
      );
      assert.deepEqual(
        held.map((id) => ring.get(id)?.id),
        held,
      );
      assert.equal(ring.get(added - most), undefined);
    }),
  );
});

test('behaviour J7: a ring holds no more bytes of messages than it may, but the newest entry', () => {
  const ring = new EntryRing({ entries: 1_000, bytes: 100_000 });
  const add = (bytes: number): KeptEntry => {
    const entry = entryOf(ring.nextId);
    ring.add(entry);
    entry.end(EMPTY);
    entry.messageBytes = bytes;
    ring.settle(entry);
    return entry;
  };
  for (let nth = 0; nth < 20; nth += 1) add(8_976);
  assert.deepEqual([ring.size, ring.dropped], [10, 10]);
  add(200_000);
  assert.deepEqual([ring.size, ring.dropped], [1, 20]);
  // Dropped entries are counted no longer.
  for (let nth = 0; nth < 10; nth += 1) add(8_976);
  assert.deepEqual([ring.size, ring.dropped], [10, 21]);
  ring.clear();
  assert.deepEqual([ring.size, ring.dropped, ring.nextId], [0, 0, 32]);
});
