/** How the worlds of a process are bounded that can be opened again. */
export interface MemoryBound<T> {
  /** How many bytes they take at most, unless all that is left is in use. */
  readonly limit: number;
  /** About how many bytes a world takes. */
  readonly bytesOf: (world: T) => number;
  /** True for a world in which something goes on without a call. */
  readonly isBusy: (world: T) => boolean;
}

/** Callbacks of the memory of worlds. */
interface MemoryParts {
  /** Lets go of a world. */
  readonly forget: (id: string) => void;
  /** Called when nobody uses a world any more. */
  readonly rest: (id: string) => void;
}

/** A world in memory. */
interface Resident<T> {
  readonly world: T;
  bytes: number;
  /** When it was used last, by a count of uses; 0 for one that was only looked at. */
  used: number;
  /** How many use it now. */
  holds: number;
}

/** The part of the limit that is freed beyond what is needed, so that not all are looked at again at once. */
const SLACK = 1 / 16;
/** How long one waits before one looks again at worlds of which too many were busy, in milliseconds. */
const RETRY_MILLIS = 1_000;

const doNothing = (): void => undefined;

/**
 * Bounds the memory of worlds that can be opened again: where they take too much, it lets go of those that were used
 * longest ago. It never lets go of one that is in use, and never before the code that has just reached a world could
 * hold it: in a turn of the event loop of its own.
 */
export class WorldMemory<T> {
  readonly #bound: MemoryBound<T>;
  readonly #parts: MemoryParts;
  readonly #residents = new Map<string, Resident<T>>();
  #bytes = 0;
  #uses = 0;
  #forgotten = 0;
  /** The worlds that were used in this turn of the event loop. */
  readonly #used = new Set<string>();
  #isDue = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(bound: MemoryBound<T>, parts: MemoryParts) {
    this.#bound = bound;
    this.#parts = parts;
  }

  /** About how many bytes the worlds take, and how many have been let go. */
  get use(): { readonly bytes: number; readonly forgotten: number } {
    return { bytes: this.#bytes, forgotten: this.#forgotten };
  }

  /** Counts a world from now on. */
  enter(id: string, world: T): void {
    this.leave(id);
    const bytes = this.#bound.bytesOf(world);
    this.#residents.set(id, { world, bytes, used: 0, holds: 0 });
    this.#bytes += bytes;
    this.#used.add(id);
    this.#look();
  }

  /** Counts a world no longer. */
  leave(id: string): void {
    this.#bytes -= this.#residents.get(id)?.bytes ?? 0;
    this.#residents.delete(id);
  }

  /**
   * Keeps a world in memory until the function that it returns is called; a world that is only looked at goes first
   * afterwards.
   */
  hold(id: string, isLook = false): () => void {
    const resident = this.#residents.get(id);
    if (!resident) return doNothing;
    resident.holds += 1;
    if (!isLook) {
      this.#uses += 1;
      resident.used = this.#uses;
    }
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      resident.holds -= 1;
      if (resident.holds > 0) return;
      this.#used.add(id);
      this.#look();
    };
  }

  /** The same for what is about to use the world: it neither counts as a use, nor does the world rest afterwards. */
  pin(id: string): () => void {
    const resident = this.#residents.get(id);
    if (!resident) return doNothing;
    resident.holds += 1;
    return () => {
      resident.holds -= 1;
    };
  }

  #measure(resident: Resident<T>): void {
    const bytes = this.#bound.bytesOf(resident.world);
    this.#bytes += bytes - resident.bytes;
    resident.bytes = bytes;
  }

  /** Looks at what was used at the end of the turn: once, however many calls there were. */
  #look(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      for (const id of this.#used) this.#measureUsed(id);
      this.#used.clear();
      if (this.#bytes > this.#bound.limit) this.#shrink();
    });
  }

  #measureUsed(id: string): void {
    const resident = this.#residents.get(id);
    if (!resident) return;
    this.#measure(resident);
    if (resident.holds === 0) this.#parts.rest(id);
  }

  #shrink(): void {
    const { limit, isBusy } = this.#bound;
    const idle = [...this.#residents].filter(([, { holds }]) => holds === 0);
    // What journals hold may have been given up since.
    for (const [, resident] of idle) this.#measure(resident);
    if (this.#bytes <= limit) return;
    let hasBusy = false;
    for (const [id, { world }] of idle.sort(([, one], [, other]) => one.used - other.used)) {
      if (this.#bytes <= limit - limit * SLACK) return;
      if (isBusy(world)) {
        hasBusy = true;
        continue;
      }
      this.leave(id);
      this.#forgotten += 1;
      this.#parts.forget(id);
    }
    if (hasBusy && this.#bytes > limit) this.#tryLater();
  }

  #tryLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.#look();
    }, RETRY_MILLIS).unref();
  }
}
