import { type Body, ok, rowsOf, uidsOf } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { digestOf, type Org } from '../support/org.ts';

// Lists of v1 whose published message has a cursor also return every item, unless pages or a slice are requested
// (behaviour V8).

const ADVISORIES = '/vulnerabilities/v1/advisories';
const EOL_TAGS = '/registry/v1/eoltags';
const COUNT = 60;

const advisory = {
  artifact_type: 'apk',
  artifact_name: 'zlib',
  artifact_architecture: 'x86_64',
  author: 'ann',
};

/** A List of sixty advisories, and their ids in its order. */
const advisories = async (api: Api, org: Org): Promise<{ readonly list: string; readonly ids: readonly string[] }> => {
  const make = async (): Promise<string> => String(ok(await api.post(ADVISORIES, { parent_id: org.uid, advisory })).id);
  const ids = await Promise.all(Array.from({ length: COUNT }, make));
  return { list: `${ADVISORIES}?uidp.descendants_of=${org.uid}`, ids: ids.toSorted() };
};

const idsOf = (body: Body): readonly string[] => rowsOf(body, 'items').map(({ id }) => String(id));

test.describe('V8: Lists with a cursor', () => {
  test('advisories are returned all together, in slices by offset and page, and in pages by size', async ({
    api,
    grpc,
    org,
  }) => {
    const { list, ids } = await advisories(api, org);
    for (const [query, from, to, hasMore] of [
      ['', 0, COUNT, false],
      ['&page_size=0', 0, COUNT, false],
      ['&order_by=ID_ASC', 0, COUNT, false],
      ['&offset=55', 55, COUNT, false],
      ['&offset=10&page_size=20', 10, 30, false],
      ['&offset=100', COUNT, COUNT, false],
      ['&page=2', 50, COUNT, false],
      ['&page=2&limit=40', 40, COUNT, false],
      ['&page_size=20', 0, 20, true],
      ['&limit=20', 0, 20, true],
      ['&limit=20&page_size=20', 0, 20, true],
      ['&page_size=1000', 0, COUNT, false],
    ] as const) {
      const body = await api.read(list + query);
      expect([query, idsOf(body)]).toEqual([query, ids.slice(from, to)]);
      expect([query, body.total_count, 'next_page_token' in body]).toEqual([query, String(COUNT), hasMore]);
    }
    const first = await api.read(`${list}&limit=25`);
    const token = encodeURIComponent(String(first.next_page_token));
    expect(idsOf(await api.read(`${list}&page_token=${token}&limit=25`))).toEqual(ids.slice(25, 50));
    expect(idsOf(await api.read(`${list}&page_token=${token}`))).toEqual(ids.slice(25));
    const service = grpcService(grpc, 'chainguard.platform.vulnerabilities.v1.Advisories');
    expect(idsOf(await service('List', { uidp: { descendantsOf: org.uid } }))).toEqual(ids);
    expect(idsOf(await service('List', { uidp: { descendantsOf: org.uid }, page: 2, pageSize: '50' }))).toEqual(
      ids.slice(50),
    );
  });

  for (const [query, message] of [
    ['limit=2&page_size=3', 'limit: limit and page_size differ'],
    ['limit=-1', 'limit: limit must not be negative'],
    ['offset=-1', 'offset: offset must not be negative'],
    ['page=0', 'page: page must be at least 1'],
    ['page=1&offset=2', 'page: page cannot be combined with offset'],
    ['page=1&page_token=x', 'page_token: page_token cannot be combined with offset or page'],
  ] as const) {
    for (const list of [ADVISORIES, EOL_TAGS, '/libraries/v1/artifacts', '/advisory/v1/metadata']) {
      test(`${query} is refused: ${list}`, async ({ api }) => {
        expectBare(await api.get(`${list}?${query}`), 'INVALID_ARGUMENT', message);
      });
    }
  }

  for (const list of ['/libraries/v1/artifacts', '/advisory/v1/metadata']) {
    test(`${list} returns every item or a slice, and refuses two ways to skip @fixture`, async ({ api }) => {
      const whole = await api.read(list);
      const items = rowsOf(whole, 'items');
      expect(items.length).toBeGreaterThan(2);
      expect(whole).not.toHaveProperty('next_page_token');
      for (const [query, from, to] of [
        ['offset=1', 1, items.length],
        ['offset=1&limit=1', 1, 2],
        ['page=2&page_size=2', 2, 4],
      ] as const) {
        const body = await api.read(`${list}?${query}`);
        expect([query, rowsOf(body, 'items')]).toEqual([query, items.slice(from, to)]);
        expect([query, body.skipped]).toEqual([query, from]);
      }
      const refused = 'skip: skip cannot be combined with offset or page';
      expectBare(await api.get(`${list}?skip=1&offset=1`), 'INVALID_ARGUMENT', refused);
    });
  }

  test('12.3: tags at end of life are returned in pages of 50 nevertheless, and in slices where requested', async ({
    api,
    org,
  }) => {
    const { uid } = await org.repo();
    const make = (_: unknown, index: number): Promise<Body> =>
      org.tag(uid, { name: `t${index}`, digest: digestOf('a'), deprecated: true });
    const ids = uidsOf(await Promise.all(Array.from({ length: COUNT }, make))).toSorted();
    const list = `${EOL_TAGS}?uidp.children_of=${uid}`;
    const first = await api.read(list);
    expect(idsOf(first)).toEqual(ids.slice(0, 50));
    const last = await api.read(`${list}&page_token=${encodeURIComponent(String(first.next_page_token))}`);
    expect(idsOf(last)).toEqual(ids.slice(50));
    expect(last).not.toHaveProperty('next_page_token');
    expect(idsOf(await api.read(`${list}&offset=45`))).toEqual(ids.slice(45));
    expect(idsOf(await api.read(`${list}&page=2`))).toEqual(ids.slice(50));
  });
});

test.describe('12.2: values that v1 accepts', () => {
  test('an advisory without its component, which only v2 requires', async ({ api, org }) => {
    const made = ok(await api.post(ADVISORIES, { parent_id: org.uid, advisory }));
    for (const name of ['component_name', 'component_location', 'component_type'])
      expect(made).not.toHaveProperty(name);
    const put = ok(await api.send('PUT', `${ADVISORIES}/${made.id}`, { body: { ...advisory, component_name: '' } }));
    expect(put).not.toHaveProperty('component_location');
  });

  test('the former id of an advisory, as a filter', async ({ api, org }) => {
    const legacyAdvisoryID = org.name('LEGACY');
    const made = ok(await api.post(ADVISORIES, { parent_id: org.uid, advisory: { ...advisory, legacyAdvisoryID } }));
    expect(made.legacyAdvisoryID).toBe(legacyAdvisoryID);
    expect(idsOf(await api.read(`${ADVISORIES}?legacy_advisory_ids=${legacyAdvisoryID}`))).toEqual([made.id]);
    expect((await api.read(`/vulnerabilities/v2/advisories/${made.id}`)).legacyAdvisoryId).toBe(legacyAdvisoryID);
    const put = ok(await api.send('PUT', `${ADVISORIES}/${made.id}`, { body: advisory }));
    expect(put).not.toHaveProperty('legacyAdvisoryID');
  });

  test('V1: sync_config in either spelling, and not in both', async ({ api, org }) => {
    const source = (await org.repo()).uid;
    for (const name of ['sync_config', 'syncConfig']) {
      const body = { name: org.name('synced'), [name]: { source } };
      const made = ok(await api.post(`/registry/v1/repos/${org.uid}`, body));
      expect(made).toMatchObject({ sync_config: { source } });
      expect(made).not.toHaveProperty('syncConfig');
      const put = ok(await api.send('PUT', `/registry/v1/repos/${made.id}`, { body }));
      expect(put).toMatchObject({ sync_config: { source } });
    }
    const both = { name: org.name('synced'), sync_config: { source }, syncConfig: { source } };
    expectBare(await api.post(`/registry/v1/repos/${org.uid}`, both), 'INVALID_ARGUMENT', /sync_config/);
  });

  test('5.15: resolved vulnerabilities of a period that ends before it begins are 400', async ({ api, grpc }) => {
    const [later, earlier] = ['2026-02-01T00:00:00Z', '2026-01-01T00:00:00Z'];
    const message = 'to: to must not be before from';
    expectBare(
      await api.get(`/advisory/v1/images/resolved_vulns?from=${later}&to=${earlier}`),
      'INVALID_ARGUMENT',
      message,
    );
    const ended = await grpc.call('chainguard.platform.advisory.SecurityAdvisory/ListResolvedVulnsReports', {
      from: later,
      to: earlier,
    });
    expect(ended).toMatchObject({ ok: false, code: 3, message: `Invalid argument: ${message}`, details: [] });
  });
});
