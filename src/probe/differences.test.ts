import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDifferences } from './differences.ts';
import type { ExpectedWorld } from './expected-world.ts';
import { Naming } from './naming.ts';
import { NO_CHANGES, type OwnChanges } from './own-changes.ts';
import { formText, type RowForm, type Slot, slotKey } from './row-form.ts';

const form = (name: string, description = 'x'): RowForm => ({
  kind: 'repos',
  uid: `uid-${name}`,
  name,
  fields: { description: JSON.stringify(description) },
});
const key = (name: string): string => slotKey('repos', ['acme', name]);

type Rows = Readonly<Record<string, Partial<Slot>>>;

const tableOf = (rows: Rows): ReadonlyMap<string, Slot> =>
  new Map(Object.entries(rows).map(([name, slot]) => [key(name), { before: [], after: [], ...slot }]));

/** A world in which `shop` was made and then described anew, `old` removed, and `kept` changed. */
const expected: ExpectedWorld = {
  name: 'default',
  naming: new Naming([]),
  table: tableOf({
    shop: { after: [form('shop', 'new')] },
    old: { before: [form('old')] },
    kept: { before: [form('kept', 'a')], after: [form('kept', 'b')] },
  }),
  ever: new Map(
    Object.entries({
      shop: { forms: ['x', 'new'], most: 1, wasMissing: true },
      old: { forms: ['x'], most: 1, wasMissing: true },
      kept: { forms: ['a', 'b'], most: 1, wasMissing: false },
    }).map(([name, { forms, ...others }]) => [
      key(name),
      { ...others, forms: new Set(forms.map((text) => formText(form(name, text), undefined))) },
    ]),
  ),
  noise: new Map(),
  changes: { added: [], removed: [] },
};

const WHOLE: Rows = {
  shop: { after: [form('shop', 'new')] },
  old: { before: [form('old')] },
  kept: { before: [form('kept', 'a')], after: [form('kept', 'b')] },
};
const OF_OTHERS = { before: [form('other')] };

const found = (rows: Rows, isLenient: boolean, own: OwnChanges = NO_CHANGES): readonly string[] =>
  findDifferences({ expected, table: tableOf(rows), own, isLenient }).map(({ how, name }) => `${how} ${name}`);

for (const [what, rows, strict, lenient] of [
  ['all is as it should be', WHOLE, [], []],
  ['nothing was done', {}, ['missing shop', 'undeleted old', 'changed kept'], []],
  ['a row is half done', { ...WHOLE, shop: { after: [form('shop')] } }, ['changed shop'], []],
  [
    'a row has what it never had',
    { ...WHOLE, shop: { after: [form('shop', 'odd')] } },
    ['changed shop'],
    ['changed shop'],
  ],
  [
    'a row is there twice',
    { ...WHOLE, shop: { after: [form('shop', 'new'), form('shop')] } },
    ['doubled shop'],
    ['doubled shop'],
  ],
  ['a row of another name is there', { ...WHOLE, more: { after: [form('more')] } }, ['added more'], ['added more']],
  [
    'a row is lost that was always there',
    { ...WHOLE, kept: { before: [form('kept', 'a')] } },
    ['missing kept'],
    ['missing kept'],
  ],
  ['a row is lost that nobody touched', { ...WHOLE, other: OF_OTHERS }, ['missing other'], ['missing other']],
] as const satisfies readonly (readonly [string, Rows, readonly string[], readonly string[]])[]) {
  test(`O5: if ${what}, a run that succeeded differs in ${strict.length}, one that failed in ${lenient.length}`, () => {
    assert.deepEqual([found(rows, false), found(rows, true)], [strict, lenient]);
  });
}

test('O5: rows that the surprise made are ignored, and its changes are subtracted', () => {
  const own: OwnChanges = {
    covers: (covered) => covered === key('taken'),
    takeOut: (row) => (row.name === 'shop' ? form('shop', 'new') : row),
    undone: [],
  };
  const rows = { ...WHOLE, taken: { after: [form('taken')] }, shop: { after: [form('shop', 'of another')] } };
  for (const isLenient of [false, true]) {
    assert.deepEqual(found(rows, isLenient, own), []);
    assert.notDeepEqual(found(rows, isLenient), []);
  }
});

test('O5: a change of another caller that is undone is one', () => {
  const undone = [{ form: form('shop', 'new'), field: 'description', was: '"new"', other: '"of another"' }];
  assert.deepEqual(found(WHOLE, false, { ...NO_CHANGES, undone }), ['overwritten shop']);
});

test('O4: a field that is noise is not compared', () => {
  const noise = new Map([[key('shop'), new Set(['description'])]]);
  const table = tableOf({ ...WHOLE, shop: { after: [form('shop', 'chance')] } });
  assert.deepEqual(findDifferences({ expected: { ...expected, noise }, table, own: NO_CHANGES, isLenient: false }), []);
});
