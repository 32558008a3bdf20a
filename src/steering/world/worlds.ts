import type { IncomingHttpHeaders } from 'node:http';
import { type CallScope, DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import type { Clock } from '../../kernel/clock.ts';
import { ApiError, failedPrecondition } from '../../kernel/errors.ts';
import type { Notes } from '../../store/notes.ts';
import { WorldNames } from './world-name.ts';

/** The facts with which a world was asked for. */
export interface WorldRecord {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The origin of its rows, as it was asked for. */
  readonly from: string;
  readonly createdMillis: number;
  /** The moment at which it expires, by the clock of the machine. */
  readonly expiresMillis?: number;
}

/** A world with how it was asked for. */
export interface RegisteredWorld<T> extends WorldRecord {
  readonly world: T;
}

/** The dependencies of a set of worlds. */
export interface WorldsParts<T> {
  /** The world `default`, which is always there. */
  readonly first: RegisteredWorld<T>;
  /** How many worlds there may be beside it. */
  readonly limit: number;
  /** Refuses calls that name no world. */
  readonly nameRequired: boolean;
  /** The clock of the machine: a world's own can be moved. */
  readonly clock: Clock;
  /** Where worlds of other processes are; missing: this one has all. */
  readonly elsewhere?: Elsewhere<T> | undefined;
  /** Receives a world that has ended. */
  readonly ended?: (entered: RegisteredWorld<T>) => void;
}

/** How many worlds there are beside `default`, which is the oldest, and whether one has a certain name. */
export interface Room {
  readonly count: number;
  readonly oldest: string | undefined;
  readonly isTaken: boolean;
}

/** The worlds that other processes have made, too. */
export interface Elsewhere<T> {
  /** Opens a world; undefined where there is none. */
  readonly find: (id: string) => Promise<RegisteredWorld<T> | undefined>;
  /** The labels of each world but `default`, in the order in which they were made. */
  readonly list: () => Promise<ReadonlyMap<string, WorldRecord['labels']>>;
  readonly labelsOf: (id: string) => Promise<WorldRecord['labels'] | undefined>;
  /** Whether there is room for a world of a name, where there may be so many. */
  readonly roomFor: (id: string, limit: number) => Promise<Room>;
}

/** How many names of ended worlds are remembered, so that an error can say that a world has ended. */
const REMEMBERED = 10_000;
/** How many worlds are loaded at the same time. */
const AT_A_TIME = 8;

const notFound = (id: string, hasEnded: boolean): ApiError => {
  const name = JSON.stringify(id.slice(0, 100));
  const what = hasEnded ? `world ${name} has ended` : `world ${name} not found`;
  return new ApiError('NOT_FOUND', `Not found: ${what}`, { reason: 'MOCK_WORLD_NOT_FOUND' });
};

const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.detail.reason === 'MOCK_WORLD_NOT_FOUND';

const worldNotNamed = (): ApiError =>
  new ApiError(
    'FAILED_PRECONDITION',
    'Precondition failed: the request names no world, which --require-world demands',
    {
      reason: 'MOCK_WORLD_REQUIRED',
      preconditions: [{ type: 'WORLD_REQUIRED', description: 'name a world, such as by the header x-mock-world' }],
    },
  );

/** True for a world that has all of the labels. */
export const hasLabels = ({ labels }: Pick<WorldRecord, 'labels'>, wanted: ReadonlyMap<string, string>): boolean =>
  [...wanted].every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);

/** What a set needs of each of its worlds. */
interface Member {
  readonly scope: CallScope;
  /** What has happened in it; missing where no other process shares it. */
  readonly notes?: Pick<Notes, 'catchUp' | 'on'> | undefined;
}

/** The kind of the note by which the other processes learn that a world has ended. */
export const WORLD_ENDED = 'world ended';

/** The worlds of a mock: `default`, and those that tests have asked for. */
export class Worlds<T extends Member> {
  readonly #parts: WorldsParts<T>;
  readonly #names = new WorldNames();
  readonly #others = new Map<string, RegisteredWorld<T>>();
  #first: RegisteredWorld<T>;
  readonly #ended = new Set<string>();
  /** Those that are being loaded. */
  readonly #loading = new Map<string, Promise<void>>();
  readonly #listeners: ((entered: RegisteredWorld<T>) => void)[] = [];
  readonly #makers: ((entered: RegisteredWorld<T>) => void)[] = [];
  readonly #beginnings: (() => void)[] = [];
  /** The moment at which the first of the private worlds expires. */
  #nextEnd = Number.POSITIVE_INFINITY;

  constructor(parts: WorldsParts<T>) {
    this.#parts = parts;
    this.#first = parts.first;
  }

  /**
   * The world of a call; a promise where its rows must be brought to this moment first. A call whose world cannot be
   * found, or that must name one and does not, gets a world that refuses it where other worlds authenticate, so that each
   * face renders the refusal as it does any.
   */
  getOfCall(headers: IncomingHttpHeaders): CallScope | Promise<CallScope> {
    const first = this.#first;
    try {
      const name = this.#names.of(headers);
      if (name === undefined && this.#parts.nameRequired) throw worldNotNamed();
      if (!this.#parts.elsewhere) return name === undefined ? first.world.scope : this.get(name).world.scope;
      return this.reach(name ?? DEFAULT_WORLD).then(
        ({ world }) => world.scope,
        (error: unknown) => makeRefusing(first.world.scope, error),
      );
    } catch (error) {
      return makeRefusing(first.world.scope, error);
    }
  }

  /**
   * The world of a name as it is now, or later, also where another process has made it.
   * @throws ApiError NOT_FOUND, MOCK_WORLD_NOT_FOUND, or as `awaitHead` of its store
   */
  async reach(id: string): Promise<RegisteredWorld<T>> {
    if (!this.#parts.elsewhere) return this.get(id);
    if (id !== DEFAULT_WORLD && !this.#others.has(id)) await this.#load(id);
    const entered = this.get(id);
    try {
      await entered.world.scope.store.awaitHead?.();
      return entered;
    } catch (error) {
      if (!isMissing(error) || id === DEFAULT_WORLD) throw error;
      // Another process has ended it, and one of that name may have been made.
      await entered.world.notes?.catchUp();
      this.#removeLeft(entered);
      return this.reach(id);
    }
  }

  /** Makes all worlds known that there are, wherever they were made, with their labels and in their order. */
  async reachAll(): Promise<void> {
    const { elsewhere } = this.#parts;
    if (!elsewhere) return;
    const labels = await elsewhere.list();
    const ids = [...new Set([...labels.keys(), ...this.#others.keys()])];
    for (let at = 0; at < ids.length; at += AT_A_TIME) {
      await Promise.all(ids.slice(at, at + AT_A_TIME).map((id) => this.#reachIfThere(id)));
    }
    const known = [...labels.keys(), ...this.#others.keys()].map((id) => this.#others.get(id));
    this.#others.clear();
    for (const entered of known) {
      if (entered) this.#others.set(entered.id, { ...entered, labels: labels.get(entered.id) ?? entered.labels });
    }
    await this.reachLabelled(DEFAULT_WORLD);
    await Promise.all(this.list().map(({ world }) => world.notes?.catchUp()));
  }

  async #reachIfThere(id: string): Promise<void> {
    await this.reach(id).catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** The world of a name with its labels as they are now. @throws ApiError as `reach` */
  async reachLabelled(id: string): Promise<RegisteredWorld<T>> {
    const entered = await this.reachWhole(id);
    const labels = await this.#parts.elsewhere?.labelsOf(id);
    const known = id === DEFAULT_WORLD ? this.#first : this.#others.get(id);
    return !labels || known !== entered ? entered : this.label(id, labels);
  }

  /** Loads a world that is not in memory, once for all who ask meanwhile. */
  #load(id: string): Promise<void> {
    const loading = this.#loading.get(id) ?? this.#enterFound(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #enterFound(id: string): Promise<void> {
    const found = await this.#parts.elsewhere?.find(id);
    if (!found || this.#others.has(id)) return;
    for (const listener of this.#makers) listener(found);
    this.#enter(found);
    this.#ended.delete(id);
  }

  /** The same, once what has happened in it in other processes is known here, too. @throws ApiError as `reach` */
  async reachWhole(id: string): Promise<RegisteredWorld<T>> {
    const entered = await this.reach(id);
    // Calls that were to be in another world are looked for in `default`.
    await Promise.all([entered, this.#first].map(({ world }) => world.notes?.catchUp()));
    return entered;
  }

  /**
   * The world of a request beside the API: the one that it names, or `default`, as `reachWhole` has it.
   * @throws ApiError MOCK_WORLD_CONFLICT or MOCK_WORLD_NOT_FOUND, or as `awaitHead` of its store
   */
  async enter(headers: IncomingHttpHeaders): Promise<RegisteredWorld<T>> {
    return this.reachWhole(this.#names.of(headers) ?? DEFAULT_WORLD);
  }

  /**
   * The same, with its rows as they are in this process.
   * @throws ApiError MOCK_WORLD_CONFLICT or MOCK_WORLD_NOT_FOUND
   */
  at(headers: IncomingHttpHeaders): RegisteredWorld<T> {
    return this.get(this.#names.of(headers) ?? DEFAULT_WORLD);
  }

  /**
   * The world of a name.
   * @throws ApiError NOT_FOUND, MOCK_WORLD_NOT_FOUND
   */
  get(id: string): RegisteredWorld<T> {
    if (id === DEFAULT_WORLD) return this.#first;
    this.#endExpired();
    const found = this.#others.get(id);
    if (!found) throw notFound(id, this.#ended.has(id));
    return found;
  }

  /** Every world with all of the labels, `default` first and then in the order in which they were made. */
  list(labels: ReadonlyMap<string, string> = new Map()): readonly RegisteredWorld<T>[] {
    this.#endExpired();
    return [this.#first, ...this.#others.values()].filter((entered) => hasLabels(entered, labels));
  }

  /** How many worlds there may be beside `default`. */
  get limit(): number {
    return this.#parts.limit;
  }

  /**
   * Checks that there may be one more world, of that name.
   * @throws ApiError RESOURCE_EXHAUSTED, MOCK_TOO_MANY_WORLDS, that names the oldest; ALREADY_EXISTS
   */
  async demandPlace(id: string): Promise<void> {
    this.demandRoom(id, await this.#parts.elsewhere?.roomFor(id, this.limit));
  }

  /** The same, by the worlds of this process, or by what is known of all. */
  demandRoom(id: string, room?: Room): void {
    this.#endExpired();
    const { count, oldest, isTaken } = room ?? this.#roomFor(id);
    if (id === DEFAULT_WORLD || isTaken)
      throw new ApiError('ALREADY_EXISTS', `Already exists: world ${JSON.stringify(id)} already exists`);
    if (count < this.limit) return;
    const which = oldest === undefined ? '' : `; the oldest is ${JSON.stringify(oldest)}`;
    throw new ApiError('RESOURCE_EXHAUSTED', `Resource exhausted: there are ${count} worlds already${which}`, {
      reason: 'MOCK_TOO_MANY_WORLDS',
    });
  }

  #roomFor(id: string): Room {
    const others = this.#others;
    return { count: others.size, oldest: others.keys().next().value, isTaken: others.has(id) };
  }

  /** Calls `listener` with each world that ends, before its activity does. */
  onEnd(listener: (entered: RegisteredWorld<T>) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` with each world that is made, before a call can be in it. */
  onMade(listener: (entered: RegisteredWorld<T>) => void): void {
    this.#makers.push(listener);
  }

  /** Adds a world for which there is room. */
  add(entered: RegisteredWorld<T>): void {
    // Where there are other processes, the name has been taken already.
    if (!this.#parts.elsewhere) this.demandRoom(entered.id);
    for (const listener of this.#makers) listener(entered);
    this.#enter(entered);
    this.#ended.delete(entered.id);
  }

  /** Replaces the labels of a world, which stays where it is in the list. @throws ApiError MOCK_WORLD_NOT_FOUND */
  label(id: string, labels: WorldRecord['labels']): RegisteredWorld<T> {
    const labelled = { ...this.get(id), labels };
    if (id === DEFAULT_WORLD) this.#first = labelled;
    else this.#others.set(id, labelled);
    return labelled;
  }

  /**
   * Ends a world; calls that run in it finish.
   * @throws ApiError MOCK_WORLD_NOT_FOUND; FAILED_PRECONDITION for `default`
   */
  end(id: string): void {
    this.demandEnd(id);
    this.#remove(id);
  }

  /** Checks that a world may end. @throws ApiError as `end` */
  demandEnd(id: string): void {
    if (id === DEFAULT_WORLD) {
      throw failedPrecondition({ type: 'WORLD_PERMANENT', description: 'the world "default" cannot be deleted' });
    }
    this.get(id);
  }

  /** Calls `listener` when all worlds have ended and others begin. */
  onBeginAnew(listener: () => void): void {
    this.#beginnings.push(listener);
  }

  /** Ends every world, `default` too, in whose place another comes; no name of an ended one is remembered. */
  beginAnew(world: T, createdMillis: number): void {
    for (const entered of [this.#first, ...this.#others.values()]) this.#parts.ended?.(entered);
    this.#others.clear();
    this.#ended.clear();
    this.#first = { ...this.#first, labels: {}, createdMillis, world };
    this.#nextEnd = Number.POSITIVE_INFINITY;
    for (const listener of this.#beginnings) listener();
  }

  #enter(entered: RegisteredWorld<T>): void {
    this.#others.set(entered.id, entered);
    entered.world.notes?.on(WORLD_ENDED, ({ own }) => own === undefined && this.#removeLeft(entered));
    this.#nextEnd = Math.min(this.#nextEnd, entered.expiresMillis ?? Number.POSITIVE_INFINITY);
  }

  #removeLeft({ id, world }: RegisteredWorld<T>): void {
    if (this.#others.get(id)?.world === world) this.#remove(id);
  }

  #remove(id: string): void {
    const entered = this.#others.get(id);
    this.#others.delete(id);
    if (entered) {
      for (const listener of this.#listeners) listener(entered);
      this.#parts.ended?.(entered);
    }
    if (this.#ended.size >= REMEMBERED) this.#ended.delete(this.#ended.values().next().value as string);
    this.#ended.add(id);
  }

  #endExpired(): void {
    const now = this.#parts.clock.now();
    if (now < this.#nextEnd) return;
    this.#nextEnd = Number.POSITIVE_INFINITY;
    for (const { id, expiresMillis = Number.POSITIVE_INFINITY } of [...this.#others.values()]) {
      if (expiresMillis <= now) this.#remove(id);
      else this.#nextEnd = Math.min(this.#nextEnd, expiresMillis);
    }
  }
}

const makeRefusing = (
  { faults: _, journal: __, quota: ___, events: ____, ...world }: CallScope,
  error: unknown,
): CallScope => {
  const refuse = (): never => {
    throw error;
  };
  const reject = async (): Promise<never> => refuse();
  return { ...world, authenticate: refuse, tokens: { exchange: reject, refresh: reject } };
};
