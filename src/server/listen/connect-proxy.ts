import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** The hosts that a proxy passes on, and their target. */
export interface ProxySetting {
  /** The names of the hosts, in lower case. */
  readonly hosts: readonly string[];
  /** The mock's own address, which speaks TLS. */
  readonly target: { readonly host: string; readonly port: number };
  /** Receives why a request was refused. */
  readonly report: (reason: string) => void;
}

/** An open proxy. */
export interface ConnectProxy {
  readonly url: string;
  /** Ends every tunnel; resolves when the port is free. */
  readonly close: () => Promise<void>;
}

const LOOPBACK = '127.0.0.1';
/** The target of CONNECT (RFC 9110 §9.3.6): a name, an address, or one of IPv6 in brackets, and a port. */
const AUTHORITY = /^([\w.-]{1,253}|\[[\da-fA-F:.]{2,45}\]):(\d{1,5})$/;
const MAX_NAME_LENGTH = 253;
const PLAIN_PORT = 80;

/** The status of a refusal, and why; clients show the reason of a status line, and no body. */
interface Refusal {
  readonly status: 400 | 403 | 502;
  readonly reason: string;
}

const nameOf = (host: string): string => host.toLowerCase().replace(/\.$/, '');

const refusalOf = ({ hosts }: ProxySetting, host: string): Refusal => {
  if (!hosts.includes(nameOf(host))) {
    return { status: 403, reason: `platform-mock refuses ${host}: only ${hosts.join(', ')} can be reached` };
  }
  return { status: 403, reason: `platform-mock speaks TLS as ${host}: use https` };
};

const NO_AUTHORITY: Refusal = { status: 400, reason: 'platform-mock: CONNECT needs HOST:PORT' };
const NO_PROXY_REQUEST: Refusal = { status: 400, reason: 'platform-mock: this is a proxy and no server' };
const UNREADABLE: Refusal = { status: 400, reason: 'platform-mock: the request is not HTTP' };

/** Answers on the bare socket, and closes the connection. */
const refuse = (socket: Socket, { status, reason }: Refusal): void => {
  const head = `Content-Type: text/plain\r\nContent-Length: ${reason.length + 1}\r\nConnection: close`;
  socket.end(`HTTP/1.1 ${status} ${reason}\r\n${head}\r\n\r\n${reason}\n`).resume();
};

/** The refusal of a request for a URL instead of a tunnel. */
const requestRefusal = (setting: ProxySetting, url: string): Refusal => {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(url) || !URL.canParse(url)) return NO_PROXY_REQUEST;
  return refusalOf(setting, new URL(url).hostname.slice(0, MAX_NAME_LENGTH));
};

/** Joins two sockets: data and ends go from each to the other, and neither outlives the other. */
const join = (one: Socket, other: Socket): void => {
  one.pipe(other);
  other.pipe(one);
  // Bytes on their way arrive before the end.
  one.on('close', () => other.destroySoon());
  other.on('close', () => one.destroySoon());
};

/**
 * Opens a proxy on a loopback port of its own that tunnels the named hosts, whatever their port, to the mock, and refuses
 * everything else. It never connects anywhere else (behaviour H2).
 */
export const openConnectProxy = async (setting: ProxySetting): Promise<ConnectProxy> => {
  const { target, report } = setting;
  const sockets = new Set<Socket>();
  const trackSocket = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that resets its connection has ended it.
    return socket.on('error', () => socket.destroy());
  };
  const reportAndRefuse = (socket: Socket, refusal: Refusal): void => {
    report(refusal.reason);
    refuse(socket, refusal);
  };
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { status, reason } = requestRefusal(setting, incoming.url ?? '');
    report(reason);
    outgoing.writeHead(status, reason, { 'Content-Type': 'text/plain', Connection: 'close' }).end(`${reason}\n`);
  });
  server.on('connection', trackSocket);
  server.on('clientError', (_error, socket) => {
    if (socket.writable) reportAndRefuse(socket as Socket, UNREADABLE);
  });
  server.on('connect', (incoming: IncomingMessage, client: Socket, head: Buffer) => {
    const [, host = '', port = ''] = AUTHORITY.exec(incoming.url ?? '') ?? [];
    if (host === '' || Number(port) < 1 || Number(port) > 65_535) return reportAndRefuse(client, NO_AUTHORITY);
    if (!setting.hosts.includes(nameOf(host)) || Number(port) === PLAIN_PORT) {
      return reportAndRefuse(client, refusalOf(setting, host));
    }
    const mock = trackSocket(connect({ ...target, allowHalfOpen: true }));
    const fail = (): void =>
      reportAndRefuse(client, { status: 502, reason: 'platform-mock: the mock does not answer' });
    mock.once('error', fail);
    client.once('close', () => mock.destroy());
    mock.once('connect', () => {
      mock.off('error', fail);
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      mock.write(head);
      join(client, mock);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, LOOPBACK, resolve);
  });
  return {
    url: `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};
