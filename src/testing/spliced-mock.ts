import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { createLog } from '../features/log/log.ts';
import { shippedFixtures } from '../package-home.ts';
import { openListeningPort } from '../server/listen/listening-port.ts';
import type { Peering, Port } from '../server/mock/port.ts';
import type { RunningMock } from '../server/mock/running-mock.ts';
import { startMock } from '../server/mock/start.ts';

/** The common data of the processes of a test. */
export const peeringOf = (id: string, more: Partial<Peering> = {}): Peering => ({
  id,
  secret: () => 'a-secret',
  term: () => '7',
  answer: async (path) => ({ status: 200, body: JSON.stringify({ answered: path, by: id }) }),
  unreachable: () => {},
  ...more,
});

/** A mock, its own port, and one of another process that passes connections on to it. */
export interface SplicedMock {
  readonly mock: RunningMock;
  readonly isSecure: boolean;
  readonly ports: { readonly direct: number; readonly spliced: number };
  readonly close: () => Promise<void>;
}

/** Starts a mock whose answers do not depend on the time, with a port that passes connections on to it. */
export const startSpliced = async (isSecure: boolean): Promise<SplicedMock> => {
  const setting = {
    host: '127.0.0.1',
    port: 0,
    serviceDomain: 'platform.test',
    ...(isSecure && { tls: 'auto' as const }),
  };
  let own: Port | undefined;
  const mock = await startMock(
    {
      ...setting,
      seed: 'spliced',
      publicUrl: 'https://mock.test',
      version: '0.0.0',
      audiences: [],
      trusted: [],
      control: { loopback: true },
      tokenTtlSeconds: 3_600,
      maxWorlds: 10,
      requireWorld: false,
      fixtures: ['default'],
      shippedFixtures,
      clock: { now: () => Date.parse('2026-01-01T00:00:00Z') },
      log: createLog('silent', false, () => {}),
    },
    async (wanted) => {
      own = await openListeningPort({ ...wanted, peering: peeringOf('owner') });
      return own;
    },
  );
  const peerPort = (await own?.peers?.listen('127.0.0.1', 0)) ?? 0;
  own?.peers?.route({ at: 'here' });
  const front = await openListeningPort({ ...setting, peering: peeringOf('front') });
  front.peers?.route({ at: 'peer', host: '127.0.0.1', port: peerPort, term: '7' });
  const portOf = (url: string): number => Number(new URL(url).port);
  return {
    mock,
    isSecure,
    ports: { direct: portOf(mock.localUrl), spliced: portOf(front.url) },
    close: async () => {
      await front.close();
      await mock.close();
    },
  };
};

const DEADLINE_MILLIS = 10_000;

/** The bytes that came over a connection, and how it ended. */
export interface Received {
  readonly bytes: Buffer;
  readonly end: string;
}

/** A connection whose bytes are recorded. */
export interface Recorded {
  readonly socket: Socket;
  readonly received: Promise<Received>;
  /** Records no further bytes. */
  readonly ignoreRest: () => void;
  /** Resolves once the bytes contain a text. */
  readonly until: (text: string) => Promise<void>;
}

/** Connects to a port, over TLS if it has that, and records the bytes that come. */
export const record = ({ isSecure }: SplicedMock, port: number, protocol = 'http/1.1'): Recorded => {
  const at = { port, host: '127.0.0.1', allowHalfOpen: true };
  const socket = isSecure
    ? connectTls({ ...at, rejectUnauthorized: false, ALPNProtocols: [protocol] })
    : connect(at).setNoDelay(true);
  let bytes = Buffer.alloc(0);
  let end = 'closed';
  const add = (chunk: Buffer): void => {
    bytes = Buffer.concat([bytes, chunk]);
  };
  socket.on('data', add);
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    end = String(code);
  });
  socket.on('end', () => socket.end());
  return {
    socket,
    received: new Promise((resolve) => socket.once('close', () => resolve({ bytes, end }))),
    ignoreRest: () => void socket.off('data', add).resume(),
    until: async (text) => {
      while (!bytes.includes(text)) {
        if (socket.closed) throw new Error(`the connection ended without ${text}`);
        await once(socket, 'data', { signal: AbortSignal.timeout(DEADLINE_MILLIS) });
      }
    },
  };
};

/** Opens a session of HTTP/2 on a recorded connection; on its socket, it would read past all listeners. */
export const sessionOn = ({ socket }: Recorded): ReturnType<typeof connectHttp2> => {
  const seen = new Duplex({
    read: () => {},
    write: (chunk, encoding, done) => void socket.write(chunk, encoding, done),
    final: (done) => void socket.end(done),
    destroy: (_error, done) => {
      socket.end();
      done(null);
    },
  });
  socket.on('data', (chunk) => seen.push(chunk)).on('close', () => seen.destroy());
  return connectHttp2('https://mock.test', { createConnection: () => seen });
};
