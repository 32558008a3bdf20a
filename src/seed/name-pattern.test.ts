import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import type { Row } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { FixtureError } from './fixture-error.ts';
import { fakerFor } from './load-faker.ts';
import { fillPattern } from './name-pattern.ts';

const NAMES: readonly (readonly [pattern: string, nth: number, name: string])[] = [
  ['app-{n}', 1, 'app-1'],
  ['app-{n:3}', 7, 'app-007'],
  ['app-{n:3}', 1234, 'app-1234'],
  ['{n}-{n:2}', 5, '5-05'],
  ['app', 1, 'app'],
];

for (const [pattern, nth, name] of NAMES) {
  test(`${pattern} names the thing of number ${nth} ${name}`, () => assert.equal(fillPattern(pattern, nth), name));
}

const apply = async (store: MemoryStore, text: string): Promise<void> => {
  const documents = [parseFixture(text, 'x.yaml')];
  const settings = { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' };
  const nowMillis = Date.parse('2026-11-21T08:00:00Z');
  const faker = await fakerFor(documents);
  const context = { resources: allResources, settings, nowMillis, tokens: namedTokens, faker };
  await store.writeInSteps((tx) => applyFixtures(documents, tx, context));
};

const namesIn = (store: MemoryStore, plural: string): readonly string[] => {
  const resource = allResources.find((each) => each.plural === plural);
  assert.ok(resource);
  return store.rows.listWithin(resource, TOP).map((row) => String((row as Row & { readonly name?: string }).name));
};

const repos = (block: string, more = ''): string =>
  `groups: [{ name: org, ${more} generate: { repos: { ${block} } } }]`;

test('S12: generated names follow a pattern, numbered from 1', async () => {
  const store = new MemoryStore();
  await apply(store, repos('count: 20, name: "app-{n}"'));
  const expected = Array.from({ length: 20 }, (_, index) => `app-${index + 1}`);
  assert.deepEqual([...namesIn(store, 'repos')].sort(), expected.sort());
});

test('S12: numbers start again below each parent', async () => {
  const store = new MemoryStore();
  await apply(store, repos('count: 2, name: "app-{n:3}", tags: { count: 2, name: "v{n}" }'));
  assert.deepEqual([...namesIn(store, 'repos')].sort(), ['app-001', 'app-002']);
  assert.deepEqual([...namesIn(store, 'tags')].sort(), ['v1', 'v1', 'v2', 'v2']);
});

test('S12: the same fixture applied again makes nothing more', async () => {
  const store = new MemoryStore();
  for (const _ of [1, 2]) await apply(store, repos('count: 3, name: "app-{n}"'));
  assert.equal(namesIn(store, 'repos').length, 3);
});

const REFUSED: readonly (readonly [what: string, text: string, mistakes: readonly (readonly [string, RegExp])[]])[] = [
  ['no {n}', repos('count: 2, name: app'), [['name', /^must have \{n\} in it/]]],
  ['another brace', repos('count: 2, name: "{n}-{m}"'), [['name', /^may have braces only as \{n\}/]]],
  ['too many digits', repos('count: 2, name: "{n:21}"'), [['name', /^may pad a number to 1 to 20 digits$/]]],
  [
    'a pattern whose names are refused',
    repos('count: 2, name: "App-{n}"'),
    [['name', /^makes names that are refused: /]],
  ],
  ['a truth value', repos('count: 2, name: true'), [['name', /^must be a string: put it in quotes$/]]],
  ['a name beside it', repos('count: 2, name: "{n}", with: { name: a }'), [['name', /^cannot be set together with/]]],
  [
    'the name of something that is stated',
    repos('count: 2, name: "app-{n}"', 'repos: [{ name: app-2 }],'),
    [['', /^repo "app-2" already exists: groups\[0\]\.repos\[0\], line 1$/]],
  ],
];

for (const [what, text, expected] of REFUSED) {
  test(`S12: a pattern of names is refused for ${what}`, async () => {
    await assert.rejects(apply(new MemoryStore(), text), (error) => {
      assert.ok(error instanceof FixtureError, String(error));
      assert.equal(error.mistakes.length, expected.length, error.message);
      for (const [nth, [key, description]] of expected.entries()) {
        const at = `groups[0].generate.repos${key === '' ? '' : `.${key}`}`;
        assert.equal(error.mistakes[nth]?.field, at);
        assert.match(error.mistakes[nth]?.description ?? '', description);
      }
      return true;
    });
  });
}

test('S12: a kind without names takes no pattern', async () => {
  const text = 'groups: [{ name: org, generate: { subscriptions: { count: 1, name: "a" } } }]';
  await assert.rejects(
    apply(new MemoryStore(), text),
    /subscriptions\.name: unknown key "name" \(known: count, seed, with\)$/,
  );
});
