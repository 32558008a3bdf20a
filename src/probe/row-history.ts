import type { Row, Rows } from '../kernel/rows.ts';
import type { Naming } from './naming.ts';
import { formText, RowForms, slotKey } from './row-form.ts';
import { Places } from './row-place.ts';

/** All states of the rows of one kind and name in runs without a surprise. */
export interface EverSeen {
  /** Each form that one of them has had, as text. */
  readonly forms: Set<string>;
  /** The largest number at the same time. */
  most: number;
  /** True if there was a moment without one. */
  wasMissing: boolean;
}

/**
 * Adds to `ever` the forms of rows at each moment of a run, from its beginning on, by the keys of their slots. `uids`
 * are the rows to look at, by their kinds.
 */
export const addMoments = (
  ever: Map<string, EverSeen>,
  moments: readonly [began: Rows, ...later: Rows[]],
  uids: ReadonlyMap<string, ReadonlySet<string>>,
  naming: Naming,
  noise: ReadonlyMap<string, ReadonlySet<string>>,
): void => {
  /** The rows at the moment before, each with the key of its slot unless it cannot be compared. */
  const last = new Map<string, { readonly row: Row; readonly name: string; readonly key: string | undefined }>();
  const counts = new Map<string, number>();
  const count = (key: string, more: number): void => void counts.set(key, (counts.get(key) ?? 0) + more);
  /** Takes the rows that differ from the moment before; true if one was renamed. */
  const look = (forms: RowForms, rows: Rows, isFirst: boolean): boolean => {
    let isRenamed = false;
    for (const [kind, of] of uids) {
      for (const uid of of) {
        const id = `${kind} ${uid}`;
        const before = last.get(id);
        const row = rows.get({ name: kind, indexes: [] }, uid);
        if (row === before?.row) continue;
        if (before?.key !== undefined) count(before.key, -1);
        last.delete(id);
        if (!row) continue;
        const path = forms.pathOf(kind, row);
        const form = forms.form(kind, row);
        const key = path && slotKey(kind, path);
        if (before && before.name !== form.name) isRenamed = true;
        last.set(id, { row, name: form.name, key });
        if (key === undefined) continue;
        count(key, 1);
        const seen = ever.get(key) ?? { forms: new Set(), most: 0, wasMissing: !isFirst };
        ever.set(key, seen);
        seen.forms.add(formText(form, noise.get(key)));
      }
    }
    return isRenamed;
  };
  for (const [nth, rows] of moments.entries()) {
    const forms = new RowForms(new Places(moments[0], rows), naming);
    if (look(forms, rows, nth === 0)) {
      // Another name of a row changes the places of the rows below it, and each text that refers to it.
      counts.clear();
      last.clear();
      look(forms, rows, nth === 0);
    }
    for (const [key, seen] of ever) {
      const found = counts.get(key) ?? 0;
      seen.most = Math.max(seen.most, found);
      if (found === 0) seen.wasMissing = true;
    }
  }
};
