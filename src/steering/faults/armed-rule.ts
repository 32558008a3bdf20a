import { secretFor } from '../../kernel/ids.ts';
import type { Operation } from '../../schema/operation.ts';
import { namesOf } from '../plane/operation-names.ts';
import { pathPattern } from '../plane/partial-match.ts';
import { needsBody } from './body-rules.ts';
import type { FaultRule } from './fault-control.ts';

/** A call as rules see it. */
export interface SeenCall {
  readonly operation: Operation;
  readonly method: string;
  readonly path: string;
  /** The uid of the identity; empty while it is unknown. */
  readonly caller: string;
  /** The number of this try of its logical call; 0 while that is not known. */
  readonly attempt: number;
  /** True if its answer has a body. */
  readonly hasBody: boolean;
}

/** A rule that counts its calls. */
export class ArmedRule {
  readonly rule: FaultRule;
  /** Its place in the list, or the header that asked for it. */
  readonly name: string;
  readonly #caller: string | undefined;
  readonly #path: RegExp | undefined;
  #seen = 0;
  #hits = 0;

  /** Its random values are derived from `name`; `caller` is the uid of the caller that it is for. */
  constructor(rule: FaultRule, name: string, caller?: string) {
    this.rule = rule;
    this.name = name;
    this.#caller = caller;
    this.#path = rule.match.path === undefined ? undefined : pathPattern(rule.match.path);
  }

  /** The number of times it has acted. */
  get hits(): number {
    return this.#hits;
  }

  /** Counts a call, and returns true when the rule acts on it (behaviour F4). */
  take(call: SeenCall): boolean {
    const { match, times = Number.POSITIVE_INFINITY } = this.rule;
    if (!this.#matches(call)) return false;
    this.#seen += 1;
    const { nth, every } = match;
    if (nth !== undefined && this.#seen !== nth) return false;
    if (every !== undefined && this.#seen % every !== 0) return false;
    if (this.#hits >= times) return false;
    this.#hits += 1;
    return true;
  }

  /** The time for which it holds the call taken last, in milliseconds: between its bounds, by the seed. */
  latency(seed: string): number {
    const { latency } = this.rule.do;
    if (latency === undefined || typeof latency === 'number') return latency ?? 0;
    const { min, max } = latency;
    const share = Number.parseInt(secretFor(seed, 'fault', this.name, String(this.#hits)).slice(0, 8), 16) / 2 ** 32;
    return min + Math.floor(share * (max - min + 1));
  }

  #matches({ operation, method, path, caller, attempt, hasBody }: SeenCall): boolean {
    const { match } = this.rule;
    return (
      (hasBody || !needsBody(this.rule)) &&
      (match.operation === undefined || namesOf(operation).includes(match.operation)) &&
      (match.version === undefined || match.version === operation.edition.name) &&
      (match.method === undefined || match.method === method) &&
      (this.#path?.test(path) ?? true) &&
      (this.#caller === undefined || this.#caller === caller) &&
      (match.attempt === undefined || match.attempt === attempt)
    );
  }
}
