import type { BoundOperation } from '../kernel/runner.ts';
import type { Operation } from '../schema/operation.ts';
import { FAILURES, type Failure, type FailureName } from './failure-table.ts';

const DECLARED: Readonly<Record<Operation['fails'][number], FailureName>> = {
  NOT_FOUND: 'NotFound',
  ALREADY_EXISTS: 'AlreadyExists',
  FAILED_PRECONDITION: 'FailedPrecondition',
  ABORTED: 'Aborted',
  RESOURCE_EXHAUSTED: 'ResourceExhausted',
  PERMISSION_DENIED: 'PermissionDenied',
};

/** Names of failures in the order of the table. */
export const sortByTable = (names: ReadonlySet<FailureName>): readonly FailureName[] =>
  (Object.keys(FAILURES) as FailureName[]).filter((name) => names.has(name));

/** The possible failures of an operation, but for those that are answered before it is known which it is. */
export const listOwnFailures = ({ operation, missingIsEmpty }: BoundOperation): ReadonlySet<FailureName> => {
  const { http, capabilities, fails } = operation;
  const possible = new Set<FailureName>(['InvalidArgument', 'Unauthenticated', 'Internal']);
  if (capabilities.length > 0) possible.add('PermissionDenied');
  if (http && (http.body !== undefined || http.method === 'POST')) possible.add('BodyTooLarge');
  for (const code of fails) possible.add(DECLARED[code]);
  if (missingIsEmpty) possible.delete('NotFound');
  return possible;
};

/** The failures that an operation is declared with: its own, in the order of the table. */
export const listDeclaredFailures = (bound: BoundOperation): readonly Pick<Failure, 'status' | 'code'>[] =>
  sortByTable(listOwnFailures(bound)).map((name) => {
    const { status, code } = FAILURES[name];
    return { status, code };
  });
