import type { Lag, LagReading } from '../../../generated/nouns.ts';
import { type Clock, instant } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import type { Consistency } from '../../kernel/hooks.ts';
import { type Row, type Rows, type Store, settingCollection, type Tx, tallyCollection } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { TOP } from '../../kernel/uid.ts';
import { upToDay } from '../../plane/day-rules.contract.ts';
import { Setting } from '../../plane/setting.ts';
import { orUncounted } from '../../plane/uncounted.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import { PastRows } from './past-rows.ts';
import type { WatchedStore } from './watched-store.ts';

const flaps = tallyCollection<
  /** `calls` is how many calls each caller has made. */
  Row & { readonly untilMillis: number; readonly calls: Readonly<Record<string, number>> }
>('flaps');

/** The maximum number of callers counted for each moment. */
const MAX_CALLERS = 1_000;

/** Counts a call of a caller, and returns true for each second one of the first `flap` (behaviour Q6). */
export const isHiddenFrom = (tx: Tx, untilMillis: number, caller: string, flap: number): boolean => {
  const uid = String(untilMillis);
  const { calls = {} } = tx.get(flaps, uid) ?? {};
  const count = (Object.hasOwn(calls, caller) ? (calls[caller] ?? 0) : 0) + 1;
  if (count > flap || (count === 1 && Object.keys(calls).length >= MAX_CALLERS)) return false;
  tx.put(flaps, { uid, untilMillis, calls: { ...calls, [caller]: count } });
  return count % 2 === 0;
};

/** Forgets what was counted for moments before another. */
export const forgetFlaps = (tx: Tx, beforeMillis = Number.POSITIVE_INFINITY): void => {
  for (const { uid, untilMillis } of tx.listWithin(flaps, TOP)) if (untilMillis < beforeMillis) tx.remove(flaps, uid);
};

/** The lags that are set, with durations in milliseconds; 0 if nothing is late. */
interface Lags {
  readonly rule: Lag;
  readonly rights: number;
  readonly flap: number;
  readonly lists: number;
  readonly past: PastRows;
  /** Stops watching the changes of the world. */
  readonly unwatch: () => void;
}

const lagViolation = (field: string, lag: string | undefined): readonly FieldViolation[] => {
  if (lag === undefined || upToDay.millis(lag) !== undefined) return [];
  return [{ field, description: 'must be a duration above 0 and up to 24h, such as "20s"' }];
};

/** The methods beside the verb List that return lists, or their lengths. */
const LISTS = /^List|Count$/;

/** True for an operation that sees rows as late as lists do (behaviour Q7). */
const isList = ({ verb, operation: { id, method = id } }: BoundOperation): boolean =>
  verb === 'list' || LISTS.test(method);

/** The dependencies of the lags of a world. */
export interface WorldConsistencyDeps {
  /** The rows of the world, whose changes are watched. */
  readonly store: WatchedStore;
  /** The unwatched store itself: settings and counts are no changes that callers see late. */
  readonly unwatched: Store;
  /** The clock of the world. */
  readonly clock: Clock;
  /** The names of the collections whose rows have others below them. */
  readonly places: ReadonlySet<string>;
}

type LagRow = Row & { readonly rule: Lag };

/** The lag that a test has set. */
export const lagRows = settingCollection<LagRow>('lag');

/** The lags of changes in one world: none until something is set. */
export class WorldConsistency implements Consistency {
  readonly #deps: WorldConsistencyDeps;
  readonly #lags: Setting<LagRow, Lags | undefined>;

  constructor(deps: WorldConsistencyDeps) {
    this.#deps = deps;
    this.#lags = new Setting(deps.unwatched, lagRows, (row, before) => {
      before?.unwatch();
      return row && this.#lagsOf(row.rule);
    });
  }

  /**
   * Replaces the lags; changes stored by now are seen at once.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  async set(rule: Lag): Promise<LagReading> {
    const { authz, lists } = rule;
    const violations = [...lagViolation('authz.lag', authz?.lag), ...lagViolation('lists.lag', lists?.lag)];
    if (!authz && !lists) violations.push({ field: 'body', description: 'must have authz or lists' });
    if (violations.length > 0) throw invalid(violations);
    await this.#replace({ rule });
    return this.read();
  }

  read(): LagReading {
    const lags = this.#lags.value;
    if (!lags) return {};
    const { rule, past } = lags;
    const settledMillis = past.endMillis(this.#deps.clock.now());
    return { ...rule, ...(settledMillis !== undefined && { settledTime: instant(settledMillis) }) };
  }

  /** Deletes the lags: everything is seen at once. */
  clear(): Promise<void> {
    return this.#replace(undefined);
  }

  /** Drops the counts of calls, since the rows, and perhaps the clock, are of another moment. */
  forgetCounts(): Promise<void> {
    return this.#deps.unwatched.write((tx) => forgetFlaps(tx));
  }

  /** True if something is seen late. */
  get isSet(): boolean {
    return this.#lags.value !== undefined;
  }

  rightsFrom({ identity }: Caller): Rows | Promise<Rows | undefined> | undefined {
    const lags = this.#lags.value;
    if (!lags || lags.rights === 0 || identity === '') return undefined;
    const { rights, flap, past } = lags;
    const now = this.#deps.clock.now();
    const settled = (): Rows | undefined => past.findSeen(now, rights, () => false);
    if (flap === 0 || !past.isUnsettled(now, rights)) return settled();
    const counted = this.#deps.unwatched.write((tx) => {
      forgetFlaps(tx, now - 2 * rights);
      return past.findSeen(now, rights, (untilMillis) => isHiddenFrom(tx, untilMillis, identity, flap));
    });
    return orUncounted(counted, settled);
  }

  readFrom(bound: BoundOperation, present: Rows): Rows | undefined {
    const lags = this.#lags.value;
    if (!lags || lags.lists === 0 || !isList(bound)) return undefined;
    const { clock, places } = this.#deps;
    const past = lags.past.findBehind(clock.now(), lags.lists);
    if (!past) return undefined;
    // A place is found by its uid even if it is newer, so that a List can be asked for below it.
    return { ...past, get: (of, uid) => past.get(of, uid) ?? (places.has(of.name) ? present.get(of, uid) : undefined) };
  }

  async #replace(wanted: Omit<LagRow, 'uid'> | undefined): Promise<void> {
    const written = this.#deps.unwatched.write((tx) => {
      forgetFlaps(tx);
      this.#lags.put(tx, wanted);
    });
    // Watches from now on, whoever asks for it first.
    void this.#lags.value;
    await written;
    void this.#lags.value;
  }

  #lagsOf(rule: Lag): Lags {
    const { authz, lists } = rule;
    const { flap = 0 } = authz ?? {};
    const [rights, listed] = [authz?.lag, lists?.lag].map((lag = '0s') => upToDay.millis(lag) ?? 0) as [number, number];
    const past = new PastRows(Math.max(flap > 0 ? 2 * rights : rights, listed));
    const { store, clock } = this.#deps;
    const unwatch = store.watch({
      writing: () => past.add(clock.now(), () => store.fork().rows),
      restored: () => past.clear(),
    });
    return { rule, rights, flap, lists: listed, past, unwatch };
  }
}
