import { hash } from 'node:crypto';
import type { SortValue } from './rows.ts';

/** How long a cursor is valid (spec §4L.4). */
export const PAGE_TOKEN_LIFE_MILLIS = 72 * 60 * 60 * 1000;

/** A position in a List: which List, with which parameters, and after which row the next page begins. */
export interface Cursor {
  readonly operation: string;
  readonly order: string;
  /** The filters that are set, by name, in canonical form. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The sort values of the last row of the previous page. */
  readonly values: readonly SortValue[];
  readonly uid: string;
  readonly issuedMillis: number;
  /** How many rows came up to that one when the page was read: the place to look for it first. */
  readonly at: number;
  /** How many rows the walk has skipped so far, where answers report that (behaviour C2). */
  readonly skipped?: number;
}

/** 132 bits of the 256 of a hash: too few to go on hashing from, as one could from all of them. */
const SEAL_LENGTH = 22;

/** The seal of a text. A hash in one step takes a fifth of the time of an HMAC, which is made for each page. */
const sealOf = (key: string, text: string): string => hash('sha256', key + text, 'base64url').slice(0, SEAL_LENGTH);

type Packed = readonly [
  string,
  string,
  Readonly<Record<string, unknown>>,
  readonly (SortValue | null)[],
  string,
  number,
  number,
  number?,
];

/** Encodes a cursor as an opaque, signed, URL-safe token, which the same key opens in this run or a later one. */
export const sealCursor = (key: string, cursor: Cursor): string => {
  const position = [
    cursor.operation,
    cursor.order,
    cursor.filters,
    cursor.values.map((value) => value ?? null),
    cursor.uid,
    cursor.issuedMillis,
    cursor.at,
  ] as const;
  const packed: Packed = cursor.skipped ? [...position, cursor.skipped] : position;
  const text = Buffer.from(JSON.stringify(packed)).toString('base64url');
  return sealOf(key, text) + text;
};

/** Decodes the cursor of a token; undefined when the token was not made with the key. */
export const openCursor = (key: string, token: string): Cursor | undefined => {
  const text = token.slice(SEAL_LENGTH);
  // The text is sealed as it was sent, since decoding ignores stray characters.
  if (text === '' || !token.startsWith(sealOf(key, text))) return undefined;
  const packed = JSON.parse(Buffer.from(text, 'base64url').toString()) as Packed;
  const [operation, order, filters, before, uid, issuedMillis, at, skipped = 0] = packed;
  const values = before.map((value) => value ?? undefined);
  const cursor = { operation, order, filters, values, uid, issuedMillis, at };
  return skipped === 0 ? cursor : { ...cursor, skipped };
};
