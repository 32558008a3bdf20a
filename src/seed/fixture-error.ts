import { brief, limitViolations } from '../schema/field-violation.ts';

/** Steps from a document's root to a value: keys of maps and indexes of lists. */
export type Path = readonly (string | number)[];

/** A position in a text; both count from 1, and 0 means no position. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** One thing that is wrong with a fixture, and where. */
export interface FixtureMistake extends Position {
  readonly file: string;
  /** The path of the value that is wrong; empty for the file as a whole. */
  readonly field: string;
  /** The description of the mistake, without the place. */
  readonly description: string;
}

/** `groups[0].repos[2].name`, the way fields are named in error details. */
export const fieldOf = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

/** The most characters of a path that are reported: keys of a fixture may have any length. */
const MAX_FIELD_LENGTH = 256;

/** A text in one line: keys and values of a fixture may hold any character. */
const toOneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The mistake of a value of a file; its field and description are brief and have one line each. */
export const mistakeOf = (file: string, { line, column }: Position, path: Path, text: string): FixtureMistake => ({
  file,
  line,
  column,
  field: toOneLine(brief(fieldOf(path), MAX_FIELD_LENGTH)),
  description: toOneLine(brief(text)),
});

/** `acme.yaml:3:5: unknown key "x"`: a mistake without its field. */
export const describePlaced = ({ file, line, column, description }: FixtureMistake): string =>
  `${line === 0 ? file : `${file}:${line}:${column}`}: ${description}`;

const lineOf = ({ field, description, ...at }: FixtureMistake): string =>
  describePlaced({ ...at, field, description: field === '' ? description : `${field}: ${description}` });

/** All that is wrong with fixtures: one line of the message each. Nothing of them has been applied. */
export class FixtureError extends Error {
  /** The mistakes in the order of the text, as many as are reported (behaviour S1). */
  readonly mistakes: readonly FixtureMistake[];

  constructor(found: readonly FixtureMistake[]) {
    const mistakes = found.slice(0, limitViolations(found).length);
    super(mistakes.map(lineOf).join('\n'));
    this.name = 'FixtureError';
    this.mistakes = mistakes;
  }
}

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
