import type { Row } from '../kernel/rows.ts';
import type { Flaw } from './data-file-error.ts';
import type { Meta } from './json-file-snapshot.ts';

/** What can be read of a data file. */
export interface ReadSnapshot {
  readonly format: number;
  /** Undefined when its line is damaged. */
  readonly generation: number | undefined;
  readonly sequence: number | undefined;
  readonly meta: Meta | undefined;
  /** How many rows were written; undefined when that is not known. */
  readonly count: number | undefined;
  /** The intact rows, by collection. */
  readonly collections: ReadonlyMap<string, readonly Row[]>;
  /** In the order of the lines. */
  readonly flaws: readonly Flaw[];
}
