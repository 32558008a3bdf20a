import { setTimeout as pause } from 'node:timers/promises';
import { ApiError } from '../../kernel/errors.ts';
import type { Connections } from './connections.ts';
import { DatabaseError } from './database-error.ts';
import { differingOptions, type OptionDigests, readOptions, writeOptions } from './options.ts';
import { canUse, PRESENT } from './schema.ts';
import type { Columns, OwnSession, Statement } from './session.ts';
import { LISTEN, type Wakes } from './wakes.ts';

/** The number of the advisory lock of the process that starts. */
const STARTING = 7_163_920_143;
/** How long a start waits for that of another, and for the end of the process before it, in milliseconds. */
const START_MILLIS = 30_000;
const END_MILLIS = 3_000;
const RETRY_MILLIS = 100;

/** A connection that has broken where nobody says so is given up by the system after about ten seconds. */
const ALIVE = 'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3';

const askLock = async (session: OwnSession, call: string): Promise<boolean> =>
  (await session.run({ text: `SELECT ${call} AS done` }))[0]?.done === true;

/** What a process needs to be one of those that share a database. */
export interface PresenceParts {
  readonly connections: Connections;
  /** Its number among all processes: a random positive int8, as text. It is the number of a lock that it holds. */
  readonly process: string;
  /** How it would answer, by the names of its options. */
  readonly options: OptionDigests;
  readonly notice: (text: string) => void;
  readonly now: () => number;
  /** Hears what others send. */
  readonly wakes: Pick<Wakes, 'hear' | 'lose'>;
}

/**
 * A process among those that share a database: locks that last as long as a connection of it. One starts at a time; the
 * one that starts alone says how all answer. Who gets the lock of a process knows that it is gone.
 */
export class Presence {
  readonly #parts: PresenceParts;
  #own: OwnSession | undefined;
  #isAlone = false;
  #isOusted = false;
  #isClosed = false;

  private constructor(parts: PresenceParts) {
    this.#parts = parts;
  }

  /**
   * Waits for its turn to start.
   * @throws DatabaseError where others answer with other options
   */
  static async begin(parts: PresenceParts): Promise<Presence> {
    const presence = new Presence(parts);
    try {
      const own = await presence.#connect();
      // It is ended with the start where that is refused.
      presence.#own = own;
      await presence.#awaitTurn(own);
      await presence.#join(own);
      return presence;
    } catch (error) {
      await presence.end();
      throw error;
    }
  }

  /** True where no other process used the database when this one started. */
  get isAlone(): boolean {
    return this.#isAlone;
  }

  /** Lets others start: what is to be there first is there. */
  async letStart(): Promise<void> {
    await this.#own?.run({ text: `SELECT pg_advisory_unlock(${STARTING})` });
  }

  /** @throws ApiError UNAVAILABLE where others have taken the database over, and answer in another way */
  demand(): void {
    if (this.#isOusted) {
      throw new ApiError('UNAVAILABLE', 'Unavailable: the database has been taken over', { retryAfter: 1 });
    }
  }

  /** Runs a statement on the connection of the locks. @throws ApiError UNAVAILABLE while there is none */
  run(statement: Statement): Promise<readonly Columns[]> {
    if (!this.#own) throw new ApiError('UNAVAILABLE', 'Unavailable: the database does not answer', { retryAfter: 1 });
    return this.#own.run(statement);
  }

  async end(): Promise<void> {
    this.#isClosed = true;
    await this.#own?.end();
  }

  async #connect(): Promise<OwnSession> {
    const { connections, wakes } = this.#parts;
    const own = await connections.connectAlone(
      () => void this.#return(own),
      (text) => wakes.hear(text),
    );
    try {
      await own.run({ text: `${ALIVE}; ${LISTEN}` });
      return own;
    } catch (error) {
      // Nobody knows of it yet, and it would keep the process alive.
      await own.end();
      throw error;
    }
  }

  async #awaitTurn(own: OwnSession): Promise<void> {
    const { now } = this.#parts;
    for (const end = now() + START_MILLIS; !(await askLock(own, `pg_try_advisory_lock(${STARTING})`)); ) {
      if (now() > end) throw new DatabaseError('another mock has been starting on the database for 30 s: stop it');
      await pause(RETRY_MILLIS);
    }
  }

  /** Becomes one of those that there are, or the first. A process that was just killed may still seem to be there. */
  async #join(own: OwnSession): Promise<void> {
    const { connections, options, now } = this.#parts;
    for (const end = now() + END_MILLIS; ; await pause(RETRY_MILLIS)) {
      this.#isAlone = await askLock(own, `pg_try_advisory_lock(${PRESENT})`);
      const differing = this.#isAlone ? [] : differingOptions(options, await readOptions(connections));
      if (differing.length === 0) break;
      if (now() < end) continue;
      const names = differing.join(', ');
      throw new DatabaseError(`other mocks use the database with other options (${names}): give all of them the same`);
    }
    await own.run({ text: `SELECT pg_advisory_lock_shared(${PRESENT})` });
    await this.#hold(own);
    // One that has begun to make the tables before it could see this one is done by now.
    if (!(await canUse(connections))) throw new DatabaseError('the database is used by a newer release: run that');
    if (!this.#isAlone) return;
    await writeOptions(connections, options);
    await own.run({ text: `SELECT pg_advisory_unlock(${PRESENT})` });
  }

  /** Is known to the others by its number; false while one of them takes over what it seemed to have left. */
  async #hold(own: OwnSession): Promise<boolean> {
    const { process } = this.#parts;
    if (!(await askLock(own, `pg_try_advisory_lock(${process})`))) return false;
    const text = 'INSERT INTO platform_mock.process (id) VALUES ($1) ON CONFLICT DO NOTHING';
    await own.run({ text, values: [process] });
    return true;
  }

  /** Is there again after its connection was lost, as often as that takes. */
  async #return(lost: OwnSession): Promise<void> {
    if (this.#own !== lost) return;
    this.#own = undefined;
    this.#parts.wakes.lose();
    while (!this.#isClosed && !this.#isOusted) {
      await pause(RETRY_MILLIS);
      await this.#tryReturn().catch(() => undefined);
      if (this.#own) return;
    }
  }

  async #tryReturn(): Promise<void> {
    const { connections, options, notice } = this.#parts;
    const own = await this.#connect();
    if (!((await askLock(own, `pg_try_advisory_lock_shared(${PRESENT})`)) && (await this.#hold(own)))) {
      await own.end();
      return;
    }
    this.#own = own;
    const differing = differingOptions(options, await readOptions(connections));
    const others = (await canUse(connections)) ? 'other mocks' : 'mocks of a newer release';
    if (differing.length === 0 && others === 'other mocks') return;
    const how = differing.length === 0 ? '' : ` with other options (${differing.join(', ')})`;
    this.#isOusted = true;
    notice(`${others} use the database${how}: calls are refused from now on`);
  }
}
