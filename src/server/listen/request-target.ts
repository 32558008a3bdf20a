import type { IncomingMessage } from 'node:http';
import type { RestAnswer } from '../../faces/rest/answer.ts';

/** A target in absolute form: its authority, without user information, and the rest. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** The answer to OPTIONS for the server as a whole. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/**
 * Puts a request whose target is in absolute form into origin form: the authority of the target always replaces Host
 * (RFC 9112 §3.2.2). Returns false for a target that is not a URL of HTTP.
 */
export const toOriginForm = (incoming: IncomingMessage): boolean => {
  const { url = '', method, headers } = incoming;
  if (url.startsWith('/') || !SCHEME.test(url)) return true;
  const [, authority, rest] = ABSOLUTE.exec(url) ?? [];
  if (authority === undefined) return false;
  headers.host = authority;
  // Without a path, OPTIONS is for the server as a whole.
  const path = rest ?? (method === 'OPTIONS' ? '*' : '/');
  incoming.url = path.startsWith('?') ? `/${path}` : path;
  return true;
};

/** The answer to a request whose target is the server as a whole (RFC 9110 §9.3.7); undefined for any other. */
export const answerOfServer = ({ method, url }: IncomingMessage): RestAnswer | undefined =>
  method === 'OPTIONS' && url === '*' ? { status: 204, headers: { Allow: METHODS } } : undefined;
