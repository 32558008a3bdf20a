import type { Body } from './answer.ts';

type Value = string | number | undefined;

const codePoints = (text: string): readonly number[] => [...text].map((letter) => letter.codePointAt(0) ?? 0);

const compareText = (a: string, b: string): number => {
  const [one, other] = [codePoints(a), codePoints(b)];
  const at = one.findIndex((point, index) => point !== other[index]);
  if (at < 0) return one.length - other.length;
  return (one[at] ?? 0) - (other[at] ?? -1);
};

const compare = (a: Value, b: Value): number => {
  if (a === b) return 0;
  // An absent value comes first (behaviour L19).
  if (a === undefined) return -1;
  if (b === undefined) return 1;
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b));
};

const sortValueOf = (row: Body, field: string): Value => {
  // An account association is sorted by its group, whose uid it has (behaviour §4.3).
  const value = row[field === 'group' ? 'uid' : field];
  if (typeof value === 'boolean') return value ? 1 : 0;
  // A proto3 text that is not set is the empty text, and is not emitted.
  return value === '' ? undefined : (value as Value);
};

/** By code point, ties by uid ascending whichever way (behaviour L19). */
const sortedBy = (rows: readonly Body[], field: string, descending = false): readonly Body[] =>
  [...rows].sort(
    (a, b) =>
      compare(sortValueOf(a, field), sortValueOf(b, field)) * (descending ? -1 : 1) || compareText(a.uid, b.uid),
  );

/** Rows in the order that an `order_by` of one field must result in. */
export const inOrder = (rows: readonly Body[], orderBy: string): readonly Body[] => {
  const [field = '', direction = 'asc'] = orderBy.split(' ');
  return sortedBy(rows, field, direction === 'desc');
};
