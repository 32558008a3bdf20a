import { describe, ok } from '../support/answer.ts';
import { expectError, expectInvalid, expectViolation } from '../support/errors.ts';
import { expect, test } from '../support/test.ts';

const LIMIT = 4 * 1024 * 1024;

/** A valid body, padded with blanks to a length. */
const padded = (length: number, name: string): string => {
  const body = `{"name":"${name}"`;
  return `${body}${' '.repeat(length - body.length - 1)}}`;
};

test.describe('1.9: size', () => {
  for (const encoding of ['content-length', 'chunked']) {
    const headers = encoding === 'chunked' ? { 'transfer-encoding': 'chunked' } : {};

    test(`a ${encoding} body of exactly 4 MiB is accepted`, async ({ api, org }) => {
      const answer = await api.send('POST', `/registry/v2/repos/${org.uid}`, { headers, body: padded(LIMIT, 'a') });
      expect(ok(answer).name).toBe('a');
    });

    for (const [method, over] of [
      ['POST', 1],
      ['POST', 1_000_000],
      ['PATCH', 1],
    ] as const) {
      test(`a ${encoding} body of a ${method} that is ${over} bytes over is 413`, async ({ api, org }) => {
        const answer = await api.send(method, `/registry/v2/repos/${org.uid}`, {
          headers,
          body: padded(LIMIT + over, 'a'),
        });
        expectError(answer, 'RESOURCE_EXHAUSTED', { status: 413, details: [] });
        expect((await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}`)).totalCount).toBe('0');
      });
    }
  }

  test('a body over the limit is 401 or 413 to a caller without a token', async ({ anonymous, org }) => {
    const answer = await anonymous.send('POST', `/registry/v2/repos/${org.uid}`, { body: padded(LIMIT + 1, 'a') });
    expect([401, 413]).toContain(answer.status);
  });
});

test.describe('member names with a meaning in JavaScript', () => {
  for (const key of ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf']) {
    test(`${key} as a key of a create is unknown, and changes nothing else`, async ({ api, org }) => {
      const body = `{"name":"a","${key}":{"description":"polluted","name":"B","isAdmin":true}}`;
      const repo = ok(await api.post(`/registry/v2/repos/${org.uid}`, body));
      expect(repo).toMatchObject({ name: 'a', description: '' });
      const other = await org.repo();
      expect(Object.keys(other).toSorted()).toEqual(['createTime', 'description', 'name', 'uid', 'updateTime']);
    });

    test(`${key} as a key of an update is an unknown field`, async ({ api, org }) => {
      const repo = await org.repo();
      expectViolation(await api.patch(`/registry/v2/repos/${repo.uid}`, `{"${key}":{"name":"b"}}`), key);
    });

    test(`${key} as a key of a map is a key like any other`, async ({ api, org }) => {
      const body = `{"name":"a","customOverlay":{"environment":{"${key}":"x","B":"y"}}}`;
      const answer = await api.post(`/registry/v2/repos/${org.uid}`, body);
      const { uid } = ok(answer);
      expect(answer.text).toContain(`"${key}":"x"`);
      expect((await api.get(`/registry/v2/repos/${uid}`)).text).toContain(`"${key}":"x"`);
    });
  }

  for (const query of [
    '__proto__=x',
    'uidp.__proto__=x',
    'uidp[__proto__]=x',
    'constructor=x',
    'uidp.constructor.name=x',
  ]) {
    test(`${query} in a query is ignored`, async ({ api, org }) => {
      expect((await api.read(`/registry/v2/repos?uidp.children_of=${org.uid}&${query}`)).totalCount).toBe('0');
    });
  }

  for (const uid of ['__proto__', 'constructor', 'toString']) {
    test(`${uid} as a uid is 404`, async ({ api }) => {
      for (const target of [`/iam/v2/groups/${uid}`, `/registry/v2/repos?uidp.children_of=${uid}`]) {
        expect((await api.get(target)).status, target).toBe(404);
      }
      expect((await api.post(`/registry/v2/repos/${uid}`, { name: 'a' })).status).toBe(404);
    });
  }
});

test.describe('text that is not valid Unicode', () => {
  test('a NUL in a name is refused', async ({ api, org }) => {
    expectInvalid(await api.post(`/registry/v2/repos/${org.uid}`, { name: 'a\0b' }), { name: /^name must match/ });
  });

  for (const target of ['/iam/v2/groups/%00', '/registry/v2/repos?uidp.children_of=%00', '/registry/v2/repos/ORG%00']) {
    test(`a NUL in ${target} is not a uid`, async ({ api, org }) => {
      expect((await api.get(target.replace('ORG', org.uid))).status).toBe(404);
    });
  }

  test('a NUL in a filter finds nothing', async ({ api }) => {
    expect((await api.read('/registry/v2/repos?name=%00')).totalCount).toBe('0');
  });

  for (const text of ['"\\ud800"', '"\\udc00x"', '"a\\ud83d"']) {
    test(`half a surrogate pair ${text} is refused`, async ({ api, org }) => {
      const answer = await api.post(`/iam/v2/groups/${org.uid}`, `{"name":"a","description":${text}}`);
      expectViolation(answer, 'description');
    });
  }
});

test.describe('shapes', () => {
  for (const [what, body] of [
    ['objects in objects', `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`],
    ['a known member of objects', `{"name":"a","syncConfig":${'{"source":'.repeat(5_000)}1${'}'.repeat(5_000)}}`],
    ['lists in lists', `{"name":"a","bundles":${'['.repeat(20_000)}${']'.repeat(20_000)}}`],
    ['a million items', `{"name":"a","bundles":[${'"x",'.repeat(300_000)}"x"]}`],
    ['ten thousand keys', `{${Array.from({ length: 10_000 }, (_, index) => `"k${index}":1`).join()}}`],
    ['a long number', `{"name":${'9'.repeat(100_000)}}`],
    ['a long text', `{"name":"${'a'.repeat(1_000_000)}B"}`],
  ] as const) {
    test(`${what} are refused and do not result in a server error`, async ({ api, org }) => {
      const answer = await api.post(`/registry/v2/repos/${org.uid}`, body);
      expect(answer.status, describe(answer).slice(0, 500)).toBe(400);
    });
  }
});
