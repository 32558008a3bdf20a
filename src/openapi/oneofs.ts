import type { Spelling } from '../schema/encode-json.ts';
import type { FieldRule, Keywords, NamedField } from '../schema/field-types.ts';

interface NoneOf {
  readonly propertyNames: { readonly not: { readonly enum: readonly string[] } };
}

interface Oneof {
  readonly name: string;
  readonly members: readonly string[];
}

const oneofsOf = (fields: readonly NamedField[], spelling: Spelling): readonly Oneof[] => {
  const oneofs = new Map<string, string[]>();
  for (const { oneof, ...field } of fields) {
    if (oneof !== undefined) oneofs.set(oneof, [...(oneofs.get(oneof) ?? []), field[spelling]]);
  }
  return [...oneofs].map(([name, members]) => ({ name, members })).filter(({ members }) => members.length > 1);
};

const noneOf = (names: readonly string[]): NoneOf => ({ propertyNames: { not: { enum: names } } });

/** Each member excludes those after it, so that no two are valid together. */
const exclusions = ({ members }: Oneof): readonly (readonly [string, NoneOf])[] =>
  members.slice(0, -1).map((name, at) => [name, noneOf(members.slice(at + 1))]);

const isDemanded = (rules: readonly FieldRule[], { name }: Oneof): boolean => rules.some(({ oneof }) => oneof === name);

/**
 * The JSON Schema rules by which at most one member of each oneof is set, and one of those that the rules demand. They
 * have no `required` and no `properties`, which linters and generators would take for those of the object.
 */
export const oneofRules = (
  fields: readonly NamedField[],
  spelling: Spelling,
  rules: readonly FieldRule[],
): Keywords => {
  const oneofs = oneofsOf(fields, spelling);
  const excluding = oneofs.flatMap(exclusions);
  const missing = oneofs.filter((oneof) => isDemanded(rules, oneof)).map(({ members }) => noneOf(members));
  return {
    ...(excluding.length > 0 && { dependentSchemas: Object.fromEntries(excluding) }),
    ...(missing.length > 0 && { not: missing.length === 1 ? missing[0] : { anyOf: missing } }),
  };
};

/** A sentence for each oneof. */
export const oneofWords = (
  fields: readonly NamedField[],
  spelling: Spelling,
  rules: readonly FieldRule[],
): readonly string[] =>
  oneofsOf(fields, spelling).map((oneof) => {
    const names = oneof.members.map((name) => `\`${name}\``);
    const howMany = isDemanded(rules, oneof) ? 'Exactly' : 'At most';
    return `${howMany} one of ${names.slice(0, -1).join(', ')} and ${names.at(-1)} is set.`;
  });
