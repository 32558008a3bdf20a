import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { denied, invalidField, unauthenticated } from '../kernel/errors.ts';
import { HOST_OF_CONTAINERS } from '../schema/formats.ts';

/** The callers that may steer: all that reach a loopback port, or all that know the control token. */
export interface ControlPolicy {
  /** The control token; missing: none is needed. */
  readonly token?: string;
  /** True when only this machine can reach the port; then a foreign Host without a token is a sign of DNS rebinding. */
  readonly loopback: boolean;
  /** Further names, in lower case, by which a loopback port is called over TLS that only its own clients trust. */
  readonly hosts?: readonly string[];
}

const LOOPBACK_HOST = new RegExp(
  `^((?:[a-z0-9-]+[.])?localhost[.]?|127(?:[.]\\d{1,3}){3}|\\[::1\\]|${HOST_OF_CONTAINERS})(:\\d+)?$`,
  'i',
);
/** The media types of JSON. */
export const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;
const LINES_TYPE = /^application\/(?:x-ndjson|jsonl)\b/i;
const YAML_TYPE = /^(?:application|text)\/(?:x-)?yaml\b/i;

/** The refusal of a caller without the control token: most of them have one of the API. */
const CONTROL_TOKEN =
  'the control plane takes the control token (PLATFORM_MOCK_CONTROL_TOKEN), which is printed at start or set with --control-token, and no token of the API';

/** The addresses that only this machine reaches. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);

/** True for a URL whose host only this machine reaches. */
export const isLoopbackUrl = (url: string): boolean => isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''));

const isSameText = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.length === other.length && timingSafeEqual(one, other);
};

/** True if a caller with this control token, or without any, may steer. */
export const maySteer = ({ token }: ControlPolicy, given: string | undefined): boolean =>
  token === undefined || (given !== undefined && isSameText(given, token));

/**
 * Refuses a control request that may not steer: without the token, or from a page of another origin.
 * @throws ApiError UNAUTHENTICATED or PERMISSION_DENIED
 */
export const guardControl = (
  { token, loopback, hosts = [] }: ControlPolicy,
  { headers }: { readonly headers: IncomingHttpHeaders },
): void => {
  const { host = '', origin, authorization } = headers;
  if (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)) {
    throw denied('the control plane answers no foreign origin');
  }
  const isForeign = loopback && !LOOPBACK_HOST.test(host) && !hosts.includes(host.replace(/:\d+$/, '').toLowerCase());
  // A page that reached the port by DNS rebinding does not know the token.
  if (isForeign && token === undefined)
    throw denied(
      `a name that is not of this machine needs --control-token: the control plane does not answer as ${JSON.stringify(host)}`,
    );
  if (token !== undefined) {
    if (authorization === undefined) throw unauthenticated(`missing bearer token: ${CONTROL_TOKEN}`);
    const given = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (given === undefined) throw unauthenticated(`malformed authorization header: ${CONTROL_TOKEN}`);
    if (!isSameText(given, token)) throw unauthenticated(`invalid token: ${CONTROL_TOKEN}`);
  }
};

/**
 * Refuses a body of a type that a page of any origin could send without a preflight request.
 * @throws ApiError INVALID_ARGUMENT
 */
export const demandKnownType = (contentType = ''): void => {
  if ([JSON_TYPE, YAML_TYPE, LINES_TYPE].some((known) => known.test(contentType))) return;
  throw invalidField('body', 'must be sent as application/json, or as application/yaml if YAML is accepted');
};

/** True for a request whose body is YAML. */
export const isYaml = (contentType: string | undefined): boolean => YAML_TYPE.test(contentType ?? '');
