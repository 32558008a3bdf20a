import { ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance, steer } from '../support/mock.ts';
import { digestOf } from '../support/org.ts';
import { NGINX, onRegistryOf, plant, REGISTRY, repoNamed } from './registry-facts.ts';

const MISSING = '9'.repeat(16);
const T1 = '2026-01-01T00:00:00.000Z';
const T2 = '2026-01-02T00:00:00.000Z';
const T3 = '2026-01-03T00:00:00.000Z';

test.describe('12.5: over HTTP', () => {
  test('the default fixture has facts of each, in snake case @fixture', async ({ api, shared }) => {
    const org = shared.target.orgId;
    const at = '/registry/v1';
    const nginx = await repoNamed(api, org, 'nginx');
    const [latest] = rowsOf(await api.read(`${at}/tags?uidp.children_of=${nginx}&name=latest`), 'items');
    const path = `${at}/repos/${nginx}`;
    const [history] = rowsOf(await api.read(`${at}/tags/${latest?.id}/history`), 'items');
    expect(history).toEqual({ update_timestamp: latest?.last_updated, digest: NGINX.latest });
    expect(await api.read(`${path}/digests/${NGINX.latest}/imageconfig?arch=arm64&registry=true`)).toMatchObject({
      user: '65532',
      exposed_ports: { '8080/tcp': {} },
      working_dir: '/',
    });
    const chart = { repo: 'https://charts.example.com', chart: 'nginx' };
    const source = 'https://git.example.com/charts/nginx';
    expect(await api.read(`${path}/deployment`)).toEqual({ id: nginx, charts: [{ ...chart, source }] });
    expect(await api.read(`${at}/settings/${org}`)).toEqual({
      registry_id: org,
      unique_tags: false,
      eol_grace_period: true,
    });
    const builds = `uidp.children_of=${nginx}&started_since=2026-01-01T00:00:00Z`;
    const reports = rowsOf(await api.read(`${at}/buildreports?${builds}&page_size=1&exclude_logs=true`), 'reports');
    expect(reports).toEqual([
      expect.objectContaining({ result: 'Success', apko_version: '0.25.0', started_at: '2026-01-28T05:00:00.000Z' }),
    ]);
    expect(reports[0]).not.toHaveProperty('log');
    expect(await api.read(`${at}/buildstatus?${builds}`)).toEqual({ failures: [{ repo_id: nginx, total: 1 }] });
    expect(await api.read(`${path}:updatestatus`)).toEqual({ recently_updated: expect.any(Boolean) });
  });

  test('sync statuses are read at a repo and at a group @mock', async ({ api, org }) => {
    const syncStatus = { status: 'IN_PROGRESS', createTime: T1 };
    const [repo] = await plant(org, [{ name: 'copied', syncStatus }]);
    const status = { status: 'IN_PROGRESS', create_time: T1 };
    expect(await api.read(`/registry/v1/repos/${repo?.id}:syncstatus`)).toEqual(status);
    expect(await api.read(`/registry/v1/syncstatuses?registry_id=${org.uid}`)).toEqual({
      items: [{ repo_id: repo?.id, repo_status: status }],
    });
    expectBare(await api.get('/registry/v1/syncstatuses'), 'INVALID_ARGUMENT', 'registry_id: registry_id is required');
  });

  test('deployments and settings are written, and both faces see it', async ({ api, org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const { uid: repo } = await org.repo();
    const path = `/registry/v1/repos/${repo}/deployment`;
    const charts = [{ repo: 'oci://charts.test', chart: 'a' }];
    expectBare(await api.put(path, { charts }), 'NOT_FOUND', `deployment "${repo}" not found`);
    expect(ok(await api.post(path, { charts }))).toEqual({ id: repo, charts });
    expectBare(await api.post(path, { charts }), 'ALREADY_EXISTS');
    expect(ok(await api.put(path, {}))).toEqual({ id: repo });
    expect(await call('GetDeployment', { repoId: repo })).toEqual({ id: repo });
    const settings = `/registry/v1/settings/${org.uid}`;
    const set = { registry_id: org.uid, unique_tags: true, eol_grace_period: false };
    expect(ok(await api.put(settings, { unique_tags: true }))).toEqual(set);
    expect(await call('GetRegistrySettings', { registryId: org.uid })).toEqual({
      registryId: org.uid,
      uniqueTags: true,
    });
  });
});

test.describe('12.5: ListTagHistory @mock', () => {
  test('has an entry for each digest, whichever version wrote it, oldest first', async ({ ownServer }) => {
    const server = await ownServer();
    const { api, ready } = server;
    const times: unknown[] = [ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' })).now];
    const tick = async (): Promise<void> => {
      await advance(api, '60s');
      times.push(ok(await steer(api, 'GET', 'clock')).now);
    };
    const repo = ok(await api.post(`/registry/v1/repos/${ready.orgId}`, { name: 'history' }));
    const tag = ok(await api.post(`/registry/v2/tags/${repo.id}`, { name: 'latest', digest: digestOf('a') }));
    await tick();
    // A write with the same digest is no entry of the history.
    ok(await api.post(`/registry/v1/tags/${repo.id}`, { name: 'latest', digest: digestOf('a'), deprecated: true }));
    await tick();
    ok(await api.post(`/registry/v1/tags/${repo.id}`, { name: 'latest', digest: digestOf('b') }));
    await tick();
    ok(await api.put(`/registry/v1/tags/${tag.uid}`, { name: 'moved', digest: digestOf('c') }));
    await tick();
    ok(await api.post(`/registry/v2/tags/${repo.id}`, { name: 'moved', digest: digestOf('a') }));
    const entries = [
      { updateTimestamp: times[0], digest: digestOf('a') },
      { updateTimestamp: times[2], digest: digestOf('b') },
      { updateTimestamp: times[3], digest: digestOf('c') },
      { updateTimestamp: times[4], digest: digestOf('a') },
    ];
    await onRegistryOf(server, async (call) => {
      const history = async (filter: object): Promise<unknown> =>
        (await call('ListTagHistory', { parentId: tag.uid, ...filter })).items ?? [];
      expect(await history({})).toEqual(entries);
      expect(await history({ start: times[2] })).toEqual(entries.slice(1));
      expect(await history({ end: times[3] })).toEqual(entries.slice(0, 3));
      expect(await history({ start: times[2], end: times[2] })).toEqual(entries.slice(1, 2));
      expect(await history({ start: times[1], end: times[1] })).toEqual([]);
      ok(await api.delete(`/registry/v2/tags/${tag.uid}`));
      expect(await history({})).toEqual([]);
      const again = ok(await api.post(`/registry/v2/tags/${repo.id}`, { name: 'latest', digest: digestOf('z') }));
      const { items } = await call('ListTagHistory', { parentId: again.uid });
      expect(items).toEqual([{ updateTimestamp: times[4], digest: digestOf('z') }]);
    });
  });

  test('starts with the digest of a fixture, or has the history of a fixture', async ({ api, org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const history = { entries: [{ updateTimestamp: T1, digest: digestOf('old') }] };
    const [repo] = await plant(org, [
      {
        name: 'planted',
        tags: [
          { name: 'plain', digest: digestOf('a'), createTime: T1, updateTime: T2 },
          { name: 'told', digest: digestOf('new'), updateTime: T2, history },
        ],
      },
    ]);
    const tags = rowsOf(await api.read(`/registry/v1/tags?uidp.children_of=${repo?.id}`), 'items');
    const of = async (name: string): Promise<unknown> =>
      (await call('ListTagHistory', { parentId: tags.find((tag) => tag.name === name)?.id })).items;
    expect(await of('plain')).toEqual([{ updateTimestamp: T2, digest: digestOf('a') }]);
    expect(await of('told')).toEqual([...history.entries, { updateTimestamp: T2, digest: digestOf('new') }]);
    ok(await api.post(`/registry/v1/tags/${repo?.id}`, { name: 'plain', digest: digestOf('b') }));
    expect(await of('plain')).toEqual([
      { updateTimestamp: T2, digest: digestOf('a') },
      { updateTimestamp: expect.any(String), digest: digestOf('b') },
    ]);
  });

  test('refuses a period that ends before it begins, and a call without a tag', async ({ org, grpc }) => {
    const { uid: repo } = await org.repo();
    const { uid: parentId } = await org.tag(repo);
    for (const [request, message] of [
      [{ parentId, start: T2, end: T1 }, 'Invalid argument: end: end must not be before start'],
      [{}, 'Invalid argument: parent_id: parent_id is required'],
    ] as const) {
      const ended = await grpc.call(`${REGISTRY}/ListTagHistory`, request);
      expect(ended).toMatchObject({ ok: false, code: 3, message, details: [] });
    }
  });
});

test.describe('12.5: deployments', () => {
  const charts = [
    { repo: 'https://charts.test', chart: 'nginx', source: 'https://git.test' },
    { repo: 'oci://c.test' },
  ];

  test('a repo has one at most, which is created, replaced, and deleted with the repo', async ({ api, org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const { uid: repoId } = await org.repo({ name: 'deployed' });
    const lost = await grpc.call(`${REGISTRY}/UpdateDeployment`, { repoId, charts });
    expect(lost).toMatchObject({ ok: false, code: 5, details: [] });
    expect(await call('GetDeployment', { repoId })).toEqual({});
    expect(await call('CreateDeployment', { parentId: repoId, charts })).toEqual({ id: repoId, charts });
    const again = await grpc.call(`${REGISTRY}/CreateDeployment`, { parentId: repoId });
    const message = 'Already exists: deployment "deployed" already exists';
    expect(again).toMatchObject({ ok: false, code: 6, message, details: [] });
    expect(await call('GetDeployment', { repoId })).toEqual({ id: repoId, charts });
    const other = [{ repo: 'oci://d.test', chart: '' }];
    expect(await call('UpdateDeployment', { repoId, charts: other })).toEqual({ id: repoId, charts: other });
    expect(await call('UpdateDeployment', { repoId })).toEqual({ id: repoId });
    expect(await call('GetDeployment', { repoId })).toEqual({ id: repoId });
    ok(await api.delete(`/registry/v2/repos/${repoId}`));
    expect(await call('GetDeployment', { repoId })).toEqual({});
  });

  for (const [repo, isTaken] of [
    ['https://charts.test/stable?version=1', true],
    ['oci://registry.test/charts', true],
    ['HTTPS://charts.test:8443', true],
    ['http://localhost:8080/charts', true],
    ['http://127.0.0.1/charts', true],
    ['http://[::1]:80/charts', true],
    ['https://charts.test:99999/stable', true],
    ['http://localhost:70000/charts', true],
    ['http://charts.test', false],
    ['http://charts.test:99999', false],
    ['https://charts.test:port/stable', false],
    ['https://:443/stable', false],
    ['https://user@charts.test', false],
    ['https://user:password@charts.test', false],
    ['oci://@registry.test/charts', false],
    ['https://', false],
    ['https:///charts', false],
    ['ftp://charts.test', false],
    ['file:///charts', false],
    ['charts.test/stable', false],
    ['https://charts.test/a b', false],
  ] as const) {
    test(`a chart ${isTaken ? 'may' : 'must not'} be in ${repo}`, async ({ org, grpc }) => {
      const { uid: repoId } = await org.repo();
      await grpcService(grpc, REGISTRY)('CreateDeployment', { parentId: repoId });
      for (const [method, request] of [
        ['UpdateDeployment', { repoId }],
        ['CreateDeployment', { parentId: repoId }],
      ] as const) {
        const ended = await grpc.call(`${REGISTRY}/${method}`, { ...request, charts: [{ repo }] });
        const refused = { ok: false, code: 3, message: expect.stringContaining('charts[0].repo: helm repository URL') };
        if (!isTaken) expect(ended).toMatchObject(refused);
        else expect(ended).toMatchObject(method === 'UpdateDeployment' ? { ok: true } : { ok: false, code: 6 });
      }
    });
  }

  test('a missing repo, a group and an empty id cannot have one', async ({ org, grpc }) => {
    for (const [parentId, code] of [
      [`${org.uid}/${MISSING}`, 5],
      [org.uid, 5],
      ['', 3],
    ] as const) {
      expect(await grpc.call(`${REGISTRY}/CreateDeployment`, { parentId, charts })).toMatchObject({ ok: false, code });
    }
    const { uid: parentId } = await org.repo();
    const bad = await grpc.call(`${REGISTRY}/CreateDeployment`, { parentId, charts: [{ chart: 'a' }] });
    expect(bad).toMatchObject({ ok: false, code: 3, message: expect.stringContaining('charts[0].repo') });
  });
});

test.describe('12.5: registry settings', () => {
  test('are off until they are set, replaced as a whole, and each group has its own', async ({ org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const { uid: below } = await org.group();
    const get = (registryId: string) => call('GetRegistrySettings', { registryId });
    expect(await get(org.uid)).toEqual({ registryId: org.uid });
    const both = { registryId: org.uid, uniqueTags: true, eolGracePeriod: true };
    expect(await call('UpdateRegistrySettings', both)).toEqual(both);
    expect(await get(org.uid)).toEqual(both);
    expect(await get(below)).toEqual({ registryId: below });
    const one = { registryId: org.uid, eolGracePeriod: true };
    expect(await call('UpdateRegistrySettings', one)).toEqual(one);
    expect(await get(org.uid)).toEqual(one);
  });

  test('of a missing group are empty, and cannot be set', async ({ org, grpc }) => {
    const registryId = `${org.uid}/${MISSING}`;
    expect(await grpcService(grpc, REGISTRY)('GetRegistrySettings', { registryId })).toEqual({});
    const ended = await grpc.call(`${REGISTRY}/UpdateRegistrySettings`, { registryId, uniqueTags: true });
    expect(ended).toMatchObject({ ok: false, code: 5, details: [] });
  });
});

test('12.5: GetUpdateStatus: a repo was updated when a tag was written in the last 7 days @mock', async ({
  ownServer,
}) => {
  const server = await ownServer();
  const { api, ready } = server;
  ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
  const repo = ok(await api.post(`/registry/v1/repos/${ready.orgId}`, { name: 'fresh' }));
  await onRegistryOf(server, async (call) => {
    const status = () => call('GetUpdateStatus', { repoId: repo.id });
    expect(await status()).toEqual({});
    ok(await api.post(`/registry/v1/tags/${repo.id}`, { name: 'latest', digest: digestOf('a') }));
    await advance(api, '168h');
    expect(await status()).toEqual({ recentlyUpdated: true });
    await advance(api, '1s');
    expect(await status()).toEqual({});
    expect(await call('GetUpdateStatus', { repoId: `${ready.orgId}/${MISSING}` })).toEqual({});
  });
});

test('12.5: sync statuses are returned for each repo, and for all synced ones of a group @mock', async ({
  org,
  grpc,
}) => {
  const call = grpcService(grpc, REGISTRY);
  const repos = await plant(org, [
    { name: 'plain' },
    { name: 'queued', syncConfig: { source: 'plain' }, syncStatus: { status: 'QUEUED', createTime: T1 } },
    { name: 'silent', syncConfig: { source: 'plain' } },
    { name: 'failed', syncStatus: { status: 'FAILED', createTime: T2 } },
  ]);
  const idOf = (name: string): unknown => repos.find((repo) => repo.name === name)?.id;
  const statuses = {
    plain: {},
    queued: { status: 'QUEUED', createTime: T1 },
    silent: {},
    failed: { status: 'FAILED', createTime: T2 },
  };
  for (const [name, status] of Object.entries(statuses)) {
    expect(await call('GetSyncStatus', { repoId: idOf(name) }), name).toEqual(status);
  }
  const items = rowsOf(await call('ListSyncStatuses', { registryId: org.uid }), 'items');
  const expected = (['queued', 'silent', 'failed'] as const).map((name) => ({
    repoId: idOf(name),
    repoStatus: statuses[name],
  }));
  expect(new Set(items)).toEqual(new Set(expected));
  expect(items).toHaveLength(3);
  const { uid: empty } = await org.group();
  expect(await call('ListSyncStatuses', { registryId: empty })).toEqual({});
});

test.describe('12.5: build reports @mock', () => {
  const built = (startedAt: string, result: string) => ({ startedAt, result, log: `log of ${startedAt}` });

  test('are listed latest first, with a count of failed ones', async ({ org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const repos = await plant(org, [
      { name: 'one', buildReports: [built(T1, 'Failure'), built(T3, 'Failure'), built(T2, 'Success')] },
      { name: 'two', buildReports: [{ ...built(T2, 'Failure'), mediaType: 'm', warnings: ['w'] }] },
      { name: 'good', buildReports: [built(T1, 'Success')] },
    ]);
    const idOf = (name: string): string => String(repos.find((repo) => repo.name === name)?.id);
    const within = { uidp: { descendantsOf: org.uid }, startedSince: T1 };
    const list = async (filter: object): Promise<readonly Readonly<Record<string, unknown>>[]> =>
      ((await call('ListBuildReports', { ...within, ...filter })).reports ?? []) as never;
    const startTimes = async (filter: object): Promise<readonly unknown[]> =>
      (await list(filter)).map(({ startedAt }) => startedAt);
    const all = await list({});
    expect(all.map(({ startedAt }) => startedAt)).toEqual([T3, T2, T2, T1, T1]);
    expect(all[0]).toEqual({
      id: expect.stringMatching(new RegExp(`^${idOf('one')}/[0-9a-f]{16}$`)),
      result: 'Failure',
      log: `log of ${T3}`,
      startedAt: T3,
    });
    expect(await startTimes({ pageSize: 2 })).toEqual([T3, T2]);
    expect(await startTimes({ startedSince: T2 })).toEqual([T3, T2, T2]);
    expect(await startTimes({ startedBefore: T2 })).toEqual([T1, T1]);
    expect(await startTimes({ startedSince: T2, startedBefore: T3 })).toEqual([T2, T2]);
    expect(await startTimes({ uidp: { childrenOf: idOf('two') } })).toEqual([T2]);
    expect(await startTimes({ uidp: { ids: [String(all[0]?.id)] } })).toEqual([T3]);
    const named = { uidp: { descendantsOf: String(all[0]?.id) } };
    expect(await call('ListBuildReports', named)).toEqual({ reports: [all[0]] });
    expect(await call('GetBuildStatus', named)).toEqual({ failures: [{ repoId: idOf('one'), total: 1 }] });
    expect(await startTimes({ ...named, startedBefore: T3 })).toEqual([]);
    expect(await startTimes({ uidp: { childrenOf: `${org.uid}/${MISSING}` } })).toEqual([]);
    const [bare] = await list({ excludeLogs: true, uidp: { childrenOf: idOf('two') } });
    expect(bare).toMatchObject({ mediaType: 'm', warnings: ['w'] });
    expect(bare).not.toHaveProperty('log');

    const failures = async (filter: object): Promise<unknown> =>
      (await call('GetBuildStatus', { ...within, ...filter })).failures ?? [];
    const [one, two] = [
      { repoId: idOf('one'), total: 2 },
      { repoId: idOf('two'), total: 1 },
    ];
    const both = [one, two].toSorted((a, b) => (a.repoId < b.repoId ? -1 : 1));
    for (const filter of [{}, { pageSize: 1 }]) expect(await failures(filter)).toEqual(both);
    expect(await failures({ startedSince: T3 })).toEqual([{ ...one, total: 1 }]);
    expect(await failures({ uidp: { childrenOf: idOf('good') } })).toEqual([]);
  });

  test('without started_since begin one day ago', async ({ api, org, grpc }) => {
    const call = grpcService(grpc, REGISTRY);
    const now = Date.parse(String(ok(await steer(api, 'GET', 'clock')).now));
    const ago = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
    await plant(org, [{ name: 'one', buildReports: [25, 23, 1].map((hours) => built(ago(hours), 'Failure')) }]);
    const within = { uidp: { descendantsOf: org.uid } };
    const { reports } = await call('ListBuildReports', within);
    expect(reports).toMatchObject([{ startedAt: ago(1) }, { startedAt: ago(23) }]);
    expect(await call('GetBuildStatus', within)).toMatchObject({ failures: [{ total: 2 }] });
    const { reports: all } = await call('ListBuildReports', { ...within, startedSince: ago(48) });
    expect(all).toHaveLength(3);
  });

  test('a negative page size is refused', async ({ grpc }) => {
    for (const method of ['ListBuildReports', 'GetBuildStatus']) {
      const ended = await grpc.call(`${REGISTRY}/${method}`, { pageSize: -1 });
      const message = 'Invalid argument: page_size: page_size must not be negative';
      expect(ended).toMatchObject({ ok: false, code: 3, message, details: [] });
    }
  });
});
