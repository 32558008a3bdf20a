import assert from 'node:assert/strict';
import { test } from 'node:test';
import { string, uid } from '../schema/field-types.ts';
import { message, optional, output, required, type Static } from '../schema/message.ts';
import { MemoryStore } from '../store/memory.ts';
import { haveSameShape } from '../testing/same-shape.ts';
import { kernel } from '../testing/specimen-world.ts';
import { accessAt } from './access.ts';
import { ResourceDirectory } from './directory.ts';
import { denied } from './errors.ts';
import { uidFor } from './ids.ts';
import type { RowContext, WriteContext } from './resource.ts';
import { defineResource, type Resource, type RowOf, type Rules } from './resource.ts';
import { TOP } from './uid.ts';
import { createRow, updateRow } from './write-verbs.ts';

const Mark = message('mock.test.writeverbs.Mark', 'A mark.', {
  uid: output(1, uid(), 'Its uid.'),
  name: required(2, string(), 'Its name.'),
  colour: optional(3, string(), 'Its colour.'),
  createTime: output(4, string(), 'When.'),
  updateTime: output(5, string(), 'When.'),
});
type MarkRow = RowOf<typeof Mark>;

const GROUP = uidFor('s', TOP, 'group', 'g');

const marks = (rules: Rules<MarkRow>, options: object = {}): Resource<MarkRow> =>
  defineResource({
    domain: 'iam',
    type: 'Mark',
    singular: 'mark',
    plural: 'marks',
    words: { singular: 'mark', plural: 'marks' },
    description: 'Marks.',
    message: Mark,
    indexes: ['name'],
    rules,
    ...options,
  });

interface Bench {
  readonly create: (draft: Static<typeof Mark>, now?: string) => Promise<MarkRow>;
  readonly update: (row: MarkRow, body: Static<typeof Mark>, now?: string) => Promise<MarkRow>;
}

const bench = (resource: Resource<MarkRow>): Bench => {
  const store = new MemoryStore();
  const directory = new ResourceDirectory([resource as unknown as Resource, ...kernel.directory.resources]);
  const write = (run: (context: WriteContext) => unknown, now: string): Promise<MarkRow> =>
    store.write((tx) => {
      const [bound] = kernel.operations;
      return run({
        operation: bound?.operation ?? assert.fail('there are operations'),
        caller: { identity: 'somebody' },
        access: accessAt(TOP, new Set()),
        rows: tx,
        tx,
        directory,
        settings: { serviceDomain: 'platform.test', publicUrl: '', seed: 's' },
        pageTokenKey: 'key',
        nowMillis: 0,
        now,
      }) as MarkRow;
    });
  const of = resource as unknown as Resource;
  return {
    create: (draft, now = 't1') => write((context) => createRow(of, GROUP, { ...draft }, context), now),
    update: (row, body, now = 't2') =>
      write(
        (context) =>
          updateRow(
            of,
            row,
            { ...body },
            Object.keys(body).map((name) => [name]),
            context,
          ),
        now,
      ),
  };
};

test('the uid of a row is derived from its name, or from what a rule names instead', async () => {
  const named = await bench(marks({})).create({ name: 'a' });
  assert.equal(named.uid, uidFor('s', GROUP, 'mark', 'a'));
  const coloured = await bench(marks({ identify: ({ colour = '' }) => colour })).create({ name: 'a', colour: 'red' });
  assert.equal(coloured.uid, uidFor('s', GROUP, 'mark', 'red'));
});

test('a create that replaces keeps uid and create time, and drops fields that are left out', async () => {
  const replaces: Rules<MarkRow>['replaces'] = ({ name = '' }, { rows }) => rows.by(resource, 'name', name)[0];
  const clash: Rules<MarkRow>['clash'] = (draft, context) => {
    const row = replaces?.(draft, context);
    return row && { row, label: 'it' };
  };
  const resource = marks({ replaces, clash });
  const { create } = bench(resource);
  const first = await create({ name: 'a', colour: 'red' });
  const second = await create({ name: 'a' }, 't2');
  assert.deepEqual(second, { uid: first.uid, name: 'a', createTime: 't1', updateTime: 't2' });
  assert.notEqual((await create({ name: 'b' })).uid, first.uid);
});

test('rules complete a row before it is stored', async () => {
  const { create, update } = bench(
    marks({
      beforeCreate: (row) => ({ ...row, colour: `${row.colour ?? 'new'} ${row.createTime}` }),
      beforeUpdate: (next, previous) => ({ ...next, colour: `${previous.colour} ${next.updateTime}` }),
    }),
  );
  const row = await create({ name: 'a' });
  assert.equal(row.colour, 'new t1');
  assert.equal((await update(row, { name: 'b' })).colour, 'new t1 t2');
});

test('rules see the fields of a call, the parent of the row, and the violations of the fields’ own rules', async () => {
  const seen: [string, string, number][] = [];
  const validate = (_: MarkRow, { touched, parent }: RowContext, found: readonly unknown[]): void =>
    void seen.push([[...touched].join(), parent, found.length]);
  const { create, update } = bench(marks({ validate }));
  await assert.rejects(create({ colour: 'red' }), /name is required/);
  const row = await create({ name: 'a', colour: 'red' });
  await update(row, { colour: 'blue' });
  const shared = bench(marks({ validate }, { sharesParentUid: true }));
  await shared.update(await shared.create({ name: 'a' }), { name: 'b' });
  assert.deepEqual(seen, [
    ['colour', GROUP, 1],
    ['name,colour', GROUP, 0],
    ['colour', GROUP, 0],
    ['name', GROUP, 0],
    ['name', GROUP, 0],
  ]);
});

test('stages win in order: fields and rules together, then authorization, then clashes', async () => {
  const reached: string[] = [];
  const { create } = bench(
    marks({
      validate: ({ colour }, _, found) => {
        reached.push('validate');
        if (colour === 'pink') found.push({ field: 'colour', description: 'must not be pink' });
      },
      authorize: ({ colour }) => {
        reached.push('authorize');
        if (colour === 'gold') throw denied('no gold');
      },
      clash: () => {
        reached.push('clash');
        return undefined;
      },
    }),
  );
  await assert.rejects(create({ colour: 'pink' }), {
    message: 'Invalid argument: name: name is required; colour: must not be pink',
  });
  await assert.rejects(create({ name: 'a', colour: 'gold' }), /Permission denied: no gold/);
  await create({ name: 'a' });
  assert.deepEqual(reached, ['validate', 'validate', 'authorize', 'validate', 'authorize', 'clash']);
});

test('rows that calls make, and contexts that their rules are given, are each of one shape', async () => {
  const contexts: RowContext[] = [];
  const { create } = bench(marks({ validate: (_, context) => void contexts.push(context) }));
  const rows = [await create({ name: 'a' }), await create({ name: 'b' }), await create({ name: 'c' })];
  for (const all of [rows, contexts]) {
    assert.equal(all.length, 3);
    assert.ok(all.every((one) => haveSameShape(one, all[0] as object)));
  }
});
