import type { ServerHttp2Session } from 'node:http2';
import type { FaultPhase } from '../../../generated/nouns.ts';
import type { Answer, Incoming } from '../../kernel/answer.ts';
import type { ApiError, CodeName } from '../../kernel/errors.ts';
import { LostAnswer } from '../../kernel/faults.ts';
import type { ActedFault, Closing, FaultedCall, FaultScene, ReadOnceMore, Sent } from '../../kernel/hooks.ts';
import type { Rows } from '../../kernel/rows.ts';
import type { BoundOperation } from '../../kernel/runner.ts';
import type { Profile } from '../../schema/profile.ts';
import { effectWords, type Met } from '../evidence/fault-words.ts';
import { AnswerPlan } from './answer-plan.ts';
import type { ArmedRule, SeenCall } from './armed-rule.ts';
import type { Attempts, RunningAttempt, TryOfCall } from './attempts.ts';
import { changeAnswer } from './changed-answer.ts';
import { addDetail, faultError } from './fault-error.ts';
import { hasBody } from './fault-rule.ts';
import type { Holds, Wait } from './holds.ts';
import { actAsOther } from './other-caller.ts';
import { type ReadRows, rowsInAnswer } from './read-rows.ts';

/** The number of pings without a call between them that servers of grpc-go allow. */
const MAX_STRIKES = 2;
const REASON = Buffer.from('too_many_pings');
/** The code of HTTP/2 for a peer that causes too much load (RFC 9113 §7). */
const ENHANCE_YOUR_CALM = 11;

const policed = new WeakSet<ServerHttp2Session>();

const isStream = (awaited: Closing): awaited is Closing & { readonly session: ServerHttp2Session } =>
  'session' in awaited && typeof awaited.session === 'object' && awaited.session !== null;

/**
 * Refuses pings of the connection of a call from now on: the third one that comes without a call between ends it, with
 * GOAWAY, ENHANCE_YOUR_CALM and the text `too_many_pings`. False for a call that is not over HTTP/2.
 */
const refusePings = (awaited: Closing | undefined): boolean => {
  if (!awaited || !isStream(awaited)) return false;
  const { session } = awaited;
  if (policed.has(session)) return true;
  policed.add(session);
  let strikes = 0;
  session.on('stream', () => {
    strikes = 0;
  });
  session.on('ping', () => {
    strikes += 1;
    if (strikes <= MAX_STRIKES || session.destroyed) return;
    session.goaway(ENHANCE_YOUR_CALM, 0, REASON);
    // The frame is written before the connection ends.
    setImmediate(() => session.destroy());
  });
  return true;
};

/** The dependencies of calls on which rules may act. */
export interface FollowParts {
  readonly attempts: () => Attempts;
  readonly seed: string;
  readonly profile: Profile;
  /** Milliseconds of the clock of the machine. */
  readonly now: () => number;
  /** The clock of the world, which stands still from `hold` to `release`. */
  readonly clock: { readonly hold: () => void; readonly release: () => void };
  readonly wait: Wait;
  /** The calls that hang. */
  readonly holds: Holds;
  /** The rows that callers have read; missing if no rule asks for them. */
  readonly reads: () => ReadRows | undefined;
  /** The rows from before the last writes, the newest first; none if no rule asks for them. */
  readonly earlier: () => Iterable<Rows>;
}

/** One call on which rules may act. */
export class FollowedCall implements FaultedCall {
  readonly acted: (ActedFault & { did: string })[] = [];
  readonly #parts: FollowParts;
  readonly #rules: readonly ArmedRule[];
  readonly #bound: BoundOperation;
  readonly #sent: Sent;
  readonly #begun: number;
  #seen: SeenCall;
  #read: () => Incoming = () => ({ request: {}, violations: [], paths: [] });
  #scene: FaultScene | undefined;
  #again: ReadOnceMore | undefined;
  #attempt: RunningAttempt | undefined;
  #isClockPaused = false;
  readonly #plan = new AnswerPlan();

  /** `rules` may act on it; `entry` is the id of the call in the journal, undefined without one. */
  constructor(
    bound: BoundOperation,
    sent: Sent,
    entry: number | undefined,
    rules: readonly ArmedRule[],
    parts: FollowParts,
  ) {
    const { method, target } = sent;
    this.#parts = parts;
    this.#rules = rules;
    this.#bound = bound;
    this.#sent = sent;
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
      entry: entry === undefined ? undefined : String(entry),
    };
  }

  async actBeforeAuth(read: () => Incoming): Promise<void> {
    this.#read = read;
    await this.#act('before_auth');
  }

  actBeforeCall(scene: FaultScene): Promise<void> {
    const { identity } = scene.caller;
    this.#scene = scene;
    const { attempt, number, resource } = this.#addTry(identity);
    this.#attempt = attempt;
    this.#seen = { ...this.#seen, caller: identity, attempt: number, resource };
    return this.#act('before');
  }

  noteRead(again: ReadOnceMore): void {
    this.#again = again;
  }

  async actAfterCommit(answer: Answer): Promise<Answer> {
    const { seed, wait, profile, earlier } = this.#parts;
    const plan = this.#plan;
    this.#releaseClock();
    let given = answer;
    for await (const { armed, hit } of this.#listActing('after_commit')) {
      const tools = { bound: this.#bound, profile, again: this.#again, earlier };
      const changed = changeAnswer(armed.rule.do, given, tools);
      if (!changed) {
        await this.#withdraw(armed);
        continue;
      }
      given = changed.answer;
      if (changed.rows) this.#tell(armed, { rows: changed.rows });
      await this.#fail(armed, hit);
      plan.shape(armed.rule.do);
      if (plan.isBrokenOff) break;
    }
    for await (const { armed, hit } of plan.isBrokenOff ? [] : this.#listActing('mid_stream')) {
      const delayMs = armed.latency(seed, hit);
      this.#tell(armed, { delayMs });
      plan.interrupt(delayMs, faultError(armed.rule.do));
      if (plan.isBrokenOff) break;
    }
    this.#noteRows(given);
    const transmission = plan.transmission(wait);
    return transmission ? { ...given, transmission } : given;
  }

  async actAfterRefusal(error: ApiError): Promise<ApiError> {
    this.#releaseClock();
    let detailed = error;
    for await (const { armed, hit } of this.#listActing('after_refusal')) {
      await this.#fail(armed, hit);
      detailed = addDetail(detailed);
    }
    return detailed;
  }

  end(handled: CodeName | 'OK', delivered: CodeName | 'OK'): void {
    this.#releaseClock();
    // A call that ends before its caller is known has none.
    const attempt = this.#attempt ?? this.#addTry('').attempt;
    const status = this.#plan.status ?? delivered;
    attempt.status = status;
    if (handled !== delivered || (handled === 'OK' && status !== 'OK')) attempt.handled = handled;
  }

  #addTry(caller: string): TryOfCall {
    const begun = { atMillis: this.#begun, deadlineMs: this.#sent.deadlineMs };
    return this.#parts.attempts().add(this.#bound, caller, this.#read, begun);
  }

  async #act(phase: FaultPhase): Promise<void> {
    for await (const { armed, hit } of this.#listActing(phase)) {
      if (await this.#meets(armed)) await this.#fail(armed, hit);
      else await this.#withdraw(armed);
    }
  }

  /** The rules of a phase that act on the call, in their order; those behind a rule that ends it do not see it. */
  async *#listActing(phase: FaultPhase): AsyncGenerator<{ readonly armed: ArmedRule; readonly hit: number }> {
    for (const armed of this.#rules) {
      if (armed.rule.phase !== phase) continue;
      const hit = await armed.take(this.#seen);
      if (hit === 0) continue;
      this.acted.push({ rule: armed.name, phase, did: '' });
      this.#tell(armed);
      yield { armed, hit };
    }
  }

  /** Says in words what the last rule that acted did to the call. */
  #tell({ rule }: ArmedRule, met?: Met): void {
    const acted = this.acted.at(-1);
    const words = effectWords(rule, met);
    if (acted) acted.did = rule.preset === undefined ? words : `${rule.preset}: ${words}`;
  }

  /** Takes back that the last rule has acted: there was nothing that it could act on. */
  async #withdraw(armed: ArmedRule): Promise<void> {
    this.acted.pop();
    await armed.release(this.#seen);
  }

  /** Acts as a rule wants before the call itself; false if that does not affect the call. */
  async #meets(armed: ArmedRule): Promise<boolean> {
    const { other, refusePings: isRefused } = armed.rule.do;
    if (isRefused) return refusePings(this.#sent.awaited);
    return other === undefined || this.#actAsOther(armed);
  }

  /** Acts in the name of another caller as a rule wants; false if that does not affect the call. */
  async #actAsOther({ rule, changes }: ArmedRule): Promise<boolean> {
    const scene = this.#scene;
    const { other } = rule.do;
    if (!scene || other === undefined) return false;
    const { caller, resource } = this.#seen;
    // What happens an instant before happens at the same moment, so that a trace knows it from the moment of the call.
    if (!this.#isClockPaused) this.#parts.clock.hold();
    this.#isClockPaused = true;
    const readBefore = (uid: string) => this.#parts.reads()?.find(caller, uid);
    const made = await actAsOther(other, { bound: this.#bound, scene, resource, readBefore });
    changes.push(...made);
    return made.length > 0;
  }

  #releaseClock(): void {
    if (!this.#isClockPaused) return;
    this.#isClockPaused = false;
    this.#parts.clock.release();
  }

  /** Notes the rows that the caller has read in an answer. */
  #noteRows(answer: Answer): void {
    const reads = this.#parts.reads();
    const scene = this.#scene;
    if (!reads || !scene) return;
    const { resource } = this.#bound.wraps ?? this.#bound;
    reads.note(scene.caller.identity, rowsInAnswer(answer, resource, scene.store.rows));
  }

  /** Delays the call as a rule wants it. @throws InjectedFault if the rule makes it fail */
  async #fail(armed: ArmedRule, hit: number): Promise<void> {
    const { seed, holds } = this.#parts;
    const { awaited } = this.#sent;
    const millis = armed.latency(seed, hit);
    if (typeof armed.rule.do.latency === 'object') this.#tell(armed, { delayMs: millis });
    if (millis > 0) await holds.delay(awaited, millis);
    if (armed.rule.do.hang) await holds.hold(awaited, armed.name);
    const error = faultError(armed.rule.do);
    if (error instanceof LostAnswer) this.#plan.lose(error.how);
    if (error) throw error;
  }
}
