import type { CreateWorld } from '../../generated/nouns.ts';

/** The options of a new world. */
export interface WorldOptions extends Omit<CreateWorld, 'from' | 'at'> {
  /**
   * The rows that it begins with, by default the rows of `default`. A fixture is your own file, with or without its
   * ending, or else a shipped one; with the option `fixture` no file is read.
   */
  readonly from?: 'default' | 'empty' | `fixture:${string}` | `snapshot:${string}` | `world:${string}`;
  /**
   * The folders to search for the file of a fixture, in order; by default the working directory, and before it, in a
   * test of a runner, the folder of the project.
   */
  readonly folders?: readonly string[];
  /**
   * The test that it is for, by its title or in detail: it gets the name and the labels that runners give, and its
   * `evidence` has the calls to `default` since it was made.
   */
  readonly test?: string | NamedTest;
}

/** A test as its runner names it. */
export interface NamedTest {
  /** The titles of the blocks around it, and then its own. */
  readonly titles: readonly string[];
  /** The path of its file. */
  readonly file?: string;
  /** The name of its project. */
  readonly project?: string;
  /** The number of tries before; 0 unless given. */
  readonly retry?: number;
  /** The process of the runner that runs it. */
  readonly worker?: string;
}
