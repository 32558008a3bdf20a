import { describe, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError, expectNoRoute, expectUnauthenticated } from '../support/errors.ts';
import type { Org } from '../support/org.ts';
import { expect, test } from '../support/test.ts';
import { askExchange, exchanged, formOf, mintUpstream } from './exchange.ts';
import { claimsOf } from './own-token.ts';

const EXCHANGE = '/sts/exchange';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A new identity, and an upstream token that acts as it. */
const known = async (api: Api, org: Org): Promise<{ readonly uid: string; readonly upstream: string }> => {
  const issuer = `https://ci.test/${org.uid}`;
  const { uid } = await org.identity({ claimMatch: { issuer, subject: 'x' } });
  return { uid, upstream: await mintUpstream(api, { issuer, subject: 'x' }) };
};

test.describe('the forms of an exchange request @mock', () => {
  const AUD = [
    ['aud', 'https://one.test'],
    ['aud', 'two'],
  ] as const;
  for (const [what, method, query, body, headers] of [
    ['GET with a query', 'GET', true, undefined, {}],
    ['POST with a query', 'POST', true, undefined, {}],
    ['POST with a query and an empty form', 'POST', true, '', FORM],
    ['POST with a form', 'POST', false, 'form', FORM],
    [
      'POST with a form and its charset',
      'POST',
      false,
      'form',
      { 'content-type': `${FORM['content-type']};charset=UTF-8` },
    ],
    ['POST with JSON', 'POST', false, 'json', JSON_TYPE],
    ['POST with JSON and its charset', 'POST', false, 'json', { 'content-type': 'application/json; charset=utf-8' }],
    ['POST with JSON sent as curl does', 'POST', false, 'json', FORM],
  ] as const) {
    test(`clients §2.3: ${what}`, async ({ api, org }) => {
      const { uid, upstream } = await known(api, org);
      const parameters = [...AUD, ['identity', uid], ['scopes', org.uid], ['nonsense', '1']] as const;
      const json = { aud: AUD.map(([, value]) => value), identity: uid, scopes: [org.uid], nonsense: 1 };
      const sent = { form: formOf(parameters), json };
      const target = query ? `${EXCHANGE}?${sent.form}` : EXCHANGE;
      const given = body === 'form' || body === 'json' ? sent[body] : body;
      const { token } = ok(await api.as(upstream).send(method, target, { body: given, headers }));
      expect(claimsOf(token)).toMatchObject({ sub: uid, aud: ['https://one.test', 'two'], scope: org.uid });
    });
  }

  for (const [spelling, parameter] of [
    ['snake', 'identity_provider'],
    ['camel', 'identityProvider'],
  ] as const) {
    test(`1.4, 3.1: ${spelling} spelling, in query, form and JSON`, async ({ api, org }) => {
      const { upstream } = await known(api, org);
      const caller = api.as(upstream);
      const missing = `${org.uid}/ffffffffffffffff`;
      const form = formOf([[parameter, missing]]);
      for (const [target, body, headers] of [
        [`${EXCHANGE}?${form}`, undefined, {}],
        [EXCHANGE, form, FORM],
        [EXCHANGE, { [parameter]: missing }, JSON_TYPE],
      ] as const) {
        const answer = await caller.send('POST', target, { body, headers });
        expect(answer.status, describe(answer)).toBe(404);
        expect(answer.text).toContain(missing);
      }
    });
  }

  test('1.7: an empty JSON body has no parameters', async ({ api, org }) => {
    const { uid, upstream } = await known(api, org);
    for (const body of ['', '{}'])
      expect(claimsOf(ok(await api.as(upstream).post(EXCHANGE, body)).token).sub).toBe(uid);
  });
});

test.describe('the answer of an exchange @mock', () => {
  test('clients §2.3: an answer has token, refreshToken and expiry, and nothing else', async ({ api, org }) => {
    const { upstream } = await known(api, org);
    for (const method of ['GET', 'POST']) {
      const answer = await api.as(upstream).send(method, EXCHANGE);
      expect(Object.keys(ok(answer))).toEqual(['token', 'refreshToken', 'expiry']);
      expect(answer.headers['content-type']).toMatch(/^application\/json\b/);
      expect(answer.body.expiry).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
    }
  });

  test('10.2: two exchanges return two different tokens', async ({ api, org }) => {
    const { upstream } = await known(api, org);
    const tokens = [await exchanged(api, upstream), await exchanged(api, upstream)].map(({ token }) => token);
    expect(new Set(tokens).size).toBe(2);
    expect(new Set(tokens.map((token) => claimsOf(token).jti)).size).toBe(2);
  });

  for (const [what, parameters, expected] of [
    ['one audience is a text', [['aud', 'a']], 'a'],
    [
      'several audiences are a list',
      [
        ['aud', 'a'],
        ['aud', 'b'],
      ],
      ['a', 'b'],
    ],
    ['a comma is not a separator', [['aud', 'a,b']], 'a,b'],
    ['the empty list is the service itself', [], undefined],
  ] as const) {
    test(`10.2: ${what}`, async ({ api, org, shared }) => {
      const { upstream } = await known(api, org);
      const { token } = await exchanged(api, upstream, parameters);
      expect(claimsOf(token).aud).toEqual(expected ?? shared.target.baseUrl);
    });
  }

  test('9.8: a token for another audience is refused, also by whoami', async ({ api, org }) => {
    const { upstream } = await known(api, org);
    const { token } = await exchanged(api, upstream, [['aud', 'https://registry.test']]);
    expectUnauthenticated(await api.as(token).get('/auth/v1/ok'), 'invalid token');
  });

  test('9.8: a token for several audiences, the service among them, is valid', async ({ api, org, shared }) => {
    const { uid, upstream } = await known(api, org);
    const { token } = await exchanged(api, upstream, [
      ['aud', 'https://registry.test'],
      ['aud', shared.target.baseUrl],
    ]);
    expect(await api.as(token).read('/auth/v1/ok')).toMatchObject({
      subject: uid,
      audience: ['https://registry.test', shared.target.baseUrl],
    });
  });
});

test.describe('requests that are refused @mock', () => {
  for (const [what, field, query, body, headers] of [
    ['identity twice', 'identity', 'identity=a&identity=b', undefined, {}],
    ['scope twice', 'scope', 'scope=a&scope=b', undefined, {}],
    ['identity_provider twice', 'identity_provider', 'identity_provider=a&identity_provider=b', undefined, {}],
    ['both spellings', 'identity_provider', 'identity_provider=a&identityProvider=b', undefined, {}],
    ['identity twice in a form', 'identity', '', 'identity=a&identity=b', FORM],
    ['identity in query and form', 'identity', 'identity=a', 'identity=b', FORM],
    ['identity in query and JSON', 'identity', 'identity=a', { identity: 'b' }, JSON_TYPE],
    ['both spellings in JSON', 'identityProvider', '', '{"identityProvider":"a","identity_provider":"b"}', JSON_TYPE],
    ['a malformed escape', 'identity', 'identity=%zz', undefined, {}],
    ['bytes that are not UTF-8', 'identity', 'identity=%ff', undefined, {}],
    ['a path into a text', 'identity', 'identity.x=1', undefined, {}],
    ['an empty audience', 'aud[0]', 'aud=', undefined, {}],
    ['malformed JSON', 'body', '', '{"aud":', JSON_TYPE],
    ['JSON that is not an object', 'body', '', '[]', JSON_TYPE],
    ['a form that is not UTF-8', 'body', '', Buffer.from([0x61, 0x3d, 0xff]), FORM],
    ['a number for a text', 'identity', '', { identity: 1 }, JSON_TYPE],
    ['a text for a list', 'aud', '', { aud: 'x' }, JSON_TYPE],
    ['a list of other things', 'aud[0]', '', { aud: [1] }, JSON_TYPE],
  ] as const) {
    test(`${what} is 400, and a bad token is reported first`, async ({ api, org }) => {
      const { upstream } = await known(api, org);
      const target = `${EXCHANGE}${query === '' ? '' : `?${query}`}`;
      const sent = { body, headers };
      const answer = await api.as(upstream).send('POST', target, sent);
      expectError(answer, 'INVALID_ARGUMENT', { service: 'oidc' });
      const [, bad] = answer.body.details as readonly [object, { readonly fieldViolations: readonly object[] }];
      expect(bad.fieldViolations, describe(answer)).toEqual([{ field, description: expect.any(String) }]);
      for (const [token, says] of [
        ['nonsense', 'invalid token'],
        [undefined, 'missing bearer token'],
      ] as const) {
        const refused = await api.as(token).send('POST', target, sent);
        expectError(refused, 'UNAUTHENTICATED', { service: 'oidc', says, details: [] });
      }
    });
  }

  test('3.3: the error of a repeated scalar lists its values', async ({ api, org }) => {
    const { upstream } = await known(api, org);
    const answer = await askExchange(api, upstream, [
      ['identity', 'a'],
      ['identity', 'b'],
    ]);
    expect(answer.body.message).toContain('too many values for field "identity": a, b');
  });

  test('1.9: a body above the limit is 413', async ({ api, org }) => {
    const { upstream } = await known(api, org);
    const body = `aud=${'x'.repeat(4 * 1024 * 1024)}`;
    const answer = await api.as(upstream).send('POST', EXCHANGE, { body, headers: FORM });
    expectError(answer, 'RESOURCE_EXHAUSTED', { status: 413, service: 'oidc' });
  });
});

test.describe('the path of the exchange', () => {
  for (const [method, target, allow] of [
    ['PUT', EXCHANGE, ['GET', 'POST', 'HEAD', 'OPTIONS']],
    ['DELETE', EXCHANGE, ['GET', 'POST', 'HEAD', 'OPTIONS']],
    ['PATCH', EXCHANGE, ['GET', 'POST', 'HEAD', 'OPTIONS']],
    ['GET', '/sts/exchange_refresh_token', ['POST', 'OPTIONS']],
    ['PUT', '/sts/exchange_refresh_token', ['POST', 'OPTIONS']],
  ] as const) {
    test(`2.6: ${method} ${target} is 501 with the allowed methods`, async ({ anonymous }) => {
      const answer = await anonymous.send(method, target);
      expectError(answer, 'UNIMPLEMENTED', { service: 'oidc', says: 'Method Not Allowed', details: [] });
      expect(String(answer.headers.allow).split(', ')).toEqual(allow);
    });
  }

  for (const target of ['/sts', '/sts/', '/sts/exchange/x', '/sts/nope', '/sts/v2/exchange']) {
    test(`2.5, 9.2.11: ${target} is 404, with the service oidc`, async ({ anonymous }) => {
      expectNoRoute(await anonymous.get(target), 'oidc');
    });
  }

  for (const target of [EXCHANGE, '/sts/exchange_refresh_token']) {
    for (const [authorization, says] of [
      [undefined, 'missing bearer token'],
      ['', 'malformed authorization header'],
      ['Basic eDp5', 'malformed authorization header'],
      ['Bearer', 'malformed authorization header'],
      ['Bearer a b', 'malformed authorization header'],
      ['Bearer nonsense', 'invalid token'],
      ['Bearer viewer-token', 'invalid token'],
    ] as const) {
      test(`9.8: ${target} with "${authorization}" is 401: ${says}`, async ({ anonymous }) => {
        const headers = authorization === undefined ? {} : { authorization };
        const answer = await anonymous.send('POST', target, { headers });
        expectError(answer, 'UNAUTHENTICATED', { service: 'oidc', says, details: [] });
        const challenge = authorization === undefined ? 'Bearer' : 'Bearer error="invalid_token"';
        expect(answer.headers['www-authenticate']).toBe(challenge);
      });
    }
  }

  test('9.8: the scheme is accepted in any case @mock', async ({ api, org }) => {
    const { upstream } = await known(api, org);
    const headers = { authorization: `bEaReR  ${upstream}` };
    expect((await api.as(undefined).send('POST', EXCHANGE, { headers })).status).toBe(200);
  });
});
