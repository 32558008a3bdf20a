import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The name of the socket of a Postgres in its folder. */
const SOCKET = '.s.PGSQL.5432';

/** A way to a database that holds what it carries. */
export interface SlowWay {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** Passes on what one connection sends, in its order, each part after so many milliseconds. */
const pass = (from: Socket, to: Socket, chooseMillis: () => number): void => {
  let held: Promise<unknown> = Promise.resolve();
  from.on('data', (bytes) => {
    const millis = chooseMillis();
    held = held.then(() => (millis === 0 ? undefined : pause(millis))).then(() => to.writable && to.write(bytes));
  });
  from.on('error', () => to.destroy()).on('close', () => to.destroy());
};

/** Makes a way to the database of a URL, whose server listens in a folder; more happens at once behind a slow one. */
export const makeSlowWay = async (url: string, chooseMillis: () => number): Promise<SlowWay> => {
  const there = new URL(url).searchParams.get('host') ?? '';
  const own = mkdtempSync(join(tmpdir(), 'way-'));
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(join(there, SOCKET));
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    pass(client, upstream, chooseMillis);
    pass(upstream, client, chooseMillis);
  });
  await new Promise<void>((resolve) => server.listen(join(own, SOCKET), resolve));
  const way = new URL(url);
  way.searchParams.set('host', own);
  return {
    url: way.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(own, { recursive: true, force: true });
    },
  };
};
