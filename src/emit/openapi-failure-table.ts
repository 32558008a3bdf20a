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
import type { Examples } from './openapi-examples.ts';

/** An error of a document's examples, and the service that it is of. */
export interface ShownError {
  readonly error: ApiError;
  readonly service: string;
}

type Shown = (examples: Examples) => Readonly<Record<string, ShownError>>;

/** One answer other than OK: its status, the code in it, and when it is given. */
export interface Failure {
  readonly status: number;
  readonly code: CodeName;
  readonly when: string;
  readonly examples: Shown;
  /** What v1 says otherwise, whose errors have no details. */
  readonly inV1?: { readonly when: string; readonly examples?: Shown };
}

/** Every answer other than OK that the documents know. */
export const FAILURES = {
  InvalidArgument: {
    status: 400,
    code: 'INVALID_ARGUMENT',
    when: 'The request breaks a rule; the details name every field at fault.',
    examples: () => ({
      invalidName: {
        service: 'iam',
        error: invalidField('name', 'name must match "^[a-z0-9 ._-]{1,}$"'),
      },
      malformedBody: { service: 'iam', error: invalidField('body', 'malformed JSON') },
      unknownOrder: { service: 'registry', error: invalidField('order_by', 'unsupported order_by field "bogus"') },
    }),
    inV1: {
      when: 'The request breaks a rule; the message names every field at fault.',
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
    when: 'Something that exists stands in the way; the details say what.',
    examples: () => ({
      notEmpty: {
        service: 'iam',
        error: failedPrecondition({ type: 'RESOURCE_NOT_EMPTY', description: 'cannot delete group with child repos' }),
      },
    }),
    inV1: {
      when: 'Something that exists stands in the way; the answer does not say what.',
      examples: () => ({
        notEmpty: { service: 'iam', error: new ApiError('FAILED_PRECONDITION', 'cannot delete group') },
      }),
    },
  },
  Unauthenticated: {
    status: 401,
    code: 'UNAUTHENTICATED',
    when: 'There is no bearer token where one is needed, or it is not good.',
    examples: () => ({
      missing: { service: 'iam', error: unauthenticated('missing bearer token') },
      expired: { service: 'iam', error: unauthenticated('token expired') },
    }),
  },
  PermissionDenied: {
    status: 403,
    code: 'PERMISSION_DENIED',
    when: 'The caller lacks a capability, whether or not what it asks for exists.',
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
    when: 'Something that the request names does not exist; the details say what.',
    examples: (examples) => ({
      unknownRepo: {
        service: 'registry',
        error: notFound({ type: 'registry/Repo', name: examples.uidOf('repo') }, 'repo'),
      },
    }),
    inV1: { when: 'Something that the request names does not exist; the message says what.' },
  },
  AlreadyExists: {
    status: 409,
    code: 'ALREADY_EXISTS',
    when: 'There is one like it already; the details name it.',
    examples: (examples) => ({
      takenName: {
        service: 'registry',
        error: alreadyExists({ type: 'registry/Repo', name: examples.uidOf('repo') }, 'repo', 'nginx'),
      },
    }),
    inV1: { when: 'There is one like it already; the message names it.' },
  },
  Aborted: {
    status: 409,
    code: 'ABORTED',
    when: 'The etag given is not the current one.',
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
    when: 'It was done before and may not be done again for now.',
    examples: () => ({ repeated: { service: 'iam', error: exhausted('access was requested already') } }),
  },
  Internal: {
    status: 500,
    code: 'INTERNAL',
    when: 'The service failed; nothing was changed.',
    examples: () => ({ internal: { service: 'iam', error: internal() } }),
  },
} as const satisfies Readonly<Record<string, Failure>>;

/** The name of one of them. */
export type FailureName = keyof typeof FAILURES;
