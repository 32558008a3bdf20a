import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The name of the socket of a Postgres in its folder. */
const SOCKET = '.s.PGSQL.5432';

/** The address of an owner, as the database has it: another of the same length takes its place. */
const ADDRESS = /(?<=127\.0\.0\.1:)\d{5}(?= )/g;
const NOWHERE = '00001';

/** A way to a database of its own. */
export interface Way {
  readonly url: string;
  /** Breaks what it carries, and takes nothing, until `mend`. */
  readonly cut: () => void;
  /** Holds what it carries, in both directions, until `mend`. */
  readonly hold: () => void;
  readonly mend: () => void;
  /** Says from now on that the owner of the worlds is at a port where nobody listens. */
  readonly misdirect: () => void;
  readonly close: () => Promise<void>;
}

/** Makes a way to the database of a URL, whose server listens in a folder. */
export const makeWay = async (url: string): Promise<Way> => {
  const there = new URL(url).searchParams.get('host') ?? '';
  const own = mkdtempSync(join(tmpdir(), 'way-'));
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'held' = 'open';
  let isRight = true;
  const altered = (bytes: Buffer): Buffer =>
    isRight ? bytes : Buffer.from(bytes.toString('latin1').replaceAll(ADDRESS, NOWHERE), 'latin1');
  const pass = (from: Socket, to: Socket, read = (bytes: Buffer): Buffer => bytes): void => {
    sockets.add(from);
    from.on('data', (bytes: Buffer) => to.write(read(bytes)));
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    if (state === 'held') from.pause();
  };
  const server = createServer((client) => {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const upstream = connect(join(there, SOCKET));
    pass(client, upstream);
    pass(upstream, client, altered);
  });
  await new Promise<void>((resolve) => server.listen(join(own, SOCKET), resolve));
  const way = new URL(url);
  way.searchParams.set('host', own);
  const cut = (): void => {
    state = 'cut';
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: way.href,
    cut,
    hold: () => {
      state = 'held';
      for (const socket of sockets) socket.pause();
    },
    mend: () => {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    misdirect: () => {
      isRight = false;
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
      rmSync(own, { recursive: true, force: true });
    },
  };
};
