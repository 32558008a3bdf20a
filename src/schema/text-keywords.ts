import { z } from 'zod';
import type { FieldType, Keywords } from './field-types.ts';

/** Whether an empty value is refused, is as if it were not there, or is an item, which its type decides. */
export type Emptiness = 'refused' | 'unset' | 'item';

const matches = (pattern: unknown, text: string): boolean => new RegExp(String(pattern), 'u').test(text);

/** What JSON Schema says of a text, where an empty one is what `emptiness` says. */
export const textKeywords = (type: FieldType, emptiness: Emptiness): Keywords => {
  const { pattern = undefined } = z.toJSONSchema(type.zod(), { unrepresentable: 'any' });
  const rules: Keywords = { ...(pattern !== undefined && { pattern }), ...type.keywords?.() };
  const isEmptyFine = rules.pattern === undefined ? rules.enum === undefined : matches(rules.pattern, '');
  if (emptiness === 'refused') return isEmptyFine ? { ...rules, minLength: 1 } : rules;
  const mayBeEmpty = emptiness === 'unset' || type.zod().safeParse('').success;
  if (isEmptyFine || !mayBeEmpty || rules.pattern === undefined) return rules;
  return { ...rules, pattern: `^$|${rules.pattern}` };
};
