import { isDeepStrictEqual } from 'node:util';
import type { NamedRow } from '../../generated/nouns.ts';
import { fieldOf, type Row } from '../kernel/rows.ts';

/** The fields in which two forms of a row differ, each with its value before and after; null if it has none. */
export const findChangedFields = (before: Row, after: Row): Readonly<Record<string, readonly [unknown, unknown]>> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .map((field) => [field, [fieldOf(before, field) ?? null, fieldOf(after, field) ?? null]] as const)
      .filter(([, [one, other]]) => !isDeepStrictEqual(one, other)),
  );

/** The row of a kind with its name. */
export const toNamedRow = (type: string, row: Row): NamedRow => {
  const name = fieldOf(row, 'name');
  return { type, uid: row.uid, ...(typeof name === 'string' && { name }) };
};
