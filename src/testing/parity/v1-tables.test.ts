import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../json.ts';
import { v1 } from '../../resources/v1.ts';
import type { AnyMessage, EnumType, FieldType, NamedField } from '../../schema/field-types.ts';
import { oneofMembers } from '../../schema/message.ts';
import type { V1Form } from '../../v1/form.ts';
import { counterpartOf, expectedInV1, valueInV1, withoutElsewhere } from './expected-in-v1.ts';

interface Form {
  readonly kind: string;
  readonly v1: AnyMessage;
  readonly v2: AnyMessage;
  readonly conversion: V1Form['conversion'];
}

const forms: readonly Form[] = v1.flatMap(({ resource: { singular, message }, form }) =>
  form ? [{ kind: singular, v1: form.message, v2: message, conversion: form.conversion }] : [],
);

/** Values of each kind, which differ by the number or the name of their field. */
const SCALARS: Readonly<Partial<Record<FieldType['kind'], (field: NamedField) => unknown>>> = {
  string: ({ name }) => `a ${name}`,
  bool: () => true,
  int32: ({ number }) => -number,
  uint32: ({ number }) => 4_294_967_295 - number,
  int64: ({ number }) => `-${number}`,
  bytes: ({ name }) => Buffer.from(name).toString('base64'),
  timestamp: ({ number }) => new Date(Date.UTC(2026, 0, number)).toISOString(),
  duration: ({ number }) => `${number}s`,
};

const nthOf = <T>(items: readonly T[], nth: number): T => items[nth % items.length] as T;

const sampleOf = (type: FieldType, field: NamedField, nth: number): unknown => {
  const { element } = type;
  // v2 has the names of the capability enum, and v1 those that roles use.
  if (element && field.name === 'capabilities') return CAPABILITIES[element.kind];
  if (type.kind === 'message' && type.message) return samples(type.message(), nth);
  if (type.kind === 'enum') return nthOf(Object.keys(type.enum?.values ?? {}), nth);
  if (type.kind === 'map' && element) return { 1: sampleOf(element, field, nth) };
  if (element) return [sampleOf(element, field, nth), sampleOf(element, field, nth + 1)];
  return SCALARS[type.kind]?.(field);
};

/** Values with every field: the nth has the nth value of each enum, and the nth member of each oneof. */
const samples = (of: AnyMessage, nth: number): JsonObject => {
  const isChosen = (field: NamedField): boolean =>
    field.oneof === undefined || nthOf(oneofMembers(of, field.oneof), nth) === field;
  const fields = [...of.fields.values()].filter((field) => field.behaviour !== 'input' && isChosen(field));
  return Object.fromEntries(fields.map((field) => [field.name, sampleOf(field.type, field, nth)]));
};

const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  enum: ['CAP_REPO_LIST', 'CAP_IAM_GROUPS_CREATE'],
  string: ['repo.list', 'groups.create'],
};

/** The number of values of the longest enum. */
const COUNT = 24;

for (const { kind, v1, v2, conversion } of forms) {
  test(`each field of a ${kind} is converted to the v1 field that the tables of behaviour 12.2 name`, () => {
    for (let nth = 0; nth < COUNT; nth += 1) {
      const newer = samples(v2, nth);
      assert.deepEqual(withoutElsewhere(v1, conversion.older(newer)), expectedInV1(v1, v2, newer));
    }
  });

  test(`each field of a ${kind} in v1 is converted to v2 and back without loss`, () => {
    for (let nth = 0; nth < COUNT; nth += 1) {
      const older = withoutElsewhere(v1, samples(v1, nth));
      const converted = withoutElsewhere(v1, conversion.older(conversion.newer(older)));
      assert.deepEqual(converted, withoutLost(v1, older));
    }
  });
}

/** Values of v1 that v2 does not have: they are converted to its zero value. */
const LOST: readonly string[] = [
  ...[
    'JAVASCRIPT',
    'JAVA_ATHENA',
    'PYTHON_ATHENA',
    'JAVASCRIPT_ATHENA',
    'DOTNET',
    'DOTNET_ATHENA',
    'GO',
    'GO_ATHENA',
  ].map((name) => `chainguard.platform.libraries.Ecosystem ${name}`),
  'chainguard.platform.advisory.Severity.Type UBUNTU',
];

/** Enums whose values have other numbers in v2. */
const RENUMBERED: readonly string[] = ['chainguard.platform.registry.CatalogTier'];

const withoutLost = (of: AnyMessage, value: JsonObject): JsonObject => {
  const convert = (type: FieldType, value: unknown): unknown => {
    const { element } = type;
    if (type.message) return withoutLost(type.message(), value as JsonObject);
    if (type.enum) {
      return LOST.includes(`${type.enum.name} ${String(value)}`) ? Object.keys(type.enum.values)[0] : value;
    }
    if (!element) return value;
    if (Array.isArray(value)) return value.map((item) => convert(element, item));
    return Object.fromEntries(Object.entries(value as JsonObject).map(([key, item]) => [key, convert(element, item)]));
  };
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const field = of.fields.get(name);
      return [name, field ? convert(field.type, item) : item];
    }),
  );
};

/** Every enum of v1 with its counterpart in v2. */
const enums = (): ReadonlyMap<string, readonly [EnumType, EnumType]> => {
  const found = new Map<string, readonly [EnumType, EnumType]>();
  const met = new Set<string>();
  const meetType = (older: FieldType, newer: FieldType): void => {
    if (older.enum && newer.enum) found.set(older.enum.name, [older.enum, newer.enum]);
    if (older.message && newer.message) meet(older.message(), newer.message());
    if (older.element && newer.element) meetType(older.element, newer.element);
  };
  const meet = (v1: AnyMessage, v2: AnyMessage): void => {
    if (met.has(v1.name)) return;
    met.add(v1.name);
    for (const field of v1.fields.values()) {
      const counterpart = counterpartOf(v1, field, v2);
      if (counterpart) meetType(field.type, counterpart.type);
    }
  };
  for (const { v1, v2 } of forms) meet(v1, v2);
  return found;
};

test('each enum value of v1 has a counterpart in v2 by name without prefix, and by number', () => {
  const lost: string[] = [];
  const renumbered = new Set<string>();
  const pairs = enums();
  assert.ok(pairs.size >= 10, `only ${pairs.size} enums`);
  for (const [v1, v2] of pairs.values()) {
    const names = new Map(Object.entries(v2.values).map(([name, number]) => [valueInV1(v1, v2, name), number]));
    assert.ok(!names.has(undefined), `${v2.name} has a value that ${v1.name} does not have`);
    assert.equal(names.size, Object.keys(v2.values).length, `two values of ${v2.name} are one value of ${v1.name}`);
    for (const [name, number] of Object.entries(v1.values)) {
      const other = names.get(name);
      if (other === undefined) lost.push(`${v1.name} ${name}`);
      else if (other !== number) renumbered.add(v1.name);
    }
  }
  assert.deepEqual(lost.toSorted(), LOST.toSorted());
  assert.deepEqual([...renumbered], RENUMBERED);
});
