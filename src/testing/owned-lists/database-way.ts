import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

/** A way from one process to its database: on hold it delivers later, and when cut it has no connections. */
export interface DatabaseWay {
  readonly url: string;
  hold(): void;
  cut(): void;
  open(): void;
  stop(): Promise<void>;
}

/** Opens a way to the database of a URL, on the server whose socket is in a folder. */
export const openWay = async (folder: string, url: string): Promise<DatabaseWay> => {
  const own = mkdtempSync(join(tmpdir(), 'way-'));
  const ends = new Set<Socket>();
  let state: 'open' | 'held' | 'cut' = 'open';
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state === 'cut') return void client.destroy();
    const upstream = connect({ path: join(folder, SOCKET), allowHalfOpen: true });
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      ends.add(from);
      from.on('data', (bytes) => void to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        ends.delete(from);
        to.end();
      });
      if (state === 'held') from.pause();
    }
  });
  server.listen(join(own, SOCKET));
  await once(server, 'listening');
  const cut = (): void => {
    for (const end of ends) end.destroy();
  };
  return {
    url: url.replace(/host=.*$/, `host=${encodeURIComponent(own)}`),
    hold: () => {
      state = 'held';
      for (const end of ends) end.pause();
    },
    cut: () => {
      state = 'cut';
      cut();
    },
    open: () => {
      state = 'open';
      for (const end of ends) end.resume();
    },
    stop: async () => {
      cut();
      server.close();
      await once(server, 'close');
      rmSync(own, { recursive: true, force: true });
    },
  };
};
