import type { QuotaWithWindows } from '../../../generated/nouns.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import type { Quota } from '../../kernel/hooks.ts';
import { type Row, type Store, settingCollection } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import { secondToDay } from '../../plane/day-rules.contract.ts';
import { callerOf } from '../../plane/named-identity.ts';
import { findNamed } from '../../plane/operation-names.ts';
import { Setting } from '../../plane/setting.ts';
import { orUncounted } from '../../plane/uncounted.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { FieldViolation } from '../../schema/field-violation.ts';
import type { Operation } from '../../schema/operation.ts';
import { checkCaller, checkOperation, type RuleWorld } from '../faults/check-rules.ts';
import { type CountedCall, forgetCounts, QuotaMeter, type QuotaRule } from './quota-meter.ts';

/** The facts that all calls of a quota share; undefined if they may differ. */
interface Calls {
  readonly operation: string | undefined;
  readonly caller: string | undefined;
  readonly version: string | undefined;
}

const callsOf = ({ match }: QuotaRule, world: RuleWorld): Calls => {
  const named = match.operation;
  const operation = named === undefined ? undefined : findNamed(named, world.operations)?.operation;
  return {
    operation: operation?.id ?? named,
    caller: callerOf(world, match.caller) ?? match.caller,
    version: match.version ?? operation?.edition.name,
  };
};

/** True if no call can be counted by both. */
const areApart = (one: Calls, other: Calls): boolean =>
  (['operation', 'caller', 'version'] as const).some(
    (key) => one[key] !== undefined && other[key] !== undefined && one[key] !== other[key],
  );

const violationsIn = ({ match, per }: QuotaRule, at: string, world: RuleWorld): readonly FieldViolation[] => {
  const found: FieldViolation[] = [];
  const report = (field: string, description: string): void => {
    found.push({ field: `${at}${field}`, description });
  };
  if (secondToDay.millis(per) === undefined) report('per', 'must be a duration from 1s to 24h, such as "1m"');
  if (match.operation !== undefined) checkOperation(match.operation, match, world, report);
  if (match.caller !== undefined) checkCaller(match.caller, world, report);
  return found;
};

/**
 * The violations of quotas, beyond their form (behaviour Q4): each by itself, and those that count the same calls by
 * the same key. `at` is the place of one in the request.
 */
const quotaViolations = (
  rules: readonly QuotaRule[],
  at: (index: number) => string,
  world: RuleWorld,
): readonly FieldViolation[] => {
  const alone = rules.flatMap((rule, index) => violationsIn(rule, at(index), world));
  const calls = rules.map((rule) => callsOf(rule, world));
  const overlapping = calls.flatMap((one, index): readonly FieldViolation[] => {
    const { by } = rules[index] as QuotaRule;
    const first = calls.findIndex((other, before) => rules[before]?.by === by && !areApart(one, other));
    if (first === index) return [];
    return [
      { field: `${at(index)}match`, description: `overlaps [${first}], which counts some of the calls by ${by} too` },
    ];
  });
  return [...alone, ...overlapping];
};

/** The dependencies of the quotas of a world. */
export interface WorldQuotaParts extends Omit<RuleWorld, 'operations'> {
  readonly operations: () => readonly BoundOperation[];
  /** The clock of the world, by which windows end. */
  readonly clock: Clock;
  /** The rows of the world, with the quotas and their counts. */
  readonly store: Store;
}

/** The quotas that are set, each with the uid of the caller that it is for. */
type QuotaRow = Row & { readonly quotas: readonly { readonly rule: QuotaRule; readonly caller?: string }[] };

/** The quotas that a test has set. */
export const quotaRows = settingCollection<QuotaRow>('quota');

/** The quotas of one world: none until they are written. */
export class WorldQuota implements Quota {
  readonly #parts: WorldQuotaParts;
  readonly #meters: Setting<QuotaRow, readonly QuotaMeter[] | undefined>;

  constructor(parts: WorldQuotaParts) {
    this.#parts = parts;
    this.#meters = new Setting<QuotaRow, readonly QuotaMeter[] | undefined>(parts.store, quotaRows, (row) =>
      row?.quotas.map(({ rule, caller }, place) => new QuotaMeter(rule, place, caller)),
    );
  }

  /**
   * Replaces all quotas by one, or by several in their order; their windows begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  async set(wanted: QuotaRule | readonly QuotaRule[]): Promise<readonly QuotaWithWindows[]> {
    const isOne = 'by' in wanted;
    const rules = isOne ? [wanted] : wanted;
    const { identity, operations } = this.#parts;
    const prefixAt = (index: number): string => (isOne ? '' : `[${index}].`);
    const violations = quotaViolations(rules, prefixAt, { identity, operations: operations() });
    if (violations.length > 0) throw invalid(violations);
    const quotas = rules.map((rule) => ({
      rule,
      ...omitUndefined({ caller: callerOf(this.#parts, rule.match.caller) }),
    }));
    await this.#replace(quotas);
    return this.list();
  }

  /** The quotas in their order, with their running windows. */
  list(): readonly QuotaWithWindows[] {
    const { clock, store } = this.#parts;
    const now = clock.now();
    return (this.#meters.value ?? []).map((meter) => meter.read(store.rows, now));
  }

  clear(): Promise<void> {
    return this.#replace([]);
  }

  /** True if a quota is set. */
  get isSet(): boolean {
    return this.#meters.value !== undefined;
  }

  take(operation: Operation, { identity }: Caller): Promise<void> | undefined {
    const meters = this.#meters.value;
    if (meters === undefined) return undefined;
    const call = { operation, caller: identity };
    const counting = meters.filter((meter) => meter.matches(call));
    return counting.length > 0 ? this.#count(call, counting) : undefined;
  }

  /** Counts a call by all of the quotas, or by none if one is used up. @throws InjectedFault then (behaviour Q2) */
  async #count(call: CountedCall, counting: readonly QuotaMeter[]): Promise<void> {
    const { clock, store } = this.#parts;
    const counted = store.write((tx) => {
      const now = clock.now();
      const [slowest] = counting
        .map((meter) => ({ meter, wait: meter.waitMillis(tx, call, now) }))
        .filter(({ wait }) => wait > 0)
        .sort((a, b) => b.wait - a.wait);
      if (slowest) slowest.meter.refuse(tx);
      else for (const meter of counting) meter.count(tx, call, now);
      return slowest;
    });
    const refused = await orUncounted(counted, () => undefined);
    if (!refused) return;
    const { requests, per, by } = refused.meter.rule;
    const text = `Resource exhausted: the quota of ${requests} requests per ${per} by ${by} is used up`;
    throw new InjectedFault('RESOURCE_EXHAUSTED', text, { retryAfter: Math.ceil(refused.wait / 1_000) });
  }

  #replace(quotas: QuotaRow['quotas']): Promise<void> {
    return this.#parts.store.write((tx) => {
      forgetCounts(tx);
      this.#meters.put(tx, quotas.length > 0 ? { quotas } : undefined);
    });
  }
}
