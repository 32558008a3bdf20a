import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { allResources } from '../src/editions/editions.ts';
import { fixtureFormat } from '../src/seed/fixture-format.ts';
import { parseFixture } from '../src/testing/parse-fixture.ts';
import { fixtureSchemaText } from './fixture-schema.ts';

const PROJECT = new URL('../', import.meta.url);
const text = fixtureSchemaText(fixtureFormat(allResources));
const ajv = new Ajv2020({ strict: true, code: { optimize: false } });
addFormats.default(ajv);
const accepts = ajv.compile(JSON.parse(text));

test('the schema is the same text each time', () => {
  assert.equal(fixtureSchemaText(fixtureFormat(allResources)), text);
});

test('the schema has a definition of every kind, with a description for every field', () => {
  const { $defs } = JSON.parse(text) as {
    readonly $defs: Record<string, { properties?: Record<string, { description?: string }> }>;
  };
  for (const { resource, marker, fields } of fixtureFormat(allResources).kinds.values()) {
    if (marker) continue;
    const properties = $defs[resource.type]?.properties;
    for (const name of fields.fields.keys()) assert.ok(properties?.[name]?.description, `${resource.type}.${name}`);
  }
});

for (const file of readdirSync(new URL('fixtures/', PROJECT))) {
  test(`the schema accepts ${file}`, () => {
    const { contents } = parseFixture(readFileSync(new URL(`fixtures/${file}`, PROJECT), 'utf8'), file);
    assert.ok(accepts(contents), JSON.stringify(accepts.errors));
  });

  test(`${file} names the schema for editors`, () => {
    const path = new URL(`fixtures/${file}`, PROJECT);
    const [, schema = ''] = /^# yaml-language-server: \$schema=(\S+)\n/.exec(readFileSync(path, 'utf8')) ?? [];
    assert.equal(fileURLToPath(new URL(schema, path)), fileURLToPath(new URL('fixture.schema.json', PROJECT)));
  });
}

const CLAIM = '{ issuer: https://a.example.com, subject: x }';

const ACCEPTED: readonly (readonly [what: string, text: string])[] = [
  ['nothing', '{}'],
  ['a thing by its uid alone', 'groups: [{ uid: x, repos: [{ name: a }] }]'],
  [
    'a number for a 64-bit whole number',
    'artifacts: [{ name: a, artifactVersions: [{ version: "1", sizeBytes: 5 }] }]',
  ],
  ['uidOf where a uid may stand', 'groups: [{ name: a, termsAcceptances: [{ acceptedBy: { uidOf: b } }] }]'],
  ...['86400s', '24h', '1d', '72h1s', '0.5s', '250ms'].map(
    (ttl) => [`a duration of ${ttl}`, `groups: [{ name: a, groupInvites: [{ role: b, ttl: ${ttl} }] }]`] as const,
  ),
  ['names by a pattern', 'groups: [{ name: a, generate: { repos: { count: 2, name: "app-{n}-{n:3}" } } }]'],
  ['a time that counts in several units', 'startTime: now-72h1s'],
  ['times that count from now', 'startTime: now-90d\ngroups: [{ name: a, createTime: now }]'],
  [
    'blocks in blocks',
    'generate: { groups: { count: 1, repos: { count: 2, seed: 3, with: { bundles: [base] }, tags: { count: 1 } } } }',
  ],
];

for (const [what, fixture] of ACCEPTED) {
  test(`the schema accepts ${what}`, () => {
    assert.ok(accepts(parseFixture(fixture, 'x.yaml').contents), JSON.stringify(accepts.errors));
  });
}

const REFUSED: readonly (readonly [what: string, text: string])[] = [
  ['an unknown key', 'gruops: []'],
  ['an unknown field', 'groups: [{ name: a, nmae: b }]'],
  ['a repo without a name', 'groups: [{ name: a, repos: [{}] }]'],
  ['a name against its pattern', 'groups: [{ name: A }]'],
  ['an unknown enum value', 'groups: [{ name: a, kind: CUSTOMER }]'],
  ['a time that is none', 'groups: [{ name: a, createTime: yesterday }]'],
  ['a pattern of names with another brace', 'generate: { groups: { count: 1, name: "app-{m}" } }'],
  [
    'a pattern of names where nothing has one',
    'groups: [{ name: a, generate: { subscriptions: { count: 1, name: "a" } } }]',
  ],
  ['a duration that is none', 'groups: [{ name: a, groupInvites: [{ role: b, ttl: soon }] }]'],
  ['a duration without a unit', 'groups: [{ name: a, groupInvites: [{ role: b, ttl: "90" }] }]'],
  ['a word for a switch', `identities: [{ name: a, everything: yes, claimMatch: ${CLAIM} }]`],
  ['a block without a count', 'groups: [{ name: a, generate: { repos: {} } }]'],
  ['a list for a single thing', 'groups: [{ name: a, accountAssociation: [] }]'],
];

for (const [what, fixture] of REFUSED) {
  test(`the schema refuses ${what}`, () => {
    assert.equal(accepts(parseFixture(fixture, 'x.yaml').contents), false);
  });
}
