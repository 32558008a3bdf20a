import { int32 } from '../schema/field-types.ts';
import { type Fields, optional } from '../schema/message.ts';
import type { FieldViolation } from './errors.ts';

/** How many results a page has that no size was given for. */
export const DEFAULT_PAGE_SIZE = 50;

/** The request fields of a slice beside its size, at numbers that no published v1 request uses (§12.4 V8). */
export const sliceStartFields: Fields = {
  offset: optional(101, int32(), 'Results to pass over.'),
  page: optional(102, int32(), 'Which page, counted from 1; of 50 results unless `page_size` is given.', {
    presence: true,
  }),
  limit: optional(103, int32(), 'The same as `page_size`.'),
};

/** The request fields of a slice, where the published request has no size of its own. */
export const sliceFields: Fields = {
  pageSize: optional(100, int32(), 'How many results at most; all of them unless given.'),
  ...sliceStartFields,
};

/** The part of a full result set that a request asks for. */
export interface Slice {
  readonly start: number;
  /** How many rows at most; Infinity for all that follow. */
  readonly size: number;
  readonly faults: readonly FieldViolation[];
}

interface SliceRequest {
  readonly offset?: number;
  readonly page?: number;
  readonly pageSize?: number;
  readonly limit?: number;
  readonly pageToken?: string;
  readonly skip?: number;
}

type Request = Readonly<Record<string, unknown>>;

/**
 * Whether a request to a List with a cursor asks for a page by that: not for a slice, and not for everything, which is
 * what it is without any parameter of paging unless the List is `paged` even then (behaviour §12.3, §12.4 V8).
 */
export const isByCursor = (request: Request, paged: boolean): boolean => {
  const { offset = 0, page, pageSize = 0, limit = 0, pageToken = '', skip = 0 } = request as SliceRequest;
  if (offset !== 0 || page !== undefined) return false;
  return paged || pageToken !== '' || pageSize !== 0 || limit !== 0 || skip !== 0;
};

/** How many results are asked for at most, by `page_size` or `limit`; 0 where neither says. Adds what is wrong. */
export const sizeOf = (request: Request, faults: FieldViolation[]): number => {
  const { pageSize = 0, limit = 0 } = request as SliceRequest;
  if (limit < 0) faults.push({ field: 'limit', description: 'limit must not be negative' });
  if (pageSize !== 0 && limit !== 0 && pageSize !== limit) {
    faults.push({ field: 'limit', description: 'limit and page_size differ' });
  }
  return pageSize || Math.max(limit, 0);
};

/**
 * Reads `offset` (rows to pass over) or `page` (counted from 1), and `page_size`, which may also be called `limit`
 * (behaviour §12.4 V8). Without any of them the slice is everything; a page without a size has 50 rows.
 */
export const sliceOf = (request: Request, before: readonly FieldViolation[]): Slice => {
  const { offset = 0, page, pageSize = 0, pageToken = '', skip = 0 } = request as SliceRequest;
  const faults = [...before];
  for (const [field, value] of Object.entries({ offset, page_size: pageSize })) {
    if (value < 0) faults.push({ field, description: `${field} must not be negative` });
  }
  if (page !== undefined && page < 1) faults.push({ field: 'page', description: 'page must be at least 1' });
  if (page !== undefined && offset !== 0) {
    faults.push({ field: 'page', description: 'page cannot be combined with offset' });
  }
  for (const [field, isGiven] of [
    ['page_token', pageToken !== ''],
    ['skip', skip !== 0],
  ] as const) {
    if (isGiven) faults.push({ field, description: `${field} cannot be combined with offset or page` });
  }
  const given = sizeOf(request, faults);
  const size = given || (page === undefined ? Number.POSITIVE_INFINITY : DEFAULT_PAGE_SIZE);
  return { start: page === undefined ? offset : (page - 1) * size, size, faults };
};
