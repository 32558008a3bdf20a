import { neutralLine } from './neutral-text.ts';

/** How many lines there are of each text. */
type Counts = ReadonlyMap<string, number>;

const countLines = (stdout: string): Counts => {
  const counts = new Map<string, number>();
  for (const line of stdout.split('\n')) {
    const text = neutralLine(line);
    if (text.trim() !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
};

/** The lines that every one of some outputs has, as often as the one with the fewest of them. */
export const stableLines = (outputs: readonly string[]): Counts => {
  const [first, ...others] = outputs.map(countLines);
  const common = [...(first ?? [])].map(([line, count]): readonly [string, number] => [
    line,
    Math.min(count, ...others.map((counts) => counts.get(line) ?? 0)),
  ]);
  return new Map(common.filter(([, count]) => count > 0));
};

/** The lines of those that an output does not have, or not as often. */
export const missingLines = (stable: Counts, stdout: string): readonly string[] => {
  const found = countLines(stdout);
  return [...stable].filter(([line, count]) => (found.get(line) ?? 0) < count).map(([line]) => line);
};
