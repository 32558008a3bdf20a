import { once } from 'node:events';
import { connect } from 'node:net';
import { type Answer, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { Face } from '../support/faces.ts';
import { expect, test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { type Metric, metricsIn, type Sample } from '../support/prometheus.ts';

const METHOD = '/chainguard.platform.registry.v2.ReposService/ListRepos';

const ask = async (api: Api): Promise<Answer> => {
  const answer = await steer(api, 'GET', 'metrics');
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

const read = async (api: Api): Promise<ReadonlyMap<string, Metric>> => metricsIn((await ask(api)).text);

const metric = (metrics: ReadonlyMap<string, Metric>, name: string): Metric => {
  const found = metrics.get(name);
  if (!found) throw new Error(`there is no ${name}`);
  return found;
};

const samples = (metrics: ReadonlyMap<string, Metric>, name: string): readonly Sample[] =>
  metric(metrics, name).samples;

const sumOf = (metrics: ReadonlyMap<string, Metric>, name: string, labels: Sample['labels'] = {}): number =>
  samples(metrics, name)
    .filter((sample) => Object.entries(labels).every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);

/** The counts of calls, as lines that name the answer. */
const callsIn = (metrics: ReadonlyMap<string, Metric>): readonly string[] =>
  samples(metrics, 'platform_mock_calls_total')
    .map(({ labels: { operation, protocol, status, code }, value }) =>
      [operation, protocol, status, code, value].join(' '),
    )
    .toSorted();

const overHttp = async ({ ready }: OwnServer, type: string, body: string | Uint8Array): Promise<void> => {
  const headers = { 'content-type': type, authorization: 'Bearer viewer-token' };
  await (await fetch(ready.url + METHOD, { method: 'POST', headers, body })).text();
};

/** Calls the same and other operations over each protocol, and some that match none or are broken off. */
const callAround = async (server: OwnServer, gRPC: Face) => {
  const { api, ready } = server;
  const [viewer, owner] = [api.as('viewer-token'), api.as('owner-token')];
  const repos = `/registry/v2/repos/${ready.orgId}`;
  for (const path of ['/registry/v2/repos', '/registry/v2/repos?page_size=1', '/v2beta1/none', '/registry/v1/repos'])
    await viewer.get(path);
  ok(await owner.post(repos, { name: 'counted' }));
  for (const name of ['counted', 'COUNTED']) await owner.post(repos, { name });
  await viewer.post(repos, { name: 'other' });
  await viewer.send('OPTIONS', '/registry/v2/repos');
  await api.send('GET', '/registry/v2/repos', { headers: { 'x-mock-world': 'gone' } });
  await gRPC.call('ListRepos');
  await gRPC.call('GetRepo', { uid: `${ready.orgId}/0000000000000000` });
  await overHttp(server, 'application/grpc-web+proto', new Uint8Array(5));
  await overHttp(server, 'application/json', '{}');
  await overHttp(server, 'application/json', '{');
  const lost = api.as('viewer-token').send('GET', '/registry/v2/repos', { headers: { 'x-mock-fault': 'drop' } });
  await expect(lost).rejects.toThrow();
};

/** The call by which the suite learns to know a server. */
const FIRST = 'ListGroups rest 401 UNAUTHENTICATED 1';

const CALLED = [
  'CreateRepo rest 200 OK 1',
  'CreateRepo rest 400 INVALID_ARGUMENT 1',
  'CreateRepo rest 403 PERMISSION_DENIED 1',
  'CreateRepo rest 409 ALREADY_EXISTS 1',
  'GetRepo grpc 404 NOT_FOUND 1',
  'ListRepos connect 200 OK 1',
  'ListRepos connect 400 INVALID_ARGUMENT 1',
  'ListRepos grpc 200 OK 1',
  'ListRepos grpc-web 200 OK 1',
  'ListRepos rest 0 DROPPED 1',
  'ListRepos rest 200 OK 2',
  'ListRepos rest 404 NOT_FOUND 1',
  'none rest 204 OK 1',
  'none rest 404 NOT_FOUND 1',
  'v1.Registry.ListRepos rest 200 OK 1',
];

test.describe('N9 and N14: metrics @mock', () => {
  for (const flags of [[], ['--journal', 'off']]) {
    const how = flags.length === 0 ? 'with a journal' : '--journal off @whole';
    test(`calls are counted by operation, protocol and answer: ${how}`, async ({ ownServer, facesOf }) => {
      const server = await ownServer(...flags, '--seed', 'metrics');
      const before = callsIn(await read(server.api));
      await callAround(server, facesOf(server).gRPC);
      const metrics = await read(server.api);
      expect([before, callsIn(metrics)]).toEqual([[FIRST], [...CALLED, FIRST].toSorted()]);
      const times = samples(metrics, 'platform_mock_call_duration_seconds');
      const counts = times.filter(({ name }) => name.endsWith('_count'));
      expect(counts).toHaveLength(9);
      for (const { labels, value } of counts) {
        const of = times.filter((each) => ['operation', 'protocol'].every((key) => each.labels[key] === labels[key]));
        const buckets = of.filter(({ name }) => name.endsWith('_bucket'));
        const [last] = buckets.slice(-1);
        expect([last?.labels.le, last?.value, value]).toEqual([
          '+Inf',
          value,
          sumOf(metrics, 'platform_mock_calls_total', labels),
        ]);
        const bounds = buckets.map((each) => Number(each.labels.le?.replace('Inf', 'Infinity')));
        expect(bounds).toEqual(bounds.toSorted((one, other) => one - other));
        expect(new Set(bounds).size).toBe(bounds.length);
        const within = buckets.map((each) => each.value);
        expect(within).toEqual(within.toSorted((one, other) => one - other));
        const sum = of.find(({ name }) => name.endsWith('_sum'))?.value ?? 0;
        expect(sum).toBeGreaterThan(0);
        // No call of these takes as long as the largest bound.
        expect(within.at(-2)).toBe(value);
      }
      const open = samples(metrics, 'platform_mock_calls_open');
      expect([open.length > 0, open.filter(({ value }) => value !== 0)]).toEqual([true, []]);
    });

    test(`a call is open until it ends, also where its client has gone: ${how}`, async ({ ownServer }) => {
      const { api, ready } = await ownServer(...flags, '--seed', 'metrics');
      const open = async (): Promise<number> =>
        sumOf(await read(api), 'platform_mock_calls_open', { protocol: 'rest' });
      const { hostname, port } = new URL(ready.url);
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      const head = ['Host: localhost', 'Authorization: Bearer owner-token', 'Content-Length: 20'].join('\r\n');
      socket.write(`POST /registry/v2/repos/${ready.orgId} HTTP/1.1\r\n${head}\r\n\r\n{`);
      await expect.poll(open).toBe(1);
      socket.destroy();
      await expect.poll(open).toBe(0);
    });
  }

  test('worlds, deliveries, journals, control calls and the process are reported', async ({ ownServer }) => {
    const { api, process: child } = await ownServer('--seed', 'metrics-beside');
    const began = await read(api);
    const { id, env } = ok(await steer(api, 'POST', 'worlds', {}));
    const world = { 'x-mock-world': String(id) };
    const control = (method: string, path: string, body?: unknown) =>
      api.as(undefined).send(method, `/_mock/v1/${path}`, { headers: world, body });
    ok(await control('PUT', 'events:plan', { mode: 'sync' }));
    const org = String((env as Readonly<Record<string, string>>).PLATFORM_ORG_ID);
    const call = (path: string, body: object) => api.as('owner-token').send('POST', path, { headers: world, body });
    ok(await call(`/events/v2/subscriptions/${org}`, { sink: 'sink://orders' }));
    ok(await call(`/registry/v2/repos/${org}`, { name: 'counted' }));
    const metrics = await read(api);
    const more = (name: string, labels?: Sample['labels']) => sumOf(metrics, name, labels) - sumOf(began, name, labels);
    expect([sumOf(began, 'platform_mock_worlds'), more('platform_mock_worlds')]).toEqual([1, 1]);
    // The delivery of the fixture goes to a host that is not local.
    expect([
      more('platform_mock_deliveries_total', { outcome: 'delivered' }),
      more('platform_mock_deliveries_total', { outcome: 'suppressed' }) > 0,
      more('platform_mock_deliveries_total', { outcome: 'dropped' }),
    ]).toEqual([1, true, 0]);
    expect(more('platform_mock_journal_bytes')).toBeGreaterThan(0);
    expect(more('platform_mock_control_calls_total', { operation: 'mock.world' })).toBe(1);
    expect(more('platform_mock_control_calls_total', { operation: 'mock.metrics' })).toBe(1);
    expect(sumOf(metrics, 'process_resident_memory_bytes')).toBeGreaterThan(10 * 1024 * 1024);
    expect(sumOf(metrics, 'process_cpu_seconds_total')).toBeGreaterThan(sumOf(began, 'process_cpu_seconds_total'));
    expect(sumOf(metrics, 'process_start_time_seconds')).toBeLessThan(Date.now() / 1_000 + 1);
    expect(child.pid).toBeGreaterThan(0);
    ok(await api.as(undefined).send('DELETE', `/_mock/v1/worlds/${id}`));
    expect(sumOf(await read(api), 'platform_mock_worlds')).toBe(1);
  });

  test('each metric has a help, a type and a name of its kind, and no label has values without bounds', async ({
    ownServer,
  }) => {
    const { api } = await ownServer('--seed', 'metrics');
    ok(await api.get('/registry/v2/repos'));
    const labels = new Set<string>();
    for (const [name, { help, type, samples: of }] of await read(api)) {
      expect(help, name).toMatch(/^[A-Z].*\.$/);
      expect(['counter', 'gauge', 'histogram'], name).toContain(type);
      expect(name.endsWith('_total'), name).toBe(type === 'counter');
      for (const each of of) for (const key of Object.keys(each.labels)) labels.add(key);
    }
    expect([...labels].toSorted()).toEqual(['code', 'le', 'operation', 'outcome', 'protocol', 'status', 'version']);
  });

  test('it is asked for as any control call is, with the media type of the format', async ({ ownServer }) => {
    const { api } = await ownServer('--control-token', 'steer');
    const send = (method: string, token?: string) => api.as(token).send(method, '/_mock/v1/metrics');
    expect((await send('GET')).status).toBe(401);
    expect((await send('GET', 'wrong')).status).toBe(401);
    const { status, headers, text } = await send('GET', 'steer');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const head = await send('HEAD', 'steer');
    expect([head.status, head.headers['content-type'], head.text]).toEqual([200, headers['content-type'], '']);
    expect(text.length).toBeGreaterThan(500);
    // A POST is answered as for any other control operation.
    const info = await api.as('steer').send('POST', '/_mock/v1/info');
    expect((await send('POST', 'steer')).status).toBe(info.status);
    expect((await api.as('steer').send('GET', '/_mock/v1/metrics?format=json')).status).toBe(200);
  });
});
