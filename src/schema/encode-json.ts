import type { JsonObject } from '../json.ts';
import type { AnyMessage, FieldType } from './field-types.ts';
import { distinguishesZero, isReturned } from './message.ts';
import { isZero, zeroOf } from './scalars.ts';

/** The spelling of fields in JSON answers: by JSON name, or by proto name as in v1. */
export type Spelling = 'json' | 'proto';

/** Renders a value; a list is rendered without the items that answers hide. */
const encodeValue = (type: FieldType, value: unknown, once: boolean, spelling: Spelling): unknown => {
  if (type.kind === 'message' && type.message) return encodeMessage(type.message(), value as object, once, spelling);
  const { element } = type;
  if (element?.kind !== 'message') {
    const { hidden } = element ?? {};
    return hidden ? (value as readonly string[]).filter((item) => !hidden.has(item)) : value;
  }
  return type.kind === 'repeated'
    ? (value as readonly unknown[]).map((item) => encodeValue(element, item, once, spelling))
    : Object.fromEntries(
        Object.entries(value as object).map(([name, item]) => [name, encodeValue(element, item, once, spelling)]),
      );
};

/**
 * Renders a message as JSON, in table order: without fields of input only, with the zero values of `always` fields, and
 * null only for `nullable` ones (behaviour §1.1, C37). `once` keeps values that only the creating call may see.
 */
export const encodeMessage = (
  of: AnyMessage,
  value: object,
  once = false,
  spelling: Spelling = 'json',
): Readonly<Record<string, unknown>> => {
  const object = value as JsonObject;
  const answer: Record<string, unknown> = {};
  for (const field of of.fields.values()) {
    if (!isReturned(field) || (field.once && !once)) continue;
    const item = object[field.name];
    // A field with presence may be set to its zero value.
    if (isZero(field.type, item) && (!distinguishesZero(field) || item === undefined)) {
      const zero = field.always ? zeroOf(field.type) : undefined;
      if (zero !== undefined) answer[field[spelling]] = zero;
      else if (field.nullable) answer[field[spelling]] = null;
      continue;
    }
    answer[field[spelling]] = encodeValue(field.type, item, once, spelling);
  }
  return answer;
};
