import { type Answer, describe, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectDenied, expectError, expectInvalid, expectUnauthenticated, expectViolation } from '../support/errors.ts';
import { seen } from '../support/profile.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

const TYPE = 'application/x-www-form-urlencoded';
const ADVISORIES = '/vulnerabilities/v2/advisories';

interface Form {
  readonly form?: string | Buffer;
  readonly override?: string;
  readonly type?: string;
}

/** Sends a POST with a form, as `curl -d` does. */
const post = (api: Api, target: string, { form = '', override, type = TYPE }: Form = {}): Promise<Answer> =>
  api.send('POST', target, {
    headers: { 'content-type': type, ...(override !== undefined && { 'x-http-method-override': override }) },
    body: form,
  });

/** Expects a 501 that lists these methods. */
const expectNotThere = (answer: Answer, allow: readonly string[]): void => {
  expectError(answer, 'UNIMPLEMENTED', { says: 'Method Not Allowed', details: [] });
  expect(String(answer.headers.allow).split(', '), describe(answer)).toEqual(allow);
};

test.describe('2.11: a form for a path that has only GET', () => {
  for (const [target, form, query] of [
    [ADVISORIES, 'page_size=1&order_by=uid+desc', 'page_size=1&order_by=uid+desc'],
    [`${ADVISORIES}?page_size=1`, 'skip=1', 'page_size=1&skip=1'],
    [`${ADVISORIES}?page_size=1`, '', 'page_size=1'],
    [`${ADVISORIES}/`, 'page_size=1', 'page_size=1'],
    ['/libraries/v2beta1/artifacts', 'ecosystems=ECOSYSTEM_JAVA&page_size=2', 'ecosystems=1&page_size=2'],
    ['/libraries/v1/artifacts/count', 'ecosystems=JAVA&foo=1', 'ecosystems=JAVA'],
    ['/ping/v2/ping', '{"page_size":1}', ''],
  ] as const) {
    test(`POST ${target} with "${form}" is GET with "${query}" @fixture`, async ({ api }) => {
      const got = await api.get(`${target.replace(/\/?(?:\?.*)?$/, '')}?${query}`);
      const posted = await post(api, target, { form });
      const bare = ({ status, text }: Answer) => [status, text.replace(/"nextPageToken":"[^"]+"/, '')];
      expect(bare(posted), describe(posted)).toEqual(bare(got));
      expect(posted.status, describe(posted)).toBe(200);
      expect(posted.headers['content-type']).toBe(got.headers['content-type']);
    });
  }

  for (const [what, form, field, says] of [
    ['a malformed escape', 'page_size=%zz', 'page_size', 'has a malformed percent escape'],
    ['a malformed name', '%=1', 'query', 'has a malformed percent escape'],
    ['no number', 'page_size=x', 'page_size', /^must be a whole number/],
    ['a value twice', 'skip=1&skip=2', 'skip', 'too many values for field "skip": 1, 2'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff]), 'body', 'malformed form'],
  ] as const) {
    test(`3.3, 3.7, 3.13: ${what} is refused`, async ({ api }) => {
      expectInvalid(await post(api, ADVISORIES, { form }), { [field]: says });
    });
  }

  test('3.3: a value in the query and in the form is refused', async ({ api }) => {
    expectViolation(await post(api, `${ADVISORIES}?page_size=1`, { form: 'page_size=2' }), 'page_size');
  });

  test('3.14: more than 10,000 parameters are refused', async ({ api }) => {
    const form = `page_size=1${'&a=1'.repeat(9_998)}`;
    expect((await post(api, `${ADVISORIES}?skip=1`, { form })).status).toBe(200);
    const answer = await post(api, `${ADVISORIES}?skip=1&b=%zz`, { form });
    expectInvalid(answer, { query: 'must have at most 10000 parameters' });
  });

  test('9.8, L22: it needs the token of the GET, before its form is read', async ({ anonymous }) => {
    expectUnauthenticated(await post(anonymous, ADVISORIES, { form: 'page_size=%zz' }), 'missing bearer token');
    expect((await post(anonymous, '/ping/v2/ping')).status).toBe(200);
  });

  test('1.9: a form above the limit is 413', async ({ api }) => {
    const form = `a=${'x'.repeat(4 * 1024 * 1024)}`;
    expectError(await post(api, ADVISORIES, { form }), 'RESOURCE_EXHAUSTED', { status: 413 });
  });

  for (const type of ['application/json', `${TYPE};charset=UTF-8`, 'multipart/form-data', 'text/plain']) {
    test(`2.6: a POST of ${type} is 501`, async ({ api }) => {
      expectNotThere(await post(api, ADVISORIES, { type, form: 'page_size=1' }), ['GET', 'HEAD', 'OPTIONS']);
    });
  }

  test('1.6: a form for a path that has POST is the body of the POST', async ({ api, org }) => {
    expectInvalid(await post(api, `/registry/v2/repos/${org.uid}`, { form: 'name=a' }), { body: 'malformed JSON' });
  });

  test('2.6: a path that has only POST, or POST and others, is never another method', async ({ api, org }) => {
    const repo = await org.repo();
    expectViolation(await post(api, `/registry/v2/repos/${repo.uid}`, { form: 'a=b' }), 'body');
    expect((await api.get(`/registry/v2/repos/${repo.uid}`)).status).toBe(200);
  });

  test('1.13: over HTTP/2, too', async ({ api }) => {
    const headers = { authorization: `Bearer ${api.token}`, 'content-type': TYPE };
    const send = (more: object, path: string, body: string) =>
      overHttp2(api.connection.baseUrl, (session) =>
        exchangeOn(session, { method: 'POST', path, headers: { ...headers, ...more }, body }),
      );
    const paged = await send({}, ADVISORIES, 'page_size=1&skip=1');
    expect([paged.status, JSON.parse(paged.text).skipped]).toEqual([200, 1]);
    const listed = await send({ 'x-http-method-override': 'GET' }, '/iam/v2/roles', 'page_size=1&skip=1');
    expect([listed.status, JSON.parse(listed.text).skipped]).toEqual([200, 1]);
  });
});

test.describe('2.8: X-HTTP-Method-Override', () => {
  for (const override of ['GET', 'get']) {
    test(`${override} reads a path that has POST, with the form as its query`, async ({ api, org }) => {
      const repo = await org.repo();
      await org.repo();
      const form = `uidp.children_of=${org.uid}&name=${encodeURIComponent(repo.name)}`;
      const body = ok(await post(api, '/registry/v2/repos', { override, form }));
      expect((body.repos as readonly { readonly uid: string }[]).map(({ uid }) => uid)).toEqual([repo.uid]);
    });
  }

  test('DELETE deletes, where the caller may', async ({ api, anonymous, viewer, org }) => {
    const target = `/registry/v2/repos/${(await org.repo()).uid}`;
    const override = 'DELETE';
    expectUnauthenticated(await post(anonymous, target, { override }), 'missing bearer token');
    expectDenied(await post(viewer, target, { override }));
    expectInvalid(await post(api, target, { override, form: 'uid=%zz' }), { uid: 'has a malformed percent escape' });
    expect((await api.get(target)).status).toBe(200);
    const done = await post(api, target, { override });
    expect([done.status, done.text]).toEqual([200, seen.emptyBody]);
    expect((await api.get(target)).status).toBe(404);
  });

  test('PATCH obeys the rules of PATCH: the form is its query, and it has no body', async ({ api, viewer, org }) => {
    const repo = await org.repo({ description: 'before' });
    const target = `/registry/v2/repos/${repo.uid}`;
    const override = 'PATCH';
    expectDenied(await post(viewer, target, { override, form: 'updateMask=description' }));
    expectViolation(await post(api, target, { override, form: 'updateMask=bogus' }), 'updateMask');
    expectViolation(await post(api, target, { override, form: 'updateMask=name' }), 'name');
    expect(ok(await post(api, target, { override, form: '{"description":"after"}' })).description).toBe('before');
    expect(ok(await post(api, target, { override, form: 'updateMask=description' })).description).toBe('');
    expect(await api.read(target)).toMatchObject({ name: repo.name, description: '' });
  });

  test('PUT in v1 and POST have no body either', async ({ api, org }) => {
    const repo = await org.repo();
    const put = await post(api, `/registry/v1/repos/${repo.uid}`, { override: 'PUT', form: '{"name":"b"}' });
    expect([put.status, String(put.body.message)]).toEqual([400, expect.stringMatching(/^Invalid argument: name: /)]);
    const made = await post(api, `/registry/v2/repos/${org.uid}`, { override: 'POST', form: '{"name":"b"}' });
    expectInvalid(made, { name: /^name must match/ });
    expect(await api.read(`/registry/v2/repos/${repo.uid}`)).toMatchObject({ name: repo.name });
  });

  for (const override of ['PUT', 'HEAD', 'OPTIONS', 'TRACE', 'nonsense', 'GET, DELETE', ' GET;']) {
    test(`2.6: ${override}, which the path does not have, is 501`, async ({ api, org }) => {
      const answer = await post(api, `/registry/v2/repos/${org.uid}`, { override, form: '' });
      expectNotThere(answer, ['GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);
    });
  }

  test('is ignored when it is empty, on other methods, and with a body of another type', async ({ api, org }) => {
    const repo = await org.repo();
    const target = `/registry/v2/repos/${repo.uid}`;
    const headers = { 'x-http-method-override': 'DELETE', 'content-type': TYPE };
    expect((await api.send('GET', target, { headers })).status).toBe(200);
    expect((await api.send('PATCH', target, { headers, body: '{"description":"x"}' })).status).toBe(200);
    for (const type of ['application/json', `${TYPE}; charset=utf-8`, 'APPLICATION/X-WWW-FORM-URLENCODED']) {
      expectInvalid(await post(api, target, { override: 'DELETE', type, form: 'a=b' }), { body: 'malformed JSON' });
    }
    expectInvalid(await post(api, target, { override: '', form: 'a=b' }), { body: 'malformed JSON' });
    expect((await api.get(target)).status).toBe(200);
  });

  test('clients 2.3: GET and POST of the exchange take a form in the same way', async ({ anonymous }) => {
    for (const override of ['GET', 'POST']) {
      const answer = await post(anonymous, '/sts/exchange', { override, form: 'aud=x' });
      expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says: 'missing bearer token' });
    }
  });
});
