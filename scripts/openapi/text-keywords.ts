import type { FieldType, Keywords } from '../../src/schema/field-types.ts';

/** The treatment of an empty text: it is refused, counts as absent, or is an item, which its type may refuse. */
export type Emptiness = 'refused' | 'unset' | 'item';

/** The keywords of JSON Schema for a text; `emptiness` says how an empty one is treated. */
export const textKeywords = (type: FieldType, emptiness: Emptiness): Keywords => {
  const rules: Keywords = type.keywords?.() ?? {};
  const isEmptyFine =
    rules.pattern === undefined ? rules.enum === undefined : new RegExp(String(rules.pattern), 'u').test('');
  if (emptiness === 'refused') return isEmptyFine ? { minLength: 1, ...rules } : rules;
  const mayBeEmpty = emptiness === 'unset' || type.check?.('') === undefined;
  if (isEmptyFine || !mayBeEmpty || rules.pattern === undefined) return rules;
  return { ...rules, pattern: `^$|${rules.pattern}` };
};
