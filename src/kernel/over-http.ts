import type { Edition } from '../schema/edition.ts';
import { type Domain, type HttpOperation, isOverHttp } from '../schema/operation.ts';
import type { BoundOperation } from './runner.ts';

/** A bound operation that is reached over HTTP. */
export type BoundHttpOperation = BoundOperation & { readonly operation: HttpOperation };

const isReachable = (bound: BoundOperation): bound is BoundHttpOperation => isOverHttp(bound.operation);

/** The operations of one edition that are reached over HTTP. */
export const selectOverHttp = (
  operations: readonly BoundOperation[],
  { name }: Edition,
): readonly BoundHttpOperation[] =>
  operations.filter(isReachable).filter(({ operation }) => operation.edition.name === name);

/** The domains whose operations have no version: clients of every edition call the same ones (behaviour §12). */
const UNVERSIONED: ReadonlySet<Domain> = new Set(['oidc', 'auth']);

/** The operations that clients of an edition call beside its own, since they have no version. */
export const selectUnversioned = (
  operations: readonly BoundOperation[],
  { name }: Edition,
): readonly BoundHttpOperation[] =>
  operations
    .filter(isReachable)
    .filter(({ operation: { domain, edition } }) => UNVERSIONED.has(domain) && edition.name !== name);
