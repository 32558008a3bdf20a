import type { IncomingHttpHeaders } from 'node:http';
import { type CallScope, DEFAULT_WORLD } from '../../kernel/call-scope.ts';
import { failedPrecondition } from '../../kernel/errors.ts';
import type { Closing } from '../../kernel/hooks.ts';
import type { Room } from './elsewhere.ts';
import { EndedNames } from './ended-names.ts';
import { labelsIn, WORLD_ENDED } from './ended-note.ts';
import { hasLabels, type RegisteredWorld, type WorldRecord } from './registered-world.ts';
import { WorldMemory } from './world-memory.ts';
import { WorldNames } from './world-name.ts';
import { demandRoomIn, isWorldMissing, makeRefusing, worldNotFound, worldNotNamed } from './world-refusals.ts';
import type { Member, WorldsParts } from './worlds-parts.ts';

/** The worlds of a mock: `default`, and those that tests have asked for. */
export class Worlds<T extends Member> {
  readonly #parts: WorldsParts<T>;
  readonly #names = new WorldNames();
  readonly #others = new Map<string, RegisteredWorld<T>>();
  #first: RegisteredWorld<T>;
  readonly #ended = new EndedNames();
  /** Those that are being opened, or kept. */
  readonly #loading = new Map<string, Promise<void>>();
  readonly #listeners: ((entered: RegisteredWorld<T>) => void)[] = [];
  readonly #makers: ((entered: RegisteredWorld<T>) => void)[] = [];
  readonly #beginnings: (() => void)[] = [];
  readonly #resting: ((entered: RegisteredWorld<T>, isGoing: boolean) => void)[] = [];
  /** The moment at which the first of the private worlds expires. */
  #nextEnd = Number.POSITIVE_INFINITY;
  readonly #memory: WorldMemory<T> | undefined;

  constructor(parts: WorldsParts<T>) {
    this.#parts = parts;
    this.#first = parts.first;
    this.#memory =
      parts.memory && new WorldMemory(parts.memory, { forget: (id) => this.#forget(id), rest: (id) => this.#rest(id) });
  }

  /** About how many bytes the worlds beside `default` take, and how many were let go; undefined where all are in memory. */
  get memoryUse(): WorldMemory<T>['use'] | undefined {
    return this.#memory?.use;
  }

  /**
   * The world of a call; a promise where its rows must be brought to this moment first. A call whose world cannot be
   * found, or that must name one and does not, gets a world that refuses it where other worlds authenticate, so that each
   * face renders the refusal as it does any. The world stays in memory until `until` is closed.
   */
  getOfCall(headers: IncomingHttpHeaders, until?: Pick<Closing, 'once'>): CallScope | Promise<CallScope> {
    const first = this.#first;
    try {
      const name = this.#names.of(headers);
      if (name === undefined && this.#parts.nameRequired) throw worldNotNamed();
      if (!this.#parts.elsewhere) return name === undefined ? first.world.scope : this.get(name).world.scope;
      const refuse = (error: unknown): CallScope => makeRefusing(first.world.scope, error);
      const isFirst = name === undefined || name === DEFAULT_WORLD;
      const ready = isFirst ? first.world.scope.store.awaitHead?.() : undefined;
      if (ready) return ready.then(() => first.world.scope, refuse);
      return this.#reachUntil(name ?? DEFAULT_WORLD, until).then(({ world }) => world.scope, refuse);
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
    const release = this.#memory?.pin(id);
    try {
      await entered.world.scope.store.awaitHead?.();
      return entered;
    } catch (error) {
      if (!isWorldMissing(error) || id === DEFAULT_WORLD) throw error;
      // Another process has ended it, and one of that name may have been made.
      await entered.world.notes?.catchUp();
      this.leave(entered);
    } finally {
      release?.();
    }
    return this.reach(id);
  }

  /** The same; it stays in memory until `until` is closed. */
  async #reachUntil(id: string, until: Pick<Closing, 'once'> | undefined): Promise<RegisteredWorld<T>> {
    if (!this.#memory || id === DEFAULT_WORLD || !until) return this.reach(id);
    let release: (() => void) | undefined;
    let isOver = false;
    until.once('close', () => {
      isOver = true;
      release?.();
    });
    const entered = await this.reach(id);
    if (!isOver) release = this.hold(id);
    return entered;
  }

  /**
   * Does something with a world of a name as `reachWhole` has it, which stays in memory meanwhile.
   * @throws ApiError as `reach`, and what the work throws
   */
  async use<R>(id: string, work: (entered: RegisteredWorld<T>) => R | Promise<R>): Promise<R> {
    const entered = await this.reachWhole(id);
    const release = this.hold(id);
    try {
      return await work(entered);
    } finally {
      release();
    }
  }

  /** Keeps a world that is in memory there until the function that it returns is called. */
  hold(id: string, isLook = false): () => void {
    return this.#memory?.hold(id, isLook) ?? (() => undefined);
  }

  /** The world of a name beside `default`, as far as it is in memory. */
  find(id: string): RegisteredWorld<T> | undefined {
    return this.#others.get(id);
  }

  /** Calls `listener` with each world that nobody uses any more, or only looks at, and with those that are let go. */
  onRest(listener: (entered: RegisteredWorld<T>, isGoing: boolean) => void): void {
    this.#resting.push(listener);
  }

  #rest(id: string, isGoing = false): void {
    const entered = this.#others.get(id);
    if (entered) for (const listener of this.#resting) listener(entered, isGoing);
  }

  #forget(id: string): void {
    this.#rest(id, true);
    const entered = this.#others.get(id);
    this.#others.delete(id);
    if (entered) this.#parts.memory?.forgotten(entered.world);
  }

  /**
   * Looks at a world of a name as `reachWhole` has it, with its labels as they are now. It goes first afterwards where
   * worlds have to leave the memory; one that ends meanwhile is not looked at.
   * @throws ApiError as `reach`
   */
  async look(
    id: string,
    labels: WorldRecord['labels'] | undefined,
    look: (entered: RegisteredWorld<T>) => void | Promise<void>,
  ): Promise<void> {
    let release = (): void => undefined;
    try {
      const entered = await this.reach(id);
      release = this.hold(id, true);
      await entered.world.notes?.catchUp();
      await look(labels ? this.label(id, labels) : entered);
    } catch (error) {
      if (!isWorldMissing(error)) throw error;
    } finally {
      release();
    }
  }

  /** Learns the labels that a world in memory has now. @throws ApiError MOCK_WORLD_NOT_FOUND where it has ended */
  async refreshLabels(id: string): Promise<RegisteredWorld<T>> {
    const { world } = this.get(id);
    const labels = await this.#parts.elsewhere?.labelsOf(id);
    const entered = this.get(id);
    return !labels || entered.world !== world ? entered : this.label(id, labels);
  }

  /** Loads a world that is not in memory, once for all who ask; one that is known to have ended need not be found. */
  #load(id: string): Promise<void> {
    const loading = this.#loading.get(id) ?? this.#waitFor(id, this.#enterFound(id));
    return loading.catch((error: unknown) => (this.#ended.has(id) ? undefined : Promise.reject(error)));
  }

  /** Has those who want a world wait until it is there. */
  #waitFor(id: string, opened: Promise<void>): Promise<void> {
    const loading = opened.finally(() => {
      if (this.#loading.get(id) === loading) this.#loading.delete(id);
    });
    this.#loading.set(id, loading);
    return loading;
  }

  async #enterFound(id: string): Promise<void> {
    const { elsewhere } = this.#parts;
    const found = await elsewhere?.find(id);
    if (!found && (await elsewhere?.hasEnded(id))) this.#ended.add(id);
    if (!found) return;
    if (this.#others.has(id)) {
      this.#parts.memory?.forgotten(found.world);
      return;
    }
    for (const listener of this.#makers) listener(found);
    this.#enter(found);
    this.#ended.delete(id);
  }

  /** The same, once what has happened in it in other processes is known here, too. @throws ApiError as `reach` */
  async reachWhole(id: string): Promise<RegisteredWorld<T>> {
    // Calls that were to be in another world are looked for in `default`.
    const [entered] = await Promise.all([this.reach(id), this.#first.world.notes?.catchUp()]);
    const release = this.#memory?.pin(id);
    try {
      if (id !== DEFAULT_WORLD) await entered.world.notes?.catchUp();
      return entered;
    } finally {
      release?.();
    }
  }

  /** The name of the world of a request beside the API. @throws ApiError MOCK_WORLD_CONFLICT */
  nameOf(headers: IncomingHttpHeaders): string {
    return this.#names.of(headers) ?? DEFAULT_WORLD;
  }

  /** True for a request that names its world. @throws ApiError MOCK_WORLD_CONFLICT */
  isNamed(headers: IncomingHttpHeaders): boolean {
    return this.#names.of(headers) !== undefined;
  }

  /**
   * The same, with its rows as they are in this process.
   * @throws ApiError MOCK_WORLD_CONFLICT or MOCK_WORLD_NOT_FOUND
   */
  at(headers: IncomingHttpHeaders): RegisteredWorld<T> {
    return this.get(this.nameOf(headers));
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
    demandRoomIn(room ?? this.#roomFor(id), id, this.limit);
  }

  #roomFor(id: string): Room {
    const others = this.#others;
    return { count: others.size, oldest: others.keys().next().value, isTaken: others.has(id) };
  }

  /** Shows one that has ended elsewhere, and was never in memory here, to those who keep something of it, and closes it. */
  passEnded(entered: RegisteredWorld<T>): void {
    for (const listener of this.#listeners) listener(entered);
    this.#parts.ended?.(entered);
  }

  /** Calls `listener` with each world that ends, before its activity does. */
  onEnd(listener: (entered: RegisteredWorld<T>) => void): void {
    this.#listeners.push(listener);
  }

  /** Calls `listener` with each world that is made, before a call can be in it. */
  onMade(listener: (entered: RegisteredWorld<T>) => void): void {
    this.#makers.push(listener);
  }

  /** Adds a world once it is kept: calls that name it wait meanwhile, so that none of them opens it a second time. */
  addKept(entered: RegisteredWorld<T>, keep: () => Promise<void>): Promise<void> {
    const added = keep().then(() => this.add(entered));
    void this.#waitFor(
      entered.id,
      added.catch(() => undefined),
    );
    return added;
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

  /** Leaves a world that has ended, unless that is done already: with the labels that it had then, where they are known. */
  leave({ id, world }: RegisteredWorld<T>, labels?: WorldRecord['labels']): void {
    if (this.#others.get(id)?.world === world) this.#remove(id, labels);
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
    this.#memory?.enter(entered.id, entered.world);
    entered.world.notes?.on(WORLD_ENDED, ({ own, text }) => own ?? this.leave(entered, labelsIn(text)));
    this.#nextEnd = Math.min(this.#nextEnd, entered.expiresMillis ?? Number.POSITIVE_INFINITY);
  }

  #remove(id: string, labels?: WorldRecord['labels']): void {
    const entered = this.#others.get(id);
    this.#others.delete(id);
    this.#memory?.leave(id);
    if (entered) this.passEnded(labels ? { ...entered, labels } : entered);
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
