import type { Note, Notes } from '../../store/notes.ts';
import type { Followers } from '../plane/followers.ts';
import { ProcessOrder, type SharedOrder } from '../plane/process-order.ts';
import { OpenCalls } from './open-calls.ts';

/** Those who follow what happens in all worlds. */
type TakeAll<T> = Pick<Followers<T>, 'size' | 'take'>;

/** How many numbers a note has, for a call and its events: those behind them share the last. */
const NUMBERS = 1_024;
/** The bytes of what is known of a world. */
const WORLD_BYTES = 512;

/** The last number that a note of a place may have. */
export const lastNumberOf = (place: number): number => place * NUMBERS + NUMBERS - 1;

/** How many entries and events of those that a world showed were dropped. */
export interface Dropped {
  readonly entries: number;
  readonly events: number;
}

/** Of a world that has dropped none. */
export const NOTHING_DROPPED: Dropped = { entries: 0, events: 0 };

/**
 * What a process goes on to know of a world that it has let go, so that the world is the same to its clients when it
 * comes back: the numbers, in the order of all worlds, of what has happened in it, and what it does not store. What is
 * read a second time then is neither counted nor handed over once more.
 */
export class WorldRemains extends ProcessOrder {
  /** The calls that were handed over for a trace. */
  readonly openCalls = new OpenCalls();
  readonly #all: SharedOrder;
  /** The number of the last note that was taken. */
  #last = 0;
  /** The number of the opening of the world that holds now, among all openings of worlds. */
  opening = 0;
  /** The greatest number that was given to what has happened in the world. */
  #given = 0;
  /** The number of the last note that had been taken when the world was let go. */
  taken = 0;
  /** How much it had dropped by then. */
  dropped = NOTHING_DROPPED;
  /** The place of the note that is taken, and how many numbers of it were given. */
  #place: number | undefined;
  #nth = 0;
  #isAgain = false;

  constructor(all: SharedOrder) {
    super();
    this.#all = all;
  }

  override get last(): number {
    return this.#all.last;
  }

  override next(): number {
    if (this.#place === undefined) return this.#all.next();
    const number = this.#place * NUMBERS + this.#nth;
    if (this.#nth < NUMBERS - 1) this.#nth += 1;
    this.#given = Math.max(this.#given, number);
    this.#all.learn(number);
    return number;
  }

  /** The greatest number that something in the world has. */
  get given(): number {
    return this.#given;
  }

  /** True where something may have got a number behind another. */
  isBehind(number: number): boolean {
    return this.#given > number;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return WORLD_BYTES;
  }

  /** True while a note is taken that was taken before the world was let go. */
  get isAgain(): boolean {
    return this.#isAgain;
  }

  /** The notes of the world, which are taken with their numbers. */
  follow(notes: Notes): Notes {
    return {
      on: (kind, take) => notes.on(kind, (note) => this.#during(note, () => take(note))),
      keep: (keeping) => notes.keep(keeping),
      add: (note) => notes.add(note),
      announce: (kind, text) => notes.announce(kind, text),
      catchUp: () => notes.catchUp(),
      watch: () => notes.watch(),
      get footprint() {
        return notes.footprint;
      },
    };
  }

  #during({ number, place }: Note, take: () => void): void {
    this.#isAgain = number <= this.#last;
    this.#last = Math.max(this.#last, number);
    [this.#place, this.#nth] = [place, 0];
    try {
      take();
    } finally {
      this.#place = undefined;
      this.#isAgain = false;
    }
  }
}

/** Callbacks for the end of a world, and for its end in memory. */
export interface Leaving {
  readonly forgotten: () => void;
  readonly ended: () => void;
}

/** Hands to those who follow all worlds what was not taken before. */
export const handedOnce = <T>(all: Followers<T>, remains: WorldRemains | undefined): TakeAll<T> => {
  if (!remains) return all;
  return {
    get size() {
      return remains.isAgain ? 0 : all.size;
    },
    take: (item) => all.take(item),
  };
};

/** What a process knows of the worlds that it has opened, those that it has let go included. */
export class RemainsOfWorlds {
  readonly #order: SharedOrder;
  readonly #known = new Map<string, WorldRemains>();
  /** The worlds that were let go, the first of them first, with the bytes that are counted for each. */
  readonly #left = new Map<string, number>();
  #bytes = 0;
  #openings = 0;
  readonly #limit: number;

  /** `limit` is how many bytes are kept of the worlds that were let go: more are forgotten, the oldest first. */
  constructor(order: SharedOrder, limit: number) {
    this.#order = order;
    this.#limit = limit;
  }

  /** How many times a world was opened. */
  get openings(): number {
    return this.#openings;
  }

  /** What is known of the world of a number, which is opened now. */
  open(born: string): WorldRemains {
    this.#uncount(born);
    this.#openings += 1;
    const known = this.#known.get(born) ?? new WorldRemains(this.#order);
    known.opening = this.#openings;
    this.#known.set(born, known);
    return known;
  }

  /** What is called when a world goes. */
  leavingOf(born: string, notes: Notes): Leaving {
    return { forgotten: () => this.#leave(born, notes.footprint?.last ?? 0), ended: () => this.end(born) };
  }

  /** What is known of a world; undefined for one that was never open, or of which nothing is kept any more. */
  get(born: string): WorldRemains | undefined {
    return this.#known.get(born);
  }

  /** Keeps what is known of a world that is let go. */
  #leave(born: string, taken: number): void {
    const known = this.#known.get(born);
    if (!known) return;
    known.taken = taken;
    const { bytes } = known;
    this.#left.set(born, bytes);
    this.#bytes += bytes;
    for (const oldest of this.#left.keys()) {
      if (this.#bytes <= this.#limit) return;
      this.end(oldest);
    }
  }

  /** Forgets a world: it has ended, or something must go. */
  end(born: string): void {
    this.#uncount(born);
    this.#known.delete(born);
  }

  #uncount(born: string): void {
    this.#bytes -= this.#left.get(born) ?? 0;
    this.#left.delete(born);
  }
}
