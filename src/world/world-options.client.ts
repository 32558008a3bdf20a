import type { CreateWorld } from '../plane/nouns.ts';

/** The options of a new world. */
export interface WorldOptions extends Omit<CreateWorld, 'from' | 'at'> {
  /**
   * The rows that it begins with; those of `default` unless given. A fixture is a file of one's own, with or without
   * its ending, or else one that is shipped; with the option `fixture` no file is read.
   */
  readonly from?: 'default' | 'empty' | `fixture:${string}` | `snapshot:${string}` | `world:${string}`;
  /**
   * The folders in which the file of a fixture is looked for, one after the other; the working directory unless given,
   * and in a test of a runner the folder of its project before it.
   */
  readonly folders?: readonly string[];
  /**
   * The test that it is for, by its title or by more: it is named and labelled as the worlds of runners, and its
   * `evidence` has the calls to `default` since it was made.
   */
  readonly test?: string | NamedTest;
}

/** A test as its runner names it. */
export interface NamedTest {
  /** The titles of the blocks around it, and its own behind them. */
  readonly titles: readonly string[];
  /** The path of its file. */
  readonly file?: string;
  /** The name of its project. */
  readonly project?: string;
  /** How often it was tried before; 0 unless given. */
  readonly retry?: number;
  /** The process of the runner that runs it. */
  readonly worker?: string;
}
