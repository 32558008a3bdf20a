import { hash } from 'node:crypto';
import { BoundedCache } from '../schema/bounded-cache.ts';
import type { SortValue } from './rows.ts';

/** The life of a cursor (spec §4L.4). */
export const PAGE_TOKEN_LIFE_MILLIS = 72 * 60 * 60 * 1000;

/** A List and its parameters: the same for each page of a walk. */
export interface Walk {
  readonly operation: string;
  readonly order: string;
  /** The filters that are set, by name, in canonical form. */
  readonly filters: Readonly<Record<string, unknown>>;
}

/** A position in a List: of which walk, and after which row the next page begins. */
export interface Cursor {
  readonly walk: Walk;
  /** The sort values of the last row of the previous page. */
  readonly values: readonly SortValue[];
  readonly uid: string;
  readonly issuedMillis: number;
  /** The index behind that row when the page was read: the place to look for it first. */
  readonly at: number;
  /** The number of rows that the walk has skipped so far, if answers report it (behaviour C2). */
  readonly skipped?: number;
}

/** 132 bits of the 256 of a hash: too few to go on hashing from, as one could from all of them. */
const SEAL_LENGTH = 22;

/** The seal of a text. A hash in one step takes a fifth of the time of an HMAC, which is made for each page. */
const sealOf = (key: string, text: string): string => hash('sha256', key + text, 'base64url').slice(0, SEAL_LENGTH);

type PackedWalk = readonly [operation: string, order: string, filters: Walk['filters']];
type PackedPlace = readonly [
  values: readonly (SortValue | null)[],
  uid: string,
  issuedMillis: number,
  at: number,
  skipped?: number,
];

const pack = (packed: PackedWalk | PackedPlace): string => Buffer.from(JSON.stringify(packed)).toString('base64url');
const unpack = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString());

/** The digits of the length of a walk's text, which stands between the seal and that text. */
const LENGTH_DIGITS = 5;
const LENGTH_END = SEAL_LENGTH + LENGTH_DIGITS;

const CACHED_WALKS = 256;
/** A longer text is not cached. */
const MAX_CACHED_LENGTH = 2_048;
const walks = new BoundedCache<string, Walk>(CACHED_WALKS);
const texts = new WeakMap<Walk, string>();

/** The text of a walk, with its length before it. It is made once for all pages of a walk. */
const textOf = (walk: Walk): string => {
  let text = texts.get(walk);
  if (text === undefined) {
    const packed = pack([walk.operation, walk.order, walk.filters]);
    text = packed.length.toString(36).padStart(LENGTH_DIGITS, '0') + packed;
    texts.set(walk, text);
  }
  return text;
};

const walkOf = (text: string): Walk => {
  const cached = walks.get(text);
  if (cached) return cached;
  const [operation, order, filters] = unpack(text) as PackedWalk;
  const walk = { operation, order, filters };
  if (text.length <= MAX_CACHED_LENGTH) walks.set(text, walk);
  return walk;
};

/** Encodes a cursor as an opaque, signed, URL-safe token, which the same key opens in this run or a later one. */
export const sealCursor = (key: string, { walk, values, uid, issuedMillis, at, skipped }: Cursor): string => {
  const place = [values.map((value) => value ?? null), uid, issuedMillis, at] as const;
  const text = textOf(walk) + pack(skipped ? [...place, skipped] : place);
  return sealOf(key, text) + text;
};

/** Decodes the cursor of a token; undefined when the token was not made with the key. Cursors of one walk share its object. */
export const openCursor = (key: string, token: string): Cursor | undefined => {
  const text = token.slice(SEAL_LENGTH);
  // The text is sealed as it was sent, since decoding ignores stray characters.
  if (text === '' || !token.startsWith(sealOf(key, text))) return undefined;
  const end = LENGTH_END + Number.parseInt(token.slice(SEAL_LENGTH, LENGTH_END), 36);
  const [before, uid, issuedMillis, at, skipped = 0] = unpack(token.slice(end)) as PackedPlace;
  const values = before.map((value) => value ?? undefined);
  const cursor = { walk: walkOf(token.slice(LENGTH_END, end)), values, uid, issuedMillis, at };
  return skipped === 0 ? cursor : { ...cursor, skipped };
};
