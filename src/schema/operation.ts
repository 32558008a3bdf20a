import type { JsonObject } from '../json.ts';
import type { Capability } from './capability.ts';
import type { Edition } from './edition.ts';
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

/** The path and the method of an operation over HTTP, in the terms of google.api.http. */
export interface HttpRule {
  readonly method: HttpMethod;
  /** A path such as `/registry/v2/repos/{uid=**}/readme`: `**` matches slashes too, no pattern matches one segment. */
  readonly path: string;
  /** `*`: the body is the request; a field's name: the body is that field; absent: no body. */
  readonly body?: string;
  /** True if only the published interface has the path (behaviour C12). */
  readonly beyondSpec?: true;
}

/** The request and the answer of a call, for the event about it. */
export interface Happened {
  readonly request: JsonObject;
  readonly answer: JsonObject;
  /** The uid of the identity that called. */
  readonly caller: string;
  /** A row as answers of v2 have it, by the singular name of its resource; undefined if there is none. */
  readonly read: (singular: string, uid: string) => JsonObject | undefined;
}

/** The event that a successful call emits (behaviour §13.1), with its special parts (behaviour E2 to E4). */
export interface EventRule {
  /** The CloudEvents type without the vendor's prefix, such as `iam.group.created.v1`. */
  readonly type: string;
  readonly audience: 'customer' | 'internal';
  /** The uid of its subject; the uid of the answer, or else of the request, unless given. */
  readonly subject?: (happened: Happened) => string;
  /** The group by which it finds its subscriptions, from the subject; the parent of that unless given. */
  readonly group?: (subject: string) => string;
  /** The uid of the identity provider that it names, from the subject. */
  readonly identityProvider?: (subject: string) => string;
  /** The collection that it comes from; the resource's unless given. */
  readonly collection?: string;
  /** Its body; the answer, or the request if that is empty, unless given. With `none` it has none. */
  readonly body?:
    | 'none'
    | { readonly message: AnyMessage; readonly value: (happened: Happened) => JsonObject | undefined };
  /** The types of other events that it may emit beside it. */
  readonly also?: readonly string[];
  /** The only fields of the body that it shows; all but secrets unless given. */
  readonly shows?: readonly string[];
}

/** One thing that a caller can do, described independently of any face. */
export interface Operation {
  /** Unique among all operations: the name of the method, such as `GetRepo`, with a prefix in editions but v2. */
  readonly id: string;
  /** The name of the gRPC method, if that is not the id. */
  readonly method?: string;
  /** The published interface that it is part of. */
  readonly edition: Edition;
  /** The id of the operation of v2 to call instead of one of an older edition; absent if v2 has none. */
  readonly replacedBy?: string;
  /** The gRPC service's full name. */
  readonly service: string;
  readonly domain: Domain;
  readonly summary: string;
  readonly description: string;
  /** The rule over HTTP; absent if it is reached only over gRPC. */
  readonly http?: HttpRule;
  /** Other ways to reach it over HTTP (google.api.http `additional_bindings`). */
  readonly additionalHttp?: readonly HttpRule[];
  readonly request: AnyMessage;
  /** The message that it returns; `undefined` for an empty answer. */
  readonly response: AnyMessage | undefined;
  /** All of these are needed. */
  readonly capabilities: readonly Capability[];
  /** The path of the request field whose uid they are checked on; absent if any uid will do (behaviour §10.9). */
  readonly scope?: string;
  /**
   * `open` operations need no token (behaviour §10.10). `upstream` ones also accept a token of a trusted issuer that no
   * identity matches, and `bearer` ones check the token themselves.
   */
  readonly auth: 'token' | 'open' | 'upstream' | 'bearer';
  readonly event?: EventRule;
  /** `spec` marks the operations that only spec.md has (behaviour C22). */
  readonly origin: 'published' | 'spec';
  /** The codes that it can return beyond those that every operation can. */
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

/** True if an operation is reached over HTTP. */
export const isOverHttp = (operation: Operation): operation is HttpOperation => operation.http !== undefined;

/**
 * The name under which a v2 package, type, service or HTTP path is offered a second time (behaviour B5);
 * undefined for a name that is not of a v2 package.
 */
export const betaOf = (name: string): string | undefined =>
  /(?<=[./])v2(?=[./]|$)/.test(name) ? name.replace(/(?<=[./])v2(?=[./]|$)/, 'v2beta1') : undefined;
