/** The middle of some values, and of an even number the upper one of the two. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The smallest and the largest of some values. */
export const range = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;
