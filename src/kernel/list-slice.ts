import { int32 } from '../schema/field-types.ts';
import { type Fields, optional } from '../schema/message.ts';
import type { FieldViolation } from './errors.ts';

const DEFAULT_PAGE_SIZE = 50;

/** The request fields of a slice, at numbers that no published v1 request uses (behaviour §12.4 V8). */
export const sliceFields: Fields = {
  pageSize: optional(100, int32(), 'How many results at most; all of them unless given.'),
  offset: optional(101, int32(), 'Results to pass over.'),
  page: optional(102, int32(), 'Which page, counted from 1; of 50 results unless `page_size` is given.', {
    presence: true,
  }),
  limit: optional(103, int32(), 'The same as `page_size`.'),
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
}

/**
 * Reads `offset` (rows to pass over) or `page` (counted from 1), and `page_size`, which may also be called `limit`
 * (behaviour §12.4 V8). Without any of them the slice is everything; a page without a size has 50 rows.
 */
export const sliceOf = (request: Readonly<Record<string, unknown>>, before: readonly FieldViolation[]): Slice => {
  const { offset = 0, page, pageSize = 0, limit = 0 } = request as SliceRequest;
  const faults = [...before];
  for (const [field, value] of Object.entries({ offset, page_size: pageSize, limit })) {
    if (value < 0) faults.push({ field, description: `${field} must not be negative` });
  }
  if (page !== undefined && page < 1) faults.push({ field: 'page', description: 'page must be at least 1' });
  if (page !== undefined && offset !== 0) {
    faults.push({ field: 'page', description: 'page cannot be combined with offset' });
  }
  if (pageSize !== 0 && limit !== 0 && pageSize !== limit) {
    faults.push({ field: 'limit', description: 'limit and page_size differ' });
  }
  const given = pageSize || limit;
  const size = given || (page === undefined ? Number.POSITIVE_INFINITY : DEFAULT_PAGE_SIZE);
  return { start: page === undefined ? offset : (page - 1) * size, size, faults };
};
