/** Steps from a document's root to a value: keys of maps and indexes of lists. */
export type Path = readonly (string | number)[];

/** Where something is written; both count from 1, and 0 means nowhere in particular. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** `groups[0].repos[2].name`, the way fields are named in error details. */
const fieldOf = (path: Path): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

/** What is wrong with a fixture, and where. Nothing of the fixture has been applied. */
export class FixtureError extends Error {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The path of the value at fault; empty for the file as a whole. */
  readonly field: string;
  /** What is wrong, without the place. */
  readonly description: string;

  constructor(file: string, { line, column }: Position, path: Path, description: string) {
    const field = fieldOf(path);
    const place = line === 0 ? file : `${file}:${line}:${column}`;
    super(`${place}: ${field === '' ? '' : `${field}: `}${description}`);
    this.name = 'FixtureError';
    this.file = file;
    this.line = line;
    this.column = column;
    this.field = field;
    this.description = description;
  }
}
