import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import type { Row } from '../kernel/rows.ts';
import { parentOf, TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { fakerFor } from './load-faker.ts';

type Values = Row & Readonly<Record<string, unknown>>;

const CLAIM = 'claimMatch: { issuer: https://issuer.example.com, subject: x }';

const generated = async (text: string, seed = 'a'): Promise<(plural: string) => readonly Values[]> => {
  const store = new MemoryStore();
  const documents = [parseFixture(text, 'x.yaml')];
  const context = {
    resources: allResources,
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed },
    nowMillis: Date.parse('2026-11-21T08:00:00Z'),
    tokens: namedTokens,
    faker: await fakerFor(documents),
  };
  await store.writeInSteps((tx) => applyFixtures(documents, tx, context));
  return (plural) => {
    const resource = allResources.find((each) => each.plural === plural);
    assert.ok(resource, plural);
    return store.rows.listWithin(resource, TOP) as readonly Values[];
  };
};

const repos = (count: number, rest = ''): string =>
  `groups: [{ name: org, generate: { repos: { count: ${count}${rest} } } }]`;

test('a block makes as many things as it says, each with a name of its own', async () => {
  const rows = (await generated(repos(2_000)))('repos');
  assert.equal(rows.length, 2_000);
  assert.equal(new Set(rows.map(({ name }) => name)).size, 2_000);
  for (const { name, description } of rows) {
    assert.match(String(name), /^[a-z]+-[a-z]+$/);
    assert.notEqual(description ?? '', '');
  }
});

test('names stay different when words run out', async () => {
  const { nameMaker } = await import('./generated-values.ts');
  const faker = await fakerFor([parseFixture(repos(1), 'x.yaml')]);
  assert.ok(faker);
  faker.seed(1);
  const make = nameMaker(faker);
  const names = new Set(Array.from({ length: 450_000 }, (_, index) => make(index)));
  assert.equal(names.size, 450_000);
  for (const name of [make(0), make(449_999)]) assert.match(name, /^[a-z0-9 ._-]{1,}$/);
});

test('the same seed makes the same things, whatever the seed of the server', async () => {
  const text = repos(50, ', seed: 7, tags: { count: 3 }');
  const [one, other] = [await generated(text, 'a'), await generated(text, 'b')];
  for (const plural of ['repos', 'tags']) assert.deepEqual(one(plural), other(plural));
});

test('another seed makes other things', async () => {
  const [one, other] = [await generated(repos(50, ', seed: 7')), await generated(repos(50, ', seed: 8'))];
  const names = new Set(one('repos').map(({ name }) => name));
  assert.ok(other('repos').filter(({ name }) => names.has(name)).length < 5);
});

test('a block before another does not change what that one makes', async () => {
  const text = (first: string) => `groups: [{ name: org, generate: { ${first} repos: { count: 20, seed: 7 } } }]`;
  const [alone, after] = [await generated(text('')), await generated(text('subscriptions: { count: 5 },'))];
  assert.deepEqual(after('repos'), alone('repos'));
});

test('things below generated things are generated with them', async () => {
  const rows = await generated(repos(10, ', tags: { count: 3, with: { deprecated: true } }, images: { count: 2 }'));
  assert.equal(rows('tags').length, 30);
  assert.equal(rows('images').length, 20);
  const uids = new Set(rows('repos').map(({ uid }) => uid));
  for (const { uid, name, digest, deprecated } of rows('tags')) {
    assert.ok(uids.has(parentOf(uid)));
    assert.match(String(name), /^\d+\.\d\.\d$/);
    assert.match(String(digest), /^sha256:[0-9a-f]{64}$/);
    assert.equal(deprecated, true);
  }
  for (const { architectures } of rows('images')) assert.equal((architectures as unknown[]).length, 1);
});

test('the fields that a block sets may name other things', async () => {
  const block = 'termsAcceptances: { count: 1, with: { docId: a, acceptedBy: { uidOf: bot } } }';
  const rows = await generated(
    `groups: [{ name: org, identities: [{ name: bot, ${CLAIM} }], generate: { ${block} } }]`,
  );
  assert.equal(rows('termsAcceptances')[0]?.acceptedBy, rows('identities')[0]?.uid);
});

test('rows are made one second after the other from the start of the fixture', async () => {
  const rows = (await generated(`startTime: 2026-01-28T12:00:00Z\n${repos(3)}`))('repos');
  const times = rows.map(({ createTime }) => String(createTime)).sort();
  assert.deepEqual(times, ['2026-01-28T12:00:01.000Z', '2026-01-28T12:00:02.000Z', '2026-01-28T12:00:03.000Z']);
});

test('references that a block does not set go to rows in the same place or above', async () => {
  const bindings = 'roleBindings: { count: 4, with: { role: viewer } }';
  const rows = await generated(`groups: [{ name: org, generate: { identities: { count: 4 }, ${bindings} } }]`);
  assert.equal(new Set(rows('roleBindings').map(({ identityUid }) => identityUid)).size, 4);
});

const OIDC = '{ issuer: https://login.example.com, clientId: x, pkceEnabled: true }';

/** The values that a kind needs, because they cannot be generated. */
const NEEDED: Readonly<Record<string, string>> = {
  roles: 'with: { capabilities: [CAP_REPO_LIST] }',
  roleBindings: 'with: { role: viewer }',
  groupInvites: 'with: { ttl: 60s }',
  identityProviders: `with: { oidc: ${OIDC} }`,
};

const IN_GROUP = allResources.filter(({ parent, sharesParentUid }) => parent?.singular === 'group' && !sharesParentUid);

for (const { plural } of IN_GROUP) {
  test(`${plural} can be generated in a group`, async () => {
    const block = `${plural}: { count: 3, ${NEEDED[plural] ?? ''} }`;
    const identities = ['a', 'b', 'c'].map((name) => `{ name: ${name}, ${CLAIM} }`).join();
    const own = `uid: ${'a'.repeat(40)}, alias: org, identities: [${identities}]`;
    const rows = (await generated(`groups: [{ name: org, ${own}, generate: { ${block} } }]`))(plural);
    const below = rows.filter(({ uid }) => parentOf(uid) === 'a'.repeat(40));
    assert.equal(below.length, plural === 'identities' ? 6 : 3);
  });
}

for (const plural of ['artifacts', 'documents', 'vulnerabilityMetadata']) {
  test(`${plural} can be generated outside of the tree`, async () => {
    const rows = (await generated(`generate: { ${plural}: { count: 3 } }`))(plural);
    assert.equal(rows.length, 3);
  });
}

test('whole organizations can be generated', async () => {
  const repos = 'repos: { count: 2, tags: { count: 2 } }';
  const provider = `identityProviders: { count: 1, with: { defaultRole: viewer, oidc: ${OIDC} } }`;
  const rows = await generated(`generate: { groups: { count: 2, groups: { count: 2, ${repos} }, ${provider} } }`);
  assert.deepEqual(
    ['groups', 'repos', 'tags', 'identityProviders'].map((plural) => rows(plural).length),
    [6, 8, 16, 2],
  );
});

test('a fixture that generates nothing needs no faker', async () => {
  assert.equal(await fakerFor([parseFixture('groups: [{ name: org, repos: [{ name: a }] }]', 'x.yaml')]), undefined);
});
