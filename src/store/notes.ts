import type { Store } from '../kernel/rows.ts';

/** Something that has happened in a world, as each process that shares the world learns of it. */
export interface Note {
  /** Its number among all notes of the world, from 1. */
  readonly number: number;
  /** Its place among the notes of all worlds, in the order in which they were stored, from 1. */
  readonly place: number;
  readonly kind: string;
  /** Its number among the calls of the world, from 1; 0 for what is no call. */
  readonly call: number;
  readonly text: string;
  /** What it has in common with others; missing for nothing. */
  readonly common?: string | undefined;
  /** What it was made with, where this process has made it. */
  readonly own: unknown;
}

/** A note that is to be added; one of the kind `call` gets a number among calls. */
export interface NewNote {
  readonly kind: string;
  readonly text: string;
  /** What it has in common with others: stored once for all that are stored together. */
  readonly common?: string | undefined;
  readonly own?: unknown;
  /** The state of the rows, by its name, without which it is not added; missing for any. */
  readonly at?: string | undefined;
}

/** How many notes are kept, and what replaces those that are not. */
export interface NoteKeeping {
  /** How many of the last calls stay. */
  readonly mostCalls: number;
  /** How many of the last notes stay, whatever they are of; as many as there is room for unless given. */
  readonly mostNotes?: number;
  /** The state after the notes that were taken so far, as text. */
  readonly write: () => string;
  /** Goes on from such a text: the notes that were deleted are never taken, and the first that are may be part of it. */
  readonly read: (state: string) => void;
}

/** What the notes of a world take in memory. */
export interface NotesFootprint {
  /** The number of the last note that was taken. */
  readonly last: number;
  /** About how many bytes those take that are of no call. */
  readonly bytes: number;
  /** True while somebody watches them, reads them, or waits until one is stored. */
  readonly isBusy: boolean;
}

/** The notes of a world: what has happened in it, in one order for all processes that share it. */
export interface Notes {
  /** Calls `take` with each note of a kind in the order of all notes, also with those of this process. */
  readonly on: (kind: string, take: (note: Note) => void) => void;
  readonly keep: (keeping: NoteKeeping) => void;
  /**
   * Resolves once the note is stored.
   * @throws ApiError UNAVAILABLE: it may be stored then, or not; ABORTED where the rows are at another state
   */
  readonly add: (note: NewNote) => Promise<void>;
  /** Adds a note of a kind; resolves once it was taken here. @throws ApiError as `add` */
  readonly announce: (kind: string, text?: string) => Promise<void>;
  /** Takes what was stored before this call. @throws ApiError UNAVAILABLE */
  readonly catchUp: () => Promise<void>;
  /** Takes notes as they come, until the function that it returns is called. */
  readonly watch: () => () => void;
  /** What they take in memory; missing where that is not known. */
  readonly footprint?: NotesFootprint | undefined;
}

/** The places of the commit log of a world by names that all processes know which share the world. */
export interface NamedPlaces {
  /** The name of a place of this process; undefined for one that is long gone. */
  readonly nameOf: (place: number) => string | undefined;
  /** The place of a name; undefined for one that this process has not passed through. */
  readonly placeOf: (name: string) => number | undefined;
  /**
   * The state of a name, or after the write that followed it; undefined for one that is not kept any more.
   * @throws ApiError UNAVAILABLE
   */
  readonly stateOf: (name: string, isAfter: boolean) => Promise<Store | undefined>;
}

/** What a world needs so that what happens in it is known to all processes that share it. */
export interface SharedRecord {
  /** The name of this process among them. */
  readonly process: string;
  /** The number of the world among all that were made: another may have its name later. */
  readonly born: string;
  readonly notes: Notes;
  readonly places: NamedPlaces;
}
