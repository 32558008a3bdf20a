import type { ChangedRow, NamedRow, StateDifference } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import type { Rows } from '../../kernel/rows.ts';
import { findChangedFields, toNamedRow } from '../../plane/row-difference.ts';
import { listUnshared } from '../../store/memory.ts';

/**
 * The difference between two states, by kind and then by uid; `clock` is the time in each, in milliseconds. Its cost does
 * not depend on the rows that both states share.
 */
export const differenceOf = (
  before: Rows,
  after: Rows,
  clock: readonly [before: number, after: number],
): StateDifference => {
  const added: NamedRow[] = [];
  const removed: NamedRow[] = [];
  const changed: ChangedRow[] = [];
  for (const name of [...new Set([...Object.keys(before.counts()), ...Object.keys(after.counts())])].sort()) {
    const of = { name, indexes: [] };
    for (const row of listUnshared(of, before, after)) if (!after.get(of, row.uid)) removed.push(toNamedRow(name, row));
    for (const row of listUnshared(of, after, before)) {
      const old = before.get(of, row.uid);
      if (old === row) continue;
      if (!old) {
        added.push(toNamedRow(name, row));
        continue;
      }
      const fields = findChangedFields(old, row);
      if (Object.keys(fields).length > 0) changed.push({ ...toNamedRow(name, row), fields });
    }
  }
  return { added, removed, changed, clock: clock.map(instant) };
};
