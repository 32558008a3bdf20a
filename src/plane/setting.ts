import type { Collection, Row, Store, Tx } from '../kernel/rows.ts';

/** The uid of the only row of a collection that has one at most. */
export const ONLY = 'only';

/**
 * A setting that a test has made: the row of a collection of settings, and the value made of it when it changes. So
 * a call that asks for the value finds it there.
 */
export class Setting<R extends Row, V> {
  readonly #store: Store;
  readonly #of: Collection<R>;
  readonly #make: (row: R | undefined, before: V | undefined) => V;
  #row: R | undefined;
  /** The value of the row that is there now. Only the row changes it. */
  value: V;

  /** `make` makes the value of a row, or of none; it is handed the value that was there before. */
  constructor(store: Store, of: Collection<R>, make: (row: R | undefined, before: V | undefined) => V) {
    this.#store = store;
    this.#of = of;
    this.#make = make;
    this.#row = store.rows.get(of, ONLY);
    this.value = make(this.#row, undefined);
    store.followSettings(() => this.#follow());
  }

  /**
   * Sets what the change returns, or removes the setting if that is undefined; the change may run twice. `value`
   * changes at once, unless another write is under way; the promise resolves when it is stored.
   */
  write(change: (tx: Tx) => Omit<R, 'uid'> | undefined): Promise<void> {
    return this.#store.write((tx) => this.put(tx, change(tx)));
  }

  /** Sets it as a part of another write. */
  put(tx: Tx, wanted: Omit<R, 'uid'> | undefined): void {
    if (wanted) tx.put(this.#of, { ...wanted, uid: ONLY } as unknown as R);
    else tx.remove(this.#of, ONLY);
  }

  #follow(): void {
    const row = this.#store.rows.get(this.#of, ONLY);
    if (row === this.#row) return;
    this.#row = row;
    this.value = this.#make(row, this.value);
  }
}
