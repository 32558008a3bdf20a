import { type ChangedRow, type CommitLog, isTransient } from '../kernel/rows.ts';
import type { Table } from './table.ts';

/** The tables of a state, by the names of their collections. */
export type Tables = ReadonlyMap<string, Table>;

/** A commit: its only change, since most have one, or its changes in their order. */
type Commit = ChangedRow | readonly ChangedRow[];

/** A commit that has replaced the tables and changed many rows, such as a restore: the tables before it. */
interface Replacement {
  readonly tables: Tables;
}

/** The way back to a state: from its own tables, or else from the present ones, by undoing commits. */
export interface WayBack {
  readonly tables: Tables | undefined;
  /** The first change of each row since, which has the row as it was. */
  readonly changes: Iterable<ChangedRow>;
}

/** The most changes that are stored of a commit that replaces the tables: more need more memory than the tables. */
const MAX_CHANGES = 1_000;
/** The size of a change, and of a row that nobody else may have any more, in bytes: about as much as was measured. */
const CHANGE_BYTES = 64;
const ROW_BYTES = 200;
/** The most places of dropped commits before the others move up. */
const MAX_EMPTY = 4_096;

/** The changes of a commit that replaces the tables, as they happen: all of them, or as many as may be retained. */
export class NotedChanges {
  readonly changes: ChangedRow[] = [];
  /** The size of the rows that the commit has replaced, which nobody but the tables before it may have. */
  bytes = 0;
  readonly #limit: number;

  constructor(isUnbounded: boolean) {
    this.#limit = isUnbounded ? Number.POSITIVE_INFINITY : MAX_CHANGES + 1;
  }

  readonly add = (change: ChangedRow): void => {
    if (change.before) this.bytes += CHANGE_BYTES + ROW_BYTES;
    if (this.changes.length < this.#limit) this.changes.push(change);
  };
}

/** The last commits of a store. Whoever retains them bounds their number by dropping the oldest. */
export class RecentCommits implements CommitLog {
  #charge: ((bytes: number) => void) | undefined;
  /** The commits from `#head` on, in the order of their places, without gaps. */
  #steps: (Commit | Replacement | undefined)[] = [];
  /** The bytes that each of them is charged with, at its place in `#steps`. */
  #sizes: number[] = [];
  #head = 0;
  place = 0;

  get oldest(): number {
    return this.place - (this.#steps.length - this.#head);
  }

  get isRetaining(): boolean {
    return this.#charge !== undefined;
  }

  retain(charge: (bytes: number) => void): void {
    this.#charge = charge;
  }

  dropOldest(): boolean {
    const size = this.#sizes[this.#head];
    if (size === undefined) return false;
    this.#steps[this.#head] = undefined;
    this.#head += 1;
    if (this.#head >= MAX_EMPTY) {
      this.#steps = this.#steps.slice(this.#head);
      this.#sizes = this.#sizes.slice(this.#head);
      this.#head = 0;
    }
    this.#charge?.(-size);
    return true;
  }

  /** Retains a commit without its transient rows, unless it has no other rows. */
  add(changed: readonly ChangedRow[]): void {
    if (!this.#charge) return;
    let bytes = 0;
    let durable: ChangedRow | ChangedRow[] | undefined;
    for (const change of changed) {
      if (isTransient(change.of.name)) continue;
      bytes += change.before ? CHANGE_BYTES + ROW_BYTES : CHANGE_BYTES;
      if (!durable) durable = change;
      else if ('uid' in durable) durable = [durable, change];
      else durable.push(change);
    }
    if (durable) this.#push(durable, bytes);
  }

  /** Retains a commit that has replaced the tables `before`. */
  addReplacement({ changes, bytes }: NotedChanges, before: () => Tables): void {
    if (changes.length <= MAX_CHANGES) this.add(changes);
    else if (this.#charge) this.#push({ tables: before() }, bytes);
  }

  /** The way back to the state of a place. @throws RangeError if it is not retained */
  backTo(place: number): WayBack {
    if (!Number.isInteger(place) || place < this.oldest || place > this.place) {
      throw new RangeError(`the state at ${place} is not retained`);
    }
    const first = new Map<string, Map<string, ChangedRow>>();
    for (let index = this.#head + place - this.oldest; index < this.#steps.length; index += 1) {
      const step = this.#steps[index] as Commit | Replacement;
      if ('tables' in step) return { tables: step.tables, changes: listAll(first) };
      for (const change of 'uid' in step ? [step] : step) {
        const rows = first.get(change.of.name) ?? new Map<string, ChangedRow>();
        first.set(change.of.name, rows);
        if (!rows.has(change.uid)) rows.set(change.uid, change);
      }
    }
    return { tables: undefined, changes: listAll(first) };
  }

  #push(step: Commit | Replacement, bytes: number): void {
    this.#steps.push(step);
    this.#sizes.push(bytes);
    this.place += 1;
    this.#charge?.(bytes);
  }
}

function* listAll(first: ReadonlyMap<string, ReadonlyMap<string, ChangedRow>>): Iterable<ChangedRow> {
  for (const rows of first.values()) yield* rows.values();
}
