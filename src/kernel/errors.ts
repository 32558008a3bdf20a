/** The gRPC status codes with their canonical numbers (google.rpc.Code). */
export const Code = {
  CANCELLED: 1,
  UNKNOWN: 2,
  INVALID_ARGUMENT: 3,
  DEADLINE_EXCEEDED: 4,
  NOT_FOUND: 5,
  ALREADY_EXISTS: 6,
  PERMISSION_DENIED: 7,
  RESOURCE_EXHAUSTED: 8,
  FAILED_PRECONDITION: 9,
  ABORTED: 10,
  OUT_OF_RANGE: 11,
  UNIMPLEMENTED: 12,
  INTERNAL: 13,
  UNAVAILABLE: 14,
  DATA_LOSS: 15,
  UNAUTHENTICATED: 16,
} as const;
/** The name of a code, as gRPC has it. */
export type CodeName = keyof typeof Code;

/** One rule that one field of a request breaks. */
export interface FieldViolation {
  readonly field: string;
  readonly description: string;
}

/** One reason why the state of things forbids a call. */
export interface PreconditionViolation {
  readonly type: string;
  readonly description: string;
}

/** The resource that an error speaks of; `type` is `<service>/<Type>` without the service domain. */
export interface ResourceName {
  readonly type: string;
  readonly name: string;
}

/** What an error tells beside its code and message; faces make typed details of it. */
export interface ErrorDetail {
  readonly fieldViolations?: readonly FieldViolation[];
  readonly preconditions?: readonly PreconditionViolation[];
  readonly resource?: ResourceName;
}

/** An answer other than OK. Faces turn it into their own form; nothing else may be thrown on purpose. */
export class ApiError extends Error {
  readonly code: CodeName;
  readonly detail: ErrorDetail;
  /** True for errors of v1, which have a code and a message and nothing else (behaviour §12.4 V10). */
  readonly bare: boolean;

  constructor(code: CodeName, message: string, detail: ErrorDetail = {}, { bare = false } = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.detail = detail;
    this.bare = bare;
  }
}

/** An error as v1 tells it: without details. */
export const withoutDetails = ({ code, message }: ApiError): ApiError =>
  new ApiError(code, message, {}, { bare: true });

/** INVALID_ARGUMENT that names every violation of a stage, in the order given (behaviour §9.2.5, §9.2.6). */
export const invalid = (...violations: readonly FieldViolation[]): ApiError =>
  new ApiError(
    'INVALID_ARGUMENT',
    `Invalid argument: ${violations.map(({ field, description }) => `${field}: ${description}`).join('; ')}`,
    { fieldViolations: violations },
  );

/** INVALID_ARGUMENT for one field. */
export const invalidField = (field: string, description: string): ApiError => invalid({ field, description });

/** NOT_FOUND for a resource, by `<service>/<Type>` and the words used for it in messages. */
export const notFound = (resource: ResourceName, words: string): ApiError =>
  new ApiError('NOT_FOUND', `Not found: ${words} "${resource.name}" not found`, { resource });

/** ALREADY_EXISTS: `label` is what clashes, `resource` the one that has it already. */
export const alreadyExists = (resource: ResourceName, words: string, label: string): ApiError =>
  new ApiError('ALREADY_EXISTS', `Already exists: ${words} "${label}" already exists`, { resource });

/** PERMISSION_DENIED with a reason in words. */
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

/** What an unexpected failure answers; nothing of its cause leaks. */
export const internal = (): ApiError => new ApiError('INTERNAL', 'Internal error');
