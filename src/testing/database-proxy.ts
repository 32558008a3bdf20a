import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of the socket of a Postgres in its folder. */
const SOCKET = '.s.PGSQL.5432';

/** The treatment of the bytes between a process and its database. */
export interface ProxyRules {
  /** Called with bytes for the database, which are sent once it resolves. */
  readonly hold?: (bytes: Buffer) => Promise<void>;
  /** Called with bytes of the database, which are sent once it resolves, unless to true, which cuts the connection. */
  readonly cut?: (bytes: Buffer) => boolean | Promise<boolean>;
}

/** A proxy to a database that can delay and cut connections. */
export interface DatabaseProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a proxy to the server whose socket is in a folder, for the database of a URL. */
export const startProxy = async (folder: string, url: string, rules: ProxyRules): Promise<DatabaseProxy> => {
  const own = mkdtempSync(join(tmpdir(), 'proxy-'));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(join(folder, SOCKET));
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', cut).on('close', () => {
        cut();
        sockets.delete(socket);
      });
    }
    let sent: Promise<void> = Promise.resolve();
    client.on('data', (bytes) => {
      sent = sent.then(() => rules.hold?.(bytes)).then(() => void upstream.write(bytes));
    });
    let answered: Promise<void> = Promise.resolve();
    upstream.on('data', (bytes) => {
      answered = answered
        .then(() => rules.cut?.(bytes))
        .then((isCut) => {
          if (isCut) cut();
          else client.write(bytes);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(join(own, SOCKET), resolve));
  return {
    url: url.replace(/host=.*$/, `host=${encodeURIComponent(own)}`),
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(own, { recursive: true, force: true });
    },
  };
};
