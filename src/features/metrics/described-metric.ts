/** A value with the labels that it has. */
export type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number];

/** A metric as it is described; a counter unless it is a gauge. */
export interface Described {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  readonly isGauge?: true;
  readonly read: () => readonly Sample[];
}

/** A value without labels. */
export const plain = (value: number): readonly Sample[] => [[{}, value]];
