import { describe, withoutCursor } from '../support/answer.ts';
import { expectError, expectUnauthenticated } from '../support/errors.ts';
import { document, methodsAt, operations } from '../support/openapi.ts';
import { seen } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { callerOf, pathWith, sampleOf, samples } from './samples.ts';

const OPEN = ['ListDocuments', 'ListVulnerabilityMetadata', 'Ping'];

/** The published operations, and the two that only the specification names (behaviour C22). */
const COUNT = seen.addedCalls ? 80 : 78;

test('the document is OpenAPI 3.1 with the 78 published operations, and the two that only spec.md names', () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(operations).toHaveLength(COUNT);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(COUNT);
  expect(operations.map(({ id }) => id).filter((id) => !samples.has(id))).toEqual([]);
});

test('10.10: the document marks the operations that do not need a token', () => {
  expect(
    operations
      .filter(({ open }) => open)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(OPEN);
});

// Calls that need no rows are made of all operations in one test: a test takes longer than its calls.

test('9.8: every operation but the open ones is 401 without a token', async ({ anonymous }) => {
  for (const { method, path } of operations.filter(({ id }) => !OPEN.includes(id))) {
    expectUnauthenticated(await anonymous.send(method, pathWith(path, 'x')), 'missing bearer token');
  }
});

test('9.8: every operation is 401 with a bad token', async ({ anonymous }) => {
  for (const { method, path } of operations) {
    expectUnauthenticated(await anonymous.as('nonsense').send(method, pathWith(path, 'x')), 'invalid token');
  }
});

test('2.6, 1.12: on every path PUT is 501, OPTIONS 204, both with the allowed methods', async ({ api }) => {
  for (const target of new Set(operations.map(({ path }) => pathWith(path, 'x')))) {
    const put = await api.send('PUT', target, { body: {} });
    expectError(put, 'UNIMPLEMENTED', { says: 'Method Not Allowed', details: [] });
    const options = await api.send('OPTIONS', target);
    expect([options.status, options.text], target).toEqual([204, '']);
    expect(options.headers.allow, target).toBe(put.headers.allow);
    expect(String(options.headers.allow).split(', '), target).toEqual(methodsAt(target));
  }
});

for (const operation of operations) {
  const { id, method } = operation;
  test.describe(id, () => {
    if (method === 'GET') {
      test('2.9, B1, B4, 1.12: answers 200 as documented, the same bytes as v2beta1, and to HEAD without its body @fixture', async ({
        api,
        org,
      }) => {
        const { target, ...sample } = await sampleOf(id, org);
        const caller = callerOf(api, sample);
        const [head, now] = [await caller.send('HEAD', target), await caller.get(target)];
        const beta = await caller.get(target.replace('/v2/', '/v2beta1/'));
        expect([now.status, beta.status], describe(now)).toEqual([200, 200]);
        expect(operation.statuses).toContain('200');
        expect(withoutCursor(beta.text)).toBe(withoutCursor(now.text));
        expect([head.status, head.text]).toEqual([200, '']);
        for (const header of ['content-type', 'content-length']) expect(head.headers[header]).toBe(now.headers[header]);
      });
      return;
    }

    test('answers 200 in the form that the document declares @fixture', async ({ api, org }) => {
      const { target, body, ...sample } = await sampleOf(id, org);
      const answer = await callerOf(api, sample).send(method, target, { body });
      expect(answer.status, describe(answer)).toBe(200);
      expect(operation.statuses).toContain('200');
    });

    test('B1: v2beta1 is the same operation @fixture', async ({ api, org }) => {
      const { target, body, ...sample } = await sampleOf(id, org);
      const beta = await callerOf(api, sample).send(method, target.replace('/v2/', '/v2beta1/'), { body });
      expect(beta.status).toBe(200);
    });
  });
}
