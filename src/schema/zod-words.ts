import type { z } from 'zod';
import { describeUnknownKey, describeUnknownValue } from './nearest-name.ts';

const KINDS: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The unit of a size, by the kind of value that has it; a number has none. */
const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items', record: ' members' };

const sizeRule = (origin: string, bound: 'least' | 'most', size: number | bigint): string => {
  const unit = UNITS[origin];
  if (bound === 'least' && size === 1 && unit) return 'must not be empty';
  return `must ${unit ? 'have' : 'be'} at ${bound} ${size}${unit ?? ''}`;
};

/** The mistakes in one of several forms. */
const describeForm = (issues: readonly z.core.$ZodIssue[]): string =>
  issues.map(({ path, message }) => [...path, message].join(' ')).join(' and ');

/** Describes a mistake in the words of the API; undefined if the schema or Zod has words for it. */
export const describeMistake = (issue: z.core.$ZodRawIssue): string | undefined => {
  const { code, input } = issue;
  if (input === undefined && code !== 'custom') return 'is required';
  if (code === 'invalid_type') return `must be ${KINDS[issue.expected] ?? issue.expected}`;
  if (code === 'too_small') return sizeRule(issue.origin, 'least', issue.minimum);
  if (code === 'too_big') return sizeRule(issue.origin, 'most', issue.maximum);
  if (code === 'invalid_union') return [...new Set(issue.errors.map(describeForm))].join(', or ');
  if (code === 'invalid_value') {
    const { values } = issue;
    if (values.length === 1) return `must be ${JSON.stringify(values[0])}`;
    return describeUnknownValue(typeof input === 'string' ? input : JSON.stringify(input), values.map(String));
  }
  if (code !== 'unrecognized_keys') return undefined;
  const { shape = {} } = (issue.inst?._zod.def ?? {}) as { readonly shape?: object };
  return issue.keys.map((key) => describeUnknownKey(key, Object.keys(shape))).join('; ');
};
