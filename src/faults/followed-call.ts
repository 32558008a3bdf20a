import type { Incoming } from '../kernel/answer.ts';
import type { Caller } from '../kernel/context.ts';
import type { CodeName } from '../kernel/errors.ts';
import type { ActedFault, FaultedCall, FaultPhase, Sent } from '../kernel/faults.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import type { ArmedRule, SeenCall } from './armed-rule.ts';
import type { Attempts, RunningAttempt } from './attempts.ts';
import { faultError } from './fault-error.ts';

/** What calls are followed with. */
export interface FollowParts {
  readonly rules: readonly ArmedRule[];
  readonly attempts: Attempts;
  readonly seed: string;
  /** Milliseconds of the clock of the machine. */
  readonly now: () => number;
  /** Waits by timers of the machine. */
  readonly wait: (millis: number) => Promise<unknown>;
}

/** One call on which rules may act. */
export class FollowedCall implements FaultedCall {
  readonly acted: ActedFault[] = [];
  readonly #parts: FollowParts;
  readonly #bound: BoundOperation;
  readonly #deadlineMs: number | undefined;
  readonly #begun: number;
  #seen: SeenCall;
  #read: () => Incoming = () => ({ request: {}, faults: [], paths: [] });
  #attempt: RunningAttempt | undefined;

  constructor(bound: BoundOperation, { method, target, deadlineMs }: Sent, parts: FollowParts) {
    this.#parts = parts;
    this.#bound = bound;
    this.#deadlineMs = deadlineMs;
    this.#begun = parts.now();
    const path = target.split('?', 1)[0] ?? '';
    this.#seen = { operation: bound.operation, method, path, caller: '', attempt: 0 };
  }

  beforeAuth(read: () => Incoming): Promise<void> {
    this.#read = read;
    return this.#act('before_auth');
  }

  before({ identity }: Caller): Promise<void> {
    this.#seen = { ...this.#seen, caller: identity, attempt: this.#count(identity) };
    return this.#act('before');
  }

  afterCommit(): Promise<void> {
    return this.#act('after_commit');
  }

  ended(handled: CodeName | 'OK', delivered: CodeName | 'OK'): void {
    // A call that ends before its caller is known is one of nobody.
    if (!this.#attempt) this.#count('');
    const attempt = this.#attempt;
    if (!attempt) return;
    attempt.status = delivered;
    if (handled !== delivered) attempt.handled = handled;
  }

  #count(caller: string): number {
    const begun = { atMillis: this.#begun, deadlineMs: this.#deadlineMs };
    const { attempt, number } = this.#parts.attempts.add(this.#bound, caller, this.#read, begun);
    this.#attempt = attempt;
    return number;
  }

  /** Lets the rules of a phase act in their order, until one of them fails the call. @throws InjectedFault */
  async #act(phase: FaultPhase): Promise<void> {
    const { rules, seed, wait } = this.#parts;
    for (const armed of rules) {
      if (armed.rule.phase !== phase || !armed.take(this.#seen)) continue;
      this.acted.push({ rule: armed.name, phase });
      const millis = armed.latency(seed);
      if (millis > 0) await wait(millis);
      const error = faultError(armed.rule.do);
      if (error) throw error;
    }
  }
}
