import { secretFor } from '../../kernel/ids.ts';
import type { ChangedRow } from '../../kernel/rows.ts';
import { namesOf } from '../../plane/operation-names.ts';
import { pathPattern } from '../../plane/partial-match.ts';
import { orUncounted } from '../../plane/uncounted.ts';
import type { Operation } from '../../schema/operation.ts';
import type { FaultRule } from './fault-presets.contract.ts';
import { needsBody } from './fault-rule.ts';
import { type Counts, type Tally, tallyInMemory } from './tally.ts';

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
  /** True if its operation may write. */
  readonly writes: boolean;
  /** Its subject; empty while that is unknown. */
  readonly resource: string;
  /** The id of its entry in the journal; undefined without a journal. */
  readonly entry: string | undefined;
}

/** The maximum number of calls that a rule remembers. */
const MAX_CALLS_OF_RULE = 100;

/** A rule that counts its calls. */
export class ArmedRule {
  readonly rule: FaultRule;
  /** Its number, the header that asked for it, or the name of the rules of a probe. */
  readonly name: string;
  readonly #caller: string | undefined;
  readonly #path: RegExp | undefined;
  readonly #now: () => number;
  readonly #tally: Tally;
  /** The ids of the latest calls on which it has acted. */
  readonly calls: string[] = [];
  /** Its own changes, in their order. */
  readonly changes: ChangedRow[] = [];

  /**
   * Its random values are derived from `name`; `caller` is the uid of the caller that it is for, and `now` the clock of
   * the machine in milliseconds. It counts in memory unless it is given another tally.
   */
  constructor(rule: FaultRule, name: string, now: () => number, caller?: string, tally: Tally = tallyInMemory()) {
    this.rule = rule;
    this.name = name;
    this.#now = now;
    this.#caller = caller;
    this.#tally = tally;
    this.#path = rule.match.path === undefined ? undefined : pathPattern(rule.match.path);
  }

  /** The number of times it has acted. */
  get hits(): number {
    return this.#tally.read().hits;
  }

  /**
   * Counts a call, and returns which hit it is, counted from 1, when the rule acts on it, else 0 (behaviour F4). A call
   * that it is not for is counted nowhere.
   */
  take(call: SeenCall): number | Promise<number> {
    const isMatch = this.#matches(call);
    if (!isMatch && !(this.rule.spreads && this.hits > 0)) return 0;
    const taken = this.#tally.change((counts) => this.#judge(counts, isMatch, this.#now()));
    if (!(taken instanceof Promise)) return this.#note(call, taken);
    return orUncounted(taken, () => 0).then((hit) => this.#note(call, hit));
  }

  /** Takes back a hit of a call that had nothing to act on. */
  async release({ entry }: SeenCall): Promise<void> {
    const released = this.#tally.change((counts) => [{ ...counts, hits: counts.hits - 1 }, undefined]);
    await orUncounted(released, () => undefined);
    const at = entry === undefined ? -1 : this.calls.lastIndexOf(entry);
    if (at >= 0) this.calls.splice(at, 1);
  }

  /** The time for which it holds the call of a hit, in milliseconds: between its bounds, by the seed. */
  latency(seed: string, hit: number): number {
    const { latency } = this.rule.do;
    if (latency === undefined || typeof latency === 'number') return latency ?? 0;
    const { min, max } = latency;
    const share = Number.parseInt(secretFor(seed, 'fault', this.name, String(hit)).slice(0, 8), 16) / 2 ** 32;
    return min + Math.floor(share * (max - min + 1));
  }

  /** The counts after a call, and which hit it is; 0 if the rule does not act on it. */
  #judge(counts: Counts, isMatch: boolean, nowMillis: number): readonly [counts: Counts, hit: number] {
    const { match, times = Number.POSITIVE_INFINITY, lastsMs = Number.POSITIVE_INFINITY, spreads = false } = this.rule;
    const { hits, firstMillis } = counts;
    const hasSpread = spreads && hits > 0;
    if (!hasSpread && !isMatch) return [counts, 0];
    const seen = hasSpread ? counts.seen : counts.seen + 1;
    const { nth, from = 1, every } = match;
    const isDue =
      hasSpread || ((nth === undefined || seen === nth) && seen >= from && (every === undefined || seen % every === 0));
    const isOver = hits >= times || (hits > 0 && nowMillis - firstMillis >= lastsMs);
    if (!isDue || isOver) return [{ ...counts, seen }, 0];
    return [{ seen, hits: hits + 1, firstMillis: hits === 0 ? nowMillis : firstMillis }, hits + 1];
  }

  /** Remembers the call of a hit. */
  #note({ entry }: SeenCall, hit: number): number {
    if (hit > 0 && entry !== undefined) {
      this.calls.push(entry);
      if (this.calls.length > MAX_CALLS_OF_RULE) this.calls.shift();
    }
    return hit;
  }

  #matches({ operation, method, path, caller, attempt, hasBody, writes, resource }: SeenCall): boolean {
    const { match } = this.rule;
    return (
      (hasBody || !needsBody(this.rule)) &&
      (match.operation === undefined || namesOf(operation).includes(match.operation)) &&
      (match.version === undefined || match.version === operation.edition.name) &&
      (match.method === undefined || match.method === method) &&
      (match.writes === undefined || match.writes === writes) &&
      (match.resource === undefined || match.resource === resource) &&
      (this.#path?.test(path) ?? true) &&
      (this.#caller === undefined || this.#caller === caller) &&
      (match.attempt === undefined || match.attempt === attempt)
    );
  }
}
