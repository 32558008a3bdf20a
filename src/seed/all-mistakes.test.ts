import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { FixtureError, type FixtureMistake } from './fixture-error.ts';
import { fakerFor } from './load-faker.ts';

const CLAIM = '{ issuer: https://issuer.example.com, subject: x }';

const mistakesOf = async (...texts: readonly string[]): Promise<readonly FixtureMistake[]> => {
  const store = new MemoryStore();
  try {
    const documents = texts.map((text, nth) => parseFixture(text, `${nth}.yaml`));
    const context = {
      resources: allResources,
      settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
      nowMillis: Date.parse('2026-11-21T08:00:00Z'),
      tokens: namedTokens,
      faker: await fakerFor(documents),
    };
    await store.writeInSteps((tx) => applyFixtures(documents, tx, context));
  } catch (error) {
    assert.ok(error instanceof FixtureError, String(error));
    for (const resource of allResources) assert.deepEqual(store.rows.listWithin(resource, TOP), []);
    return error.mistakes;
  }
  return [];
};

/** `file:line: field: first words` of each mistake. */
const summaries = (mistakes: readonly FixtureMistake[]): readonly string[] =>
  mistakes.map(
    ({ file, line, field, description }) => `${file}:${line}: ${field}: ${description.split(/[,(]| "\^/)[0]?.trim()}`,
  );

const EVERY_STAGE = `gruops: 1
startTime: yesterday
groups:
  - name: org
    kind: CUSTOMER
    descripton: x
    createTime: now+1y
    uid: nonsense
    identities:
      - { name: bot, claimMatch: ${CLAIM} }
      - { name: bot two, claimMatch: { isuer: a, subject: true } }
    roleBindings:
      - { identity: bto, role: viewer }
      - { identity: bot, role: viewr }
    groupInvites:
      - { role: viewer, ttl: soon }
      - { role: viewer, ttl: 0s, email: nonsense }
    repos:
      - { name: Not OK, bundles: [nonsense] }
      - name: app
        tags:
          - { name: true }
          - { name: latest, digest: nonsense }
      - name: app
      - word
    generate:
      repos: { count: many, with: { nmae: x, bundles: [nonsense] } }
      repo: { count: 1 }
tokens:
  "not a token": bot
  a-token: nobody
`;

test('all mistakes of a fixture are reported, in the order of the text', async () => {
  assert.deepEqual(summaries(await mistakesOf(EVERY_STAGE)), [
    '0.yaml:1: gruops: unknown key "gruops"',
    '0.yaml:2: startTime: must be an RFC 3339 timestamp with an offset',
    '0.yaml:5: groups[0].kind: unknown value "CUSTOMER"',
    '0.yaml:6: groups[0].descripton: unknown key "descripton"',
    '0.yaml:7: groups[0].createTime: must be an RFC 3339 timestamp with an offset',
    '0.yaml:8: groups[0].uid: must be 40 hex digits',
    '0.yaml:11: groups[0].identities[1].claimMatch.isuer: unknown key "isuer"',
    '0.yaml:11: groups[0].identities[1].claimMatch.subject: must be a string: put it in quotes',
    '0.yaml:13: groups[0].roleBindings[0].identity: no identity is called "bto"',
    '0.yaml:14: groups[0].roleBindings[1].role: no role is called "viewr"',
    '0.yaml:16: groups[0].groupInvites[0].ttl: must be a duration such as "90s"',
    '0.yaml:17: groups[0].groupInvites[1].ttl: ttl must be positive',
    '0.yaml:17: groups[0].groupInvites[1].email: must be an e-mail address',
    '0.yaml:19: groups[0].repos[0].name: name must match',
    '0.yaml:19: groups[0].repos[0].bundles: only the following keywords are valid',
    '0.yaml:22: groups[0].repos[1].tags[0].name: must be a string: put it in quotes',
    '0.yaml:23: groups[0].repos[1].tags[1].digest: digest must match',
    '0.yaml:24: groups[0].repos[2]: repo "app" already exists: groups[0].repos[1]',
    '0.yaml:25: groups[0].repos[3]: must be an object',
    '0.yaml:27: groups[0].generate.repos.count: must be a whole number from 0 to 1000000',
    '0.yaml:27: groups[0].generate.repos.with.nmae: unknown key "nmae"',
    '0.yaml:27: groups[0].generate.repos.with.bundles: only the following keywords are valid',
    '0.yaml:28: groups[0].generate.repo: unknown key "repo"',
    '0.yaml:30: tokens.not a token: must consist of letters',
    '0.yaml:31: tokens.a-token: no identity is called "nobody"',
  ]);
});

test('the mistakes of several fixtures are reported in their order', async () => {
  const mistakes = await mistakesOf('groups: [{ name: org, kind: x, repos: [{}] }]', 'tokens: { t: nobody }\nrepos: 1');
  assert.deepEqual(summaries(mistakes), [
    '0.yaml:1: groups[0].kind: unknown value "x"',
    '0.yaml:1: groups[0].repos[0].name: name must match',
    '1.yaml:1: tokens.t: no identity is called "nobody"',
    '1.yaml:2: repos: unknown key "repos"',
  ]);
});

/** Consequences of another mistake are not reported as mistakes. */
const FOLLOWING: readonly (readonly [what: string, text: string, mistakes: readonly string[]])[] = [
  [
    'a name under a wrong key, and references to it',
    `identities: [{ nmae: bot, claimMatch: ${CLAIM} }]\ntokens: { a-token: bot }`,
    ['0.yaml:1: identities[0].nmae: unknown key "nmae"'],
  ],
  [
    'a list under a wrong key, and references to what is in it',
    `identites: [{ name: bot, claimMatch: ${CLAIM} }]\ntokens: { a-token: bot }`,
    ['0.yaml:1: identites: unknown key "identites"'],
  ],
  [
    'a reference that cannot be read, and the uid of what has it',
    'groups: [{ name: a, roleBindings: [{ identity: true, role: viewer }] }]',
    ['0.yaml:1: groups[0].roleBindings[0].identity: must be a string: put it in quotes'],
  ],
  [
    'a thing of the wrong type above others',
    'groups: [{ name: a, kind: x, groups: [{ name: b, repos: [{ name: c }] }] }]',
    ['0.yaml:1: groups[0].kind: unknown value "x"'],
  ],
  [
    'a group whose uid is wrong, and what lies in it',
    `groups: [{ name: a, uid: x, identities: [{ name: bot, claimMatch: ${CLAIM} }] }]\ntokens: { t: bot }`,
    ['0.yaml:1: groups[0].uid: must be 40 hex digits'],
  ],
  [
    'a count under a wrong key',
    'groups: [{ name: a, generate: { repos: { cuont: 5 } } }]',
    ['0.yaml:1: groups[0].generate.repos.cuont: unknown key "cuont"'],
  ],
  [
    'the same mistake of each thing that a block makes',
    'groups: [{ name: a, generate: { repos: { count: 50, with: { bundles: [nonsense] } } } }]',
    ['0.yaml:1: groups[0].generate.repos.with.bundles: only the following keywords are valid'],
  ],
];

for (const [what, text, mistakes] of FOLLOWING) {
  test(`one mistake is reported for ${what}`, async () => {
    assert.deepEqual(summaries(await mistakesOf(text)), mistakes);
  });
}

test('S1: the first thousand mistakes are reported, as far as they fit into 128 KiB', async () => {
  const repos = Array.from({ length: 3_000 }, () => '      - 1').join('\n');
  const mistakes = await mistakesOf(`groups:\n  - name: org\n    repos:\n${repos}`);
  assert.equal(mistakes.length, 1_000);
  assert.deepEqual([mistakes[0]?.line, mistakes[999]?.line], [4, 1_003]);
  const keys = Array.from({ length: 3_000 }, (_, nth) => `${'k'.repeat(200)}${nth}: 1`).join('\n');
  const long = await mistakesOf(keys);
  const length = long.reduce((sum, { field, description }) => sum + field.length + description.length, 0);
  assert.ok(long.length > 100 && length <= 128 * 1024 && length > 127 * 1024, `${long.length} mistakes, ${length}`);
});

test('a mistake has one line, whatever its key holds', async () => {
  const [mistake, ...others] = await mistakesOf('"a\\nb\\u2028": 1');
  assert.deepEqual([others, mistake?.field], [[], 'a\\u000ab\\u2028']);
  assert.match(mistake?.description ?? '', /^unknown key "a\\nb\\u2028" \(known: [^\n]*\)$/);
});

test('keys that are given twice are all reported', async () => {
  const mistakes = await mistakesOf('groups: []\ngroups: []\ntokens: {}\ntokens: {}');
  assert.deepEqual(summaries(mistakes), ['0.yaml:2: : Map keys must be unique', '0.yaml:4: : Map keys must be unique']);
});

test('a thousand wrong names among thousands are looked for within a bound of work', async () => {
  const name = (nth: number): string => `${'n'.repeat(50)}${10_000 + nth}`;
  const identities = Array.from({ length: 5_000 }, (_, nth) => `  - { name: ${name(nth)}, claimMatch: ${CLAIM} }`);
  const tokens = Array.from({ length: 1_000 }, (_, nth) => `  t${nth}: ${'m'.repeat(50)}${10_000 + nth}`);
  const mistakes = await mistakesOf(`identities:\n${identities.join('\n')}\ntokens:\n${tokens.join('\n')}`);
  assert.ok(mistakes.length > 900);
});
