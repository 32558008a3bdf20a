import { rowsOf } from '../support/answer.ts';
import { expectInvalid, expectViolation } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const REPOS = '/registry/v2/repos';

test.describe('3.1: spelling', () => {
  test('snake and camel names mean the same', async ({ api, org }) => {
    for (const name of ['a', 'b', 'c']) await org.repo({ name });
    const snake = await api.read(`${REPOS}?uidp.descendants_of=${org.uid}&page_size=2&order_by=name+desc&skip=1`);
    const camel = await api.read(`${REPOS}?uidp.descendantsOf=${org.uid}&pageSize=2&orderBy=name+desc&skip=1`);
    expect(camel).toEqual(snake);
    expect(rowsOf(snake, 'repos').map(({ name }) => name)).toEqual(['b', 'a']);
  });

  for (const query of [
    'pagesize=1',
    'PAGE_SIZE=1',
    'Page_Size=1',
    'page-size=1',
    'uidp.descendantsof=x',
    'uidp.Descendants_Of=x',
    'UIDP.ids=x',
    'Name=x',
    'orderby=bogus',
  ]) {
    test(`3.2: ${query} is unknown, and ignored`, async ({ api, org }) => {
      await org.repo();
      await org.repo();
      const page = await api.read(`${REPOS}?uidp.children_of=${org.uid}&${query}`);
      expect(page.totalCount).toBe('2');
      expect(rowsOf(page, 'repos')).toHaveLength(2);
    });
  }

  for (const query of [
    'foo=1',
    'foo',
    'foo=1&foo=2',
    '=',
    '&',
    '&&',
    '=x',
    'foo.bar.baz=1',
    '__proto__=x',
    'constructor.prototype=x',
  ]) {
    test(`3.2: "${query}" is ignored`, async ({ api, org }) => {
      expect(await api.read(`${REPOS}?uidp.children_of=${org.uid}&${query}`)).toMatchObject({ totalCount: '0' });
    });
  }
});

test.describe('3.3, 3.4: a scalar twice', () => {
  for (const [query, says] of [
    ['page_size=1&page_size=2', 'too many values for field "page_size": 1, 2'],
    ['page_size=1&page_size=1', /^too many values for field "page_size"/],
    ['page_size=1&pageSize=2', /^too many values for field "page_size"/],
  ] as const) {
    test(`${query} is refused`, async ({ api }) => {
      expectInvalid(await api.get(`${REPOS}?${query}`), { page_size: says });
    });
  }

  for (const [query, field] of [
    ['name=a&name=b', 'name'],
    ['uidp.descendants_of=a&uidp.descendants_of=b', 'uidp.descendants_of'],
    ['uidp.descendants_of=a&uidp.descendantsOf=b', 'uidp.descendants_of'],
    ['order_by=name&order_by=uid', 'order_by'],
    ['page_token=a&page_token=b', 'page_token'],
    ['uidp.in_root=true&uidp.in_root=false', 'uidp.in_root'],
  ] as const) {
    test(`${query} is refused`, async ({ api }) => {
      expectViolation(await api.get(`${REPOS}?${query}`), field);
    });
  }

  test('3.4: two spellings with the same value count as one', async ({ api }) => {
    const page = await api.read('/iam/v2/roles?page_size=2&pageSize=2&order_by=name&orderBy=name');
    expect(rowsOf(page, 'roles')).toHaveLength(2);
  });
});

test.describe('3.5: lists', () => {
  test('every occurrence counts, in both spellings, and a comma is part of the value', async ({ api, org }) => {
    const [a, b, c] = [await org.repo(), await org.repo(), await org.repo()];
    const count = async (query: string): Promise<string> => (await api.read(`${REPOS}?${query}`)).totalCount;
    expect(await count(`uidp.ids=${a.uid}&uidp.ids=${b.uid}&uidp.ids=${c.uid}`)).toBe('3');
    expect(await count(`uidp.ids=${a.uid}&uidp.ids=${a.uid}`)).toBe('1');
    expect(await count(`uidp.ids=${a.uid},${b.uid}`)).toBe('0');
    const advisories = '/vulnerabilities/v2/advisories?artifactNames=none&artifact_names=nothing';
    expect((await api.read(advisories)).totalCount).toBe('0');
  });
});

test.describe('3.6: paths', () => {
  for (const [query, field] of [
    ['name.x=1', 'name'],
    ['page_size.x=1', 'page_size'],
    ['uidp.ids.x=1', 'uidp.ids'],
    ['uidp.descendants_of.x=1', 'uidp.descendants_of'],
  ] as const) {
    test(`${query} continues into a scalar`, async ({ api }) => {
      expectInvalid(await api.get(`${REPOS}?${query}`), { [field]: /^invalid path: "\w+" is not a message$/ });
    });
  }

  for (const query of ['uidp=x', 'uidp=', 'uidp']) {
    test(`${query} stops at a message`, async ({ api }) => {
      expectInvalid(await api.get(`${REPOS}?${query}`), { uidp: /./ });
    });
  }
});

test.describe('3.7, 3.8: numbers and booleans', () => {
  for (const value of [
    'abc',
    '1.5',
    '1e2',
    '',
    '2147483648',
    '-2147483649',
    '0x10',
    '%201',
    '1%20',
    '%D9%A1',
    'NaN',
    'Infinity',
    'true',
    '1_000',
  ]) {
    test(`page_size=${value} is not a number`, async ({ api }) => {
      expectInvalid(await api.get(`${REPOS}?page_size=${value}`), { page_size: /./ });
      expectInvalid(await api.get(`${REPOS}?skip=${value}`), { skip: /./ });
    });
  }

  for (const value of ['1', 't', 'T', 'TRUE', 'true', 'True']) {
    test(`uidp.in_root=${value} is true`, async ({ api, org }) => {
      expect(
        (await api.read(`/iam/v2/groups?uidp.in_root=${value}&uidp.ids=${(await org.group()).uid}`)).totalCount,
      ).toBe('0');
    });
  }

  for (const value of ['0', 'f', 'F', 'FALSE', 'false', 'False']) {
    test(`uidp.in_root=${value} is false`, async ({ api, org }) => {
      expect(
        (await api.read(`/iam/v2/groups?uidp.in_root=${value}&uidp.ids=${(await org.group()).uid}`)).totalCount,
      ).toBe('1');
    });
  }

  for (const value of ['yes', 'tRUE', '2', '', 'on', 'null']) {
    test(`uidp.in_root=${value} is not a boolean`, async ({ api }) => {
      expectInvalid(await api.get(`/iam/v2/groups?uidp.in_root=${value}`), { 'uidp.in_root': /./ });
    });
  }

  for (const value of ['JAVA', 'ecosystem_java', '9', '', '1.0', 'constructor']) {
    test(`3.9: ecosystems=${value} is unknown`, async ({ api }) => {
      expectInvalid(await api.get(`/libraries/v2/artifacts?ecosystems=${value}`), { ecosystems: /./ });
    });
  }
});

test.describe('characters of a value', () => {
  test('a plus is a space, an escaped plus is a plus', async ({ api, org }) => {
    await org.repo({ name: 'a b' });
    for (const [query, count] of [
      ['name=a+b', '1'],
      ['name=a%20b', '1'],
      ['name=a%2Bb', '0'],
    ] as const) {
      expect((await api.read(`${REPOS}?uidp.children_of=${org.uid}&${query}`)).totalCount, query).toBe(count);
    }
  });

  test('an equals sign belongs to the value', async ({ api }) => {
    const target = '/iam/v2/identities:lookupIdentity?issuer=https://a.test/?x=y&subject=a=b==';
    expect((await api.get(target)).body.message).toBe('Not found: identity "a=b==" not found');
  });

  test('9.2.6, L22: several violations are reported in the order of the fields', async ({ api }) => {
    const answer = await api.get(`${REPOS}?skip=x&page_size=y&order_by=bogus`);
    expectInvalid(answer, { page_size: /./, order_by: /./, skip: /./ });
  });
});
