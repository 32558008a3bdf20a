import type { Operation } from '../schema/operation.ts';
import { makePerProfile, type Profile, profileIn } from '../schema/profile.ts';
import { type Access, narrowAccess, noAccess, watchAccess } from './access.ts';
import type { Answer, Incoming } from './answer.ts';
import type { CallScope } from './call-scope.ts';
import { instant } from './clock.ts';
import type { Caller } from './context.ts';
import { ResourceDirectory } from './directory.ts';
import { ApiError, type CodeName } from './errors.ts';
import { faultSceneOf } from './fault-scene.ts';
import { InjectedFault } from './faults.ts';
import type { CallEvents, FaultedCall, FaultScene, JournalEntry, Sent } from './hooks.ts';
import { errorIn, renamesFields } from './profile-errors.ts';
import { operationsIn } from './profile-operations.ts';
import { settingsAt, urlFor } from './request-origin.ts';
import type { Context, Directory, Resource } from './resource.ts';
import type { ChangedRow, Rows } from './rows.ts';
import type { BoundOperation, TokenRunner } from './runner.ts';
import { writeContextOf } from './write-contexts.ts';

/** One call, as a face hands it over. */
export interface AskedCall {
  readonly authorization: string | undefined;
  /** Reads the request after the caller was authenticated: a bad token is reported before it (behaviour L22, §7). */
  readonly read: () => Incoming;
  /** The host that the request was sent to, for which its token may be. */
  readonly host?: string | undefined;
  /** The sending of the request, for the faults of the world. */
  readonly sent?: Sent | undefined;
  /** The world's record of the call. */
  readonly entry?: JournalEntry | undefined;
}

/** A call whose caller is known. */
interface Begun {
  readonly operation: Operation;
  readonly caller: Caller;
  readonly world: CallScope;
  readonly entry: JournalEntry | undefined;
  /** The rows by which it is authorized, where its rights are seen late. */
  readonly late: Rows | undefined;
  /** The host that its request was sent to. */
  readonly host: string | undefined;
}

/** The caller of an operation that makes tokens, before it is known. */
const NOBODY: Caller = { identity: '' };

/** Notes the request of a call that failed before it was read, as far as it can be. */
const noteRequest = ({ entry, read }: AskedCall): void => {
  if (!entry || entry.incoming) return;
  try {
    entry.incoming = read();
  } catch {
    // Its body is kept.
  }
};

/** The answer, or the error, that a version and a profile have for a call that was refused. @throws ApiError */
const answerError = (profile: Profile, { operation, runner: { refused } }: BoundOperation, error: unknown): Answer => {
  if (!(error instanceof ApiError) || error instanceof InjectedFault) throw error;
  if (refused) return refused(error);
  throw errorIn(profile, operation, error);
};

/** Offers a read to the faults of its world: once more, at the same moment and with the same rights. */
const noteRead = (faults: FaultedCall, bound: BoundOperation, incoming: Incoming, context: Context): void => {
  const { runner } = bound;
  if (runner.kind !== 'read') return;
  faults.noteRead((rows = context.rows, reading) => {
    try {
      return runner.run(incoming, { ...context, rows, ...(reading && { reading }) });
    } catch (error) {
      return answerError(profileIn(context.settings), bound, error);
    }
  });
};

/** Runs operations: the same for every face. */
export class Kernel {
  readonly directory: Directory;
  /** Every operation that is described; a profile may have fewer. */
  readonly operations: readonly BoundOperation[];
  /** The operations that a profile has, as its callers see them. */
  readonly operationsIn: (profile: Profile) => readonly BoundOperation[];
  readonly #accessOf: (identity: string, rows: Rows) => Access;

  constructor(
    resources: readonly Resource[],
    operations: readonly BoundOperation[],
    accessOf: (identity: string, rows: Rows) => Access,
  ) {
    this.directory = new ResourceDirectory(resources);
    this.operations = operations;
    this.operationsIn = makePerProfile((profile) => operationsIn(profile, operations));
    this.#accessOf = accessOf;
  }

  /**
   * Runs one operation in a world, as the profile of the world has it.
   * @throws ApiError
   */
  call(bound: BoundOperation, asked: AskedCall, world: CallScope): Promise<Answer> {
    // It rejects as an async function does, without a promise of its own.
    try {
      const { sent } = asked;
      const faults = sent && world.faults?.follow(bound, sent, asked.entry?.id);
      return faults ? this.#runFollowed(bound, asked, world, faults) : this.#handleCall(bound, asked, world);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Runs a call on which rules act; a failure that they ask for is answered in every version as it is (behaviour F3). */
  async #runFollowed(bound: BoundOperation, asked: AskedCall, world: CallScope, faults: FaultedCall): Promise<Answer> {
    let handled: CodeName | 'OK' | undefined;
    try {
      await faults.actBeforeAuth(asked.read);
      const answer = await this.#handleCall(bound, asked, world, faults);
      handled = 'OK';
      if (asked.entry) asked.entry.handled = answer;
      const given = await faults.actAfterCommit(answer);
      faults.end('OK', 'OK');
      return given;
    } catch (error) {
      if (error instanceof InjectedFault) noteRequest(asked);
      const isRefused = handled === undefined && error instanceof ApiError && !(error instanceof InjectedFault);
      const shown = isRefused ? await faults.actAfterRefusal(error) : error;
      const delivered = shown instanceof ApiError ? shown.code : 'INTERNAL';
      faults.end(handled ?? delivered, delivered);
      throw shown;
    } finally {
      if (asked.entry) asked.entry.faults = faults.acted;
    }
  }

  /** Most calls need no look at their errors, and no promise for it. */
  #handleCall(bound: BoundOperation, asked: AskedCall, world: CallScope, faults?: FaultedCall): Promise<Answer> {
    const profile = profileIn(world.settings);
    const isPlain = !bound.runner.refused && !renamesFields(profile);
    return isPlain ? this.#run(bound, asked, world, faults) : this.#mapErrors(profile, bound, asked, world, faults);
  }

  /** Runs a call whose errors are those of its version and profile. */
  async #mapErrors(
    profile: Profile,
    bound: BoundOperation,
    asked: AskedCall,
    world: CallScope,
    faults: FaultedCall | undefined,
  ): Promise<Answer> {
    try {
      return await this.#run(bound, asked, world, faults);
    } catch (error) {
      return answerError(profile, bound, error);
    }
  }

  async #run(
    bound: BoundOperation,
    asked: AskedCall,
    world: CallScope,
    faults: FaultedCall | undefined,
  ): Promise<Answer> {
    const { operation, runner } = bound;
    if (runner.kind === 'token') return this.#makeToken(runner, bound, asked, world, faults);
    const { authorization, host, read, entry } = asked;
    const authenticated = world.authenticate(authorization, operation.auth, host);
    const caller = authenticated instanceof Promise ? await authenticated : authenticated;
    if (entry) entry.caller = caller;
    if (faults) await faults.actBeforeCall(this.#sceneOf(bound, caller, asked, world));
    const counted = world.quota?.take(operation, caller);
    if (counted) await counted;
    const incoming = read();
    if (entry) entry.incoming = incoming;
    const { store } = world;
    const late = world.consistency?.rightsFrom(caller);
    const begun: Begun = {
      operation,
      caller,
      world,
      entry,
      late: late instanceof Promise ? await late : late,
      host,
    };
    if (runner.kind === 'read') {
      const rows = world.consistency?.readFrom(bound, store.rows) ?? store.rows;
      const context = this.#makeContext(begun, rows, store.rows);
      if (faults) noteRead(faults, bound, incoming, context);
      return runner.run(incoming, context);
    }
    // Operations without events cost nothing here.
    const events = operation.event && this.#beginEvents(begun, asked.sent?.traceparent);
    let changes: readonly ChangedRow[] | undefined;
    const answer = await store.write((tx) => {
      const context = this.#makeContext(begun, tx, tx);
      const made = runner.run(incoming, writeContextOf(context, tx, events?.emit));
      // Without what the events add to them.
      changes = entry && (events ? tx.changed?.slice() : tx.changed);
      events?.store(tx, context.nowMillis);
      return made;
    });
    if (entry) entry.changes = changes;
    const delivering = events?.stored();
    if (delivering) await delivering;
    return answer;
  }

  /** Runs an operation that makes tokens, whose caller is known by what it is asked. */
  async #makeToken(
    runner: TokenRunner,
    bound: BoundOperation,
    asked: AskedCall,
    world: CallScope,
    faults: FaultedCall | undefined,
  ): Promise<Answer> {
    const { authorization, host, read, entry } = asked;
    if (faults) await faults.actBeforeCall(this.#sceneOf(bound, NOBODY, asked, world));
    const counted = world.quota?.take(bound.operation, NOBODY);
    if (counted) await counted;
    if (!entry) return runner.run(read, { authorization, host }, world.tokens);
    const ran = (nowMillis: number): void => entry.noteRun(world.store.log.place, nowMillis);
    const answer = await runner.run(read, { authorization, host, ran }, world.tokens);
    entry.noteWrite();
    return answer;
  }

  #beginEvents({ caller, world, entry, host }: Begun, traceparent: string | undefined): CallEvents | undefined {
    return world.events?.begin(caller, { traceparent, call: entry?.id, url: urlFor(settingsAt(world.settings, host)) });
  }

  #sceneOf(bound: BoundOperation, caller: Caller, { read, host }: AskedCall, world: CallScope): FaultScene {
    return faultSceneOf({
      bound,
      caller,
      world,
      operations: this.operationsIn(profileIn(world.settings)),
      url: urlFor(settingsAt(world.settings, host)),
      read,
      contextOf: ({ operation }, of, rows, access) => {
        const context = this.contextOf(operation, of, rows, world, undefined, rows, host);
        return access ? { ...context, access } : context;
      },
    });
  }

  /**
   * The context of a call, with the access that the world's policy leaves (behaviour A3). Its rights may be seen late
   * (behaviour Q5).
   */
  #makeContext({ operation, caller, world, entry, late, host }: Begun, rows: Rows, present: Rows): Context {
    const context = this.contextOf(operation, caller, rows, world, entry, late ?? present, host);
    entry?.noteRun(world.store.log.place, context.nowMillis);
    const ruled = world.policy?.restrict(context) ?? context;
    if (!entry || ruled === context) return ruled;
    return { ...ruled, access: watchAccess(ruled.access, entry) };
  }

  /**
   * The context in which an operation runs for a caller, with the access that the caller has by the rows, or by those of
   * `rights`. A host is the one that its request was sent to.
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
    const access = this.#accessFor(caller, rights);
    if (entry) entry.access = access;
    const { directory } = this;
    return {
      operation,
      caller,
      access: entry ? watchAccess(access, entry) : access,
      rows,
      directory,
      settings: settingsAt(settings, host),
      pageTokenKey,
      nowMillis,
      now: instant(nowMillis),
    };
  }

  #accessFor({ identity, limits }: Caller, rows: Rows): Access {
    if (identity === '') return noAccess;
    const access = this.#accessOf(identity, rows);
    return limits ? narrowAccess(access, limits) : access;
  }
}
