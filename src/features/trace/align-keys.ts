/** The places of two equal items, in the one list and in the other. */
export type Match = readonly [one: number, other: number];

/** How many items may be in one list only: what is kept grows with its square. */
const MAX_EDITS = 4_000;

/** Where a path of so many edits comes from on a diagonal: from the one above it, or else from the one below. */
const comesFromAbove = (reached: Int32Array, diagonal: number, edits: number, middle: number): boolean =>
  diagonal === -edits ||
  (diagonal !== edits && (reached[middle + diagonal - 1] ?? 0) < (reached[middle + diagonal + 1] ?? 0));

/** The matches of a path, from its end back to its beginning; each round has what the one before it has reached. */
const walkBack = (rounds: readonly Int32Array[], end: Match): readonly Match[] => {
  const matches: Match[] = [];
  let [x, y] = end;
  for (let edits = rounds.length - 1; edits >= 0; edits -= 1) {
    const reached = rounds[edits] ?? new Int32Array();
    const diagonal = x - y;
    const step = comesFromAbove(reached, diagonal, edits, edits + 1) ? 1 : -1;
    const from = reached[edits + 1 + diagonal + step] ?? 0;
    for (const begin = step === 1 ? from : from + 1; x > begin; x -= 1, y -= 1) matches.push([x - 1, y - 1]);
    [x, y] = [from, from - diagonal - step];
  }
  return matches.reverse();
};

/**
 * The matches of a longest common subsequence of two lists, in their order (E. Myers, "An O(ND) difference algorithm",
 * 1986). There are none if more than 4,000 items are in one list only.
 */
export const alignKeys = <T>(one: readonly T[], other: readonly T[]): readonly Match[] => {
  const most = Math.min(MAX_EDITS, one.length + other.length);
  const middle = most + 1;
  const reached = new Int32Array(2 * middle + 1);
  const rounds: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    rounds.push(reached.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      let x = comesFromAbove(reached, diagonal, edits, middle) ? (reached[at + 1] ?? 0) : (reached[at - 1] ?? 0) + 1;
      while (x < one.length && x - diagonal < other.length && one[x] === other[x - diagonal]) x += 1;
      reached[at] = x;
      if (x >= one.length && x - diagonal >= other.length) return walkBack(rounds, [x, x - diagonal]);
    }
  }
  return [];
};
