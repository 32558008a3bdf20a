import { rowsOf, uidsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { fill, kinds } from '../support/kinds.ts';
import type { Org } from '../support/org.ts';
import { expect, test } from '../support/test.ts';

const MALFORMED = { page_token: 'page_token is invalid' };
const MISMATCH = { page_token: 'page_token does not match the request parameters' };

/** The List of an organization with five repos, and the cursor after the second by name. */
const cursor = async (
  org: Org,
  query = '&order_by=name',
): Promise<{ readonly list: string; readonly token: string }> => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await org.repo({ name });
  const list = `/registry/v2/repos?uidp.descendants_of=${org.uid}`;
  const { nextPageToken = '' } = await org.api.read(`${list}${query}&page_size=2`);
  return { list, token: encodeURIComponent(nextPageToken) };
};

test.describe('page_token', () => {
  test('L10: a cursor needs no escaping in a URL', async ({ org }) => {
    expect((await cursor(org)).token).toMatch(/^[A-Za-z0-9_.~-]+$/);
  });

  for (const [what, change] of [
    ['not a cursor at all', () => 'abc'],
    ['not base64', () => '*!*'],
    ['one letter changed at the start', (token: string) => (token.startsWith('A') ? 'B' : 'A') + token.slice(1)],
    [
      'one letter changed in the middle',
      (token: string) => token.replace(/^(.{20})(.)/, (_, a, b) => a + (b === 'A' ? 'B' : 'A')),
    ],
    ['cut short', (token: string) => token.slice(0, -4)],
    ['made longer', (token: string) => `${token}AAAA`],
    ['a JSON object in base64', () => Buffer.from('{"uid":"x"}').toString('base64url')],
  ] as const) {
    test(`L11: a page_token that is ${what} is refused`, async ({ api, org }) => {
      const { list, token } = await cursor(org);
      expectInvalid(await api.get(`${list}&page_token=${encodeURIComponent(change(token))}`), MALFORMED);
    });
  }

  test('L11: an empty page_token is the first page', async ({ api, org }) => {
    const { list } = await cursor(org);
    expect(await api.read(`${list}&page_token=`)).toEqual(await api.read(list));
  });

  for (const kind of kinds.filter(({ plural }) => plural !== 'repos')) {
    test(`L12: a cursor of repos is refused by the List of ${kind.plural}`, async ({ api, org }) => {
      const { token } = await cursor(org);
      expectInvalid(await api.get(`${kind.path}?page_token=${token}`), MALFORMED);
    });
  }

  test('L12, B2: v2 and v2beta1 of one List share their cursors', async ({ api, org }) => {
    const { list, token } = await cursor(org);
    const beta = await api.read(`${list.replace('/v2/', '/v2beta1/')}&page_token=${token}`);
    expect(beta).toEqual(await api.read(`${list}&page_token=${token}`));
    expect(rowsOf(beta, 'repos').map(({ name }) => name)).toEqual(['c', 'd', 'e']);
  });

  for (const query of ['order_by=name+desc', 'order_by=uid', 'name=c', 'uidp.in_root=true', 'uidp.ids=x']) {
    test(`L13: a cursor is refused with ${query}`, async ({ api, org }) => {
      const { list, token } = await cursor(org);
      expectInvalid(await api.get(`${list}&page_token=${token}&${query}`), MISMATCH);
    });
  }

  test('L13: a cursor is refused with another group', async ({ api, org }) => {
    const { token } = await cursor(org);
    const group = await org.group();
    const other = `/registry/v2/repos?uidp.descendants_of=${group.uid}&page_token=${token}`;
    expectInvalid(await api.get(other), MISMATCH);
  });

  for (const query of [
    'order_by=name',
    'order_by=name%20asc',
    'orderBy=name',
    'order_by=+name',
    'page_size=200',
    'pageSize=3',
  ]) {
    test(`L13: a cursor is accepted with ${query}`, async ({ api, org }) => {
      const { list, token } = await cursor(org);
      const page = await api.read(`${list}&page_token=${token}&${query}`);
      expect(rowsOf(page, 'repos').map(({ name }) => name)).toEqual(['c', 'd', 'e']);
    });
  }

  test('L13: a camel spelling is the same filter', async ({ api, org }) => {
    const { list, token } = await cursor(org);
    const page = await api.read(`${list.replace('descendants_of', 'descendantsOf')}&pageToken=${token}`);
    expect(rowsOf(page, 'repos').map(({ name }) => name)).toEqual(['c', 'd', 'e']);
  });

  test('L13: parameters that page 2 omits come from the cursor', async ({ api, org }) => {
    const { token } = await cursor(org, '&order_by=name+desc');
    const page = await api.read(`/registry/v2/repos?page_token=${token}`);
    expect(rowsOf(page, 'repos').map(({ name }) => name)).toEqual(['c', 'b', 'a']);
    expect(page.totalCount).toBe('5');
  });

  test('L10: a cursor can be used again and returns the same page', async ({ api, org }) => {
    const { list, token } = await cursor(org);
    const once = await api.read(`${list}&page_token=${token}`);
    expect(await api.read(`${list}&page_token=${token}`)).toEqual(once);
  });

  test('L10: a cursor whose row is deleted continues after its position', async ({ api, org }) => {
    const { rows, list } = await fill(kinds[8] as (typeof kinds)[number], org, 6);
    const all = uidsOf(rowsOf(await api.read(list), 'repos'));
    const { nextPageToken } = await api.read(`${list}&page_size=3`);
    for (const uid of all.slice(0, 4)) await api.delete(`/registry/v2/repos/${uid}`);
    const page = await api.read(`${list}&page_token=${nextPageToken}`);
    expect(uidsOf(rowsOf(page, 'repos'))).toEqual(all.slice(4));
    expect(rows).toHaveLength(6);
  });
});

test.describe('page_token of another caller @mock', () => {
  test('L15: it is usable, and returns the rows that the new caller may see', async ({ org }) => {
    const group = await org.group();
    for (const name of ['a', 'b']) await org.repo({ name });
    for (const name of ['c', 'd']) await org.repo({ name }, group.uid);
    const inGroup = await org.caller('viewer', { at: group.uid });
    const first = await org.api.read(`/registry/v2/repos?uidp.descendants_of=${org.uid}&order_by=name&page_size=1`);
    const page = await inGroup.read(`/registry/v2/repos?page_token=${first.nextPageToken}`);
    expect(rowsOf(page, 'repos').map(({ name }) => name)).toEqual(['c', 'd']);
    expect(page.totalCount).toBe('2');
  });

  test('L15: access is checked again on every page', async ({ api, org }) => {
    for (const name of ['a', 'b', 'c']) await org.repo({ name });
    const viewer = await org.caller('viewer');
    const first = await viewer.read(`/registry/v2/repos?order_by=name&page_size=1`);
    const bindings = rowsOf(await api.read(`/iam/v2/roleBindings?uidp.children_of=${org.uid}`), 'roleBindings');
    for (const { uid } of bindings) await api.delete(`/iam/v2/roleBindings/${uid}`);
    const after = await viewer.get(`/registry/v2/repos?page_token=${first.nextPageToken}`);
    expect(after.status).toBe(403);
  });
});
