import { describe } from '../support/answer.ts';
import { expectBare } from '../support/errors.ts';
import { documents, methodsAt, operationsV1 } from '../support/openapi.ts';
import { seen } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { callerOf, pathWith } from './samples.ts';
import { v1SampleOf, v1Samples } from './v1-samples.ts';

const OPEN = [
  ...(seen.eventsV1 ? ['PingService_Ping'] : []),
  'SecurityAdvisory_ListDocuments',
  'SecurityAdvisory_ListVulnerabilityMetadata',
];

/** Events and ping are over HTTP in one profile only (behaviour C12). */
const COUNT = seen.eventsV1 ? 93 : 89;

/** Lists, of which a slice can be requested (behaviour §12.4 V8). */
const hasSlices = ({ parameters }: (typeof operationsV1)[number]): boolean =>
  parameters.some(({ name }) => name === 'offset');

test(`12.1: openapi-v1.yaml is OpenAPI 3.1 with the ${COUNT} operations of v1 that are reached over HTTP`, () => {
  expect(documents.v1.openapi).toMatch(/^3\.1\./);
  expect(new Set(operationsV1.map(({ id }) => id)).size).toBe(COUNT);
  expect(operationsV1.map(({ id }) => id).toSorted()).toEqual([...v1Samples.keys()].toSorted());
});

test('10.10: openapi-v1.yaml marks the operations that do not need a token', () => {
  const open = operationsV1.filter(({ open }) => open).map(({ id }) => id);
  expect(open.toSorted()).toEqual(OPEN);
});

// Calls that need no rows are made of all operations in one test: a test takes longer than its calls.

test('9.8: every operation of v1 but the open ones is 401 without a token', async ({ anonymous }) => {
  for (const { method, path } of operationsV1.filter(({ id }) => !OPEN.includes(id))) {
    expectBare(await anonymous.send(method, pathWith(path, 'x')), 'UNAUTHENTICATED', 'missing bearer token');
  }
});

test('9.8: every operation of v1 is 401 with a bad token', async ({ anonymous }) => {
  for (const { method, path } of operationsV1) {
    expectBare(await anonymous.as('nonsense').send(method, pathWith(path, 'x')), 'UNAUTHENTICATED', 'invalid token');
  }
});

test('2.6, 1.12: on every path of v1 another method is 501, OPTIONS 204, both with the allowed methods', async ({
  api,
}) => {
  for (const { method, path } of operationsV1) {
    const target = pathWith(path, 'x');
    // One path of v1 has a PATCH, and no GET.
    const other = method === 'PATCH' ? 'GET' : 'PATCH';
    const refused = await api.send(other, target, other === 'PATCH' ? { body: {} } : {});
    expectBare(refused, 'UNIMPLEMENTED', 'Method Not Allowed');
    const options = await api.send('OPTIONS', target);
    expect([options.status, options.text], target).toEqual([204, '']);
    expect(options.headers.allow, target).toBe(refused.headers.allow);
    expect(String(options.headers.allow).split(', '), target).toEqual(methodsAt(target));
  }
});

test('B1: v1 has no beta', async ({ api }) => {
  for (const { method, path } of operationsV1) {
    const target = pathWith(path, 'x').replace('/v1/', '/v1beta1/');
    expect((await api.send(method, target)).status, target).toBe(404);
  }
});

for (const operation of operationsV1) {
  const { id, method, path, statuses } = operation;
  test.describe(`v1 ${id}`, () => {
    test('1.12, V8: answers 200 as documented, to HEAD without its body, and page 2 as offset 1 @fixture', async ({
      api,
      org,
    }) => {
      const { target, body, ...sample } = await v1SampleOf(id, org);
      const caller = callerOf(api, sample);
      const head = method === 'GET' ? await caller.send('HEAD', target) : undefined;
      const answer = await caller.send(method, target, { body });
      expect(answer.status, describe(answer)).toBe(200);
      if (head) {
        expect([head.status, head.text]).toEqual([200, '']);
        for (const header of ['content-type', 'content-length'])
          expect(head.headers[header]).toBe(answer.headers[header]);
      }
      if (!hasSlices(operation)) return;
      // The sample has a size already.
      const all = target.replace(/([?&])page_size=\d+/, '$1');
      const at = (query: string): string => `${all}${all.includes('?') ? '&' : '?'}${query}`;
      const [whole, page, offset] = [
        await api.read(all),
        await api.read(at('page=2&page_size=1')),
        await api.read(at('offset=1&limit=1')),
      ];
      expect(page).toEqual(offset);
      expect(page.items).toEqual((whole.items as readonly unknown[]).slice(1, 2));
    });

    if (path.includes('{')) {
      const isEmpty = !statuses.includes('404');
      test(`V3, V4, V5: an unknown id is ${isEmpty ? '200 and empty' : '404'}`, async ({ api, org }) => {
        const sample = method === 'GET' || method === 'DELETE' ? undefined : await v1SampleOf(id, org);
        const unknown = path.includes('/libraries/') ? 'unknown' : `${org.uid}/${'0'.repeat(16)}`;
        const answer = await api.send(method, pathWith(path, unknown), { body: sample?.body });
        if (!isEmpty) return expectBare(answer, 'NOT_FOUND');
        expect(answer.status, describe(answer)).toBe(200);
        if (method === 'DELETE') expect(answer.text).toBe('');
      });
    }
  });
}

test('V3, V4: only lookups, and operations that neither read nor delete, declare 404', () => {
  const declaring = operationsV1.filter(({ statuses }) => statuses.includes('404'));
  const reading = declaring.filter(({ method }) => method === 'GET' || method === 'DELETE');
  expect(reading.map(({ id }) => id).toSorted()).toEqual([
    'Groups_LookupGroup',
    'Identities_Lookup',
    'Registry_DiffImage',
    'Registry_GetPackageVersionMetadata',
  ]);
  expect(declaring.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['Groups_Update', 'Groups_Create', 'RoleBindings_CreateBatch', 'Registry_UpdateTag']),
  );
});
