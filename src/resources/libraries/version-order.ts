/** Words that mark a pre-release, in their order. */
const BEFORE_RELEASE = ['dev', 'snapshot', 'alpha', 'beta', 'milestone', 'pre', 'rc'];
const SHORT: Readonly<Record<string, string>> = {
  a: 'alpha',
  b: 'beta',
  m: 'milestone',
  preview: 'pre',
  c: 'rc',
  cr: 'rc',
};
/** Words that do not change the order. */
const RELEASE: ReadonlySet<string> = new Set(['final', 'ga', 'release']);

/** A part of a version: `rank` puts words before the end of a version, after it, or among numbers. */
interface Part {
  readonly rank: -1 | 0 | 1 | 2;
  readonly number: bigint;
  readonly word: string;
}

const END: Part = { rank: 0, number: 0n, word: '' };

const partOf = (text: string): Part => {
  if (/^\d/.test(text)) {
    const number = BigInt(text);
    // Trailing zeros do not count: 1.0 is 1.0.0.
    return number === 0n ? END : { rank: 2, number, word: '' };
  }
  const lower = text.toLowerCase();
  if (RELEASE.has(lower)) return END;
  const before = BEFORE_RELEASE.indexOf(SHORT[lower] ?? lower);
  return before >= 0 ? { rank: -1, number: BigInt(before), word: '' } : { rank: 1, number: 0n, word: lower };
};

const partsOf = (version: string): readonly Part[] => (version.match(/\d+|[a-z]+/gi) ?? []).map(partOf);

const compareParts = (a: Part, b: Part): number => {
  if (a.rank !== b.rank) return a.rank - b.rank;
  if (a.number !== b.number) return a.number < b.number ? -1 : 1;
  return a.word === b.word ? 0 : a.word < b.word ? -1 : 1;
};

/**
 * Orders versions as Maven and PyPI publish them, oldest first: numbers by value, `1.0-rc1` before `1.0`, and
 * `1.0.post1` or `1.0+cgr.1` between `1.0` and `1.0.1`. Zero for versions that differ in spelling only.
 */
export const compareVersions = (a: string, b: string): number => {
  const [one, other] = [partsOf(a), partsOf(b)];
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = compareParts(one[at] ?? END, other[at] ?? END);
    if (difference !== 0) return difference;
  }
  return 0;
};
