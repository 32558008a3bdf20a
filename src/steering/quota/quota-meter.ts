import { instant } from '../../kernel/clock.ts';
import { durationFrom } from '../../schema/durations.ts';
import type { Operation } from '../../schema/operation.ts';
import type { QuotaWithWindows } from '../contract/nouns.ts';
import { namesOf } from '../plane/operation-names.ts';
import type { QuotaRule } from './quota-control.ts';

/** A call as quotas see it. */
export interface CountedCall {
  readonly operation: Operation;
  /** The uid of the identity; empty for a call without one. */
  readonly caller: string;
}

interface Window {
  readonly beganMillis: number;
  used: number;
}

/** How many windows are kept at the same time. */
const MAX_WINDOWS = 1_000;

/** A quota that counts: a window begins with the first call of its key and ends `per` later (behaviour Q1). */
export class QuotaMeter {
  readonly rule: QuotaRule;
  readonly #perMillis: number;
  readonly #caller: string | undefined;
  /** Windows in the order in which they began. */
  readonly #windows = new Map<string, Window>();
  #refused = 0;

  /** `caller` is the uid of the caller that it is for. */
  constructor(rule: QuotaRule, caller?: string) {
    this.rule = rule;
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
  waitMillis(call: CountedCall, nowMillis: number): number {
    const window = this.#findRunning(this.#keyOf(call), nowMillis);
    if (!window || window.used < this.rule.requests) return 0;
    return window.beganMillis + this.#perMillis - nowMillis;
  }

  /** Counts a call for which there is room. */
  count(call: CountedCall, nowMillis: number): void {
    const key = this.#keyOf(call);
    const window = this.#findRunning(key, nowMillis) ?? this.#begin(key, nowMillis);
    window.used += 1;
  }

  /** Counts a call that it has refused. */
  refuse(): void {
    this.#refused += 1;
  }

  /** The quota with the windows that have not ended. */
  read(nowMillis: number): QuotaWithWindows {
    const running = [...this.#windows].filter(([key]) => this.#findRunning(key, nowMillis));
    const { requests, per, by, match } = this.rule;
    return {
      requests,
      per,
      by,
      match,
      refused: this.#refused,
      windows: running.map(([key, { beganMillis, used }]) => ({
        key,
        remaining: this.rule.requests - used,
        resetTime: instant(beganMillis + this.#perMillis),
      })),
    };
  }

  /** The window of a key; undefined once it has ended, also when the clock has gone back before it by a restore. */
  #findRunning(key: string, nowMillis: number): Window | undefined {
    const window = this.#windows.get(key);
    if (!window) return undefined;
    const age = nowMillis - window.beganMillis;
    return age >= 0 && age < this.#perMillis ? window : undefined;
  }

  #begin(key: string, nowMillis: number): Window {
    this.#windows.delete(key);
    const [oldest] = this.#windows.keys();
    if (this.#windows.size >= MAX_WINDOWS && oldest !== undefined) this.#windows.delete(oldest);
    const window = { beganMillis: nowMillis, used: 0 };
    this.#windows.set(key, window);
    return window;
  }

  #keyOf({ operation, caller }: CountedCall): string {
    const { by } = this.rule;
    return by === 'caller' ? caller : by === 'operation' ? operation.id : '';
  }
}
