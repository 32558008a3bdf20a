import type { Clock } from '../../kernel/clock.ts';
import type { Caller } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import type { Quota } from '../../kernel/hooks.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Operation } from '../../schema/operation.ts';
import type { QuotaWithWindows } from '../contract/nouns.ts';
import type { RuleWorld } from '../faults/check-rules.ts';
import { quotaViolations } from './check-quotas.ts';
import type { QuotaControl, QuotaRule } from './quota-control.ts';
import { QuotaMeter } from './quota-meter.ts';

/** The dependencies of the quotas of a world. */
export interface WorldQuotaParts extends Omit<RuleWorld, 'operations'> {
  readonly operations: () => readonly BoundOperation[];
  /** The world's own, by which windows end. */
  readonly clock: Clock;
}

/** The quotas of one world: none until they are written. */
export class WorldQuota implements Quota, QuotaControl {
  readonly #parts: WorldQuotaParts;
  #meters: readonly QuotaMeter[] | undefined;

  constructor(parts: WorldQuotaParts) {
    this.#parts = parts;
  }

  /**
   * Replaces all quotas by one, or by several in their order; their windows begin anew.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  set(wanted: QuotaRule | readonly QuotaRule[]): readonly QuotaWithWindows[] {
    const isOne = 'by' in wanted;
    const rules = isOne ? [wanted] : wanted;
    const { identity, operations } = this.#parts;
    const prefixAt = (index: number): string => (isOne ? '' : `[${index}].`);
    const violations = quotaViolations(rules, prefixAt, { identity, operations: operations() });
    if (violations.length > 0) throw invalid(violations);
    const meters = rules.map((rule) => new QuotaMeter(rule, this.#callerOf(rule)));
    this.#meters = meters.length > 0 ? meters : undefined;
    return this.list();
  }

  /** The quotas in their order, with their running windows. */
  list(): readonly QuotaWithWindows[] {
    const now = this.#parts.clock.now();
    return (this.#meters ?? []).map((meter) => meter.read(now));
  }

  /** Drops all quotas. */
  clear(): void {
    this.#meters = undefined;
  }

  take(operation: Operation, { identity }: Caller): void {
    if (this.#meters === undefined) return;
    const now = this.#parts.clock.now();
    const call = { operation, caller: identity };
    const counting = this.#meters.filter((meter) => meter.matches(call));
    const [slowest] = counting
      .map((meter) => ({ meter, wait: meter.waitMillis(call, now) }))
      .filter(({ wait }) => wait > 0)
      .sort((a, b) => b.wait - a.wait);
    if (slowest) {
      const { meter, wait } = slowest;
      meter.refuse();
      throw quotaExceeded(meter.rule, Math.ceil(wait / 1_000));
    }
    for (const meter of counting) meter.count(call, now);
  }

  #callerOf({ match: { caller } }: QuotaRule): string | undefined {
    if (caller === undefined) return undefined;
    const found = this.#parts.identity(caller);
    return 'uid' in found ? found.uid : undefined;
  }
}

/** The refusal of a call, which is answered as a fault is (behaviour Q2); `retryAfter` is in seconds. */
const quotaExceeded = ({ requests, per, by }: QuotaRule, retryAfter: number): InjectedFault =>
  new InjectedFault(
    'RESOURCE_EXHAUSTED',
    `Resource exhausted: the quota of ${requests} requests per ${per} by ${by} is used up`,
    {
      retryAfter,
    },
  );
