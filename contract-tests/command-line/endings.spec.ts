import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { framed, messagesOf } from '../grpc/raw-grpc.ts';
import { test } from '../support/folder.ts';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { type OwnServer, runCommand, startOwnServer } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';

const REPOS = '/registry/v2/repos';
const PING = '/chainguard.platform.ping.v2.PingService/Ping';
const WATCH = '/grpc.health.v1.Health/Watch';
const CHECK = '/grpc.health.v1.Health/Check';
const NOTHING = framed(new Uint8Array());

/** Faults with a wait, each longer than any test may take. */
const FAULTS = {
  'a latency': 'latency=600000',
  'a latency in the middle of the answer': 'latency=600000;phase=mid_stream',
  'a held call': 'never',
};
const LONG_WAIT = Buffer.from('{"match":{},"count":{"min":500},"timeoutMs":600000}');
const STEERING: readonly Sent[] = [
  { what: 'a wait for calls', path: '/_mock/v1/journal:await', body: LONG_WAIT },
  { what: 'a wait for events', path: '/_mock/v1/events:await', body: LONG_WAIT },
  { what: 'a stream of calls', path: '/_mock/v1/journal:stream' },
  { what: 'a stream of events', path: '/_mock/v1/events:stream' },
];

/** The time limit of a stop: a second, and time for a busy machine. */
const STOP_LIMIT_MS = 5_000;

/** The time limit if modules are loaded at their first use, for a busy machine. */
const SLOW = { timeout: 60_000 };

interface Journal {
  readonly entries: readonly { readonly state: string; readonly code?: string }[];
}

interface Sent {
  readonly what: string;
  readonly path: string;
  readonly body?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Something that is under way. */
interface Begun {
  readonly leave: () => void;
  /** The received bytes at its end, however it ended. */
  readonly ended: Promise<string>;
}

type Begin = (url: string, sent: Sent) => Begun;

const beginOver1: Begin = (url, { path, body, headers = {} }) => {
  const client = new AbortController();
  const method = body ? 'POST' : 'GET';
  const read = async (): Promise<string> => {
    const answer = await fetch(`${url}${path}`, { method, body: body ?? null, headers, signal: client.signal });
    return answer.text();
  };
  return { leave: () => client.abort(), ended: read().catch(() => 'broken off') };
};

const beginOver2: Begin = (url, { path, body, headers = {} }) => {
  const session = connectHttp2(url).on('error', () => {});
  const stream = session.request({ ':method': body ? 'POST' : 'GET', ':path': path, ...headers }, { endStream: !body });
  const chunks: Buffer[] = [];
  stream.on('error', () => {}).on('data', (chunk: Buffer) => void chunks.push(chunk));
  if (body) stream.end(body);
  const closed = new Promise<void>((resolve) => void session.once('close', resolve));
  const answered = new Promise<void>((resolve) => void stream.once('close', resolve));
  return {
    leave: () => session.destroy(),
    ended: Promise.race([answered, closed]).then(() => {
      session.destroy();
      return Buffer.concat(chunks).toString();
    }),
  };
};

const faultsOn = (path: string, body?: Buffer): readonly Sent[] =>
  Object.entries(FAULTS).map(([what, fault]) => ({
    what,
    path,
    headers: { 'x-mock-fault': fault },
    ...(body && { body }),
  }));

/** All that can wait, in each protocol. */
const PROTOCOLS: readonly (readonly [protocol: string, type: string, begin: Begin, waits: readonly Sent[]])[] = [
  ['HTTP/1.1', 'application/json', beginOver1, [...faultsOn(REPOS), ...STEERING]],
  ['HTTP/2', 'application/json', beginOver2, [...faultsOn(REPOS), ...STEERING]],
  [
    'gRPC',
    'application/grpc',
    beginOver2,
    [...faultsOn(PING, NOTHING), { what: 'a watch', path: WATCH, body: NOTHING }],
  ],
  ['Connect over HTTP/1.1', 'application/json', beginOver1, faultsOn(PING, Buffer.from('{}'))],
  ['Connect over HTTP/2', 'application/json', beginOver2, faultsOn(PING, Buffer.from('{}'))],
];

const entriesAt = async ({ api }: OwnServer): Promise<Journal['entries']> =>
  ((await api.read('/_mock/v1/journal')) as unknown as Journal).entries;

/** The number of calls that are open, or ended by their clients. An answer that hangs in its middle has ended before. */
const countAt = async (server: OwnServer, wanted: 'open' | 'CANCELLED'): Promise<number> =>
  (await entriesAt(server)).filter(({ state, code }) => (state === 'open' ? state : code) === wanted).length;

/** The start of a mock, and the end of its waits by SIGTERM. */
const STOPS = [
  ['with the mock', [], ''],
  ['with a drain of 200 ms', ['--drain', '200ms'], ' @whole'],
] as const;

for (const [protocol, type, begin, waits] of PROTOCOLS) {
  for (const [how, flags, share] of STOPS) {
    test(`M19, J11, F29: calls that wait over ${protocol} end with their client and ${how} @mock${share}`, async () => {
      test.setTimeout(180_000);
      const server = await startOwnServer(flags);
      const { url, token } = server.ready;
      const common = { 'content-type': type, authorization: `Bearer ${token}` };
      expect(await countAt(server, 'open')).toBe(0);
      const beginAll = (): readonly Begun[] =>
        waits.map((wait) => begin(url, { ...wait, headers: { ...common, ...wait.headers } }));
      const [leaving, staying] = [beginAll(), beginAll()];
      await expect.poll(() => countAt(server, 'open'), SLOW).toBeGreaterThanOrEqual(4);
      for (const { leave } of leaving) leave();
      await expect.poll(() => countAt(server, 'CANCELLED'), SLOW).toBeGreaterThanOrEqual(2);
      const stopped = performance.now();
      expect(await server.stop()).toBe(0);
      expect(performance.now() - stopped).toBeLessThan(STOP_LIMIT_MS);
      const texts = await Promise.all(staying.map(({ ended }) => ended));
      for (const [index, { what }] of waits.entries()) {
        if (!what.startsWith('a wait')) continue;
        expect(texts[index], what).toContain('"MOCK_STOPPING"');
        expect(texts[index], what).toContain('Aborted: the mock is being stopped');
      }
    });
  }
}

/** A command that makes a call which waits, and ends with 7 as soon as it is under way. */
const LEAVES_A_CALL = `
  const url = process.env.PLATFORM_API_URL;
  const headers = { authorization: 'Bearer ' + process.env.PLATFORM_TOKEN };
  const call = { detached: true, stdio: 'ignore' };
  const waits = 'fetch("' + url + '${REPOS}", { headers: ' +
    JSON.stringify({ ...headers, 'x-mock-fault': 'latency=15000' }) + ' }).catch(() => {})';
  require('node:child_process').spawn(process.execPath, ['-e', waits], call).unref();
  const look = async () => {
    const { entries } = await (await fetch(url + '/_mock/v1/journal', { headers })).json();
    if (entries.some(({ state }) => state === 'open')) {
      process.stdout.write(String(Date.now()));
      process.exit(7);
    }
    setTimeout(look, 20);
  };
  look();`;

test('M8: exec ends with its command, also while a call waits whose client stays @mock', async () => {
  const { code, stdout } = await runCommand(['exec', '--', process.execPath, '-e', LEAVES_A_CALL]);
  expect(code).toBe(7);
  expect(Date.now() - Number(stdout)).toBeLessThan(STOP_LIMIT_MS);
});

const [SERVING, NOT_SERVING] = [1, 2];

/** A client that watches the health of a server, and connects anew as soon as it is sent away. */
const watchHealth = (url: string) => {
  let connections = 0;
  let isOver = false;
  const seen: number[] = [];
  const open = (): void => {
    connections += 1;
    const session = connectHttp2(url);
    session.on('error', () => {});
    let isDone = false;
    const again = (): void => {
      if (isDone || isOver) return;
      isDone = true;
      setTimeout(open, 5);
    };
    session.on('goaway', again).on('close', () => !isDone && isOver);
    const stream = session.request({
      ':method': 'POST',
      ':path': WATCH,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => {
      for (const { message } of messagesOf(chunk)) seen.push(message[1] ?? 0);
    });
    stream.end(NOTHING);
  };
  open();
  return {
    seen,
    connections: () => connections,
    end: () => {
      isOver = true;
    },
  };
};

test('M19: while it drains, health is NOT_SERVING, no call, and watched without a storm of connections @mock', async () => {
  const server = await startOwnServer(['--drain', '1h']);
  const { url } = server.ready;
  const check = async (): Promise<unknown> => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${url}${CHECK}`, { method: 'POST', headers, body: '{}' });
    return ((await answer.json()) as { readonly status?: unknown }).status;
  };
  const client = watchHealth(url);
  await expect.poll(() => client.seen).toContain(SERVING);
  expect(await check()).toBe('SERVING');
  const gone = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  await expect.poll(() => client.seen).toContain(NOT_SERVING);
  // Asking goes on as long as there is a port, which would be an hour if it were calls.
  let asked = 0;
  for (;;) {
    const status = await check().catch(() => undefined);
    if (status === undefined) break;
    expect(status).toBe('NOT_SERVING');
    asked += 1;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  client.end();
  expect(await gone).toEqual([0, null]);
  expect(asked).toBeGreaterThan(0);
  expect(client.connections()).toBeLessThanOrEqual(5);
});

test('M19: grpc-go that checks health sees READY, and then no server, in at most 5 connections of a drain of 10 s @mock @whole', async ({
  folder,
}) => {
  test.setTimeout(GO_LIMIT_MS + 120_000);
  const program = join(folder, 'health-checked');
  const module = join(import.meta.dirname, 'health-checked');
  skipAloud('grpc-go has checked no health', buildGo(module, 'build', '-o', program, '.'));
  const server = await startOwnServer(['--drain', '10s']);
  const { url, token } = server.ready;
  const client = spawn(program, [new URL(url).host], { stdio: ['pipe', 'pipe', 'inherit'] });
  let printed = '';
  client.stdout.on('data', (chunk: Buffer) => {
    printed += chunk;
  });
  const ended = once(client, 'close');
  await expect.poll(() => printed, SLOW).toMatch(/^READY$/m);
  // A call that stays, so that the drain takes all its time.
  const headers = { authorization: `Bearer ${token}`, 'x-mock-fault': FAULTS['a latency'] };
  const staying = fetch(`${url}${REPOS}`, { headers }).catch(() => undefined);
  await expect.poll(() => countAt(server, 'open')).toBe(1);
  const begun = performance.now();
  expect(await server.stop()).toBe(0);
  expect(performance.now() - begun).toBeGreaterThan(9_000);
  await staying;
  client.stdin.end();
  expect(await ended).toEqual([0, null]);
  const [, connections] = /^connections: (\d+)$/m.exec(printed) ?? [];
  expect(Number(connections), printed).toBeLessThanOrEqual(5);
  expect(printed.split('READY\n').length, `once READY, and not while it drains:\n${printed}`).toBe(2);
});
