import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import type { Row } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { type FixtureDocument, FixtureError } from './fixture-error.ts';
import { timeFrom } from './read-value.ts';

type Invite = Row & { readonly expirationTime?: string; readonly ttl?: string };

const NOW = Date.parse('2026-11-21T08:00:00Z');

const ajv = new Ajv2020({ strict: true, code: { optimize: false } });
addFormats.default(ajv);
const accepts = ajv.compile(JSON.parse(readFileSync('fixture.schema.json', 'utf8')));

const withInvite = (fields: string): FixtureDocument =>
  parseFixture(`groups: [{ name: org, groupInvites: [{ role: viewer, ${fields} }] }]`, 'x.yaml');

const isInSchema = (fields: string): boolean => accepts(withInvite(fields).contents) === true;

/** The invite that a fixture makes of these fields. */
const inviteOf = async (fields: string): Promise<Invite | undefined> => {
  const store = new MemoryStore();
  const documents = [withInvite(fields)];
  const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' };
  const context = { resources: allResources, settings, nowMillis: NOW, tokens: namedTokens };
  await store.writeInSteps((tx) => applyFixtures(documents, tx, context));
  const invites = allResources.find(({ plural }) => plural === 'groupInvites');
  assert.ok(invites);
  const [row] = store.rows.listWithin(invites, TOP);
  return row && ({ ...row, ...invites.hydrate?.answer(row, store.rows) } as Invite);
};

const DURATIONS: readonly (readonly [spelling: string, end: string])[] = [
  ['86400s', '2026-11-22T08:00:00.000Z'],
  ['24h', '2026-11-22T08:00:00.000Z'],
  ['1d', '2026-11-22T08:00:00.000Z'],
  ['72h1s', '2026-11-24T08:00:01.000Z'],
  ['1.5h', '2026-11-21T09:30:00.000Z'],
  ['500ms', '2026-11-21T08:00:00.500Z'],
];

for (const [spelling, end] of DURATIONS) {
  test(`S10: an invite of ttl ${spelling} ends at ${end}`, async () => {
    assert.equal((await inviteOf(`ttl: ${spelling}`))?.expirationTime, end);
  });
}

const NEITHER: readonly (readonly [what: string, fields: string])[] = [
  ['neither ttl nor expirationTime', 'email: a@example.com'],
  ['an empty ttl', 'ttl: null'],
];

for (const [what, fields] of NEITHER) {
  test(`S11: an invite with ${what} is refused, by the schema too`, async () => {
    await assert.rejects(inviteOf(fields), { message: /: groups\[0\]\.groupInvites\[0\]\.ttl: ttl is required$/ });
    assert.equal(isInSchema(fields), false);
  });
}

const ENDS: readonly (readonly [fields: string, end: string, ttl: string])[] = [
  [
    'expirationTime: 2026-01-28T12:00:00Z, createTime: 2026-01-28T11:00:00.500Z',
    '2026-01-28T12:00:00.000Z',
    '3599.500s',
  ],
  ['expirationTime: now+1d', '2026-11-22T08:00:00.000Z', '86400s'],
  ['ttl: 1d, expirationTime: now+2d', '2026-11-23T08:00:00.000Z', '86400s'],
  ['ttl: 1d', '2026-11-22T08:00:00.000Z', '86400s'],
];

for (const [fields, end, ttl] of ENDS) {
  test(`S11, 5.2: an invite with ${fields} ends at ${end}, has a ttl, and is good by the schema`, async () => {
    const invite = await inviteOf(fields);
    assert.deepEqual([invite?.expirationTime, invite?.ttl], [end, ttl]);
    assert.ok(isInSchema(fields));
  });
}

for (const ttl of ['soon', '90', '1w', '-24h', '9999999999d', '[]']) {
  test(`a ttl of ${ttl} is refused with its place`, async () => {
    await assert.rejects(inviteOf(`ttl: ${ttl}`), (error) => {
      assert.ok(error instanceof FixtureError);
      assert.deepEqual(
        error.mistakes.map(({ field, description }) => [field, description]),
        [['groups[0].groupInvites[0].ttl', 'must be a duration such as "90s", "24h" or "72h1s"']],
      );
      return true;
    });
  });
}

const TIMES: readonly (readonly [text: string, time: string])[] = [
  ['now', '2026-11-21T08:00:00.000Z'],
  ['now+1d', '2026-11-22T08:00:00.000Z'],
  ['now-72h1s', '2026-11-18T07:59:59.000Z'],
  ['now+1.5h', '2026-11-21T09:30:00.000Z'],
  ['now+9999999d', 'now+9999999d'],
  ['now-9999999d', 'now-9999999d'],
  ['now+-1s', 'now+-1s'],
  ['now+1y', 'now+1y'],
];

for (const [text, time] of TIMES) {
  test(`${text} is read as ${time}`, () => assert.equal(timeFrom(text, NOW), time));
}
