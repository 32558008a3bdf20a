import type { Match, Routed } from './matcher.ts';

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
export interface Asked {
  readonly routed: Routed;
  /** True if the body is a form that belongs to the query, so that the operation receives no body. */
  readonly isQuery: boolean;
}

const isOnlyGet = (routed: Routed): boolean =>
  routed !== undefined && 'allow' in routed && routed.allow.length === 1 && routed.allow[0] === 'GET';

/**
 * Finds the route of a request other than a GET. A POST with a form is for the method of its override (behaviour §2.8),
 * or without one for GET if the path has only that (behaviour §2.11). Never for a method that writes unless it is
 * named.
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
  return isOnlyGet(routed) ? { routed: match('GET', path), isQuery: true } : { routed, isQuery: false };
};

/** True if the body of a request has to be read for its operation. */
export const needsBody = ({ isQuery }: Asked, { http: { method } }: Match): boolean =>
  isQuery || (method !== 'GET' && method !== 'DELETE');
