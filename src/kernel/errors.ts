import { Code, type CodeName } from '../schema/codes.ts';
import { brief, type FieldViolation, limitViolations, type Sentence, textOf } from '../schema/field-violation.ts';

export { Code, type CodeName };

/** One reason why the current state forbids a call. */
export interface PreconditionViolation {
  readonly type: string;
  readonly description: string;
}

/** The resource that an error is about; `type` is `<service>/<Type>` without the service domain. */
export interface ResourceName {
  readonly type: string;
  readonly name: string;
}

/** The facts of an error beside its code and message; faces render them as typed details. */
export interface ErrorDetail {
  /** The reason in the ErrorInfo, if it is not the code (behaviour §9.2.3): only for causes of the mock's own. */
  readonly reason?: string;
  readonly fieldViolations?: readonly FieldViolation[];
  readonly preconditions?: readonly PreconditionViolation[];
  readonly resource?: ResourceName;
  /** The seconds after which the call may be sent again. */
  readonly retryAfter?: number;
  /** The HTTP status, if it is not the one of the code: for faults (behaviour F2), and a body that is too large (1.9). */
  readonly http?: number;
  /** True for an error that is answered as a page of HTML with that status, as a proxy does; only for faults (behaviour F27). */
  readonly html?: true;
  /** True for an error of the library, which is answered without details. */
  readonly isBare?: true;
  /** Details as they are, behind the others; an ErrorInfo takes the place of the error's own. Only for faults (behaviour F2). */
  readonly typed?: readonly TypedDetail[];
}

/** A google.rpc detail message: its name and its canonical JSON. */
export interface TypedDetail {
  readonly type: `google.rpc.${string}`;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A status other than OK, which each face renders in its own form. Nothing else is thrown on purpose. */
export class ApiError extends Error {
  readonly code: CodeName;
  readonly detail: ErrorDetail;

  constructor(code: CodeName, message: string, detail: ErrorDetail = {}) {
    // It is answered and never logged, so it needs no stack trace: to capture one takes a quarter of a call that fails,
    // and the journal would keep it.
    const { stackTraceLimit } = Error;
    // By Reflect, which fails without an error if a flag of Node or a program has frozen Error.
    Reflect.set(Error, 'stackTraceLimit', 0);
    super(message);
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
  }
}

/**
 * INVALID_ARGUMENT that names the violations of a stage, in the order given (behaviour §9.2.5, §9.2.6). They are a list,
 * not arguments: a caller may send more than fit on the stack. Those that are reported are bounded.
 */
export const invalid = (violations: readonly FieldViolation[]): ApiError => {
  const fieldViolations = limitViolations(violations);
  const text = fieldViolations.map(({ field, description }) => `${field}: ${textOf(description)}`).join('; ');
  return new ApiError('INVALID_ARGUMENT', `Invalid argument: ${text}`, { fieldViolations });
};

/** INVALID_ARGUMENT for one field. */
export const invalidField = (field: string, description: Sentence): ApiError => invalid([{ field, description }]);

/** The most characters of a name that an error repeats: more than any uid has. */
const MAX_NAME_LENGTH = 2_048;

const briefName = (name: string): string => brief(name, MAX_NAME_LENGTH);

/** NOT_FOUND for a resource, by `<service>/<Type>` and the words used for it in messages. */
export const notFound = (resource: ResourceName, words: string): ApiError =>
  new ApiError('NOT_FOUND', `Not found: ${words} "${briefName(resource.name)}" not found`, {
    resource: { type: resource.type, name: briefName(resource.name) },
  });

/** ALREADY_EXISTS: `label` is the clashing value, `resource` is the row that already has it. */
export const alreadyExists = (resource: ResourceName, words: string, label: string): ApiError =>
  new ApiError('ALREADY_EXISTS', `Already exists: ${words} "${briefName(label)}" already exists`, { resource });

/** PERMISSION_DENIED with a reason. */
export const denied = (reason: string): ApiError => new ApiError('PERMISSION_DENIED', `Permission denied: ${reason}`);

/** FAILED_PRECONDITION with every violation (behaviour §8). */
export const failedPrecondition = (...violations: readonly PreconditionViolation[]): ApiError =>
  new ApiError(
    'FAILED_PRECONDITION',
    `Precondition failed: ${violations.map(({ description }) => description).join('; ')}`,
    { preconditions: violations },
  );

/** ABORTED: the caller's etag is not the current one. */
export const aborted = (reason: string): ApiError => new ApiError('ABORTED', `Aborted: ${reason}`);

/** RESOURCE_EXHAUSTED: a limit or a quota is used up. */
export const exhausted = (reason: string): ApiError =>
  new ApiError('RESOURCE_EXHAUSTED', `Resource exhausted: ${reason}`);

/** UNAUTHENTICATED with one of the messages of behaviour §9.8. */
export const unauthenticated = (reason: string): ApiError =>
  new ApiError('UNAUTHENTICATED', `Unauthenticated: ${reason}`);

/** INTERNAL: the answer to an unexpected failure; nothing of its cause leaks. */
export const internal = (): ApiError => new ApiError('INTERNAL', 'Internal error');

/** The reason of the error that answers a write which the disk has no room for (behaviour D9). */
export const DISK_FULL_REASON = 'MOCK_DISK_FULL';

/** The message of all work that ends because the mock is being stopped. */
export const STOPPING = 'Unavailable: the mock is being stopped';
