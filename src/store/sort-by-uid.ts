import type { Entry } from '../kernel/rows.ts';
import { byUid } from './entry-list.ts';

/** Fewer entries than this are sorted by comparison. */
const WORTH_KEYS = 256;
/** How many characters of a uid are in its key, and how many values each may have: with an index, less than 53 bits. */
const CHARACTERS = 7;
const VALUES = 18;
const MOST = 2 ** 23;

const OTHER = -1;

/** The place of a character among those of uids, which are hex digits and slashes; 0 at the end of a uid. */
const valueAt = (uid: string, at: number): number => {
  if (at >= uid.length) return 0;
  const code = uid.charCodeAt(at);
  if (code >= 97 && code <= 102) return code - 85;
  return code >= 47 && code <= 57 ? code - 46 : OTHER;
};

const sharedLength = (a: string, b: string, most: number): number => {
  let at = 0;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  return at;
};

/** How many characters all uids have in common at their beginning. */
const commonLength = (entries: readonly Entry[]): number => {
  const { uid: first } = entries[0] as Entry;
  return entries.reduce((length, { uid }) => sharedLength(first, uid, length), first.length);
};

/** A number for each entry, by the beginning of what distinguishes the uids, and then by its index; undefined where a uid has another character. */
const keysOf = (entries: readonly Entry[]): Float64Array | undefined => {
  const from = commonLength(entries);
  const keys = new Float64Array(entries.length);
  for (const [index, { uid }] of entries.entries()) {
    let key = 0;
    for (let at = from; at < from + CHARACTERS; at += 1) {
      const value = valueAt(uid, at);
      if (value === OTHER) return undefined;
      key = key * VALUES + value;
    }
    keys[index] = key * MOST + index;
  }
  return keys.sort();
};

/**
 * Entries in uid order, as another array. Many are sorted by numbers, since uids are digests below one beginning: to
 * compare them as texts is a good part of what a large state costs.
 */
export const sortedByUid = (entries: readonly Entry[]): Entry[] => {
  const { length } = entries;
  const keys = length < WORTH_KEYS || length > MOST ? undefined : keysOf(entries);
  if (!keys) return [...entries].sort(byUid);
  const sorted = Array.from(keys, (key) => entries[key % MOST] as Entry);
  const isAlike = (at: number, other: number): boolean =>
    Math.floor((keys[at] as number) / MOST) === Math.floor((keys[other] as number) / MOST);
  // Uids that differ only behind their keys are next to each other.
  for (let begin = 0, end = 1; begin < length; begin = end, end += 1) {
    while (end < length && isAlike(end, begin)) end += 1;
    if (end - begin < 2) continue;
    for (const [at, entry] of sorted.slice(begin, end).sort(byUid).entries()) sorted[begin + at] = entry;
  }
  return sorted;
};
