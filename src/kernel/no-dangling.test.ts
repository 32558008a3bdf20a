import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryStore } from '../store/memory.ts';
import { kernel, openSpecimenWorld, type SpecimenWorld } from '../testing/specimen-world.ts';
import { specimens } from '../testing/specimens.ts';
import { ApiError } from './errors.ts';
import { fieldOf } from './rows.ts';
import { parentOf, TOP } from './uid.ts';

const TYPES = ['Group', 'Shelf', 'Writer', 'Book', 'Loan', 'Ribbon', 'Seal', 'Genre'] as const;
const REFERENCES: Readonly<Record<string, readonly string[]>> = {
  Book: ['writerUid', 'followsUid'],
  Loan: ['bookUid'],
  Ribbon: ['bookUid'],
};
const PARENTS: Readonly<Record<string, string>> = { Book: 'Shelf', Ribbon: 'Book' };
const TARGETS: Readonly<Record<string, string>> = { writerUid: 'Writer', followsUid: 'Book', bookUid: 'Book' };
const NOWHERE = 'f'.repeat(40);
const NAMES = ['a', 'b'];

/** A step of a run; numbers choose among the existing rows. */
interface Step {
  readonly verb: 'Create' | 'Update' | 'Delete';
  readonly type: (typeof TYPES)[number];
  readonly name: string;
  readonly at: number;
  readonly to: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  verb: fc.constantFrom('Create', 'Create', 'Create', 'Update', 'Delete'),
  type: fc.constantFrom(...TYPES),
  name: fc.constantFrom(...NAMES),
  at: fc.nat(),
  to: fc.nat(),
});

const uidsOf = ({ rows }: SpecimenWorld, type: string): readonly string[] =>
  rows.listWithin(kernel.directory.getResource(type.toLowerCase()), TOP).map(({ uid }) => uid);

/** One of the uids; now and then one that no row has. */
const choose = (uids: readonly string[], at: number): string =>
  (at % 10 === 0 ? undefined : uids[at % uids.length]) ?? NOWHERE;

const run = async (world: SpecimenWorld, { verb, type, name, at, to }: Step): Promise<void> => {
  const singular = type.toLowerCase();
  const references = (REFERENCES[type] ?? []).map((field, nth) => {
    const uids = uidsOf(world, TARGETS[field] ?? '');
    return [field, choose(['', ...uids], to + nth)];
  });
  const body = { name, ...Object.fromEntries(references) };
  const uid = choose(uidsOf(world, type), at);
  const request = {
    Create: { parent: choose(uidsOf(world, PARENTS[type] ?? 'Group'), at), [singular]: body },
    Update: { [singular]: { ...body, uid } },
    Delete: { uid },
  }[verb];
  await world.call(`${verb}${type}`, request, { paths: Object.keys(body) }).catch((error: unknown) => {
    assert.ok(error instanceof ApiError, String(error));
  });
};

/** Every row whose parent or reference is missing. */
const dangling = ({ rows }: SpecimenWorld): readonly string[] =>
  specimens.flatMap((resource) =>
    rows.listWithin(resource, TOP).flatMap((row) => {
      const described = `${resource.singular} ${row.uid}`;
      const parent = resource.sharesParentUid ? row.uid : parentOf(row.uid);
      const above = kernel.directory.getResource(resource.parent?.singular ?? 'group');
      const orphan = parent !== TOP && !rows.get(above, parent) ? [`${described} has no parent`] : [];
      const lost = Object.entries(resource.references).filter(
        ([field, { to }]) =>
          fieldOf(row, field) && !rows.get(kernel.directory.getResource(to), String(fieldOf(row, field))),
      );
      return [...orphan, ...lost.map(([field]) => `${described} has a lost ${field}`)];
    }),
  );

test('no series of creates, updates and deletes leaves a row with a missing parent or reference', async () => {
  const deleted = { times: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const world = await openSpecimenWorld(new MemoryStore());
      const group = await world.call('CreateGroup', { parent: '', group: { name: 'root' } });
      assert.equal(group.kind, 'message');
      for (const each of steps) {
        const before = uidsOf(world, 'Book').length;
        await run(world, each);
        if (uidsOf(world, 'Book').length < before) deleted.times += 1;
        assert.deepEqual(dangling(world), []);
      }
    }),
    { numRuns: 150 },
  );
  assert.ok(deleted.times > 5, `only ${deleted.times} steps deleted books`);
});
