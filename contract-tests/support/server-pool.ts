import { ok } from './answer.ts';
import { steer } from './mock.ts';
import { type OwnServer, startOwnServer } from './own-server.ts';

/** A server that only one test uses, and what happens to it after. */
export interface Lease {
  readonly server: OwnServer;
  /** Ends the lease; the server is reused for another test only if `reusable` is true and the test has not stopped it. */
  readonly end: (reusable: boolean) => Promise<void>;
}

/** Servers without flags that serve one test after another, each from the state that it started with. */
export interface ServerPool {
  readonly lease: () => Promise<Lease>;
  /** Ends the servers that are not leased. */
  readonly close: () => Promise<void>;
}

const dropWorlds = async ({ api }: OwnServer): Promise<void> => {
  const { worlds } = ok(await steer(api, 'GET', 'worlds'));
  for (const { id } of worlds as readonly { readonly id: string }[]) {
    if (id !== 'default') ok(await steer(api, 'DELETE', `worlds/${id}`));
  }
};

/** A reset keeps snapshots. */
const dropSnapshots = async ({ api }: OwnServer): Promise<void> => {
  const { snapshots } = ok(await steer(api, 'GET', 'snapshots'));
  for (const { name } of snapshots as readonly { readonly name: string }[]) {
    ok(await steer(api, 'DELETE', `snapshots/${encodeURIComponent(name)}`));
  }
};

/** Rows, keys, clock, worlds and snapshots as they were at the start; false if the server does not get there. */
const isAsStarted = async (server: OwnServer): Promise<boolean> => {
  const { api, process } = server;
  if (process.exitCode !== null || process.signalCode !== null) return false;
  try {
    await dropWorlds(server);
    await dropSnapshots(server);
    return (await steer(api, 'POST', 'reset', {})).status === 200;
  } catch {
    return false;
  }
};

/** A pool with no server in it yet: a lease starts one if none is free. */
export const createServerPool = (): ServerPool => {
  const free: OwnServer[] = [];
  const take = async (): Promise<OwnServer> => {
    for (let server = free.pop(); server; server = free.pop()) {
      if (await isAsStarted(server)) return server;
      await server.stop('SIGKILL');
    }
    return startOwnServer();
  };
  return {
    lease: async () => {
      const server = await take();
      let isStopped = false;
      const leased: OwnServer = {
        ...server,
        stop: (signal) => {
          isStopped = true;
          return server.stop(signal);
        },
      };
      return {
        server: leased,
        end: async (reusable) => {
          if (reusable && !isStopped) free.push(server);
          else await server.stop('SIGKILL');
        },
      };
    },
    close: async () => {
      await Promise.all(free.splice(0).map(({ stop }) => stop('SIGKILL')));
    },
  };
};
