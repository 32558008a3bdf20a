import { type Entry, fieldOf, type Row, type Selected, type Selection } from '../kernel/rows.ts';
import type { Steps } from '../kernel/steps.ts';
import { isChildOf, isWithin, parentOf, TOP } from '../kernel/uid.ts';
import { compareStamps, compareUids, listOf } from './entry-list.ts';
import { FieldIndex, textIn } from './field-index.ts';
import { LayeredMap } from './layered-map.ts';
import { entriesIn, isIn, orderOf, selectList, selectRanges } from './selected.ts';
import { SortedEntries } from './sorted-entries.ts';

/** The number of parents above which rows are not counted any more. */
const MAX_PARENTS = 1_000;
/** The rows for each parent below which finding the range of each takes longer than looking at all rows. */
const ROWS_EACH = 64;

/** The numbers of rows below each parent, counted while rows are put one after the other. */
class ParentCounts {
  readonly #counts = new Map<string, number>();
  /** The parent of the row that was counted last, which most rows share with the one before, and its count. */
  #parent = TOP;
  #count = 0;

  /** Counts a row, or several; a negative number for rows that are removed. */
  add(uid: string, rows: number): void {
    if (this.#counts.size > MAX_PARENTS) return;
    if (!isChildOf(uid, this.#parent)) this.#turnTo(parentOf(uid));
    this.#count += rows;
  }

  /** The number of rows of each parent, of `rows` in all; undefined if parents are too many for it to be of use. */
  countAmong(rows: number): ReadonlyMap<string, number> | undefined {
    this.#turnTo(TOP);
    return this.#counts.size <= Math.min(MAX_PARENTS, rows / ROWS_EACH) ? this.#counts : undefined;
  }

  #turnTo(parent: string): void {
    this.#counts.set(this.#parent, this.#count);
    this.#parent = parent;
    this.#count = this.#counts.get(parent) ?? 0;
  }
}

/** The most sorted or filtered lists of a table. */
const MAX_VIEWS = 64;
/** A selection over fewer rows than this is computed at each call. */
const MIN_VIEW_ROWS = 256;
/** An index bucket larger than this is listed through a cached view. */
const BUCKET_LIMIT = 2_000;

/** The number of rows that are copied at a time if all are read. */
const ROWS_AT_ONCE = 1_000;

interface View {
  readonly selection: Selection;
  list: SortedEntries;
}

let stamps = 0;
/** A number that no table of this process has had, as a version or an owner. */
const takeStamp = (): number => {
  stamps += 1;
  return stamps;
};

const matches = (row: Row, { equal, where }: Selection): boolean =>
  (equal === undefined || fieldOf(row, equal.field) === equal.value) && (where?.(row) ?? true);

const passes = ({ uid, row }: Entry, selection: Selection): boolean =>
  (selection.parent === undefined || parentOf(uid) === selection.parent) &&
  isIn(uid, selection.intervals) &&
  matches(row, selection);

/** The rows of one collection: by uid, in uid order, by parent, by indexed field, and in cached views. */
export class Table {
  /** True once another state has the table, too: from then on it must not change, and is copied instead. */
  isShared = false;
  readonly #owner = takeStamp();
  /** 0 until the first write, so that all empty tables have the same. */
  #version = 0;
  readonly #entries: LayeredMap<Entry>;
  readonly #inOrder: SortedEntries;
  /** An index that is made when needed: of rows in uid order, which costs less than to follow each of many. */
  #byParent: FieldIndex | undefined;
  /** The number of rows of each parent, while that index waits. */
  #counts: ParentCounts | undefined;
  /** Made when needed, since most tables of most worlds have none. */
  #indexes: Map<string, FieldIndex> | undefined;
  #views: Map<string, View> | undefined;

  /** A copy shares its unchanged parts with the original, which must not change any more. */
  constructor(from?: Table) {
    this.#entries = new LayeredMap(from ? from.#entries : undefined);
    this.#inOrder = from ? from.#inOrder.clone(this.#owner) : new SortedEntries(this.#owner, compareUids);
    if (!from) return;
    // The original's list is cloned, so that it is made once, however many copies there are.
    if (from.size > 0) this.#byParent = from.#parents().clone(this.#owner);
    this.#version = from.#version;
    if (from.#indexes) this.#indexes = new Map([...from.#indexes].map(([by, index]) => [by, index.clone(this.#owner)]));
    if (from.#views) this.#views = new Map([...from.#views].map(([key, view]) => [key, { ...view }]));
  }

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#inOrder.size;
  }

  /** Makes the order wait for `settle`, or for the first read of it: many rows are about to be put. */
  collect(): void {
    this.#inOrder.isCollecting = true;
    if (this.size === 0 && !this.#byParent) this.#counts = new ParentCounts();
  }

  /** Brings all views of the rows up to date, so that the next read need not. */
  *settle(): Steps<void> {
    yield* this.#inOrder.settle();
    yield;
    this.#parents();
  }

  get(uid: string): Entry | undefined {
    return this.#entries.get(uid);
  }

  /** Every entry, in uid order. */
  all(): readonly Entry[] {
    return this.#inOrder.slice(0, this.size);
  }

  /** Every row, in uid order: made while they are read, which the table must not change before. */
  *rows(): Generator<Row> {
    for (let from = 0; from < this.size; from += ROWS_AT_ONCE) {
      for (const { row } of this.#inOrder.slice(from, Math.min(from + ROWS_AT_ONCE, this.size))) yield row;
    }
  }

  /** All entries that another table does not have, and perhaps some that it has. */
  listBeyond(other: Table | undefined): readonly Entry[] {
    return other ? this.#inOrder.listBeyond(other.#inOrder) : this.all();
  }

  /**
   * Puts a row, or removes the row of the uid; returns the entry before. A row that is put back is given the stamp that
   * it had, so that it has its old place in the order of writing.
   */
  set(uid: string, row: Row | undefined, stamp = 0): Entry | undefined {
    const after: Entry | undefined = row && {
      uid,
      row,
      stamp: stamp || takeStamp(),
      json: undefined,
      jsonIsAscii: false,
      jsonVersion: 0,
      bytes: undefined,
      bytesVersion: 0,
    };
    const before = after ? this.#entries.set(uid, after) : this.#entries.get(uid);
    if (!before && !after) return undefined;
    this.#version = after && stamp === 0 ? after.stamp : takeStamp();
    if (!after) this.#entries.delete(uid);
    this.#move(this.#inOrder, before, after);
    this.#byParent?.swap(before, after);
    if (!before || !after) this.#counts?.add(uid, after ? 1 : -1);
    if (this.#indexes) for (const index of this.#indexes.values()) index.swap(before, after);
    if (this.#views) for (const view of this.#views.values()) this.#changeView(view, before, after);
    return before;
  }

  #changeView(view: View, before: Entry | undefined, after: Entry | undefined): void {
    const removed = before && passes(before, view.selection) ? before : undefined;
    const added = after && passes(after, view.selection) ? after : undefined;
    if (!removed && !added) return;
    if (view.list.owner !== this.#owner) view.list = view.list.clone(this.#owner);
    this.#move(view.list, removed, added);
  }

  by(field: string, value: string): readonly Entry[] {
    return this.#index(field).all(value);
  }

  childrenOf(parent: string): readonly Entry[] {
    return this.#parents().all(parent);
  }

  listWithin(uid: string): readonly Entry[] {
    if (uid === TOP) return this.all();
    const from = this.#inOrder.findFirst((entry) => entry.uid >= uid);
    const to = this.#inOrder.findFirst((entry) => entry.uid > uid && !isWithin(entry.uid, uid));
    return this.#inOrder.slice(from, to);
  }

  select(selection: Selection): Selected {
    const { uids, equal, order, where, parent, intervals, key } = selection;
    if (uids) return this.#pick(new Set(uids), selection);
    if (equal) {
      const found = this.#index(equal.field).list(equal.value);
      if (found.size <= BUCKET_LIMIT) return this.#sortSelected(found.slice(0, found.size), selection);
    }
    const base = parent === undefined ? this.#inOrder : this.#parents().list(parent);
    if (order.length === 0 && !where && !equal) return selectRanges(base, intervals);
    const known = this.#views?.get(key);
    if (known) {
      this.#touch(key, known);
      return selectList(known.list, order);
    }
    const candidates = entriesIn(base, intervals);
    if (candidates.length < MIN_VIEW_ROWS) return this.#sortSelected(candidates, selection);
    const matching = candidates.filter(({ row }) => matches(row, selection));
    const inOrder = orderOf(order);
    if (order.length > 0) matching.sort(inOrder);
    const view = {
      selection,
      list: new SortedEntries(this.#owner, order.length > 0 ? inOrder : compareUids, matching),
    };
    this.#touch(key, view);
    return selectList(view.list, order);
  }

  #pick(uids: ReadonlySet<string>, selection: Selection): Selected {
    const found = [...uids].map((uid) => this.#entries.get(uid)).filter((entry) => entry !== undefined);
    return this.#sortSelected(found, selection);
  }

  #sortSelected(entries: readonly Entry[], selection: Selection): Selected {
    const { order } = selection;
    const matching = entries.filter((entry) => passes(entry, selection));
    return selectList(listOf(matching.sort(order.length > 0 ? orderOf(order) : compareUids)), order);
  }

  /** Makes a view the last to be dropped, and drops the first when there are too many. */
  #touch(key: string, view: View): void {
    this.#views ??= new Map();
    this.#views.delete(key);
    this.#views.set(key, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MAX_VIEWS && oldest !== undefined) this.#views.delete(oldest);
  }

  #move(list: SortedEntries, before: Entry | undefined, after: Entry | undefined): void {
    if (before && after) list.replace(before, after);
    else if (before) list.remove(before);
    else if (after) list.add(after);
  }

  #parents(): FieldIndex {
    this.#byParent ??= FieldIndex.indexByParent(this.#owner, this.#inOrder, this.#counts?.countAmong(this.size));
    this.#counts = undefined;
    return this.#byParent;
  }

  #index(field: string): FieldIndex {
    const known = this.#indexes?.get(field);
    if (known) return known;
    const index = new FieldIndex(this.#owner, textIn(field), compareStamps);
    for (const entry of this.all()) index.swap(undefined, entry);
    this.#indexes ??= new Map();
    this.#indexes.set(field, index);
    return index;
  }
}
