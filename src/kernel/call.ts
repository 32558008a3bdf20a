import { bodyOf, type Endpoint, stepsAlong } from '../schema/field-path.ts';
import { respellViolation } from '../schema/field-violation.ts';
import type { Operation } from '../schema/operation.ts';
import { makePerProfile, type Profile, profileIn, renamesFields } from '../schema/profile.ts';
import { messagesIn } from '../schema/profile-messages.ts';
import { type Access, narrowAccess, noAccess, WatchedAccess } from './access.ts';
import type { Answer } from './answer.ts';
import type { AskedCall, CallScope } from './call-scope.ts';
import { instant } from './clock.ts';
import type { Caller } from './context.ts';
import { ResourceDirectory } from './directory.ts';
import { ApiError, invalid } from './errors.ts';
import { InjectedFault } from './faults.ts';
import type { JournalEntry } from './hooks.ts';
import { limiterTo } from './profile-operations.ts';
import { settingsAt, urlFor } from './request-origin.ts';
import type { Context, Directory, Resource } from './resource.ts';
import type { ChangedRow, Rows } from './rows.ts';
import type { BoundOperation, TokenRunner } from './runner.ts';
import { SteeredCall } from './steered-call.ts';
import { writeContextOf } from './write-contexts.ts';

/** An error of an operation whose violations name fields as answers of the profile do (behaviour §9.2.4, C3). */
const errorIn = (profile: Profile, endpoint: Endpoint, error: ApiError): ApiError => {
  const { fieldViolations } = error.detail;
  if (!fieldViolations) return error;
  const of = messagesIn(profile)(bodyOf(endpoint));
  // Steps that are not fields, such as the names of a query, stay as they are.
  const pathIn = (path: string): string =>
    stepsAlong(of, path)
      .map(({ field, index, text }) => (field && field.json !== field.name ? `${field.json}${index}` : text))
      .join('.');
  return invalid(fieldViolations.map((violation) => respellViolation(violation, pathIn)));
};

/** The caller of an operation that makes tokens, before it is known. */
const NOBODY: Caller = { identity: '' };

/** The answer, or the error, that a version and a profile have for a call that was refused. @throws ApiError */
const answerError = (profile: Profile, { operation, runner: { refused } }: BoundOperation, error: unknown): Answer => {
  if (!(error instanceof ApiError) || error instanceof InjectedFault) throw error;
  if (refused) return refused(error);
  throw errorIn(profile, operation, error);
};

/** Runs operations: the same for every face. */
export class Kernel {
  readonly directory: Directory;
  /** Every operation of the current edition that is described; a profile may have fewer. */
  readonly operations: readonly BoundOperation[];
  /** The operations of the current edition that a profile has, as its callers see them. */
  readonly currentIn: (profile: Profile) => readonly BoundOperation[];
  /** The operations of older editions that it has. */
  readonly olderIn: (profile: Profile) => readonly BoundOperation[];
  /** The operations of all editions that it has. */
  readonly operationsIn: (profile: Profile) => readonly BoundOperation[];
  readonly #accessOf: (identity: string, rows: Rows) => Access;

  /** `older` makes the operations of older editions, once they are asked for. */
  constructor(
    resources: readonly Resource[],
    operations: readonly BoundOperation[],
    accessOf: (identity: string, rows: Rows) => Access,
    older: () => readonly BoundOperation[] = () => [],
  ) {
    this.directory = new ResourceDirectory(resources);
    this.operations = operations;
    const limiterIn = makePerProfile(limiterTo);
    this.currentIn = makePerProfile((profile) => limiterIn(profile)(operations));
    this.olderIn = makePerProfile((profile) => limiterIn(profile)(older()));
    this.operationsIn = makePerProfile((profile) => [...this.currentIn(profile), ...this.olderIn(profile)]);
    this.#accessOf = accessOf;
  }

  /**
   * Runs one operation in a world, as the profile of the world has it.
   * @throws ApiError
   */
  call(bound: BoundOperation, asked: AskedCall, world: CallScope): Promise<Answer> {
    // It rejects as an async function does, without a promise of its own.
    try {
      if (world.steering === undefined && asked.sent?.fault === undefined) return this.#answer(bound, asked, world);
      const steered = this.#steer(bound, asked, world);
      return steered.run(() => this.#answer(bound, asked, world, steered));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #steer(bound: BoundOperation, asked: AskedCall, world: CallScope): SteeredCall {
    const profile = profileIn(world.settings);
    return new SteeredCall(bound, asked, world, {
      operations: () => this.operationsIn(profile),
      contextOf: ({ operation }, caller, rows, access) => {
        const context = this.contextOf(operation, caller, rows, world, undefined, rows, asked.host);
        return access ? { ...context, access } : context;
      },
      answerError: (error) => answerError(profile, bound, error),
    });
  }

  /** Runs a call, with the errors that its version and profile have. Most need no mapping, nor a promise for it. */
  #answer(bound: BoundOperation, asked: AskedCall, world: CallScope, steered?: SteeredCall): Promise<Answer> {
    const profile = profileIn(world.settings);
    const answer = this.#run(bound, asked, world, steered);
    const isPlain = !bound.runner.refused && !renamesFields(profile);
    return isPlain ? answer : answer.catch((error) => answerError(profile, bound, error));
  }

  /** A call in its order: authenticate, read, authorize, validate, run, commit. */
  async #run(bound: BoundOperation, asked: AskedCall, world: CallScope, steered?: SteeredCall): Promise<Answer> {
    const { operation, runner } = bound;
    const { entry, host } = asked;
    const { store } = world;
    if (runner.kind === 'token') return this.#makeToken(runner, asked, world, steered);
    // Authenticate.
    const authenticated = world.authenticate(asked.authorization, operation.auth, host);
    const caller = authenticated instanceof Promise ? await authenticated : authenticated;
    if (entry) entry.caller = caller;
    if (steered) await steered.admit(caller);
    // Read.
    const incoming = asked.read();
    if (entry) entry.incoming = incoming;
    // Authorize, by rights that the caller may see late (behaviour Q5).
    const rights = steered && (await steered.rightsOf(caller));
    const contextIn = (rows: Rows, present: Rows): Context => {
      const context = this.contextOf(operation, caller, rows, world, entry, rights ?? present, host);
      entry?.noteRun(store.log.place, context.nowMillis);
      const ruled = steered?.restrict(context) ?? context;
      return entry && ruled !== context ? { ...ruled, access: new WatchedAccess(ruled.access, entry) } : ruled;
    };
    // Validate and run: the runner reports the first stage that fails.
    if (runner.kind === 'read') {
      const context = contextIn(steered?.readFrom(store.rows) ?? store.rows, store.rows);
      steered?.offerRead(runner, incoming, context);
      return runner.run(incoming, context);
    }
    const url = urlFor(settingsAt(world.settings, host));
    const cause = { traceparent: asked.sent?.traceparent, call: entry?.id, url };
    const events = operation.event && world.events?.begin(caller, cause);
    let changes: readonly ChangedRow[] | undefined;
    const answer = await store.write((tx) => {
      const context = contextIn(tx, tx);
      const made = runner.run(incoming, writeContextOf(context, tx, events?.emit));
      // Copied before the events add their own rows.
      changes = entry && (events ? tx.changed?.slice() : tx.changed);
      events?.store(tx, context.nowMillis);
      return made;
    });
    // Committed.
    if (entry) entry.changes = changes;
    const delivering = events?.stored();
    if (delivering) await delivering;
    return answer;
  }

  /** Runs an operation that makes tokens, whose caller is known by the credentials in its request. */
  async #makeToken(runner: TokenRunner, asked: AskedCall, world: CallScope, steered?: SteeredCall): Promise<Answer> {
    const { authorization, host, read, entry } = asked;
    if (steered) await steered.admit(NOBODY);
    if (!entry) return runner.run(read, { authorization, host }, world.tokens);
    const ran = (nowMillis: number): void => entry.noteRun(world.store.log.place, nowMillis);
    const answer = await runner.run(read, { authorization, host, ran }, world.tokens);
    entry.noteWrite();
    return answer;
  }

  /**
   * The context in which an operation runs for a caller, whose access follows from the rows, or from `rights` if given.
   * `host` is the one that its request was sent to.
   */
  contextOf(
    operation: Operation,
    caller: Caller,
    rows: Rows,
    { settings, clock, pageTokenKey }: CallScope,
    entry?: JournalEntry,
    rights = rows,
    host?: string,
  ): Context {
    const nowMillis = clock.now();
    const { identity, limits } = caller;
    const granted = identity === '' ? noAccess : this.#accessOf(identity, rights);
    const access = limits && identity !== '' ? narrowAccess(granted, limits) : granted;
    if (entry) entry.access = access;
    const { directory } = this;
    return {
      operation,
      caller,
      access: entry ? new WatchedAccess(access, entry) : access,
      rows,
      directory,
      settings: settingsAt(settings, host),
      pageTokenKey,
      nowMillis,
      now: instant(nowMillis),
    };
  }
}
