import fc from 'fast-check';
import { anyCharacter } from '../../scripts/any-character.ts';
import { isObject } from '../support/json-object.ts';
import { type ApiVersion, resolve, type Schema } from '../support/openapi.ts';
import { camelName, snakeName } from '../support/spelling.ts';

type Arb<T> = fc.Arbitrary<T>;
type Value = Readonly<Record<string, unknown>>;

const DEPTH = 6;
const LONGEST = 5_000;
const INT32 = 2_147_483_647;

const typeOf = ({ type }: Schema): string | undefined => (typeof type === 'string' ? type : type?.[0]);

const anyText: Arb<string> = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
  fc.constantFrom('', ' ', '0', 'a', 'name', 'null', 'true', '-1', '%2F', '(', '/', '\n', '😀', 'https://a.test/'),
);

const fraction: Arb<string> = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^\.[0-9]{1,9}$/),
  fc.stringMatching(/^\.[0-9]{10,12}$/),
);

/** Times of the format `date-time`, with all that RFC 3339 leaves open. */
const dateTime: Arb<string> = fc
  .tuple(
    fc.date({ min: new Date('0000-01-02T00:00:00Z'), max: new Date('9999-12-30T00:00:00Z'), noInvalidDate: true }),
    fraction,
    fc.oneof(fc.constantFrom('Z', 'z', '+00:00'), fc.stringMatching(/^[+-](?:0[0-9]|1[0-9]|2[0-3]):[0-5][0-9]$/)),
  )
  .map(
    ([date, digits, offset]) =>
      `${date
        .toISOString()
        .replace(/^\+?00(?=\d{4})/, '')
        .slice(0, 19)}${digits}${offset}`,
  );

const matching = (pattern: string): Arb<string> => fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' });

const base64: Arb<string> = fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString('base64'));

/** Texts at the edge of a length, counted in code points as JSON Schema does. */
const edges = ({ maxLength = Number.POSITIVE_INFINITY }: Schema): readonly string[] =>
  maxLength > LONGEST ? [] : ['x'.repeat(maxLength), '😀'.repeat(maxLength)];

const textOf = (schema: Schema): Arb<string> => {
  const { pattern, format } = schema;
  if (format === 'date-time') return dateTime;
  if (format === 'byte' || format === 'base64') return base64;
  if (pattern !== undefined) return matching(pattern);
  const long = edges(schema);
  return long.length === 0
    ? anyText
    : fc.oneof({ weight: 12, arbitrary: anyText }, { weight: 1, arbitrary: fc.constantFrom(...long) });
};

const numberOf = ({
  exclusiveMinimum = -INT32 - 2,
  minimum = exclusiveMinimum + 1,
  maximum = INT32,
}: Schema): Arb<number> =>
  fc.oneof(
    fc.integer({ min: minimum, max: maximum }),
    fc.integer({ min: minimum, max: Math.min(maximum, minimum + 5) }),
  );

/** The members of which a schema allows one at most, for each pair that excludes each other. */
const excludedBy = ({ dependentSchemas = {} }: Schema, name: string): readonly string[] =>
  (dependentSchemas[name]?.propertyNames?.not?.enum ?? []) as readonly string[];

/** Drops members that others exclude: of two, the first in the order that is drawn stays. */
const withoutRivals = (schema: Schema, value: Value, order: readonly string[]): Value => {
  const free: string[] = [];
  for (const name of order.filter((each) => each in value)) {
    const isFree = free.every(
      (other) => !excludedBy(schema, other).includes(name) && !excludedBy(schema, name).includes(other),
    );
    if (isFree) free.push(name);
  }
  return Object.fromEntries(Object.entries(value).filter(([name]) => free.includes(name)));
};

/** Keys that a schema does not name, if it allows others; never another spelling of one that it names. */
const strangeKeys = ({ additionalProperties }: Schema, known: readonly string[]): Arb<Value> => {
  if (additionalProperties !== undefined) return fc.constant({});
  const names = new Set(known.flatMap((name) => [name, camelName(name), snakeName(name)]));
  const strange = fc
    .dictionary(anyText, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 })
    .map((extra) => Object.fromEntries(Object.entries(extra).filter(([name]) => !names.has(name))));
  return fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: strange });
};

const objectOf = (schema: Schema, at: Place): Arb<unknown> => {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties);
  if (names.length === 0 && isObject(additionalProperties)) {
    const keys = schema.propertyNames?.pattern === undefined ? anyText : matching(schema.propertyNames.pattern);
    const values = valueAt(additionalProperties, { ...at, sample: undefined, depth: at.depth - 1 });
    return fc.dictionary(keys, values, { minKeys: schema.minProperties ?? 0, maxKeys: 3, noNullPrototype: true });
  }
  const depth = at.depth - 1;
  const sample = isObject(at.sample) ? at.sample : {};
  const wanted = names.filter((name) => depth > 0 || required.includes(name));
  const members = Object.fromEntries(
    wanted.map((name) => [name, valueAt(properties[name] ?? {}, { ...at, depth, sample: sample[name] })]),
  );
  const requiredKeys = required.filter((name) => name in members);
  // Members of the sample are there mostly, since many operations need them.
  const likely = wanted.filter((name) => name in sample);
  const known = fc.oneof(
    fc.record(members, { requiredKeys, noNullPrototype: true }),
    fc.record(members, { requiredKeys: [...new Set([...requiredKeys, ...likely])], noNullPrototype: true }),
  );
  return fc
    .tuple(known, strangeKeys(schema, names), fc.shuffledSubarray(wanted, { minLength: wanted.length }))
    .map(([value, strange, order]) => ({ ...withoutRivals(schema, value, [...likely, ...order]), ...strange }));
};

/** Puts other values in the place of some that a schema allows. */
export type Spoil = (good: Arb<unknown>, schema: Schema) => Arb<unknown>;

interface Place {
  readonly version: ApiVersion;
  readonly spoil: Spoil | undefined;
  readonly depth: number;
  /** The value that a request which is answered with 200 has here. */
  readonly sample: unknown;
}

const arrayOf = (schema: Schema, at: Place): Arb<unknown> => {
  const { items = {}, minItems = 0, maxItems = 4 } = schema;
  const sample = Array.isArray(at.sample) ? at.sample[0] : undefined;
  const item = valueAt(items, { ...at, depth: at.depth - 1, sample });
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) });
};

const drawn = (schema: Schema, at: Place): Arb<unknown> => {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const forms = schema.anyOf ?? schema.oneOf ?? [];
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, at);
    case 'array':
      return arrayOf(schema, at);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return numberOf(schema);
    case 'string':
      return textOf(schema);
    default:
      if (forms.length > 0) return fc.oneof(...forms.map((form) => valueAt(form, at)));
      return fc.jsonValue({ maxDepth: 2 });
  }
};

const valueAt = (given: Schema, at: Place): Arb<unknown> => {
  const schema = { ...resolve(given, at.version), ...given };
  const any = at.spoil ? at.spoil(drawn(schema, at), schema) : drawn(schema, at);
  // Uids, digests and the like are mostly from the sample.
  return at.sample === undefined || isObject(at.sample) || Array.isArray(at.sample)
    ? any
    : fc.oneof({ weight: 3, arbitrary: fc.constant(at.sample) }, { weight: 2, arbitrary: any });
};

interface Options {
  /** A value that is known to be good, of which parts are used. */
  readonly sample?: unknown;
  readonly spoil?: Spoil;
}

/** Values that a schema of a document allows, nearly all of them: what only a validator can say of it is left to one. */
export const valuesOf = (schema: Schema, version: ApiVersion, { sample, spoil }: Options = {}): Arb<unknown> =>
  valueAt(schema, { version, sample, spoil, depth: DEPTH });
