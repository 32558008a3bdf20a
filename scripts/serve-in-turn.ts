import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** The program of each replica: the build starts faster than the source. */
export const BUILT = 'dist/main.cjs';

/** What `serve --json` prints once it is ready, as far as it is read here. */
interface ReadyLine {
  readonly localUrl: string;
}

const startReplica = async (words: readonly string[]): Promise<{ child: ChildProcess; line: string | undefined }> => {
  // Its input ends with this process, however that ends.
  const child = spawn(process.execPath, [BUILT, ...words, '--until-eof'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  return { child, line: await Promise.race([first, once(child, 'exit').then(() => undefined)]) };
};

/** Passes on what each of two connections sends to the other, until one of them ends. */
const join = (one: Socket, other: Socket): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const leave = (): void => {
      // The other gets what was received before the end. What it still sends is read and dropped, since unread bytes
      // would turn the close into a reset.
      to.end();
      to.unpipe(from).resume();
    };
    from.on('error', leave).on('close', leave);
    from.pipe(to);
  }
};

/**
 * Runs `serve` as several replicas on one database, and passes the connections of one port to them in turn. Prints the
 * ready line of the first replica, with the address of that port. A signal ends all replicas.
 */
export const serveInTurn = async (words: readonly string[], count: number): Promise<void> => {
  const replicas: ChildProcess[] = [];
  const ports: number[] = [];
  let turn = 0;
  let isStopping = false;
  const server = createServer((client) => {
    turn += 1;
    join(client, connect(ports[turn % ports.length] ?? 0, '127.0.0.1'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `${words.includes('--tls') ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const own = words.includes('--public-url') ? words : [...words, '--public-url', url];
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      isStopping = true;
      server.close();
      for (const child of replicas) child.kill(signal);
    });
  }
  let ready: string | undefined;
  // The first applies the fixtures, alone.
  for (let nth = 0; nth < count; nth += 1) {
    const { child, line } = await startReplica(own);
    replicas.push(child);
    child.on('exit', (code) => {
      server.close();
      if (!isStopping) for (const each of replicas) each.kill('SIGKILL');
      process.exitCode ??= code ?? 1;
    });
    if (line === undefined) return;
    ready ??= line;
    ports.push(Number(new URL((JSON.parse(line) as ReadyLine).localUrl).port));
  }
  process.stdout.write(`${JSON.stringify({ ...JSON.parse(ready ?? '{}'), localUrl: url, pid: process.pid })}\n`);
};
