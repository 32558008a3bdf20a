import type { HarEntry } from './har-entry.ts';

/** The form of the fields of a trace that are not of HAR: a reader of another form refuses it. */
export const TRACE_FORMAT = 1;

/** The fixture that a world began with. */
export interface BegunFixture {
  /** The name of a shipped one. */
  readonly name?: string;
  /** The digest of its file, in hex. */
  readonly sha256?: string;
  /** Any other: a fixture in YAML that loads to equal rows. */
  readonly yaml?: string;
}

/** The place of a call in a run: when it began by the machine's steady clock, and its id in the journal. */
export interface RunCall {
  readonly begunMillis: number;
  readonly id: number;
  /** True if its operation only reads. */
  readonly isRead: boolean;
}

/** Orders calls, also of several runs, as they began. */
export const compareBegun = (one: RunCall, other: RunCall): number =>
  one.begunMillis - other.begunMillis || one.id - other.id;

/** The run of one world, which a trace is written from. A part read early may have secrets that are found later. */
export interface Run {
  /** The id of the world, which an earlier one may have had, too. */
  readonly id: string;
  readonly createdMillis: number;
  /** True if a call was refused, or the label `result` is `failed`. */
  readonly hasFailed: boolean;
  /** In the order in which they began. */
  readonly calls: readonly RunCall[];
  /**
   * The numbers of parts that a bound has cut: `bodies` are bodies above 64 KiB, `answers` are the other bodies of
   * answers, and `fixtures` is 1 if the fixture that the world began with is missing.
   */
  readonly cut: Readonly<Record<'calls' | 'steps' | 'events' | 'bodies' | 'answers' | 'fixtures', number>>;
  /** Collects the secrets of the run. The members below are read only after it has resolved. */
  readonly meet: () => Promise<void>;
  readonly page: () => object;
  readonly began: () => object;
  readonly end: () => object;
  readonly steps: () => readonly object[];
  /** The call at a place of `calls`. */
  readonly call: (at: number) => HarEntry;
}

/** The number of calls rendered between two turns of the event loop. */
export const SLICE = 100;
