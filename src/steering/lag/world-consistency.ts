import { type Clock, instant } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import type { Consistency } from '../../kernel/hooks.ts';
import type { Rows } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import type { Lag, LagReading } from '../contract/nouns.ts';
import { upToDay } from '../contract/time-texts.ts';
import type { ConsistencyControl } from './consistency-control.ts';
import { PastRows, readBehind } from './past-rows.ts';
import type { WatchedStore } from './watched-store.ts';

/** The lags that are set, with durations in milliseconds; 0 where nothing is late. */
interface Lags {
  readonly rule: Lag;
  readonly rights: number;
  readonly flap: number;
  readonly lists: number;
  readonly past: PastRows;
}

const lagViolation = (field: string, lag: string | undefined): readonly FieldViolation[] => {
  if (lag === undefined || upToDay.millis(lag) !== undefined) return [];
  return [{ field, description: 'must be a duration above 0 and up to 24h, such as "20s"' }];
};

/** The methods beside those of the verb List that return lists, or how long they are. */
const LISTS = /^List|Count$/;

/** True for an operation that sees rows as late as lists do (behaviour Q7). */
const isList = ({ verb, operation: { id, method = id } }: BoundOperation): boolean =>
  verb === 'list' || LISTS.test(method);

/** The lags of changes in one world: none until something is set. */
export class WorldConsistency implements Consistency, ConsistencyControl {
  readonly #store: WatchedStore;
  readonly #clock: Clock;
  readonly #places: ReadonlySet<string>;
  #lags: Lags | undefined;
  #unwatch = (): void => {};

  /** `clock` is the world's own; `places` are the names of the collections whose rows have others below them. */
  constructor(store: WatchedStore, clock: Clock, places: ReadonlySet<string>) {
    this.#store = store;
    this.#clock = clock;
    this.#places = places;
  }

  /**
   * Replaces the lags; changes stored by now are seen at once.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  set(rule: Lag): LagReading {
    const { authz, lists } = rule;
    const violations = [...lagViolation('authz.lag', authz?.lag), ...lagViolation('lists.lag', lists?.lag)];
    if (!authz && !lists) violations.push({ field: 'body', description: 'must have authz or lists' });
    if (violations.length > 0) throw invalid(violations);
    const { flap = 0 } = authz ?? {};
    const [rights, listed] = [authz?.lag, lists?.lag].map((lag = '0s') => upToDay.millis(lag) ?? 0) as [number, number];
    const past = new PastRows(Math.max(flap > 0 ? 2 * rights : rights, listed));
    this.#lags = { rule, rights, flap, lists: listed, past };
    this.#unwatch();
    this.#unwatch = this.#store.watch({
      writing: () => past.add(this.#clock.now(), () => this.#store.fork().rows),
      restored: () => past.clear(),
    });
    return this.read();
  }

  read(): LagReading {
    if (!this.#lags) return {};
    const { rule, past } = this.#lags;
    const settledMillis = past.endMillis(this.#clock.now());
    return { ...rule, ...(settledMillis !== undefined && { settledTime: instant(settledMillis) }) };
  }

  /** Everything is seen at once. */
  clear(): void {
    this.#lags = undefined;
    this.#unwatch();
  }

  rightsFrom({ identity }: Caller): Rows | undefined {
    if (!this.#lags || this.#lags.rights === 0 || identity === '') return undefined;
    const { rights, flap, past } = this.#lags;
    return past.findSeen(identity, this.#clock.now(), rights, flap);
  }

  readFrom(bound: BoundOperation, present: Rows): Rows | undefined {
    if (!this.#lags || this.#lags.lists === 0 || !isList(bound)) return undefined;
    const { lists, past } = this.#lags;
    const rows = past.findBefore(this.#clock.now() - lists);
    return rows && readBehind(rows, present, this.#places);
  }
}
