import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bySize } from '../../scripts/test-size.ts';
import { allResources } from '../editions/editions.ts';
import { namedTokens } from '../identity/authenticator.ts';
import type { FieldType, NamedField } from '../schema/field-types.ts';
import { MemoryStore } from '../store/memory.ts';
import { parseFixture } from '../testing/parse-fixture.ts';
import { applyFixtures } from './apply.ts';
import { FixtureError } from './fixture-error.ts';
import { fixtureFormat, type Kind } from './fixture-format.ts';
import { fakerFor } from './load-faker.ts';

const format = fixtureFormat(allResources);
const leaf = fc.oneof(
  fc.constantFrom('a', 'org', 'viewer', 'now-1d', 'now+999999d', 'a'.repeat(40), '', '\u0000', true, null, 0, -1, 3),
  fc.string(),
  fc.double(),
);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('uidOf', 'issuer', 'events', '__proto__', 'toString'), tie('value'), { maxKeys: 3 }),
  ),
}));

/** Values that a field mostly accepts: anything else is refused before much is done with it. */
const fitting = ({ kind, element, key, message, enum: values }: FieldType): fc.Arbitrary<unknown> => {
  switch (kind) {
    case 'enum':
      return fc.constantFrom(...Object.keys(values?.values ?? {}));
    case 'bool':
      return fc.boolean();
    case 'int32':
      return fc.integer({ min: -3, max: 3 });
    case 'int64':
      return fc.constantFrom('5', 5);
    case 'bytes':
      return fc.constant('YQ==');
    case 'timestamp':
      return fc.constantFrom('now', 'now-400d', '2026-01-28T12:00:00Z');
    case 'duration':
      return fc.constantFrom('60s', '-1s', '315576000000s');
    case 'repeated':
      return element ? fc.array(fitting(element), { maxLength: 2 }) : fc.constant([]);
    case 'map':
      return element ? fc.dictionary(fc.constant(key === 'int64' ? '1' : 'a'), fitting(element)) : fc.constant({});
    case 'message':
      return message ? record([...message().fields.values()]) : fc.constant({});
    default:
      return fc.constantFrom('a', 'b', 'https://a.example.com', '123456789012', `sha256:${'a'.repeat(64)}`);
  }
};

/** Fields, one of each oneof at most. */
const record = (fields: readonly NamedField[]): fc.Arbitrary<Readonly<Record<string, unknown>>> =>
  fc.integer({ min: 0, max: 7 }).chain((choice) => {
    const chosen = fields.filter((field) => {
      const members = fields.filter(({ oneof }) => oneof === field.oneof);
      return field.oneof === undefined || members[choice % members.length] === field;
    });
    const entries = chosen.map((field) => [
      field.name,
      fc.oneof({ arbitrary: fitting(field.type), weight: 300 }, { arbitrary: value, weight: 1 }),
    ]);
    const requiredKeys = chosen.filter(({ behaviour, oneof }) => behaviour === 'required' || oneof !== undefined);
    return fc.record(Object.fromEntries(entries), { requiredKeys: requiredKeys.map(({ name }) => name) });
  });

const IDENTITY = { name: 'a', claimMatch: { issuer: 'https://a.example.com', subject: 'a' } };

const itemOf = (kind: Kind, depth: number): fc.Arbitrary<unknown> => {
  const { fields, references, children, single, marker, resource } = kind;
  if (marker) return fc.boolean();
  const below = depth === 0 ? [] : [...children.values()];
  const blocks = below.filter((child) => !child.single);
  const count = fc.record({ count: fc.integer({ min: 0, max: 3 }), seed: fc.integer({ min: 0, max: 9 }) });
  // One block at a time: names are drawn for each, and a dozen blocks of one thing find no more than one of a dozen things.
  const generates = blocks.map(({ key }) => fc.record({ [key]: count }));
  const nested = Object.fromEntries(below.map((child) => [child.key, valuesOf(child, depth - 1)]));
  const more = fc.record(
    { ...nested, ...(generates.length > 0 && { generate: fc.oneof(...generates) }) },
    { requiredKeys: [] },
  );
  // Seldom, because they clash more often than not.
  const names = { alias: fc.constantFrom('a', 'b', 'x'), uid: fc.constantFrom('a'.repeat(40), 'b'.repeat(16)) };
  const known = single ? fc.constant({}) : fc.record(names, { requiredKeys: [], noNullPrototype: true });
  const named = Object.entries(resource.references).map(([field, { to }]) => [
    field,
    to === 'role' ? fc.constantFrom('viewer', 'owner') : fc.constant('a'),
  ]);
  return fc
    .tuple(
      record([...fields.fields.values()].filter(({ name }) => !references.has(name))),
      fc.record(Object.fromEntries(named)),
      more,
      fc.oneof({ arbitrary: fc.constant({}), weight: 20 }, { arbitrary: known, weight: 1 }),
    )
    .map((parts) => Object.assign({}, ...parts));
};

const valuesOf = (kind: Kind, depth: number): fc.Arbitrary<unknown> =>
  kind.single ? itemOf(kind, depth) : fc.array(itemOf(kind, depth), { maxLength: 2 });

/** Kinds that exist once by hand, and kinds that need a uid each time. */
const OMITTED: ReadonlySet<string> = new Set(['identities', 'termsDocuments']);

const fixture = fc.record(
  {
    startTime: fc.constantFrom('now-500d', '2026-01-28T12:00:00Z'),
    tokens: fc.dictionary(fc.constantFrom('a-token', 'b-token'), fc.constantFrom('a', 'b'), { maxKeys: 1 }),
    ...Object.fromEntries(
      [...format.roots.values()].filter(({ key }) => !OMITTED.has(key)).map((kind) => [kind.key, valuesOf(kind, 2)]),
    ),
  },
  { requiredKeys: [] },
);

const RUNS = bySize({ small: 40, usual: 60, whole: 300 });

test('any fixture is applied, or refused with a place', async () => {
  let applied = 0;
  const outcome = async (contents: unknown): Promise<void> => {
    const text = JSON.stringify({ ...(contents as object), identities: [IDENTITY] });
    try {
      const documents = [parseFixture(text, 'x.json')];
      const context = {
        resources: allResources,
        settings: { serviceDomain: 'platform.test', publicUrl: 'http://127.0.0.1:8484', seed: 'a' },
        nowMillis: Date.parse('2026-11-21T08:00:00Z'),
        tokens: namedTokens,
        faker: await fakerFor(documents),
      };
      await new MemoryStore().writeInSteps((tx) => applyFixtures(documents, tx, context));
      applied += 1;
    } catch (error) {
      assert.ok(error instanceof FixtureError, `${text}: ${error instanceof Error ? error.stack : error}`);
      assert.ok(error.mistakes.length > 0);
      for (const { line } of error.mistakes) assert.ok(line > 0);
    }
  };
  await fc.assert(fc.asyncProperty(fixture, outcome), { numRuns: RUNS });
  assert.ok(applied > RUNS / 60, `only ${applied} were applied`);
});
