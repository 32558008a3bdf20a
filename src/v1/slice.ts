import type { JsonObject } from '../json.ts';
import { DEFAULT_PAGE_SIZE } from '../kernel/list.ts';
import { int32 } from '../schema/field-types.ts';
import { type FieldViolation, violationByName } from '../schema/field-violation.ts';
import { type Fields, optional } from '../schema/message.ts';

/** The request fields of a slice besides its size, with numbers that no published v1 request uses (behaviour V8). */
export const sliceStartFields: Fields = {
  offset: optional(101, int32(), 'How many results to skip. Not together with `page`, a cursor or `skip`.', {
    minimum: 0,
  }),
  page: optional(
    102,
    int32(),
    'Which page, counted from 1; it has 50 results unless `page_size` is set. Not together with `offset`, a cursor or `skip`.',
    {
      presence: true,
      minimum: 1,
    },
  ),
  limit: optional(103, int32(), 'The same as `page_size`, which must not differ from it.', { minimum: 0 }),
};

/** The request fields of a slice, for a published request without a size. */
export const sliceFields: Fields = {
  pageSize: optional(100, int32(), 'How many results at most; all of them by default.', { minimum: 0 }),
  ...sliceStartFields,
};

/** The part of all results that a request asks for. */
export interface Slice {
  readonly start: number;
  /** The most rows; Infinity for all that follow. */
  readonly size: number;
  readonly violations: readonly FieldViolation[];
}

interface SliceRequest {
  readonly offset?: number;
  readonly page?: number;
  readonly pageSize?: number;
  readonly limit?: number;
  readonly pageToken?: string;
  readonly skip?: number;
}

/**
 * True if a request to a List with a cursor asks for a page by cursor: neither for a slice nor for all results. A
 * request without paging parameters asks for all results, unless the List is always `paged` (behaviour §12.3,
 * §12.4 V8).
 */
export const isByCursor = (request: JsonObject, paged: boolean): boolean => {
  const { offset = 0, page, pageSize = 0, limit = 0, pageToken = '', skip = 0 } = request as SliceRequest;
  if (offset !== 0 || page !== undefined) return false;
  return paged || pageToken !== '' || pageSize !== 0 || limit !== 0 || skip !== 0;
};

/** The requested size, from `page_size` or `limit`; 0 if neither is set. Adds violations to those found. */
export const sizeOf = (request: JsonObject, found: FieldViolation[]): number => {
  const { pageSize = 0, limit = 0 } = request as SliceRequest;
  if (limit < 0) found.push(violationByName('limit', 'must not be negative'));
  if (pageSize !== 0 && limit !== 0 && pageSize !== limit) {
    found.push(violationByName('limit', 'and page_size differ'));
  }
  return pageSize || Math.max(limit, 0);
};

/**
 * Reads `offset` (rows to skip) or `page` (counted from 1), and `page_size`, which may also be called `limit`
 * (behaviour §12.4 V8). Without any of them the slice has all rows; a page without a size has 50 rows.
 */
export const sliceOf = (request: JsonObject, before: readonly FieldViolation[]): Slice => {
  const { offset = 0, page, pageSize = 0, pageToken = '', skip = 0 } = request as SliceRequest;
  const found = [...before];
  for (const [field, value] of Object.entries({ offset, page_size: pageSize })) {
    if (value < 0) found.push(violationByName(field, 'must not be negative'));
  }
  if (page !== undefined && page < 1) found.push(violationByName('page', 'must be at least 1'));
  if (page !== undefined && offset !== 0) {
    found.push(violationByName('page', 'cannot be combined with offset'));
  }
  for (const [field, isGiven] of [
    ['page_token', pageToken !== ''],
    ['skip', skip !== 0],
  ] as const) {
    if (isGiven) found.push(violationByName(field, 'cannot be combined with offset or page'));
  }
  const given = sizeOf(request, found);
  const size = given || (page === undefined ? Number.POSITIVE_INFINITY : DEFAULT_PAGE_SIZE);
  return { start: page === undefined ? offset : (page - 1) * size, size, violations: found };
};

/** A List request without the fields of a slice. */
export const omitSlice = ({ offset: _, page: __, limit: ___, ...request }: JsonObject): JsonObject => request;
