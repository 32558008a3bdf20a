import type { Checkpoints } from './checkpoints.ts';
import type { Connections } from './connections.ts';
import type { Pointers } from './kept-worlds.ts';

/** What the stores of a database share. */
export interface SharedParts {
  readonly connections: Connections;
  readonly checkpoints: Checkpoints;
  /** Where captured states are in the database. */
  readonly pointers: Pointers;
  /** A random positive int8, as text. */
  readonly makeTag: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** True while the time of the database has just been read. */
  readonly isTimeKnown: () => boolean;
  /** Throws where this process may not answer for the worlds of the database. */
  readonly demandUse: () => void;
}
