import { namesOf, rowsOf } from '../support/answer.ts';
import type { Org } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

const REFERRERS = ['sha256-0123abc', 'sha256-ff.sig'];
const DATES = ['1.2-20260101', 'latest-20991231'];
const EPOCHS = ['1.2.3-r0', '1.2.3-r42'];
const PLAIN = [
  'latest',
  'sha256',
  'sha512-00',
  '1.0-r',
  'r4',
  '1.2-19991231',
  '1.2-2026010',
  '1.2-20260101-dev',
  'a-r1x',
];

const plant = async (org: Org): Promise<string> => {
  const repo = await org.repo();
  for (const name of [...REFERRERS, ...DATES, ...EPOCHS, ...PLAIN]) await org.tag(repo.uid, { name });
  return `/registry/v2/tags?uidp.children_of=${repo.uid}&page_size=200`;
};

for (const [query, listed] of [
  ['', PLAIN],
  ['include_referrers=true', [...PLAIN, ...REFERRERS]],
  ['include_dates=true', [...PLAIN, ...DATES]],
  ['include_epochs=true', [...PLAIN, ...EPOCHS]],
  ['includeReferrers=1&includeDates=T', [...PLAIN, ...REFERRERS, ...DATES]],
  ['include_referrers=true&include_dates=true&include_epochs=true', [...PLAIN, ...REFERRERS, ...DATES, ...EPOCHS]],
  ['include_referrers=false&include_dates=0&include_epochs=F', PLAIN],
] as const) {
  test(`T1, C29: with "${query}" ${listed.length} of 15 tags are listed and counted`, async ({ api, org }) => {
    const list = await plant(org);
    const page = await api.read(query === '' ? list : `${list}&${query}`);
    expect(namesOf(rowsOf(page, 'tags')).toSorted()).toEqual(listed.toSorted());
    expect(page.totalCount).toBe(String(listed.length));
  });
}

test('T1: a filter by name or digest does not show hidden tags', async ({ api, org }) => {
  const list = await plant(org);
  const listed = await api.read(`${list}&include_dates=true&name=${DATES[0]}`);
  const [tag] = rowsOf(listed, 'tags');
  for (const query of [`name=${DATES[0]}`, `digest=${tag?.digest}`]) {
    expect(await api.read(`${list}&${query}`), query).toMatchObject({ tags: [], totalCount: '0' });
  }
});

test('T1: Get, and ids with the flag, return a hidden tag', async ({ api, org }) => {
  const list = await plant(org);
  const [tag] = rowsOf(await api.read(`${list}&include_epochs=true&name=${EPOCHS[0]}`), 'tags');
  expect((await api.read(`/registry/v2/tags/${tag?.uid}`)).name).toBe(EPOCHS[0]);
});

test('T1, U6: a tag that is hidden in a repo is hidden below its group', async ({ api, org }) => {
  await plant(org);
  const page = await api.read(`/registry/v2/tags?uidp.descendants_of=${org.uid}`);
  expect(namesOf(rowsOf(page, 'tags')).toSorted()).toEqual(PLAIN.toSorted());
});
