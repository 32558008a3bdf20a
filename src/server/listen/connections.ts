import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Protocol } from './first-bytes.ts';
import type { Http2Sessions } from './http2-server.ts';
import type { Greeting } from './peer-port.ts';

/** The time for a client to close its side after the server has closed its own. */
const LINGER_MILLIS = 2_000;

/** A peer that never closes its side would keep the socket open for ever. */
const dropWhenDone = (socket: Socket): void => {
  socket.once('finish', () => {
    const linger = setTimeout(() => socket.destroy(), LINGER_MILLIS).unref();
    socket.once('close', () => clearTimeout(linger));
  });
};

/** The two ends of a socket, and of the TLS socket upon it. */
const endsOf = ({ remoteAddress, remotePort, localPort }: Socket): string =>
  `${remoteAddress} ${remotePort} ${localPort}`;

/** The answer over HTTP/1.1 that is under way on a socket. */
const answerOn = (socket: Socket): ServerResponse | undefined => {
  // Node has it here, without a public name.
  const { _httpMessage: answer } = socket as Socket & { readonly _httpMessage?: ServerResponse | null };
  return answer ?? undefined;
};

/** The servers that take connections over. */
export interface Servers {
  readonly http1: Server;
  readonly http2: Http2Sessions;
}

/** Every socket of the port by its protocol, so that a stop can close each as its protocol requires. */
export class Connections {
  readonly #servers: Servers;
  readonly #all = new Set<Socket>();
  readonly #silent = new Map<string, Socket>();
  readonly #http1 = new Set<Socket>();
  /** The processes that have passed connections on. */
  readonly #from = new WeakMap<object, string>();
  readonly #leaving = new Set<string>();

  constructor(servers: Servers) {
    this.#servers = servers;
  }

  #isLeaving(socket: object): boolean {
    return this.#leaving.has(this.#from.get(socket) ?? '');
  }

  /** From now on, answers end the connections that a process has passed on. */
  #beginLeaving(id: string): void {
    if (this.#leaving.size === 0) {
      this.#servers.http1.prependListener('request', ({ socket }, outgoing) => {
        if (this.#isLeaving(socket)) outgoing.shouldKeepAlive = false;
      });
    }
    this.#leaving.add(id);
  }

  /** Takes a socket that was just accepted. */
  accept(socket: Socket): void {
    const ends = endsOf(socket);
    this.#all.add(socket);
    this.#silent.set(ends, socket);
    socket.once('close', () => {
      this.#all.delete(socket);
      if (this.#silent.get(ends) === socket) this.#silent.delete(ends);
    });
  }

  /** Notes that a socket, or the TLS socket upon one that was accepted, is in use. */
  take(socket: Socket): void {
    const ends = endsOf(socket);
    const bare = this.#silent.get(ends);
    this.#silent.delete(ends);
    // node resets only a bare socket, not the TLS socket upon it.
    if (bare && bare !== socket) {
      socket.resetAndDestroy = () => {
        bare.resetAndDestroy();
        return socket.destroy();
      };
    }
  }

  /** Takes over a socket of the peer port, and does what its greeting asks. */
  handFrom(socket: Socket, { id, purpose }: Greeting): void {
    switch (purpose) {
      case 'leave':
      case 'end':
        this.#beginLeaving(id);
        if (purpose === 'leave') this.leave((other) => this.#from.get(other) === id);
        else this.#end((other) => this.#from.get(other) === id);
        dropWhenDone(socket);
        socket.end();
        return;
      default:
        this.#from.set(socket, id);
        // As on a TLS socket: the scheme of a request over HTTP/1.1 is read from it.
        if (purpose === 'https1') Object.assign(socket, { encrypted: true });
        this.hand(socket, purpose.endsWith('1') ? 'http1' : 'http2');
    }
  }

  /** Hands over the socket of a client that is to connect anew after its first call. */
  handOnce(socket: Socket, protocol: Protocol): void {
    this.hand(socket, protocol, true);
  }

  /** Hands a socket to the server of its protocol. */
  hand(socket: Socket, protocol: Protocol, isLeaving = this.#isLeaving(socket)): void {
    this.take(socket);
    const { http1, http2 } = this.#servers;
    dropWhenDone(socket);
    if (protocol === 'http2') {
      // A session does not notice that its peer has closed, so the socket must close with the peer.
      socket.allowHalfOpen = false;
      http2.accept(socket, isLeaving);
      return;
    }
    // Closed at once, with bytes that nobody has read, it would be reset, and its client could lose the answer.
    socket.destroySoon = () => void socket.end();
    this.#http1.add(socket);
    socket.once('close', () => this.#http1.delete(socket));
    http1.emit('connection', socket);
  }

  /** Asks the clients of some connections, or of all, to open others: over HTTP/1.1 by the answers that are under way. */
  leave(isMeant?: (socket: object) => boolean): void {
    for (const socket of this.#http1) {
      const answer = isMeant && !isMeant(socket) ? undefined : answerOn(socket);
      if (answer && !answer.headersSent) answer.shouldKeepAlive = false;
    }
    this.#servers.http2.drain(isMeant);
  }

  /** Ends some connections, each after the calls that it has. */
  #end(isMeant: (socket: object) => boolean): void {
    this.leave(isMeant);
    this.#servers.http2.close(isMeant);
    for (const socket of this.#http1) if (isMeant(socket) && !answerOn(socket)) socket.end();
  }

  /** Closes connections that have no running call. */
  closeIdle(): void {
    for (const socket of this.#silent.values()) socket.destroy();
    // Node counts an answer that is still being sent as finished.
    for (const socket of this.#http1) if (socket.writableLength > 0) return;
    this.#servers.http1.closeIdleConnections();
  }

  closeAll(): void {
    for (const socket of this.#all) socket.destroy();
  }
}
