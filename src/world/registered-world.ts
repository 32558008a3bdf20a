/** The facts with which a world was asked for. */
export interface WorldRecord {
  readonly id: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The origin of its rows, as it was asked for. */
  readonly from: string;
  readonly createdMillis: number;
  /** The moment at which it expires, by the clock of the machine. */
  readonly expiresMillis?: number;
}

/** A world with how it was asked for. */
export interface RegisteredWorld<T> extends WorldRecord {
  readonly world: T;
}

/** True for a world that has all of the labels. */
export const hasLabels = ({ labels }: Pick<WorldRecord, 'labels'>, wanted: ReadonlyMap<string, string>): boolean =>
  [...wanted].every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
