import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { rotatedKeys } from '../identity/key-ring.ts';
import { buryUid, counters } from '../kernel/ids.ts';
import { collection, type Row, type Store, type Tx } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { shippedFixtures as shipped } from '../package-home.ts';
import { groups, identities, superusers } from '../resources/index.ts';
import { MemoryStore } from '../store/memory.ts';
import { digestOf } from '../store/snapshot-text.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { fixtureLines } from './export-fixture.ts';
import { fixtureAliases } from './fixture-aliases.ts';
import { FixtureError } from './fixture-error.ts';
import { fixtureNames, loadFixture } from './load.ts';
import { fakerFor } from './load-faker.ts';

const ROOT = 'a'.repeat(40);
const HOUR_MILLIS = 3_600_000;

const context = {
  resources: allResources,
  settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
  nowMillis: Date.parse('2026-11-21T08:00:00.000Z'),
  tokens: namedTokens,
};

const apply = async (store: Store, text: string, nowMillis = context.nowMillis): Promise<unknown> =>
  store.writeInSteps((tx) => applyFixtures([parseFixture(text, 'a')], tx, { ...context, nowMillis }));

const exported = ({ rows }: Store, relativeToMillis?: number): string =>
  [
    ...fixtureLines(rows, {
      resources: allResources,
      tokens: namedTokens,
      description: 'A state.',
      ...(relativeToMillis !== undefined && { relativeToMillis }),
    }),
  ]
    .map((line) => `${line}\n`)
    .join('');

/** A store with the rows of an export of another. */
const again = async (store: Store): Promise<Store> => {
  const loaded = new MemoryStore();
  await apply(loaded, exported(store));
  return loaded;
};

const demandSame = async (store: Store): Promise<void> => {
  const loaded = await again(store);
  assert.equal(await digestOf(loaded.rows), await digestOf(store.rows));
  assert.equal(exported(loaded), exported(store));
};

const filled = async (fill: (tx: Tx) => void): Promise<Store> => {
  const store = new MemoryStore();
  await apply(store, 'groups: [{ name: a.example, alias: org }]');
  await store.write(fill);
  return store;
};

const ajv = new Ajv2020({ strict: true, code: { optimize: false } });
addFormats.default(ajv);
const accepts = ajv.compile(JSON.parse(readFileSync('fixture.schema.json', 'utf8')));

for (const name of fixtureNames(shipped).filter((each) => each !== 'large')) {
  test(`behaviour W15: the export of ${name} loads back to equal rows, and the schema accepts it`, async () => {
    const document = await loadFixture(name, { shipped });
    const store = new MemoryStore();
    const faker = await fakerFor([document]);
    await store.writeInSteps((tx) => applyFixtures([document], tx, { ...context, faker }));
    await demandSame(store);
    assert.ok(accepts(parseFixture(exported(store), name).contents), JSON.stringify(accepts.errors));
    // With relative times: loaded at the moment that they count from they are equal, and later all are later.
    const relative = exported(store, context.nowMillis);
    assert.ok(accepts(parseFixture(relative, name).contents), JSON.stringify(accepts.errors));
    const [then, later] = [new MemoryStore(), new MemoryStore()];
    await apply(then, relative);
    assert.equal(await digestOf(then.rows), await digestOf(store.rows));
    await apply(later, relative, context.nowMillis + HOUR_MILLIS);
    assert.equal(exported(later, context.nowMillis + HOUR_MILLIS), relative);
    const timesIn = ({ rows }: Store) =>
      rows.listWithin(groups, TOP).map(({ createTime = '' }) => Date.parse(createTime));
    assert.deepEqual(
      timesIn(later),
      timesIn(store).map((time) => time + HOUR_MILLIS),
    );
  });
}

test('behaviour W15, 7.14: groups that are nested deeper than a fixture can be are exported too', async () => {
  const store = await filled((tx) => {
    let uid = ROOT;
    for (let level = 0; level < 90; level += 1) {
      tx.put(groups, { uid, name: `level-${level}` });
      uid = `${uid}/${String(level).padStart(16, '0')}`;
    }
    tx.put(identities, { uid, name: 'deep' });
  });
  await demandSame(store);
  assert.match(exported(store), /\nrows:\n {2}groups:\n {4}- uid: "?a{40}\//);
});

test('behaviour W20: rows beside resources are exported, but for signing keys', async () => {
  const store = await filled((tx) => {
    tx.put(counters, { uid: `${ROOT}\nrepo\na`, next: 3 });
    buryUid(tx, `${ROOT}/0123456789abcdef`);
    tx.put(namedTokens, { uid: 'of-nobody', identity: ROOT });
    tx.put(fixtureAliases, { uid: 'gone', of: ROOT, kind: 'group' });
    tx.put(collection<Row & { identityUid: string }>('groupAccessRequests'), { uid: `${ROOT}/b`, identityUid: ROOT });
  });
  await demandSame(store);
  await store.write((tx) =>
    tx.put(rotatedKeys, { uid: 'k', replaces: 'j', overlapEndMillis: 1, jwk: { d: 'secret' } }),
  );
  assert.doesNotMatch(exported(store), /secret|rotated/);
});

test('behaviour W15: equal rows have equal exports, in whatever order they were written', async () => {
  const rows = ['b', 'a', 'c'].map((name, at) => ({ uid: String(at).repeat(40), name, description: 'x' }));
  const store = await filled((tx) => rows.forEach((row) => void tx.put(groups, row)));
  const other = await filled((tx) => {
    for (const { uid, name, description } of rows.toReversed()) tx.put(groups, { description, name, uid });
  });
  assert.equal(exported(other), exported(store));
});

test('behaviour S14: an exact fixture adds nothing, not even to what is there', async () => {
  const store = new MemoryStore();
  await apply(store, `exact: true\ngroups: [{ uid: ${ROOT}, name: a.example }]`);
  assert.deepEqual(store.rows.get(groups, ROOT), { uid: ROOT, name: 'a.example' });
  await apply(store, `exact: true\ngroups: [{ uid: ${ROOT}, description: b }]`);
  assert.deepEqual(store.rows.get(groups, ROOT), { uid: ROOT, description: 'b' });
  assert.equal(store.rows.counts()[superusers.name] ?? 0, 0);
});

for (const [what, text, message] of [
  ['exact that is no boolean', 'exact: 1', /^a:1:1: exact: must be true or false$/],
  ['rows that are a list', 'exact: true\nrows: []', /rows: must be an object/],
  ['rows without exact', 'rows: { tombstones: [{ uid: a }] }', /rows: needs exact: true/],
  [
    'an unknown collection',
    'exact: true\nrows: { tombstone: [] }',
    /unknown key "tombstone", did you mean "tombstones"/,
  ],
  ['rows of a collection that are none', 'exact: true\nrows: { tombstones: 1 }', /rows.tombstones: must be a list/],
  ['a counter without a number', 'exact: true\nrows: { counters: [{ uid: a }] }', /rows.counters\[0\].next: /],
  ['a row that is none', 'exact: true\nrows: { groups: [1] }', /rows.groups\[0\]: must be an object/],
  ['a row without a uid', 'exact: true\nrows: { groups: [{ name: a }] }', /rows.groups\[0\].uid: must be the uid/],
  ['a row whose uid is none', 'exact: true\nrows: { groups: [{ uid: a }] }', /rows.groups\[0\].uid: must be the uid/],
  [
    'a row with an unknown field',
    `exact: true\nrows: { groups: [{ uid: ${ROOT}, nam: a }] }`,
    /rows.groups\[0\].nam: unknown/,
  ],
  ['signing keys', 'exact: true\nrows: { rotatedKeys: [] }', /unknown key "rotatedKeys"/],
  ['a value of another type', `exact: true\ngroups: [{ uid: ${ROOT}, name: { a: 1 } }]`, /groups\[0\].name: /],
  [
    'a value that its field does not allow',
    `exact: true\ngroups: [{ uid: ${ROOT}, name: "a\\nb" }]`,
    /groups\[0\].name: /,
  ],
  [
    'a reference to nothing',
    `exact: true\ngroups: [{ uid: ${ROOT}, name: a, roleBindings: [{ uid: ${'0'.repeat(16)}, roleUid: ${'f'.repeat(40)} }] }]`,
    /there is no role/,
  ],
] as const) {
  test(`behaviour S14: an exact fixture with ${what} is refused`, async () => {
    const store = new MemoryStore();
    await assert.rejects(apply(store, text), (error) => error instanceof FixtureError && message.test(error.message));
    assert.deepEqual(
      Object.values(store.rows.counts()).filter((count) => count > 0),
      [],
    );
  });
}
