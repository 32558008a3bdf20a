import { type ApiVersion, resolve, type Schema } from '../support/openapi.ts';
import { brokenObjects, rivalsOf, type Value, without } from './broken-objects.ts';
import { brokenValues } from './broken-values.ts';

/** One way to break a schema. */
export interface Mutation {
  /** The field that the violation is to name. */
  readonly field: string;
  readonly what: string;
  /** The broken body, made from a valid one. */
  readonly apply: (body: Value) => Value;
}

const DEPTH = 4;

type Change = (value: Value) => Value;
type Inside = (change: Change) => Change;

interface Place {
  readonly version: ApiVersion;
  readonly prefix: string;
  readonly inside: Inside;
  readonly depth: number;
}

const isOf =
  (names: readonly string[]) =>
  (name: string): boolean =>
    names.includes(name);

const membersOf = (schema: Schema, { version, prefix, inside, depth }: Place): readonly Mutation[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, given]) => {
    const member = { ...resolve(given, version), ...given };
    if (member.readOnly) return [];
    const at = (step: string): string => (prefix === '' ? step : `${prefix}.${step}`);
    const field = at(name);
    const rivals = rivalsOf(schema, name);
    const put =
      (value: unknown): Change =>
      (whole) => ({ ...without(whole, rivals), [name]: value });
    // An empty member of a oneof that must be set is reported for the first of its members.
    const [first = name] =
      rivals.length === 0 ? [] : Object.keys(schema.properties ?? {}).filter(isOf([name, ...rivals]));
    const reported = (value: unknown): string =>
      value === '' || member.not?.enum?.includes(value) ? at(first) : field;
    const own = brokenValues(member).map(([what, value]) => ({
      field: reported(value),
      what,
      apply: inside(put(value)),
    }));
    const item = member.items ? resolve(member.items, version) : member;
    if (depth === 0 || !item.properties || member.enum) return own;
    const below: Inside = (change) =>
      inside((whole) => {
        const before = whole[name];
        const base = (member.items ? (before as readonly Value[] | undefined)?.[0] : before) as Value | undefined;
        const next = change(base ?? {});
        return { ...without(whole, rivals), [name]: member.items ? [next] : next };
      });
    const place = { version, prefix: member.items ? `${field}[0]` : field, inside: below, depth: depth - 1 };
    return [...own, ...collect(item, place)];
  });

const collect = (schema: Schema, at: Place): readonly Mutation[] => [
  ...brokenObjects(schema).map(({ field, what, change }) => ({
    field: at.prefix === '' ? field : `${at.prefix}.${field}`,
    what,
    apply: at.inside(change),
  })),
  ...membersOf(schema, at),
];

const missing = (schema: Schema): readonly Mutation[] =>
  (schema.required ?? []).map((name) => ({
    field: name,
    what: 'is missing',
    apply: (body) => without(body, [name]),
  }));

/** Every way to break a request's schema that the schema declares. */
export const mutationsOf = (body: Schema, version: ApiVersion = 'v2'): readonly Mutation[] => {
  const schema = resolve(body, version);
  const whole: Place = { version, prefix: '', inside: (change) => change, depth: DEPTH };
  return [...missing(schema), ...collect(schema, whole)];
};
