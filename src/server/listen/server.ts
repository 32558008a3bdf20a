import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { type AnyResponse, breakOff, breakOffStream } from '../../faces/wire/break-off.ts';
import type { Report } from '../../kernel/caller-error.ts';
import { internal } from '../../kernel/errors.ts';
import { omitUndefined } from '../../schema/defined.ts';
import type { Handler, Peers, PortSetting } from '../mock/port.ts';
import type { Listener } from './cors.ts';
import {
  type Dispatch,
  dispatchTo,
  dispatchWhileDraining,
  dispatchWhileStarting,
  type LastWords,
  readHead,
} from './dispatch.ts';
import { createHttp2Sessions } from './http2-server.ts';
import { streamListener } from './http2-streams.ts';
import { openPort, type Patience } from './one-port.ts';
import { dispatchApart } from './process-calls.ts';
import { refuseRequest, refuseSocket, refuseStream, refuseTunnel, type ServiceDomain } from './refusals.ts';
import type { Certificate } from './tls-certificate.ts';

/**
 * Waits until no call has come for `quietMillis`, at most for `limitMillis`, or until it is interrupted: `heard` notes
 * a call, and `over` resolves at the end.
 */
const beginQuietTime = (quietMillis: number, limitMillis: number, interrupted: AbortSignal) => {
  let end = (): void => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  const limit = setTimeout(end, limitMillis);
  let quiet = setTimeout(end, quietMillis);
  let isOver = false;
  interrupted.addEventListener('abort', end);
  void over.then(() => {
    isOver = true;
    interrupted.removeEventListener('abort', end);
    clearTimeout(limit);
    clearTimeout(quiet);
  });
  return {
    heard: () => {
      if (isOver) return;
      clearTimeout(quiet);
      quiet = setTimeout(end, quietMillis);
    },
    over,
  };
};

/** The largest header section that is accepted, in bytes (clients §0.3). */
const HEADER_LIMIT = 64 * 1024;

/** The time without a call after which a port that drains is closed, unless it is given, in milliseconds. */
const QUIET_MILLIS = 2_000;

/** The time for which a connection of HTTP/1.1 may be idle, in milliseconds: as in front of the published service. */
const IDLE_MILLIS = 600_000;

/** An open port. */
export interface Listening {
  readonly host: string;
  readonly port: number;
  /** Sends requests to the handler from now on; without one they are answered with 503. */
  readonly handle: (handler: Handler | undefined) => void;
  /** There with `peering`. */
  readonly peers?: Peers;
  /** Closes the connections that clients have opened so far, also those that are not accepted yet. */
  readonly drop: () => Promise<void>;
  /**
   * Sends clients elsewhere, and resolves once no call has come for `quietMillis`, two seconds unless given, at the
   * latest after `limitMillis`, or when it is interrupted. The rest of the time is for the calls that run when the port
   * is closed.
   */
  readonly drain: (limitMillis: number, interrupted: AbortSignal, quietMillis?: number) => Promise<void>;
  /** Stops accepting connections, lets running calls finish, and closes the rest: within a second, unless it has drained. */
  readonly close: () => Promise<void>;
}

/** The dependencies for ending failed requests. */
interface Parts {
  readonly report: Report;
  readonly domain: ServiceDomain;
}

const pathOf = (target: string | undefined): string => target?.split('?', 1)[0] ?? '';

/** Answers, or breaks off if that is too late or fails. */
const answerOr = (isLate: boolean, answer: () => unknown, leave: () => void): void => {
  try {
    if (!isLate) {
      answer();
      return;
    }
  } catch {
    // The answer is no better than the one that failed.
  }
  leave();
};

const guardListener =
  (listener: Listener, { report, domain }: Parts): Listener =>
  (incoming, outgoing) => {
    const fail = (error: unknown): void => {
      report(error, `${incoming.method} ${pathOf(incoming.url)}`);
      const refuse = () => refuseRequest(internal(), incoming, outgoing, domain);
      answerOr(outgoing.headersSent, refuse, () => breakOff(outgoing as AnyResponse, 'reset'));
    };
    try {
      const called = listener(incoming, outgoing);
      return called instanceof Promise ? called.catch(fail) : called;
    } catch (error) {
      return fail(error);
    }
  };

/**
 * Wraps a dispatch so that it does not throw: a request that fails is reported and answered with an internal error, or
 * its stream ends if the answer has begun. Other requests, also those on its connection, go on.
 */
const guardDispatch = ({ request, grpc }: Dispatch, parts: Parts): Dispatch => {
  if (!grpc) return { request: guardListener(request, parts) };
  const endStream = (stream: ServerHttp2Stream, path: string | undefined, error: unknown): true => {
    parts.report(error, pathOf(path));
    const refuse = (): void => refuseStream(stream, internal());
    answerOr(stream.headersSent, refuse, () => breakOffStream(stream, 'reset'));
    return true;
  };
  return {
    request: guardListener(request, parts),
    grpc: {
      stream: (stream, headers) => {
        try {
          return grpc.stream(stream, headers);
        } catch (error) {
          return endStream(stream, headers[':path'], error);
        }
      },
      request: guardListener(grpc.request, parts),
    },
  };
};

const http1Server = (current: () => Dispatch, domain: ServiceDomain): Server => {
  /** The last answer on each connection. */
  const answers = new WeakMap<Duplex, ServerResponse>();
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answers.set(incoming.socket, outgoing);
    // On Node 24 it has an error if its client leaves, also after a reader has removed its listener: that ended the process.
    incoming.on('error', () => {});
    const refused = readHead(incoming);
    if (refused) void refuseRequest(refused, incoming, outgoing, domain, { Connection: 'close' });
    else void current().request(incoming, outgoing);
  };
  // Node would refuse a request without a Host, as RFC 9112 requires, but not in the service's form; and it would drop
  // all but the first of several Host and Authorization headers.
  const options = { maxHeaderSize: HEADER_LIMIT, requireHostHeader: false, joinDuplicateHeaders: true };
  const server = createServer(options, answer);
  server.keepAliveTimeout = IDLE_MILLIS;
  server.on('clientError', (error, socket) => {
    const last = answers.get(socket);
    // A refusal would become a part of an answer that has begun, or be taken for one that has not.
    if (last && !last.writableFinished && (last.headersSent || last.req.complete)) last.shouldKeepAlive = false;
    else if (last?.headersSent && !last.req.complete) socket.end();
    else refuseSocket(error, socket, domain);
  });
  // Without a listener node would close the connection, with no answer.
  server.on('connect', (incoming, socket) => refuseTunnel(incoming, socket, domain));
  // An unknown expectation is ignored like any unknown header.
  server.on('checkExpectation', answer);
  return server;
};

/**
 * Opens the port. Requests are answered with 503 until a handler is set.
 * @throws the system's error when the port is taken or the host unknown
 */
export const listen = async (
  host: string,
  port: number,
  domain: ServiceDomain & Pick<PortSetting, 'background' | 'peering'>,
  certificate?: Certificate,
): Promise<Listening> => {
  const { background, peering } = domain;
  const starting = dispatchWhileStarting(domain);
  /** The dispatch of a process that answers no calls. */
  const without = peering ? dispatchApart(starting, peering) : starting;
  let handling = without;
  /** Changes the dispatch, once the port drains. */
  let drained = (answering: Dispatch): Dispatch => answering;
  let dispatch = handling;
  const getDispatch = (): Dispatch => dispatch;
  const http1 = http1Server(getDispatch, domain);
  const http2 = createHttp2Sessions(HEADER_LIMIT, streamListener(getDispatch, domain));
  const lastWords: LastWords = new Set();
  const sayLast = (): void => {
    for (const say of lastWords) say();
  };
  const behind = omitUndefined({ certificate, background, peering });
  const opened = await openPort(host, port, { http1, http2, sayLast, ...behind });
  const handle = (handler: Handler | undefined): void => {
    handling = handler
      ? guardDispatch(dispatchTo(handler, domain, lastWords), { report: handler.report, domain })
      : without;
    dispatch = drained(handling);
  };
  let patience: Patience | undefined;
  const drain: Listening['drain'] = async (limitMillis, interrupted, quietMillis = QUIET_MILLIS) => {
    const end = performance.now() + limitMillis;
    const { heard, over } = beginQuietTime(Math.min(quietMillis, limitMillis), limitMillis, interrupted);
    drained = (answering) => dispatchWhileDraining(answering, domain, heard);
    dispatch = drained(handling);
    opened.leave(heard);
    await over;
    if (!interrupted.aborted) patience = { millis: end - performance.now(), interrupted };
  };
  return { ...opened, host, handle, drain, close: () => opened.close(patience) };
};
