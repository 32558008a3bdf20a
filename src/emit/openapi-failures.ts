import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import { detailsOf } from '../kernel/error-details.ts';
import {
  type ApiError,
  aborted,
  alreadyExists,
  Code,
  type CodeName,
  denied,
  exhausted,
  failedPrecondition,
  internal,
  invalidField,
  notFound,
  unauthenticated,
} from '../kernel/errors.ts';
import type { HttpOperation, Operation } from '../schema/operation.ts';
import { ERROR } from './openapi-error-schema.ts';
import type { Examples } from './openapi-examples.ts';

type Registry = OpenAPIHono['openAPIRegistry'];

/** The settings that the examples of errors speak of. */
const SETTINGS = { serviceDomain: 'platform.test', publicUrl: '', seed: '' };

/** One answer other than OK: its status, the code in it, and when it is given. */
interface Failure {
  readonly status: number;
  readonly code: CodeName;
  readonly when: string;
  readonly examples: (
    examples: Examples,
  ) => Readonly<Record<string, { readonly error: ApiError; readonly service: string }>>;
}

const FAILURES = {
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

type FailureName = keyof typeof FAILURES;

const DECLARED: Readonly<Record<Operation['fails'][number], FailureName>> = {
  NOT_FOUND: 'NotFound',
  ALREADY_EXISTS: 'AlreadyExists',
  FAILED_PRECONDITION: 'FailedPrecondition',
  ABORTED: 'Aborted',
  RESOURCE_EXHAUSTED: 'ResourceExhausted',
  PERMISSION_DENIED: 'PermissionDenied',
};

/** Every failure that an operation can answer with, in the order of the table. */
const failuresOf = ({ http, capabilities, fails }: HttpOperation): readonly FailureName[] => {
  const possible = new Set<FailureName>(['InvalidArgument', 'Unauthenticated', 'Internal']);
  if (capabilities.length > 0) possible.add('PermissionDenied');
  if (http.body !== undefined || http.method === 'POST') possible.add('BodyTooLarge');
  for (const code of fails) possible.add(DECLARED[code]);
  return (Object.keys(FAILURES) as FailureName[]).filter((name) => possible.has(name));
};

const bodyOf = (error: ApiError, service: string): object => ({
  code: Code[error.code],
  message: error.message,
  details: detailsOf(error, service, SETTINGS).map(({ type, value }) => ({
    '@type': `type.googleapis.com/${type}`,
    ...value,
  })),
});

/** The failures that operations share an answer for: those of one status that come together. */
export class Failures {
  readonly #used = new Map<string, readonly FailureName[]>();

  /** The answers of an operation other than OK, by status; their text is among the components. */
  responsesOf(operation: HttpOperation): RouteConfig['responses'] {
    const byStatus = new Map<number, FailureName[]>();
    for (const name of failuresOf(operation)) {
      const { status } = FAILURES[name];
      byStatus.set(status, [...(byStatus.get(status) ?? []), name]);
    }
    return Object.fromEntries(
      [...byStatus].map(([status, names]) => {
        const name = names.join('Or');
        this.#used.set(name, names);
        return [status, { $ref: `#/components/responses/${name}` }];
      }),
    );
  }

  /** Hands the answers over that operations have. */
  register(registry: Registry, examples: Examples): void {
    for (const [name, names] of [...this.#used].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const failures = names.map((each): Failure => FAILURES[each]);
      const shown = failures.flatMap((failure) => Object.entries(failure.examples(examples)));
      registry.registerComponent('responses', name, {
        description: failures.map(({ code, when }) => `\`${code}\`: ${when}`).join('\n\n'),
        ...(names.includes('Unauthenticated') && { headers: CHALLENGE }),
        content: {
          'application/json': {
            schema: { $ref: `#/components/schemas/${ERROR}` },
            examples: Object.fromEntries(
              shown.map(([key, { error, service }]) => [
                key,
                { summary: error.message, value: bodyOf(error, service) },
              ]),
            ),
          },
        },
      });
    }
  }
}

const CHALLENGE = {
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string' as const, examples: ['Bearer error="invalid_token"'] },
  },
};
