import { type Entry, fieldOf } from '../kernel/rows.ts';
import { isChildOf, parentOf, TOP } from '../kernel/uid.ts';
import { compareUids, type EntryList, type EntryOrder, listOf } from './entry-list.ts';
import { LayeredMap } from './layered-map.ts';
import { SortedEntries } from './sorted-entries.ts';

const NONE = listOf([]);

/** Returns the key of an entry in an index; undefined for an entry that the index leaves out. */
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

type Children = ReadonlyMap<string, readonly Entry[]>;

/**
 * The entries of each parent, found by their number; undefined if other rows lie between them, such as groups below
 * groups. To look at each entry takes longer, since in uid order they are scattered over the memory.
 */
const rangesIn = (entries: EntryList, counts: ReadonlyMap<string, number>): Children | undefined => {
  const ranges = new Map<string, readonly Entry[]>();
  for (const [parent, count] of counts) {
    if (count === 0) continue;
    // Uids that begin with the parent and a slash are before the parent with the character that follows a slash.
    const [first, end] = [`${parent}/`, `${parent}0`];
    const from = parent === TOP ? 0 : entries.findFirst(({ uid }) => uid >= first);
    const to = parent === TOP ? entries.size : entries.findFirst(({ uid }) => uid >= end);
    if (to - from !== count) return undefined;
    ranges.set(parent, entries.slice(from, to));
  }
  return ranges;
};

const groupsIn = (entries: EntryList): Children => {
  const groups = new Map<string, Entry[]>();
  let parent = TOP;
  let group: Entry[] | undefined;
  for (const entry of entries.slice(0, entries.size)) {
    // Neighbours have the same parent in most cases: to see that takes less than to make its text.
    if (!group || !isChildOf(entry.uid, parent)) {
      parent = parentOf(entry.uid);
      group = groups.get(parent) ?? [];
      groups.set(parent, group);
    }
    group.push(entry);
  }
  return groups;
};

/**
 * Entries by one of their texts, entries of one text in an order. Most texts have one entry, which is stored as it is.
 */
export class FieldIndex {
  readonly #owner: number;
  readonly #keyOf: KeyOf;
  readonly #order: EntryOrder;
  readonly #byKey: LayeredMap<Entry | SortedEntries>;

  /** `owner` is a number that no other index of the field has. */
  constructor(owner: number, keyOf: KeyOf, order: EntryOrder, from?: LayeredMap<Entry | SortedEntries>) {
    this.#owner = owner;
    this.#keyOf = keyOf;
    this.#order = order;
    this.#byKey = new LayeredMap(from);
  }

  /** An index by parent of entries in uid order, which need not be read if the number of each parent is known. */
  static indexByParent(owner: number, entries: EntryList, counts?: ReadonlyMap<string, number>): FieldIndex {
    const index = new FieldIndex(owner, ({ uid }) => parentOf(uid), compareUids);
    for (const [parent, children] of (counts && rangesIn(entries, counts)) ?? groupsIn(entries)) {
      const [only] = children;
      index.#byKey.set(parent, children.length === 1 && only ? only : new SortedEntries(owner, compareUids, children));
    }
    return index;
  }

  /** A copy for another owner; the original must not change any more. */
  clone(owner: number): FieldIndex {
    return new FieldIndex(owner, this.#keyOf, this.#order, this.#byKey);
  }

  /** The entries of a text: a copy. */
  all(key: string): Entry[] {
    const found = this.#byKey.get(key);
    if (found === undefined) return [];
    return found instanceof SortedEntries ? found.slice(0, found.size) : [found];
  }

  /** The entries of a text as a list, without a copy. */
  list(key: string): EntryList {
    const found = this.#byKey.get(key);
    if (found === undefined) return NONE;
    return found instanceof SortedEntries ? found : listOf([found]);
  }

  /** Removes one entry and adds another; either may be missing. */
  swap(before: Entry | undefined, after: Entry | undefined): void {
    const [from, to] = [before && this.#keyOf(before), after && this.#keyOf(after)];
    if (before && after && from !== undefined && from === to) {
      const found = this.#byKey.get(from);
      if (found instanceof SortedEntries) this.#claim(from, found).replace(before, after);
      else this.#byKey.set(from, after);
      return;
    }
    if (before && from !== undefined) this.#remove(from, before);
    if (after && to !== undefined) this.#add(to, after);
  }

  #add(key: string, entry: Entry): void {
    const found = this.#byKey.get(key);
    if (found === undefined) this.#byKey.set(key, entry);
    else if (found instanceof SortedEntries) this.#claim(key, found).add(entry);
    else this.#byKey.set(key, new SortedEntries(this.#owner, this.#order, [found, entry].sort(this.#order)));
  }

  #remove(key: string, entry: Entry): void {
    const found = this.#byKey.get(key);
    if (!(found instanceof SortedEntries)) {
      if (found === entry) this.#byKey.delete(key);
      return;
    }
    const list = this.#claim(key, found);
    list.remove(entry);
    if (list.size === 0) this.#byKey.delete(key);
  }

  #claim(key: string, list: SortedEntries): SortedEntries {
    if (list.owner === this.#owner) return list;
    const own = list.clone(this.#owner);
    this.#byKey.set(key, own);
    return own;
  }
}
