import type { AnyMessage, FieldRule } from './field-types.ts';
import { beside, pathed, wholePath } from './field-violation.ts';
import { isZero } from './scalars.ts';

const memberOf = (value: object, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];

const isUnset = ({ fields }: AnyMessage, value: object, name: string): boolean => {
  const field = fields.get(name);
  return field === undefined || isZero(field.type, memberOf(value, name));
};

const membersOf = ({ fields }: AnyMessage, oneof: string): readonly string[] =>
  [...fields.values()].filter((field) => field.oneof === oneof).map(({ name }) => name);

/** Exactly one member of a oneof must be set. */
export const exactlyOneOf = (oneof: string): FieldRule => ({
  oneof,
  check: (of, value, at) => {
    const members = membersOf(of, oneof);
    const [first = ''] = members;
    if (members.filter((name) => !isUnset(of, value, name)).length === 1) return [];
    const names = members.flatMap((name) => [', ', beside(name)]).slice(1);
    return [{ field: at(first), description: ['exactly one of ', ...names, ' must be set'] }];
  },
});

/** A field must be set; `reports` are the fields that are reported for it. */
export const needed = (name: string, reports: readonly string[] = [name]): FieldRule => ({
  required: [name],
  check: (of, value, at) => (isUnset(of, value, name) ? reports.map((path) => pathed(at(path), 'is required')) : []),
});

/** A text must be set unless a boolean is true. */
export const neededUnless = (name: string, flag: string): FieldRule => ({
  check: (of, value, at) => {
    if (memberOf(value, flag) === true || !isUnset(of, value, name)) return [];
    const field = at(name);
    const description = [wholePath(field, field), ' is required unless ', wholePath(field, at(flag)), ' is true'];
    return [{ field, description }];
  },
  keywords: (spelled) => ({
    not: { properties: { [spelled(flag)]: { const: false }, [spelled(name)]: { maxLength: 0 } } },
  }),
});

/** A boolean must not be true beside another field. */
export const notTrueBeside = (flag: string, other: string): FieldRule => ({
  check: (_, value, at) =>
    memberOf(value, flag) === true && memberOf(value, other) !== undefined
      ? [{ field: at(flag), description: [beside(flag), ' cannot be set together with ', beside(other)] }]
      : [],
  keywords: (spelled) => ({
    if: { properties: { [spelled(flag)]: { const: true } }, required: [spelled(flag)] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { propertyNames: { not: { enum: [spelled(other)] } } },
  }),
});

/** The same rule, only for what is made. */
export const onCreate = (rule: FieldRule): FieldRule => ({ ...rule, onCreate: true });

/** The same rule, which the resource checks by calling it. */
export const byResource = (rule: FieldRule): FieldRule => ({ ...rule, byResource: true });
