import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from '../src/server/listen/splice.ts';
import { LOST_TERM } from './lost-term.ts';

/** The program of each replica: the build starts faster than the source. */
export const BUILT = 'dist/main.cjs';

/** The ready line of `serve --json`, as far as it is read here. */
interface ReadyLine {
  readonly localUrl: string;
}

/** Appends a line to the file for errors, which the run of the tests reads in the end. */
const noteError = (line: string): void => {
  const { REPLICA_ERRORS: file } = process.env;
  if (file !== undefined) appendFileSync(file, `${line}\n`);
};

const readLine = (line: string): void => {
  if (line.startsWith('{"level":50') || LOST_TERM.test(line)) noteError(line);
};

/** The interval at which the owner of the worlds is looked up, in milliseconds. */
const LOOK_MILLIS = 1_000;

/** Notes once, unless it is stopped before, that the worlds have another owner; rejects if `readTerm` does. */
const watchTerm = async (readTerm: () => Promise<string>, stopped: AbortSignal): Promise<void> => {
  const first = await readTerm();
  for (let term = first; term === first && !stopped.aborted; term = await readTerm()) {
    await pause(LOOK_MILLIS, undefined, { signal: stopped }).catch(() => undefined);
    if (stopped.aborted) return;
  }
  if (!stopped.aborted) noteError(`the owner of the worlds was replaced: its term was ${first}`);
};

const startReplica = (words: readonly string[]): { child: ChildProcess; ready: Promise<string | undefined> } => {
  // Its input ends with this process, however that ends.
  const child = spawn(process.execPath, [BUILT, ...words, '--until-eof'], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stderr.pipe(process.stderr);
  createInterface({ input: child.stderr }).on('line', readLine);
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  return { child, ready: Promise.race([first, once(child, 'exit').then(() => undefined)]) };
};

/**
 * Runs `serve` as several replicas on one database, and passes the connections of one port to them in turn. Once all
 * are ready, prints the ready line of the first replica, with the address of that port and the members of `known`. A
 * signal ends all replicas. Another term than the first, by `readTerm`, is noted as an error.
 */
export const serveInTurn = async (
  words: readonly string[],
  count: number,
  { readTerm, known }: { readonly readTerm: () => Promise<string>; readonly known: object },
): Promise<void> => {
  const replicas: ChildProcess[] = [];
  const ports: number[] = [];
  let turn = 0;
  const stopped = new AbortController();
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    turn += 1;
    const port = ports[turn % ports.length] ?? 0;
    join(client, connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }));
  });
  // The requested port is for all of them: each replica has a free one.
  const at = words.indexOf('--port') + 1;
  server.listen(at > 0 ? Number(words[at]) : 0, '127.0.0.1');
  await once(server, 'listening');
  const url = `${words.includes('--tls') ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = words.map((word, nth) => (at > 0 && nth === at ? '0' : word));
  if (at === 0) own.push('--port', '0');
  if (!words.includes('--public-url')) own.push('--public-url', url);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stopped.abort();
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
      if (!stopped.signal.aborted) for (const each of replicas) each.kill('SIGKILL');
      process.exitCode ??= code ?? 1;
    });
    const line = await ready;
    if (line === undefined || stopped.signal.aborted) return undefined;
    ports.push(Number(new URL((JSON.parse(line) as ReadyLine).localUrl).port));
    return line;
  };
  // The first applies the fixtures, alone.
  const ready = await start();
  if (ready === undefined) return;
  const others = await Promise.all(Array.from({ length: count - 1 }, start));
  if (others.includes(undefined)) return;
  void watchTerm(readTerm, stopped.signal).catch((error: unknown) => {
    if (!stopped.signal.aborted) noteError(`the owner of the worlds is not known: ${error}`);
  });
  process.stdout.write(`${JSON.stringify({ ...JSON.parse(ready), localUrl: url, pid: process.pid, ...known })}\n`);
};
