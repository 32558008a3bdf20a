import type { Notes } from '../../store/notes.ts';
import type { Followers } from '../plane/followers.ts';
import { ProcessOrder } from '../plane/process-order.ts';
import { OpenCalls } from './open-calls.ts';

/** Those who follow what happens in all worlds. */
type TakeAll<T> = Pick<Followers<T>, 'size' | 'take'>;

/** How many places of notes are known of one world: those before them may be given anew. */
const MAX_PLACES = 20_000;
/** How many numbers are kept for a note that is stored and not taken yet: most are of a call with an event or two. */
const RESERVED = 8;
/** The bytes of what is known of a world beside its places, and of a place. */
const WORLD_BYTES = 512;
const PLACE_BYTES = 8;

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
  readonly #all: ProcessOrder;
  /** The number in the order of all before each note, from a first note on. */
  #places: number[] = [];
  #first = 1;
  #last = 0;
  /** The number of the opening of the world that holds now, among all openings of worlds. */
  opening = 0;
  /** The greatest number that was given to what has happened in the world. */
  #given = 0;
  /** The number of the last note that had been taken when the world was let go. */
  taken = 0;
  /** How much it had dropped by then. */
  dropped = NOTHING_DROPPED;
  /** The places of notes of this process that are stored, and were not taken yet. */
  readonly #reserved = new Map<number, number>();
  /** The last number that was given while a note is taken that has its place already, and how many more it has. */
  #again: number | undefined;
  #left = 0;
  #isAgain = false;

  constructor(all: ProcessOrder) {
    super();
    this.#all = all;
  }

  override get last(): number {
    return this.#all.last;
  }

  override next(): number {
    if (this.#again === undefined || this.#left === 0) {
      this.#given = this.#all.next();
      return this.#given;
    }
    this.#left -= 1;
    this.#again += 1;
    return this.#again;
  }

  /** True where something may have got a number behind another. */
  isBehind(number: number): boolean {
    return this.#given > number;
  }

  /** About how many bytes it takes. */
  get bytes(): number {
    return WORLD_BYTES + this.#places.length * PLACE_BYTES;
  }

  /** True while a note is taken that was taken before the world was let go. */
  get isAgain(): boolean {
    return this.#isAgain;
  }

  /** The notes of the world, which are taken with these numbers. */
  follow(notes: Notes): Notes {
    notes.onStored?.((number) => this.#reserve(number));
    return {
      on: (kind, take) => notes.on(kind, (note) => this.#during(note.number, () => take(note))),
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

  /** Gives a note its place when it is stored, where others must be taken before it. */
  #reserve(number: number): void {
    if (number <= this.#last || this.#reserved.has(number)) return;
    this.#reserved.set(number, this.#all.last);
    for (let nth = 0; nth < RESERVED; nth += 1) this.#given = this.#all.next();
  }

  #during(number: number, take: () => void): void {
    this.#isAgain = number <= this.#last;
    const reserved = this.#reserved.get(number);
    if (this.#isAgain) this.#goOnFrom(this.#places[number - this.#first] ?? 0, Number.POSITIVE_INFINITY);
    else {
      if (reserved !== undefined) this.#goOnFrom(reserved, RESERVED);
      // Others between them have no taker, and need no numbers.
      while (this.#first + this.#places.length <= number) this.#places.push(reserved ?? this.#all.last);
      this.#last = number;
      if (this.#places.length > 2 * MAX_PLACES) this.#forgetOldest();
    }
    try {
      take();
    } finally {
      this.#again = undefined;
      this.#isAgain = false;
      this.#reserved.delete(number);
    }
  }

  #goOnFrom(place: number, left: number): void {
    this.#again = place;
    this.#left = left;
  }

  #forgetOldest(): void {
    const gone = this.#places.length - MAX_PLACES;
    this.#places = this.#places.slice(gone);
    this.#first += gone;
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
  readonly #order: ProcessOrder;
  readonly #known = new Map<string, WorldRemains>();
  /** The worlds that were let go, the first of them first, with the bytes that are counted for each. */
  readonly #left = new Map<string, number>();
  #bytes = 0;
  #openings = 0;
  readonly #limit: number;

  /** `limit` is how many bytes are kept of the worlds that were let go: more are forgotten, the oldest first. */
  constructor(order: ProcessOrder, limit: number) {
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
