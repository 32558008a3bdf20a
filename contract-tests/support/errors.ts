import { type Answer, describe } from './answer.ts';
import { expect } from './expect.ts';

/** The codes that the API answers with: number and HTTP status (behaviour §9.1). */
const CODES = {
  INVALID_ARGUMENT: { code: 3, status: 400, prefix: 'Invalid argument: ' },
  NOT_FOUND: { code: 5, status: 404, prefix: 'Not found: ' },
  ALREADY_EXISTS: { code: 6, status: 409, prefix: 'Already exists: ' },
  PERMISSION_DENIED: { code: 7, status: 403, prefix: 'Permission denied: ' },
  RESOURCE_EXHAUSTED: { code: 8, status: 429, prefix: 'Resource exhausted: ' },
  FAILED_PRECONDITION: { code: 9, status: 400, prefix: 'Precondition failed: ' },
  ABORTED: { code: 10, status: 409, prefix: 'Aborted: ' },
  UNIMPLEMENTED: { code: 12, status: 501, prefix: '' },
  UNAUTHENTICATED: { code: 16, status: 401, prefix: 'Unauthenticated: ' },
} as const;

/** A reason, as ErrorInfo names it. */
export type Reason = keyof typeof CODES;

interface Expected {
  readonly status?: number;
  /** The message after its prefix. */
  readonly says?: string | RegExp;
  /** The details after ErrorInfo; any unless given. */
  readonly details?: readonly unknown[];
  /** The service that the error belongs to; by default it follows from the path. */
  readonly service?: string;
}

const serviceOf = (target: string): string => target.split('/')[1] ?? '';

const typed = (name: string, value: object): object => ({
  '@type': `type.googleapis.com/google.rpc.${name}`,
  ...value,
});

/** Expects a text to be another one, or to match a pattern. */
const expectText = (text: unknown, says: string | RegExp, what: string): void =>
  typeof says === 'string' ? expect(text, what).toEqual(says) : expect(text, what).toMatch(says);

/** Expects an answer to be one error in the form of behaviour §9.2: ErrorInfo first, then the given details. */
export const expectError = (answer: Answer, reason: Reason, expected: Expected = {}): void => {
  const { code, status, prefix } = CODES[reason];
  const what = describe(answer);
  expect(answer.status, what).toEqual(expected.status ?? status);
  expect(answer.headers['content-type'], what).toMatch(/^application\/json\b/);
  expect(Object.keys(answer.body), what).toEqual(['code', 'message', 'details']);
  expect(answer.body.code, what).toEqual(code);
  const message = String(answer.body.message);
  expect(message.slice(0, prefix.length), what).toEqual(prefix);
  const { says } = expected;
  if (says !== undefined) expectText(message.slice(prefix.length), says, what);
  const domain = `${expected.service ?? serviceOf(answer.request.target)}.${answer.serviceDomain}`;
  const details = answer.body.details as readonly unknown[];
  expect(details[0], what).toEqual(typed('ErrorInfo', { reason, domain }));
  if (expected.details) expect(details.slice(1), what).toEqual(expected.details);
};

/** Expects an answer to be one error as v1 renders it: a code and a message, and no details (behaviour §12.4 V10). */
export const expectBare = (answer: Answer, reason: Reason, says?: string | RegExp): void => {
  const { code, status, prefix } = CODES[reason];
  const what = describe(answer);
  expect(answer.status, what).toEqual(status);
  const { message } = answer.body;
  expect(typeof message, what).toEqual('string');
  expect(answer.body, what).toEqual({ code, message, details: [] });
  if (says !== undefined) expectText(message, typeof says === 'string' ? prefix + says : says, what);
};

/** Expects an answer to be the 404 of a path that is not an operation, in the name of a service (behaviour §2.5). */
export const expectNoRoute = (answer: Answer, service: string): void => {
  expect(answer.body, describe(answer)).toEqual({
    code: 5,
    message: 'Not Found',
    details: [typed('ErrorInfo', { reason: 'NOT_FOUND', domain: `${service}.${answer.serviceDomain}` })],
  });
  expect(answer.status, describe(answer)).toBe(404);
};

/** Violations by field, in the order in which they are reported. */
export type Violations = Readonly<Record<string, string | RegExp>>;

const violationsOf = (answer: Answer): readonly { readonly field: string; readonly description: string }[] => {
  const details = (answer.body.details ?? []) as readonly Readonly<Record<string, unknown>>[];
  const found = details.find((detail) => String(detail['@type']).endsWith('google.rpc.BadRequest'));
  return (found?.fieldViolations ?? []) as ReturnType<typeof violationsOf>;
};

/** Expects an answer to be INVALID_ARGUMENT with exactly these violations, and their message (behaviour §9.2.5, §9.2.6). */
export const expectInvalid = (answer: Answer, violations: Violations): void => {
  expectError(answer, 'INVALID_ARGUMENT');
  const what = describe(answer);
  const found = violationsOf(answer);
  const fields = found.map(({ field }) => field);
  expect(fields, what).toEqual(Object.keys(violations));
  for (const { field, description } of found) expectText(description, violations[field] ?? /./, what);
  const joined = found.map(({ field, description }) => `${field}: ${description}`).join('; ');
  expect(answer.body.message, what).toEqual(`Invalid argument: ${joined}`);
};

/** Expects an answer to be INVALID_ARGUMENT that names a field, whatever else it names. */
export const expectViolation = (answer: Answer, field: string): void => {
  expectError(answer, 'INVALID_ARGUMENT');
  expect(
    violationsOf(answer).map((violation) => violation.field),
    describe(answer),
  ).toContain(field);
};

const words = (type: string): string =>
  (type.split('/')[1] ?? '').replaceAll(/(?<=[a-z])([A-Z])/g, ' $1').toLowerCase();

const resourceInfo = (answer: Answer, type: string, name: string): object => {
  const [service = '', kind = ''] = type.split('/');
  return typed('ResourceInfo', { resourceType: `${service}.${answer.serviceDomain}/${kind}`, resourceName: name });
};

/** Expects an answer to be NOT_FOUND for a resource, such as `registry/Repo` (spec §7.4, behaviour §9.2.9). */
export const expectMissing = (answer: Answer, type: string, name: string): void =>
  expectError(answer, 'NOT_FOUND', {
    says: `${words(type)} "${name}" not found`,
    details: [resourceInfo(answer, type, name)],
  });

/** Expects an answer to be ALREADY_EXISTS for a resource that exists (behaviour §9.9 E). */
export const expectConflict = (answer: Answer, type: string, uid: string, label?: string): void =>
  expectError(answer, 'ALREADY_EXISTS', {
    says: label === undefined ? /already exists$/ : `${words(type)} "${label}" already exists`,
    details: [resourceInfo(answer, type, uid)],
  });

/** Expects an answer to be PERMISSION_DENIED with ErrorInfo only (behaviour §9.7). */
export const expectDenied = (answer: Answer, says?: string | RegExp): void =>
  expectError(answer, 'PERMISSION_DENIED', { details: [], ...(says !== undefined && { says }) });

/** Expects an answer to be FAILED_PRECONDITION with exactly these types and descriptions (behaviour §9.2.7). */
export const expectBlocked = (
  answer: Answer,
  violations: readonly (readonly [string | RegExp, string | RegExp])[],
): void => {
  expectError(answer, 'FAILED_PRECONDITION');
  const match = (rule: string | RegExp): unknown => (typeof rule === 'string' ? rule : expect.stringMatching(rule));
  const what = describe(answer);
  expect((answer.body.details as readonly unknown[]).slice(1), what).toEqual([
    typed('PreconditionFailure', {
      violations: violations.map(([type, description]) => ({ type: match(type), description: match(description) })),
    }),
  ]);
  const failure = (
    answer.body.details as readonly { readonly violations?: readonly { readonly description: string }[] }[]
  )[1];
  expect(answer.body.message, what).toBe(
    `Precondition failed: ${failure?.violations?.map(({ description }) => description).join('; ')}`,
  );
};

/** Expects an answer to be UNAUTHENTICATED with a message and its challenge (behaviour §9.8, §9.2.13). */
export const expectUnauthenticated = (answer: Answer, says: string): void => {
  expectError(answer, 'UNAUTHENTICATED', { says, details: [] });
  const challenge = says === 'missing bearer token' ? 'Bearer' : 'Bearer error="invalid_token"';
  expect(answer.headers['www-authenticate'], describe(answer)).toEqual(challenge);
};
