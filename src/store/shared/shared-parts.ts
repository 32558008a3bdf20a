import type { Snapshot } from '../../kernel/rows.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Connections } from './connections.ts';
import type { Pointer } from './lines.ts';

/** What the stores of a database share. */
export interface SharedParts {
  readonly connections: Connections;
  readonly checkpoints: Checkpoints;
  /** Where captured states are in the database. */
  readonly pointers: WeakMap<Snapshot, Pointer>;
  /** A random positive int8, as text. */
  readonly makeTag: () => string;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
  /** Throws where this process may not answer for the worlds of the database. */
  readonly demandUse: () => void;
}
