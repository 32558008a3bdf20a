import { type ChangedRow, collection, isTransient, type Row, type Rows, type Store } from '../../kernel/rows.ts';

/** Rows that were changed, as they were before, by collection and uid; null for one that was not there. */
export type RowsBefore = readonly (readonly [of: string, uid: string, row: Row | null])[];

/** Adds what was changed next: a row that was changed before stays as it was then. */
export const addRowsBefore = (known: RowsBefore, changes: readonly ChangedRow[]): RowsBefore => {
  const names = new Set(known.map(([of, uid]) => `${of} ${uid}`));
  const added = changes.flatMap(({ of, uid, before }) => {
    const name = `${of.name} ${uid}`;
    if (isTransient(of.name) || names.has(name)) return [];
    names.add(name);
    return [[of.name, uid, before ?? null] as const];
  });
  return [...known, ...added];
};

/**
 * Undoes sets of changes one after the other, in a fork of the store, and yields its rows after each. They are the same
 * object each time: what was yielded before changes with the next.
 */
export function* undoChanges(store: Pick<Store, 'fork'>, undone: Iterable<RowsBefore>): Generator<Rows> {
  const past = store.fork();
  for (const before of undone) {
    // A fork is written at once.
    void past.write((tx) => {
      for (const [of, uid, row] of before) {
        if (row) tx.put(collection(of), row);
        else tx.remove(collection(of), uid);
      }
    });
    yield past.rows;
  }
}
