import type { Kernel } from '../../kernel/call.ts';
import { ApiError, invalidField } from '../../kernel/errors.ts';
import { toldError } from '../../kernel/told-error.ts';
import type { World } from '../../kernel/world.ts';
import type { Domain } from '../../schema/operation.ts';
import { errorAnswer, okAnswer, type RestAnswer } from './answer.ts';
import { createMatcher, type Routed } from './matcher.ts';
import { readRequest } from './read-request.ts';

/** An HTTP request, free of any server library. */
export interface RestRequest {
  readonly method: string;
  /** The request target as it came: path and query, escapes untouched. */
  readonly target: string;
  readonly authorization: string | undefined;
  /** The media type of the body, as it came. */
  readonly contentType: string | undefined;
  /** The whole body; only asked for when the operation takes one. Throws ApiError when it is too large. */
  readonly body: () => Promise<Uint8Array>;
}

const NO_BODY = new Uint8Array();
/**
 * The paths of v1, whose errors have no details, whether or not there is such an operation (behaviour §12.4 V10).
 * Events and ping have no v1 over HTTP (C12).
 */
const V1_PATH = /^\/(?:iam|registry|vulnerabilities|libraries|advisory)\/v1(?:\/|$)/;
/** The service that errors of a path are of, by the path's first segment; the token service is called oidc (§9.2.11). */
const SERVICES: ReadonlyMap<string, Domain> = new Map<string, Domain>([
  ['iam', 'iam'],
  ['registry', 'registry'],
  ['vulnerabilities', 'vulnerabilities'],
  ['libraries', 'libraries'],
  ['advisory', 'advisory'],
  ['events', 'events'],
  ['ping', 'ping'],
  ['sts', 'oidc'],
  ['auth', 'auth'],
]);

/** The API's REST face: finds the operation, reads the request, runs it, gives the answer its form. */
export class RestFace {
  readonly #kernel: Kernel;
  readonly #match: (method: string, path: string) => Routed;
  readonly #report: (error: unknown) => void;

  /** `report` is told of failures that are nobody's request: they answer 500 and nothing of them leaks. */
  constructor(kernel: Kernel, report: (error: unknown) => void) {
    this.#kernel = kernel;
    this.#match = createMatcher(kernel.operations.map(({ operation }) => operation));
    this.#report = report;
  }

  /** Answers every request to an API path; never throws. */
  async handle(request: RestRequest, world: World): Promise<RestAnswer> {
    const cut = request.target.indexOf('?');
    const rawPath = cut < 0 ? request.target : request.target.slice(0, cut);
    const query = cut < 0 ? '' : request.target.slice(cut + 1);
    let path = rawPath;
    let service = serviceOfPath(path);
    try {
      path = decodePath(rawPath);
      service = serviceOfPath(path);
      const method = request.method === 'HEAD' ? 'GET' : request.method;
      const routed = this.#match(method, path);
      if (!routed) throw new ApiError('NOT_FOUND', 'Not Found');
      if (request.method === 'OPTIONS') return { status: 204, headers: { Allow: this.#allowed(path) } };
      if ('allow' in routed) {
        const refused = this.#failed(new ApiError('UNIMPLEMENTED', 'Method Not Allowed'), path, service, world);
        return { ...refused, headers: { Allow: this.#allowed(path) } };
      }
      const { operation, http } = routed;
      service = operation.domain;
      const body = http.method === 'GET' || http.method === 'DELETE' ? NO_BODY : await request.body();
      const sent = { query, body, contentType: request.contentType };
      return okAnswer(
        await this.#kernel.call(operation.id, request.authorization, () => readRequest(routed, sent), world),
        world.settings,
      );
    } catch (error) {
      return this.#failed(error, path, service, world);
    }
  }

  #failed(error: unknown, path: string, service: string, { settings }: World): RestAnswer {
    const told = toldError(error, V1_PATH.test(path) ? 'v1' : undefined, this.#report);
    const answer = errorAnswer(told, service, settings);
    return error instanceof BodyTooLarge ? { ...answer, status: 413 } : answer;
  }

  #allowed(path: string): string {
    const methods = (['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const).filter((method) => {
      const routed = this.#match(method, path);
      return routed !== undefined && 'operation' in routed;
    });
    return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  }
}

/** A body above the limit (behaviour §1.9): the one RESOURCE_EXHAUSTED that is 413 over HTTP. */
export class BodyTooLarge extends ApiError {
  constructor(limit: number) {
    super('RESOURCE_EXHAUSTED', `Resource exhausted: body is larger than ${limit} bytes`);
  }
}

const serviceOfPath = (path: string): string => {
  const [, domain = ''] = path.split('/', 2);
  return SERVICES.get(domain) ?? 'api';
};

const decodePath = (path: string): string => {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    throw invalidField('path', 'has a malformed percent escape');
  }
};
