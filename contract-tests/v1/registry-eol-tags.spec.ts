import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { grpcService } from '../support/grpc-service.ts';
import { expect, test } from '../support/grpc-test.ts';
import { advance, steer } from '../support/mock.ts';
import { digestOf, type Org } from '../support/org.ts';
import { walkInV1 } from './pages.ts';
import { ENDLESS, plant, REGISTRY, repoNamed } from './registry-facts.ts';

const PATH = '/registry/v1/eoltags';

const FACTS = {
  mainPackageName: 'nodejs',
  tagStatus: 'TAG_ACTIVE',
  graceStatus: 'GRACE_ELIGIBLE',
  mainPackageVersion: { version: '20', eolDate: '2026-04-30', versionSource: { ref: 'main', sha: 'abc' } },
};

/** A repo with tags of all kinds, of which four are at end of life. */
const staged = async (org: Org): Promise<string> => {
  const digest = digestOf('a');
  const [repo] = await plant(org, [
    {
      name: 'node',
      tags: [
        { name: 'latest', digest },
        { name: '20', digest, endOfLife: FACTS },
        { name: '18', digest, deprecated: true },
        { name: '18-20260101', digest, deprecated: true },
        { name: '18.20-r3', digest, deprecated: true },
      ],
    },
  ]);
  return String(repo?.id);
};

test.describe('12.3: tags at their end of life @fixture', () => {
  test('the default fixture has one with every field', async ({ api, shared }) => {
    const node = await repoNamed(api, shared.target.orgId, 'node');
    const items = rowsOf(await api.read(`${PATH}?uidp.children_of=${node}`), 'items');
    expect(namesOf(items).toSorted()).toEqual(['16', '18', '20']);
    expect(items.find(({ name }) => name === '16')).toEqual({
      id: expect.stringMatching(new RegExp(`^${node}/[0-9a-f]{16}$`)),
      name: '16',
      main_package_name: 'nodejs',
      tag_status: 'TAG_INACTIVE',
      main_package_version: {
        version: '16',
        exists: true,
        lts: true,
        legacy_lts: 'gallium',
        latestVersion: '16.20.2',
        releaseDate: '2021-04-20',
        eolDate: '2023-09-11',
      },
      grace_status: 'GRACE_EXPIRED',
      grace_period_expiry_date: '2024-03-11T00:00:00.000Z',
    });
  });

  test('v2 does not show it', async ({ api, shared }) => {
    const node = await repoNamed(api, shared.target.orgId, 'node');
    const [tag] = rowsOf(await api.read(`/registry/v2/tags?uidp.children_of=${node}&name=16`), 'tags');
    expect(tag).not.toHaveProperty('endOfLife');
  });
});

test.describe('12.3: tags at their end of life @mock', () => {
  test('are the deprecated ones, and those with facts', async ({ api, org }) => {
    const repo = await staged(org);
    const items = rowsOf(await api.read(`${PATH}?uidp.descendants_of=${org.uid}`), 'items');
    expect(namesOf(items).toSorted()).toEqual(['18', '18-20260101', '18.20-r3', '20']);
    const id = expect.stringMatching(new RegExp(`^${repo}/`));
    expect(items.find(({ name }) => name === '20')).toEqual({
      id,
      name: '20',
      main_package_name: 'nodejs',
      tag_status: 'TAG_ACTIVE',
      grace_status: 'GRACE_ELIGIBLE',
      main_package_version: { version: '20', eolDate: '2026-04-30', versionSource: { ref: 'main', sha: 'abc' } },
    });
    expect(items.find(({ name }) => name === '18')).toEqual({
      id,
      name: '18',
      main_package_name: '',
      tag_status: 'TAG_INACTIVE',
      grace_status: 'GRACE_NOT_ELIGIBLE',
    });
  });

  for (const [query, expected] of [
    ['name=18', ['18']],
    ['name=latest', []],
    ['exclude_dates=true', ['18', '18.20-r3', '20']],
    ['excludeEpochs=true', ['18', '18-20260101', '20']],
    ['exclude_dates=true&exclude_epochs=true', ['18', '20']],
  ] as const) {
    test(`"${query}" shows ${expected.length}`, async ({ api, org }) => {
      const repo = await staged(org);
      const items = rowsOf(await api.read(`${PATH}?uidp.children_of=${repo}&${query}`), 'items');
      expect(namesOf(items).toSorted()).toEqual(expected);
    });
  }

  test('pages follow the cursor, each row once, also when rows are deleted between pages', async ({ api, org }) => {
    const repo = await staged(org);
    const target = `${PATH}?uidp.children_of=${repo}`;
    const whole = rowsOf(await api.read(target), 'items');
    for (const size of [1, 2, 3, 4, 200]) expect(await walkInV1(api, `${target}&page_size=${size}`)).toEqual(whole);
    const first = await api.read(`${target}&page_size=2`);
    expect(rowsOf(first, 'items')).toEqual(whole.slice(0, 2));
    ok(await api.delete(`/registry/v1/tags/${whole[1]?.id}`));
    const rest = await api.read(`${target}&page_size=2&page_token=${String(first.next_page_token)}`);
    expect(rest).toEqual({ items: whole.slice(2) });
  });

  test('a page has at most 200 rows, and 50 by default', async ({ api, org }) => {
    const tags = Array.from({ length: 201 }, (_, at) => ({ name: `t${at}`, digest: digestOf('a'), deprecated: true }));
    const [repo] = await plant(org, [{ name: 'many', tags }]);
    const target = `${PATH}?uidp.children_of=${repo?.id}`;
    for (const [query, count] of [
      ['', 50],
      ['&page_size=0', 50],
      ['&page_size=200', 200],
      ['&page_size=9223372036854775807', 200],
    ] as const) {
      expect(rowsOf(await api.read(`${target}${query}`), 'items')).toHaveLength(count);
    }
    expect(await walkInV1(api, target)).toHaveLength(201);
  });

  test('V10: invalid paging is refused', async ({ api, org, shared }) => {
    await staged(org);
    const { next_page_token: token } = await api.read(`${PATH}?uidp.descendants_of=${org.uid}&page_size=1`);
    for (const [query, message] of [
      ['page_size=-1', 'page_size: page_size must not be negative'],
      ['page_size=many', /page_size: /],
      ['page_token=nonsense', 'page_token: page_token is invalid'],
      [`page_token=${token}&name=18`, /page_token: page_token does not match/],
      [`page_token=${token}&uidp.descendants_of=${shared.target.orgId}`, /page_token: page_token does not match/],
      ['exclude_dates=maybe', /exclude_dates: /],
    ] as const) {
      expectBare(await api.get(`${PATH}?${query}`), 'INVALID_ARGUMENT', message);
    }
    const other = await api.get(`/registry/v2/tags?page_token=${token}`);
    expect(other.status).toBe(400);
  });

  test('V3: a missing place has none', async ({ api, org }) => {
    const page = await api.read(`${PATH}?uidp.children_of=${org.uid}/${'9'.repeat(16)}`);
    expect(page).toEqual({ items: [] });
  });

  test('a tag that is written again keeps its facts, in either version, and a deprecation can end', async ({
    api,
    org,
  }) => {
    const repo = await staged(org);
    const list = `${PATH}?uidp.children_of=${repo}`;
    const [before] = rowsOf(await api.read(`${list}&name=20`), 'items');
    const again = { name: '20', digest: digestOf('b') };
    ok(await api.post(`/registry/v1/tags/${repo}`, again));
    ok(await api.post(`/registry/v2/tags/${repo}`, { ...again, digest: digestOf('c') }));
    ok(await api.put(`/registry/v1/tags/${before?.id}`, { ...again, digest: digestOf('d') }));
    expect(rowsOf(await api.read(`${list}&name=20`), 'items')).toEqual([before]);
    ok(await api.post(`/registry/v2/tags/${repo}`, { name: '18', digest: digestOf('b') }));
    expect(rowsOf(await api.read(`${list}&name=18`), 'items')).toEqual([]);
  });

  test('ListEolTags over gRPC pages by 64-bit sizes', async ({ org, grpc }) => {
    const repo = await staged(org);
    const call = grpcService(grpc, REGISTRY);
    const filter = { uidp: { childrenOf: repo }, excludeDates: true };
    const first = await call('ListEolTags', { ...filter, pageSize: '2' });
    const rest = await call('ListEolTags', { ...filter, pageSize: '2', pageToken: first.nextPageToken });
    expect(rest).not.toHaveProperty('nextPageToken');
    const all = [...rowsOf(first, 'items'), ...rowsOf(rest, 'items')];
    expect(namesOf(all).toSorted()).toEqual(['18', '18.20-r3', '20']);
    const node = all.find(({ name }) => name === '20');
    expect(node).toMatchObject({ graceStatus: 'GRACE_ELIGIBLE', mainPackageVersion: FACTS.mainPackageVersion });
  });
});

test('12.3: a grace period with a date ends at that date @mock', async ({ ownServer }) => {
  const { api: caller, ready } = await ownServer();
  const api = caller.as(ENDLESS);
  const { now } = ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
  const gracePeriodExpiryDate = new Date(Date.parse(String(now)) + 60_000).toISOString();
  const endOfLife = { tagStatus: 'TAG_IN_GRACE', graceStatus: 'GRACE_ACTIVE', gracePeriodExpiryDate };
  const tags = [{ name: '18', digest: digestOf('a'), endOfLife }];
  await plant({ api, uid: ready.orgId }, [{ name: 'graced', tags }]);
  const repo = await repoNamed(api, ready.orgId, 'graced');
  const graces = async (): Promise<unknown> => (await api.read(`${PATH}?uidp.children_of=${repo}`)).items;
  await advance(api, '59s');
  expect(await graces()).toMatchObject([{ tag_status: 'TAG_IN_GRACE', grace_status: 'GRACE_ACTIVE' }]);
  await advance(api, '1s');
  expect(await graces()).toMatchObject([
    { tag_status: 'TAG_INACTIVE', grace_status: 'GRACE_EXPIRED', grace_period_expiry_date: gracePeriodExpiryDate },
  ]);
});

test('L14: an expired cursor starts the walk again @mock', async ({ ownServer }) => {
  const { api: caller } = await ownServer();
  const api = caller.as(ENDLESS);
  ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
  const first = await api.read(`${PATH}?page_size=2`);
  const next = `${PATH}?page_size=2&page_token=${String(first.next_page_token)}`;
  expect(rowsOf(await api.read(next), 'items')).not.toEqual(first.items);
  await advance(api, '73h');
  expect(rowsOf(await api.read(next), 'items')).toEqual(first.items);
});
