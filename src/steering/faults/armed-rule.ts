import { secretFor } from '../../kernel/ids.ts';
import type { ChangedRow } from '../../kernel/rows.ts';
import type { Operation } from '../../schema/operation.ts';
import type { FaultMatch } from '../contract/nouns.ts';
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
  /** True if its operation may write. */
  readonly writes: boolean;
  /** What it is about; empty while that is unknown. */
  readonly resource: string;
  /** The id of its entry in the journal; undefined where none is kept. */
  readonly entry: string | undefined;
}

/** How many of the calls on which a rule has acted are remembered. */
const MAX_CALLS = 100;

/** A rule that counts its calls. */
export class ArmedRule {
  readonly rule: FaultRule;
  /** Its place in the list, or the header that asked for it. */
  readonly name: string;
  readonly #caller: string | undefined;
  readonly #path: RegExp | undefined;
  readonly #now: () => number;
  /** The calls on which it has acted, the last of them. */
  readonly calls: string[] = [];
  /** What it has changed itself, in the order in which it did. */
  readonly changes: ChangedRow[] = [];
  #seen = 0;
  #hits = 0;
  #firstMillis = 0;

  /**
   * Its random values are derived from `name`; `caller` is the uid of the caller that it is for, and `now` the clock of
   * the machine in milliseconds.
   */
  constructor(rule: FaultRule, name: string, now: () => number, caller?: string) {
    this.rule = rule;
    this.name = name;
    this.#now = now;
    this.#caller = caller;
    this.#path = rule.match.path === undefined ? undefined : pathPattern(rule.match.path);
  }

  /** The number of times it has acted. */
  get hits(): number {
    return this.#hits;
  }

  /** Counts a call, and returns true when the rule acts on it (behaviour F4). */
  take(call: SeenCall): boolean {
    const { match, times = Number.POSITIVE_INFINITY, lastsMs = Number.POSITIVE_INFINITY, spreads = false } = this.rule;
    const hasSpread = spreads && this.#hits > 0;
    if (!hasSpread && !this.#isDue(call, match)) return false;
    if (this.#hits >= times) return false;
    const nowMillis = this.#now();
    if (this.#hits === 0) this.#firstMillis = nowMillis;
    else if (nowMillis - this.#firstMillis >= lastsMs) return false;
    this.#hits += 1;
    if (call.entry !== undefined) {
      this.calls.push(call.entry);
      if (this.calls.length > MAX_CALLS) this.calls.shift();
    }
    return true;
  }

  /** Takes back that it acted on the call taken last: there was nothing to act on. */
  release({ entry }: SeenCall): void {
    this.#hits -= 1;
    const at = entry === undefined ? -1 : this.calls.lastIndexOf(entry);
    if (at >= 0) this.calls.splice(at, 1);
  }

  /** The time for which it holds the call taken last, in milliseconds: between its bounds, by the seed. */
  latency(seed: string): number {
    const { latency } = this.rule.do;
    if (latency === undefined || typeof latency === 'number') return latency ?? 0;
    const { min, max } = latency;
    const share = Number.parseInt(secretFor(seed, 'fault', this.name, String(this.#hits)).slice(0, 8), 16) / 2 ** 32;
    return min + Math.floor(share * (max - min + 1));
  }

  /** Counts a call that it is for, and returns true for one of those on which it acts. */
  #isDue(call: SeenCall, { nth, from = 1, every }: FaultMatch): boolean {
    if (!this.#matches(call)) return false;
    this.#seen += 1;
    return (
      (nth === undefined || this.#seen === nth) &&
      this.#seen >= from &&
      (every === undefined || this.#seen % every === 0)
    );
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
