import type { Caller } from './context.ts';
import type { Rows } from './rows.ts';
import type { BoundOperation } from './runner.ts';

/** The most calls of a caller for which a change comes and goes. */
export const MOST_FLAPS = 100;

/** How late changes are seen: durations of the world's clock, such as `20s`. */
export interface ConsistencyRule {
  /** By what decides who may do what; with `flap` a change then comes and goes for so many calls of each caller. */
  readonly authz?: { readonly lag: string; readonly flap?: number };
  /** By Lists and counts. */
  readonly lists?: { readonly lag: string };
}

/** How late changes are seen, and when all that have been made are. */
export interface ShownConsistency extends ConsistencyRule {
  /** By the world's clock; absent where everything is seen already. */
  readonly settledMillis?: number;
}

/** What calls of one world see late. */
export interface Consistency {
  /**
   * The rows by which a call of a caller is authorized; undefined for the present ones. It counts, so it is asked once a
   * call.
   */
  readonly rightsFrom: (caller: Caller) => Rows | undefined;
  /** The rows that an operation reads; undefined for the present ones. */
  readonly readFrom: (bound: BoundOperation, present: Rows) => Rows | undefined;
}

/** Writes and reads how late changes are seen in one world. */
export interface ConsistencyControl {
  /**
   * Replaces what was set; what is stored by now is seen at once.
   * @throws ApiError INVALID_ARGUMENT with each violation; then nothing has changed
   */
  readonly set: (wanted: ConsistencyRule) => ShownConsistency;
  readonly read: () => ShownConsistency;
  /** Everything is seen at once. */
  readonly clear: () => void;
}
