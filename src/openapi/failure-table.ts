import {
  ApiError,
  aborted,
  alreadyExists,
  type CodeName,
  denied,
  exhausted,
  failedPrecondition,
  internal,
  invalidField,
  notFound,
  unauthenticated,
} from '../kernel/errors.ts';
import type { BoundOperation } from '../kernel/runner.ts';
import type { Operation } from '../schema/operation.ts';
import type { Examples } from './examples.ts';

/** Makes errors for the examples of a document, each with its service. */
type MakeExamples = (
  examples: Examples,
) => Readonly<Record<string, { readonly error: ApiError; readonly service: string }>>;

/** One answer other than OK: its status, its code, and when it is returned. */
export interface Failure {
  readonly status: number;
  readonly code: CodeName;
  readonly when: string;
  readonly examples: MakeExamples;
  /** The parts that differ in an edition whose errors have no details. */
  readonly withoutDetails?: { readonly when: string; readonly examples?: MakeExamples };
  /** True if it is returned before the path is known, so that it has details in every edition. */
  readonly beforePath?: true;
}

/** Every answer other than OK in the documents. */
export const FAILURES = {
  InvalidArgument: {
    status: 400,
    code: 'INVALID_ARGUMENT',
    when: 'The request violates a rule; the details list every violation.',
    examples: () => ({
      invalidName: {
        service: 'iam',
        error: invalidField('name', 'name must match "^[a-z0-9 ._-]{1,}$"'),
      },
      malformedBody: { service: 'iam', error: invalidField('body', 'malformed JSON') },
      unknownOrder: { service: 'registry', error: invalidField('order_by', 'unsupported order_by field "bogus"') },
    }),
    withoutDetails: {
      when: 'The request violates a rule; the message lists every violation.',
      examples: () => ({
        invalidName: { service: 'iam', error: invalidField('name', 'name must match "^[a-z0-9 ._-]{1,}$"') },
        malformedBody: { service: 'iam', error: invalidField('body', 'malformed JSON') },
        noSuchPage: { service: 'registry', error: invalidField('page', 'page must be at least 1') },
      }),
    },
  },
  FailedPrecondition: {
    status: 400,
    code: 'FAILED_PRECONDITION',
    when: 'The state of the service does not allow it; the details list the failed preconditions.',
    examples: () => ({
      notEmpty: {
        service: 'iam',
        error: failedPrecondition({ type: 'RESOURCE_NOT_EMPTY', description: 'cannot delete group with child repos' }),
      },
    }),
    withoutDetails: {
      when: 'The state of the service does not allow it; the answer does not list the failed preconditions.',
      examples: () => ({
        notEmpty: { service: 'iam', error: new ApiError('FAILED_PRECONDITION', 'cannot delete group') },
      }),
    },
  },
  Unauthenticated: {
    status: 401,
    code: 'UNAUTHENTICATED',
    when: 'A bearer token is required, and it is missing or invalid.',
    examples: () => ({
      missing: { service: 'iam', error: unauthenticated('missing bearer token') },
      expired: { service: 'iam', error: unauthenticated('token expired') },
    }),
  },
  PermissionDenied: {
    status: 403,
    code: 'PERMISSION_DENIED',
    when: 'The caller lacks a capability, whether or not the resource exists.',
    examples: (examples) => ({
      missingCapability: {
        service: 'registry',
        error: denied(`missing capability "repo.delete" on group ${examples.uidOf('group')}`),
      },
    }),
  },
  NotFound: {
    status: 404,
    code: 'NOT_FOUND',
    when: 'A resource that the request names does not exist; the details name it.',
    examples: (examples) => ({
      unknownRepo: {
        service: 'registry',
        error: notFound({ type: 'registry/Repo', name: examples.uidOf('repo') }, 'repo'),
      },
    }),
    withoutDetails: { when: 'A resource that the request names does not exist; the message names it.' },
  },
  AlreadyExists: {
    status: 409,
    code: 'ALREADY_EXISTS',
    when: 'The resource exists already; the details name it.',
    examples: (examples) => ({
      takenName: {
        service: 'registry',
        error: alreadyExists({ type: 'registry/Repo', name: examples.uidOf('repo') }, 'repo', 'nginx'),
      },
    }),
    withoutDetails: { when: 'The resource exists already; the message names it.' },
  },
  Aborted: {
    status: 409,
    code: 'ABORTED',
    when: 'The etag of the request is not the current one.',
    examples: () => ({ staleEtag: { service: 'iam', error: aborted('etag mismatch') } }),
  },
  BodyTooLarge: {
    status: 413,
    code: 'RESOURCE_EXHAUSTED',
    when: 'The body is larger than 4 MiB.',
    examples: () => ({ tooLarge: { service: 'iam', error: exhausted('body is larger than 4194304 bytes') } }),
  },
  ResourceExhausted: {
    status: 429,
    code: 'RESOURCE_EXHAUSTED',
    when: 'The call was made before and cannot be repeated.',
    examples: () => ({ repeated: { service: 'iam', error: exhausted('access was requested already') } }),
  },
  HeadersTooLarge: {
    status: 431,
    code: 'RESOURCE_EXHAUSTED',
    when: 'The headers are larger than 64 KiB. The connection is closed.',
    examples: () => ({ largeHeaders: { service: 'api', error: exhausted('headers are too large') } }),
    beforePath: true,
  },
  Internal: {
    status: 500,
    code: 'INTERNAL',
    when: 'The service failed; nothing was changed.',
    examples: () => ({ internal: { service: 'iam', error: internal() } }),
  },
  Unimplemented: {
    status: 501,
    code: 'UNIMPLEMENTED',
    when: 'The path does not have the method that the request is for. Of a POST with a form that is the one in `X-HTTP-Method-Override`; a slash in the value of a variable of one segment makes another path.',
    examples: () => ({ otherMethod: { service: 'iam', error: new ApiError('UNIMPLEMENTED', 'Method Not Allowed') } }),
  },
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
