import { instant } from '../../kernel/clock.ts';
import type { Rows } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import type { ChangedRow, NamedRow, StateDifference } from '../contract/nouns.ts';
import { changedFields, namedRow } from '../plane/row-difference.ts';

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
  const changed: ChangedRow[] = [];
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
