import { EMPTY } from '../../kernel/answer.ts';
import type { Kernel } from '../../kernel/call.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { callerError, type Report } from '../../kernel/caller-error.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import { transmissionOf } from '../../kernel/faults.ts';
import type { Closing, FollowedCall, ReadAgain, SentHead } from '../../kernel/hooks.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import type { HttpMethod, Operation } from '../../schema/operation.ts';
import { makePerProfile, type Profile, profileIn } from '../../schema/profile.ts';
import { errorAnswer, type RestAnswer, renderSuccess } from './answer.ts';
import { type ErrorPlace, errorPlaces } from './error-place.ts';
import { createMatcher, type Routed } from './matcher.ts';
import { formAsQuery, readRequest } from './read-request.ts';

/** The type of a form as the published gateway compares it: exactly, without parameters. */
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** The parts of a request that decide which method it is for. */
export interface RequestHead {
  readonly method: string;
  readonly contentType: string | undefined;
  /** The `X-HTTP-Method-Override` of a POST. */
  readonly methodOverride?: string | undefined;
}

/** The route of a request other than a GET. */
interface Asked {
  readonly routed: Routed;
  /** True if the body is a form that belongs to the query, so that the operation receives no body. */
  readonly isQuery: boolean;
}

/**
 * Finds the route of a request other than a GET. A POST with a form is for the method of its override (behaviour §2.8),
 * or without one for GET if the path has only that (behaviour §2.11). Without an override it is never for a method that
 * writes.
 */
export const routeOther = (
  { method, contentType, methodOverride = '' }: RequestHead,
  path: string,
  match: (method: string, path: string) => Routed,
): Asked => {
  if (method !== 'POST' || contentType !== FORM_TYPE) {
    return { routed: match(method === 'HEAD' ? 'GET' : method, path), isQuery: false };
  }
  if (methodOverride !== '') return { routed: match(methodOverride.toUpperCase(), path), isQuery: true };
  const routed = match('POST', path);
  const isOnlyGet = routed !== undefined && 'allow' in routed && routed.allow.join() === 'GET';
  return isOnlyGet ? { routed: match('GET', path), isQuery: true } : { routed, isQuery: false };
};

/** An HTTP request, independent of any server library. */
export interface RestRequest extends RequestHead {
  /** The request target as it was sent: path and query, with their escapes. */
  readonly target: string;
  readonly authorization: string | undefined;
  /** The host that it was sent to: its `Host`, or the `:authority` of HTTP/2. */
  readonly host?: string | undefined;
  /** The `x-mock-fault` and the `x-mock-control-token` of the request (behaviour F5). */
  readonly fault?: string | undefined;
  readonly controlToken?: string | undefined;
  /** The W3C trace that the request is part of. */
  readonly traceparent?: string | undefined;
  /** The client's name for itself. */
  readonly client?: string | undefined;
  readonly head?: SentHead | undefined;
  /** The connection or the stream on which the client awaits the answer. */
  readonly awaited?: Closing | undefined;
  /** Reads the whole body; only called when the operation takes one. Throws ApiError when it is too large. */
  readonly body: () => Promise<Uint8Array>;
}

const NO_BODY = new Uint8Array();
/** The paths of one profile. */
interface Routes {
  readonly match: (method: string, path: string) => Routed;
  readonly errorPlace: (path: string) => ErrorPlace;
  /** Reads a request once more. */
  readonly readAgain: ReadAgain;
}

const cutAt = (target: string): { readonly rawPath: string; readonly query: string } => {
  const cut = target.indexOf('?');
  return cut < 0 ? { rawPath: target, query: '' } : { rawPath: target.slice(0, cut), query: target.slice(cut + 1) };
};

const routesOf = (kernel: Kernel, profile: Profile): Routes => {
  const current = createMatcher(kernel.currentIn(profile));
  const older = makeAtFirstUse(() => createMatcher(kernel.olderIn(profile)));
  const placeOf = makeAtFirstUse(() => errorPlaces(kernel.operationsIn(profile).map(({ operation }) => operation)));
  // No path belongs to two editions.
  const match: Routes['match'] = (method, path) => current(method, path) ?? older()(method, path);
  const readAgain: ReadAgain = ({ method, target, body = NO_BODY }) => {
    const { rawPath, query } = cutAt(target);
    const { routed } = routeOther({ method, contentType: undefined }, decodePath(rawPath), match);
    if (!routed || 'allow' in routed) throw new Error(`no operation was found again for ${method} ${rawPath}`);
    return readRequest(routed, { query, body, contentType: undefined }, profile);
  };
  return { match, readAgain, errorPlace: (path) => placeOf()(path) };
};

/** The API's REST face: finds the operation, reads the request, runs it and renders the answer. */
export class RestFace {
  readonly #kernel: Kernel;
  readonly #routesIn: (profile: Profile) => Routes;
  readonly #report: Report;
  readonly #missed: (method: string, path: string) => void;

  /**
   * `report` receives internal errors: they are answered with 500, without their message. `missed` receives the calls
   * of unknown paths.
   */
  constructor(kernel: Kernel, report: Report, missed: (method: string, path: string) => void = () => {}) {
    this.#kernel = kernel;
    this.#routesIn = makePerProfile((profile) => routesOf(kernel, profile));
    this.#report = report;
    this.#missed = missed;
  }

  /** Answers every request to an API path; never throws. */
  async handle(request: RestRequest, world: CallScope): Promise<RestAnswer> {
    const { rawPath, query } = cutAt(request.target);
    const profile = profileIn(world.settings);
    const routes = this.#routesIn(profile);
    const entry = world.recorder?.begin('rest', () => request);
    let path = rawPath;
    let operation: Operation | undefined;
    try {
      if (rawPath.includes('%')) path = decodePath(rawPath);
      // A GET is never for another method, and need not be looked at.
      const asked = request.method === 'GET' ? undefined : routeOther(request, path, routes.match);
      const routed = asked ? asked.routed : routes.match('GET', path);
      if (!routed) {
        this.#missed(request.method, path);
        throw new ApiError('NOT_FOUND', 'Not Found');
      }
      if ('allow' in routed) {
        const headers = { Allow: listAllowed(routed.allow) };
        if (entry) entry.allow = headers.Allow;
        if (request.method === 'OPTIONS') {
          entry?.end(EMPTY, undefined, 204);
          return { status: 204, headers };
        }
        const refused = new ApiError('UNIMPLEMENTED', 'Method Not Allowed');
        return { ...this.#renderFailure(refused, request, world, path, operation, entry), headers };
      }
      const { bound } = routed;
      operation = bound.operation;
      if (entry) entry.operation = operation;
      const { method } = routed.http;
      const takesBody = asked && (asked.isQuery || (method !== 'GET' && method !== 'DELETE'));
      const body = takesBody ? await request.body() : NO_BODY;
      if (entry) entry.body = body;
      const sent = { query, body, contentType: request.contentType };
      const read = () => readRequest(routed, asked?.isQuery ? formAsQuery(sent) : sent, profile);
      const { authorization, host } = request;
      const asking = { authorization, read, host, sent: request, entry: entry?.journalEntry };
      const answer = await this.#kernel.call(bound, asking, world);
      const answered = renderSuccess(answer, operation.edition, world.settings);
      // Most requests can be read from method, target and body: no other header has a say in it.
      const isReadAgain = !asked?.isQuery && (routed.http.body !== undefined || body.length === 0);
      entry?.end(answer, answered.body, answered.status, isReadAgain ? routes.readAgain : undefined);
      return answer.transmission ? { ...answered, transmission: answer.transmission } : answered;
    } catch (error) {
      return this.#renderFailure(error, request, world, path, operation, entry);
    }
  }

  #renderFailure(
    error: unknown,
    { method }: RestRequest,
    { settings }: CallScope,
    path: string,
    operation: Operation | undefined,
    entry: FollowedCall | undefined,
  ): RestAnswer {
    const { domain, edition } = operation ?? this.#routesIn(profileIn(settings)).errorPlace(path);
    const answered = callerError(error, this.#report, operation?.id ?? `${method} ${path}`);
    const made = errorAnswer(answered, domain, settings, edition);
    const transmission = transmissionOf(error);
    const answer = transmission ? { ...made, transmission } : made;
    entry?.end(answered, answer.body, answer.status);
    return answer;
  }
}

/** A body above the limit (behaviour §1.9): the one RESOURCE_EXHAUSTED that is 413 over HTTP. */
export class BodyTooLarge extends ApiError {
  constructor(limit: number) {
    super('RESOURCE_EXHAUSTED', `Resource exhausted: body is larger than ${limit} bytes`, { http: 413 });
  }
}

/** All methods that a path with operations of these methods answers (behaviour §1.12, §2.6). */
const listAllowed = (methods: readonly HttpMethod[]): string =>
  [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');

const decodePath = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidField('path', 'has a malformed percent escape');
  }
};
