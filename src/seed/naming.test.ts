import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { FixtureError } from './fixture-error.ts';
import { fakerFor } from './load-faker.ts';

interface Refused {
  readonly what: string;
  readonly text: string;
  readonly line: number;
  readonly field: string;
  readonly description: string | RegExp;
}

const CLAIM = '{ issuer: https://issuer.example.com, subject: x }';

/** A group whose further keys begin on line 3. */
const org = (...lines: readonly string[]): string =>
  ['groups:', '  - name: org', ...lines.map((line) => `    ${line}`)].join('\n');

const NAMES: readonly Refused[] = [
  {
    what: 'a name that nothing has',
    text: org(
      'identities:',
      `  - { name: ci-bot, claimMatch: ${CLAIM} }`,
      'roleBindings:',
      '  - identity: ci-bto',
      '    role: viewer',
    ),
    line: 6,
    field: 'groups[0].roleBindings[0].identity',
    description: 'no identity is called "ci-bto", did you mean "ci-bot"?',
  },
  {
    what: 'a role that is not there, though one of its name nearly is',
    text: org('groupInvites:', '  - role: viewr', '    ttl: 60s'),
    line: 4,
    field: 'groups[0].groupInvites[0].role',
    description: 'no role is called "viewr", did you mean "viewer"?',
  },
  {
    what: 'a name that several things have',
    text: [
      'groups:',
      `  - { name: a, identities: [{ name: bot, claimMatch: ${CLAIM} }] }`,
      `  - { name: b, identities: [{ name: bot, claimMatch: ${CLAIM} }] }`,
      '  - name: c',
      '    roleBindings: [{ identity: bot, role: viewer }]',
    ].join('\n'),
    line: 5,
    field: 'groups[2].roleBindings[0].identity',
    description: '"bot" may mean several identities: give the one that is meant an alias',
  },
  {
    what: 'the alias of something else',
    text: org('alias: org', 'groupInvites:', '  - { role: org, ttl: 60s }'),
    line: 5,
    field: 'groups[0].groupInvites[0].role',
    description: '"org" is the alias of another thing: group, not role',
  },
  {
    what: 'a uid that no row has',
    text: org('groupInvites:', `  - role: ${'c'.repeat(40)}`, '    ttl: 60s'),
    line: 4,
    field: 'groups[0].groupInvites[0].role',
    description: `there is no role "${'c'.repeat(40)}"`,
  },
  {
    what: 'a reference under both of its names',
    text: org('groupInvites:', '  - role: viewer', '    roleUid: viewer', '    ttl: 60s'),
    line: 5,
    field: 'groups[0].groupInvites[0].roleUid',
    description: 'names roleUid a second time',
  },
  {
    what: 'a reference that a rule refuses, under the key that it has',
    text: [
      'groups:',
      '  - { name: a, roles: [{ name: mine, alias: mine, capabilities: [CAP_REPO_LIST] }] }',
      '  - name: b',
      '    groupInvites:',
      '      - ttl: 60s',
      '        role: mine',
    ].join('\n'),
    line: 6,
    field: 'groups[1].groupInvites[0].role',
    description: /^roleUid must be a built-in role/,
  },
  {
    what: 'uidOf something that is not there',
    text: org('termsAcceptances:', '  - docId: sfdpa.v1', '    acceptedBy: { uidOf: nobody }'),
    line: 5,
    field: 'groups[0].termsAcceptances[0].acceptedBy',
    description: 'no thing is called "nobody"',
  },
  {
    what: 'uidOf together with something else',
    text: org('termsAcceptances:', '  - { docId: a, acceptedBy: { uidOf: a, and: b } }'),
    line: 4,
    field: 'groups[0].termsAcceptances[0].acceptedBy',
    description: 'must be a string, or { uidOf: <alias or name> }',
  },
  {
    what: 'an alias given twice',
    text: 'groups:\n  - { name: a, alias: x }\n  - name: b\n    alias: x',
    line: 4,
    field: 'groups[1].alias',
    description: 'alias "x" is given twice',
  },
  {
    what: 'an alias that looks like a uid',
    text: `groups:\n  - name: a\n    alias: ${'a'.repeat(40)}`,
    line: 3,
    field: 'groups[0].alias',
    description: /not look like a uid$/,
  },
  {
    what: 'a uid that is none',
    text: org('uid: org'),
    line: 3,
    field: 'groups[0].uid',
    description: 'must be 40 hex digits',
  },
  {
    what: 'a uid below something else than its parent',
    text: org('repos:', '  - name: nginx', `    uid: ${'a'.repeat(40)}/${'b'.repeat(16)}`),
    line: 5,
    field: 'groups[0].repos[0].uid',
    description: /^must be 16 hex digits, alone or after "[0-9a-f]{40}\/"$/,
  },
  {
    what: 'one uid for two things of a kind',
    text: org('repos:', `  - { name: a, uid: ${'b'.repeat(16)} }`, `  - { name: b, uid: ${'b'.repeat(16)} }`),
    line: 5,
    field: 'groups[0].repos[1]',
    description: /^is the same repo as groups\[0\]\.repos\[0\], line 4$/,
  },
  {
    what: 'a token of nobody',
    text: 'tokens:\n  a-token: nobody',
    line: 2,
    field: 'tokens.a-token',
    description: 'no identity is called "nobody"',
  },
  {
    what: 'a token that no header can hold',
    text: `identities: [{ name: a, claimMatch: ${CLAIM} }]\ntokens:\n  "a token": a`,
    line: 3,
    field: 'tokens.a token',
    description: /^must consist of/,
  },
];

const refusalOf = async (texts: readonly string[], store: MemoryStore): Promise<FixtureError> => {
  const documents = texts.map((text, index) => parseFixture(text, `${index}.yaml`));
  const faker = await fakerFor(documents);
  const context = {
    resources: allResources,
    settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
    nowMillis: Date.parse('2026-11-21T08:00:00Z'),
    tokens: namedTokens,
    faker,
  };
  try {
    await store.writeInSteps((tx) => applyFixtures(documents, tx, context));
  } catch (error) {
    assert.ok(error instanceof FixtureError, String(error));
    return error;
  }
  throw new assert.AssertionError({ message: 'the fixture was applied' });
};

for (const { what, text, line, field, description } of NAMES) {
  test(`a fixture is refused for ${what}, with line and field`, async () => {
    const store = new MemoryStore();
    const error = await refusalOf([text], store);
    const [mistake, ...others] = error.mistakes;
    assert.ok(mistake);
    assert.deepEqual(others, []);
    assert.deepEqual({ file: mistake.file, line: mistake.line, field: mistake.field }, { file: '0.yaml', line, field });
    if (typeof description === 'string') assert.equal(mistake.description, description);
    else assert.match(mistake.description, description);
    assert.equal(error.message, `0.yaml:${line}:${mistake.column}: ${field}: ${mistake.description}`);
    assert.deepEqual(
      allResources.flatMap((resource) => store.rows.listWithin(resource, TOP)),
      [],
    );
  });
}

const BETWEEN: readonly (Omit<Refused, 'text'> & { readonly texts: readonly string[] })[] = [
  {
    what: 'an alias that another fixture gave to something else',
    texts: ['groups: [{ name: a, alias: x }]', 'groups:\n  - name: b\n    alias: x'],
    line: 3,
    field: 'groups[0].alias',
    description: /^alias "x" is given already, to group [0-9a-f]{40}$/,
  },
  {
    what: 'a token that another fixture gave to somebody else',
    texts: [
      `identities: [{ name: a, claimMatch: ${CLAIM} }]\ntokens: { t: a }`,
      `identities: [{ name: b, claimMatch: ${CLAIM} }]\ntokens: { t: b }`,
    ],
    line: 2,
    field: 'tokens.t',
    description: /^is a token of identity [0-9a-f]{40} already$/,
  },
  {
    what: 'a uid that another fixture gave to something of another kind',
    texts: [
      `groups: [{ name: a, uid: ${'a'.repeat(40)}, repos: [{ name: r, uid: ${'b'.repeat(16)} }] }]`,
      `groups:\n  - name: a\n    uid: ${'a'.repeat(40)}\n    groups:\n      - name: g\n        uid: ${'b'.repeat(16)}`,
    ],
    line: 6,
    field: 'groups[0].groups[0].uid',
    description: 'is the uid of a repo',
  },
];

for (const { what, texts, line, field, description } of BETWEEN) {
  test(`a later fixture is refused for ${what}, and the earlier one with it`, async () => {
    const store = new MemoryStore();
    const error = await refusalOf(texts, store);
    const [mistake, ...others] = error.mistakes;
    assert.deepEqual(others, []);
    assert.deepEqual(
      { file: mistake?.file, line: mistake?.line, field: mistake?.field },
      { file: '1.yaml', line, field },
    );
    assert.match(mistake?.description ?? '', new RegExp(description));
    assert.deepEqual(
      allResources.flatMap((resource) => store.rows.listWithin(resource, TOP)),
      [],
    );
  });
}
