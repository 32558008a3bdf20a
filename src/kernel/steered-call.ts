import type { Access } from './access.ts';
import { everyAccess } from './access-policy.ts';
import type { Answer, Incoming } from './answer.ts';
import type { AskedCall, CallScope, Steering } from './call-scope.ts';
import type { Caller } from './context.ts';
import { ApiError, type CodeName } from './errors.ts';
import { InjectedFault } from './faults.ts';
import type { FaultedCall, FaultScene } from './hooks.ts';
import { settingsAt, urlFor } from './request-origin.ts';
import type { Context } from './resource.ts';
import type { ChangedRow, Rows } from './rows.ts';
import type { BoundOperation, ReadRunner } from './runner.ts';
import { writeContextOf } from './write-contexts.ts';

/** The parts of the kernel that a steered call needs. */
export interface SteeredParts {
  /** The operations of the profile of the world. */
  readonly operations: () => readonly BoundOperation[];
  /** The context in which an operation runs for a caller, with the access that the rows give it, or with another. */
  readonly contextOf: (bound: BoundOperation, caller: Caller, rows: Rows, access?: Access) => Context;
  /** The answer, or the error, that the version and the profile of the call have for an error. @throws ApiError */
  readonly answerError: (error: unknown) => Answer;
}

/** Notes the request of a call that failed before it was read, as far as it can be. */
const noteRequest = ({ entry, read }: AskedCall): void => {
  if (!entry || entry.incoming) return;
  try {
    entry.incoming = read();
  } catch {
    // The entry has its body.
  }
};

const NOTHING_SET: Steering = {};

/**
 * A call that meets what a test has set for its world, or that asks for a fault itself. The kernel tells it each step that
 * the call takes.
 */
export class SteeredCall {
  readonly #bound: BoundOperation;
  readonly #asked: AskedCall;
  readonly #world: CallScope;
  readonly #steering: Steering;
  readonly #faults: FaultedCall | undefined;
  readonly #parts: SteeredParts;

  /** @throws ApiError when the call asks for a fault of its own that is malformed or not allowed */
  constructor(bound: BoundOperation, asked: AskedCall, world: CallScope, parts: SteeredParts) {
    const { steering = NOTHING_SET } = world;
    const { sent, entry } = asked;
    this.#bound = bound;
    this.#asked = asked;
    this.#world = world;
    this.#steering = steering;
    this.#parts = parts;
    const faults = sent?.fault === undefined ? steering.faults : world.faults?.();
    this.#faults = sent && faults?.follow(bound, sent, entry?.id);
  }

  /** Runs it; a failure that a rule asks for is answered in every version as it is (behaviour F3). */
  async run(handle: () => Promise<Answer>): Promise<Answer> {
    const faults = this.#faults;
    if (!faults) return handle();
    const { entry, read } = this.#asked;
    let handled: CodeName | 'OK' | undefined;
    try {
      await faults.actBeforeAuth(read);
      const answer = await handle();
      handled = 'OK';
      if (entry) entry.handled = answer;
      const given = await faults.actAfterCommit(answer);
      faults.end('OK', 'OK');
      return given;
    } catch (error) {
      if (error instanceof InjectedFault) noteRequest(this.#asked);
      const isRefused = handled === undefined && error instanceof ApiError && !(error instanceof InjectedFault);
      const answered = isRefused ? await faults.actAfterRefusal(error) : error;
      const delivered = answered instanceof ApiError ? answered.code : 'INTERNAL';
      faults.end(handled ?? delivered, delivered);
      throw answered;
    } finally {
      if (entry) entry.faults = faults.acted;
    }
  }

  /** Lets faults and quota act once the caller is known, before the request is read. @throws InjectedFault */
  async admit(caller: Caller): Promise<void> {
    await this.#faults?.actBeforeCall(this.#sceneOf(caller));
    await this.#steering.quota?.take(this.#bound.operation, caller);
  }

  /** The world of the call, for faults that act before its operation runs. */
  #sceneOf(caller: Caller): FaultScene {
    const [bound, world] = [this.#bound, this.#world];
    const { read, host } = this.#asked;
    const { operations, contextOf } = this.#parts;
    return {
      caller,
      store: world.store,
      operations,
      read,
      rehearse: async (store) => {
        const { operation, runner } = bound;
        const access = world.steering?.policy && everyAccess;
        const contextIn = (rows: Rows): Context => contextOf(bound, caller, rows, access);
        try {
          const incoming = read();
          if (runner.kind === 'read') return runner.run(incoming, contextIn(store.rows));
          if (runner.kind === 'token') throw new Error(`${operation.id} makes tokens, which needs its caller`);
          return await store.write((tx) => runner.run(incoming, writeContextOf(contextIn(tx), tx, undefined)));
        } catch (error) {
          if (error instanceof ApiError) return error;
          throw error;
        }
      },
      runAs: async (other, asked, incoming, store) => {
        const { operation, runner } = asked;
        if (runner.kind !== 'write') throw new Error(`${operation.id} does not write`);
        const cause = { traceparent: undefined, url: urlFor(settingsAt(world.settings, host)) };
        const isReal = store === world.store;
        const events = isReal && operation.event ? world.events?.begin(other, cause) : undefined;
        let changes: readonly ChangedRow[] = [];
        await store.write((tx) => {
          const context = contextOf(asked, other, tx, everyAccess);
          runner.run(incoming, writeContextOf(context, tx, events?.emit));
          changes = tx.changed?.slice() ?? [];
          events?.store(tx, context.nowMillis);
        });
        await events?.stored();
        return changes;
      },
    };
  }

  /** The rows by which its caller has rights; undefined for the present ones. It counts the call, so ask once. */
  async rightsOf(caller: Caller): Promise<Rows | undefined> {
    return this.#steering.consistency?.rightsFrom(caller);
  }

  /** The rows that it reads. */
  readFrom(present: Rows): Rows {
    return this.#steering.consistency?.readFrom(this.#bound, present) ?? present;
  }

  /** The context with the access that the policy of the world leaves (behaviour A3). */
  restrict(context: Context): Context {
    return this.#steering.policy?.restrict(context) ?? context;
  }

  /** Offers the faults to run its read once more, at the same moment and with the same rights. */
  offerRead(runner: ReadRunner, incoming: Incoming, context: Context): void {
    this.#faults?.noteRead((rows = context.rows, reading) => {
      try {
        return runner.run(incoming, { ...context, rows, ...(reading && { reading }) });
      } catch (error) {
        return this.#parts.answerError(error);
      }
    });
  }
}
