import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure } from './http.ts';
import { httpRequest } from './load.ts';
import { PEERS, type Peer } from './peer-tools.ts';
import { type Started, startedServer, startMock } from './processes.ts';
import { type HttpWorkload, workloadsOf } from './workloads.ts';

const ROUNDS = 3;
const GETS = 3_000;
const LISTS = 500;
/** The time limit for the first answer of a tool, in milliseconds. */
const START_LIMIT = 120_000;
const AGAIN_AFTER = 5;
/** The mock answers a call in so little time that a short round would measure the unit in which time is counted. */
const CALLS_OF_MOCK = 4;

const HEAD = [
  '| tool | answers | call | answer | µs a call | ratio by processor time | range | calls/s | start to first answer | memory |',
  '|---|---|---|---|---|---|---|---|---|---|',
] as const;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** Waits until a server answers a path with 200. @throws Error when it ends or takes too long */
const firstAnswer = async (url: string, isRunning: () => boolean): Promise<void> => {
  const until = performance.now() + START_LIMIT;
  while (performance.now() < until && isRunning()) {
    const status = await fetch(url, { headers: { Authorization: 'Bearer any' } }).then(
      (answer) => answer.arrayBuffer().then(() => answer.status),
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
  throw new Error('it has not answered');
};

interface Tool {
  readonly name: string;
  readonly answers: string;
  readonly server: Started;
  /** Milliseconds until its first answer. */
  readonly start: number;
}

const startPeer = async ({ name, answers, serve, get }: Peer, folder: string): Promise<Tool> => {
  const port = await freePort();
  const [command, ...flags] = serve(folder, port);
  const begun = performance.now();
  const child = spawn(command, flags, { stdio: 'ignore' });
  const server = startedServer(child, { port, token: 'any', orgId: '' });
  try {
    await firstAnswer(`http://127.0.0.1:${port}${get(0)}`, () => child.exitCode === null);
  } catch (error) {
    if (child.exitCode === null) await server.stop();
    throw error;
  }
  return { name, answers, server, start: performance.now() - begun };
};

const workloadOf = (name: string, calls: number, target: (nth: number) => string): HttpWorkload => ({
  name,
  calls,
  method: 'GET',
  request: (nth) => httpRequest('GET', target(nth), 'any'),
});

async function* linesOf(tool: Tool, workloads: readonly HttpWorkload[]): AsyncGenerator<string> {
  for (const workload of workloads) {
    const { bytes, each, timeRatio, timeRange, perSecond } = await measure(tool.server, workload, { rounds: ROUNDS });
    const cells = [
      ...[tool.name, tool.answers, workload.name, `${bytes} B`, each.toFixed(0)],
      ...[timeRatio.toFixed(3), timeRange, Math.round(perSecond).toLocaleString('en')],
      ...[`${tool.start.toFixed(0)} ms`, `${tool.server.memory().toFixed(0)} MB`],
    ];
    yield `| ${cells.join(' | ')} |`;
  }
}

async function* peerLines(peer: Peer): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-mock-peer-'));
  try {
    const [command, ...flags] = peer.install(folder);
    const installed = spawnSync(command, flags, { stdio: 'ignore' });
    if (installed.status !== 0) {
      yield `| ${peer.name} | skipped: it cannot be installed here | | | | | | | | |`;
      return;
    }
    const tool = await startPeer(peer, folder).catch((error: unknown) => String(error));
    if (typeof tool === 'string') {
      yield `| ${peer.name} | skipped: ${tool} | | | | | | | | |`;
      return;
    }
    try {
      yield* linesOf(tool, [workloadOf('get', GETS, peer.get), workloadOf('list of 50', LISTS, peer.list)]);
    } finally {
      await tool.server.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Measures tools that are used for the same purpose, each against the bare server with the answers of that tool. */
export async function* peersReport(): AsyncGenerator<string> {
  yield* HEAD;
  const begun = performance.now();
  const server = await startMock('--fixture', 'large');
  const tool: Tool = { name: 'platform-mock', answers: 'keeps rows', server, start: performance.now() - begun };
  try {
    const [get, list] = await workloadsOf(server);
    if (get && list) {
      yield* linesOf(tool, [
        { ...get, name: 'get', calls: GETS * CALLS_OF_MOCK },
        { ...list, name: 'list of 50', calls: LISTS * CALLS_OF_MOCK },
      ]);
    }
  } finally {
    await server.stop();
  }
  for (const peer of PEERS) yield* peerLines(peer);
}
