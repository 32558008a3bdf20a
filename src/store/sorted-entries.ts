import type { Entry } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { compareUids, type EntryList, type EntryOrder } from './entry-list.ts';
import {
  type Changes,
  changeTree,
  findFirst,
  findUnshared,
  leafAt,
  mergeEntries,
  type Part,
  sizeOf,
  substituteMany,
  substituteOne,
  treeOf,
} from './entry-tree.ts';
import { sortByUid, sortByUidInSteps } from './sort-by-uid.ts';

/**
 * Changes are applied at the latest when there are this many, and as many as entries: so each entry moves only a few
 * times while a large list grows, and the last time takes some milliseconds for a hundred thousand.
 */
const MAX_PENDING = 2_000;
/** The entries for each change above which the tree is changed; with fewer it is built anew. */
const FEW_OF = 4;

const NONE: readonly Entry[] = [];

interface Pending {
  /** Entries of which some may have been removed or replaced since. */
  readonly added: Entry[];
  /** Entries of the tree, or among those that were added. */
  readonly removed: Set<Entry>;
  /** Entries, with those that they replace: of the tree, or among those that were added. */
  readonly replaced: Map<Entry, Entry>;
}

/**
 * Entries in an order. Changes are collected and applied at the next read. A clone shares the parts that it does not
 * change, so that its cost does not depend on how many entries there are.
 */
export class SortedEntries implements EntryList {
  /** The only one that may change the list; other lists clone it first. */
  readonly owner: number;
  readonly #order: EntryOrder;
  #tree: Part;
  #pending: Pending | undefined;
  /** True while it is made by many changes, and its order is not read before `settle`. */
  isCollecting = false;

  /** `entries` must be sorted already. */
  constructor(owner: number, order: EntryOrder, entries: readonly Entry[] | Part = []) {
    this.owner = owner;
    this.#order = order;
    this.#tree = Array.isArray(entries) ? treeOf(owner, entries) : (entries as Part);
  }

  get size(): number {
    const size = sizeOf(this.#tree);
    return this.#pending ? size + this.#pending.added.length - this.#pending.removed.size : size;
  }

  at(index: number): Entry {
    const { leaf, from } = leafAt(this.#settle(), index);
    return leaf.entries[index - from] as Entry;
  }

  findFirst(isAfter: (entry: Entry) => boolean): number {
    return findFirst(this.#settle(), isAfter);
  }

  slice(from: number, to: number): Entry[] {
    const root = this.#settle();
    const found = new Array<Entry>(Math.max(0, to - from));
    for (let at = from; at < to; ) {
      const { leaf, from: start } = leafAt(root, at);
      const end = Math.min(start + leaf.entries.length, to);
      for (; at < end; at += 1) found[at - from] = leaf.entries[at - start] as Entry;
    }
    return found;
  }

  add(entry: Entry): void {
    if (this.#isShort()) {
      this.#change({ removed: NONE, added: [entry] });
      return;
    }
    const { added, removed } = this.#changes();
    if (!removed.delete(entry)) added.push(entry);
    this.#settleMany();
  }

  /** Removes an entry of the list. */
  remove(entry: Entry): void {
    if (this.#isShort()) {
      this.#change({ removed: [entry], added: NONE });
      return;
    }
    const { added, removed, replaced } = this.#changes();
    // What is undone was added last.
    if (added.at(-1) === entry) {
      added.pop();
      return;
    }
    const original = replaced.get(entry) ?? entry;
    if (original !== entry) replaced.delete(entry);
    removed.add(original);
    this.#settleMany();
  }

  /** Replaces an entry of the list. Nothing moves if both have the same place in the order. */
  replace(before: Entry, after: Entry): void {
    if (this.#order(before, after) !== 0) {
      this.remove(before);
      this.add(after);
      return;
    }
    if (this.#isShort()) {
      this.#tree = substituteOne(this.#tree, before, after, this.#order, this.owner);
      return;
    }
    const { replaced } = this.#changes();
    const original = replaced.get(before) ?? before;
    if (original !== before) replaced.delete(before);
    if (original !== after) replaced.set(after, original);
    this.#settleMany();
  }

  /** All entries that another list does not have, and perhaps some that it has: the cost grows with the difference. */
  listBeyond(other: SortedEntries): Entry[] {
    return findUnshared(this.#settle(), other.#settle());
  }

  /** A copy that another owner may change. */
  clone(owner: number): SortedEntries {
    return new SortedEntries(owner, this.#order, this.#settle());
  }

  #changes(): Pending {
    this.#pending ??= { added: [], removed: new Set(), replaced: new Map() };
    return this.#pending;
  }

  /** True for a list that is changed at once: collecting changes would cost more. */
  #isShort(): boolean {
    return !this.#pending && !this.#tree.parts;
  }

  /** Applies all changes, and ends collecting: in short steps if entries were added by uid, as in a long write. */
  *settle(): Steps<void> {
    this.isCollecting = false;
    const pending = this.#pending;
    if (pending?.removed.size === 0 && pending.replaced.size === 0 && this.#order === compareUids) {
      const added = yield* sortByUidInSteps(pending.added);
      this.#pending = undefined;
      this.#change({ removed: NONE, added });
    }
    this.#settle();
  }

  /** The tree with all changes applied. */
  #settle(): Part {
    if (!this.#pending) return this.#tree;
    const { removed, replaced } = this.#pending;
    const added = replaced.size === 0 ? this.#pending.added : this.#substitute(this.#pending);
    this.#pending = undefined;
    // Entries that were added and then removed are no changes.
    const inserted = removed.size === 0 ? added : added.filter((entry) => !removed.delete(entry));
    if (inserted.length + removed.size === 0) return this.#tree;
    return this.#change({ removed: this.#sort([...removed]), added: this.#sort(inserted) });
  }

  /** Replaces entries of the tree, and returns the added ones with theirs. */
  #substitute({ added, replaced }: Pending): readonly Entry[] {
    const isFew = replaced.size * FEW_OF <= sizeOf(this.#tree);
    const substitutes = new Map<Entry, Entry>();
    for (const [after, before] of replaced) {
      substitutes.set(before, after);
      if (isFew) this.#tree = substituteOne(this.#tree, before, after, this.#order, this.owner);
    }
    if (!isFew) this.#tree = substituteMany(this.#tree, substitutes, this.owner);
    return added.map((entry) => substitutes.get(entry) ?? entry);
  }

  #settleMany(): void {
    if (!this.#pending || this.isCollecting) return;
    const { added, removed, replaced } = this.#pending;
    const count = added.length + removed.size + replaced.size;
    if (count >= MAX_PENDING && count >= sizeOf(this.#tree)) this.#settle();
  }

  #sort(entries: readonly Entry[]): readonly Entry[] {
    return this.#order === compareUids ? sortByUid(entries) : [...entries].sort(this.#order);
  }

  #change(changes: Changes): Part {
    const size = sizeOf(this.#tree);
    const isFew = (changes.removed.length + changes.added.length) * FEW_OF <= size;
    this.#tree =
      isFew || !this.#tree.parts
        ? changeTree(this.#tree, changes, this.#order, this.owner)
        : treeOf(this.owner, mergeEntries(this.slice(0, size), changes, this.#order));
    return this.#tree;
  }
}
