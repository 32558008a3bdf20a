import type { Path, Position } from './fixture-error.ts';

/** A fixture as it was read: its values and their positions. */
export interface FixtureDocument {
  /** The name of the fixture in messages. */
  readonly file: string;
  readonly contents: Readonly<Record<string, unknown>>;
  /** The position of the value of a path, or of the innermost existing value that encloses it. */
  readonly positionOf: (path: Path) => Position;
  /** The number or the time of a path as it is written without quotes; undefined for anything else. */
  readonly sourceOf: (path: Path) => string | undefined;
}
