import type { JsonObject } from '../schema/json-object.ts';
import type { Resource } from './resource.ts';
import type { Row, Rows } from './rows.ts';

/** The fields of a row as answers return them: with those that its resource computes. */
export const hydrateRow = ({ hydrate }: Pick<Resource, 'hydrate'>, row: Row, rows: Rows): JsonObject =>
  // Not `{ ...row, ...fields }`: V8 gives each of those a hidden class of its own, which is slow to make and to read.
  hydrate ? Object.assign({}, row, hydrate.answer(row, rows)) : (row as JsonObject);
