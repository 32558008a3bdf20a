import { type ApiVersion, resolve, type Schema } from '../support/openapi.ts';

/** One way to break a schema. */
export interface Mutation {
  /** The field that the violation is to name. */
  readonly field: string;
  readonly what: string;
  /** The broken body, made from a valid one. */
  readonly apply: (body: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

type Value = Readonly<Record<string, unknown>>;

const DEPTH = 4;
const LONGEST = 70_000;
const OFFERS = ['', ' ', 'UPPER CASE!', 'no/such', '\n', 'a b\tc', '-', 'x'.repeat(600)];

const typesOf = (schema: Schema): readonly string[] =>
  schema.type === undefined ? [] : typeof schema.type === 'string' ? [schema.type] : schema.type;

/** Values of which none is of the type. */
const wrongType = (schema: Schema): readonly unknown[] => {
  const types = typesOf(schema);
  if (schema.enum || schema.anyOf || schema.oneOf) return [true, {}, []];
  if (types.includes('array')) return ['text', 7, {}];
  if (types.includes('object')) return ['text', 7, []];
  if (types.includes('boolean')) return ['true', 1, {}];
  if (types.includes('integer') || types.includes('number')) return ['many', 1.5, {}, true];
  if (types.includes('string')) return schema.format === 'int64' ? ['many', true, {}] : [7, true, {}, []];
  return [];
};

const broken = (schema: Schema): readonly (readonly [string, unknown])[] => {
  const found: (readonly [string, unknown])[] = wrongType(schema).map((value) => ['is of another type', value]);
  if (schema.enum) found.push(['is not a value of the enum', 'NO_SUCH_VALUE']);
  if (schema.pattern !== undefined) {
    const pattern = new RegExp(schema.pattern, 'u');
    // The empty text is an unset field, which does not violate a pattern unless the field is required.
    const offer = OFFERS.find((text) => text !== '' && !pattern.test(text));
    if (offer !== undefined) found.push(['breaks the pattern', offer]);
  }
  if (schema.maxLength !== undefined && schema.maxLength < LONGEST)
    found.push(['is too long', 'x'.repeat(schema.maxLength + 1)]);
  if (schema.format === 'date-time') found.push(['is not a timestamp', 'yesterday']);
  if (schema.minItems !== undefined) found.push(['has too few items', []]);
  if (schema.maxItems !== undefined)
    found.push(['has too many items', Array.from({ length: schema.maxItems + 1 }, () => 'x')]);
  return found;
};

/** The members that exclude a field: the other members of its oneof. */
const rivalsOf = (schema: Schema, name: string): readonly string[] => {
  const dependent =
    (schema as { readonly dependentSchemas?: Readonly<Record<string, unknown>> }).dependentSchemas ?? {};
  const excludedBy = (key: string): readonly string[] =>
    ((dependent[key] as { readonly propertyNames?: { readonly not?: Schema } })?.propertyNames?.not?.enum ??
      []) as string[];
  return [...excludedBy(name), ...Object.keys(dependent).filter((key) => excludedBy(key).includes(name))];
};

const without = (value: Value, names: readonly string[]): Value =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

type Change = (value: Value) => Value;
type Inside = (change: Change) => Change;

const collect = (
  schema: Schema,
  version: ApiVersion,
  prefix: string,
  inside: Inside,
  depth: number,
): readonly Mutation[] => {
  const found: Mutation[] = [];
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    const member = resolve(given, version);
    if (given.readOnly || member.readOnly) continue;
    const field = prefix === '' ? name : `${prefix}.${name}`;
    const rivals = rivalsOf(schema, name);
    const put =
      (value: unknown): Change =>
      (whole) => ({ ...without(whole, rivals), [name]: value });
    for (const [what, value] of broken({ ...member, ...given })) found.push({ field, what, apply: inside(put(value)) });
    if (depth === 0) continue;
    const held = member.items ? resolve(member.items, version) : member;
    if (!held.properties || member.enum) continue;
    const below: Inside = (change) =>
      inside((whole) => {
        const before = whole[name];
        const base = (member.items ? (before as readonly Value[] | undefined)?.[0] : before) as Value | undefined;
        const next = change(base ?? {});
        return { ...without(whole, rivals), [name]: member.items ? [next] : next };
      });
    found.push(...collect(held, version, member.items ? `${field}[0]` : field, below, depth - 1));
  }
  return found;
};

const missing = (schema: Schema): readonly Mutation[] =>
  (schema.required ?? []).map((name) => ({
    field: name,
    what: 'is missing',
    apply: (body) => without(body, [name]),
  }));

/** Every way to break a request's schema that the schema declares. */
export const mutationsOf = (body: Schema, version: ApiVersion = 'v2'): readonly Mutation[] => {
  const schema = resolve(body, version);
  return [...missing(schema), ...collect(schema, version, '', (change) => change, DEPTH)];
};
