import { instant } from '../kernel/clock.ts';
import type { Resource } from '../kernel/resource.ts';
import type { Row, Tx } from '../kernel/rows.ts';
import { Pace, type Steps } from '../kernel/steps.ts';

/** A row with the name of its collection. */
export type PlacedRow = readonly [collection: string, row: Row];

/** A time in a row that moves with the moment at which the fixture is applied: milliseconds from that to it. */
export type MovingTime = readonly [row: number, path: readonly (string | number)[], offsetMillis: number];

/** The rows that a fixture makes of an empty state. */
export interface PreparedRows {
  /** The seed from which their values are derived: they are of use for the same seed only. */
  readonly seed: string;
  /** The rows in the order in which they were put last; without those that every world has. */
  readonly rows: readonly PlacedRow[];
  readonly times: readonly MovingTime[];
}

/** The contents of the file of prepared rows. */
export interface PreparedFile extends PreparedRows {
  /** The SHA-256 of the text of the fixture that they were made of, in hex. */
  readonly of: string;
}

/** The rows as the fixture makes them at a moment. It changes the prepared rows, which are not to be used again. */
export const rowsAt = ({ rows, times }: PreparedRows, nowMillis: number): readonly PlacedRow[] => {
  for (const [at, path, offsetMillis] of times) {
    let value = rows[at]?.[1] as unknown as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) value = value[step] as Record<string | number, unknown>;
    value[path.at(-1) as string] = instant(nowMillis + offsetMillis);
  }
  return rows;
};

/** Puts the rows that exist in every world, unless they exist. */
export const putBuiltInRows = (resources: readonly Resource[], tx: Tx): void => {
  for (const resource of resources) {
    for (const row of resource.builtIn ?? []) if (!tx.get(resource, row.uid)) tx.put(resource, row);
  }
};

/** The number of rows that are put in one step. */
const STEP = 500;

/** Puts prepared rows into an empty state. */
export function* putPrepared(resources: readonly Resource[], rows: PreparedRows['rows'], tx: Tx): Steps<void> {
  putBuiltInRows(resources, tx);
  const pace = new Pace(STEP);
  for (const [name, row] of rows) {
    if (pace.isDue()) yield;
    tx.put({ name, indexes: [] }, row);
  }
}
