import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { createLog } from '../../features/log/log.ts';
import type { RenderedRun } from '../../features/trace/rendered-run.ts';
import { shippedFixtures } from '../../package-home.ts';
import { openListeningPort } from '../listen/listening-port.ts';
import { startMock } from './start.ts';

const taken: RenderedRun[] = [];
const mock = await startMock(
  {
    host: '127.0.0.1',
    port: 0,
    serviceDomain: 'platform.test',
    seed: 'anew',
    version: '0.0.0',
    audiences: [],
    trusted: [],
    control: { loopback: true },
    tokenTtlSeconds: 3_600,
    maxWorlds: 10,
    requireWorld: false,
    journalEntries: 100,
    fixtures: ['default'],
    shippedFixtures,
    hasLazyRuns: true,
    takeRun: (run) => void taken.push(run),
    log: createLog('silent', false, () => {}),
  },
  openListeningPort,
);
after(mock.close);
const token = await mock.token();

const call = async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' };
  const answer = await fetch(`${mock.url}${path}`, {
    method,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: answer.status, ...JSON.parse((await answer.text()) || '{}') };
};
const control = (method: string, path: string, body?: unknown) => call(method, `/_mock/v1${path}`, body);

/** The facts that a client can find out about the mock, without the times of a start. */
const look = async (): Promise<unknown> => {
  const { now: _, ...clock } = await control('GET', '/clock');
  const { worlds } = await control('GET', '/worlds');
  const listed = (worlds as { id: string; labels: unknown; rows: unknown; journal: unknown }[]).map(
    ({ id, labels, rows, journal }) => ({ id, labels, rows, journal }),
  );
  const { log } = (await control('GET', '/trace?world=*')) as { log: { entries: unknown[]; pages: unknown[] } };
  return {
    clock,
    worlds: listed,
    faults: await control('GET', '/faults'),
    quota: await control('GET', '/quota'),
    lag: await control('GET', '/consistency'),
    snapshots: await control('GET', '/snapshots'),
    journals: (await control('GET', '/journal?world=*')).entries,
    trace: [log.entries.length, log.pages.length],
    operations: ((await control('GET', '/coverage?world=*')).summary as object) ?? {},
    repos: (await call('GET', '/registry/v2/repos?name=left')).totalCount,
  };
};

test('a mock that begins anew has nothing of before, and accepts the same token', async () => {
  await mock.beginAnew();
  const before = await look();
  await control('PUT', '/faults', [{ match: { operation: 'GetRepo' }, do: { code: 'INTERNAL' } }]);
  await control('PUT', '/clock', { mode: 'frozen', now: '2040-01-01T00:00:00Z' });
  await control('PUT', '/snapshots/left', {});
  await call('POST', `/registry/v2/repos/${mock.orgId}`, { name: 'left' });
  await control('PATCH', '/worlds/default', { labels: { left: 'behind' } });
  await control('POST', '/worlds', { name: 'left' });
  await control('POST', '/worlds', { name: 'ended' });
  await control('DELETE', '/worlds/ended');
  assert.notDeepEqual(await look(), before);
  await mock.beginAnew();
  assert.deepEqual(await look(), before);
  assert.match(String((await control('GET', '/worlds/ended')).message), /world "ended" not found/);
});

test('runs of worlds that ended are rendered when they are asked for, once', async () => {
  await mock.beginAnew();
  taken.length = 0;
  await control('POST', '/worlds', { name: 'short' });
  await control('DELETE', '/worlds/short');
  const runs = await mock.runs();
  assert.equal(taken.length, 0);
  await runs.takeAll();
  assert.deepEqual(taken.map(({ id }) => id).sort(), ['default', 'short']);
});

test('a request from before a new beginning does not arrive after it', async () => {
  await mock.beginAnew();
  const { port } = new URL(mock.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // Nobody has accepted the connection yet: this turn of the event loop goes on.
  socket.write(`DELETE /registry/v2/repos/${mock.orgId} HTTP/1.1\r\nhost: x\r\n`);
  await mock.beginAnew();
  socket.write(`authorization: Bearer ${token}\r\n\r\n`);
  await closed;
  assert.deepEqual((await control('GET', '/journal')).entries, []);
});
