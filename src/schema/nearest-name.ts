import { brief } from './field-violation.ts';

/** Counts the single changes (insert, delete, replace, swap two neighbours) from one word to another. */
const distance = (from: string, to: string): number => {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const same = from[i - 1] === to[j - 1];
      const above = rows[i - 1] as number[];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        cost = Math.min(cost, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      }
      row.push(cost);
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
};

/** Longer texts are not typing errors, and cost their length times each candidate's. */
const LONGEST = 64;
/** The most candidates that are compared. */
const MAX_CANDIDATES = 5_000;

/** The work that searches may still do, in pairs of letters that are compared. */
export interface Effort {
  remaining: number;
}

const toBareName = (key: string): string => key.toLowerCase().replaceAll(/[_-]/g, '');

/**
 * The key that was probably meant; undefined when none is near, and for a key of more than 64 characters. The search
 * ends when the effort is spent.
 */
export const findNearestName = (
  key: string,
  known: Iterable<string>,
  effort: Effort = { remaining: Number.POSITIVE_INFINITY },
): string | undefined => {
  if (key.length > LONGEST) return undefined;
  const given = toBareName(key);
  let best: { readonly key: string; readonly far: number } | undefined;
  let looked = 0;
  for (const candidate of known) {
    looked += 1;
    if (looked > MAX_CANDIDATES || effort.remaining <= 0) break;
    effort.remaining -= 1;
    if (candidate.length > LONGEST) continue;
    const other = toBareName(candidate);
    const allowed = Math.max(1, Math.floor(Math.max(given.length, other.length) / 3));
    const isStart = Math.min(given.length, other.length) >= 3 && (other.startsWith(given) || given.startsWith(other));
    // As many changes are needed as one is longer than the other.
    if (!isStart && Math.abs(given.length - other.length) > allowed) continue;
    const isSure = given === other || isStart;
    if (!isSure) effort.remaining -= given.length * other.length;
    const far = given === other ? 0 : isStart ? Math.min(allowed, 1) : distance(given, other);
    if (far <= allowed && (!best || far < best.far)) best = { key: candidate, far };
  }
  return best?.key;
};

/** The most characters of known words that are listed. */
const MAX_LIST_LENGTH = 600;
/** The most characters of an unknown word that are repeated. */
const MAX_WORD_LENGTH = 256;

/** As many words as fit, from the first or, if the nearest would be cut off, from the nearest on. */
const listWords = (words: readonly string[], nearest?: string): string => {
  const listed: string[] = [];
  let length = 0;
  for (const word of words) {
    length += word.length + ', '.length;
    if (length > MAX_LIST_LENGTH) {
      if (nearest === undefined || listed.includes(nearest)) return [...listed, '…'].join(', ');
      return `…, ${listWords(words.slice(words.indexOf(nearest)))}`;
    }
    listed.push(word);
  }
  return listed.join(', ');
};

/** `unknown key "x"`, with the nearest of the known words and with those. */
const describeUnknown = (
  what: string,
  word: string,
  known: readonly string[],
  list: string,
  effort?: Effort,
): string => {
  const nearest = findNearestName(word, known, effort);
  const hint = nearest === undefined ? '' : `, did you mean ${JSON.stringify(nearest)}?`;
  const listed = known.length === 0 ? '' : ` (${list}: ${listWords(known, nearest)})`;
  return `unknown ${what} ${JSON.stringify(brief(word, MAX_WORD_LENGTH))}${hint}${listed}`;
};

/** `unknown key "repo", did you mean "repos"? (known: name, repos)` */
export const describeUnknownKey = (key: string, known: Iterable<string>, effort?: Effort): string =>
  describeUnknown('key', key, [...new Set(known)], 'known', effort);

/** `unknown value "LIV", did you mean "LIVE"? (allowed: LIVE, GONE)` */
export const describeUnknownValue = (value: string, allowed: readonly string[], effort?: Effort): string =>
  describeUnknown('value', value, allowed, 'allowed', effort);
