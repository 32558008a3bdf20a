import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JournalEntry } from '../../../../generated/nouns.ts';
import { CallList } from './call-list.ts';

const entry = (number: number, facts: Partial<JournalEntry> = {}): JournalEntry => ({
  world: 'w',
  number: String(number),
  id: String(number),
  state: 'ended',
  time: '2026-01-28T14:32:05.104Z',
  machineTime: '2026-01-28T14:32:05.104Z',
  protocol: 'rest',
  method: 'GET',
  path: '/registry/v2/repos',
  unread: [],
  status: 200,
  faults: [],
  changes: [],
  ...facts,
});

const numbersOf = (list: CallList): readonly number[] => list.all.map(({ number }) => number);

test('behaviour Z12: calls are in their order, each once, in whatever order they come', () => {
  const list = new CallList();
  list.take([entry(7), entry(5)]);
  list.take([entry(2), entry(3)]);
  list.take([entry(9), entry(5), entry(4)]);
  assert.deepEqual(numbersOf(list), [2, 3, 4, 5, 7, 9]);
});

test('behaviour Z12: a call that ends takes the place of the open one, and does not open again', () => {
  const list = new CallList();
  const open = entry(1, { state: 'open' });
  list.take([open, entry(1, { status: 403 })]);
  assert.deepEqual(
    list.all.map(({ open: isOpen, entry: { status } }) => [isOpen, status]),
    [[false, 403]],
  );
  const before = list.all;
  list.take([open]);
  assert.equal(list.all, before);
});

test('behaviour Z19: tries know each other, though an entry names those only that were there when it ended', () => {
  const list = new CallList();
  list.take([entry(1), entry(2, { tries: ['1'] }), entry(3, { tries: ['1', '2'] }), entry(4)]);
  const triesOf = (number: number): readonly number[] => {
    const call = list.get(number);
    return call ? list.triesOf(call).map((each) => each.number) : [];
  };
  assert.deepEqual([1, 2, 3, 4].map(triesOf), [[2, 3], [1, 3], [1, 2], []]);
});

test('behaviour J13: of two worlds of one name the later one has its ids', () => {
  const list = new CallList();
  list.take([entry(1), entry(9, { id: '1', status: 404 })]);
  assert.equal(list.find('w', '1')?.number, 9);
  assert.equal(list.all.length, 2);
});
