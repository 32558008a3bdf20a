import type { IncomingMessage } from 'node:http';
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import { isIPv6 } from 'node:net';
import type { Http2Bindings, HttpBindings } from '@hono/node-server';
import type { CallParts } from '../../faces/grpc/unary-call.ts';
import { errorAnswer } from '../../faces/rest/answer.ts';
import type { ReadBody } from '../../faces/rest/http-env.ts';
import { isBesideApi, readBody, restRequestOf, writeAnswer } from '../../faces/rest/node-request.ts';
import { breakOff } from '../../faces/wire/break-off.ts';
import { type CallScope, DEFAULT_WORLD, WORLD_HEADER } from '../../kernel/call-scope.ts';
import { type ApiError, internal } from '../../kernel/errors.ts';
import { CONTROL_PREFIX } from '../../plane/prefix.ts';
import type { Handler } from '../mock/port.ts';
import { type Listener, shareWith } from './cors.ts';
import {
  refuseRequest,
  refuseStream,
  type ServiceDomain,
  STARTING,
  STOPPING,
  UNKNOWN_CODING,
  UNKNOWN_VERSION,
  UNREADABLE,
} from './refusals.ts';

/** The characters of a host and its port (RFC 9110 §7.2). A blank, which joins several Host lines, is none of them. */
const HOST = /^[\w!$%&'()*+,.:;=[\]~-]*$/;
/** The one coding that is decoded. */
const CHUNKED = /^[\s,]*chunked[\s,]*$/i;
/** A host with an address of IPv6, or with an empty port. */
const UNUSUAL_HOST = /:.*:|:$/;
/** A target in absolute form: its authority, without user information, and the rest. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?][^#]*)?$/i;
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** The answer to OPTIONS for the server as a whole. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/** The last host that was read, and its usual form: most are the same one, and to parse it takes a tenth of a call. */
let lastHost = '';
let lastUsual: string | undefined;

/**
 * The usual form of a host, with its port if it has one; undefined for one that no URL of HTTP can have. Node's own client
 * leaves the brackets of IPv6 out over HTTP/2, and Java writes the address in full; a URL parser takes neither.
 */
export const readHost = (host: string): string | undefined => {
  if (host === lastHost) return lastUsual;
  let usual = host;
  if (UNUSUAL_HOST.test(host)) {
    const [, address = '', port = ''] = /^(.+)(:\d+)$/.exec(host) ?? [];
    const bracketed = isIPv6(address) ? `[${address}]${port}` : isIPv6(host) ? `[${host}]` : host;
    // With a scheme that implies no port, a port stays.
    const url = `tcp://${bracketed}`;
    if (URL.canParse(url)) usual = new URL(url).host;
  }
  lastUsual = HOST.test(host) && URL.canParse(`http://${usual}`) ? usual : undefined;
  lastHost = host;
  return lastUsual;
};

/**
 * Reads the destination of a request over HTTP/1.1, and puts a target in absolute form into origin form: its authority always
 * replaces Host (RFC 9112 §3.2.2). HTTP/1.0 may have no Host: it goes to the address that it came by (RFC 9112 §3.3).
 * Returns why the request is refused: another version, a target that is no URL of HTTP, no Host, several or a malformed
 * one (RFC 9112 §3.2), or a transfer coding besides chunked (RFC 9112 §6.1).
 */
export const readHead = (incoming: IncomingMessage): ApiError | undefined => {
  const { url = '', method, headers, httpVersion, socket } = incoming;
  const isOld = httpVersion === '1.0';
  if (httpVersion !== '1.1' && !isOld) return UNKNOWN_VERSION;
  const { host = isOld ? `${socket.localAddress}:${socket.localPort}` : '', 'transfer-encoding': coding } = headers;
  headers.host = host === lastHost ? lastUsual : readHost(host);
  if (headers.host === undefined) return UNREADABLE;
  if (coding !== undefined && !CHUNKED.test(coding)) return UNKNOWN_CODING;
  if (url.startsWith('/') || !SCHEME.test(url)) return undefined;
  const [, authority = '', rest] = ABSOLUTE.exec(url) ?? [];
  headers.host = readHost(authority);
  if (headers.host === undefined) return UNREADABLE;
  // Without a path, OPTIONS is for the server as a whole.
  const path = rest ?? (method === 'OPTIONS' ? '*' : '/');
  incoming.url = path.startsWith('?') ? `/${path}` : path;
  return undefined;
};

/** The listener for each kind of request. */
export interface Dispatch {
  readonly request: Listener;
  /** Takes streams of plain gRPC; `request` answers those that `stream` does not. Missing: they are plain requests. */
  readonly grpc?: {
    /** False if it leaves the stream untouched. */
    readonly stream: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => boolean;
    readonly request: Listener;
  };
}

/** The one call that is answered before there is a handler. */
const LIVE = `${CONTROL_PREFIX}/live`;
/** The one call that is refused while the mock drains. */
const READY = `${CONTROL_PREFIX}/ready`;

/** The path of a gRPC method: `/<package>.<Service>/<Method>`. */
const METHOD_PATH = /^\/[a-z_]\w*(?:\.\w+)+\/\w+(?:$|\?)/i;

/** True for a request target that has the form of a gRPC method's path. */
export const isMethodPath = (target: string | undefined): boolean => METHOD_PATH.test(target ?? '');

/** True for the path of a method of grpc.health.v1, which asks for the health of the mock and is no call of the API. */
export const isAboutHealth = (path: string | undefined): boolean => path?.startsWith('/grpc.health.v1.') ?? false;

/** Dispatches while the mock starts: the port is alive, and everything else answers that it is not ready. */
export const dispatchWhileStarting = (domain: ServiceDomain): Dispatch => {
  const request: Listener = (incoming, outgoing) => {
    if (incoming.url === LIVE) {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"live"}');
      return undefined;
    }
    return refuseRequest(STARTING, incoming, outgoing, domain, { 'Retry-After': '1' });
  };
  const stream = (unanswered: ServerHttp2Stream): boolean => {
    refuseStream(unanswered, STARTING);
    return true;
  };
  return { request, grpc: { stream, request } };
};

/**
 * Dispatches while the mock drains: calls are answered as before, but not READY, by which a balancer learns that it
 * must send no more; a client over HTTP/1.1 is asked to close its connection. `heard` is called for each call but those
 * about the health of the mock.
 */
export const dispatchWhileDraining = (
  { request, grpc }: Dispatch,
  domain: ServiceDomain,
  heard: () => void,
): Dispatch => {
  const answer: Listener = (incoming, outgoing) => {
    const [path] = incoming.url?.split('?', 1) ?? [];
    if (incoming.httpVersionMajor === 1) outgoing.shouldKeepAlive = false;
    if (path === READY) return refuseRequest(STOPPING, incoming, outgoing, domain, { 'Retry-After': '1' });
    if (path !== LIVE && !isAboutHealth(path)) heard();
    return request(incoming, outgoing);
  };
  if (!grpc) return { request: answer };
  return {
    request: answer,
    grpc: {
      stream: (stream, headers) => {
        if (!isAboutHealth(headers[':path'])) heard();
        return grpc.stream(stream, headers);
      },
      request: grpc.request,
    },
  };
};

/** Answers a request in its world. */
type InWorld = (world: CallScope, ...call: Parameters<Listener>) => ReturnType<Listener>;

/** Hands a request over with its world; the answer names one that is not `default`. */
const passIn = (pass: InWorld, world: CallScope, ...call: Parameters<Listener>): ReturnType<Listener> => {
  if (world.id !== DEFAULT_WORLD) call[1].setHeader(WORLD_HEADER, world.id);
  return pass(world, ...call);
};

/** A call over plain gRPC, whose answer names its world. */
const callIn = (world: CallScope): CallParts =>
  world.id === DEFAULT_WORLD ? { world } : { world, answerHeaders: { [WORLD_HEADER]: world.id } };

/** The functions that refuse the calls that are not answered when the port closes. */
export type LastWords = Set<() => void>;

/** The listener of pages and of the control plane, which go through the app. */
const listenerOf = (
  { app, report }: Pick<Handler, 'app' | 'report'>,
  domain: ServiceDomain,
  lastWords: LastWords,
): Listener => {
  const refusal = (error: ApiError): Response => {
    const { status, body = '' } = errorAnswer(error, 'api', domain);
    return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
  };
  const fetch = async (request: Request, { incoming, outgoing }: HttpBindings | Http2Bindings): Promise<Response> => {
    const { headers, url = '/', method } = incoming;
    const fail = (error: unknown): void => report(error, `${method} ${url.split('?', 1)[0]}`);
    const broken = (error: unknown): void => {
      fail(error);
      breakOff(outgoing, 'reset');
    };
    const read: ReadBody = (limit) => readBody(incoming as IncomingMessage, limit);
    let giveUp = (): void => {};
    const stopped = new Promise<Response>((resolve) => {
      giveUp = () => resolve(refusal(STOPPING));
    });
    lastWords.add(giveUp);
    try {
      return await Promise.race([stopped, app.fetch(request, { headers, target: url, readBody: read, broken })]);
    } catch (error) {
      fail(error);
      return refusal(internal());
    } finally {
      lastWords.delete(giveUp);
    }
  };
  // A target or a Host that cannot be part of a URL.
  const errorHandler = (): Response => refusal(UNREADABLE);
  let listener: Promise<Listener> | undefined;
  return (incoming, outgoing) => {
    // Imported at the first use: it loads the modules of fetch, which takes longer than most of a start.
    listener ??= import('@hono/node-server').then(({ getRequestListener }) =>
      getRequestListener(fetch, { overrideGlobalObjects: false, errorHandler }),
    );
    return listener.then((listen) => listen(incoming, outgoing));
  };
};

/** Pages and the control plane go through the app, methods to the gRPC face, and all else straight to the REST face. */
export const dispatchTo = (
  { app, rest, worldOf, grpc, report, origins = [] }: Handler,
  domain: ServiceDomain,
  lastWords: LastWords,
): Dispatch => {
  const passToApp = listenerOf({ app, report }, domain, lastWords);
  const passToGrpc: InWorld = (world, incoming, outgoing) => grpc?.request(incoming, outgoing, { world });
  const passToRest: InWorld = (world, incoming, outgoing) =>
    rest.handle(restRequestOf(incoming), world).then((answer) => writeAnswer(answer, outgoing, incoming.method));
  const passToFaces: Listener = (incoming, outgoing) => {
    if (isBesideApi(incoming.url)) return passToApp(incoming, outgoing);
    const pass = grpc !== undefined && isMethodPath(incoming.url) ? passToGrpc : passToRest;
    return passIn(pass, worldOf(incoming.headers), incoming, outgoing);
  };
  const toShared = origins.length > 0 ? shareWith(origins, passToFaces) : passToFaces;
  const request: Listener = (incoming, outgoing) => {
    const { method, url } = incoming;
    if (method !== 'OPTIONS' || url !== '*') return toShared(incoming, outgoing);
    return writeAnswer({ status: 204, headers: { Allow: METHODS } }, outgoing, method);
  };
  if (grpc === undefined) return { request };
  return {
    request,
    grpc: {
      stream: (stream, headers) => grpc.stream(stream, headers, callIn(worldOf(headers))),
      request: (incoming, outgoing) => passIn(passToGrpc, worldOf(incoming.headers), incoming, outgoing),
    },
  };
};
