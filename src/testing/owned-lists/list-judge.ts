import { createHash } from 'node:crypto';

/** Compares the answers of clients with the lists that are stored in the end. */
export class ListJudge {
  /** The mistakes, in words. */
  readonly wrong: string[] = [];
  /** The number of judged answers. */
  judged = 0;
  /** The greatest length of each list that was answered. */
  readonly #known = new Map<string, number>();
  /** Each list at each length, as somebody has read it. */
  readonly #seen = new Map<string, Map<number, string>>();
  readonly #answered: (readonly [list: string, at: number, value: string])[] = [];

  /** The length that a list must have at least in the answer of a call that begins now. */
  floorOf(list: string): number {
    return this.#known.get(list) ?? 0;
  }

  /** Notes the answer of a call that began when the list had at least the length `floor`. */
  note(list: string, floor: number, length: number, hash: string, value: string | undefined): void {
    this.judged += 1;
    const least = value === undefined ? floor : floor + 1;
    if (length < least) this.wrong.push(`list ${list}: ${length} is older than ${least}, which was answered before`);
    this.#known.set(list, Math.max(this.floorOf(list), length));
    const seen = this.#seen.get(list) ?? new Map<number, string>();
    this.#seen.set(list, seen);
    if ((seen.get(length) ?? hash) !== hash)
      this.wrong.push(`list ${list}: two lists of length ${length} were answered`);
    seen.set(length, hash);
    if (value !== undefined) this.#answered.push([list, length - 1, value]);
  }

  /** Judges all by the stored lists. */
  end(stored: ReadonlyMap<string, readonly string[]>): void {
    for (const [list, at, value] of this.#answered) {
      const found = stored.get(list)?.[at];
      if (found !== value) this.wrong.push(`list ${list}: ${value} was answered at ${at}, where ${found} is stored`);
    }
    for (const [list, seen] of this.#seen) {
      let [hash, length] = ['', 0];
      const lengths = new Map([[0, '']]);
      for (const value of stored.get(list) ?? []) {
        hash = createHash('sha1').update(hash).update(value).digest('base64');
        length += 1;
        lengths.set(length, hash);
      }
      for (const [at, read] of seen) {
        if (lengths.get(at) !== read) this.wrong.push(`list ${list}: what was read at length ${at} is not stored`);
      }
    }
  }
}
