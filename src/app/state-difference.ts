import { isDeepStrictEqual } from 'node:util';
import type { NamedRow, StateDifference } from '../control/settings.ts';
import { instant } from '../kernel/clock.ts';
import { fieldOf, type Row, type Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';

const namedRow = (type: string, row: Row): NamedRow => {
  const name = fieldOf(row, 'name');
  return { type, uid: row.uid, ...(typeof name === 'string' && { name }) };
};

/** The fields in which two forms of a row differ, each with its value before and after. */
const changedFields = (before: Row, after: Row): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .sort()
      .map((field) => [field, [fieldOf(before, field) ?? null, fieldOf(after, field) ?? null]] as const)
      .filter(([, [one, other]]) => !isDeepStrictEqual(one, other)),
  );

/**
 * What differs between two states, by kind and then by uid; `clock` is what the clock showed in each, in milliseconds.
 * Rows that both states share are not compared.
 */
export const differenceOf = (
  before: Rows,
  after: Rows,
  clock: readonly [before: number, after: number],
): StateDifference => {
  const added: NamedRow[] = [];
  const removed: NamedRow[] = [];
  const changed: (NamedRow & { readonly fields: Readonly<Record<string, readonly unknown[]>> })[] = [];
  for (const name of [...new Set([...Object.keys(before.counts()), ...Object.keys(after.counts())])].sort()) {
    const of = { name, indexes: [] };
    for (const row of before.within(of, TOP)) if (!after.get(of, row.uid)) removed.push(namedRow(name, row));
    for (const row of after.within(of, TOP)) {
      const old = before.get(of, row.uid);
      if (old === row) continue;
      if (!old) {
        added.push(namedRow(name, row));
        continue;
      }
      const fields = changedFields(old, row);
      if (Object.keys(fields).length > 0) changed.push({ ...namedRow(name, row), fields });
    }
  }
  return { added, removed, changed, clock: clock.map(instant) };
};
