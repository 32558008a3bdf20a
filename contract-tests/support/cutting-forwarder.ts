import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A forwarder of connections, as a proxy is one, that can cut them. */
export interface Forwarder {
  readonly url: string;
  /** Cuts all connections, and refuses others until `mend`. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
  /** Resolves once a connection has sent a text to its client that no call has waited for. */
  readonly hear: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Forwards connections to a server. */
export const openForwarder = async (baseUrl: string): Promise<Forwarder> => {
  const { hostname, port: target } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let heard = '';
  let wake = (): void => {};
  let server: Server;
  const forward = (near: Socket): void => {
    const far = connect(Number(target), hostname);
    far.on('data', (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      wake();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };
  const open = async (wanted: number): Promise<number> => {
    server = createServer(forward).listen(wanted, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await open(0);
  const cut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    mend: async () => void (await open(port)),
    hear: async (text) => {
      while (!heard.includes(text)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      heard = heard.slice(heard.indexOf(text) + text.length);
    },
    close: cut,
  };
};
