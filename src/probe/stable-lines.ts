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

/** The lines that both have, as often as the one with the fewer of them. */
const commonLines = (one: Counts, other: Counts): Counts =>
  new Map(
    [...one]
      .map(([line, count]): readonly [string, number] => [line, Math.min(count, other.get(line) ?? 0)])
      .filter(([, count]) => count > 0),
  );

/** The lines that every one of some outputs has, as often as the one with the fewest of them. */
export class StableLines {
  #lines: Counts;

  constructor([first = '', ...others]: readonly string[]) {
    this.#lines = countLines(first);
    for (const output of others) this.add(output);
  }

  /** Takes one more output into account, which can only make the lines fewer. */
  add(stdout: string): void {
    this.#lines = commonLines(this.#lines, countLines(stdout));
  }

  /** The lines that an output does not have, or not as often. */
  missingIn(stdout: string): readonly string[] {
    const found = countLines(stdout);
    return [...this.#lines].filter(([line, count]) => (found.get(line) ?? 0) < count).map(([line]) => line);
  }
}
