import { type Body, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance } from '../support/mock.ts';
import { walkInV1 } from './pages.ts';

const PATH = '/vulnerabilities/v1/advisories';
const SERVICE = 'chainguard.platform.vulnerabilities.v1.Advisories';
const ALL = ['4444', '5555', '6666', '7777', '8888'];

const ends = (rows: readonly Readonly<Record<string, unknown>>[], field = 'advisory_id'): readonly string[] =>
  rows.map((row) => String(row[field]).slice(-4));

test.describe('advisories of the default fixture @fixture', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['', ALL],
    ['advisory_ids=CGA-2222-3333-4444&advisory_ids=CGA-2222-3333-7777', ['4444', '7777']],
    ['advisoryIds=CGA-2222-3333-4444', ['4444']],
    ['legacy_advisory_ids=none', []],
    ['artifact_type=apk', ALL],
    ['artifact_type=deb', []],
    ['artifact_name=nginx&artifact_name=curl', ['4444', '8888']],
    ['artifact_architecture=aarch64', ['6666']],
    ['component_name=pip', ['7777']],
    ['component_type=python', ['7777']],
    ['component_location=/usr/sbin/nginx', ['4444']],
    ['aliases=CVE-2026-1002', ['5555', '6666']],
    ['aliases=CVE-2026-1002&artifact_architecture=x86_64', ['5555']],
    ['origin=openssl', ['5555', '6666']],
    ['origin=openssl&artifact_name=nginx', ['5555', '6666']],
    ['event_statuses=PENDING', ['5555']],
    ['event_statuses=4&eventStatuses=PENDING', ['5555', '8888']],
    ['event_statuses=REQUEST_CHANGES', []],
    ['event_author=scanner', ['4444', '5555', '8888']],
    ['event_author=scanner&exclude_event_author=security-team', ['8888']],
    ['exclude_event_author=scanner', ['6666', '7777']],
    ['event_reviewer=owner', ['4444', '6666']],
    ['event_types=EVENT_TYPE_FILTER_DETECTION', ['4444', '5555', '8888']],
    ['event_types=EVENT_TYPE_FILTER_FIXED&event_types=7', ['4444', '6666']],
    ['event_types=EVENT_TYPE_FILTER_COMPONENT_LOCATION_CHANGED', []],
    ['latest_event_type=EVENT_TYPE_FILTER_FIXED', ['4444']],
    ['latest_event_type=EVENT_TYPE_FILTER_FALSE_POSITIVE_DETERMINATION', []],
    ['query=NGINX', ALL],
  ];
  for (const [query, expected] of cases) {
    test(`12.2: "${query}" returns ${expected.join(' ') || 'none'}`, async ({ api, shared }) => {
      const page = await api.read(`${PATH}?uidp.descendants_of=${shared.target.orgId}&${query}`);
      expect(ends(rowsOf(page, 'items')).toSorted()).toEqual(expected);
      expect(page.total_count).toBe(String(expected.length));
    });
  }

  test('12.2: id and uidp find one advisory, and nothing where it is missing', async ({ api, shared }) => {
    const { orgId } = shared.target;
    const [row] = rowsOf(await api.read(`${PATH}?advisory_ids=CGA-2222-3333-4444`), 'items');
    for (const [query, count] of [
      [`id=${row?.id}`, 1],
      [`uidp.ids=${row?.id}`, 1],
      [`uidp.children_of=${orgId}&id=${row?.id}`, 1],
      [`id=${orgId}`, 0],
      [`uidp.children_of=${'9'.repeat(40)}`, 0],
    ] as const) {
      expect(rowsOf(await api.read(`${PATH}?${query}`), 'items'), query).toHaveLength(count);
    }
  });

  test('12.2: an advisory and its events have the field names of v1', async ({ api, shared }) => {
    const { orgId } = shared.target;
    const [row] = rowsOf(await api.read(`${PATH}?artifact_name=openssl`), 'items');
    const id = `${orgId}/570f3de6c990f82c`;
    expect(row).toEqual({
      id,
      advisory_id: 'CGA-2222-3333-5555',
      artifact_type: 'apk',
      artifact_name: 'openssl',
      artifact_architecture: 'x86_64',
      component_name: 'libcrypto3',
      component_location: '/usr/lib/libcrypto.so.3',
      component_type: 'apk',
      created_at: '2026-01-22T10:00:00.000Z',
      updated_at: '2026-01-23T10:00:00.000Z',
      aliases: ['CVE-2026-1002'],
      author: 'security-team',
      events: [
        {
          id: `${id}/c462e28253b42167`,
          timestamp: '2026-01-22T10:00:00.000Z',
          author: 'scanner',
          reviewer: '',
          status: 'APPROVED',
          detection: { nvdapi: { cpe_searched: 'cpe:2.3:a:openssl:openssl', cpe_found: 'cpe:2.3:a:openssl:openssl' } },
        },
        {
          id: `${id}/acc6c858b5b5501a`,
          timestamp: '2026-01-23T10:00:00.000Z',
          author: 'security-team',
          reviewer: '',
          status: 'PENDING',
          false_positive_determination: {
            type: 'VULNERABLE_CODE_NOT_IN_EXECUTION_PATH',
            note: 'The vulnerable function is never called.',
          },
        },
      ],
    });
  });

  test('12.2: the component of a scanner has the enum names of v1', async ({ api }) => {
    const [row] = rowsOf(await api.read(`${PATH}?artifact_name=nginx`), 'items');
    const [event] = (row?.events ?? []) as readonly Body[];
    expect(event?.detection).toEqual({
      scanv1: { scanner: 'grype', component_name: 'nginx', component_version: '1.27.3-r0' },
    });
  });

  for (const [orderBy, field] of [
    ['ID', 'id'],
    ['CREATED_AT', 'created_at'],
    ['UPDATED_AT', 'updated_at'],
    ['DELETED_AT', 'deleted_at'],
    ['ALIASES', 'aliases'],
  ] as const) {
    test(`12.2: order_by sorts by ${field}, up and down, page by page`, async ({ api, shared }) => {
      const list = `${PATH}?uidp.descendants_of=${shared.target.orgId}&page_size=2&order_by=${orderBy}`;
      const values = async (way: string): Promise<readonly string[]> =>
        (await walkInV1(api, `${list}_${way}`)).map((row) => String([row[field] ?? ''].flat()[0]));
      const up = await values('ASC');
      expect(up).toHaveLength(ALL.length);
      expect(up).toEqual(up.toSorted());
      expect(await values('DESC')).toEqual(up.toReversed());
    });
  }

  test('V11, 12.2: without order_by the pages are in the order of ids, and the last has no cursor', async ({
    api,
    shared,
  }) => {
    const list = `${PATH}?uidp.descendants_of=${shared.target.orgId}`;
    const rows = await walkInV1(api, `${list}&page_size=2`);
    expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted());
    expect(ends(rows).toSorted()).toEqual(ALL);
    expect(Object.keys(await api.read(list)).toSorted()).toEqual(['items', 'total_count']);
  });

  test('12.2: a cursor belongs to its List and its parameters', async ({ api, shared }) => {
    const list = `${PATH}?uidp.descendants_of=${shared.target.orgId}&page_size=2`;
    const { next_page_token: token } = await api.read(`${list}&order_by=ID_DESC`);
    const v2 = `/vulnerabilities/v2/advisories?uidp.descendants_of=${shared.target.orgId}&page_size=2`;
    const { nextPageToken } = await api.read(v2);
    expect(rowsOf(await api.read(`${list}&page_token=${token}`), 'items')).toHaveLength(2);
    for (const [query, says] of [
      [`page_token=${token}x`, 'page_token: page_token is invalid'],
      [`page_token=${nextPageToken}`, 'page_token: page_token is invalid'],
      [`page_token=${token}&order_by=ID_ASC`, 'page_token: page_token does not match the request parameters'],
      [`page_token=${token}&artifact_name=nginx`, 'page_token: page_token does not match the request parameters'],
    ] as const) {
      expectBare(await api.get(`${list}&${query}`), 'INVALID_ARGUMENT', says);
    }
  });

  for (const [by, isSame] of [
    ['72h', false],
    ['72h1s', true],
  ] as const) {
    test(`L14: after ${by} a cursor ${isSame ? 'results in the first page' : 'still continues'} @mock`, async ({
      ownServer,
    }) => {
      const { api, ready } = await ownServer();
      const admin = api.as('admin-token');
      await advance(api, '1s');
      const list = `${PATH}?uidp.descendants_of=${ready.orgId}&page_size=2`;
      const first = await admin.read(list);
      await advance(api, by === '72h' ? '71h' : by);
      const page = await admin.read(`${list}&page_token=${first.next_page_token}`);
      expect(JSON.stringify(page.items) === JSON.stringify(first.items)).toBe(isSame);
      expect(page.total_count).toBe('5');
    });
  }

  test('12.1: over gRPC the list has the same filters, numbers and pages', async ({ grpc, shared }) => {
    const uidp = { descendantsOf: shared.target.orgId };
    const call = grpcService(grpc, SERVICE);
    const read = (request: object) => call('List', { uidp, ...request });
    const request = { eventStatuses: ['PENDING', 'REJECTED'], orderBy: 'CREATED_AT_DESC', pageSize: '1' };
    const first = await read(request);
    expect(ends(rowsOf(first, 'items'), 'advisoryId')).toEqual(['8888']);
    expect(first.totalCount).toBe('2');
    const second = await read({ ...request, pageToken: first.nextPageToken });
    expect(ends(rowsOf(second, 'items'), 'advisoryId')).toEqual(['5555']);
    expect(rowsOf(second, 'items')[0]).toMatchObject({ events: [{ status: 'APPROVED' }, { status: 'PENDING' }] });
    expect(second.nextPageToken ?? '').toBe('');
  });
});

for (const query of [
  'event_statuses=REVIEW_STATE_PENDING',
  'event_types=DETECTION',
  'latest_event_type=99',
  'order_by=ID',
  'order_by=id+desc',
  'page_size=-1',
  'page_size=many',
  'page_token=x',
]) {
  test(`V10: ${query} is refused without details`, async ({ api }) => {
    expectBare(await api.get(`${PATH}?${query}`), 'INVALID_ARGUMENT', new RegExp(`: ${query.split('=')[0]}\\b`));
  });
}

test('10.9: a caller without the capability is refused, and others see only their own advisories @mock', async ({
  org,
}) => {
  expectBare(await (await org.caller('registry.push')).get(PATH), 'PERMISSION_DENIED', /advisories\.list/);
  const caller = await org.caller('viewer');
  expect(await caller.read(PATH)).toEqual({ items: [], total_count: '0' });
  expectBare(await org.api.as(undefined).get(PATH), 'UNAUTHENTICATED', 'missing bearer token');
});
