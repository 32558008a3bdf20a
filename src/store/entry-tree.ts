import type { Entry } from '../kernel/rows.ts';
import { type EntryOrder, findFirstIndex } from './entry-list.ts';

/** The most entries of a leaf, and the most parts of a branch. */
const MAX_ENTRIES = 128;
const MAX_PARTS = 64;
/** Neighbours that together fill less than this share of a part are joined, if entries were removed. */
const JOINED = 0.5;
/** The changes of a leaf up to which they are spliced in; more are merged in one pass. */
const FEW = 8;

/** Entries in an order, the lowest level of a tree. */
export interface Leaf {
  readonly owner: number;
  readonly entries: Entry[];
  readonly parts: undefined;
}
interface Branch {
  readonly parts: readonly Part[];
  readonly entries: undefined;
  /** The first entry of each part. */
  readonly firsts: readonly Entry[];
  /** The number of entries up to the end of each part. */
  readonly ends: readonly number[];
}
/**
 * A sorted tree of entries that knows how many there are below each branch. Trees share parts. Branches never change; a
 * leaf is changed in place only for the owner that made it.
 */
export type Part = Leaf | Branch;

/** Changes of a list: both in its order, and neither with an entry of the other. */
export interface Changes {
  readonly removed: readonly Entry[];
  readonly added: readonly Entry[];
}

/** The number of entries in a tree. */
export const sizeOf = (part: Part): number => (part.parts ? (part.ends.at(-1) ?? 0) : part.entries.length);

const firstOf = (part: Part): Entry => (part.parts ? part.firsts : part.entries)[0] as Entry;

const slotsOf = (part: Part): number => (part.parts ?? part.entries).length;

const endsOf = (parts: readonly Part[]): number[] => {
  let end = 0;
  return parts.map((part) => {
    end += sizeOf(part);
    return end;
  });
};

const leafOf = (owner: number, entries: Entry[]): Leaf => ({ owner, entries, parts: undefined });
const branchOf = (parts: readonly Part[]): Branch => ({
  parts,
  entries: undefined,
  firsts: parts.map(firstOf),
  ends: endsOf(parts),
});

/** Splits into pieces of about the same length, none longer than `most`. */
const pieces = <T>(items: readonly T[], most: number): T[][] => {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, at) =>
    items.slice(Math.floor((at * items.length) / count), Math.floor(((at + 1) * items.length) / count)),
  );
};

/** One tree of parts of the same height. */
const growRoot = (owner: number, of: readonly Part[]): Part => {
  let parts = of;
  while (parts.length > 1) parts = pieces(parts, MAX_PARTS).map(branchOf);
  let root = parts[0] ?? leafOf(owner, []);
  while (root.parts?.length === 1) root = root.parts[0] as Part;
  return root;
};

/** A tree of sorted entries. Its leaves have room for more. */
export const treeOf = (owner: number, entries: readonly Entry[]): Part =>
  growRoot(
    owner,
    pieces(entries, MAX_ENTRIES * 0.75).map((some) => leafOf(owner, some)),
  );

const heightOf = (part: Part): number => (part.parts?.[0] ? 1 + heightOf(part.parts[0]) : 0);

/** Parts that all have one height, or those below them if that is above the one wanted. */
const partsAt = (height: number, parts: readonly Part[]): readonly Part[] =>
  parts[0] && heightOf(parts[0]) > height ? parts.flatMap((part) => part.parts ?? []) : parts;

const without = (parts: readonly Part[], others: readonly Part[]): readonly Part[] => {
  const excluded = new Set(others);
  return parts.filter((part) => !excluded.has(part));
};

/** The entries in those leaves of a tree that another tree does not have. Parts that both have are skipped. */
export const findUnshared = (tree: Part, other: Part): Entry[] => {
  let own: readonly Part[] = [tree];
  let its: readonly Part[] = [other];
  for (let height = Math.max(heightOf(tree), heightOf(other)); height >= 0; height -= 1) {
    const [mine, theirs] = [partsAt(height, own), partsAt(height, its)];
    own = without(mine, theirs);
    its = without(theirs, mine);
  }
  return own.flatMap(({ entries }) => entries ?? []);
};

/** The leaf with the entry of an index, and the index of its first entry. */
export const leafAt = (root: Part, index: number): { readonly leaf: Leaf; readonly from: number } => {
  let part = root;
  let from = 0;
  while (part.parts) {
    const below = index - from;
    const at = findFirstIndex(part.ends, (end) => end > below);
    if (at > 0) from += part.ends[at - 1] as number;
    part = part.parts[at] as Part;
  }
  return { leaf: part, from };
};

/** The index of the first entry for which `isAfter` holds; the entries must be partitioned by it. */
export const findFirst = (root: Part, isAfter: (entry: Entry) => boolean): number => {
  let part = root;
  let from = 0;
  while (part.parts) {
    const at = Math.max(0, findFirstIndex(part.firsts, isAfter) - 1);
    if (at > 0) from += part.ends[at - 1] as number;
    part = part.parts[at] as Part;
  }
  return from + findFirstIndex(part.entries, isAfter);
};

/** A branch with other parts that begin at the same places: `firsts` may still have entries that were replaced. */
const withParts = (branch: Branch, parts: readonly Part[]): Branch => ({ ...branch, parts });

/** A leaf of the owner with the same entries. */
const claimLeaf = (leaf: Leaf, owner: number): Leaf => (leaf.owner === owner ? leaf : leafOf(owner, [...leaf.entries]));

/** The tree with one entry in the place of another; the tree itself if that is not in it. */
export const substituteOne = (part: Part, before: Entry, after: Entry, order: EntryOrder, owner: number): Part => {
  if (part.parts) {
    const at = Math.max(0, findFirstIndex(part.firsts, (first) => order(first, before) > 0) - 1);
    const below = part.parts[at] as Part;
    const next = substituteOne(below, before, after, order, owner);
    return next === below ? part : withParts(part, part.parts.with(at, next));
  }
  const at = findFirstIndex(part.entries, (entry) => order(entry, before) >= 0);
  if (part.entries[at] !== before) return part;
  const own = claimLeaf(part, owner);
  own.entries[at] = after;
  return own;
};

/** The tree with entries in the place of others, of which there are many: each entry is looked at. */
export const substituteMany = (part: Part, substitutes: ReadonlyMap<Entry, Entry>, owner: number): Part => {
  if (part.parts) {
    const parts = part.parts.map((each) => substituteMany(each, substitutes, owner));
    return withParts(part, parts);
  }
  let own: Leaf | undefined;
  for (const [at, entry] of part.entries.entries()) {
    const after = substitutes.get(entry);
    if (!after) continue;
    own ??= claimLeaf(part, owner);
    own.entries[at] = after;
  }
  return own ?? part;
};

const spliceEntries = (entries: Entry[], { removed, added }: Changes, order: EntryOrder): Entry[] => {
  for (const entry of removed) {
    const at = findFirstIndex(entries, (other) => order(other, entry) >= 0);
    if (entries[at] === entry) entries.splice(at, 1);
  }
  for (const entry of added) {
    entries.splice(
      findFirstIndex(entries, (other) => order(other, entry) >= 0),
      0,
      entry,
    );
  }
  return entries;
};

/** Merges changes into sorted entries: another array, unless one of the given ones does not change. */
export const mergeEntries = (
  entries: readonly Entry[],
  { removed, added }: Changes,
  order: EntryOrder,
): readonly Entry[] => {
  const gone = new Set(removed);
  const remaining = gone.size > 0 ? entries.filter((entry) => !gone.has(entry)) : entries;
  // The entries of the shorter one are searched for in the longer one: either may have few and the other very many.
  const [few, many] = remaining.length < added.length ? [remaining, added] : [added, remaining];
  if (few.length === 0) return many;
  const all: Entry[] = [];
  let at = 0;
  for (const entry of few) {
    // Near in most cases: as many may be added as there are.
    let step = 1;
    while (at + step < many.length && order(many[at + step] as Entry, entry) < 0) step *= 2;
    const end = findFirstIndex(many, (other) => order(other, entry) >= 0, at, Math.min(at + step, many.length));
    for (; at < end; at += 1) all.push(many[at] as Entry);
    all.push(entry);
  }
  for (; at < many.length; at += 1) all.push(many[at] as Entry);
  return all;
};

/** The parts that a part becomes by some changes. */
const changePart = (part: Part, changes: Changes, order: EntryOrder, owner: number): readonly Part[] => {
  if (part.parts) return changeBranch(part, changes, order, owner);
  const isOwn = part.owner === owner;
  const isSmall = changes.removed.length + changes.added.length <= FEW;
  const entries = isSmall
    ? spliceEntries(isOwn ? part.entries : [...part.entries], changes, order)
    : mergeEntries(part.entries, changes, order);
  if (entries === part.entries && entries.length > 0 && entries.length <= MAX_ENTRIES) return [part];
  return pieces(entries, MAX_ENTRIES).map((some) => leafOf(owner, some));
};

/** Joins small neighbours. */
const joinParts = (parts: readonly Part[], owner: number): Part[] => {
  const next: Part[] = [];
  for (const part of parts) {
    const last = next.at(-1);
    const most = (part.parts ? MAX_PARTS : MAX_ENTRIES) * JOINED;
    if (!last || slotsOf(last) + slotsOf(part) > most) next.push(part);
    else if (last.parts && part.parts) next[next.length - 1] = branchOf([...last.parts, ...part.parts]);
    else if (last.entries && part.entries) next[next.length - 1] = leafOf(owner, [...last.entries, ...part.entries]);
  }
  return next;
};

const pickEarlier = (a: Entry | undefined, b: Entry | undefined, order: EntryOrder): Entry | undefined =>
  a && b ? (order(a, b) <= 0 ? a : b) : (a ?? b);

const changeBranch = (branch: Branch, changes: Changes, order: EntryOrder, owner: number): readonly Part[] => {
  const { parts, firsts } = branch;
  const next: Part[] = [];
  let at = 0;
  let [fromRemoved, fromAdded] = [0, 0];
  for (;;) {
    const head = pickEarlier(changes.removed[fromRemoved], changes.added[fromAdded], order);
    if (!head) break;
    const into = Math.max(0, findFirstIndex(firsts, (first) => order(first, head) > 0, at) - 1);
    for (; at < into; at += 1) next.push(parts[at] as Part);
    const until = firsts[into + 1];
    const isBeyond = (entry: Entry): boolean => until !== undefined && order(entry, until) >= 0;
    const [toRemoved, toAdded] = [
      findFirstIndex(changes.removed, isBeyond, fromRemoved),
      findFirstIndex(changes.added, isBeyond, fromAdded),
    ];
    const of = {
      removed: changes.removed.slice(fromRemoved, toRemoved),
      added: changes.added.slice(fromAdded, toAdded),
    };
    for (const part of changePart(parts[into] as Part, of, order, owner)) next.push(part);
    [fromRemoved, fromAdded, at] = [toRemoved, toAdded, into + 1];
  }
  for (; at < parts.length; at += 1) next.push(parts[at] as Part);
  const joined = changes.removed.length > 0 ? joinParts(next, owner) : next;
  return pieces(joined, MAX_PARTS).map(branchOf);
};

/** The tree after some changes: parts that the owner did not make are copied before they change. */
export const changeTree = (root: Part, changes: Changes, order: EntryOrder, owner: number): Part =>
  growRoot(owner, changePart(root, changes, order, owner));
