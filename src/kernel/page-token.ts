import { createHmac, timingSafeEqual } from 'node:crypto';
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
  /** How many rows the walk has skipped so far, where answers report that (behaviour C2). */
  readonly skipped?: number;
}

const SIGNATURE_BYTES = 16;

const sign = (key: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(body).digest().subarray(0, SIGNATURE_BYTES);

type Packed = readonly [
  string,
  string,
  Readonly<Record<string, unknown>>,
  readonly (SortValue | null)[],
  string,
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
  ] as const;
  const packed: Packed = cursor.skipped ? [...position, cursor.skipped] : position;
  const body = Buffer.from(JSON.stringify(packed));
  return Buffer.concat([sign(key, body), body]).toString('base64url');
};

/** Decodes the cursor of a token; undefined when the token was not made with the key. */
export const openCursor = (key: string, token: string): Cursor | undefined => {
  const sealed = Buffer.from(token, 'base64url');
  // Decoding ignores stray characters, so that only the exact text is accepted.
  if (sealed.length <= SIGNATURE_BYTES || sealed.toString('base64url') !== token) return undefined;
  const body = sealed.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(sealed.subarray(0, SIGNATURE_BYTES), sign(key, body))) return undefined;
  const [operation, order, filters, values, uid, issuedMillis, skipped = 0] = JSON.parse(body.toString()) as Packed;
  const cursor = { operation, order, filters, values: values.map((value) => value ?? undefined), uid, issuedMillis };
  return skipped === 0 ? cursor : { ...cursor, skipped };
};
