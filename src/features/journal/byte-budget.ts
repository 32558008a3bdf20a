import { getHeapStatistics } from 'node:v8';

const MIB = 1024 * 1024;
const MAX_BYTES = 256 * MIB;
/** The bound of one world, in bytes. */
export const MAX_WORLD_BYTES = 64 * MIB;
/** The part of the limit that is given up beyond what is needed, so that it is not all looked at again at once. */
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
 * The bytes that a process may hold of what happened in its worlds. Where that is too much, those shares give up that
 * hold most, down to the same size.
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

/** The size that none of the sizes may exceed, the largest first, so that they are that much less together. */
const levelOf = (sizes: readonly number[], less: number): number => {
  let over = less;
  for (const [index, size] of sizes.entries()) {
    const room = (size - (sizes[index + 1] ?? 0)) * (index + 1);
    if (room >= over) return size - over / (index + 1);
    over -= room;
  }
  return 0;
};
