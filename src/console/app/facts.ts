import type { RowKind } from '../row-kind.ts';

/** The facts that the page has before its first call. */
export interface Facts {
  /** The URL at which the browser reached the mock. */
  readonly url: string;
  readonly version: string;
  /** The kinds of rows that the tree shows, in the order of their tabs. */
  readonly kinds: readonly RowKind[];
  /** The names of the fields of a row, by its type. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}
