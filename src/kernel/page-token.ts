import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SortValue } from './rows.ts';

/** How long a cursor leads anywhere (spec §4L.4). */
export const PAGE_TOKEN_LIFE_MILLIS = 72 * 60 * 60 * 1000;

/** What a cursor says: of which List it is, with which parameters, and after which row to go on. */
export interface Cursor {
  readonly operation: string;
  readonly order: string;
  /** The filters given, canonical, by name. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** The sort values of the last row of the page before. */
  readonly values: readonly SortValue[];
  readonly uid: string;
  readonly issuedMillis: number;
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
];

/** An opaque, signed, URL-safe token for a cursor; the same key reads it, in this run or a later one. */
export const sealCursor = (key: string, cursor: Cursor): string => {
  const packed: Packed = [
    cursor.operation,
    cursor.order,
    cursor.filters,
    cursor.values.map((value) => value ?? null),
    cursor.uid,
    cursor.issuedMillis,
  ];
  const body = Buffer.from(JSON.stringify(packed));
  return Buffer.concat([sign(key, body), body]).toString('base64url');
};

/** The cursor of a token; undefined when the token was not made with the key. */
export const openCursor = (key: string, token: string): Cursor | undefined => {
  const sealed = Buffer.from(token, 'base64url');
  // Decoding passes over stray characters; only the exact spelling is a token.
  if (sealed.length <= SIGNATURE_BYTES || sealed.toString('base64url') !== token) return undefined;
  const body = sealed.subarray(SIGNATURE_BYTES);
  if (!timingSafeEqual(sealed.subarray(0, SIGNATURE_BYTES), sign(key, body))) return undefined;
  const [operation, order, filters, values, uid, issuedMillis] = JSON.parse(body.toString()) as Packed;
  return { operation, order, filters, values: values.map((value) => value ?? undefined), uid, issuedMillis };
};
