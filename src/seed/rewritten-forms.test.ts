import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';

/** All rows that a fixture makes, as text. */
const rowsOf = async (text: string): Promise<string> => {
  const store = new MemoryStore();
  const context = {
    resources: allResources,
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
    nowMillis: Date.parse('2026-11-21T08:00:00Z'),
    tokens: namedTokens,
  };
  await store.writeInSteps((tx) => applyFixtures([parseFixture(text, 'a.yaml')], tx, context));
  const rows = Object.keys(store.rows.counts()).map((name) => [
    name,
    store.rows.listWithin({ name, indexes: [] }, '/'),
  ]);
  return JSON.stringify(rows, null, 1);
};

const DIGEST = `sha256:${'a'.repeat(64)}`;
const CLAIM = 'issuer: "https://a.example.com", subject: x';

const inGroup = (rest: string): string => `groups: [{ name: org, ${rest} }]`;
const tagged = (name: string): string =>
  inGroup(`repos: [{ name: app, tags: [{ name: ${name}, digest: "${DIGEST}" }] }]`);
const bound = (key: string): string =>
  `${inGroup(`identities: [{ name: a, ${key}, claimMatch: { ${CLAIM} } }], roleBindings: [{ identity: ALIAS, role: viewer }]`)}`;

/** Forms that programs write, and the form that means the same everywhere. */
const FORMS: readonly (readonly [what: string, written: string, meant: string])[] = [
  ['a time with a blank', 'startTime: 2026-01-28 12:54:21.189000+00:00', 'startTime: "2026-01-28T12:54:21.189Z"'],
  ['a time with small letters', 'startTime: 2026-01-28t12:54:21.189z', 'startTime: "2026-01-28T12:54:21.189Z"'],
  [
    'a time with a blank in a row',
    inGroup('createTime: 2026-01-28 12:54:21+01:00'),
    inGroup('createTime: "2026-01-28T11:54:21Z"'),
  ],
  [
    'a time of YAML 1.1',
    '%YAML 1.1\n---\nstartTime: 2026-01-28 12:54:21.189Z',
    'startTime: "2026-01-28T12:54:21.189Z"',
  ],
  ...['4e18023', '1e3', '0o17', '0x1F', '123e4567', '1234567890e12345', '1.10', '007', '12345678901234567890'].map(
    (text) => [`a tag named ${text}`, tagged(text), tagged(`"${text}"`)] as const,
  ),
  [
    'a text like a time of YAML 1.1',
    `%YAML 1.1\n---\n${inGroup('description: 12:30:45')}`,
    inGroup('description: "12:30:45"'),
  ],
  [
    'a number in JSON',
    '{"description": "x", "groups": [{"name": "org", "description": 1e3}]}',
    inGroup('description: "1e3"'),
  ],
  [
    'a map key',
    inGroup(
      'identities: [{ name: a, claimMatch: { claims: { 1e3: 2e3 }, issuer: "https://a.example.com", subject: x } }]',
    ),
    inGroup(
      'identities: [{ name: a, claimMatch: { claims: { "1e3": "2e3" }, issuer: "https://a.example.com", subject: x } }]',
    ),
  ],
  [
    'two map keys that are one number',
    inGroup(
      'identities: [{ name: a, claimMatch: { claims: { 1e3: a, 1000: b }, issuer: "https://a.example.com", subject: x } }]',
    ),
    inGroup(
      'identities: [{ name: a, claimMatch: { claims: { "1e3": a, "1000": b }, issuer: "https://a.example.com", subject: x } }]',
    ),
  ],
  [
    'an alias, and a reference to it',
    bound('alias: 4e18023').replace('ALIAS', '4e18023'),
    bound('alias: "4e18023"').replace('ALIAS', '"4e18023"'),
  ],
  [
    'a uid',
    inGroup('repos: [{ name: a, uid: 1234567890e12345 }]'),
    inGroup('repos: [{ name: a, uid: "1234567890e12345" }]'),
  ],
  [
    'a token',
    `identities: [{ name: a, claimMatch: { ${CLAIM} } }]\ntokens: { 4e18023: a }`,
    `identities: [{ name: a, claimMatch: { ${CLAIM} } }]\ntokens: { "4e18023": a }`,
  ],
  [
    'a kept row of an export',
    'exact: true\nrows: { tombstones: [{ uid: 4e18023 }] }',
    'exact: true\nrows: { tombstones: [{ uid: "4e18023" }] }',
  ],
  [
    'a number that is merged',
    `x: &x\ngroups: [{ name: org, repos: [{ name: app, tags: [&t { name: 1e3, digest: "${DIGEST}" }] }, { name: b, tags: [{ <<: *t }] }] }]`.replace(
      'x: &x\n',
      '',
    ),
    inGroup(
      `repos: [{ name: app, tags: [{ name: "1e3", digest: "${DIGEST}" }] }, { name: b, tags: [{ name: "1e3", digest: "${DIGEST}" }] }]`,
    ),
  ],
  [
    'capabilities by their names',
    inGroup('roles: [{ name: r, capabilities: [repo.list, CAP_TAG_LIST] }]'),
    inGroup('roles: [{ name: r, capabilities: [CAP_REPO_LIST, CAP_TAG_LIST] }]'),
  ],
];

for (const [what, written, meant] of FORMS) {
  test(`S19: ${what} is read as it is meant`, async () => assert.equal(await rowsOf(written), await rowsOf(meant)));
}

const WORDS: readonly (readonly [what: string, text: string])[] = [
  ['true', tagged('true')],
  ['y of YAML 1.1', `%YAML 1.1\n---\n${tagged('y')}`],
  ['n of YAML 1.1 as a reference', `%YAML 1.1\n---\n${inGroup('roleBindings: [{ identity: n, role: viewer }]')}`],
];

for (const [what, text] of WORDS) {
  test(`S19: ${what} for a text is refused, with the advice to quote it`, async () => {
    await assert.rejects(rowsOf(text), /must be a string: put it in quotes$/);
  });
}

const UNKNOWN: readonly (readonly [given: string, nearest: string])[] = [
  ['repo.lst', 'repo.list'],
  ['CAP_REPO_LISTT', 'CAP_REPO_LIST'],
];

for (const [given, nearest] of UNKNOWN) {
  test(`S9: the capability ${given} is refused with ${nearest}, which is among those that are listed`, async () => {
    await assert.rejects(rowsOf(inGroup(`roles: [{ name: r, capabilities: [${given}] }]`)), (error) => {
      const { message } = error as Error;
      assert.match(message, new RegExp(`did you mean "${nearest}"\\? \\(allowed: [^)]*\\b${nearest}\\b`));
      return true;
    });
  });
}
