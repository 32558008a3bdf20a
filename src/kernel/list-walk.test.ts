import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryStore } from '../store/memory.ts';
import { openSpecimenWorld, type SpecimenWorld } from '../testing/specimen-world.ts';
import { groups, type ShelfRow, shelves } from '../testing/specimens.ts';
import { uidFor } from './ids.ts';
import type { Page } from './list.ts';
import { TOP } from './uid.ts';

const ROOTS = ['a', 'b'].map((name) => uidFor('s', TOP, 'group', name));

/** The form of a shelf in a walk. */
interface Shape {
  readonly root: number;
  readonly nth: number;
  readonly name: string;
  readonly size: number | undefined;
  readonly colour: 'RED' | 'GREEN' | undefined;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  root: fc.integer({ min: 0, max: 1 }),
  nth: fc.integer({ min: 0, max: 400 }),
  name: fc.constantFrom('a', 'b', 'c', 'A', 'é', '\ue000', '\u{1f600}'),
  size: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  colour: fc.constantFrom(undefined, 'RED', 'GREEN'),
});

const rowOf = ({ root, nth, name, size, colour }: Shape): ShelfRow => ({
  uid: uidFor('s', ROOTS[root] ?? '', 'shelf', String(nth)),
  name,
  ...(size === undefined ? {} : { size }),
  ...(colour === undefined ? {} : { colour }),
});

type Change = { readonly put: Shape } | { readonly remove: number };

const change: fc.Arbitrary<Change> = fc.oneof(fc.record({ put: shape }), fc.record({ remove: fc.nat() }));

const ORDERS = ['', 'uid desc', 'name', 'name desc', 'size', 'size desc,name', 'colour desc'] as const;

interface Walk {
  readonly rows: readonly Shape[];
  readonly orderBy: (typeof ORDERS)[number];
  readonly filters: { readonly colour?: string; readonly uidp?: { readonly descendantsOf: string } };
  readonly pageSize: number;
  /** The changes between the pages. */
  readonly between: readonly (readonly Change[])[];
}

const walkOf = (rows: fc.Arbitrary<readonly Shape[]>, between: fc.Arbitrary<readonly Change[]>): fc.Arbitrary<Walk> =>
  fc.record({
    rows,
    orderBy: fc.constantFrom(...ORDERS),
    filters: fc.constantFrom({}, { colour: 'RED' }, { uidp: { descendantsOf: ROOTS[0] ?? '' } }),
    pageSize: fc.integer({ min: 1, max: 7 }),
    between: fc.array(between, { maxLength: 12 }),
  });

/** The rows of the list, sorted in a simple way: UTF-8 bytes are in the order of code points, and absent comes first. */
const naive = (rows: Iterable<ShelfRow>, { orderBy, filters }: Walk): readonly ShelfRow[] => {
  const rank = { RED: 1, GREEN: 2 } as const;
  const value = (row: ShelfRow, key: string): string | number =>
    key === 'uid'
      ? row.uid
      : key === 'name'
        ? Buffer.from(row.name ?? '').toString('hex')
        : key === 'size'
          ? (row.size ?? -1)
          : row.colour === 'RED' || row.colour === 'GREEN'
            ? rank[row.colour]
            : 0;
  const keys = orderBy === '' ? [] : orderBy.split(',').map((term) => term.split(' '));
  const compare = (a: ShelfRow, b: ShelfRow): number => {
    for (const [key = '', direction] of keys) {
      const [one, other] = [value(a, key), value(b, key)];
      if (one !== other) return one < other === (direction !== 'desc') ? -1 : 1;
    }
    return a.uid < b.uid ? -1 : 1;
  };
  const { colour, uidp } = filters;
  return [...rows]
    .filter((row) => colour === undefined || row.colour === colour)
    .filter((row) => uidp === undefined || row.uid.startsWith(`${uidp.descendantsOf}/`))
    .sort(compare);
};

const open = async (rows: readonly Shape[]): Promise<{ at: SpecimenWorld; model: Map<string, ShelfRow> }> => {
  const at = await openSpecimenWorld(new MemoryStore());
  const model = new Map(rows.map(rowOf).map((row) => [row.uid, row]));
  await at.put(groups, ...ROOTS.map((uid) => ({ uid, name: 'g' })));
  await at.put(shelves, ...model.values());
  return { at, model };
};

const pageOf = async (at: SpecimenWorld, request: Readonly<Record<string, unknown>>): Promise<Page> => {
  const answer = await at.call('ListShelves', request);
  return answer.kind === 'page' ? answer.page : assert.fail(answer.kind);
};

/** More pages than any walk has. */
const MAX_PAGES = 1_000;

/** Walks to the end; `between` runs before every page but the first. */
const walk = async (
  at: SpecimenWorld,
  { orderBy, filters, pageSize }: Walk,
  between: (page: number) => Promise<void>,
) => {
  const seen: ShelfRow[] = [];
  let page = await pageOf(at, { orderBy, ...filters, pageSize });
  for (let number = 0; ; number += 1) {
    seen.push(...page.entries.map(({ row }) => row as ShelfRow));
    if (page.nextPageToken === undefined) return seen;
    assert.equal(page.entries.length, pageSize);
    assert.ok(number < MAX_PAGES, 'the walk does not end');
    await between(number);
    page = await pageOf(at, { pageToken: page.nextPageToken, pageSize });
  }
};

const apply = async (at: SpecimenWorld, model: Map<string, ShelfRow>, changes: readonly Change[]): Promise<void> => {
  for (const what of changes) {
    if ('put' in what) {
      const row = rowOf(what.put);
      model.set(row.uid, row);
      await at.put(shelves, row);
      continue;
    }
    const uid = [...model.keys()][what.remove % Math.max(1, model.size)];
    if (uid === undefined) continue;
    model.delete(uid);
    await at.call('DeleteShelf', { uid });
  }
};

const few = fc.array(shape, { maxLength: 40 });
/** Enough rows for the store to keep sorted views of them. */
const many = fc.array(shape, { minLength: 500, maxLength: 600 });
const changes = fc.array(change, { maxLength: 4 });

test('a walk without changes shows each row once, in order, as one big page does', async () => {
  await fc.assert(
    fc.asyncProperty(walkOf(few, fc.constant([])), async (plan) => {
      const { at, model } = await open(plan.rows);
      const expected = naive(model.values(), plan);
      assert.deepEqual(await walk(at, plan, async () => {}), expected);
      const whole = await pageOf(at, { orderBy: plan.orderBy, ...plan.filters, pageSize: 200 });
      assert.deepEqual(
        whole.entries.map(({ row }) => row),
        expected,
      );
      assert.equal(whole.totalCount, expected.length);
    }),
    { numRuns: 150 },
  );
});

/** Walks while rows are created, changed and deleted: rows that stay are seen exactly once, and the order holds. */
const walkUnderChanges = async (plan: Walk): Promise<void> => {
  const { at, model } = await open(plan.rows);
  const untouched = new Map(model);
  const seen = await walk(at, plan, async (number) => {
    await apply(at, model, plan.between[number] ?? []);
    for (const [uid, row] of untouched) if (model.get(uid) !== row) untouched.delete(uid);
  });
  const uids = seen.map(({ uid }) => uid);
  const stayed = naive(untouched.values(), plan).map(({ uid }) => uid);
  assert.deepEqual(
    uids.filter((uid) => untouched.has(uid)),
    stayed,
  );
  // A row that changes its place may be seen again there; in the same state each row is seen once.
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual(seen, naive(seen, plan));
  const whole = await pageOf(at, { orderBy: plan.orderBy, ...plan.filters, pageSize: 200 });
  assert.equal(whole.totalCount, naive(model.values(), plan).length);
};

test('a walk with changes shows each row that stays exactly once, in order', async () => {
  await fc.assert(fc.asyncProperty(walkOf(few, changes), walkUnderChanges), { numRuns: 150 });
});

test('a walk through many rows with changes shows each row that stays exactly once, in order', async () => {
  const plans = walkOf(many, changes).map((plan) => ({ ...plan, pageSize: plan.pageSize * 28 }));
  await fc.assert(fc.asyncProperty(plans, walkUnderChanges), { numRuns: 12 });
});
