import type { Capability } from './capability.ts';
import type { AnyMessage } from './field-types.ts';

/** The API domains: the first path segment, the error domain and the proto package. */
export type Domain =
  | 'iam'
  | 'registry'
  | 'vulnerabilities'
  | 'libraries'
  | 'advisory'
  | 'events'
  | 'ping'
  | 'oidc'
  | 'auth';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Where an operation is reached over HTTP, as google.api.http says it. */
export interface HttpRule {
  readonly method: HttpMethod;
  /** Such as `/registry/v2/repos/{uid=**}/readme`; `**` takes slashes, no pattern means one segment. */
  readonly path: string;
  /** `*`: the body is the request; a field's name: the body is that field; absent: no body. */
  readonly body?: string;
}

/**
 * The rule with its body by its proto name, as google.api.http has it.
 * @throws Error where the request has no field to be the body
 */
export const protoRule = ({ body, ...rule }: HttpRule, request: AnyMessage): HttpRule => {
  if (body === undefined) return rule;
  const name = body === '*' ? body : request.find(body)?.proto;
  if (name === undefined) throw new Error(`${request.name} has no field ${body} to be the body`);
  return { ...rule, body: name };
};

/** The event that a successful call emits (behaviour §13.1). */
export interface EventRule {
  /** The CloudEvents type without the vendor's prefix, such as `iam.group.created.v1`. */
  readonly type: string;
  readonly audience: 'customer' | 'internal';
}

/** One thing a caller can do, described free of any face. */
export interface Operation {
  /** Unique among all operations: the method's name, such as `GetRepo`, and in v1 `v1.<Service>.<Method>`. */
  readonly id: string;
  /** The gRPC method's name, where that is not the id. */
  readonly method?: string;
  /** Set for the operations of v1, which has manners of its own (behaviour §12). */
  readonly version?: 'v1';
  /** The gRPC service's full name. */
  readonly service: string;
  readonly domain: Domain;
  readonly summary: string;
  readonly description: string;
  /** Absent: reached over gRPC alone. */
  readonly http?: HttpRule;
  /** Other ways to reach it over HTTP (google.api.http `additional_bindings`). */
  readonly additionalHttp?: readonly HttpRule[];
  readonly request: AnyMessage;
  /** What it answers; `undefined` for an empty answer. */
  readonly response: AnyMessage | undefined;
  /** All of these are needed. */
  readonly capabilities: readonly Capability[];
  /** The request field whose uid the capabilities are checked on; absent: needed somewhere (behaviour §10.9). */
  readonly scope?: string;
  /**
   * `open` operations answer callers without a token (behaviour §10.10). `upstream` ones take a token of a trusted
   * issuer whether or not an identity matches it, and `bearer` ones read what is presented themselves.
   */
  readonly auth: 'token' | 'open' | 'upstream' | 'bearer';
  readonly event?: EventRule;
  /** `spec` marks the operations that only spec.md has (behaviour C22). */
  readonly origin: 'published' | 'spec';
  /** The codes it can answer beyond those that every operation can. */
  readonly fails: readonly (
    | 'NOT_FOUND'
    | 'ALREADY_EXISTS'
    | 'FAILED_PRECONDITION'
    | 'ABORTED'
    | 'RESOURCE_EXHAUSTED'
    | 'PERMISSION_DENIED'
  )[];
}

/** An operation that is reached over HTTP. */
export type HttpOperation = Operation & { readonly http: HttpRule };

/** Tells whether an operation is reached over HTTP. */
export const isOverHttp = (operation: Operation): operation is HttpOperation => operation.http !== undefined;
