import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY } from '../../kernel/answer.ts';
import type { ReadAgain } from '../../kernel/hooks.ts';
import { collection } from '../../kernel/rows.ts';
import { plainEntryWorld } from '../../testing/entry-world.ts';
import { PackedEntry } from './packed-entry.ts';

const entryOf = (timeMillis = 0): PackedEntry =>
  new PackedEntry(1, 'rest', { method: 'GET', target: '/' }, [timeMillis, 0], plainEntryWorld);

const incoming = { request: { uid: 'a' }, violations: [], paths: [] };

test('behaviour J2: an entry has the moment at which it began', () => {
  for (const moment of [0, 999, 1_000, 1_767_225_600_123, -1, -1_500, 253_402_300_799_999]) {
    assert.equal(entryOf(moment).timeMillis, moment);
  }
});

test('an entry has the needs of its call in the order in which they came', () => {
  const entry = entryOf();
  assert.equal(entry.needs, undefined);
  const needs = [
    { place: 'at', capabilities: [], uid: 'a' },
    { place: 'near', capabilities: [], uid: 'b' },
    { place: 'together', capabilities: [], uid: '/' },
  ] as const;
  for (const { place, capabilities, uid } of needs) entry.need(place, capabilities, uid);
  assert.deepEqual(entry.needs, needs);
});

test('an entry keeps each byte of a body, short or long', () => {
  for (const length of [1, 256, 5_000]) {
    const entry = entryOf();
    const body = Uint8Array.from({ length }, (_, nth) => nth % 256);
    entry.body = body;
    entry.end(EMPTY);
    assert.deepEqual(new Uint8Array(entry.body ?? []), body);
  }
});

test('an entry stores no request that can be read again, and reads none that was never read', () => {
  const again: ReadAgain = (entry) => ({ ...incoming, request: { uid: entry.target } });
  const read = entryOf();
  read.incoming = incoming;
  read.end(EMPTY, undefined, 200, again);
  assert.deepEqual(read.incoming?.request, { uid: '/' });
  const unread = entryOf();
  unread.end(EMPTY, undefined, 200, again);
  assert.equal(unread.incoming, undefined);
  const entry = entryOf();
  entry.incoming = incoming;
  entry.end(EMPTY);
  assert.equal(entry.incoming, incoming);
});

test('an entry has one change as it has several', () => {
  const of = collection('things');
  const change = (uid: string) => ({ of, uid, before: undefined, stamp: 0, after: { uid } });
  for (const changes of [undefined, [], [change('a')], [change('a'), change('b')]]) {
    const entry = entryOf();
    entry.changes = changes;
    assert.deepEqual(entry.changes, changes);
  }
});
