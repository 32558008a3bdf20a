import { type Entry, fieldOf } from '../kernel/rows.ts';
import { type EntryList, type EntryOrder, listOf } from './entry-list.ts';
import { HashTrie } from './hash-trie.ts';
import { SortedEntries } from './sorted-entries.ts';

const NONE = listOf([]);

/** The text of an entry that an index is by. Entries without one are not in it. */
export type KeyOf = (entry: Entry) => string | undefined;

/** Returns the text of a field, or of a path such as `claimMatch.issuer`. */
export const textIn = (path: string): KeyOf => {
  const [field = '', ...within] = path.split('.');
  return ({ row }) => {
    let value = fieldOf(row, field);
    for (const name of within) value = (value as Readonly<Record<string, unknown>> | undefined)?.[name];
    return typeof value === 'string' ? value : undefined;
  };
};

/** Entries by a text of theirs, those of one text in an order. Most texts have one entry, which is kept as it is. */
export class FieldIndex {
  readonly #owner: number;
  readonly #keyOf: KeyOf;
  readonly #order: EntryOrder;
  readonly #byKey: HashTrie<Entry | SortedEntries>;

  /** `owner` is a number that no other index of the field has. */
  constructor(owner: number, keyOf: KeyOf, order: EntryOrder, from?: HashTrie<Entry | SortedEntries>) {
    this.#owner = owner;
    this.#keyOf = keyOf;
    this.#order = order;
    this.#byKey = new HashTrie(owner, from);
  }

  /** An index of entries that are in the order already. */
  static of(owner: number, keyOf: KeyOf, order: EntryOrder, entries: Iterable<Entry>): FieldIndex {
    const byKey = new Map<string, Entry[]>();
    let last: { readonly key: string; readonly group: Entry[] } | undefined;
    for (const entry of entries) {
      const key = keyOf(entry);
      if (key === undefined) continue;
      // Neighbours have the same key in most cases.
      if (last?.key !== key) {
        last = { key, group: byKey.get(key) ?? [] };
        byKey.set(key, last.group);
      }
      last.group.push(entry);
    }
    const index = new FieldIndex(owner, keyOf, order);
    for (const [key, group] of byKey) {
      const [only] = group;
      index.#byKey.set(key, group.length === 1 && only ? only : new SortedEntries(owner, order, group));
    }
    return index;
  }

  /** A copy for another owner; the original must not change any more. */
  clone(owner: number): FieldIndex {
    return new FieldIndex(owner, this.#keyOf, this.#order, this.#byKey);
  }

  /** The entries of a text: a copy. */
  all(key: string): Entry[] {
    const held = this.#byKey.get(key);
    if (held === undefined) return [];
    return held instanceof SortedEntries ? held.slice(0, held.size) : [held];
  }

  /** The entries of a text as a list, without a copy. */
  list(key: string): EntryList {
    const held = this.#byKey.get(key);
    if (held === undefined) return NONE;
    return held instanceof SortedEntries ? held : listOf([held]);
  }

  /** Removes one entry and adds another; either may be missing. */
  swap(before: Entry | undefined, after: Entry | undefined): void {
    const [from, to] = [before && this.#keyOf(before), after && this.#keyOf(after)];
    if (before && after && from !== undefined && from === to) {
      const held = this.#byKey.get(from);
      if (held instanceof SortedEntries) this.#owned(from, held).replace(before, after);
      else this.#byKey.set(from, after);
      return;
    }
    if (before && from !== undefined) this.#remove(from, before);
    if (after && to !== undefined) this.#add(to, after);
  }

  #add(key: string, entry: Entry): void {
    const held = this.#byKey.get(key);
    if (held === undefined) this.#byKey.set(key, entry);
    else if (held instanceof SortedEntries) this.#owned(key, held).add(entry);
    else this.#byKey.set(key, new SortedEntries(this.#owner, this.#order, [held, entry].sort(this.#order)));
  }

  #remove(key: string, entry: Entry): void {
    const held = this.#byKey.get(key);
    if (!(held instanceof SortedEntries)) {
      if (held === entry) this.#byKey.delete(key);
      return;
    }
    const list = this.#owned(key, held);
    list.remove(entry);
    if (list.size === 0) this.#byKey.delete(key);
  }

  #owned(key: string, list: SortedEntries): SortedEntries {
    if (list.owner === this.#owner) return list;
    const own = list.clone(this.#owner);
    this.#byKey.set(key, own);
    return own;
  }
}
