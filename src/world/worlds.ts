import type { IncomingHttpHeaders } from 'node:http';
import { type CallScope, DEFAULT_WORLD } from '../kernel/call-scope.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError, failedPrecondition } from '../kernel/errors.ts';
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

/** True for a world that has all of the labels. */
export const hasLabels = ({ labels }: Pick<WorldRecord, 'labels'>, wanted: ReadonlyMap<string, string>): boolean =>
  [...wanted].every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);

/** NOT_FOUND for the name of a world; the message says if the world has ended. */
const worldNotFound = (id: string, hasEnded: boolean): ApiError => {
  const name = JSON.stringify(id.slice(0, 100));
  const what = hasEnded ? `world ${name} has ended` : `world ${name} not found`;
  return new ApiError('NOT_FOUND', `Not found: ${what}`, { reason: 'MOCK_WORLD_NOT_FOUND' });
};

/** FAILED_PRECONDITION for a call that names no world, and must. */
const worldNotNamed = (): ApiError =>
  new ApiError(
    'FAILED_PRECONDITION',
    'Precondition failed: the request names no world, which --require-world demands',
    {
      reason: 'MOCK_WORLD_REQUIRED',
      preconditions: [{ type: 'WORLD_REQUIRED', description: 'name a world, such as by the header x-mock-world' }],
    },
  );

/** RESOURCE_EXHAUSTED for one world too many, which names the oldest. */
const tooManyWorlds = (count: number, oldest: string | undefined): ApiError => {
  const which = oldest === undefined ? '' : `; the oldest is ${JSON.stringify(oldest)}`;
  return new ApiError('RESOURCE_EXHAUSTED', `Resource exhausted: there are ${count} worlds already${which}`, {
    reason: 'MOCK_TOO_MANY_WORLDS',
  });
};

/** A world that refuses each call where others authenticate, so that each face renders the refusal as it does any. */
const makeRefusing = ({ id, store, clock, settings, pageTokenKey, meter }: CallScope, error: unknown): CallScope => {
  const refuse = (): never => {
    throw error;
  };
  const reject = async (): Promise<never> => refuse();
  const own = { recorder: meter, authenticate: refuse, tokens: { exchange: reject, refresh: reject } };
  return { id, store, clock, settings, pageTokenKey, meter, ...own };
};

/** The dependencies of a set of worlds. */
export interface WorldsParts<T> {
  /** The world `default`, which is always there. */
  readonly first: RegisteredWorld<T>;
  /** The maximum number of worlds beside it. */
  readonly limit: number;
  /** Refuses calls that name no world. */
  readonly nameRequired: boolean;
  /** The clock of the machine: a world's own can be moved. */
  readonly clock: Clock;
  /** Receives a world that has ended. */
  readonly ended?: (entered: RegisteredWorld<T>) => void;
}

/** The maximum number of names of ended worlds that are remembered, so that an error can say that a world has ended. */
const REMEMBERED = 10_000;

/** The worlds of a mock: `default`, and the worlds of tests. */
export class Worlds<T extends { readonly scope: CallScope }> {
  readonly #parts: WorldsParts<T>;
  readonly #names = new WorldNames();
  readonly #others = new Map<string, RegisteredWorld<T>>();
  /** The names of worlds that are being made. */
  readonly #taken = new Set<string>();
  #first: RegisteredWorld<T>;
  readonly #ended = new Set<string>();
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
   * The world of a call. A call whose world cannot be found, or that must name one and does not, gets a world that
   * refuses it where other worlds authenticate, so that each face renders the refusal as it does any.
   */
  readonly getOfCall = (headers: IncomingHttpHeaders): CallScope => {
    const first = this.#first;
    try {
      const name = this.#names.of(headers);
      if (name !== undefined) return this.get(name).world.scope;
      if (!this.#parts.nameRequired) return first.world.scope;
      throw worldNotNamed();
    } catch (error) {
      return makeRefusing(first.world.scope, error);
    }
  };

  /** True for a request that names its world. @throws ApiError MOCK_WORLD_CONFLICT */
  isNamed(headers: IncomingHttpHeaders): boolean {
    return this.#names.of(headers) !== undefined;
  }

  /**
   * The world of a request beside the API: the one that it names, or `default`.
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
    if (!found) throw worldNotFound(id, this.#ended.has(id));
    return found;
  }

  /** Every world with all of the labels, `default` first and then in the order in which they were made. */
  list(labels: ReadonlyMap<string, string> = new Map()): readonly RegisteredWorld<T>[] {
    this.#endExpired();
    return [this.#first, ...this.#others.values()].filter((entered) => hasLabels(entered, labels));
  }

  /**
   * Reserves the name of a world that is about to be made, and its place among the worlds.
   * @throws ApiError RESOURCE_EXHAUSTED, MOCK_TOO_MANY_WORLDS, that names the oldest; ALREADY_EXISTS
   */
  take(id: string): void {
    this.#endExpired();
    if (id === DEFAULT_WORLD || this.#others.has(id) || this.#taken.has(id)) {
      throw new ApiError('ALREADY_EXISTS', `Already exists: world ${JSON.stringify(id)} already exists`);
    }
    const count = this.#others.size + this.#taken.size;
    if (count >= this.#parts.limit) throw tooManyWorlds(count, this.#others.keys().next().value);
    this.#taken.add(id);
  }

  /** Releases a name that was reserved for a world that could not be made. */
  giveUp(id: string): void {
    this.#taken.delete(id);
  }

  /** Calls `listener` with each world that ends, before its activity does. */
  onEnd(listener: (entered: RegisteredWorld<T>) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` with each world that is made, before a call can be in it. */
  onMade(listener: (entered: RegisteredWorld<T>) => void): void {
    this.#makers.push(listener);
  }

  /** Adds a world whose name was reserved, or that is from an earlier run. */
  add(entered: RegisteredWorld<T>): void {
    for (const listener of this.#makers) listener(entered);
    this.#taken.delete(entered.id);
    this.#others.set(entered.id, entered);
    this.#ended.delete(entered.id);
    this.#nextEnd = Math.min(this.#nextEnd, entered.expiresMillis ?? Number.POSITIVE_INFINITY);
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
    if (id === DEFAULT_WORLD) {
      throw failedPrecondition({ type: 'WORLD_PERMANENT', description: 'the world "default" cannot be deleted' });
    }
    this.#remove(this.get(id));
  }

  /** Calls `listener` when all worlds have ended and others begin. */
  onBeginAnew(listener: () => void): void {
    this.#beginnings.push(listener);
  }

  /** Ends every world, and replaces `default` by another; no name of an ended world is remembered. */
  beginAnew(world: T, createdMillis: number): void {
    for (const entered of [this.#first, ...this.#others.values()]) this.#parts.ended?.(entered);
    this.#others.clear();
    this.#ended.clear();
    this.#first = { ...this.#first, labels: {}, createdMillis, world };
    this.#nextEnd = Number.POSITIVE_INFINITY;
    for (const listener of this.#beginnings) listener();
  }

  #remove(entered: RegisteredWorld<T>): void {
    this.#others.delete(entered.id);
    for (const listener of this.#listeners) listener(entered);
    this.#parts.ended?.(entered);
    if (this.#ended.size >= REMEMBERED) this.#ended.delete(this.#ended.values().next().value as string);
    this.#ended.add(entered.id);
  }

  #endExpired(): void {
    const now = this.#parts.clock.now();
    if (now < this.#nextEnd) return;
    this.#nextEnd = Number.POSITIVE_INFINITY;
    for (const entered of [...this.#others.values()]) {
      const { expiresMillis = Number.POSITIVE_INFINITY } = entered;
      if (expiresMillis <= now) this.#remove(entered);
      else this.#nextEnd = Math.min(this.#nextEnd, expiresMillis);
    }
  }
}
