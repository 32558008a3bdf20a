import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseUse } from '../../features/metrics/prometheus-text.ts';
import { rotatedKeys } from '../../identity/key-ring.ts';
import type { Keys } from '../../identity/stored-keys.ts';
import { DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Report } from '../../kernel/caller-error.ts';
import { ApiError } from '../../kernel/errors.ts';
import { TOP } from '../../kernel/uid.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { MemoryStore } from '../../store/memory.ts';
import { DatabaseError } from '../../store/postgres/database-error.ts';
import type { Ownership, Place } from '../../store/postgres/ownership.ts';
import { StoredWorlds } from '../../store/postgres/stored-worlds.ts';
import type { Term } from '../../store/postgres/term.ts';
import type { ReadSnapshotText } from '../../store/snapshot-text.ts';
import type { StoredRecord, WorldHome } from '../../world/world-home.ts';
import { type Assembled, assemble, type Options } from './assemble.ts';
import { demandSigner } from './demand-signer.ts';
import type { CallGate } from './gated.ts';
import type { Peers, Port } from './port.ts';
import type { LoadedState } from './state.ts';

/** The milliseconds for an owner that leaves to tell the others: the database may be away. */
const TELLING_MILLIS = 1_500;
/** The time for which it goes on to answer: at most, and after the last call. */
const LEAVING_MILLIS = 2_000;
const QUIET_MILLIS = 200;
/** The time for attempts at deliveries when the owner leaves, in a drain and after it. */
const PATIENT_MILLIS = 2_000;
const HASTY_MILLIS = 800;
/** The time to store the queue when the owner leaves: at most, and at least. */
const STORING_MILLIS = 2_000;
const LEAST_STORING_MILLIS = 150;
/** The time for a process to end after it has drained. */
const CLOSING_MILLIS = 850;
/** The time for which a former owner waits for the next one, for the clients whose connections it has. */
const NEXT_MILLIS = 1_000;
/** The milliseconds between two looks for something that is awaited. */
const POLL_MILLIS = 50;

/** The mock of one term: all of it goes with the term. */
interface Owned {
  readonly term: Term;
  readonly gate: CallGate;
  readonly mock: Assembled;
  readonly worlds: StoredWorlds;
}

/** The dependencies of a term. */
export interface Setting {
  readonly options: Options;
  readonly base: ReadSnapshotText | undefined;
  readonly digests: Readonly<Record<string, string>>;
  readonly report: Report;
  readonly use: () => DatabaseUse;
}

/** Waits for work that never rejects, at most so many milliseconds, or until it is interrupted. */
const awaitAtMost = async (work: Promise<unknown>, millis: number, interrupted?: AbortSignal): Promise<void> => {
  const over = new AbortController();
  const signal = interrupted ? AbortSignal.any([interrupted, over.signal]) : over.signal;
  await Promise.race([work, pause(millis, undefined, { signal }).catch(() => undefined)]);
  over.abort();
};

/** The home of the worlds of a term beside `default`. */
const homeOf = (worlds: StoredWorlds): WorldHome => ({
  stored: worlds.loaded.flatMap(({ id, record, store, snapshots, origin }) =>
    id === DEFAULT_WORLD || !origin
      ? []
      : [{ id, record: JSON.parse(record) as StoredRecord, store, snapshots, origin }],
  ),
  begin: (rows) => {
    const { store, snapshots, persist } = worlds.begin(rows);
    return { store, snapshots, persist: (id, record, origin) => persist(id, JSON.stringify(record), origin) };
  },
  relabel: (id, record) => worlds.rewrite(id, JSON.stringify(record)),
  end: (id) => worlds.end(id),
});

/** The store of `default` in a term, or a new one. Its reset state is used only with the same fixtures. */
const defaultOf = (worlds: StoredWorlds, fixtures: string) => {
  const found = worlds.loaded.find(({ id }) => id === DEFAULT_WORLD);
  const made = found ? undefined : worlds.begin(new MemoryStore());
  const { store, snapshots: snapshotHome } = (found ?? made) as NonNullable<typeof found>;
  let isStored = found !== undefined;
  return {
    store,
    snapshotHome,
    isNew: !found,
    ...omitUndefined({ origin: found?.record === fixtures ? found.origin : undefined }),
    storeOrigin: async (origin: Parameters<StoredWorlds['setOrigin']>[1]): Promise<void> => {
      if (!isStored) await made?.persist(DEFAULT_WORLD, fixtures, origin);
      else {
        await worlds.setOrigin(DEFAULT_WORLD, origin);
        await worlds.rewrite(DEFAULT_WORLD, fixtures);
      }
      isStored = true;
    },
  };
};

/** A mock whose worlds are in a database: this process owns them, or passes its connections on to the owner. */
export class OwnedMock {
  readonly #setting: Setting;
  readonly #ownership: Ownership;
  readonly #port: Port;
  readonly #peers: Peers;
  readonly #keys: Keys;
  #owned: Owned | undefined;
  /** Resolves once all changes of the owner so far have been followed. */
  #following: Promise<void> = Promise.resolve();
  #isClosing = false;

  constructor(setting: Setting, ownership: Ownership, port: Port, peers: Peers, keys: Keys) {
    this.#setting = setting;
    this.#ownership = ownership;
    this.#port = port;
    this.#peers = peers;
    this.#keys = keys;
  }

  get term(): string | undefined {
    return this.#owned?.term.number;
  }

  /** @throws Error while another process owns the worlds */
  get mock(): Assembled {
    if (!this.#owned) throw new Error('another process owns the worlds');
    return this.#owned.mock;
  }

  get isOwner(): boolean {
    return this.#owned !== undefined;
  }

  /** Follows the owner from now on. @throws FixtureError, DatabaseError if this process is to own the worlds and cannot */
  async begin(): Promise<void> {
    const first = this.#follow(this.#ownership.place);
    this.#following = first.catch(() => undefined);
    this.#ownership.onChange((place) => {
      this.#following = this.#following.then(() => this.#follow(place)).catch((error: unknown) => this.#giveUp(error));
    });
    await first;
  }

  async #follow(place: Place): Promise<void> {
    if (this.#isClosing && place.at === 'here') return;
    // Until the worlds are loaded, connections wait.
    this.#peers.route(place.at === 'here' ? { at: 'nowhere' } : place);
    await this.#dropTerm();
    if (place.at === 'here') await this.#beginTerm(place.term);
  }

  async #beginTerm(term: Term): Promise<void> {
    const { options, base, digests, report, use } = this.#setting;
    const ownReport: Report = (error, operation) => {
      // A write of a lost term is refused to whoever waits for it.
      if (!(term.ended.aborted && error instanceof ApiError)) report(error, operation);
    };
    const worlds = await StoredWorlds.load(term, this.#ownership.link, ownReport);
    if (this.#isClosing) return worlds.drop();
    const { clock } = this.#ownership;
    const first = defaultOf(worlds, JSON.stringify([digests['--fixture'], digests['--snapshot']]));
    try {
      await demandSigner(this.#keys, first.store.rows.listWithin(rotatedKeys, TOP), clock);
    } catch (error) {
      throw new DatabaseError(`the database holds a key that cannot sign: ${(error as Error).message}`, error);
    }
    const state: LoadedState = {
      ...this.#keys,
      key: Promise.resolve(this.#keys.key),
      ...first,
      home: homeOf(worlds),
    };
    const gate: CallGate = { underWay: 0, pass: () => term.pass(), demandOpen: () => term.demandOpen() };
    const around = { report: ownReport, gate, use };
    const mock = await assemble({ ...options, clock }, this.#port, { state, base }, around);
    this.#owned = { term, gate, mock, worlds };
    this.#peers.route({ at: 'here' });
  }

  /** Drops a term that is lost: its clients connect again, to the next owner. */
  async #dropTerm(): Promise<void> {
    const owned = this.#owned;
    if (!owned) return;
    this.#owned = undefined;
    this.#port.handle(undefined);
    owned.worlds.drop();
    await owned.mock.end(async () => this.#port.drop?.(), 0);
  }

  /** Releases a term that cannot begin, so that another process takes over. */
  async #giveUp(error: unknown): Promise<void> {
    // A process that ends closes the connections by which worlds are being loaded.
    if (!this.#isClosing) this.#setting.report(error);
    await this.#dropTerm();
    await this.#ownership.release();
  }

  /** Sends clients to the next owner; a process that is not the owner sends its clients elsewhere. */
  async drain(limitMillis: number, interrupted: AbortSignal): Promise<void> {
    const now = this.#setting.options.machineNow;
    const until = async (isThere: () => boolean, millis: number): Promise<void> => {
      const end = now() + millis;
      while (!isThere() && now() < end && !interrupted.aborted) await pause(POLL_MILLIS);
    };
    const end = now() + limitMillis;
    const remaining = (): number => (interrupted.aborted ? 0 : Math.max(0, end - now()));
    const owned = this.#owned;
    if (owned) {
      await awaitAtMost(this.#ownership.leave(), Math.min(TELLING_MILLIS, remaining()), interrupted);
      this.#peers.route({ at: 'nowhere' });
      const leaving = Math.min(LEAVING_MILLIS, remaining());
      const last = now() + leaving;
      await owned.mock.drain(leaving, interrupted, QUIET_MILLIS);
      await until(() => owned.gate.underWay === 0, last - now());
      // The term ends together with the port, in `close`.
      if (remaining() < HASTY_MILLIS) return;
      await this.#leaveTerm(owned, async () => undefined, Math.min(PATIENT_MILLIS, remaining()), remaining);
      await until(
        () => {
          this.#ownership.lookNow();
          return this.#ownership.place.at === 'peer';
        },
        Math.min(NEXT_MILLIS, remaining()),
      );
    }
    await this.#port.drain?.(remaining(), interrupted);
  }

  /** Ends a term in order: what is queued is stored, and others take the worlds over. */
  async #leaveTerm(
    owned: Owned,
    beside: () => Promise<void>,
    leaveMillis: number,
    remaining: () => number,
  ): Promise<void> {
    this.#isClosing = true;
    await owned.mock.end(beside, leaveMillis);
    this.#owned = undefined;
    this.#port.handle(undefined);
    owned.worlds.drop();
    await this.#ownership.release(Math.min(STORING_MILLIS, Math.max(LEAST_STORING_MILLIS, remaining())));
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#ownership.takeNone();
    const { machineNow: now } = this.#setting.options;
    const end = now() + CLOSING_MILLIS;
    const remaining = (): number => Math.max(0, end - now());
    const closePort = () => this.#port.close();
    // A term whose worlds are still being loaded is not in `#owned` yet.
    await awaitAtMost(this.#following, LEAST_STORING_MILLIS);
    if (this.#owned) await this.#leaveTerm(this.#owned, closePort, HASTY_MILLIS, remaining);
    else await closePort();
    // The worlds may have been taken meanwhile.
    await this.#ownership.release(Math.max(LEAST_STORING_MILLIS, remaining()));
    this.#ownership.close();
    await this.#following;
    await this.#owned?.mock.end(async () => undefined, 0);
  }
}
