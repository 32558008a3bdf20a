import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  constants,
  Http2ServerRequest,
  Http2ServerResponse,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { CONTROL_PREFIX } from './control/routes.ts';
import type { GrpcFace } from './faces/grpc/face.ts';
import { encodeGrpcMessage } from './faces/grpc/status.ts';
import { errorAnswer } from './faces/rest/answer.ts';
import type { RestFace } from './faces/rest/face.ts';
import { type HttpEnv, isBesideApi } from './faces/rest/http-app.ts';
import { restRequestOf, writeAnswer } from './faces/rest/node-request.ts';
import { createHttp2Sessions } from './http2-server.ts';
import type { Settings } from './kernel/context.ts';
import { ApiError, Code, exhausted } from './kernel/errors.ts';
import type { World } from './kernel/world.ts';
import { openPort } from './one-port.ts';
import type { Certificate } from './tls-certificate.ts';

/** The largest header section taken, in bytes (clients §0.3). */
const HEADER_LIMIT = 64 * 1024;
/** How long a request with a body may take over HTTP/2: as long as node gives one over HTTP/1. */
const BODY_MILLIS = 300_000;

/** What answers requests once the mock has been put together. */
export interface Handler {
  readonly app: Hono<HttpEnv>;
  readonly rest: RestFace;
  readonly world: World;
  /** Absent: everything is the REST face's. */
  readonly grpc?: GrpcFace;
}

/** An open port. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** From now on requests go to the handler; until then they answer 503. */
  readonly handle: (handler: Handler) => void;
  /** Stops taking connections, lets calls under way finish, and closes the rest. */
  readonly close: () => Promise<void>;
}

/** The one call that is answered before there is a handler. */
const LIVE = `${CONTROL_PREFIX}/live`;
const STARTING = new ApiError('UNAVAILABLE', 'Unavailable: the fixtures are being applied');

const NO_TUNNEL = new ApiError('UNIMPLEMENTED', 'Method Not Allowed');
const UNREADABLE = new ApiError('INVALID_ARGUMENT', 'Invalid argument: the request is not HTTP');

type ServiceDomain = Pick<Settings, 'serviceDomain'>;

/** What a request is answered that node could not read: in the service's form, with the status of its own. */
const refusalOf = (code: string | undefined): { readonly status: string; readonly error: ApiError } => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: '431 Request Header Fields Too Large', error: exhausted('headers are too large') };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return {
        status: '408 Request Timeout',
        error: new ApiError('DEADLINE_EXCEEDED', 'Deadline exceeded: the request did not arrive in time'),
      };
    default:
      return {
        status: '400 Bad Request',
        error: UNREADABLE,
      };
  }
};

const refuse = ({ code }: NodeJS.ErrnoException, socket: Duplex, domain: ServiceDomain): void => {
  if (!socket.writable) return;
  const { status, error } = refusalOf(code);
  const { body = '' } = errorAnswer(error, 'api', domain);
  const head = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`);
};

/** The content types of gRPC itself, with its codecs; gRPC-Web has others. */
const GRPC_TYPE = /^application\/grpc(?:$|[+;\s])/i;
/** The path of a gRPC method: `/<package>.<Service>/<Method>`. */
const METHOD_PATH = /^\/[a-z_]\w*(?:\.\w+)+\/\w+(?:$|\?)/i;

const isGrpc = ({ 'content-type': type }: IncomingHttpHeaders): boolean => type !== undefined && GRPC_TYPE.test(type);

/** Answers a gRPC stream with a failure and nothing else. */
const refuseStream = (stream: ServerHttp2Stream, error: ApiError): void => {
  const headers = {
    ':status': 200,
    'content-type': 'application/grpc',
    'grpc-status': Code[error.code],
    'grpc-message': encodeGrpcMessage(error.message),
  };
  stream.respond(headers, { endStream: true });
};

/** Methods may take messages for as long as they like; other requests are to come to an end. */
const limitBody = (stream: ServerHttp2Stream): void => {
  // The stream's own timeout would outlive it when its session breaks.
  const late = setTimeout(() => stream.close(constants.NGHTTP2_CANCEL), BODY_MILLIS).unref();
  const inTime = (): void => clearTimeout(late);
  stream.once('end', inTime).once('close', inTime);
};

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Gives a stream of HTTP/2 to what answers HTTP/1, as node's own compatibility layer does. That layer cannot be had
 * for some streams only: beside a listener for streams it answers those a second time.
 */
const asRequest = (
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
  rawHeaders: readonly string[],
  answer: Listener,
): void => {
  // What names the server in HTTP/2, where a Host beside it may not differ (RFC 9113 §8.3.1).
  const host = headers[':authority'] ?? headers.host;
  if (host !== undefined) headers.host = host;
  const incoming = new Http2ServerRequest(stream, headers, {}, rawHeaders);
  const outgoing = new Http2ServerResponse(stream);
  if (!stream.endAfterHeaders) {
    if (headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
    if (!METHOD_PATH.test(headers[':path'] ?? '')) limitBody(stream);
  }
  if (headers.expect?.toLowerCase() === '100-continue') outgoing.writeContinue();
  // The two are made to stand in for what HTTP/1 has.
  answer(incoming as unknown as IncomingMessage, outgoing as unknown as ServerResponse);
};

/** Of several Authorization headers node keeps the first alone; here they are one that is malformed, as in HTTP/1.1. */
const joinAuthorizations = (headers: IncomingHttpHeaders, rawHeaders: readonly string[]): void => {
  const given: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at] === 'authorization') given.push(rawHeaders[at + 1] ?? '');
  }
  if (given.length > 1) headers.authorization = given.join(', ');
};

/**
 * Opens the port. Nothing is loaded yet: a handler is given when there is one.
 * @throws the system's error when the port is taken or the host unknown
 */
export const listen = async (
  host: string,
  port: number,
  domain: ServiceDomain,
  certificate?: Certificate,
): Promise<Listening> => {
  let listener: Listener = (incoming, outgoing) => {
    if (incoming.url === LIVE) {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"live"}');
      return;
    }
    const answer = errorAnswer(STARTING, 'api', domain);
    writeAnswer({ ...answer, headers: { 'Retry-After': '1' } }, outgoing, incoming.method);
  };
  let answerGrpc: GrpcFace['stream'] | undefined = (stream) => {
    refuseStream(stream, STARTING);
    return true;
  };
  let otherGrpc: Listener = (incoming, outgoing) => listener(incoming, outgoing);
  // Node would refuse a request without a Host, as RFC 9112 asks, but not in the service's form; and it would drop all
  // but the first of several Authorization headers.
  const http1 = createServer(
    { maxHeaderSize: HEADER_LIMIT, requireHostHeader: false, joinDuplicateHeaders: true },
    (incoming, outgoing) => {
      if (incoming.headers.host !== undefined || incoming.httpVersion !== '1.1') {
        listener(incoming, outgoing);
        return;
      }
      const answer = errorAnswer(UNREADABLE, 'api', domain);
      writeAnswer({ ...answer, headers: { Connection: 'close' } }, outgoing, incoming.method);
    },
  );
  http1.on('clientError', (error, socket) => refuse(error, socket, domain));
  // An expectation that nobody knows is passed over like any unknown header.
  http1.on('checkExpectation', (incoming, outgoing) => listener(incoming, outgoing));
  const overHttp2: Listener = (incoming, outgoing) => {
    if (incoming.method === 'CONNECT') writeAnswer(errorAnswer(NO_TUNNEL, 'api', domain), outgoing, 'CONNECT');
    else if (incoming.headers.host !== undefined) listener(incoming, outgoing);
    else writeAnswer(errorAnswer(UNREADABLE, 'api', domain), outgoing, incoming.method);
  };
  const http2 = createHttp2Sessions(HEADER_LIMIT);
  const onStream = (
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
    _flags: number,
    rawHeaders: readonly string[],
  ): void => {
    joinAuthorizations(headers, rawHeaders);
    if (answerGrpc !== undefined && isGrpc(headers)) {
      // A stream that its client breaks off fails, whoever answers it.
      stream.on('error', () => {});
      if (answerGrpc(stream, headers)) return;
      // A path that no method has is told in gRPC, too.
      asRequest(stream, headers, rawHeaders, otherGrpc);
      return;
    }
    asRequest(stream, headers, rawHeaders, overHttp2);
  };
  http2.server.on('stream', onStream);
  const handle = ({ app, rest, world, grpc }: Handler): void => {
    const throughApp = getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      // A target or a Host that is no part of any URL.
      errorHandler: () => {
        const { status, body = '' } = errorAnswer(UNREADABLE, 'api', domain);
        return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
      },
    });
    answerGrpc = grpc && ((stream, headers) => grpc.stream(stream, headers));
    if (grpc) otherGrpc = (incoming, outgoing) => grpc.request(incoming, outgoing);
    listener = (incoming, outgoing) => {
      if (isBesideApi(incoming.url)) {
        void throughApp(incoming, outgoing);
        return;
      }
      if (grpc !== undefined && METHOD_PATH.test(incoming.url ?? '')) {
        grpc.request(incoming, outgoing);
        return;
      }
      void rest.handle(restRequestOf(incoming), world).then((answer) => writeAnswer(answer, outgoing, incoming.method));
    };
  };
  const opened = await openPort(host, port, { http1, http2, ...(certificate !== undefined && { certificate }) });
  return { host, handle, ...opened };
};
