import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { join } from '../src/server/listen/splice.ts';

/** The program of each replica: the build starts faster than the source. */
export const BUILT = 'dist/main.cjs';

/** What `serve --json` prints once it is ready, as far as it is read here. */
interface ReadyLine {
  readonly localUrl: string;
}

/** Keeps each line of an error in the file for them: the server that a test has started is one of several. */
const noteError = (line: string): void => {
  const { REPLICA_ERRORS: file } = process.env;
  if (file !== undefined && line.startsWith('{"level":50')) appendFileSync(file, `${line}\n`);
};

const startReplica = (words: readonly string[]): { child: ChildProcess; ready: Promise<string | undefined> } => {
  // Its input ends with this process, however that ends.
  const child = spawn(process.execPath, [BUILT, ...words, '--until-eof'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.pipe(process.stderr);
  createInterface({ input: child.stderr }).on('line', noteError);
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  return { child, ready: Promise.race([first, once(child, 'exit').then(() => undefined)]) };
};

/**
 * Runs `serve` as several replicas on one database, and passes the connections of one port to them in turn. Prints the
 * ready line of the first replica, with the address of that port, once all are ready and `begun` is over, and with what is
 * `known` besides. A signal ends all replicas.
 */
export const serveInTurn = async (
  words: readonly string[],
  count: number,
  { begun, known }: { readonly begun: () => Promise<void>; readonly known: object },
): Promise<void> => {
  const replicas: ChildProcess[] = [];
  const ports: number[] = [];
  let turn = 0;
  let isStopping = false;
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    turn += 1;
    const port = ports[turn % ports.length] ?? 0;
    join(client, connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }));
  });
  // The port that is asked for is that of all: each replica has a free one.
  const at = words.indexOf('--port') + 1;
  server.listen(at > 0 ? Number(words[at]) : 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `${words.includes('--tls') ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = words.map((word, nth) => (at > 0 && nth === at ? '0' : word));
  if (at === 0) own.push('--port', '0');
  if (!words.includes('--public-url')) own.push('--public-url', url);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      isStopping = true;
      server.close();
      for (const child of replicas) child.kill(signal);
    });
  }
  /** Starts a replica; undefined if it has ended, or all are to. */
  const start = async (): Promise<string | undefined> => {
    const { child, ready } = startReplica(own);
    // A signal that comes meanwhile ends it, too.
    replicas.push(child);
    child.on('exit', (code) => {
      server.close();
      if (!isStopping) for (const each of replicas) each.kill('SIGKILL');
      process.exitCode ??= code ?? 1;
    });
    const line = await ready;
    if (line === undefined || isStopping) return undefined;
    ports.push(Number(new URL((JSON.parse(line) as ReadyLine).localUrl).port));
    return line;
  };
  // The first applies the fixtures, alone.
  const ready = await start();
  if (ready === undefined) return;
  const others = await Promise.all(Array.from({ length: count - 1 }, start));
  if (others.includes(undefined)) return;
  await begun();
  process.stdout.write(`${JSON.stringify({ ...JSON.parse(ready), localUrl: url, pid: process.pid, ...known })}\n`);
};
