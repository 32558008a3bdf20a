import { type Entry, fieldOf, type Row, type Selected, type Selection } from '../kernel/rows.ts';
import { isWithin, parentOf, TOP } from '../kernel/uid.ts';
import { FieldIndex } from './field-index.ts';
import { entriesIn, isIn, orderOf, selectedList, selectedRanges } from './selected.ts';
import { byUid, SortedEntries } from './sorted-entries.ts';

/** How many sorted or filtered lists a table keeps. */
const KEPT_VIEWS = 64;
/** A selection over fewer rows than this is computed at each call. */
const VIEW_WORTH_KEEPING = 256;
/** An index bucket larger than this is listed through a kept view. */
const BUCKET_LIMIT = 2_000;

interface View {
  readonly selection: Selection;
  list: SortedEntries;
}

const NO_ENTRIES: readonly Entry[] = [];

let stamps = 0;
/** A version that no table of this process has had. */
const nextStamp = (): number => {
  stamps += 1;
  return stamps;
};

const matches = (row: Row, { equal, where }: Selection): boolean =>
  (equal === undefined || fieldOf(row, equal.field) === equal.value) && (where?.(row) ?? true);

const passes = ({ uid, row }: Entry, selection: Selection): boolean =>
  (selection.parent === undefined || parentOf(uid) === selection.parent) &&
  isIn(uid, selection.intervals) &&
  matches(row, selection);

/** The rows of one collection: by uid, in uid order, by parent, by indexed field, and in kept views. */
export class Table {
  #version = nextStamp();
  readonly #entries: Map<string, Entry>;
  readonly #inOrder: SortedEntries;
  readonly #byParent: Map<string, SortedEntries>;
  readonly #indexes = new Map<string, FieldIndex>();
  readonly #views = new Map<string, View>();

  /** A copy shares the lists of the original, which must not change any more, until it changes them itself. */
  constructor(from?: Table) {
    this.#entries = new Map(from ? from.#entries : []);
    this.#inOrder = from ? from.#inOrder.clone(this) : new SortedEntries(this, byUid);
    this.#byParent = new Map(from ? from.#byParent : []);
    if (!from) return;
    this.#version = from.#version;
    for (const [key, view] of from.#views) this.#views.set(key, { ...view });
  }

  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(uid: string): Entry | undefined {
    return this.#entries.get(uid);
  }

  /** Every entry, in uid order. */
  all(): readonly Entry[] {
    return this.#inOrder.entries;
  }

  /** Puts a row, or removes the row of the uid; returns the row before. */
  set(uid: string, row: Row | undefined): Row | undefined {
    const before = this.#entries.get(uid);
    if (!before && !row) return undefined;
    const after: Entry | undefined = row && {
      uid,
      row,
      json: undefined,
      jsonVersion: 0,
      bytes: undefined,
      bytesVersion: 0,
    };
    this.#version = nextStamp();
    if (after) this.#entries.set(uid, after);
    else this.#entries.delete(uid);
    this.#move(this.#inOrder, before, after);
    this.#move(this.#siblings(uid), before, after);
    for (const index of this.#indexes.values()) index.swap(before, after);
    for (const view of this.#views.values()) {
      const left = before && passes(before, view.selection) ? before : undefined;
      const entered = after && passes(after, view.selection) ? after : undefined;
      if (!left && !entered) continue;
      view.list = this.#owned(view.list);
      this.#move(view.list, left, entered);
    }
    return before?.row;
  }

  by(field: string, value: string): readonly Entry[] {
    return this.#index(field).get(value);
  }

  childrenOf(parent: string): readonly Entry[] {
    return this.#byParent.get(parent)?.entries ?? NO_ENTRIES;
  }

  within(uid: string): readonly Entry[] {
    const all = this.all();
    if (uid === TOP) return all;
    const from = SortedEntries.first(all, (entry) => entry.uid >= uid);
    const to = SortedEntries.first(all, (entry) => entry.uid > uid && !isWithin(entry.uid, uid));
    return all.slice(from, to);
  }

  select(selection: Selection): Selected {
    const { uids, equal, order, where, parent, intervals, key } = selection;
    if (uids) return this.#pick(new Set(uids), selection);
    if (equal) {
      const index = this.#index(equal.field);
      if (index.count(equal.value) <= BUCKET_LIMIT) return this.#sorted(index.get(equal.value), selection);
    }
    const base = parent === undefined ? this.all() : this.childrenOf(parent);
    if (order.length === 0 && !where && !equal) return selectedRanges(base, intervals);
    const known = this.#views.get(key);
    if (known) {
      this.#keep(key, known);
      return selectedList(known.list.entries, order);
    }
    const candidates = entriesIn(base, intervals);
    if (candidates.length < VIEW_WORTH_KEEPING) return this.#sorted(candidates, selection);
    const matching = candidates.filter(({ row }) => matches(row, selection));
    const inOrder = orderOf(order);
    if (order.length > 0) matching.sort(inOrder);
    const view = { selection, list: new SortedEntries(this, order.length > 0 ? inOrder : byUid, matching) };
    this.#keep(key, view);
    return selectedList(matching, order);
  }

  #pick(uids: ReadonlySet<string>, selection: Selection): Selected {
    const found = [...uids].map((uid) => this.#entries.get(uid)).filter((entry) => entry !== undefined);
    return this.#sorted(found, selection);
  }

  #sorted(entries: readonly Entry[], selection: Selection): Selected {
    const { order } = selection;
    const matching = entries.filter((entry) => passes(entry, selection));
    return selectedList(matching.sort(order.length > 0 ? orderOf(order) : byUid), order);
  }

  /** Makes a view the last to be dropped, and drops the first when there are too many. */
  #keep(key: string, view: View): void {
    this.#views.delete(key);
    this.#views.set(key, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > KEPT_VIEWS && oldest !== undefined) this.#views.delete(oldest);
  }

  #siblings(uid: string): SortedEntries {
    const parent = parentOf(uid);
    const known = this.#byParent.get(parent);
    const siblings = known ? this.#owned(known) : new SortedEntries(this, byUid);
    if (siblings !== known) this.#byParent.set(parent, siblings);
    return siblings;
  }

  #owned(list: SortedEntries): SortedEntries {
    return list.owner === this ? list : list.clone(this);
  }

  #move(list: SortedEntries, before: Entry | undefined, after: Entry | undefined): void {
    if (before) list.remove(before);
    if (after) list.add(after);
  }

  #index(field: string): FieldIndex {
    let index = this.#indexes.get(field);
    if (!index) {
      index = new FieldIndex(field, this.#entries.values());
      this.#indexes.set(field, index);
    }
    return index;
  }
}
