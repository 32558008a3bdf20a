import type { Incoming } from '../../kernel/answer.ts';
import type { Caller } from '../../kernel/context.ts';
import type { CodeName } from '../../kernel/errors.ts';
import { LostAnswer } from '../../kernel/faults.ts';
import type { ActedFault, FaultedCall, Sent } from '../../kernel/hooks.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Transmission } from '../../kernel/transmission.ts';
import type { FaultPhase } from '../contract/nouns.ts';
import { AnswerPlan } from './answer-plan.ts';
import type { ArmedRule, SeenCall } from './armed-rule.ts';
import type { Attempts, RunningAttempt } from './attempts.ts';
import { hasBody } from './body-rules.ts';
import { faultError } from './fault-error.ts';

/** The dependencies of following calls. */
export interface FollowParts {
  readonly rules: readonly ArmedRule[];
  readonly attempts: Attempts;
  readonly seed: string;
  /** Milliseconds of the clock of the machine. */
  readonly now: () => number;
  /** Waits by timers of the machine. */
  readonly wait: (millis: number) => Promise<unknown>;
  /** The id of its entry in the journal; undefined where none is kept. */
  readonly entry: string | undefined;
}

/** One call on which rules may act. */
export class FollowedCall implements FaultedCall {
  readonly acted: ActedFault[] = [];
  readonly #parts: FollowParts;
  readonly #bound: BoundOperation;
  readonly #deadlineMs: number | undefined;
  readonly #begun: number;
  #seen: SeenCall;
  #read: () => Incoming = () => ({ request: {}, violations: [], paths: [] });
  #attempt: RunningAttempt | undefined;
  readonly #plan = new AnswerPlan();

  constructor(bound: BoundOperation, { method, target, deadlineMs }: Sent, parts: FollowParts) {
    this.#parts = parts;
    this.#bound = bound;
    this.#deadlineMs = deadlineMs;
    this.#begun = parts.now();
    const path = target.split('?', 1)[0] ?? '';
    this.#seen = {
      operation: bound.operation,
      method,
      path,
      caller: '',
      attempt: 0,
      hasBody: hasBody(bound.operation, method),
      writes: bound.runner.kind === 'write',
      resource: '',
      entry: parts.entry,
    };
  }

  actBeforeAuth(read: () => Incoming): Promise<void> {
    this.#read = read;
    return this.#act('before_auth');
  }

  actBeforeCall({ identity }: Caller): Promise<void> {
    this.#seen = { ...this.#seen, caller: identity, ...this.#count(identity) };
    return this.#act('before');
  }

  async actAfterCommit(): Promise<Transmission | undefined> {
    const { seed, wait } = this.#parts;
    const plan = this.#plan;
    for (const armed of this.#listActing('after_commit')) {
      await this.#fail(armed);
      plan.shape(armed.rule.do);
      if (plan.isBrokenOff) break;
    }
    for (const armed of plan.isBrokenOff ? [] : this.#listActing('mid_stream')) {
      plan.interrupt(armed.latency(seed), faultError(armed.rule.do));
      if (plan.isBrokenOff) break;
    }
    return plan.transmission(wait);
  }

  end(handled: CodeName | 'OK', delivered: CodeName | 'OK'): void {
    // A call that ends before its caller is known has none.
    if (!this.#attempt) this.#count('');
    const attempt = this.#attempt;
    if (!attempt) return;
    const status = this.#plan.status ?? delivered;
    attempt.status = status;
    if (handled !== delivered || (handled === 'OK' && status !== 'OK')) attempt.handled = handled;
  }

  #count(caller: string): Pick<SeenCall, 'attempt' | 'resource'> {
    const begun = { atMillis: this.#begun, deadlineMs: this.#deadlineMs };
    const { attempt, number, resource } = this.#parts.attempts.add(this.#bound, caller, this.#read, begun);
    this.#attempt = attempt;
    return { attempt: number, resource };
  }

  async #act(phase: FaultPhase): Promise<void> {
    for (const armed of this.#listActing(phase)) await this.#fail(armed);
  }

  /** The rules of a phase that act on the call, in their order; those behind a rule that ends it do not see it. */
  *#listActing(phase: FaultPhase): Generator<ArmedRule> {
    for (const armed of this.#parts.rules) {
      if (armed.rule.phase !== phase || !armed.take(this.#seen)) continue;
      this.acted.push({ rule: armed.name, phase });
      yield armed;
    }
  }

  /** Holds the call as a rule wants it, and lets it fail where the rule does. @throws InjectedFault */
  async #fail(armed: ArmedRule): Promise<void> {
    const { seed, wait } = this.#parts;
    const millis = armed.latency(seed);
    if (millis > 0) await wait(millis);
    const error = faultError(armed.rule.do);
    if (error instanceof LostAnswer) this.#plan.lose(error.how);
    if (error) throw error;
  }
}
