import type { Entry } from '../kernel/rows.ts';

/** Total order of entries; never 0 for two different uids. */
export type EntryOrder = (a: Entry, b: Entry) => number;

export const byUid: EntryOrder = (a, b) => (a.uid < b.uid ? -1 : a.uid > b.uid ? 1 : 0);

/** Up to this many changes are spliced in; more are merged in one pass over the list. */
const SPLICE_LIMIT = 32;

interface Pending {
  readonly added: Set<Entry>;
  readonly removed: Set<Entry>;
}

/** Entries in an order, as one array. Changes are collected and applied at the next read. */
export class SortedEntries {
  /** The only one that may change the list; others clone it first. */
  readonly owner: unknown;
  readonly #order: EntryOrder;
  #entries: Entry[];
  #pending: Pending | undefined;

  /** Keeps and changes `entries` itself, which must be sorted already. */
  constructor(owner: unknown, order: EntryOrder, entries: Entry[] = []) {
    this.owner = owner;
    this.#order = order;
    this.#entries = entries;
  }

  /** The entries with all changes applied. Callers must not change this array, nor keep it over a write. */
  get entries(): readonly Entry[] {
    if (this.#pending) this.#settle(this.#pending);
    return this.#entries;
  }

  add(entry: Entry): void {
    if (!this.#pending) {
      const last = this.#entries.at(-1);
      // Rows that arrive in order, as those of a file do, need no sorting.
      if (!last || this.#order(last, entry) < 0) {
        this.#entries.push(entry);
        return;
      }
    }
    const { added, removed } = this.#changes();
    if (!removed.delete(entry)) added.add(entry);
  }

  remove(entry: Entry): void {
    const { added, removed } = this.#changes();
    if (!added.delete(entry)) removed.add(entry);
  }

  clone(owner: unknown): SortedEntries {
    return new SortedEntries(owner, this.#order, [...this.entries]);
  }

  /** The index of the first entry for which `isAfter` holds; the entries must be partitioned by it. */
  static first(entries: readonly Entry[], isAfter: (entry: Entry) => boolean): number {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isAfter(entries[middle] as Entry)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #changes(): Pending {
    this.#pending ??= { added: new Set(), removed: new Set() };
    return this.#pending;
  }

  #settle(pending: Pending): void {
    this.#pending = undefined;
    if (pending.added.size + pending.removed.size <= SPLICE_LIMIT) this.#splice(pending);
    else this.#merge(pending);
  }

  #splice({ added, removed }: Pending): void {
    for (const entry of removed) {
      const at = this.#position(entry);
      if (this.#entries[at] === entry) this.#entries.splice(at, 1);
    }
    for (const entry of added) this.#entries.splice(this.#position(entry), 0, entry);
  }

  #position(entry: Entry): number {
    return SortedEntries.first(this.#entries, (other) => this.#order(other, entry) >= 0);
  }

  #merge(pending: Pending): void {
    const added = [...pending.added].sort(this.#order);
    const merged: Entry[] = [];
    let next = 0;
    for (const entry of this.#entries) {
      if (pending.removed.has(entry)) continue;
      while (next < added.length && this.#order(added[next] as Entry, entry) < 0) merged.push(added[next++] as Entry);
      merged.push(entry);
    }
    while (next < added.length) merged.push(added[next++] as Entry);
    this.#entries = merged;
  }
}
