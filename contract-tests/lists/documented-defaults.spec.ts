import { fill, kinds } from '../support/kinds.ts';
import { operations } from '../support/openapi.ts';
import { expect, test } from '../support/test.ts';

/** Every default that the document has for the List at a path, as a query that sends them. */
const defaultsOf = (path: string): string => {
  const list = operations.find((operation) => operation.method === 'GET' && operation.path === path);
  const parameters = list?.parameters.filter(({ schema }) => schema?.default !== undefined) ?? [];
  return parameters.map(({ name, schema }) => `${name}=${encodeURIComponent(`${schema?.default}`)}`).join('&');
};

test('the document has the defaults of page_size and skip', () => {
  expect(defaultsOf('/registry/v2/repos')).toBe('page_size=50&skip=0');
});

for (const kind of kinds) {
  test(`clients §7.2: a documented default changes no page of ${kind.plural}`, async ({ api, org }) => {
    const { list } = await fill(kind, org, 3);
    const defaults = defaultsOf(kind.path);
    expect(defaults, 'the documented defaults').not.toBe('');
    expect(await api.read(`${list}&${defaults}`)).toEqual(await api.read(list));
    for (const order of [kind.order, 'createTime asc', 'uid desc']) {
      const orderBy = `order_by=${encodeURIComponent(order)}`;
      const first = await api.read(`${list}&${orderBy}&page_size=1`);
      const rest = `${list}&page_token=${first.nextPageToken}`;
      const page = await api.read(rest);
      expect(page[kind.plural]).toHaveLength(2);
      // A client that leaves the order to the cursor sends what its generator took for the default.
      expect(await api.read(`${rest}&${defaults}`), order).toEqual(page);
      expect(await api.read(`${rest}&${orderBy}`), order).toEqual(page);
    }
    const { nextPageToken } = await api.read(`${list}&page_size=1`);
    const named = `${list}&page_token=${nextPageToken}&order_by=${encodeURIComponent(kind.order)}`;
    expect(await api.read(named)).toEqual(await api.read(`${list}&page_token=${nextPageToken}`));
  });
}
