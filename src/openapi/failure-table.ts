import type { CodeName } from '../kernel/errors.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import type { Operation } from '../schema/operation.ts';

/** One answer other than OK: its status and its code. */
interface Failure {
  readonly status: number;
  readonly code: CodeName;
}

/** Every answer other than OK in the documents. */
export const FAILURES = {
  InvalidArgument: { status: 400, code: 'INVALID_ARGUMENT' },
  FailedPrecondition: { status: 400, code: 'FAILED_PRECONDITION' },
  Unauthenticated: { status: 401, code: 'UNAUTHENTICATED' },
  PermissionDenied: { status: 403, code: 'PERMISSION_DENIED' },
  NotFound: { status: 404, code: 'NOT_FOUND' },
  AlreadyExists: { status: 409, code: 'ALREADY_EXISTS' },
  Aborted: { status: 409, code: 'ABORTED' },
  BodyTooLarge: { status: 413, code: 'RESOURCE_EXHAUSTED' },
  ResourceExhausted: { status: 429, code: 'RESOURCE_EXHAUSTED' },
  HeadersTooLarge: { status: 431, code: 'RESOURCE_EXHAUSTED' },
  Internal: { status: 500, code: 'INTERNAL' },
  Unimplemented: { status: 501, code: 'UNIMPLEMENTED' },
} as const satisfies Readonly<Record<string, Failure>>;

/** The name of a failure. */
export type FailureName = keyof typeof FAILURES;

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

/** The possible failures of an operation, without those that are answered before the operation is known. */
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
export const listDeclaredFailures = (bound: BoundOperation): readonly Failure[] =>
  sortByTable(listOwnFailures(bound)).map((name) => FAILURES[name]);
