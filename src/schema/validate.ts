import type { AnyMessage, FieldType, NamedField } from './field-types.ts';
import { addViolation, type FieldViolation, isFull, violationByName, violationByPath } from './field-violation.ts';
import { isZero } from './scalars.ts';

const checkValue = (type: FieldType, value: unknown, path: string, found: FieldViolation[]): void => {
  if (type.kind === 'message' && type.message) {
    checkMessage(type.message(), value as Readonly<Record<string, unknown>>, path, found);
    return;
  }
  const issue = type.check?.(value);
  if (issue !== undefined)
    addViolation(found, path, type.namesField ? violationByName(path, issue).description : issue);
  const { element, kind } = type;
  if (kind === 'repeated' && element?.refusesZero !== undefined) {
    for (const [at, item] of (value as readonly unknown[]).entries()) {
      if (isZero(element, item)) addViolation(found, `${path}[${at}]`, element.refusesZero);
    }
  }
  // The check of a list or a map does not check its messages: they are checked one by one, unless the list itself is
  // wrong, since it may then have any number.
  if (element?.kind !== 'message' || issue !== undefined) return;
  for (const [at, item] of Object.entries(value as object)) {
    if (isFull(found)) return;
    checkValue(element, item, kind === 'repeated' ? `${path}[${at}]` : `${path}.${at}`, found);
  }
};

const checkMessage = (
  of: AnyMessage,
  value: Readonly<Record<string, unknown>>,
  prefix: string,
  found: FieldViolation[],
): void => {
  const before = prefix === '' ? '' : `${prefix}.`;
  for (const field of of.fields.values()) {
    if (field.behaviour === 'output') continue;
    const path = before + field.name;
    const given = value[field.name];
    // A required boolean may be false, but must be present.
    if (field.type.kind === 'bool' ? given === undefined : isZero(field.type, given)) {
      if (field.behaviour !== 'required') continue;
      const { reportsMissing, check } = field.type;
      const description = reportsMissing ? check?.('') : violationByPath(path, 'is required').description;
      if (description !== undefined) addViolation(found, path, description);
      continue;
    }
    checkValue(field.type, given, path, found);
  }
  for (const { byResource, check } of of.rules ?? []) {
    if (byResource) continue;
    for (const { field, description } of check(of, value, (name) => before + name))
      addViolation(found, field, description);
  }
};

/** Violations in the order of the fields that they are about, in either spelling of a field; any others are last. */
export const sortByFields = (of: AnyMessage, found: readonly FieldViolation[]): readonly FieldViolation[] => {
  const rank = new Map<NamedField | undefined, number>([...of.fields.values()].map((field, at) => [field, at]));
  const rankOf = ({ field }: FieldViolation): number => rank.get(of.find(field.split(/[.[]/)[0] ?? '')) ?? rank.size;
  return [...found].sort((a, b) => rankOf(a) - rankOf(b));
};

/** Checks a canonical value by the rules of its fields; returns the first thousand violations, in table order. */
export const checkFields = (of: AnyMessage, value: Readonly<Record<string, unknown>>): readonly FieldViolation[] => {
  const found: FieldViolation[] = [];
  checkMessage(of, value, '', found);
  return found;
};
