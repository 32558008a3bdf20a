/** The rows of a kind as lists of v2 have them, by the name of the kind. */
export type RowsOfKinds = Readonly<Record<string, readonly object[]>>;

/** The beginnings of the worlds of a trace, as its page has them. */
export interface BegunWorlds {
  /** Rows with which worlds began; a time that moves with the beginning is a `MovingTime`. */
  readonly states: readonly RowsOfKinds[];
  /** Of each world the place of its state, or why its first rows are not known, in words. */
  readonly of: Readonly<Record<string, number | string>>;
}

/** A time in the rows of a beginning: milliseconds from the moment at which the world began. */
export interface MovingTime {
  readonly '~': number;
}
