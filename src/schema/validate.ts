import { addFault, type Fault, isFull } from './fault.ts';
import type { AnyMessage, FieldType, NamedField } from './field-types.ts';
import { isZero } from './scalars.ts';

const firstIssue = (type: FieldType, value: unknown): string | undefined =>
  type.zod().safeParse(value).error?.issues[0]?.message;

const missing = (field: NamedField, path: string): string | undefined => {
  if (field.behaviour !== 'required') return undefined;
  return field.type.reportsMissing ? firstIssue(field.type, '') : `${path} is required`;
};

const checkValue = (type: FieldType, value: unknown, path: string, faults: Fault[]): void => {
  if (type.kind === 'message' && type.message) {
    checkMessage(type.message(), value as Readonly<Record<string, unknown>>, path, faults);
    return;
  }
  const issue = firstIssue(type, value);
  if (issue !== undefined) addFault(faults, path, issue);
  const { element, kind } = type;
  // A schema does not look into messages: the ones that a list or a map holds are checked one by one.
  if (element?.kind !== 'message') return;
  for (const [at, item] of Object.entries(value as object)) {
    if (isFull(faults)) return;
    checkValue(element, item, kind === 'repeated' ? `${path}[${at}]` : `${path}.${at}`, faults);
  }
};

const checkMessage = (
  of: AnyMessage,
  value: Readonly<Record<string, unknown>>,
  prefix: string,
  faults: Fault[],
): void => {
  for (const field of of.fields.values()) {
    if (field.behaviour === 'output') continue;
    const path = prefix === '' ? field.name : `${prefix}.${field.name}`;
    const held = value[field.name];
    // A required switch is given when it is said, whichever way.
    if (field.type.kind === 'bool' ? held === undefined : isZero(field.type, held)) {
      const description = missing(field, path);
      if (description !== undefined) addFault(faults, path, description);
      continue;
    }
    checkValue(field.type, held, path, faults);
  }
};

/** The rules of a message's fields that a canonical value breaks, in table order: the first thousand of them. */
export const checkFields = (of: AnyMessage, value: Readonly<Record<string, unknown>>): readonly Fault[] => {
  const faults: Fault[] = [];
  checkMessage(of, value, '', faults);
  return faults;
};
