import { getHeapStatistics } from 'node:v8';

/** The number of places of dropped items before the others move up. */
const MAX_EMPTY = 4_096;
/** The maximum number of items that are searched for the nearest ones. */
const MAX_SEARCHED = 500;

/** The last items of a world, bounded by number, with ids from 1: the oldest are dropped, and counted. */
export class BoundedLog<T> {
  readonly limit: number;
  readonly #forget: (item: T) => void;
  /** The items from `#head` on, in the order of their ids, without gaps. */
  #items: (T | undefined)[] = [];
  #head = 0;
  #firstId = 1;
  /** The id of the first item that is listed: earlier ones remain for traces and for their states. */
  #listedFrom = 1;
  /** The number of items dropped since it was last hidden. */
  dropped = 0;
  /** The number of items dropped, hidden ones included. */
  droppedInAll = 0;

  /** `forget` receives each item that is dropped. */
  constructor(limit: number, forget: (item: T) => void = () => undefined) {
    this.limit = limit;
    this.#forget = forget;
  }

  /** The number of items, hidden ones included. */
  get retained(): number {
    return this.#items.length - this.#head;
  }

  /** The number of items that are listed. */
  get size(): number {
    return this.nextId - Math.max(this.#firstId, this.#listedFrom);
  }

  get nextId(): number {
    return this.#firstId + this.#items.length - this.#head;
  }

  /** Adds the item of the next id. */
  add(item: T): void {
    this.#items.push(item);
    if (this.#items.length - this.#head > this.limit) this.#drop();
  }

  /** Drops the oldest item; false if there is none. */
  dropOldest(): boolean {
    if (this.retained === 0) return false;
    this.#drop();
    return true;
  }

  #drop(): void {
    const oldest = this.#items[this.#head] as T;
    this.#items[this.#head] = undefined;
    this.#head += 1;
    if (this.#firstId >= this.#listedFrom) this.dropped += 1;
    this.droppedInAll += 1;
    this.#firstId += 1;
    if (this.#head >= MAX_EMPTY) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    this.#forget(oldest);
  }

  /** True for the id of an item that is listed, or was until it was dropped. */
  isListed(id: number): boolean {
    return id >= this.#listedFrom;
  }

  /** The item of an id that is listed; undefined for one that was dropped, or that is not there yet. */
  get(id: number): T | undefined {
    return this.isListed(id) ? this.getRetained(id) : undefined;
  }

  /** The item of an id, also one that is hidden. */
  getRetained(id: number): T | undefined {
    return id < this.#firstId ? undefined : this.#items[this.#head + id - this.#firstId];
  }

  /** The listed items behind an id, and before another, the newest first. */
  *listNewestFirst(since = 0, before = Number.POSITIVE_INFINITY): Iterable<T> {
    const first = Math.max(this.#firstId, this.#listedFrom);
    for (let id = Math.min(this.nextId, before) - 1; id >= first && id > since; id -= 1) yield this.get(id) as T;
  }

  /** The newest items behind an id, at most as many as are searched for near misses. */
  listLatest(since: number | undefined): readonly T[] {
    return [...this.listNewestFirst(Math.max(since ?? 0, this.nextId - 1 - MAX_SEARCHED))];
  }

  /** The listed items behind an id, the oldest first. */
  *listOldestFirst(since = 0): Iterable<T> {
    const first = Math.max(this.#firstId, this.#listedFrom, since + 1);
    for (let id = first; id < this.nextId; id += 1) yield this.get(id) as T;
  }

  /** All items, hidden ones included, the oldest first. */
  *listRetained(): Iterable<T> {
    for (let id = this.#firstId; id < this.nextId; id += 1) yield this.getRetained(id) as T;
  }

  /** Hides all items without dropping them. Ids go on. */
  hide(): void {
    this.#listedFrom = this.nextId;
    this.dropped = 0;
  }
}

const MIB = 1024 * 1024;
const MAX_BYTES = 256 * MIB;
/** The bound of one world, in bytes. */
export const MAX_WORLD_BYTES = 64 * MIB;
/** The part of the limit that is freed beyond what is needed, so that the next bytes do not call for it again. */
const SLACK = 1 / 64;

/** The default bound of a process for the history of its worlds, in bytes: a quarter of its heap, 256 MiB at most. */
export const chooseBudget = (): number => Math.min(MAX_BYTES, Math.floor(getHeapStatistics().heap_size_limit / 4));

/** Drops the oldest part, whose bytes it no longer charges; false if nothing may go. */
export type GiveUp = () => boolean;

/** The share of one world in a budget. */
export class ByteShare {
  readonly #limit: number;
  readonly #giveUp: GiveUp;
  #count: (bytes: number) => void;
  bytes = 0;

  /** `count` receives each change of its bytes. */
  constructor(limit: number, giveUp: GiveUp, count: (bytes: number) => void) {
    this.#limit = limit;
    this.#giveUp = giveUp;
    this.#count = count;
  }

  /** Counts added bytes, or with a minus freed ones. The oldest parts go if that is too much. */
  readonly charge = (bytes: number): void => {
    this.bytes += bytes;
    if (bytes > 0 && this.bytes > this.#limit) this.shrink(this.#limit);
    this.#count(bytes);
  };

  /** Drops the oldest parts until the rest has at most so many bytes, as far as it can. */
  shrink(bytes: number): void {
    while (this.bytes > bytes && this.#giveUp());
  }

  /** Leaves the budget, in which nothing of it counts from now on. */
  leave(): void {
    this.#count(-this.bytes);
    this.#count = () => undefined;
  }
}

/**
 * The bytes that the logs of all worlds of a process may have. Above the bound, the largest shares drop entries, down
 * to the same size.
 */
export class ByteBudget {
  readonly #limit: number;
  readonly #shares = new Set<ByteShare>();
  /** The bytes of all shares. */
  bytes = 0;
  /** More than this is too much: the limit, or more if not enough could be given up. */
  #most: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#most = limit;
  }

  /** Adds a share of at most `limit` bytes, and of no more than the whole. */
  open(giveUp: GiveUp, limit = this.#limit): ByteShare {
    const share = new ByteShare(Math.min(limit, this.#limit), giveUp, this.#count);
    this.#shares.add(share);
    return share;
  }

  /** Ends a share, whose bytes count no longer. */
  close(share: ByteShare): void {
    if (this.#shares.delete(share)) share.leave();
  }

  readonly #count = (bytes: number): void => {
    this.bytes += bytes;
    if (bytes < 0) {
      if (this.bytes < this.#limit) this.#most = this.#limit;
    } else if (this.bytes > this.#most) this.#level();
  };

  #level(): void {
    const slack = this.#limit * SLACK;
    const shares = [...this.#shares].sort((one, other) => other.bytes - one.bytes);
    const level = levelOf(
      shares.map(({ bytes }) => bytes),
      this.bytes - this.#limit + slack,
    );
    for (const share of shares) share.shrink(level);
    this.#most = Math.max(this.#limit, this.bytes + slack);
  }
}

/** The size to which the largest must shrink so that the sizes, in descending order, are `less` smaller in total. */
const levelOf = (sizes: readonly number[], less: number): number => {
  let over = less;
  for (const [index, size] of sizes.entries()) {
    const room = (size - (sizes[index + 1] ?? 0)) * (index + 1);
    if (room >= over) return size - over / (index + 1);
    over -= room;
  }
  return 0;
};
