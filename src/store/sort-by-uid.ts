import type { Entry } from '../kernel/rows.ts';
import { Pace, runAtOnce, type Steps } from '../kernel/steps.ts';
import { compareUids } from './entry-list.ts';

/** The number of entries below which they are sorted by comparison. */
const WORTH_KEYS = 256;
/** The number of characters of a uid in its key, and of values of each: with an index, less than 53 bits. */
const CHARACTERS = 7;
const VALUES = 18;
const MOST = 2 ** 23;

const OTHER = -1;

/** The place of a character among the hex digits and slashes of uids; 0 at the end of a uid. */
const valueAt = (uid: string, at: number): number => {
  if (at >= uid.length) return 0;
  const code = uid.charCodeAt(at);
  if (code >= 97 && code <= 102) return code - 85;
  return code >= 47 && code <= 57 ? code - 46 : OTHER;
};

/** The number of entries that one step looks at. */
const STEP = 20_000;

/** The number of characters that all uids have in common at their beginning. */
function* findCommonLength(entries: readonly Entry[], pace: Pace): Steps<number> {
  const { uid: first } = entries[0] as Entry;
  let shared = first;
  for (const { uid } of entries) {
    if (pace.isDue()) yield;
    if (uid.startsWith(shared)) continue;
    let same = 0;
    while (same < shared.length && first.charCodeAt(same) === uid.charCodeAt(same)) same += 1;
    shared = first.slice(0, same);
  }
  return shared.length;
}

/** A number for each entry, by where the uids differ and by its index; undefined if a uid has other characters. */
function* keysOf(entries: readonly Entry[], pace: Pace): Steps<Float64Array | undefined> {
  const from = yield* findCommonLength(entries, pace);
  const keys = new Float64Array(entries.length);
  for (let index = 0; index < entries.length; index += 1) {
    if (pace.isDue()) yield;
    const { uid } = entries[index] as Entry;
    let key = 0;
    for (let at = from; at < from + CHARACTERS; at += 1) {
      const value = valueAt(uid, at);
      if (value === OTHER) return undefined;
      key = key * VALUES + value;
    }
    keys[index] = key * MOST + index;
  }
  return keys.sort();
}

/**
 * Sorts entries by uid into another array. Many are sorted by numbers, since their uids are digests behind a common
 * beginning: comparing the texts is a good part of the cost of a large state.
 */
export function* sortByUidInSteps(entries: readonly Entry[]): Steps<Entry[]> {
  const { length } = entries;
  const pace = new Pace(STEP);
  const keys = length < WORTH_KEYS || length > MOST ? undefined : yield* keysOf(entries, pace);
  if (!keys) return [...entries].sort(compareUids);
  const sorted: Entry[] = [];
  // Uids that differ only behind their keys are next to each other: those from `begin` on have the same key.
  let begin = 0;
  let last = Number.NaN;
  for (let at = 0; at <= length; at += 1) {
    if (pace.isDue()) yield;
    const key = at < length ? (keys[at] as number) : Number.NaN;
    const beginning = Math.floor(key / MOST);
    if (beginning !== last) {
      if (at - begin > 1) sorted.push(...sorted.splice(begin).sort(compareUids));
      begin = at;
      last = beginning;
    }
    if (at < length) sorted.push(entries[key % MOST] as Entry);
  }
  return sorted;
}

/** Entries in uid order, as another array. */
export const sortByUid = (entries: readonly Entry[]): Entry[] => runAtOnce(sortByUidInSteps(entries));
