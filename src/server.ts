import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { CONTROL_PREFIX } from './control/routes.ts';
import { errorAnswer } from './faces/rest/answer.ts';
import type { RestFace } from './faces/rest/face.ts';
import { type HttpEnv, isBesideApi } from './faces/rest/http-app.ts';
import { restRequestOf, writeAnswer } from './faces/rest/node-request.ts';
import type { Settings } from './kernel/context.ts';
import { ApiError, exhausted } from './kernel/errors.ts';
import type { World } from './kernel/world.ts';

/** The largest header section taken, in bytes (clients §0.3). */
const HEADER_LIMIT = 64 * 1024;
/** How long a stop waits for calls under way, in milliseconds. */
const GRACE_MILLIS = 800;

/** What answers requests once the mock has been put together. */
export interface Handler {
  readonly app: Hono<HttpEnv>;
  readonly rest: RestFace;
  readonly world: World;
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

const closeGracefully = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), GRACE_MILLIS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });

/**
 * Opens the port. Nothing is loaded yet: a handler is given when there is one.
 * @throws the system's error when the port is taken or the host unknown
 */
export const listen = (host: string, port: number, domain: ServiceDomain): Promise<Listening> => {
  let listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (incoming.url === LIVE) {
      outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status":"live"}');
      return;
    }
    const answer = errorAnswer(STARTING, 'api', domain);
    writeAnswer({ ...answer, headers: { 'Retry-After': '1' } }, outgoing, incoming.method);
  };
  // Node would refuse a request without a Host, as RFC 9112 asks, but not in the service's form; and it would drop all
  // but the first of several Authorization headers.
  const server = createServer(
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
  server.on('clientError', (error, socket) => refuse(error, socket, domain));
  // An expectation that nobody knows is passed over like any unknown header.
  server.on('checkExpectation', (incoming, outgoing) => listener(incoming, outgoing));
  const handle = ({ app, rest, world }: Handler): void => {
    const throughApp = getRequestListener(app.fetch, {
      overrideGlobalObjects: false,
      // A target or a Host that is no part of any URL.
      errorHandler: () => {
        const { status, body = '' } = errorAnswer(UNREADABLE, 'api', domain);
        return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
      },
    });
    listener = (incoming, outgoing) => {
      if (isBesideApi(incoming.url)) {
        void throughApp(incoming, outgoing);
        return;
      }
      void rest.handle(restRequestOf(incoming), world).then((answer) => writeAnswer(answer, outgoing, incoming.method));
    };
  };
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const { port: opened } = server.address() as AddressInfo;
      resolve({ host, port: opened, handle, close: () => closeGracefully(server) });
    });
  });
};
