import type { Store, Tx } from '../kernel/rows.ts';
import { runAtOnce, type Steps } from '../kernel/steps.ts';

/** Thrown in the place of a result, so that the store undoes the change. */
const UNDONE = new Error('undone, to be run again');

/** Runs a change by a `write` of a store, and undoes it. */
export const tryOutBy = (write: (change: (tx: Tx) => never) => Promise<never>, change: (tx: Tx) => unknown): void => {
  const tried = write((tx): never => {
    change(tx);
    throw UNDONE;
  });
  tried.catch(() => undefined);
};

/** The same store, which runs every change twice and undoes the first: what a change does beside its transaction shows. */
export const runChangesTwice = (store: Store): Store => {
  const tryOut = (on: Store, change: (tx: Tx) => unknown): void => tryOutBy((undone) => on.write(undone), change);
  return {
    rows: store.rows,
    log: store.log,
    write: (change) => {
      tryOut(store, change);
      return store.write(change);
    },
    writeInSteps: <T>(change: (tx: Tx) => Steps<T>) =>
      store.writeInSteps(function* (tx): Steps<T> {
        tryOut(store.fork(), (tried) => runAtOnce(change(tried)));
        return yield* change(tx);
      }),
    capture: () => store.capture(),
    fork: (place) => store.fork(place),
    restore: (snapshot) => store.restore(snapshot),
    close: () => store.close(),
  };
};
