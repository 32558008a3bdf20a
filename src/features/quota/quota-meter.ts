import type { Quota, QuotaWithWindows } from '../../../generated/nouns.ts';
import { instant } from '../../kernel/clock.ts';
import { type Row, type Rows, type Tx, tallyCollection } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { namesOf } from '../../plane/operation-names.ts';
import { durationFrom } from '../../schema/durations.ts';
import type { Operation } from '../../schema/operation.ts';

/** A rule for the number of calls answered in a time, and for which calls. */
export type QuotaRule = Quota & Required<Pick<Quota, 'match'>>;

/** A call as quotas see it. */
export interface CountedCall {
  readonly operation: Operation;
  /** The uid of the identity; empty for a call without one. */
  readonly caller: string;
}

/** A window of a quota. */
type Window = Row & {
  /** The place of its quota. */
  readonly quota: number;
  readonly key: string;
  /** Counts the windows of its quota in the order in which they began. */
  readonly number: number;
  readonly beganMillis: number;
  readonly used: number;
};

/** The counts of a quota beside its windows. */
type Count = Row & {
  readonly refused: number;
  /** The number of windows that have begun, and the number of those that are stored. */
  readonly begun: number;
  readonly kept: number;
};

const windows = tallyCollection<Window>('quotaWindows');
const counts = tallyCollection<Count>('quotaCounts');

/** The maximum number of windows that run at the same time. */
const MAX_WINDOWS = 1_000;

const NOTHING: Omit<Count, 'uid'> = { refused: 0, begun: 0, kept: 0 };

/** Removes the counts and windows of all quotas. */
export const forgetCounts = (tx: Tx): void => {
  for (const of of [windows, counts]) for (const { uid } of tx.listWithin<Row>(of, TOP)) tx.remove<Row>(of, uid);
};

/** A quota that counts, in rows: a window begins with the first call of its key and ends `per` later (behaviour Q1). */
export class QuotaMeter {
  readonly rule: QuotaRule;
  readonly #place: number;
  readonly #perMillis: number;
  readonly #caller: string | undefined;

  /** `place` is its place among the quotas of the world, and `caller` the uid of the caller that it is for. */
  constructor(rule: QuotaRule, place: number, caller?: string) {
    this.rule = rule;
    this.#place = place;
    this.#perMillis = durationFrom(rule.per) ?? 0;
    this.#caller = caller;
  }

  /** True for a call that it counts. */
  matches({ operation, caller }: CountedCall): boolean {
    const { match } = this.rule;
    return (
      (match.operation === undefined || namesOf(operation).includes(match.operation)) &&
      (match.version === undefined || match.version === operation.edition.name) &&
      (this.#caller === undefined || this.#caller === caller)
    );
  }

  /** The milliseconds of the world's clock after which a call is counted; 0 for one that is counted now. */
  waitMillis(rows: Rows, call: CountedCall, nowMillis: number): number {
    const window = this.#running(rows.get(windows, this.#uidOf(this.#keyOf(call))), nowMillis);
    if (!window || window.used < this.rule.requests) return 0;
    return window.beganMillis + this.#perMillis - nowMillis;
  }

  /** Counts a call for which there is room. */
  count(tx: Tx, call: CountedCall, nowMillis: number): void {
    const key = this.#keyOf(call);
    const window = this.#running(tx.get(windows, this.#uidOf(key)), nowMillis) ?? this.#begin(tx, key, nowMillis);
    tx.put(windows, { ...window, used: window.used + 1 });
  }

  /** Counts a call that it has refused. */
  refuse(tx: Tx): void {
    const count = this.#countIn(tx);
    tx.put(counts, { ...count, refused: count.refused + 1 });
  }

  /** The quota with the windows that have not ended, in the order in which they began. */
  read(rows: Rows, nowMillis: number): QuotaWithWindows {
    const running = this.#listWindows(rows).filter((window) => this.#running(window, nowMillis));
    const { requests, per, by, match } = this.rule;
    return {
      requests,
      per,
      by,
      match,
      refused: this.#countIn(rows).refused,
      windows: running.map(({ key, beganMillis, used }) => ({
        key,
        remaining: this.rule.requests - used,
        resetTime: instant(beganMillis + this.#perMillis),
      })),
    };
  }

  #listWindows(rows: Rows): readonly Window[] {
    return rows
      .listWithin(windows, TOP)
      .filter(({ quota }) => quota === this.#place)
      .sort((a, b) => a.number - b.number);
  }

  /** A window that is running; undefined if it has ended, or a restore has set the clock back to before it. */
  #running(window: Window | undefined, nowMillis: number): Window | undefined {
    if (!window) return undefined;
    const age = nowMillis - window.beganMillis;
    return age >= 0 && age < this.#perMillis ? window : undefined;
  }

  /** Begins a window, in the place of an ended one of its key, or beside the others; of too many, the oldest ends. */
  #begin(tx: Tx, key: string, nowMillis: number): Window {
    const uid = this.#uidOf(key);
    const { refused, begun, kept } = this.#countIn(tx);
    const isNew = !tx.get(windows, uid);
    const isFull = isNew && kept >= MAX_WINDOWS;
    const [oldest] = isFull ? this.#listWindows(tx) : [];
    if (oldest) tx.remove(windows, oldest.uid);
    tx.put(counts, { uid: this.#countUid, refused, begun: begun + 1, kept: isNew && !isFull ? kept + 1 : kept });
    return { uid, quota: this.#place, key, number: begun, beganMillis: nowMillis, used: 0 };
  }

  #countIn(rows: Rows): Count {
    return rows.get(counts, this.#countUid) ?? { uid: this.#countUid, ...NOTHING };
  }

  get #countUid(): string {
    return String(this.#place);
  }

  #uidOf(key: string): string {
    return `${this.#place}:${key}`;
  }

  #keyOf({ operation, caller }: CountedCall): string {
    const { by } = this.rule;
    return by === 'caller' ? caller : by === 'operation' ? operation.id : '';
  }
}
