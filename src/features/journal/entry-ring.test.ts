import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EMPTY } from '../../kernel/answer.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { EntryRing } from './entry-ring.ts';
import { PackedEntry } from './packed-entry.ts';

const entryOf = (id: number): PackedEntry =>
  new PackedEntry(id, 'rest', { method: 'GET', target: '/' }, [0, 0], plainEntryWorld);

const ignore = (): void => undefined;

const idsIn = (entries: Iterable<PackedEntry>): readonly number[] => [...entries].map(({ id }) => id);

test('behaviour J7: a ring has the latest entries, and counts the others', () => {
  const counts = fc.record({ most: fc.integer({ min: 1, max: 20 }), added: fc.integer({ min: 0, max: 200 }) });
  fc.assert(
    fc.property(counts, fc.nat(250), ({ most, added }, since) => {
      const forgotten: number[] = [];
      const ring = new EntryRing(most, ignore, ({ id }) => forgotten.push(id));
      for (let nth = 0; nth < added; nth += 1) ring.add(entryOf(ring.nextId));
      const expected = Array.from({ length: added }, (_, index) => index + 1).slice(-most);
      assert.deepEqual(
        [ring.size, ring.dropped, ring.nextId],
        [Math.min(most, added), Math.max(0, added - most), added + 1],
      );
      const later = expected.filter((id) => id > since);
      assert.deepEqual(
        [idsIn(ring.listOldestFirst(since)), idsIn(ring.listNewestFirst(since))],
        [later, later.toReversed()],
      );
      assert.deepEqual(
        expected.map((id) => ring.get(id)?.id),
        expected,
      );
      assert.equal(ring.get(added - most), undefined);
      assert.deepEqual(
        forgotten,
        Array.from({ length: Math.max(0, added - most) }, (_, index) => index + 1),
      );
    }),
  );
});

test('behaviour J7: the oldest messages are dropped before the oldest entries, and bytes are charged as long as they are in memory', () => {
  let bytes = 0;
  const charge = (more: number): void => {
    bytes += more;
  };
  const ring = new EntryRing(1_000, charge, ignore);
  const add = (size: number, ends = true): PackedEntry => {
    const entry = entryOf(ring.nextId);
    ring.add(entry);
    entry.messageBytes = size;
    if (ends) {
      entry.end(EMPTY);
      ring.settle(entry);
    }
    return entry;
  };
  const [first, without, open, fourth] = [add(100), add(0), add(50, false), add(400)];
  assert.equal(bytes, 4 * 1_024 + 500);
  assert.ok(ring.dropOldestMessages());
  assert.deepEqual(
    [bytes, first.rare.messagesDropped, fourth.rare.messagesDropped],
    [4 * 1_024 + 400, true, undefined],
  );
  assert.ok(ring.dropOldestMessages());
  // Entries without any, and entries of open calls, are skipped.
  assert.deepEqual(
    [bytes, without.rare.messagesDropped, open.rare.messagesDropped, fourth.rare.messagesDropped],
    [4 * 1_024, undefined, undefined, true],
  );
  assert.equal(ring.dropOldestMessages(), false);
  open.end(EMPTY);
  ring.settle(open);
  assert.deepEqual([bytes, open.rare.messagesDropped], [4 * 1_024, true]);
  for (const size of [3, 2, 1]) {
    assert.ok(ring.dropBeforeNewest());
    assert.deepEqual([ring.size, bytes, ring.dropped], [size, size * 1_024, 4 - size]);
  }
  // The newest stays.
  assert.equal(ring.dropBeforeNewest(), false);
  ring.hide();
  assert.deepEqual([ring.size, ring.dropped, ring.droppedInAll, ring.getRetained(4)?.id], [0, 0, 3, 4]);
  ring.clear();
  assert.deepEqual([bytes, ring.droppedInAll, ring.nextId], [0, 4, 5]);
});

for (const [what, change, reason] of [
  ['was cleared', (ring: EntryRing) => ring.clear(), /cleared/],
  ['is of before a reset', (ring: EntryRing) => ring.hide(), /reset/],
  ['was dropped to keep the number', () => undefined, /keeps the last 2 \(--journal-entries\)/],
  ['was dropped to keep the bytes', (ring: EntryRing) => ring.dropBeforeNewest(), /--journal-bytes/],
] as const) {
  test(`J17: the reason for an entry that ${what} says so`, () => {
    const ring = new EntryRing(
      2,
      () => undefined,
      () => undefined,
    );
    for (const id of [1, 2, 3]) ring.add(entryOf(id));
    change(ring);
    assert.match(ring.absence(1) ?? '', reason);
    assert.equal(ring.absence(4), undefined);
  });
}
