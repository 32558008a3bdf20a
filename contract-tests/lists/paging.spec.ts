import { namesOf, rowsOf } from '../support/answer.ts';
import { expectInvalid } from '../support/errors.ts';
import { expect, type SharedScene, test } from '../support/test.ts';

/** A List of so many repos. */
const repos = (sharedScene: SharedScene, count: number): Promise<string> =>
  sharedScene(`${count} repos`, async (org) => {
    for (let index = 0; index < count; index += 1) await org.repo({ name: `repo ${String(index).padStart(3, '0')}` });
    return `/registry/v2/repos?uidp.descendants_of=${org.uid}&order_by=name`;
  });

test.describe('page_size', () => {
  for (const query of ['', '&page_size=0', '&pageSize=0']) {
    test(`L1: "${query}" results in pages of 50`, async ({ api, sharedScene }) => {
      const page = await api.read((await repos(sharedScene, 51)) + query);
      expect(rowsOf(page, 'repos')).toHaveLength(50);
      expect(page.totalCount).toBe('51');
      expect(page.nextPageToken).toBeTruthy();
    });
  }

  for (const size of ['201', '1000', '2147483647']) {
    test(`L2: page_size ${size} is clamped to 200`, async ({ api, sharedScene }) => {
      const page = await api.read(`${await repos(sharedScene, 201)}&page_size=${size}`);
      expect(rowsOf(page, 'repos')).toHaveLength(200);
      expect(page.nextPageToken).toBeTruthy();
    });
  }

  test('L2: a page_size above 2^31-1 is not an int32', async ({ api }) => {
    expectInvalid(await api.get('/registry/v2/repos?page_size=2147483648'), { page_size: /./ });
  });

  test('L3: a negative page_size is refused', async ({ api }) => {
    expectInvalid(await api.get('/registry/v2/repos?page_size=-1'), { page_size: 'page_size must not be negative' });
  });
});

test.describe('skip', () => {
  test('L4: a negative skip is refused', async ({ api }) => {
    expectInvalid(await api.get('/registry/v2/repos?skip=-5'), { skip: 'skip must not be negative' });
  });

  test('L5: a skip beyond the end is an empty page without a cursor', async ({ api, sharedScene }) => {
    const page = await api.read(`${await repos(sharedScene, 3)}&skip=100`);
    expect(page).toEqual({ repos: [], totalCount: '3', skipped: 100 });
  });

  test('L6: skip counts from the cursor and is not kept in it', async ({ api, sharedScene }) => {
    const list = await repos(sharedScene, 12);
    const first = await api.read(`${list}&page_size=5`);
    const second = await api.read(`${list}&page_size=2&skip=2&page_token=${first.nextPageToken}`);
    expect(namesOf(rowsOf(second, 'repos'))).toEqual(['repo 007', 'repo 008']);
    const third = await api.read(`${list}&page_size=2&page_token=${second.nextPageToken}`);
    expect(namesOf(rowsOf(third, 'repos'))).toEqual(['repo 009', 'repo 010']);
    expect(third.skipped).toBe(0);
  });

  for (const [query, skipped] of [
    ['', 0],
    ['&skip=0', 0],
    ['&skip=2', 2],
    ['&skip=7', 7],
  ] as const) {
    test(`L7, C2: skipped echoes "${query}"`, async ({ api, sharedScene }) => {
      expect((await api.read((await repos(sharedScene, 3)) + query)).skipped).toBe(skipped);
    });
  }
});

test.describe('envelope', () => {
  for (const query of ['', '&page_size=2', '&skip=3', '&page_size=1&skip=1']) {
    test(`L8: totalCount does not depend on "${query}"`, async ({ api, sharedScene }) => {
      expect((await api.read((await repos(sharedScene, 5)) + query)).totalCount).toBe('5');
    });
  }

  test('L8: totalCount follows the filters', async ({ api, sharedScene }) => {
    const page = await api.read(`${await repos(sharedScene, 5)}&name=repo+003`);
    expect(page.totalCount).toBe('1');
  });

  test('L8: totalCount is the same on every page of a walk', async ({ api, sharedScene }) => {
    const list = `${await repos(sharedScene, 5)}&page_size=2`;
    const first = await api.read(list);
    const second = await api.read(`${list}&page_token=${first.nextPageToken}`);
    expect([first.totalCount, second.totalCount]).toEqual(['5', '5']);
  });

  for (const [size, more] of [
    [4, true],
    [5, false],
    [6, false],
  ] as const) {
    test(`L9: a page of ${size} out of 5 has ${more ? 'a' : 'no'} nextPageToken`, async ({ api, sharedScene }) => {
      const page = await api.read(`${await repos(sharedScene, 5)}&page_size=${size}`);
      expect('nextPageToken' in page).toBe(more);
    });
  }

  test('L9, C8: a page that ends exactly at the last row has no nextPageToken', async ({ api, sharedScene }) => {
    const list = `${await repos(sharedScene, 4)}&page_size=2`;
    const { nextPageToken } = await api.read(list);
    const last = await api.read(`${list}&page_token=${nextPageToken}`);
    expect(Object.keys(last)).toEqual(['repos', 'totalCount', 'skipped']);
  });

  test('L21: an empty List has an empty array and a zero count', async ({ api, org }) => {
    const page = await api.read(`/registry/v2/repos?uidp.descendants_of=${org.uid}`);
    expect(page).toEqual({ repos: [], totalCount: '0', skipped: 0 });
  });
});
