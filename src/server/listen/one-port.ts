import { type AddressInfo, connect, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { codeOf } from '../../store/data-file-error.ts';
import type { Peering, Peers } from '../mock/port.ts';
import { Connections, type Servers } from './connections.ts';
import { onFirstBytes, type Protocol, protocolOf } from './first-bytes.ts';
import { asksAboutProcess } from './process-calls.ts';
import type { Splices } from './splice.ts';
import type { Certificate } from './tls-certificate.ts';

/** The time for the first bytes of a client, or for a TLS handshake. */
const GREETING_MILLIS = 10_000;
/** The time after which a silent peer is asked whether it is still there. */
const KEEP_ALIVE_MILLIS = 60_000;
/** The time for which a stop waits for running calls, unless it has more patience, in milliseconds. */
const GRACE_MILLIS = 800;
/** The time for the refusals of calls that are not answered by then. */
const LAST_WORDS_MILLIS = 100;
const SWEEP_MILLIS = 20;
/** The most free ports that are tried until one is free on both loopback addresses. */
const ATTEMPTS = 8;

/** The servers behind a port; neither of them listens itself. */
export interface Protocols extends Servers {
  /** The certificate of a port that speaks TLS only. */
  readonly certificate?: Certificate;
  /** Lets the process end if only the port keeps it alive. */
  readonly background?: boolean;
  /** Lets other processes answer what comes to the port. */
  readonly peering?: Peering;
  /** Answers the calls that still wait when the last connections are about to be closed. */
  readonly sayLast?: () => void;
}

/** The time for which a stop waits for running calls: so many milliseconds, or until it is interrupted. */
export interface Patience {
  readonly millis: number;
  readonly interrupted?: AbortSignal;
}

/** A port that is open on each address of its host. */
export interface OpenedPort {
  readonly port: number;
  /** Closes the connections that clients have opened so far, also those that are not accepted yet. */
  readonly drop: () => Promise<void>;
  /**
   * Asks the clients of all connections to open others: over HTTP/1.1 by the answers that are under way. `heard` is
   * called for each connection that another process is to answer all the same.
   */
  readonly leave: (heard: () => void) => void;
  /** There with `peering`. */
  readonly peers?: Peers;
  /** Stops accepting connections, lets running calls finish, and closes the rest: within a second, without more patience. */
  readonly close: (patience?: Patience) => Promise<void>;
}

const IMPATIENT: Patience = { millis: GRACE_MILLIS };

const LOOPBACK = ['127.0.0.1', '::1'];
/** The error codes for an address that the machine does not have. */
const NO_ADDRESS: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** A loopback host is open on both loopback addresses, since clients may resolve localhost to either (clients §0.1). */
const addressesOf = (host: string): readonly string[] =>
  host === 'localhost' || LOOPBACK.includes(host) ? LOOPBACK : [host];

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const listenOn = (server: Server, host: string | undefined, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (error: Error): void => {
      process.off('uncaughtException', fail);
      reject(error);
    };
    server.once('error', fail);
    // Node with --permission, but without --allow-net, throws in a turn of its own.
    if (process.permission) process.once('uncaughtException', fail);
    server.listen(port, host, () => {
      process.off('uncaughtException', fail);
      server.off('error', fail);
      // A connection that broke before it was accepted needs no answer.
      server.on('error', () => {});
      resolve();
    });
  });

const closeServer = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));

/** Listens on the same port of each address that this machine has. */
const listenOnEach = async (
  addresses: readonly string[],
  port: number,
  createServer: () => Server,
): Promise<readonly Server[]> => {
  const servers: Server[] = [];
  let refused: unknown;
  for (const address of addresses) {
    const server = createServer();
    try {
      await listenOn(server, address, servers[0] ? portOf(servers[0]) : port);
      servers.push(server);
    } catch (error) {
      refused = error;
      if (addresses.length > 1 && NO_ADDRESS.has(codeOf(error))) continue;
      await Promise.all(servers.map(closeServer));
      throw error;
    }
  }
  if (servers.length === 0) throw refused;
  return servers;
};

const listenOnHost = async (host: string, port: number, createServer: () => Server): Promise<readonly Server[]> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnEach(addressesOf(host), port, createServer);
    } catch (error) {
      // A port that is free on one address may be taken on the other.
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || attempt === ATTEMPTS) throw error;
    }
  }
};

/**
 * Resolves once a server has accepted all connections that were opened before: they wait in a line, at whose end this
 * opens one more.
 */
const acceptWaiting = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const { address, port, family } = server.address() as AddressInfo;
    const isAny = address === '::' || address === '0.0.0.0';
    const last = connect(port, isAny ? (family === 'IPv6' ? '::1' : '127.0.0.1') : address);
    const done = (): void => {
      server.off('connection', check);
      last.destroy();
      resolve();
    };
    const accepted = new Set<number | undefined>();
    const check = (socket?: Socket): void => {
      if (socket) accepted.add(socket.remotePort);
      if (last.localPort !== undefined && accepted.has(last.localPort)) done();
    };
    server.on('connection', check);
    last.once('connect', () => check());
    last.once('error', done);
  });

const SOCKETS = { noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MILLIS } as const;

/** Takes over a connection whose protocol is known, with its first bytes if they are known, too. */
type Enter = (socket: Socket, protocol: Protocol, bytes?: Buffer) => void;

const netServer = (connections: Connections, enter: Enter): Server =>
  createNetServer({ allowHalfOpen: true, ...SOCKETS }, (socket) => {
    connections.accept(socket);
    onFirstBytes(socket, GREETING_MILLIS, protocolOf, (protocol, bytes) => enter(socket, protocol, bytes));
  });

const tlsServer = (connections: Connections, { cert, key }: Certificate, enter: Enter): Server => {
  const server = createTlsServer(
    { cert, key, ALPNProtocols: ['h2', 'http/1.1'], handshakeTimeout: GREETING_MILLIS, ...SOCKETS },
    (socket: TLSSocket) => enter(socket, socket.alpnProtocol === 'h2' ? 'http2' : 'http1'),
  );
  server.on('connection', (socket: Socket) => connections.accept(socket));
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
};

/** Opens the port by which other processes pass connections on. */
const listenToPeers = async (
  connections: Connections,
  peering: Peering,
  host: string | undefined,
  port: number,
): Promise<Server> => {
  const { onGreeting } = await import('./peer-port.ts');
  const server = createNetServer({ allowHalfOpen: true, ...SOCKETS }, (socket) => {
    connections.accept(socket);
    onGreeting(socket, GREETING_MILLIS, peering, (greeting) => connections.handFrom(socket, greeting));
  });
  await listenOn(server, host, port);
  return server;
};

/** Lets the process that owns the worlds answer connections, except for calls about this process. */
const enterBy =
  (connections: Connections, splices: Splices): Enter =>
  (socket, protocol, bytes) => {
    if (splices.isHere) return connections.hand(socket, protocol);
    const decide = (first: Buffer): void => {
      if (asksAboutProcess(first)) connections.hand(socket, protocol);
      else void splices.pass(socket, protocol);
    };
    if (protocol === 'http2') void splices.pass(socket, protocol);
    else if (bytes) decide(bytes);
    else onFirstBytes(socket, GREETING_MILLIS, (first) => first, decide);
  };

/** Closes each connection once it has no calls, and all once the patience is over. */
const endInTime = async (
  ended: Promise<unknown>,
  connections: Connections,
  { millis, interrupted }: Patience,
  sayLast = (): void => undefined,
): Promise<void> => {
  const closeAll = (): void => connections.closeAll();
  connections.closeIdle();
  const sweep = setInterval(() => connections.closeIdle(), SWEEP_MILLIS);
  const grace = Math.max(GRACE_MILLIS, millis);
  const last = setTimeout(sayLast, grace - LAST_WORDS_MILLIS);
  const force = setTimeout(closeAll, grace);
  const interrupt = (): void => {
    sayLast();
    setTimeout(closeAll, LAST_WORDS_MILLIS).unref();
  };
  interrupted?.addEventListener('abort', interrupt);
  await ended;
  clearInterval(sweep);
  clearTimeout(last);
  clearTimeout(force);
  interrupted?.removeEventListener('abort', interrupt);
};

/**
 * Opens a port for HTTP/1.1 and HTTP/2; the first bytes of a connection, or ALPN with TLS, decide between them. A
 * loopback host is open on IPv4 and IPv6.
 * @throws the system's error when the port is taken or the host unknown
 */
export const openPort = async (host: string, port: number, protocols: Protocols): Promise<OpenedPort> => {
  const { http1, http2, certificate, background = false, peering, sayLast } = protocols;
  const connections = new Connections(protocols);
  const hand: Enter = (socket, protocol) => connections.hand(socket, protocol);
  // Imported at the first use: most ports answer alone.
  const splices =
    peering && new (await import('./splice.ts')).Splices({ peering, connections, background, ...SOCKETS });
  const enter = splices ? enterBy(connections, splices) : hand;
  const servers = await listenOnHost(host, port, () =>
    certificate === undefined ? netServer(connections, enter) : tlsServer(connections, certificate, enter),
  );
  if (background) {
    for (const server of servers) server.unref().on('connection', (socket: Socket) => socket.unref());
  }
  // A server that never listens does not enforce the timeouts of requests, and in Deno closes each connection after an answer.
  Object.defineProperty(http1, 'listening', { value: true }).emit('listening');
  const [first] = servers as readonly [Server];
  const all = [...servers];
  let isClosed = false;
  return {
    port: portOf(first),
    ...(splices && {
      peers: {
        listen: async (peerHost, peerPort) => {
          const server = await listenToPeers(connections, peering, peerHost, peerPort);
          if (isClosed) {
            await closeServer(server);
            throw new Error('the port is closed');
          }
          all.push(background ? server.unref() : server);
          return portOf(server);
        },
        route: (route) => splices.route(route),
        ask: (path, headers) => splices.ask(path, headers, certificate !== undefined),
        isSilent: (owner) => splices.isSilent(owner),
        spliced: () => splices.count,
      },
    }),
    drop: async () => {
      await Promise.all(servers.map(acceptWaiting));
      connections.closeAll();
      // A client in this process hears of it before anything else is done.
      await nextTurn();
      await nextTurn();
    },
    leave: (heard) => {
      connections.leave();
      void splices?.leave(heard);
    },
    close: async (patience = IMPATIENT) => {
      isClosed = true;
      const ended = Promise.all(all.map(closeServer));
      http2.close();
      void splices?.end();
      await endInTime(ended, connections, patience, sayLast);
      splices?.close();
      http1.close();
    },
  };
};
