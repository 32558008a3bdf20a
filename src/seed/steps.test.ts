import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bySize } from '../../scripts/test-size.ts';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import { MemoryStore } from '../store/memory.ts';
import { workOf } from '../testing/work-meter.ts';
import { applyFixtures } from './apply.ts';
import { FixtureError } from './fixture-error.ts';
import { parse } from './load.ts';
import { fakerFor } from './load-faker.ts';

/** The maximum number of function calls of one step: some milliseconds' worth. */
const MAX_CALLS = 100_000;
/** The names of generated things are drawn in one step. */
const MAX_CALLS_WITH_NAMES = 400_000;
const MANY = bySize({ small: 80, usual: 120, whole: 600 });
const each = (text: (nth: number) => string): string => Array.from({ length: MANY }, (_, nth) => text(nth)).join('');
const CLAIM = '{ issuer: https://issuer.example.com, subject: x }';
const DIGEST = `sha256:${'a'.repeat(64)}`;

const GENERATED = 'generated things';
/** Fixtures that are large in one way each. */
const LARGE: readonly (readonly [what: string, text: string, isRefused?: true])[] = [
  ['items of one list', `groups:\n  - name: org\n    repos:\n${each((nth) => `      - name: r${nth}\n`)}`],
  [
    'items below many others',
    `groups:\n${each((nth) => `  - name: g${nth}\n    repos: [{ name: a, tags: [{ name: b, digest: ${DIGEST} }] }]\n`)}`,
  ],
  ['items in JSON', JSON.stringify({ groups: Array.from({ length: MANY }, (_, nth) => ({ name: `g${nth}` })) })],
  [
    'items that are named by others which follow',
    `groups:\n  - name: org\n    roleBindings:\n${each((nth) => `      - { identity: i${nth}, role: viewer }\n`)}    identities:\n${each((nth) => `      - { name: i${nth}, claimMatch: ${CLAIM} }\n`)}`,
  ],
  ['anchors and merges', `groups:\n${each((nth) => `  - &a${nth} { <<: { name: g${nth} }, alias: a${nth} }\n`)}`],
  [GENERATED, `groups: [{ name: org, generate: { repos: { count: ${MANY}, tags: { count: 2 } } } }]`],
  [
    'tokens',
    `groups: [{ name: org, identities: [{ name: bot, claimMatch: ${CLAIM} }] }]\ntokens:\n${each((nth) => `  t${nth}: bot\n`)}`,
  ],
  ['keys that are unknown', `groups:\n  - name: org\n${each((nth) => `    k${nth}: 1\n`)}`, true],
  ['mistakes of YAML', `groups:\n${each((nth) => `  - name: "g${nth}" x\n`)}`, true],
];

const applyText = async (text: string): Promise<void> => {
  const documents = [await parse(text, 'x.yaml')];
  const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' };
  const faker = await fakerFor(documents);
  const context = { resources: allResources, settings, nowMillis: 0, tokens: namedTokens, faker };
  await new MemoryStore().writeInSteps((tx) => applyFixtures(documents, tx, context));
};

for (const [what, text, isRefused = false] of LARGE) {
  test(`S13: a fixture of many ${what} is ${isRefused ? 'refused' : 'read and applied'} in small steps`, async () => {
    // Things that are made only once are made now.
    await applyText('groups: [{ name: org, generate: { repos: { count: 1 } } }]');
    const { most, turns } = await workOf(() =>
      isRefused ? assert.rejects(applyText(text), FixtureError) : applyText(text),
    );
    const bound = what === GENERATED ? MAX_CALLS_WITH_NAMES : MAX_CALLS;
    assert.ok(most < bound, `${most} calls in one of ${turns} steps`);
  });
}
