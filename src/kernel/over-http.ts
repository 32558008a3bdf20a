import type { Edition } from '../schema/edition.ts';
import { type HttpOperation, isOverHttp } from '../schema/operation.ts';
import type { BoundOperation } from './runner.ts';

/** A bound operation that is reached over HTTP. */
export type BoundHttpOperation = BoundOperation & { readonly operation: HttpOperation };

/** The operations of one edition that are reached over HTTP. */
export const selectOverHttp = (
  operations: readonly BoundOperation[],
  { name }: Edition,
): readonly BoundHttpOperation[] =>
  operations.filter(
    (bound): bound is BoundHttpOperation => isOverHttp(bound.operation) && bound.operation.edition.name === name,
  );
