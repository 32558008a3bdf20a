import type { Row, Rows } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import { kinds } from './row-place.ts';

/** A row that differs between two states. */
export interface TouchedRow {
  /** The name of its collection. */
  readonly kind: string;
  readonly uid: string;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
}

/** The rows of the API that differ between two states; rows that both states share are not compared. */
export const touchedRows = (before: Rows, after: Rows): readonly TouchedRow[] => {
  const touched: TouchedRow[] = [];
  for (const [kind, of] of kinds) {
    for (const row of before.listWithin(of, TOP)) {
      if (!after.get(of, row.uid)) touched.push({ kind, uid: row.uid, before: row, after: undefined });
    }
    for (const row of after.listWithin(of, TOP)) {
      const old = before.get(of, row.uid);
      if (old !== row) touched.push({ kind, uid: row.uid, before: old, after: row });
    }
  }
  return touched;
};
