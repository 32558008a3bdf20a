import { FixtureError, type Path, type Position } from './fixture-error.ts';

/** A fixture as it was read: its values, and where each of them is written. */
export interface FixtureDocument {
  /** What the fixture is called in messages. */
  readonly file: string;
  readonly contents: Readonly<Record<string, unknown>>;
  /** Where the value of a path is written, or the innermost value around it that is. */
  readonly positionOf: (path: Path) => Position;
}

/** The error for a value of a document. */
export const faultAt = (document: FixtureDocument, path: Path, description: string): FixtureError =>
  new FixtureError(document.file, document.positionOf(path), path, description);

/** True for a value that has keys. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
