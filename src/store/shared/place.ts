import type { Columns } from './session.ts';

/** The tag of an entry that the first eight of some random bytes make: a positive int8, as text. */
const tagOf = (bytes: Buffer): string => BigInt.asUintN(63, bytes.readBigUInt64LE()).toString();

const TAG_BYTES = 8;
/** How many random bytes are taken at once: a few cost as much. */
const TAKEN_BYTES = 1_024;

/** Makes tags of random bytes. */
export const tagMaker = (random: (count: number) => Buffer): (() => string) => {
  let bytes: Buffer = Buffer.alloc(0);
  return () => {
    if (bytes.length < TAG_BYTES) bytes = random(TAKEN_BYTES);
    const tag = tagOf(bytes);
    bytes = bytes.subarray(TAG_BYTES);
    return tag;
  };
};

/** A world of a database: another one may have its name later, and has another number then. */
export interface WorldKey {
  readonly world: string;
  /** The number of the world among all that were made. */
  readonly born: string;
}

/** A state of a world: the line that it is in, and the last entry of it. */
export interface Place {
  readonly line: number;
  /** How many lines the world has had before. */
  readonly rev: number;
  /** The number of the last entry; 0 where the line has none. */
  readonly seq: number;
  /** The tag of the last entry, or of the line where it has none. */
  readonly tag: string;
}

/** The place in the columns of a world. */
export const placeIn = ({ line, rev, head, tag }: Columns): Place => ({
  line: Number(line),
  rev: Number(rev),
  seq: Number(head),
  tag: String(tag),
});

/** True for the same state: tags are random, so that equal numbers of another history have others. */
export const isSamePlace = (a: Place, b: Place): boolean => a.line === b.line && a.seq === b.seq && a.tag === b.tag;

/** A committed write as the database has it. */
export interface Entry {
  readonly seq: number;
  /** The tag of the entry before. */
  readonly prev: string;
  readonly tag: string;
  /** The changes as JSON. */
  readonly changes: string;
}

/** The head of a world as it was learnt, and entries after the place that was known, from the first on. */
export interface Head extends Place {
  /** True while a long write of another store makes all others wait. */
  readonly isHeld: boolean;
  readonly entries: readonly Entry[];
}
