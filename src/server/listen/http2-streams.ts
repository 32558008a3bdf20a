import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  constants,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import type { Listener } from './cors.ts';
import { type Dispatch, isMethodPath, readHost } from './dispatch.ts';
import { NO_TUNNEL, refuseRequest, type ServiceDomain, UNREADABLE } from './refusals.ts';

/** The time for a request with a body over HTTP/2: the default of node over HTTP/1. */
const BODY_MILLIS = 300_000;

/** The content types of gRPC with its codecs; gRPC-Web has others. */
const GRPC_TYPE = /^application\/grpc(?:$|[+;\s])/i;

/** The headers of a connection, which HTTP/2 does not have (RFC 9113 §8.2.2); node throws at an answer with one. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'http2-settings', 'keep-alive', 'proxy-connection', 'te', 'transfer-encoding', 'upgrade'],
]);

/** The class of answers over HTTP/2. A start does not load what it extends, which takes longer than any other module. */
const answerClass = makeAtFirstUse(
  () =>
    /** An answer over HTTP/2, which leaves out the headers of a connection: those who answer know no version of HTTP. */
    class extends Http2ServerResponse {
      override setHeader(name: string, value: number | string | readonly string[]): void {
        if (!OF_CONNECTION.has(name.toLowerCase())) super.setHeader(name, value);
      }

      override writeHead(status: number, ...rest: readonly unknown[]): this {
        const headers = rest.at(-1);
        if (typeof headers === 'object') {
          for (const [name, value] of Object.entries(headers as OutgoingHttpHeaders)) {
            if (value !== undefined) this.setHeader(name, value);
          }
        }
        return super.writeHead(status);
      }
    },
);

/**
 * Hands a stream of HTTP/2 to a listener for HTTP/1, as node's own compatibility layer does. It cannot be used
 * for some streams only: with a listener for streams beside it, each would be answered twice.
 */
const handOver = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  answer: Listener,
): void => {
  const incoming = new Http2ServerRequest(stream, headers, {}, rawHeaders);
  const outgoing = new (answerClass())(stream);
  if (!stream.endAfterHeaders) {
    if (headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
    // gRPC methods may receive messages without a limit of time.
    if (!isMethodPath(headers[':path'])) {
      // The stream's own timeout would outlive it when its session breaks.
      const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), BODY_MILLIS).unref();
      const cancelLate = (): void => clearTimeout(late);
      stream.once('end', cancelLate).once('close', cancelLate);
    }
  }
  if (headers.expect?.toLowerCase() === '100-continue') outgoing.writeContinue();
  // node makes these two classes compatible with HTTP/1's, but not their types. A failure has been dealt with.
  void answer(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
};

/** Joins several Authorization headers into one, malformed as over HTTP/1.1; node would keep the first only. */
const joinAuthorizations = (headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void => {
  const given: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at] === 'authorization') given.push(rawHeaders[at + 1] ?? '');
  }
  if (given.length > 1) headers.authorization = given.join(', ');
};

/** Copies the host of a request to the header that HTTP/1.1 has for it. */
const placeHost = (headers: IncomingHttpHeaders): void => {
  // :authority names the server in HTTP/2; a Host beside it may not differ (RFC 9113 §8.3.1).
  const host = headers[':authority'] ?? headers.host;
  if (host === undefined) return;
  headers.host = readHost(host) ?? host;
  headers[':authority'] = headers.host;
};

/** Answers a stream. */
export type StreamListener = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  flags: number,
  rawHeaders: readonly string[],
) => void;

/** Answers each stream of HTTP/2 with the dispatch that is current at that moment. */
export const streamListener = (current: () => Dispatch, domain: ServiceDomain): StreamListener => {
  const request: Listener = (incoming, outgoing) => {
    if (incoming.method === 'CONNECT') return refuseRequest(NO_TUNNEL, incoming, outgoing, domain);
    if (readHost(incoming.headers.host ?? '') !== undefined) return current().request(incoming, outgoing);
    return refuseRequest(UNREADABLE, incoming, outgoing, domain);
  };
  return (stream, headers, _flags, rawHeaders) => {
    joinAuthorizations(headers, rawHeaders);
    placeHost(headers);
    const { grpc } = current();
    if (grpc === undefined || !GRPC_TYPE.test(headers['content-type'] ?? '')) {
      handOver(stream, headers, rawHeaders, request);
      return;
    }
    // A stream that its client aborts emits an error, which needs no answer.
    stream.on('error', () => {});
    // A path without a method is answered in gRPC, too.
    if (grpc.stream(stream, headers)) return;
    handOver(stream, headers, rawHeaders, (...call) => grpc.request(...call));
  };
};
