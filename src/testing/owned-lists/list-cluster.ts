import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import type { TestPostgres } from '../postgres.ts';
import { type DatabaseWay, openWay } from './database-way.ts';
import type { ListAnswer, ListRequest, ListWord } from './list-words.ts';

/** A change of the source of a term, which the checker must find. */
export interface Mutation {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Bundles the program once: a start from the source costs more than all else here. */
const bundle = async (folder: string, mutation: Mutation | undefined): Promise<string> => {
  const outfile = join(folder, 'list-process.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'list-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    external: ['pg-native'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
    plugins: [
      {
        name: 'mutation',
        setup: ({ onLoad }) => {
          if (!mutation) return;
          onLoad({ filter: new RegExp(`postgres/${mutation.file}\\.ts$`) }, ({ path }) => {
            const text = readFileSync(path, 'utf8');
            if (text.split(mutation.from).length !== 2) throw new Error(`${path} has not one ${mutation.from}`);
            return { contents: text.replace(mutation.from, () => mutation.to), loader: 'ts' };
          });
        },
      },
    ],
  });
  return outfile;
};

/** A connection of a client to a process. */
export class ListConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, (answer: ListAnswer | undefined) => void>();
  #asked = 0;

  constructor(port: number) {
    this.#socket = connect(port, '127.0.0.1');
    this.#socket.on('error', () => this.#socket.destroy());
    this.#socket.on('close', () => {
      for (const end of this.#waiting.values()) end(undefined);
      this.#waiting.clear();
    });
    createInterface({ input: this.#socket })
      .on('line', (line) => {
        const answer = JSON.parse(line) as ListAnswer;
        this.#waiting.get(answer.n)?.(answer);
        this.#waiting.delete(answer.n);
      })
      .on('error', () => undefined);
  }

  get isBroken(): boolean {
    return this.#socket.destroyed;
  }

  /** Asks; undefined if the connection has broken, so that nothing is known. */
  ask(asked: Omit<ListRequest, 'n'>): Promise<ListAnswer | undefined> {
    if (this.isBroken) return Promise.resolve(undefined);
    this.#asked += 1;
    const request: ListRequest = { n: this.#asked, ...asked };
    return new Promise((resolve) => {
      this.#waiting.set(request.n, resolve);
      this.#socket.write(`${JSON.stringify(request)}\n`);
    });
  }

  end(): void {
    this.#socket.destroy();
  }
}

/** A process of lists. */
export interface ListProcess {
  readonly way: DatabaseWay;
  readonly port: number;
  /** The address that it gives for the lists. */
  readonly place: ListWord['place'];
  signal(name: NodeJS.Signals): void;
}

class Running implements ListProcess {
  port = 0;
  place: ListWord['place'];
  readonly way: DatabaseWay;
  readonly #program: string;
  readonly #words: ListWord[];
  #child: ChildProcess | undefined;
  #isEnding = false;
  #starts = 0;

  constructor(program: string, way: DatabaseWay, words: ListWord[]) {
    this.#program = program;
    this.way = way;
    this.#words = words;
  }

  /** Starts it, and again whenever it has ended. */
  start(): void {
    this.#starts += 1;
    const id = `p${process.pid}x${this.#starts}x${Math.random().toString(36).slice(2)}`;
    const child = spawn(process.execPath, [this.#program, this.way.url, id], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (child !== this.#child) return;
      const word: ListWord = JSON.parse(line);
      this.port = word.port ?? this.port;
      this.place = word.place ?? this.place;
      this.#words.push(word);
    });
    child.stderr.on('data', (text) => this.#words.push({ notice: String(text) }));
    child.once('exit', () => {
      [this.place, this.port] = [undefined, 0];
      // It is refused at the start while its database is away.
      if (!this.#isEnding) setTimeout(() => this.#isEnding || this.start(), 50);
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#child?.kill(name);
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** Three processes of one database, each with a way to it, and what they have said. */
export interface ListCluster {
  readonly postgres: TestPostgres;
  readonly url: string;
  readonly processes: readonly ListProcess[];
  readonly words: readonly ListWord[];
  /** The process that says that it is the owner, if one does. */
  readonly owner: ListProcess | undefined;
  /** The stored data, by the lists. */
  readStored(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Waits for something to become true. */
  until<T>(find: () => T | undefined | false | Promise<T | undefined | false>): Promise<T>;
  stop(): Promise<void>;
}

/** The maximum wait for a condition: only a run that has failed waits so long. */
const PATIENCE_MILLIS = 60_000;

/** Starts them, with a change of their source if one is given. */
export const startCluster = async (postgres: TestPostgres, mutation?: Mutation): Promise<ListCluster> => {
  const folder = mkdtempSync(join(tmpdir(), 'lists-'));
  const running: Running[] = [];
  const words: ListWord[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((each) => each.end()));
    await Promise.all(running.map(({ way }) => way.stop()));
    rmSync(folder, { recursive: true, force: true });
  };
  const until: ListCluster['until'] = async (find) => {
    for (const end = performance.now() + PATIENCE_MILLIS; performance.now() < end; ) {
      const found = await find();
      if (found !== undefined && found !== false) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`it did not become true: ${find}: ${JSON.stringify(words.slice(-20))}`);
  };
  try {
    const program = await bundle(folder, mutation);
    const url = await postgres.makeDatabase();
    for (let nth = 0; nth < 3; nth += 1) {
      running.push(new Running(program, await openWay(postgres.socketFolder, url), words));
    }
    for (const each of running) each.start();
    await until(() => running.every(({ port }) => port > 0));
    const readStored = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
      const stored = new Map<string, string[]>();
      const text = 'SELECT born, changes FROM platform_mock.entry WHERE born > 0 ORDER BY born, seq';
      for (const { born, changes } of await postgres.query(url, text)) {
        const list = stored.get(String(born)) ?? [];
        stored.set(String(born), list);
        list.push(String(changes));
      }
      return stored;
    };
    return {
      postgres,
      url,
      processes: running,
      words,
      get owner() {
        return running.find(({ place }) => place === 'here');
      },
      readStored,
      until,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
