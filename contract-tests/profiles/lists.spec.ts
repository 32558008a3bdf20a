import { rowsOf, uidsOf } from '../support/answer.ts';
import { expect, onEachFace, test } from '../support/grpc-test.ts';
import { seen } from '../support/profile.ts';

const repos = 'ListRepos';

// Differences of the profiles in Lists. The tests expect the choices of the profile of the run (behaviour P1).

onEachFace('C2: skipped is that of the request, or accumulates over a walk @profile', async ({ read }, org) => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await org.repo({ name });
  const request = { uidp: { descendantsOf: org.uid }, orderBy: 'name', pageSize: 1 };
  const list = (more: object) => read(repos, { ...request, ...more });
  const first = await list({ skip: 2 });
  const second = await list({ pageToken: first.nextPageToken });
  const third = await list({ pageToken: second.nextPageToken, skip: 1 });
  const names = [first, second, third].map((page) => rowsOf(page, 'repos')[0]?.name);
  expect(names).toEqual(['c', 'd', 'f']);
  const skips = [first, second, third].map(({ skipped = 0 }) => skipped);
  expect(skips).toEqual(seen.accumulates ? [2, 2, 3] : [2, 0, 1]);
  // A walk that begins again has skipped nothing.
  expect((await list({})).skipped ?? 0).toBe(0);
});

test('C11: a slice of a List of v1 is read, or unknown @profile', async ({ api, org }) => {
  const groups = [await org.group(), await org.group(), await org.group()];
  const list = (query: string) => api.read(`/iam/v1/groups?uidp.children_of=${org.uid}${query}`);
  const all = uidsOf(groups).toSorted();
  const idsIn = async (query: string) => rowsOf(await list(query), 'items').map(({ id }) => id);
  expect(await idsIn('')).toEqual(all);
  for (const query of ['&offset=1', '&page=2&page_size=1&limit=1', '&pageSize=1&page=2']) {
    expect(await idsIn(query), query).toEqual(
      seen.addedFields ? all.slice(1, query.includes('page') ? 2 : undefined) : all,
    );
  }
  // A value that no number is, of a parameter that does not exist.
  expect((await api.get(`/iam/v1/groups?limit=x`)).status).toBe(seen.addedFields ? 400 : 200);
});

onEachFace('C16: documents have pages, or all come at once @profile @fixture', async ({ read }) => {
  const method = 'ListDocuments';
  const all = await read(method);
  expect(rowsOf(all, 'documents')).toHaveLength(3);
  expect('totalCount' in all).toBe(seen.pagedFeeds);
  const page = await read(method, { pageSize: 1, skip: 1 });
  expect(rowsOf(page, 'documents')).toHaveLength(seen.pagedFeeds ? 1 : 3);
  expect(typeof page.nextPageToken).toBe(seen.pagedFeeds ? 'string' : 'undefined');
});

test('C16: a List without pages has only its rows, and its parameters are unknown @profile @fixture', async ({
  anonymous,
  api,
}) => {
  const envelope = seen.pagedFeeds ? ['skipped', 'totalCount'] : [];
  const documents = await anonymous.read('/advisory/v2/documents');
  expect(Object.keys(documents).sort()).toEqual(['documents', ...envelope]);
  const times = 'start_time=2026-01-01T00:00:00Z&end_time=2026-12-31T00:00:00Z';
  const reports = await api.read(`/advisory/v2/images/resolvedVulns?${times}`);
  expect(Object.keys(reports).sort()).toEqual(['resolvedVulnsReports', ...envelope]);
  expect((await anonymous.get('/advisory/v2/documents?page_size=x&page_token=x')).status).toBe(
    seen.pagedFeeds ? 400 : 200,
  );
  // Published with pages.
  expect(await anonymous.read('/advisory/v2/metadata?page_size=1')).toMatchObject({ totalCount: expect.any(String) });
});
