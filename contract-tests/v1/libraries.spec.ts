import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance } from '../support/mock.ts';
import { walkInV1 } from './pages.ts';

const PATH = '/libraries/v1/artifacts';
const SERVICE = 'chainguard.platform.libraries.Artifacts';
const SPRING = 'java-org.springframework~spring-core';
const JAVA = [
  'ch.qos.logback:logback-classic',
  'com.fasterxml.jackson.core:jackson-databind',
  'org.springframework:spring-core',
];
const PYTHON = ['flask', 'numpy', 'requests', 'torch'];

test.describe('artifacts of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['', [...JAVA, ...PYTHON]],
    ['ecosystems=JAVA', JAVA],
    ['ecosystems=2', PYTHON],
    ['ecosystems=PYTHON&ecosystems=JAVA', [...JAVA, ...PYTHON]],
    ['ecosystems=GO&ecosystems=JAVASCRIPT_ATHENA', []],
    ['ecosystems=UNKNOWN', []],
    ['query=SPRING', [JAVA[2]]],
    ['ecosystems=PYTHON&query=r', ['requests', 'torch']],
    ['remediated=true', [JAVA[1], JAVA[2], 'requests']],
    ['remediated=false', [...JAVA, ...PYTHON]],
    ['cuda_version=12.6', ['torch']],
    ['cudaVersion=11.8', []],
    ['include_upstream=true', [...JAVA, ...PYTHON]],
    ['ecosystems=PYTHON&skip=3', ['torch']],
  ] as const) {
    test(`12.2, V11: "${query}" returns ${expected.length} by id`, async ({ api }) => {
      const page = await api.read(`${PATH}?${query}`);
      expect(namesOf(rowsOf(page, 'items'))).toEqual(expected);
      const skipped = query.includes('skip') ? 3 : 0;
      expect(page).toMatchObject({ total_artifacts: expected.length + skipped, skipped });
      if (skipped === 0) expect(await walkInV1(api, `${PATH}?${query}&page_size=2`)).toEqual(page.items);
    });
  }

  test('12.2: an artifact has the field names of v1 and the values of v2', async ({ api }) => {
    const [seen] = rowsOf(
      await api.read('/libraries/v2/artifacts?ecosystems=ECOSYSTEM_JAVA&query=spring'),
      'artifacts',
    );
    expect(rowsOf(await api.read(`${PATH}?query=spring`), 'items')).toEqual([
      {
        id: SPRING,
        name: 'org.springframework:spring-core',
        description: seen?.description,
        ecosystem: 'JAVA',
        latest_version: '6.2.0',
        version_count: 4,
        created_at: seen?.createTime,
        updated_at: seen?.updateTime,
      },
    ]);
  });

  test('12.2, V8: versions are listed newest first, all together or as a slice, without a count', async ({ api }) => {
    const target = `${PATH}/${encodeURIComponent(SPRING)}/versions`;
    const versions = async (query: string): Promise<readonly unknown[]> =>
      rowsOf(await api.read(`${target}${query}`), 'items').map(({ version }) => version);
    const all = ['6.2.0', '6.2.0-RC1', '6.1.10', '6.1.9'];
    expect(await versions('')).toEqual(all);
    expect(await versions('?offset=1&page_size=2')).toEqual(all.slice(1, 3));
    expect(await versions('?page=2&page_size=3')).toEqual(all.slice(3));
    const body = await api.read(target);
    expect(Object.keys(body)).toEqual(['items']);
    expect(rowsOf(body, 'items')[0]).toEqual({
      id: `${SPRING}/6.2.0`,
      name: 'org.springframework:spring-core',
      version: '6.2.0',
      description: '',
      size_bytes: '1934567',
      source_type: 'SOURCE_TYPE_INTERNAL',
      malware_scanned: false,
      malware_malicious: false,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  for (const [query, counts] of [
    ['', { JAVA: 3, PYTHON: 4 }],
    ['?ecosystems=JAVA', { JAVA: 3 }],
    ['?ecosystems=PYTHON&ecosystems=GO&ecosystems=PYTHON', { PYTHON: 4, GO: 0 }],
  ] as const) {
    test(`12.2: count${query} returns ${JSON.stringify(counts)}`, async ({ api }) => {
      const expected = Object.entries(counts).map(([ecosystem, total_artifacts]) => ({ ecosystem, total_artifacts }));
      expect(await api.read(`${PATH}/count${query}`)).toEqual({ counts: expected });
    });
  }

  test('12.2: a cursor belongs to its List and its parameters', async ({ api }) => {
    const { next_page_token: token } = await api.read(`${PATH}?page_size=2&ecosystems=JAVA`);
    for (const [query, says] of [
      [`page_token=${token}x`, 'page_token: page_token is invalid'],
      [`page_token=${token}&ecosystems=PYTHON`, 'page_token: page_token does not match the request parameters'],
    ] as const) {
      expectBare(await api.get(`${PATH}?${query}`), 'INVALID_ARGUMENT', says);
    }
  });

  test('12.1: over gRPC each method does the same', async ({ grpc }) => {
    const call = grpcService(grpc, SERVICE);
    const first = await call('List', { ecosystems: ['PYTHON'], pageSize: 3 });
    expect(namesOf(rowsOf(first, 'items'))).toEqual(PYTHON.slice(0, 3));
    expect(first.totalArtifacts).toBe(4);
    const second = await call('List', { pageSize: 3, pageToken: first.nextPageToken });
    expect(rowsOf(second, 'items')).toMatchObject([{ name: 'torch', ecosystem: 'PYTHON' }]);
    const versions = rowsOf(await call('ListVersions', { id: SPRING, pageSize: 1 }), 'items');
    expect(versions).toMatchObject([{ id: `${SPRING}/6.2.0`, sourceType: 'SOURCE_TYPE_INTERNAL' }]);
    expect(await call('ListVersions', { id: 'none' })).toEqual({});
    expect(await call('GetArtifactCount', { ecosystems: ['JAVA'] })).toEqual({
      counts: [{ ecosystem: 'JAVA', totalArtifacts: 3 }],
    });
  });
});

const UPSTREAM = `artifacts:
  - name: left
    ecosystem: ECOSYSTEM_JAVA
    artifactVersions:
      - { name: left, version: "1.0", sourceType: SOURCE_TYPE_INTERNAL_REMEDIATED, malwareScanned: true }
      - { name: left, version: "1.1", sourceType: SOURCE_TYPE_UPSTREAM_REGISTRY, malwareScanned: true,
          malwareMalicious: true, upstreamPublishedDate: 2026-01-02T00:00:00Z }
  - name: right
    ecosystem: ECOSYSTEM_JAVA
    upstream: true
`;

test('12.2: v1 returns artifacts that only a public registry has, on request @mock', async ({ ownWorld }) => {
  const api = await ownWorld('fixture:empty');
  const headers = { 'content-type': 'application/yaml' };
  expect((await api.as(undefined).send('POST', '/_mock/v1/fixtures', { headers, body: UPSTREAM })).status).toBe(200);
  const names = async (query: string): Promise<readonly string[]> =>
    namesOf(rowsOf(await api.read(`${PATH}${query}`), 'items'));
  expect(await names('')).toEqual(['left']);
  expect(await names('?include_upstream=true')).toEqual(['left', 'right']);
  const v2 = '/libraries/v2/artifacts';
  expect(namesOf(rowsOf(await api.read(`${v2}?ecosystems=1`), 'artifacts'))).toEqual(['left']);
  expect(await api.read(`${v2}/count?ecosystems=1`)).toMatchObject({ counts: [{ totalCount: '1' }] });
  expect(await api.read(`${PATH}/count`)).toEqual({ counts: [{ ecosystem: 'JAVA', total_artifacts: 1 }] });

  const first = { version: '1.0', source_type: 'SOURCE_TYPE_INTERNAL_REMEDIATED', malware_malicious: false };
  const second = { version: '1.1', malware_malicious: true, upstream_published_date: '2026-01-02T00:00:00.000Z' };
  expect(await api.read(`${PATH}/java-left/versions`)).toMatchObject({ items: [first] });
  const all = rowsOf(await api.read(`${PATH}/java-left/versions?include_upstream=true`), 'items');
  expect(all).toMatchObject([second, first]);
  expect(rowsOf(await api.read(`${v2}/java-left/versions`), 'artifactVersions')).toMatchObject([{ version: '1.0' }]);
});

test('L14: an expired cursor results in the first page @mock', async ({ ownWorld }) => {
  const api = await ownWorld();
  const admin = api.as('admin-token');
  const list = `${PATH}?ecosystems=JAVA&page_size=2`;
  const first = await admin.read(list);
  await advance(api, '72h1s');
  expect(ok(await admin.get(`${list}&page_token=${first.next_page_token}`)).items).toEqual(first.items);
});

for (const id of ['none', 'a'.repeat(40), 'a:b']) {
  test(`V3: the versions of "${id}" are an empty list`, async ({ api }) => {
    expect(await api.read(`${PATH}/${encodeURIComponent(id)}/versions`)).toEqual({ items: [] });
  });
}

for (const query of [
  'ecosystems=ECOSYSTEM_JAVA',
  'ecosystems=11',
  'remediated=yes',
  'include_upstream=1.5',
  'page_size=-1',
  'page_size=9999999999',
  'skip=-1',
  'page_token=x',
]) {
  test(`V10: ${query} is refused without details`, async ({ api }) => {
    expectBare(await api.get(`${PATH}?${query}`), 'INVALID_ARGUMENT', new RegExp(`: ${query.split('=')[0]}\\b`));
  });
}

test('V16: artifacts have no uidp filter and no order_by', async ({ api, org }) => {
  const whole = await api.read(PATH);
  expect(await api.read(`${PATH}?uidp.descendants_of=${org.uid}&order_by=name`)).toEqual(whole);
});

test('10.9: each List needs its capability somewhere @mock', async ({ org }) => {
  const caller = await org.caller('registry.push');
  for (const path of [PATH, `${PATH}/count`, `${PATH}/${SPRING}/versions`]) {
    expectBare(await caller.get(path), 'PERMISSION_DENIED', /libraries\.artifacts\.list/);
    expectBare(await caller.as(undefined).get(path), 'UNAUTHENTICATED', 'missing bearer token');
  }
  const reader = await org.caller((await org.role({ capabilities: ['CAP_LIBRARIES_ARTIFACTS_LIST'] })).uid);
  expect((await reader.get(PATH)).status).toBe(200);
});

const BLOCK_LIST = '/libraries/v1/malware/blocklist';
const MALWARE = 'chainguard.platform.libraries.Malware/ListBlockList';
const BLOCKED = ['colour-picker', 'reqeusts', '@example/left-pad'];

test.describe('the malware of the default fixture @fixture', () => {
  for (const [query, expected] of [
    ['', BLOCKED],
    ['ecosystem=npm', [BLOCKED[0], BLOCKED[2]]],
    ['ecosystem=pypi', [BLOCKED[1]]],
    ['package_name=reqeusts', [BLOCKED[1]]],
    ['package_name=reqeust', []],
    ['package_search=T-PA', [BLOCKED[2]]],
    ['package_search=T-PA&package_name=reqeusts', []],
    ['packageSearch=e&deduplicateResults=true', [BLOCKED[0], BLOCKED[1], BLOCKED[2]]],
    ['source=osv', [BLOCKED[1], BLOCKED[2]]],
    ['scope=MALWARE_SCOPE_PACKAGE', [BLOCKED[0]]],
    ['scope=MALWARE_SCOPE_VERSION', [BLOCKED[1], BLOCKED[2]]],
    ['scope=MALWARE_SCOPE_UNKNOWN', BLOCKED],
    ['since=2026-01-26T08:00:00Z', [BLOCKED[0], BLOCKED[1]]],
    ['before=2026-01-26T08:00:00Z', [BLOCKED[2]]],
    ['since=2026-01-26T08:00:00Z&before=2026-01-27T08:00:00Z', [BLOCKED[1]]],
  ] as const) {
    test(`12.5.4: "${query}" returns ${expected.length}, the latest first`, async ({ api }) => {
      const page = await api.read(`${BLOCK_LIST}?${query}`);
      expect(rowsOf(page, 'items').map((entry) => entry.package_name)).toEqual(expected);
      expect(page.total_count).toBe(String(expected.length));
      expect(await walkInV1(api, `${BLOCK_LIST}?${query}&page_size=1`)).toEqual(page.items);
    });
  }

  test('12.5.4: an entry is about a version or about all, over both faces', async ({ api, grpc }) => {
    const [first, second] = rowsOf(await api.read(BLOCK_LIST), 'items');
    expect(first).toEqual({
      package_name: 'colour-picker',
      version: '',
      scope: 'MALWARE_SCOPE_PACKAGE',
      malid: 'MAL-2026-1003',
      source: 'example',
      blocked_at: '2026-01-27T08:00:00.000Z',
      ecosystem: 'npm',
      reason: ['install_script', 'credential_theft'],
      description: 'Sends environment variables to another host when it is installed.',
    });
    expect(second).toMatchObject({ version: '2.32.4', scope: 'MALWARE_SCOPE_VERSION', reason: ['typosquat'] });
    const page = await grpc.call(MALWARE, { pageSize: '2' });
    const entry = { packageName: 'colour-picker', scope: 'MALWARE_SCOPE_PACKAGE' };
    expect(page).toMatchObject({ ok: true, response: { items: [entry, {}], totalCount: '3' } });
    const { nextPageToken } = page.ok ? page.response : {};
    const rest = await grpc.call(MALWARE, { pageSize: '2', pageToken: nextPageToken });
    expect(rest).toMatchObject({ ok: true, response: { items: [{ packageName: '@example/left-pad' }] } });
  });

  test('12.5.4: entries of the same ecosystem, name, version and scope become the latest of them, if asked @mock', async ({
    ownWorld,
  }) => {
    const api = await ownWorld('fixture:empty');
    const entry = (malid: string, rest: object) => ({ packageName: 'a', ecosystem: 'npm', malid, ...rest });
    const malwareEntries = [
      entry('1', { version: '1', blockedAt: '2026-01-01T00:00:00Z' }),
      entry('2', { version: '1', blockedAt: '2026-01-03T00:00:00Z', ecosystem: 'NPM' }),
      entry('3', { version: '2', blockedAt: '2026-01-02T00:00:00Z' }),
      entry('4', { blockedAt: '2026-01-04T00:00:00Z' }),
    ];
    ok(await api.post('/_mock/v1/fixtures', { malwareEntries }));
    const list = async (query: string) => {
      const page = await api.read(`${BLOCK_LIST}?${query}`);
      return [page.total_count, ...rowsOf(page, 'items').map(({ malid }) => malid)];
    };
    expect(await list('')).toEqual(['4', '4', '2', '3', '1']);
    expect(await list('deduplicate_results=true')).toEqual(['3', '4', '2', '3']);
    expect(await walkInV1(api, `${BLOCK_LIST}?deduplicate_results=true&page_size=1`)).toHaveLength(3);
  });

  test('12.5.4: the filters of later clients hold over gRPC, too', async ({ grpc }) => {
    const found = await grpc.call(MALWARE, { packageSearch: 'PICK', deduplicateResults: true });
    expect(found).toMatchObject({ ok: true, response: { items: [{ packageName: 'colour-picker' }], totalCount: '1' } });
  });

  test('12.5.4: callers who may not list libraries are denied, over both faces @mock', async ({ org, grpc }) => {
    const says = 'missing capability "libraries.artifacts.list"';
    const caller = await org.caller('registry.pull');
    expectBare(await caller.get(BLOCK_LIST), 'PERMISSION_DENIED', says);
    const ended = await grpc.call(MALWARE, {}, { token: caller.token ?? null });
    expect(ended).toMatchObject({ ok: false, code: 7, message: `Permission denied: ${says}` });
  });
});

for (const [query, violation] of [
  ['since=soon', /since: /],
  ['scope=MALWARE', /scope: /],
  ['page_size=-1', 'page_size: page_size must not be negative'],
  ['page_token=abc', 'page_token: page_token is invalid'],
  ['since=2026-01-02T00:00:00Z&before=2026-01-01T00:00:00Z', 'before: before must not be before since'],
] as const) {
  test(`12.5.4: the block list with "${query}" is refused`, async ({ api }) => {
    expectBare(await api.get(`${BLOCK_LIST}?${query}`), 'INVALID_ARGUMENT', violation);
  });
}
