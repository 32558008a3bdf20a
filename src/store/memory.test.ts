import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Interval, Selection, Snapshot, SortKey, Store } from '../kernel/rows.ts';
import { isBelow, parentOf } from '../kernel/uid.ts';
import { EVERYWHERE, type Thing, things } from '../testing/store-specimens.ts';
import { MemoryStore } from './memory.ts';

/** A small universe, so that generated writes and selections meet. */
const ROOTS = ['a'.repeat(40), 'b'.repeat(40)];
const child = (parent: string, at: number): string => `${parent}/${at.toString(16).padStart(16, '0')}`;
const UIDS = ROOTS.flatMap((root) => [
  root,
  ...Array.from({ length: 200 }, (_, at) => child(root, at)),
  ...Array.from({ length: 40 }, (_, at) => child(child(root, at % 4), at)),
]);
const PARENTS = ['/', ...ROOTS, ...[0, 1, 2, 3].flatMap((at) => ROOTS.map((root) => child(root, at)))];
const NAMES = ['', 'a', 'b', 'c'];

const compare = (a: unknown, b: unknown): number => ((a as string) < (b as string) ? -1 : a === b ? 0 : 1);
const keyOf = (field: 'name' | 'size', descending: boolean): SortKey => ({
  name: field,
  descending,
  sortValue: (row) => (row as Thing)[field],
  compare,
});

const uid = fc.constantFrom(...UIDS);
const thing = fc.record({ uid, name: fc.constantFrom(...NAMES), size: fc.integer({ min: 0, max: 5 }) });
const write = fc.array(fc.oneof({ weight: 3, arbitrary: thing }, { weight: 1, arbitrary: uid }), {
  maxLength: 80,
  size: 'max',
});

const intervalOf = (at: string): Interval => ({ from: at, to: `${at}0` });
const outermost = (uids: readonly string[]): readonly Interval[] => {
  const sorted = [...new Set(uids)].sort();
  return sorted.filter((one) => !sorted.some((other) => isBelow(one, other))).map(intervalOf);
};
const selection: fc.Arbitrary<Selection> = fc
  .record(
    {
      intervals: fc.oneof(fc.constant([EVERYWHERE]), fc.array(uid, { maxLength: 5 }).map(outermost)),
      parent: fc.constantFrom(...PARENTS),
      uids: fc.array(uid, { maxLength: 5 }),
      equal: fc.constantFrom(...NAMES).map((value) => ({ field: 'name', value })),
      least: fc.integer({ min: 0, max: 5 }),
      order: fc.uniqueArray(
        fc.record({ field: fc.constantFrom('name' as const, 'size' as const), descending: fc.boolean() }),
        { maxLength: 2, selector: ({ field }) => field },
      ),
    },
    { requiredKeys: ['intervals', 'order'] },
  )
  .map(({ order, least, ...rest }) => ({
    ...rest,
    key: JSON.stringify({ order, least, rest }),
    order: order.map(({ field, descending }) => keyOf(field, descending)),
    ...(least === undefined ? {} : { where: (row) => (row as Thing).size >= least }),
  }));

const inOrder =
  ({ order }: Selection) =>
  (a: Thing, b: Thing): number => {
    for (const { sortValue: value, descending } of order) {
      const difference = compare(value(a), value(b));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return compare(a.uid, b.uid);
  };

/** The rows that `select` promises, as plainly as possible. */
const naively = (rows: Iterable<Thing>, of: Selection): readonly Thing[] =>
  [...rows]
    .filter((row) => of.intervals.some(({ from, to }) => row.uid >= from && row.uid < to))
    .filter((row) => of.parent === undefined || parentOf(row.uid) === of.parent)
    .filter((row) => of.uids?.includes(row.uid) ?? true)
    .filter((row) => of.equal === undefined || row.name === of.equal.value)
    .filter((row) => of.where?.(row) ?? true)
    .sort(inOrder(of));

type Model = ReadonlyMap<string, Thing>;

/** A store beside the rows that it should hold. */
interface Modelled {
  readonly store: Store;
  model: Model;
}

const demandAgree = ({ store, model }: Modelled, asked: Selection, from: Thing): void => {
  const found = store.rows.select(things, asked);
  const expected = naively(model.values(), asked);
  const rows = Array.from({ length: found.size }, (_, index) => found.at(index).row);
  assert.deepEqual(rows, expected);
  const values = asked.order.map(({ sortValue: value }) => value(from));
  const passed = expected.filter((row) => inOrder(asked)(row, from) <= 0).length;
  assert.equal(found.after(values, from.uid), passed);
  assert.equal(store.rows.get(things, from.uid), model.get(from.uid));
  const named = [...model.values()].filter(({ name }) => name === from.name);
  assert.deepEqual(store.rows.by(things, 'name', from.name), named);
};

const written = async ({ store, model }: Modelled, changes: readonly (Thing | string)[]): Promise<Model> => {
  const next = new Map(model);
  await store.write((tx) => {
    for (const change of changes) {
      if (typeof change === 'string') tx.remove(things, change);
      else tx.put(things, change);
    }
  });
  for (const change of changes) {
    // A row that is written again is the last that was written.
    if (typeof change === 'string' || next.has(change.uid))
      next.delete(typeof change === 'string' ? change : change.uid);
    if (typeof change !== 'string') next.set(change.uid, change);
  }
  return next;
};

test('select agrees with filtering and sorting in several stores, whatever was written, captured, restored and forked before', async () => {
  const what = fc.oneof(
    { weight: 4, arbitrary: fc.record({ write }) },
    { weight: 6, arbitrary: fc.record({ selection, from: thing }) },
    { weight: 1, arbitrary: fc.constant('capture' as const) },
    { weight: 1, arbitrary: fc.constant('restore' as const) },
    { weight: 1, arbitrary: fc.constant('fork' as const) },
  );
  const scenario = fc.record({
    selections: fc.array(selection, { minLength: 1, maxLength: 4 }),
    steps: fc.array(fc.record({ what, on: fc.nat({ max: 3 }) }), { maxLength: 20, size: 'max' }),
    last: thing,
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ selections, steps, last }) => {
      const store = new MemoryStore();
      const model = new Map<string, Thing>(UIDS.map((at, size) => [at, { uid: at, name: 'a', size: size % 6 }]));
      await store.write((tx) => model.forEach((row) => void tx.put(things, row)));
      const stores: Modelled[] = [{ store, model }];
      let saved: { readonly snapshot: Snapshot; readonly model: Model } = { snapshot: store.capture(), model };
      for (const { what: one, on } of steps) {
        const at = stores[on % stores.length] as Modelled;
        if (one === 'capture') saved = { snapshot: at.store.capture(), model: at.model };
        else if (one === 'fork') stores.push({ store: at.store.fork(), model: at.model });
        else if (one === 'restore') {
          await at.store.restore(saved.snapshot);
          at.model = saved.model;
        } else if ('write' in one) at.model = await written(at, one.write);
        // Repeats equal selections: their cached views must have followed the writes.
        else for (const asked of [...selections, one.selection]) demandAgree(at, asked, one.from);
      }
      for (const at of stores) for (const asked of selections) demandAgree(at, asked, last);
    }),
    { numRuns: 120 },
  );
});

test('a write whose commit is refused is undone', async () => {
  let full = false;
  const store = new MemoryStore(function* () {
    yield;
    if (full) throw new Error('no space');
    return undefined;
  });
  const row = { uid: ROOTS[0] ?? '', name: 'kept', size: 1 };
  await store.write((tx) => tx.put(things, row));
  const captured = store.capture();
  await store.write((tx) => tx.put(things, { ...row, size: 2 }));
  full = true;
  await assert.rejects(
    store.write((tx) => tx.put(things, { ...row, size: 3 })),
    /no space/,
  );
  await assert.rejects(store.restore(captured), /no space/);
  assert.equal(store.rows.get(things, row.uid)?.size, 2);
});

test('a write is answered when its commit is, and not before', async () => {
  let settle: (error?: Error) => void = () => undefined;
  const store = new MemoryStore(function* () {
    return new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve());
    });
  });
  const row = { uid: ROOTS[0] ?? '', name: '', size: 1 };
  for (const error of [undefined, new Error('lost')]) {
    for (const begin of [
      () => store.write((tx) => tx.put(things, row)),
      () => store.restore(new MemoryStore().capture()),
    ]) {
      let answered = false;
      const written = begin().finally(() => {
        answered = true;
      });
      await new Promise(setImmediate);
      assert.equal(answered, false);
      settle(error);
      await (error ? assert.rejects(written, error) : written);
    }
  }
});

test('a commit receives what changed, and for a restore the difference', async () => {
  const received: unknown[] = [];
  const store = new MemoryStore(function* (changes) {
    received.push(changes.map(({ uid: at, after }) => [at, (after as Thing | undefined)?.size]));
    return undefined;
  });
  const [one = '', two = ''] = ROOTS;
  await store.write((tx) => tx.put(things, { uid: one, name: '', size: 1 }));
  const captured = store.capture();
  await store.write((tx) => {
    tx.put(things, { uid: one, name: '', size: 2 });
    tx.put(things, { uid: two, name: '', size: 1 });
    tx.remove(things, child(one, 1));
  });
  await store.write(() => undefined);
  await store.restore(captured);
  await store.restore(captured);
  assert.deepEqual(received, [
    [[one, 1]],
    [
      [one, 2],
      [two, 1],
    ],
    [
      [two, undefined],
      [one, 1],
    ],
  ]);
});

test('a write in steps is made again when an earlier write is undone meanwhile', async () => {
  const undos: (() => void)[] = [];
  const store = new MemoryStore(function* (_, undo) {
    yield;
    undos.push(undo);
    return undefined;
  });
  const [one = '', two = ''] = ROOTS;
  await store.write((tx) => tx.put(things, { uid: one, name: 'lost', size: 1 }));
  let runs = 0;
  const seen = await store.writeInSteps(function* (tx) {
    runs += 1;
    tx.put(things, { uid: two, name: 'kept', size: 2 });
    if (runs === 1) undos.pop()?.();
    yield;
    return tx.listWithin(things, '/').map(({ uid: at }) => at);
  });
  assert.deepEqual([runs, seen], [2, [two]]);
  assert.deepEqual(store.rows.counts(), { things: 1 });
  undos.pop()?.();
  assert.deepEqual(store.rows.counts(), {});
});

test('a write in steps ends when the store is closed', async () => {
  const store = new MemoryStore();
  let ended = 0;
  const written = store.writeInSteps(function* () {
    try {
      for (;;) yield;
    } finally {
      ended += 1;
    }
  });
  await store.close();
  await assert.rejects(written, /has been closed/);
  assert.equal(ended, 1);
});
