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

const digestOf = (digit: string): string => `sha256:${digit.repeat(64)}`;

const tag = (name: string, digit: string, uid?: string): string =>
  `{ name: ${name}, digest: ${digestOf(digit)}${uid === undefined ? '' : `, uid: ${uid}`} }`;

const IMAGE = `{ digest: ${digestOf('a')}, architectures: [{ architecture: amd64 }] }`;

/** A group whose further keys begin on line 3. */
const org = (...lines: readonly string[]): string =>
  ['groups:', '  - name: org', ...lines.map((line) => `    ${line}`)].join('\n');

/** A repo in it whose rows of a kind begin on line 6. */
const repoWith = (kind: string, ...rows: readonly string[]): string =>
  org('repos:', '  - name: nginx', `    ${kind}:`, ...rows.map((row) => `      - ${row}`));

const SHAPE: readonly Refused[] = [
  {
    what: 'an unknown key at the top',
    text: 'groups: []\ngruops: []',
    line: 2,
    field: 'gruops',
    description: 'unknown key "gruops", did you mean "groups"?',
  },
  {
    what: 'an unknown key of a thing',
    text: org('repos:', '  - name: nginx', '    descripton: x'),
    line: 5,
    field: 'groups[0].repos[0].descripton',
    description: 'unknown key "descripton", did you mean "description"?',
  },
  {
    what: 'a name in the spelling of protobuf',
    text: org('identities:', '  - name: bot', `    claim_match: ${CLAIM}`),
    line: 5,
    field: 'groups[0].identities[0].claim_match',
    description: 'unknown key "claim_match", did you mean "claimMatch"?',
  },
  {
    what: 'an unknown key inside of a field',
    text: org('identities:', '  - name: bot', '    claimMatch:', '      isuer: https://a.example.com'),
    line: 6,
    field: 'groups[0].identities[0].claimMatch.isuer',
    description: 'unknown key "isuer", did you mean "issuer"?',
  },
  {
    what: 'a kind of thing that cannot live there',
    text: org('tags: []'),
    line: 3,
    field: 'groups[0].tags',
    description: 'unknown key "tags"',
  },
  {
    what: 'a repo above every group',
    text: 'repos: [{ name: nginx }]',
    line: 1,
    field: 'repos',
    description: /^unknown key "repos"/,
  },
  {
    what: 'what is answered from other rows',
    text: org('identityProviders:', '  - name: idp', '    scim: { enabled: true }'),
    line: 5,
    field: 'groups[0].identityProviders[0].scim',
    description: 'unknown key "scim", did you mean "scimCredential"?',
  },
  {
    what: 'one thing for a list',
    text: 'groups: { name: org }',
    line: 1,
    field: 'groups',
    description: 'must be a list',
  },
  { what: 'a word for a thing', text: 'groups: [org]', line: 1, field: 'groups[0]', description: 'must be an object' },
  {
    what: 'a list for a single thing',
    text: org('accountAssociation: []'),
    line: 3,
    field: 'groups[0].accountAssociation',
    description: 'must be an object',
  },
  {
    what: 'a uid for what has the uid of its parent',
    text: org('accountAssociation:', '  uid: x'),
    line: 4,
    field: 'groups[0].accountAssociation.uid',
    description: 'unknown key "uid"',
  },
  {
    what: 'everything that is neither true nor false',
    text: `identities: [{ name: a, everything: yes, claimMatch: ${CLAIM} }]`,
    line: 1,
    field: 'identities[0].everything',
    description: 'must be true or false',
  },
];

const FIELDS: readonly Refused[] = [
  {
    what: 'a field of the wrong type',
    text: org('repos:', '  - name: nginx', '    bundles: base'),
    line: 5,
    field: 'groups[0].repos[0].bundles',
    description: 'must be a list',
  },
  {
    what: 'a truth value for a text',
    text: repoWith('tags', 'name: true'),
    line: 6,
    field: 'groups[0].repos[0].tags[0].name',
    description: 'must be a string: put it in quotes',
  },
  {
    what: 'an unknown enum value',
    text: org('kind: CUSTOMER'),
    line: 3,
    field: 'groups[0].kind',
    description: 'unknown value "CUSTOMER"',
  },
  {
    what: 'a time without an offset',
    text: org('createTime: 2026-01-28T12:00:00'),
    line: 3,
    field: 'groups[0].createTime',
    description: 'must be an RFC 3339 timestamp with an offset',
  },
  {
    what: 'a time that is counted wrongly',
    text: org('createTime: now+1y'),
    line: 3,
    field: 'groups[0].createTime',
    description: 'must be an RFC 3339 timestamp with an offset',
  },
  {
    what: 'two members of a oneof',
    text: org(
      'identities:',
      '  - name: bot',
      `    claimMatch: ${CLAIM}`,
      '    servicePrincipal: SERVICE_PRINCIPAL_SKILLS',
    ),
    line: 6,
    field: 'groups[0].identities[0].servicePrincipal',
    description: 'cannot be set together with claimMatch',
  },
  {
    what: 'a name against its pattern',
    text: org('repos:', '  - name: ok', '  - name: Not OK'),
    line: 5,
    field: 'groups[0].repos[1].name',
    description: 'name must match "^[a-z0-9 ._-]{1,}$"',
  },
  {
    what: 'a thing without what it needs',
    text: org('subscriptions:', '  - {}'),
    line: 4,
    field: 'groups[0].subscriptions[0].sink',
    description: 'sink is required',
  },
  {
    what: 'a value that its own field refuses, deep inside',
    text: org(
      'identities:',
      '  - name: bot',
      '    claimMatch:',
      '      issuer: ftp://a.example.com',
      '      subject: x',
    ),
    line: 6,
    field: 'groups[0].identities[0].claimMatch.issuer',
    description: 'issuer must be an http or https URL',
  },
  {
    what: 'what a rule of the resource refuses',
    text: org('groups:', '  - name: team', '    kind: ORG_KIND_DEV'),
    line: 5,
    field: 'groups[0].groups[0].kind',
    description: 'kind is inherited from the root group',
  },
  {
    what: 'two repos of one name in one group',
    text: org('repos:', '  - name: nginx', '  - name: nginx'),
    line: 5,
    field: 'groups[0].repos[1]',
    description: 'repo "nginx" already exists: groups[0].repos[0], line 4',
  },
  {
    what: 'two documents with one key',
    text: 'documents:\n  - id: openssl\n  - id: openssl',
    line: 3,
    field: 'documents[1]',
    description: 'document "openssl" already exists: documents[0], line 2',
  },
  {
    what: 'what lies outside of the tree without a name',
    text: 'termsDocuments:\n  - label: Terms',
    line: 2,
    field: 'termsDocuments[0]',
    description: 'needs a uid',
  },
];

const BLOCKS: readonly Refused[] = [
  {
    what: 'an unknown kind to generate',
    text: org('generate:', '  repo: { count: 1 }'),
    line: 4,
    field: 'groups[0].generate.repo',
    description: 'unknown key "repo", did you mean "repos"?',
  },
  {
    what: 'generating something single',
    text: org('generate:', '  accountAssociation: { count: 1 }'),
    line: 4,
    field: 'groups[0].generate.accountAssociation',
    description: 'unknown key "accountAssociation"',
  },
  {
    what: 'a count that is none',
    text: org('generate:', '  repos: { count: many }'),
    line: 4,
    field: 'groups[0].generate.repos.count',
    description: 'must be a whole number from 0 to 1000000',
  },
  {
    what: 'a seed that is none',
    text: org('generate:', '  repos: { count: 1, seed: -1 }'),
    line: 4,
    field: 'groups[0].generate.repos.seed',
    description: 'must be a whole number of at most 32 bits',
  },
  {
    what: 'an unknown key of a block',
    text: org('generate:', '  repos: { count: 1, sede: 1 }'),
    line: 4,
    field: 'groups[0].generate.repos.sede',
    description: 'unknown key "sede", did you mean "seed"?',
  },
  {
    what: 'an unknown field for all of a block',
    text: org('generate:', '  repos: { count: 1, with: { nmae: x } }'),
    line: 4,
    field: 'groups[0].generate.repos.with.nmae',
    description: 'unknown key "nmae", did you mean "name"?',
  },
  {
    what: 'a field for all of a block that its rule refuses',
    text: org('generate:', '  repos:', '    count: 1', '    with: { bundles: [nonsense] }'),
    line: 6,
    field: 'groups[0].generate.repos.with.bundles',
    description: /^only the following keywords are valid/,
  },
  {
    what: 'a field that all of a block need and that cannot be made up',
    text: org('generate:', '  roles: { count: 1 }'),
    line: 4,
    field: 'groups[0].generate.roles.with.capabilities',
    description: 'capabilities is required',
  },
  {
    what: 'one name for all of a block',
    text: org('generate:', '  repos: { count: 2, with: { name: same } }'),
    line: 4,
    field: 'groups[0].generate.repos',
    description: 'repo "same" already exists',
  },
  {
    what: 'more things than there are ways to make them',
    text: org(
      'identities:',
      `  - { name: a, claimMatch: ${CLAIM} }`,
      'generate:',
      '  roleBindings: { count: 2, with: { role: viewer } }',
    ),
    line: 6,
    field: 'groups[0].generate.roleBindings',
    description: /already exists$/,
  },
];

/** Rows that no calls of the API could leave side by side. */
const APART: readonly Refused[] = [
  {
    what: 'two tags of one name in one repo',
    text: repoWith('tags', tag('v1', 'a'), tag('v1', 'b')),
    line: 7,
    field: 'groups[0].repos[0].tags[1]',
    description: 'tag "v1" already exists: groups[0].repos[0].tags[0], line 6',
  },
  {
    what: 'two tags of one name with uids of their own',
    text: repoWith('tags', tag('v1', 'a', 'a'.repeat(16)), tag('v1', 'b', 'b'.repeat(16))),
    line: 7,
    field: 'groups[0].repos[0].tags[1]',
    description: 'tag "v1" already exists: groups[0].repos[0].tags[0], line 6',
  },
  {
    what: 'two images of one digest in one repo',
    text: repoWith('images', IMAGE, IMAGE),
    line: 7,
    field: 'groups[0].repos[0].images[1]',
    description: `image "${digestOf('a')}" already exists: groups[0].repos[0].images[0], line 6`,
  },
  {
    what: 'two equal role bindings',
    text: org(
      'identities:',
      `  - { name: a, claimMatch: ${CLAIM} }`,
      'roleBindings:',
      ...['viewer', 'owner', 'viewer'].map((role) => `  - { identity: a, role: ${role} }`),
    ),
    line: 8,
    field: 'groups[0].roleBindings[2]',
    description: 'is the same role binding as groups[0].roleBindings[0], line 6',
  },
  {
    what: 'two equal role mappings of external groups',
    text: org(
      'identityProviders:',
      '  - name: idp',
      '    defaultRole: viewer',
      '    oidc: { issuer: https://a.example.com, clientId: a, clientSecret: b }',
      '    externalGroupRoleMappings:',
      '      - { externalGroupId: devs, role: viewer, scope: { uidOf: org } }',
      '      - { externalGroupId: devs, role: viewer, scope: { uidOf: org } }',
    ),
    line: 9,
    field: 'groups[0].identityProviders[0].externalGroupRoleMappings[1]',
    description: /already exists: groups\[0\]\.identityProviders\[0\]\.externalGroupRoleMappings\[0\], line 8$/,
  },
  {
    what: 'a verified root group of the name of another one',
    text: 'groups:\n  - { name: a, verified: true, kind: ORG_KIND_CUSTOMER }\n  - { name: a, verified: true, kind: ORG_KIND_CUSTOMER }',
    line: 3,
    field: 'groups[1]',
    description: 'group "a" already exists: groups[0], line 2',
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

/** Known or allowed names of a place are listed at the end; schema/nearest-name.test.ts has the list. */
const withoutList = (description: string): string => description.replace(/ \((?:known|allowed): [\w$, …]+\)$/, '');

for (const { what, text, line, field, description } of [...SHAPE, ...FIELDS, ...BLOCKS, ...APART]) {
  test(`S9, S20: a fixture is refused for ${what}, with line and field`, async () => {
    const store = new MemoryStore();
    const error = await refusalOf([text], store);
    const [mistake, ...others] = error.mistakes;
    assert.ok(mistake);
    assert.deepEqual(others, []);
    assert.deepEqual({ file: mistake.file, line: mistake.line, field: mistake.field }, { file: '0.yaml', line, field });
    if (typeof description === 'string') assert.equal(withoutList(mistake.description), description);
    else assert.match(mistake.description, description);
    assert.equal(error.message, `0.yaml:${line}:${mistake.column}: ${field}: ${mistake.description}`);
    assert.deepEqual(
      allResources.flatMap((resource) => store.rows.listWithin(resource, TOP)),
      [],
    );
  });
}
