import type { Entry } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { byUid, type EntryList, type EntryOrder } from './entry-list.ts';
import {
  type Changes,
  changedTree,
  firstIn,
  leafAt,
  merged,
  type Part,
  sizeOf,
  substitutedMany,
  substitutedOne,
  treeOf,
  unsharedIn,
} from './entry-tree.ts';
import { sortedByUid, sortingByUid } from './sort-by-uid.ts';

/**
 * Changes are applied at the latest when there are so many, or as many as entries: each entry is then moved a few times
 * only while a large list is made, and the last time of that takes some milliseconds for a hundred thousand.
 */
const MAX_PENDING = 2_000;
/** When there are more entries than this for each change, the tree is changed; otherwise it is built anew. */
const FEW_OF = 4;

const NONE: readonly Entry[] = [];

interface Pending {
  /** Some of them may have been removed or replaced since. */
  readonly added: Entry[];
  /** Entries of the tree, or among those that were added. */
  readonly removed: Set<Entry>;
  /** Entries in the place of others, with those: of the tree, or among those that were added. */
  readonly replaced: Map<Entry, Entry>;
}

/**
 * Entries in an order. Changes are collected and applied at the next read. A clone shares what it does not change, so
 * that its cost does not depend on how many entries there are.
 */
export class SortedEntries implements EntryList {
  /** The only one that may change the list; others clone it first. */
  readonly owner: number;
  readonly #order: EntryOrder;
  #tree: Part;
  #pending: Pending | undefined;
  /** True while it is made by many changes, of which nobody reads the order before `settle`. */
  isCollecting = false;

  /** `entries` must be sorted already. */
  constructor(owner: number, order: EntryOrder, entries: readonly Entry[] | Part = []) {
    this.owner = owner;
    this.#order = order;
    this.#tree = isTree(entries) ? entries : treeOf(owner, entries);
  }

  get size(): number {
    const size = sizeOf(this.#tree);
    return this.#pending ? size + this.#pending.added.length - this.#pending.removed.size : size;
  }

  at(index: number): Entry {
    const { leaf, from } = leafAt(this.#settled(), index);
    return leaf.entries[index - from] as Entry;
  }

  first(isAfter: (entry: Entry) => boolean): number {
    return firstIn(this.#settled(), isAfter);
  }

  slice(from: number, to: number): Entry[] {
    const root = this.#settled();
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
    const { removed, replaced } = this.#changes();
    const original = replaced.get(entry) ?? entry;
    if (original !== entry) replaced.delete(entry);
    removed.add(original);
    this.#settleMany();
  }

  /** Puts an entry in the place of one of the list. Where both have the same place in the order nothing moves. */
  replace(before: Entry, after: Entry): void {
    if (this.#order(before, after) !== 0) {
      this.remove(before);
      this.add(after);
      return;
    }
    if (this.#isShort()) {
      this.#tree = substitutedOne(this.#tree, before, after, this.#order, this.owner);
      return;
    }
    const { replaced } = this.#changes();
    const original = replaced.get(before) ?? before;
    if (original !== before) replaced.delete(before);
    if (original !== after) replaced.set(after, original);
    this.#settleMany();
  }

  /** All entries that another list has not, and perhaps some of those that both have: the cost is that of what they do not share. */
  beyond(other: SortedEntries): Entry[] {
    return unsharedIn(this.#settled(), other.#settled());
  }

  /** A copy that another owner may change. */
  clone(owner: number): SortedEntries {
    return new SortedEntries(owner, this.#order, this.#settled());
  }

  #changes(): Pending {
    this.#pending ??= { added: [], removed: new Set(), replaced: new Map() };
    return this.#pending;
  }

  /** True for a list that is changed at once: collecting changes would cost more. */
  #isShort(): boolean {
    return !this.#pending && !this.#tree.parts;
  }

  /** Applies all changes, and ends collecting: in short steps where entries were added by uid, as in a long write. */
  *settle(): Steps<void> {
    this.isCollecting = false;
    const pending = this.#pending;
    if (pending?.removed.size === 0 && pending.replaced.size === 0 && this.#order === byUid) {
      const added = yield* sortingByUid(pending.added);
      this.#pending = undefined;
      this.#change({ removed: NONE, added });
    }
    this.#settled();
  }

  /** The tree with all changes applied. */
  #settled(): Part {
    if (!this.#pending) return this.#tree;
    const { removed, replaced } = this.#pending;
    const added = replaced.size === 0 ? this.#pending.added : this.#substitute(this.#pending);
    this.#pending = undefined;
    // What was added and removed since is none of the changes.
    const left = removed.size === 0 ? added : added.filter((entry) => !removed.delete(entry));
    if (left.length + removed.size === 0) return this.#tree;
    return this.#change({ removed: this.#inOrder([...removed]), added: this.#inOrder(left) });
  }

  /** Puts entries in the place of those of the tree, and returns those that were added with theirs. */
  #substitute({ added, replaced }: Pending): readonly Entry[] {
    const isFew = replaced.size * FEW_OF <= sizeOf(this.#tree);
    const substitutes = new Map<Entry, Entry>();
    for (const [after, before] of replaced) {
      substitutes.set(before, after);
      if (isFew) this.#tree = substitutedOne(this.#tree, before, after, this.#order, this.owner);
    }
    if (!isFew) this.#tree = substitutedMany(this.#tree, substitutes, this.owner);
    return added.map((entry) => substitutes.get(entry) ?? entry);
  }

  #settleMany(): void {
    if (!this.#pending || this.isCollecting) return;
    const { added, removed, replaced } = this.#pending;
    const count = added.length + removed.size + replaced.size;
    if (count >= MAX_PENDING && count >= sizeOf(this.#tree)) this.#settled();
  }

  #inOrder(entries: readonly Entry[]): readonly Entry[] {
    return this.#order === byUid ? sortedByUid(entries) : [...entries].sort(this.#order);
  }

  #change(changes: Changes): Part {
    const size = sizeOf(this.#tree);
    const isFew = (changes.removed.length + changes.added.length) * FEW_OF <= size;
    this.#tree =
      isFew || !this.#tree.parts
        ? changedTree(this.#tree, changes, this.#order, this.owner)
        : treeOf(this.owner, merged(this.slice(0, size), changes, this.#order));
    return this.#tree;
  }
}

const isTree = (given: readonly Entry[] | Part): given is Part => !Array.isArray(given);
