import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Entry } from '../kernel/rows.ts';
import { compareUids, type EntryOrder } from './entry-list.ts';
import { SortedEntries } from './sorted-entries.ts';

const entryOf = (number: number): Entry => {
  const uid = String(number).padStart(6, '0');
  return {
    uid,
    row: { uid },
    stamp: number,
    json: undefined,
    jsonIsAscii: false,
    jsonVersion: 0,
    bytes: undefined,
    bytesVersion: 0,
  };
};

/** A number of entries that needs a tree of three levels, and not one branch of leaves. */
const MANY = 12_000;
const ENTRIES = Array.from({ length: MANY }, (_, at) => entryOf(at));
const MODULUS = 97;
/** An order with many neighbours that are far from each other by uid. */
const byRemainder: EntryOrder = (a, b) => (Number(a.uid) % MODULUS) - (Number(b.uid) % MODULUS) || compareUids(a, b);

/** A list beside its expected entries, by uid. */
interface Modelled {
  readonly list: SortedEntries;
  readonly model: Map<string, Entry>;
}

const demandAgree = ({ list, model }: Modelled, order: EntryOrder, probe: Entry): void => {
  const expected = [...model.values()].sort(order);
  assert.equal(list.size, expected.length);
  assert.ok(list.slice(0, list.size).every((entry, at) => entry === expected[at]));
  const [from, to] = [Math.floor(expected.length / 3), Math.floor(expected.length / 2)];
  assert.deepEqual(list.slice(from, to), expected.slice(from, to));
  for (let index = 0; index < expected.length; index += 61) assert.equal(list.at(index), expected[index]);
  const before = expected.filter((entry) => order(entry, probe) < 0).length;
  assert.equal(
    list.findFirst((entry) => order(entry, probe) >= 0),
    before,
  );
};

const mapOf = (entries: readonly Entry[]): Map<string, Entry> => new Map(entries.map((entry) => [entry.uid, entry]));

/** Adds an entry, removes the one of its uid or replaces that by another; nothing happens if that is not possible. */
const apply = ({ list, model }: Modelled, what: 'add' | 'remove' | 'replace', entry: Entry): void => {
  const before = model.get(entry.uid);
  const after = { ...entry };
  if (what === 'add' && !before) list.add(after);
  else if (what === 'remove' && before) list.remove(before);
  else if (what === 'replace' && before) list.replace(before, after);
  else return;
  if (what === 'remove') model.delete(entry.uid);
  else model.set(entry.uid, after);
};

const range = fc.record({
  from: fc.nat({ max: MANY - 1 }),
  length: fc.constantFrom(1, 3, 50, 400, 4_000, MANY),
  stride: fc.constantFrom(1, 2, 7, 1_009),
  what: fc.constantFrom('add', 'remove', 'replace'),
});
const step = fc.oneof({ weight: 5, arbitrary: range }, { weight: 2, arbitrary: fc.constant('clone' as const) });

test('lists agree with sorting, and clones with what they were cloned from, whatever changes each of them', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(compareUids, byRemainder),
      fc.nat({ max: MANY }),
      fc.array(fc.tuple(step, fc.nat({ max: 3 }), fc.boolean()), { minLength: 4, maxLength: 14, size: 'max' }),
      (order, begin, steps) => {
        const start = ENTRIES.slice(0, begin).sort(order);
        let owner = 1;
        const lists: Modelled[] = [{ list: new SortedEntries(owner, order, start), model: mapOf(start) }];
        for (const [one, at, isRead] of steps) {
          const { list, model } = lists[at % lists.length] as Modelled;
          if (one === 'clone') {
            owner += 1;
            const clone = { list: list.clone(owner), model: new Map(model) };
            // Cloned lists must not change any more: the next state is another clone.
            owner += 1;
            lists[at % lists.length] = { list: list.clone(owner), model };
            lists.push(clone);
            continue;
          }
          for (let nth = 0; nth < one.length; nth += 1) {
            const entry = ENTRIES[(one.from + nth * one.stride) % MANY] as Entry;
            apply({ list, model }, one.what, entry);
          }
          if (isRead) demandAgree({ list, model }, order, ENTRIES[one.from] as Entry);
        }
        for (const modelled of lists) demandAgree(modelled, order, ENTRIES[begin % MANY] as Entry);
      },
    ),
    { numRuns: 12 },
  );
});

test('a replacement moves nothing, and one of a clone leaves the original as it was', () => {
  const list = new SortedEntries(1, compareUids, ENTRIES.slice(0, 1_000));
  const [before, after] = [ENTRIES[500] as Entry, entryOf(500)];
  const rest = list.slice(0, 1_000);
  list.replace(before, after);
  assert.equal(list.at(500), after);
  const clone = list.clone(2);
  clone.replace(after, before);
  assert.deepEqual(
    [list.at(500), clone.at(500)].map((entry) => entry === after),
    [true, false],
  );
  // To another place in the order.
  const moved = entryOf(5_000);
  clone.replace(before, moved);
  assert.deepEqual([clone.size, clone.at(999), clone.at(500)], [1_000, moved, rest[501]]);
});

test('a change of a clone compares few entries, however long the list is', () => {
  let compared = 0;
  const order: EntryOrder = (a, b) => {
    compared += 1;
    return compareUids(a, b);
  };
  const list = new SortedEntries(1, order, ENTRIES);
  const clone = list.clone(2);
  clone.remove(ENTRIES[77] as Entry);
  assert.equal(clone.at(77), ENTRIES[78]);
  assert.ok(compared < 100, `${compared} comparisons`);
  assert.equal(list.at(77), ENTRIES[77]);
});

/** Each step is [what, entry, its successor]; an entry is a letter and the number of its uid. */
const UNREAD: readonly (readonly [string, readonly (readonly string[])[], readonly string[]])[] = [
  [
    'added, then replaced',
    [
      ['add', 'a5000'],
      ['replace', 'a5000', 'b5000'],
    ],
    ['b5000'],
  ],
  [
    'added, replaced and removed',
    [
      ['add', 'a5000'],
      ['replace', 'a5000', 'b5000'],
      ['remove', 'b5000'],
    ],
    [],
  ],
  [
    'replaced twice',
    [
      ['replace', 'e7', 'b7'],
      ['replace', 'b7', 'c7'],
    ],
    ['c7'],
  ],
  [
    'replaced and put back',
    [
      ['replace', 'e7', 'b7'],
      ['replace', 'b7', 'e7'],
    ],
    ['e7'],
  ],
  [
    'replaced, removed and put back',
    [
      ['replace', 'e7', 'b7'],
      ['remove', 'b7'],
      ['add', 'e7'],
    ],
    ['e7'],
  ],
  [
    'removed, added and replaced',
    [
      ['remove', 'e7'],
      ['add', 'b7'],
      ['replace', 'b7', 'c7'],
    ],
    ['c7'],
  ],
];

for (const [what, steps, expected] of UNREAD) {
  for (const others of [0, 600]) {
    test(`an entry is ${what} before anybody reads, with ${others} other replacements`, () => {
      const list = new SortedEntries(1, compareUids, ENTRIES.slice(0, 1_000));
      const made = new Map([['e7', ENTRIES[7] as Entry]]);
      const named = (name: string): Entry => {
        const entry = made.get(name) ?? entryOf(Number(name.slice(1)));
        made.set(name, entry);
        return entry;
      };
      for (const entry of ENTRIES.slice(100, 100 + others)) list.replace(entry, { ...entry });
      for (const [verb, name = '', next = ''] of steps) {
        if (verb === 'add') list.add(named(name));
        else if (verb === 'remove') list.remove(named(name));
        else list.replace(named(name), named(next));
      }
      const numbers = new Set([7, 5_000].map((number) => entryOf(number).uid));
      const found = list.slice(0, list.size).filter(({ uid }) => numbers.has(uid));
      const besides = what.startsWith('added') ? [ENTRIES[7] as Entry] : [];
      assert.deepEqual(
        found.map((entry) => [...made].find(([, one]) => one === entry)?.[0]),
        [...besides.map(() => 'e7'), ...expected],
      );
      assert.equal(list.size, 1_000 + found.length - 1);
    });
  }
}
