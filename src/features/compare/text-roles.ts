import type { ValuePath } from './compare-values.ts';

/**
 * The parts of a text that a mock makes anew in each run: times, the numbers of secrets, ids of events, the
 * parts of uids, and addresses of this machine.
 */
const MADE =
  /(?<time>\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)|(?<secret>\[secret \d+\])|(?<uuid>\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b)|(?<uid>\b(?:[0-9a-f]{40}|[0-9a-f]{16})\b)|(?<host>\b(?:127\.0\.0\.1|(?:[a-z0-9-]+\.)?localhost):\d+\b)/g;

/** The roles of fields and parameters whose whole text is made anew. */
const MADE_WHOLE: ReadonlyMap<unknown, string> = new Map([
  ['nextPageToken', 'page'],
  ['next_page_token', 'page'],
  ['page_token', 'page'],
  ['etag', 'etag'],
]);

const NONE: ReadonlySet<string> = new Set();

/** Says whether two texts of a role stand for each other. */
export type PairTexts = (role: string, one: string, other: string) => boolean;

const madeIn = (text: string): readonly { readonly role: string; readonly text: string }[] =>
  [...text.matchAll(MADE)].map(({ 0: made, groups = {} }) => ({
    role: Object.keys(groups).find((role) => groups[role] !== undefined) ?? '',
    text: made,
  }));

/** The uids in a text, and other ids that are equal in two runs only if they are of the same thing. */
export const idsIn = (text: string): readonly string[] =>
  madeIn(text).flatMap(({ role, text: made }) => (role === 'uid' || role === 'uuid' ? [made] : []));

/** A text in which the role of each part that a mock makes replaces the part, unless that is one of `stays`. */
export const roleText = (text: string, stays: ReadonlySet<string> = NONE): string =>
  text.replace(MADE, (made) => (stays.has(made) ? made : `<${madeIn(made)[0]?.role}>`));

/** The role of the whole text of a field; undefined if only parts of it can have one. */
export const roleOf = (field: unknown): string | undefined => MADE_WHOLE.get(field);

/**
 * True for texts that mean the same in two runs: they are equal but for what a mock makes, and each such part stands for
 * the same part as before. A time stands for any time.
 */
export const areSameTexts = (one: string, other: string, path: ValuePath, pair: PairTexts): boolean => {
  const whole = roleOf(path.at(-1));
  if (whole !== undefined && one !== '' && other !== '') return pair(whole, one, other);
  if (roleText(one) !== roleText(other)) return false;
  const others = madeIn(other);
  return madeIn(one).every(({ role, text }, at) => role === 'time' || pair(role, text, others[at]?.text ?? ''));
};
