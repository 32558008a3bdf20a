// A process that owns lists of a database, or passes its connections on to the one that does. It is given its database
// and its name, and prints its port and its place. A request is a line, and so is its answer.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { onGreeting } from '../../server/listen/peer-port.ts';
import { Splices } from '../../server/listen/splice.ts';
import type { Peering } from '../../server/mock/port.ts';
import { openOwnership } from '../../store/postgres/ownership.ts';
import type { Term } from '../../store/postgres/term.ts';
import type { ListAnswer, ListRequest } from './list-words.ts';

const [url = '', id = ''] = process.argv.slice(2);
const GREETING_MILLIS = 5_000;
/** The times for which an owner that leaves answers open calls, and passes connections on. */
const LEAVE_MILLIS = 200;

const say = (word: object): void => void process.stdout.write(`${JSON.stringify(word)}\n`);

interface List {
  length: number;
  hash: string;
}

const extend = (list: List, value: string): void => {
  list.length += 1;
  list.hash = createHash('sha1').update(list.hash).update(value).digest('base64');
};

/** The lists as one term has them; a lost term is dropped with all of them. */
class Lists {
  readonly #term: Term;
  readonly #lists = new Map<string, List>();

  constructor(term: Term) {
    this.#term = term;
  }

  of(name: string): List {
    const list = this.#lists.get(name) ?? { length: 0, hash: '' };
    this.#lists.set(name, list);
    return list;
  }

  async answer({ n, list: name, value }: ListRequest): Promise<ListAnswer> {
    try {
      const list = this.of(name);
      let stored: Promise<void> | undefined;
      if (value !== undefined) {
        extend(list, value);
        stored = this.#term.append(name, list.length, value);
        // It is awaited below; the gate may refuse before.
        stored.catch(() => undefined);
      }
      const { length, hash } = list;
      await this.#term.pass();
      await stored;
      return { n, length, hash };
    } catch (error) {
      return { n, error: String(error) };
    }
  }
}

const open = new Set<Socket>();
let lists: Lists | undefined;

const track = (socket: Socket): void => {
  open.add(socket);
  socket.on('error', () => socket.destroy());
  socket.on('close', () => open.delete(socket));
};

const serve = (socket: Socket): void => {
  const own = lists;
  createInterface({ input: socket }).on('line', (line) => {
    void own?.answer(JSON.parse(line)).then((answer) => {
      // The answers of a lost term are not sent.
      if (lists === own && !socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
      else socket.destroy();
    });
  });
};

const peering: Peering = {
  id,
  secret: () => ownership.secret,
  term: () => (lists && ownership.place.at === 'here' ? ownership.place.term.number : undefined),
  answer: () => Promise.reject(new Error('nothing is asked about this process')),
  unreachable: () => ownership.lookNow(),
};
/** The product's: what is judged has passed it. To it, lines are a protocol as any other. */
const splices = new Splices({
  peering,
  connections: { hand: serve, handOnce: (socket) => void socket.destroy(), take: () => undefined },
  background: false,
  keepAliveInitialDelay: 0,
});

const route = (socket: Socket): void => {
  track(socket);
  if (splices.isHere) serve(socket);
  else void splices.pass(socket, 'http1');
};

/** Admits a connection that another process passes on. */
const admit = (socket: Socket): void => {
  track(socket);
  onGreeting(socket, GREETING_MILLIS, peering, () => serve(socket));
};

const listen = async (handle: (socket: Socket) => void): Promise<Server> => {
  const server = createServer({ allowHalfOpen: true }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

const peers = await listen(admit);
const ownership = await openOwnership({
  url,
  schema: 'platform_mock',
  peer: async () => `127.0.0.1:${portOf(peers)}`,
  isSilent: (owner) => splices.isSilent(owner),
  id,
  options: {},
  meta: async () => ({}),
  now: () => performance.now(),
  wall: () => Date.now(),
  random: randomBytes,
  report: (error) => say({ report: String(error) }),
  notice: (notice) => say({ notice }),
});

const settle = async (): Promise<void> => {
  const { place } = ownership;
  say({ place: place.at, term: place.at === 'here' ? place.term.number : undefined });
  splices.route(place.at === 'here' ? { at: 'nowhere' } : place);
  if (lists) for (const socket of open) socket.destroy();
  lists = undefined;
  if (place.at !== 'here') return;
  try {
    const loaded = new Lists(place.term);
    const entries = await ownership.link.query(
      `SELECT born, changes FROM ${ownership.link.schema}.entry WHERE born > 0 ORDER BY born, seq`,
    );
    for (const { born, changes } of entries) extend(loaded.of(String(born)), String(changes));
    if (ownership.place !== place) return;
    lists = loaded;
    splices.route({ at: 'here' });
  } catch (error) {
    say({ notice: `not loaded: ${error}` });
    await ownership.release();
  }
};

ownership.onChange(() => void settle());
await settle();
const port = await listen(route);
say({ port: portOf(port) });

process.on('SIGTERM', async () => {
  await ownership.leave();
  splices.route({ at: 'nowhere' });
  await pause(LEAVE_MILLIS);
  await ownership.release();
  await pause(LEAVE_MILLIS);
  ownership.close();
  process.exit(0);
});
