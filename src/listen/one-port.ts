import type { Server as HttpServer, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { onFirstBytes, type Protocol } from './first-bytes.ts';
import type { Http2Sessions } from './http2-server.ts';
import type { Certificate } from './tls-certificate.ts';

/** How long a client may take for its first bytes, or for a TLS handshake. */
const GREETING_MILLIS = 10_000;
/** How long a client may take to close its side after the server has closed its own. */
const LINGER_MILLIS = 2_000;
/** The time after which a silent peer is asked whether it is still there. */
const KEEP_ALIVE_MILLIS = 60_000;
/** How long a stop waits for running calls, unless it has more patience, in milliseconds. */
const GRACE_MILLIS = 800;
/** How long the refusals of calls that are not answered by then may take. */
const LAST_WORDS_MILLIS = 100;
const SWEEP_MILLIS = 20;
/** How many free ports are tried until one is free on both loopback addresses. */
const ATTEMPTS = 8;

/** The servers behind a port; neither of them listens itself. */
export interface Protocols {
  readonly http1: HttpServer;
  readonly http2: Http2Sessions;
  /** The certificate of a port that speaks TLS only. */
  readonly certificate?: Certificate;
  /** Lets the process end if nothing but the port is left. */
  readonly background?: boolean;
  /** Answers what is not answered when the rest of the connections is about to be closed. */
  readonly sayLast?: () => void;
}

/** How long a stop waits for running calls: for so many milliseconds, or until it is interrupted. */
export interface Patience {
  readonly millis: number;
  readonly interrupted?: AbortSignal;
}

/** A port that is open on each address of its host. */
export interface OpenedPort {
  readonly port: number;
  /** Closes the connections that clients have opened so far, also those that are not accepted yet. */
  readonly drop: () => Promise<void>;
  /** Asks the clients of all connections to open others: those of HTTP/1.1 by the answers that are under way. */
  readonly leave: () => void;
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

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const listenOn = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
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

/** A peer that never closes its side would hold the socket for ever. */
const dropWhenDone = (socket: Socket): void => {
  socket.once('finish', () => {
    const linger = setTimeout(() => socket.destroy(), LINGER_MILLIS).unref();
    socket.once('close', () => clearTimeout(linger));
  });
};

/** The peer of a socket, and of the TLS socket upon it. */
const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Every socket of the port by its protocol, so that a stop can close each as its protocol requires. */
class Connections {
  readonly #protocols: Protocols;
  readonly #all = new Set<Socket>();
  readonly #silent = new Map<string, Socket>();
  readonly #http1 = new Set<Socket>();

  constructor(protocols: Protocols) {
    this.#protocols = protocols;
  }

  /** Takes a socket that was just accepted. */
  accept(socket: Socket): void {
    const peer = peerOf(socket);
    this.#all.add(socket);
    this.#silent.set(peer, socket);
    socket.once('close', () => {
      this.#all.delete(socket);
      if (this.#silent.get(peer) === socket) this.#silent.delete(peer);
    });
  }

  /** Hands a socket to the server of its protocol. */
  hand(socket: Socket, protocol: Protocol): void {
    const { http1, http2 } = this.#protocols;
    const bare = this.#silent.get(peerOf(socket));
    this.#silent.delete(peerOf(socket));
    // node resets only a bare socket, not the TLS socket upon it.
    if (bare && bare !== socket) {
      socket.resetAndDestroy = () => {
        bare.resetAndDestroy();
        return socket.destroy();
      };
    }
    dropWhenDone(socket);
    if (protocol === 'http2') {
      // A session does not notice that its peer has closed, so the socket must close with the peer.
      socket.allowHalfOpen = false;
      http2.accept(socket);
      return;
    }
    this.#http1.add(socket);
    socket.once('close', () => this.#http1.delete(socket));
    http1.emit('connection', socket);
  }

  /** Has each answer over HTTP/1.1 that is under way close its connection. */
  closeAfterAnswers(): void {
    for (const socket of this.#http1) {
      // Node keeps the answer of a connection here, and has no public name for it.
      const { _httpMessage: answer } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
      if (answer && !answer.headersSent) answer.shouldKeepAlive = false;
    }
  }

  /** Closes connections that have no running call. */
  closeIdle(): void {
    for (const socket of this.#silent.values()) socket.destroy();
    // Node counts an answer that is still being sent as finished.
    for (const socket of this.#http1) if (socket.writableLength > 0) return;
    this.#protocols.http1.closeIdleConnections();
  }

  closeAll(): void {
    for (const socket of this.#all) socket.destroy();
  }
}

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

const netServer = (connections: Connections): Server =>
  createNetServer(
    { allowHalfOpen: true, noDelay: true, keepAlive: true, keepAliveInitialDelay: KEEP_ALIVE_MILLIS },
    (socket) => {
      connections.accept(socket);
      onFirstBytes(socket, GREETING_MILLIS, (protocol) => connections.hand(socket, protocol));
    },
  );

const tlsServer = (connections: Connections, { cert, key }: Certificate): Server => {
  const server = createTlsServer(
    {
      cert,
      key,
      ALPNProtocols: ['h2', 'http/1.1'],
      handshakeTimeout: GREETING_MILLIS,
      noDelay: true,
      keepAlive: true,
      keepAliveInitialDelay: KEEP_ALIVE_MILLIS,
    },
    (socket: TLSSocket) => connections.hand(socket, socket.alpnProtocol === 'h2' ? 'http2' : 'http1'),
  );
  server.on('connection', (socket: Socket) => connections.accept(socket));
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  return server;
};

/**
 * Opens a port for HTTP/1.1 and HTTP/2; the first bytes of a connection, or ALPN with TLS, decide between them. A
 * loopback host is open on IPv4 and IPv6.
 * @throws the system's error when the port is taken or the host unknown
 */
export const openPort = async (host: string, port: number, protocols: Protocols): Promise<OpenedPort> => {
  const { http1, http2, certificate, background, sayLast } = protocols;
  const connections = new Connections(protocols);
  const servers = await listenOnHost(host, port, () =>
    certificate === undefined ? netServer(connections) : tlsServer(connections, certificate),
  );
  if (background) {
    for (const server of servers) server.unref().on('connection', (socket: Socket) => socket.unref());
  }
  // Without this event, a server that never listens does not enforce the timeouts of requests.
  http1.emit('listening');
  const [first] = servers as readonly [Server];
  return {
    port: portOf(first),
    drop: async () => {
      await Promise.all(servers.map(acceptWaiting));
      connections.closeAll();
      // A client in this process hears of it before anything else is done.
      await nextTurn();
      await nextTurn();
    },
    leave: () => {
      connections.closeAfterAnswers();
      http2.drain();
    },
    close: async ({ millis, interrupted } = IMPATIENT) => {
      const ended = Promise.all(servers.map(closeServer));
      http2.close();
      connections.closeIdle();
      const sweep = setInterval(() => connections.closeIdle(), SWEEP_MILLIS);
      const closeAll = (): void => connections.closeAll();
      const grace = Math.max(GRACE_MILLIS, millis);
      const last = setTimeout(() => sayLast?.(), grace - LAST_WORDS_MILLIS);
      const force = setTimeout(closeAll, grace);
      const interrupt = (): void => {
        sayLast?.();
        setTimeout(closeAll, LAST_WORDS_MILLIS).unref();
      };
      interrupted?.addEventListener('abort', interrupt);
      await ended;
      clearInterval(sweep);
      clearTimeout(last);
      clearTimeout(force);
      interrupted?.removeEventListener('abort', interrupt);
      http1.close();
    },
  };
};
