import type { IncomingMessage, ServerResponse } from 'node:http';
import { isBesideApi } from '../../faces/rest/node-request.ts';
import { WORLD_HEADER } from '../../kernel/call-scope.ts';

/** The path below which issuers publish their configuration and keys. */
const DISCOVERY = '/.well-known/';
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** The headers of an answer that a page may read, beside those that browsers always show. */
const EXPOSED = [
  ...['Allow', 'Content-Length', 'ETag', 'Retry-After', 'WWW-Authenticate'],
  ...['Grpc-Status', 'Grpc-Message', 'Grpc-Status-Details-Bin', WORLD_HEADER],
].join(', ');
/** Names of headers as a browser lists those that a page wants to send. */
const HEADER_NAMES = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;
/** The time for which browsers may keep a preflight's answer, in seconds; some keep it for two hours at most. */
const MAX_AGE_SECONDS = '7200';

/** Answers a request over either version of HTTP; returns a promise if it is answered later. */
export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void | Promise<void>;

/** True if pages of listed origins may call: the API, the token service and discovery, never the control plane. */
const isShared = (target: string | undefined): boolean =>
  target !== undefined && (!isBesideApi(target) || target.startsWith(DISCOVERY));

/**
 * Lets pages of these origins call a listener (Fetch Standard, CORS protocol): preflights are answered here, other
 * requests get the headers that browsers look for. Requests of other origins go to the listener as they are.
 */
export const shareWith = (origins: readonly string[], listener: Listener): Listener => {
  const listed = new Set(origins);
  return (incoming, outgoing) => {
    if (!isShared(incoming.url)) return listener(incoming, outgoing);
    outgoing.setHeader('Vary', 'Origin');
    const { origin, 'access-control-request-headers': asked } = incoming.headers;
    if (origin === undefined || !listed.has(origin)) return listener(incoming, outgoing);
    outgoing.setHeader('Access-Control-Allow-Origin', origin);
    const { method, headers } = incoming;
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      outgoing.setHeader('Access-Control-Expose-Headers', EXPOSED);
      return listener(incoming, outgoing);
    }
    outgoing.setHeader('Access-Control-Allow-Methods', METHODS);
    outgoing.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
    if (typeof asked === 'string' && HEADER_NAMES.test(asked)) {
      outgoing.setHeader('Access-Control-Allow-Headers', asked);
    }
    incoming.resume();
    outgoing.writeHead(204).end();
    return undefined;
  };
};
