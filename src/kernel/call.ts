import type { Operation } from '../schema/operation.ts';
import { type Profile, perProfile, profileIn } from '../schema/profile.ts';
import { type Access, narrowed, noAccess } from './access.ts';
import type { Answer, Incoming } from './answer.ts';
import { instant } from './clock.ts';
import type { Caller } from './context.ts';
import { ResourceDirectory } from './directory.ts';
import { ApiError, type CodeName } from './errors.ts';
import { type FaultedCall, InjectedFault, type Sent } from './faults.ts';
import { errorIn, renamesFields } from './profile-errors.ts';
import { operationsIn } from './profile-operations.ts';
import type { Context, Directory, Resource } from './resource.ts';
import type { Rows } from './rows.ts';
import type { BoundOperation } from './runner.ts';
import type { Presented } from './token-service.ts';
import type { World } from './world.ts';

/** One call, as a face has handed it over. */
interface AskedCall {
  readonly bound: BoundOperation;
  readonly presented: Omit<Presented, 'request'>;
  readonly read: () => Incoming;
  readonly world: World;
}

/** The caller of an operation that makes tokens, before it is known. */
const NOBODY: Caller = { identity: '' };

/** Runs operations: the same for every face. */
export class Kernel {
  readonly directory: Directory;
  /** Every operation that is described; a profile may have fewer. */
  readonly operations: readonly BoundOperation[];
  /** The operations that a profile has, as its callers see them. */
  readonly operationsIn: (profile: Profile) => readonly BoundOperation[];
  readonly #byId: ReadonlyMap<string, BoundOperation>;
  readonly #accessOf: (identity: string, rows: Rows) => Access;

  constructor(
    resources: readonly Resource[],
    operations: readonly BoundOperation[],
    accessOf: (identity: string, rows: Rows) => Access,
  ) {
    this.directory = new ResourceDirectory(resources);
    this.operations = operations;
    this.operationsIn = perProfile((profile) => operationsIn(profile, operations));
    this.#byId = new Map(operations.map((bound) => [bound.operation.id, bound]));
    this.#accessOf = accessOf;
  }

  /**
   * Runs one operation in a world. `read` is called after the caller was authenticated, since a bad token is reported
   * before a bad request (behaviour L22, §7). `host` is what the request was sent to, which its token may be for; `sent` how it was sent, for the faults of the world.
   * @throws ApiError
   */
  async call(
    id: string,
    authorization: string | undefined,
    read: () => Incoming,
    world: World,
    host?: string,
    sent?: Sent,
  ): Promise<Answer> {
    const bound = this.#byId.get(id);
    if (!bound) throw new Error(`no operation is named ${id}`);
    const asked: AskedCall = { bound, presented: { authorization, host }, read, world };
    const faults = sent && world.faults?.follow(bound, sent);
    return faults ? this.#followed(asked, faults) : this.#handled(asked);
  }

  /** Runs a call on which rules act; a failure that they ask for is answered in every version as it is (behaviour F3). */
  async #followed(asked: AskedCall, faults: FaultedCall): Promise<Answer> {
    let handled: CodeName | 'OK' | undefined;
    try {
      await faults.beforeAuth(asked.read);
      const answer = await this.#handled(asked, faults);
      handled = 'OK';
      const transmission = await faults.afterCommit();
      faults.ended('OK', 'OK');
      return transmission ? { ...answer, transmission } : answer;
    } catch (error) {
      const delivered = error instanceof ApiError ? error.code : 'INTERNAL';
      faults.ended(handled ?? delivered, delivered);
      throw error;
    }
  }

  /** Most calls need no look at their errors, and no promise for it. */
  #handled(asked: AskedCall, faults?: FaultedCall): Promise<Answer> {
    const profile = profileIn(asked.world.settings);
    const isPlain = !asked.bound.runner.refused && !renamesFields(profile);
    return isPlain ? this.#run(asked, faults) : this.#withErrorsOf(profile, asked, faults);
  }

  /** Runs a call whose errors are those of its version and profile. */
  async #withErrorsOf(profile: Profile, asked: AskedCall, faults: FaultedCall | undefined): Promise<Answer> {
    const { refused } = asked.bound.runner;
    try {
      return await this.#run(asked, faults);
    } catch (error) {
      if (!(error instanceof ApiError) || error instanceof InjectedFault) throw error;
      if (refused) return refused(error);
      throw errorIn(profile, asked.bound.operation, error);
    }
  }

  async #run({ bound, presented, read, world }: AskedCall, faults: FaultedCall | undefined): Promise<Answer> {
    const { operation, runner } = bound;
    if (runner.kind === 'token') {
      if (faults) await faults.before(NOBODY);
      return runner.run(read, presented, world.tokens);
    }
    const authenticated = world.authenticate(presented.authorization, operation.auth, presented.host);
    const caller = authenticated instanceof Promise ? await authenticated : authenticated;
    if (faults) await faults.before(caller);
    const incoming = read();
    const { store } = world;
    if (runner.kind === 'read') return runner.run(incoming, this.#ruled(operation, caller, store.rows, world));
    return store.write((tx) => runner.run(incoming, { ...this.#ruled(operation, caller, tx, world), tx }));
  }

  /** The context of a call, with the access that the world's policy leaves (behaviour A3). */
  #ruled(operation: Operation, caller: Caller, rows: Rows, world: World): Context {
    const context = this.contextOf(operation, caller, rows, world);
    return world.policy?.ruled(context) ?? context;
  }

  /** The context in which an operation runs for a caller, with the access that the caller has by the rows. */
  contextOf(operation: Operation, caller: Caller, rows: Rows, { settings, clock, pageTokenKey }: World): Context {
    const nowMillis = clock.now();
    const access = this.#accessFor(caller, rows);
    const { directory } = this;
    return {
      operation,
      caller,
      access,
      rows,
      directory,
      settings,
      pageTokenKey,
      nowMillis,
      // Formatted on demand: most reads do not need it.
      get now() {
        return instant(nowMillis);
      },
    };
  }

  #accessFor({ identity, limits }: Caller, rows: Rows): Access {
    if (identity === '') return noAccess;
    const access = this.#accessOf(identity, rows);
    return limits ? narrowed(access, limits) : access;
  }
}
