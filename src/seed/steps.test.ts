import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../app/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import type { Tx } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { MemoryStore } from '../store/memory.ts';
import { type Applied, applyFixtures } from './apply.ts';
import type { FixtureDocument } from './fixture-document.ts';
import { fakerFor } from './load-faker.ts';
import { parseFixture } from './parse.ts';

const MANY = 3_000;
const each = (text: (nth: number) => string): string => Array.from({ length: MANY }, (_, nth) => text(nth)).join('');
const CLAIM = '{ issuer: https://issuer.example.com, subject: x }';

/** Fixtures that are large in one way each. */
const LARGE: readonly (readonly [what: string, text: string])[] = [
  ['items of one list', `groups:\n  - name: org\n    repos:\n${each((nth) => `      - name: r${nth}\n`)}`],
  [
    'items below many others',
    `groups:\n${each((nth) => `  - name: g${nth}\n    repos: [{ name: a, tags: [{ name: b }] }]\n`)}`,
  ],
  [
    'items that are named by others which follow',
    `groups:\n  - name: org\n    roleBindings:\n${each((nth) => `      - { identity: i${nth}, role: viewer }\n`)}    identities:\n${each((nth) => `      - { name: i${nth}, claimMatch: ${CLAIM} }\n`)}`,
  ],
  ['aliases', `groups:\n${each((nth) => `  - { name: g${nth}, alias: a${nth} }\n`)}`],
  ['generated things', `groups: [{ name: org, generate: { repos: { count: ${MANY}, tags: { count: 2 } } } }]`],
  [
    'tokens',
    `groups: [{ name: org, identities: [{ name: bot, claimMatch: ${CLAIM} }] }]\ntokens:\n${each((nth) => `  t${nth}: bot\n`)}`,
  ],
];

/** Counts how often something is used. */
class Counter {
  used = 0;

  /** The same, with all uses of it and of what is in it counted. */
  counting<T extends object>(of: T): T {
    return new Proxy(of, {
      get: (target, key) => {
        this.used += 1;
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'object' && value !== null ? this.counting(value) : value;
      },
    });
  }
}

/** The most uses of what is read and written in one step, and how many steps there are. */
const measured = (steps: Steps<Applied>, counter: Counter): { readonly most: number; readonly count: number } => {
  let most = 0;
  let count = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    most = Math.max(most, counter.used);
    counter.used = 0;
    count += 1;
    if (step.done) return { most, count };
  }
};

for (const [what, text] of LARGE) {
  test(`S13: a fixture of many ${what} is applied in small steps`, async () => {
    const { contents, ...document } = parseFixture(text, 'x.yaml');
    const counter = new Counter();
    const counted: FixtureDocument = { ...document, contents: counter.counting({ ...contents }) };
    const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' };
    const context = {
      resources: allResources,
      settings,
      nowMillis: 0,
      tokens: namedTokens,
      faker: await fakerFor([counted]),
    };
    const { most, count } = await new MemoryStore().write((tx) =>
      measured(applyFixtures([counted], counter.counting(tx) as Tx, context), counter),
    );
    assert.ok(most < 5_000, `${most} uses of values and rows in one step`);
    assert.ok(count > MANY / 50, `${count} steps`);
  });
}
