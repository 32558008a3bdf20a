import type { Spelling } from '../schema/encode-json.ts';
import type { NamedField } from '../schema/field-types.ts';

interface NoneOf {
  readonly propertyNames: { readonly not: { readonly enum: readonly string[] } };
}

const oneofsOf = (fields: readonly NamedField[], spelling: Spelling): readonly (readonly string[])[] => {
  const oneofs = new Map<string, string[]>();
  for (const { oneof, ...field } of fields) {
    if (oneof !== undefined) oneofs.set(oneof, [...(oneofs.get(oneof) ?? []), field[spelling]]);
  }
  return [...oneofs.values()].filter((members) => members.length > 1);
};

/** Each member excludes those after it, so that no two are valid together. */
const exclusions = (members: readonly string[]): readonly (readonly [string, NoneOf])[] =>
  members.slice(0, -1).map((name, at) => [name, { propertyNames: { not: { enum: members.slice(at + 1) } } }]);

/**
 * The JSON Schema rules by which at most one member of each oneof is set. They have no `required` and no `properties`,
 * which linters and generators would take for those of the object.
 */
export const oneofRules = (
  fields: readonly NamedField[],
  spelling: Spelling,
): { readonly dependentSchemas?: Readonly<Record<string, NoneOf>> } => {
  const rules = oneofsOf(fields, spelling).flatMap(exclusions);
  return rules.length === 0 ? {} : { dependentSchemas: Object.fromEntries(rules) };
};

/** A sentence for each oneof. */
export const oneofWords = (fields: readonly NamedField[], spelling: Spelling): readonly string[] =>
  oneofsOf(fields, spelling).map((members) => {
    const names = members.map((name) => `\`${name}\``);
    return `At most one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)} is set.`;
  });
