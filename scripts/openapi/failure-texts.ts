import {
  ApiError,
  aborted,
  alreadyExists,
  denied,
  exhausted,
  failedPrecondition,
  internal,
  invalidField,
  notFound,
  unauthenticated,
} from '../../src/kernel/errors.ts';
import type { Examples } from '../../src/openapi/examples.ts';
import type { FailureName } from '../../src/openapi/failure-table.ts';

/** Makes errors for the examples of a document, each with its service. */
type MakeExamples = (
  examples: Examples,
) => Readonly<Record<string, { readonly error: ApiError; readonly service: string }>>;

/** The text of a document about an answer other than OK: when it is returned. */
export interface FailureText {
  readonly when: string;
  readonly examples: MakeExamples;
  /** The parts that differ in an edition whose errors have no details. */
  readonly withoutDetails?: { readonly when: string; readonly examples?: MakeExamples };
  /** True if it is returned before the path is known, so that it has details in every edition. */
  readonly beforePath?: true;
}

/** The words about every answer other than OK. */
export const FAILURE_TEXTS: Readonly<Record<FailureName, FailureText>> = {
  InvalidArgument: {
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
    when: 'A bearer token is required, and it is missing or invalid.',
    examples: () => ({
      missing: { service: 'iam', error: unauthenticated('missing bearer token') },
      expired: { service: 'iam', error: unauthenticated('token expired') },
    }),
  },
  PermissionDenied: {
    when: 'The caller lacks a capability, whether or not the resource exists.',
    examples: (examples) => ({
      missingCapability: {
        service: 'registry',
        error: denied(`missing capability "repo.delete" on group ${examples.uidOf('group')}`),
      },
    }),
  },
  NotFound: {
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
    when: 'The etag of the request is not the current one.',
    examples: () => ({ staleEtag: { service: 'iam', error: aborted('etag mismatch') } }),
  },
  BodyTooLarge: {
    when: 'The body is larger than 4 MiB.',
    examples: () => ({ tooLarge: { service: 'iam', error: exhausted('body is larger than 4194304 bytes') } }),
  },
  ResourceExhausted: {
    when: 'The call was made before and cannot be repeated.',
    examples: () => ({ repeated: { service: 'iam', error: exhausted('access was requested already') } }),
  },
  HeadersTooLarge: {
    when: 'The headers are larger than 64 KiB. The connection is closed.',
    examples: () => ({ largeHeaders: { service: 'api', error: exhausted('headers are too large') } }),
    beforePath: true,
  },
  Internal: {
    when: 'The service failed; nothing was changed.',
    examples: () => ({ internal: { service: 'iam', error: internal() } }),
  },
  Unimplemented: {
    when: 'The path does not have the method of the request, for a POST with a form the one in `X-HTTP-Method-Override`. A slash in the value of a one-segment variable makes another path.',
    examples: () => ({ otherMethod: { service: 'iam', error: new ApiError('UNIMPLEMENTED', 'Method Not Allowed') } }),
  },
};
