import type { AnyMessage, FieldRule } from './field-types.ts';
import { referToPath, referToSibling, violationByPath } from './field-violation.ts';
import { oneofMembers } from './message.ts';
import { isZero } from './scalars.ts';

const memberOf = (value: object, name: string): unknown => (value as Readonly<Record<string, unknown>>)[name];

const isUnset = ({ fields }: AnyMessage, value: object, name: string): boolean => {
  const field = fields.get(name);
  return field === undefined || isZero(field.type, memberOf(value, name));
};

/** The rule that exactly one member of a oneof must be set. */
export const requireOneOf = (oneof: string): FieldRule => ({
  oneof,
  check: (of, value, at) => {
    const members = oneofMembers(of, oneof).map(({ name }) => name);
    if (members.filter((name) => !isUnset(of, value, name)).length === 1) return [];
    const names = members.flatMap((name) => [', ', referToSibling(name)]).slice(1);
    return [{ field: at(members[0] ?? ''), description: ['exactly one of ', ...names, ' must be set'] }];
  },
});

/** A field must be set; `reports` are the fields that are reported for it. */
export const requireField = (name: string, reports: readonly string[] = [name]): FieldRule => ({
  required: [name],
  check: (of, value, at) =>
    isUnset(of, value, name) ? reports.map((path) => violationByPath(at(path), 'is required')) : [],
});

/** A text must be set unless a boolean is true. */
export const requireUnless = (name: string, flag: string): FieldRule => ({
  check: (of, value, at) => {
    if (memberOf(value, flag) === true || !isUnset(of, value, name)) return [];
    const field = at(name);
    const description = [referToPath(field, field), ' is required unless ', referToPath(field, at(flag)), ' is true'];
    return [{ field, description }];
  },
  keywords: (spelled) => ({
    not: {
      properties: {
        [spelled(flag)]: { type: 'boolean', const: false },
        [spelled(name)]: { type: 'string', maxLength: 0 },
      },
    },
  }),
});

/** A boolean must not be true beside another field. */
export const forbidTrueBeside = (flag: string, other: string): FieldRule => ({
  check: (_, value, at) => {
    if (memberOf(value, flag) !== true || memberOf(value, other) === undefined) return [];
    const description = [referToSibling(flag), ' cannot be set together with ', referToSibling(other)];
    return [{ field: at(flag), description }];
  },
  keywords: (spelled) => ({
    if: { properties: { [spelled(flag)]: { type: 'boolean', const: true } }, required: [spelled(flag)] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { propertyNames: { not: { enum: [spelled(other)] } } },
  }),
});

/** A rule that applies to new rows only. */
export const checkOnCreate = (rule: FieldRule): FieldRule => ({ ...rule, onCreate: true });

/** A rule that the resource checks by calling it. */
export const checkByResource = (rule: FieldRule): FieldRule => ({ ...rule, byResource: true });
