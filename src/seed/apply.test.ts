import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import type { Row } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';

const NOW = '2026-11-21T08:00:00.000Z';
const VIEWER = '63921b2c44617e3f2603851537be0123af4a57d7';
const CLAIM = 'claimMatch: { issuer: https://issuer.example.com, subject: x }';

const world = () => {
  const store = new MemoryStore();
  const named = (plural: string) => {
    const found = allResources.find((resource) => resource.plural === plural);
    assert.ok(found, plural);
    return found;
  };
  return {
    store,
    load: (...texts: readonly string[]) =>
      store.writeInSteps((tx) =>
        applyFixtures(
          texts.map((text, index) => parseFixture(text, `${index}.yaml`)),
          tx,
          {
            resources: allResources,
            settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
            nowMillis: Date.parse(NOW),
            tokens: namedTokens,
          },
        ),
      ),
    rows: (plural: string) => store.rows.listWithin(named(plural), TOP) as readonly (Row & Record<string, unknown>)[],
    row: (plural: string, field = '', value = '') => {
      const found = store.rows.listWithin(named(plural), TOP) as readonly (Row & Record<string, unknown>)[];
      const row = found.find((each) => field === '' || each[field] === value);
      assert.ok(row, `${plural} ${field} ${value}`);
      return row;
    },
  };
};

const ORG = `
groups:
  - name: org
    alias: org
    identities: [{ name: bot, ${CLAIM} }]
`;

test('uids follow from the names on the way to them, and stay what they are', async () => {
  const { load, row } = world();
  await load('groups: [{ name: org, groups: [{ name: team, repos: [{ name: nginx }] }] }]');
  assert.equal(row('groups', 'name', 'org').uid, '9f5101d58f01c037084b8b9e550a12ac9cd65d7b');
  assert.equal(row('repos').uid, '9f5101d58f01c037084b8b9e550a12ac9cd65d7b/09c25fd64e3988a4/0f0bf30df6d62f1b');
});

test('groups of one name in one place are distinguished by their order', async () => {
  const { load, rows } = world();
  await load('groups: [{ name: org, groups: [{ name: team }, { name: team }, { name: team }] }]');
  assert.equal(new Set(rows('groups').map(({ uid }) => uid)).size, 4);
});

const OWN_UIDS: readonly (readonly [what: string, text: string, plural: string, uid: string])[] = [
  ['a root whole', `groups: [{ name: a, uid: ${'a'.repeat(40)} }]`, 'groups', 'a'.repeat(40)],
  [
    'a child by its last segment',
    `groups: [{ name: a, uid: ${'a'.repeat(40)}, repos: [{ name: b, uid: ${'b'.repeat(16)} }] }]`,
    'repos',
    `${'a'.repeat(40)}/${'b'.repeat(16)}`,
  ],
  [
    'a child whole',
    `groups: [{ name: a, uid: ${'a'.repeat(40)}, repos: [{ name: b, uid: ${'a'.repeat(40)}/${'b'.repeat(16)} }] }]`,
    'repos',
    `${'a'.repeat(40)}/${'b'.repeat(16)}`,
  ],
  [
    'what lies outside of the tree as it likes',
    'termsDocuments: [{ uid: tos.v1, label: Terms }]',
    'termsDocuments',
    'tos.v1',
  ],
];

for (const [what, text, plural, uid] of OWN_UIDS) {
  test(`a fixture may give the uid of ${what}`, async () => {
    const { load, rows } = world();
    await load(text);
    assert.ok(rows(plural).some((row) => row.uid === uid));
  });
}

test('rows outside of the tree have the key that their resource defines', async () => {
  const { load, row } = world();
  await load(`
artifacts:
  - name: org.example:lib
    ecosystem: ECOSYSTEM_JAVA
    artifactVersions: [{ name: "org.example:lib", version: "1.2" }]
documents: [{ id: openssl }]
`);
  assert.equal(row('artifacts').uid, 'java-org.example~lib');
  assert.equal(row('artifactVersions').uid, 'java-org.example~lib/1.2');
  assert.equal(row('documents').uid, 'openssl');
});

const NAMES: readonly (readonly [what: string, binding: string])[] = [
  ['the names of the fields and uids', `{ identityUid: ${'a'.repeat(40)}/${'b'.repeat(16)}, roleUid: ${VIEWER} }`],
  ['aliases', '{ identity: the-bot, role: viewer }'],
  ['names', '{ identity: bot, role: viewer }'],
];

for (const [what, binding] of NAMES) {
  test(`a reference takes ${what}`, async () => {
    const { load, row } = world();
    await load(`
groups:
  - name: org
    uid: ${'a'.repeat(40)}
    roleBindings: [${binding}]
    identities: [{ name: bot, alias: the-bot, uid: ${'b'.repeat(16)}, ${CLAIM} }]
`);
    const { identityUid, roleUid } = row('roleBindings');
    assert.deepEqual([identityUid, roleUid], [`${'a'.repeat(40)}/${'b'.repeat(16)}`, VIEWER]);
  });
}

test('an alias that is also a name of another kind of thing means each where it fits', async () => {
  const { load, row } = world();
  await load(`
groups:
  - name: org
    identities: [{ name: bot, ${CLAIM} }]
    roleBindings: [{ alias: bot, identity: bot, role: viewer }]
`);
  assert.equal(row('roleBindings').identityUid, row('identities').uid);
});

test('of several things with a name, a reference means the one nearest above it', async () => {
  const { load, rows, row } = world();
  await load(`
groups:
  - name: org
    identities: [{ name: bot, ${CLAIM} }]
    groups:
      - name: team
        identities: [{ name: bot, ${CLAIM} }]
        roleBindings: [{ identity: bot, role: viewer }]
`);
  const team = row('groups', 'name', 'team');
  const [binding] = rows('roleBindings');
  assert.ok(String(binding?.identityUid).startsWith(`${team.uid}/`));
});

test('a role of the organization comes before a built-in one of its name', async () => {
  const { load, row } = world();
  await load(`
groups:
  - name: org
    roles: [{ name: viewer, capabilities: [CAP_REPO_LIST] }]
    identities: [{ name: bot, ${CLAIM} }]
    roleBindings: [{ identity: bot, role: viewer }]
`);
  assert.notEqual(row('roleBindings').roleUid, VIEWER);
});

test('uidOf puts a uid wherever a text is allowed', async () => {
  const { load, row } = world();
  await load(`
groups:
  - name: org
    alias: org
    identities:
      - { name: ingester, servicePrincipal: SERVICE_PRINCIPAL_INGESTER }
    accountAssociation:
      name: accounts
      chainguard: { serviceBindings: { INGESTER: { uidOf: ingester } } }
    termsAcceptances: [{ docId: sfdpa.v1, acceptedBy: { uidOf: ingester }, orgUid: { uidOf: org } }]
`);
  const { uid } = row('identities');
  assert.deepEqual(row('accountAssociations').chainguard, { serviceBindings: { INGESTER: uid } });
  const { acceptedBy, orgUid } = row('termsAcceptances');
  assert.deepEqual([acceptedBy, orgUid], [uid, row('groups').uid]);
});

test('output-only and row-only fields can be given, and stand over what the service would set', async () => {
  const { load, row } = world();
  await load(`
groups:
  - name: org
    status: ORG_STATUS_SUSPENDED
    identities: [{ name: bot, lastSeenTime: 2026-02-02T00:00:00Z, ${CLAIM} }]
    roleBindings: [{ identity: bot, role: viewer, founder: true }]
    groupInvites: [{ role: viewer, ttl: 60s, code: abc }]
`);
  assert.equal(row('groups').status, 'ORG_STATUS_SUSPENDED');
  assert.equal(row('identities').lastSeenTime, '2026-02-02T00:00:00.000Z');
  assert.equal(row('roleBindings').founder, true);
  assert.equal(row('groupInvites').code, 'abc');
});

test('the service completes a row as of the moment it was made', async () => {
  const { load, row } = world();
  await load(`
groups:
  - name: org
    kind: ORG_KIND_DEV
    groups: [{ name: team }]
    identities: [{ name: bot, createTime: 2026-01-01T00:00:00Z, ${CLAIM} }]
    groupInvites: [{ role: viewer, ttl: 3600s, createTime: 2026-01-01T00:00:00Z }]
`);
  assert.equal(row('groups', 'name', 'team').kind, 'ORG_KIND_DEV');
  assert.equal(row('groups', 'name', 'org').status, 'ORG_STATUS_READY');
  assert.equal(row('identities').lastSeenTime, '2026-01-01T00:00:00.000Z');
  const { expirationTime, ttl, code } = row('groupInvites');
  assert.deepEqual([expirationTime, ttl], ['2026-01-01T01:00:00.000Z', '3600s']);
  assert.match(String(code), /^[0-9a-f]{64}$/);
});

const TIMES: readonly (readonly [
  what: string,
  document: string,
  repo: string,
  createTime: string,
  updateTime?: string,
])[] = [
  ['now, where nothing says another time', '', '', NOW],
  ['counted from the start of the fixture', 'startTime: 2026-01-28T12:00:00Z', '', '2026-01-28T12:00:01.000Z'],
  ['counted from a start that is counted from now', 'startTime: now-1d', '', '2026-11-20T08:00:01.000Z'],
  ['what the row says', 'startTime: now', 'createTime: 2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
  ['what the row says, counted from now', '', 'createTime: now-90m', '2026-11-21T06:30:00.000Z'],
  ['now itself', '', 'createTime: now', NOW],
  [
    'and updated when it says so',
    '',
    'createTime: now-2d, updateTime: now+1h',
    '2026-11-19T08:00:00.000Z',
    '2026-11-21T09:00:00.000Z',
  ],
];

for (const [what, document, repo, createTime, updateTime = createTime] of TIMES) {
  test(`a row is made ${what}`, async () => {
    const { load, row } = world();
    await load(`${document}\ngroups: [{ name: org, repos: [{ name: nginx, ${repo} }] }]`);
    assert.deepEqual([row('repos').createTime, row('repos').updateTime], [createTime, updateTime]);
  });
}

test('everything: true makes a superuser, and false does not', async () => {
  const { load, rows, row } = world();
  await load(`identities: [{ name: a, everything: true, ${CLAIM} }, { name: b, everything: false, ${CLAIM} }]`);
  assert.deepEqual(rows('superusers'), [{ uid: row('identities', 'name', 'a').uid }]);
});

test('a token acts as an identity, which may be named before it exists', async () => {
  const { load, row, store } = world();
  await load(`tokens: { bot-token: bot }\n${ORG}`);
  assert.deepEqual(store.rows.get(namedTokens, 'bot-token'), { uid: 'bot-token', identity: row('identities').uid });
});

test('applyFixtures returns the uids of aliases, and of identities by a name that only one has', async () => {
  const { load, row } = world();
  const { aliases, rows } = await load(`${ORG}
    groups:
      - { name: t1, identities: [{ name: twin, ${CLAIM} }] }
      - { name: t2, identities: [{ name: twin, alias: t2-twin, ${CLAIM} }] }
`);
  assert.equal(aliases.get('org'), row('groups', 'name', 'org').uid);
  assert.equal(aliases.get('bot'), row('identities', 'name', 'bot').uid);
  assert.equal(aliases.has('twin'), false);
  assert.equal(aliases.has('t2-twin'), true);
  assert.equal(rows, 6);
});

test('an alias of one fixture serves the fixtures after it, in this call and in later ones', async () => {
  const { load, rows } = world();
  const repo = (name: string) => `
groups: [{ name: ${name}, termsAcceptances: [{ docId: ${name}, acceptedBy: { uidOf: org } }] }]`;
  await load(ORG, repo('a'));
  await load(repo('b'));
  assert.equal(new Set(rows('termsAcceptances').map(({ acceptedBy }) => acceptedBy)).size, 1);
});

test('a thing that is the same in two fixtures is one thing, and keeps its time', async () => {
  const { load, rows } = world();
  const admin = `identities: [{ name: admin, everything: true, ${CLAIM} }]\ntokens: { admin-token: admin }`;
  const { rows: written } = await load(
    `startTime: 2026-01-01T00:00:00Z\n${admin}`,
    `startTime: 2026-02-02T00:00:00Z\n${admin}`,
  );
  assert.equal(written, 2);
  assert.deepEqual(
    rows('identities').map(({ createTime }) => createTime),
    ['2026-01-01T00:00:00.000Z'],
  );
});

test('a later fixture adds values to a thing, and replaces those that differ', async () => {
  const { load, row, rows } = world();
  await load(
    'startTime: 2026-01-01T00:00:00Z\ngroups: [{ name: org, description: old, repos: [{ name: a }] }]',
    'groups: [{ name: org, description: new, repos: [{ name: b }] }]',
  );
  assert.equal(rows('repos').length, 2);
  const { description, createTime, updateTime } = row('groups');
  assert.deepEqual([description, createTime, updateTime], ['new', '2026-01-01T00:00:00.000Z', NOW]);
});

test('a later fixture adds to a thing by its uid only', async () => {
  const { load, row, rows } = world();
  await load(ORG);
  await load(`groups: [{ uid: ${row('groups').uid}, repos: [{ name: nginx }] }]`);
  assert.deepEqual([rows('groups').length, rows('repos').length], [1, 1]);
});

test('a later fixture replaces one member of a oneof by another', async () => {
  const { load, row } = world();
  const bot = (relation: string) => `groups: [{ name: org, identities: [{ name: bot, ${relation} }] }]`;
  await load(bot(CLAIM), bot('servicePrincipal: SERVICE_PRINCIPAL_INGESTER'));
  const { claimMatch, servicePrincipal } = row('identities');
  assert.deepEqual([claimMatch, servicePrincipal], [undefined, 'SERVICE_PRINCIPAL_INGESTER']);
});

test('a fixture applied twice changes nothing the second time', async () => {
  const { load, store } = world();
  const text = `${ORG}
    roleBindings: [{ identity: bot, role: viewer }]
    groupInvites: [{ role: viewer, ttl: 60s }]
    accountAssociation: { name: accounts }
`;
  await load(text);
  const before = JSON.stringify(allResources.map((resource) => store.rows.listWithin(resource, TOP)));
  const { rows } = await load(text);
  assert.equal(rows, 0);
  assert.equal(JSON.stringify(allResources.map((resource) => store.rows.listWithin(resource, TOP))), before);
});

test('nothing of a fixture stays when its last row is wrong, nor of those before it', async () => {
  const { load, rows, store } = world();
  await assert.rejects(load(ORG, `${ORG.replace('org', 'other').replace('org', 'other')}\n    repos: [{ name: BAD }]`));
  assert.deepEqual(
    [rows('groups').length, rows('identities').length, store.rows.get(namedTokens, 'x')],
    [0, 0, undefined],
  );
});

test('built-in rows are there after any fixture', async () => {
  const { load, row } = world();
  await load('{}');
  assert.equal(row('roles', 'name', 'viewer').uid, VIEWER);
});
