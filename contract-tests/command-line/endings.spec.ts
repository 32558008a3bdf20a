import { once } from 'node:events';
import { connect as connectHttp2 } from 'node:http2';
import { framed, messagesOf } from '../grpc/raw-grpc.ts';
import { startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';

/** Longer than any test may take. */
const LATENCY = { 'x-mock-fault': 'latency=600000' };
const LONG_WAIT = '{"match":{},"count":{"min":500},"timeoutMs":600000}';

/** What may be under way, each for longer than any test may take. */
const WAITS: readonly (readonly [name: string, path: string, init: RequestInit])[] = [
  ['a latency', '/registry/v2/repos', { headers: LATENCY }],
  [
    'a latency in the middle of the answer',
    '/registry/v2/repos',
    { headers: { 'x-mock-fault': 'latency=600000;phase=mid_stream' } },
  ],
  ['a held call', '/registry/v2/repos', { headers: { 'x-mock-fault': 'never' } }],
  [
    'a latency over Connect',
    '/chainguard.platform.ping.v2.PingService/Ping',
    { method: 'POST', body: '{}', headers: LATENCY },
  ],
  ['a wait for calls', '/_mock/v1/journal:await', { method: 'POST', body: LONG_WAIT }],
  ['a wait for events', '/_mock/v1/events:await', { method: 'POST', body: LONG_WAIT }],
  ['a stream of calls', '/_mock/v1/journal:stream', {}],
];

/** How long a stop may take: a second, and as much again for a machine that is busy. */
const STOP_LIMIT_MS = 2_000;

for (const [name, path, init] of WAITS) {
  test(`M19: a stop ends ${name} @mock`, async () => {
    const server = await startOwnServer();
    const { url, token } = server.ready;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...init.headers };
    const client = new AbortController();
    // One whose client leaves at once, and one that stays.
    const left = fetch(`${url}${path}`, { ...init, headers, signal: client.signal }).catch(() => undefined);
    const stays = fetch(`${url}${path}`, { ...init, headers }).then(
      (answer) => answer.text(),
      () => 'broken off',
    );
    // A call that comes behind them is answered once they are under way.
    await fetch(`${url}/_mock/v1/journal`);
    client.abort();
    await left;
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(STOP_LIMIT_MS);
    const text = await stays;
    if (name.startsWith('a wait')) expect(text).toContain('MOCK_STOPPING');
  });
}

const WATCH = '/grpc.health.v1.Health/Watch';
const CHECK = '/grpc.health.v1.Health/Check';
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
    stream.end(framed(new Uint8Array()));
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
