import type { Schema } from '../support/openapi.ts';

/** The members of an object. */
export type Value = Readonly<Record<string, unknown>>;

/** A way to break a rule about several members: the member that is reported, and the change. */
export interface BrokenObject {
  readonly field: string;
  readonly what: string;
  readonly change: (value: Value) => Value;
}

/** An object without some of its members. */
export const without = (value: Value, names: readonly string[]): Value =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

const namesOf = ({ propertyNames }: Schema): readonly string[] => (propertyNames?.not?.enum ?? []) as readonly string[];

/** The members that exclude a field: the other members of its oneof. */
export const rivalsOf = ({ dependentSchemas = {} }: Schema, name: string): readonly string[] => {
  const excludedBy = (key: string): readonly string[] => namesOf(dependentSchemas[key] ?? {});
  return [...excludedBy(name), ...Object.keys(dependentSchemas).filter((key) => excludedBy(key).includes(name))];
};

/** The sets of members of which one must be there. */
const demandedBy = ({ not }: Schema): readonly (readonly string[])[] =>
  (not?.anyOf ?? (not === undefined ? [] : [not])).map(namesOf).filter((names) => names.length > 0);

/** A value of a member that is fine by itself. */
const fine = ({ format }: Schema = {}): unknown => (format === 'date-time' ? '2027-01-01T00:00:00Z' : 'x');

/** A rule of the form `not: {properties: {flag: {const}, name: {maxLength: 0}}}`: one of the two is needed. */
const eitherOf = ({ not }: Schema): readonly BrokenObject[] => {
  const members = Object.entries(not?.properties ?? {});
  const [flag = '', { const: value = undefined } = {}] = members.find(([, member]) => member.const !== undefined) ?? [];
  return members
    .filter(([, { maxLength }]) => maxLength === 0)
    .flatMap(([field]) => [
      {
        field,
        what: `is missing where ${flag} is ${value}`,
        change: (whole: Value) => ({ ...without(whole, [field]), [flag]: value }),
      },
      {
        field,
        what: `is empty where ${flag} is missing`,
        change: (whole: Value) => ({ ...without(whole, [flag]), [field]: '' }),
      },
    ]);
};

/** The values that a condition of the form `if: {properties: {flag: {const}}}` excludes. */
const conditional = (schema: Schema): readonly BrokenObject[] => {
  const [[flag, { const: value }] = ['', {}]] = Object.entries(schema.if?.properties ?? {});
  if (flag === '') return [];
  return namesOf(schema.then ?? {}).map((name) => ({
    field: flag,
    what: `is ${value} beside ${name}`,
    change: (whole: Value) => ({ ...whole, [flag]: value, [name]: fine(schema.properties?.[name]) }),
  }));
};

/** Every way to break what a schema says of an object as a whole. */
export const brokenObjects = (schema: Schema): readonly BrokenObject[] => [
  ...demandedBy(schema).map((names) => ({
    field: names[0] ?? '',
    what: 'and all that could be in its place are missing',
    change: (whole: Value) => without(whole, names),
  })),
  ...eitherOf(schema),
  ...conditional(schema),
  ...(schema.additionalProperties === false
    ? [
        {
          field: 'noSuchField',
          what: 'is not known',
          change: (whole: Value) => ({ ...whole, noSuchField: 1 }),
        },
      ]
    : []),
];
