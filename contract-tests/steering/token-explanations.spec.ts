import { parse } from 'yaml';
import { type Body, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import type { ServerHere } from '../support/command-here.ts';
import { expect, FACES, test } from '../support/grpc-test.ts';
import { mintToken, steer } from '../support/mock.ts';
import { oidc } from '../support/org.ts';
import { makeWorld } from '../support/worlds.ts';
import { exchanged, mintUpstream } from '../tokens/exchange.ts';

type Row = Readonly<Record<string, unknown>>;

const TARGET = '/registry/v2/repos';
const NOW = '2030-01-01T00:00:00.000Z';
const NOW_SECONDS = Date.parse(NOW) / 1_000;

const explain = async (api: Api, token: string, more: Row = {}): Promise<Body> =>
  ok(await steer(api, 'POST', 'tokens:explain', { token, ...more }));

/** The newest call of a world, explained. */
const why = async (api: Api): Promise<Body> => {
  const [entry] = ok(await steer(api, 'GET', 'journal?limit=1')).entries as readonly { readonly id: string }[];
  return ok(await steer(api, 'GET', `journal/${entry?.id}:explain`));
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token of an issuer whose signatures are not checked. */
const unchecked = (claims: Row, iss = 'https://any.test', header: Row = {}): string =>
  `${encoded({ alg: 'RS256', ...header })}.${encoded({ iss, sub: 'x', exp: NOW_SECONDS + 60, ...claims })}.c2ln`;

const flawed = async (api: Api, flaw: string): Promise<string> =>
  ok(await steer(api, 'POST', 'tokens', { identity: 'viewer', flaw })).token;

interface Scene {
  readonly api: Api;
  readonly orgId: string;
  readonly url: string;
}

const identityOf = async ({ api, orgId }: Scene, fields: Row): Promise<string> =>
  ok(await api.post(`/iam/v2/identities/${orgId}`, fields)).uid;

const scimToken = async ({ api, orgId }: Scene, revoked: boolean): Promise<string> => {
  const { roles } = ok(await api.get('/iam/v2/roles?name=viewer'));
  const [role] = roles as readonly { readonly uid: string }[];
  const idp = { name: `idp-${revoked}`, defaultRole: role?.uid, oidc };
  const { uid } = ok(await api.post(`/iam/v2/identityProviders/${orgId}`, idp));
  const { token } = ok(await api.post(`/iam/v2/identityProviders/${uid}:generateScimToken`, { neverExpires: true }));
  if (revoked) ok(await api.post(`/iam/v2/identityProviders/${uid}:revokeScimToken`, {}));
  return token;
};

const twins = async (scene: Scene): Promise<string> => {
  for (const name of ['twin-1', 'twin-2']) {
    await identityOf(scene, { name, claimMatch: { issuer: 'https://any.test', subject: 'twin' } });
  }
  return unchecked({ sub: 'twin' });
};

const near = async (scene: Scene): Promise<string> => {
  const claimMatch = { issuer: 'https://any.test', subject: 'near', claims: { ref: 'main' } };
  await identityOf(scene, { name: 'near', claimMatch });
  return unchecked({ sub: 'near', ref: 'release' });
};

const unreadable = async (scene: Scene): Promise<string> => {
  const staticKeys = {
    ...{ issuer: 'https://static.test', subject: 'x', issuerKeys: 'no keys' },
    expirationTime: '2030-06-01T00:00:00Z',
  };
  await identityOf(scene, { name: 'static', staticKeys });
  return unchecked({}, 'https://static.test');
};

const gone = async (scene: Scene): Promise<string> => {
  const uid = await identityOf(scene, { name: 'gone', claimMatch: { issuer: 'https://x.test', subject: 'gone' } });
  const token = await mintToken(scene.api, uid);
  ok(await scene.api.delete(`/iam/v2/identities/${uid}`));
  return token;
};

const retired = async ({ api }: Scene): Promise<string> => {
  const token = await mintToken(api, 'viewer');
  ok(await steer(api, 'POST', 'keys:rotate', { overlap: '0s' }));
  return token;
};

const refresh = async ({ api }: Scene): Promise<string> =>
  String(
    (await exchanged(api, await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer' })))
      .refreshToken,
  );

const AWS = Buffer.from('POST /?Action=GetCallerIdentity HTTP/1.1\r\n\r\n').toString('base64url');
const KID = [expect.any(String)];
const END = '2029-12-31T23:00:00.000Z';
const BEGIN = '2030-01-01T01:00:00.000Z';
const TIMES = { now: NOW, skewSeconds: 60 };

/** A token that each check refuses, with the values of the check. */
const CHECKS: readonly (readonly [
  what: string,
  make: (scene: Scene) => string | Promise<string>,
  message: string,
  refusal: Row | ((scene: Scene) => Row),
])[] = [
  ['of two words', () => 'a b', 'malformed authorization header', { check: 'malformed' }],
  ['that is a word', () => 'nonsense', 'invalid token', { check: 'named_token' }],
  ['of three parts that are none', () => 'a.b.c', 'invalid token', { check: 'form' }],
  ['that is too long', () => 'x'.repeat(33_000), 'invalid token', { check: 'form' }],
  ['for a refresh', refresh, 'invalid token', { check: 'type', reason: expect.stringContaining('refresh') }],
  ['that is a request for AWS', () => AWS, 'invalid token', { check: 'type', reason: expect.stringMatching(/signed/) }],
  ['for SCIM', (scene) => scimToken(scene, false), 'invalid token', { check: 'type', found: KID }],
  [
    'for SCIM that was revoked',
    (scene) => scimToken(scene, true),
    'invalid token',
    { check: 'revoked', found: KID, time: TIMES.now, now: TIMES.now },
  ],
  [
    'of nobody',
    ({ api }) => flawed(api, 'missing_subject'),
    'invalid token',
    { check: 'subject', flaw: 'missing_subject' },
  ],
  [
    'without a signature',
    ({ api }) => flawed(api, 'alg_none'),
    'invalid token',
    { check: 'algorithm', wanted: ['RS256'], found: ['none'], flaw: 'alg_none' },
  ],
  [
    'of another key',
    ({ api }) => flawed(api, 'unknown_key'),
    'invalid token',
    { check: 'key', wanted: KID, found: KID, flaw: 'unknown_key' },
  ],
  ['whose keys are no key set', unreadable, 'invalid token', { check: 'unreadable_keys' }],
  [
    'of another issuer',
    ({ api }) => flawed(api, 'wrong_issuer'),
    'invalid token',
    ({ url }) => ({
      check: 'issuer',
      wanted: [url, 'https://any.test', 'https://down.test', 'https://static.test'],
      found: ['https://wrong-issuer.test'],
      flaw: 'wrong_issuer',
    }),
  ],
  ['whose keys cannot be had', () => unchecked({}, 'https://down.test'), 'invalid token', { check: 'issuer_keys' }],
  [
    'of another signature',
    ({ api }) => flawed(api, 'bad_signature'),
    'invalid token',
    { check: 'signature', flaw: 'bad_signature' },
  ],
  [
    'for somebody else',
    ({ api }) => flawed(api, 'wrong_audience'),
    'invalid token',
    ({ url }) => ({
      ...{ check: 'audience', found: ['https://elsewhere.test'], flaw: 'wrong_audience' },
      wanted: expect.arrayContaining([url]),
    }),
  ],
  ['without an end', () => unchecked({ exp: undefined }), 'invalid token', { check: 'claims' }],
  [
    'that is not good yet',
    ({ api }) => flawed(api, 'not_yet_valid'),
    'invalid token',
    { check: 'not_yet_valid', time: BEGIN, ...TIMES, flaw: 'not_yet_valid' },
  ],
  [
    'that is not good yet, of an issuer whose signatures are not checked',
    () => unchecked({ nbf: NOW_SECONDS + 3_600 }),
    'invalid token',
    { check: 'not_yet_valid', time: BEGIN, ...TIMES, flaw: 'not_yet_valid' },
  ],
  [
    'that has ended',
    ({ api }) => flawed(api, 'expired'),
    'token expired',
    { check: 'expired', time: END, ...TIMES, flaw: 'expired' },
  ],
  ['of an identity that is gone', gone, 'unknown identity', { check: 'identity', found: KID }],
  [
    'that no identity matches',
    near,
    'invalid token',
    {
      check: 'no_match',
      near: expect.arrayContaining([
        { identity: expect.any(String), name: 'near', claim: 'ref', wanted: 'main', found: ['release'] },
      ]),
    },
  ],
  ['that two identities match', twins, 'invalid token', { check: 'several_match', found: [...KID, ...KID] }],
  // The last: the key is another one from here on.
  [
    'of a key that was replaced',
    retired,
    'invalid token',
    { check: 'retired_key', wanted: KID, found: KID, time: TIMES.now, now: TIMES.now },
  ],
];

/** The checks of which a call over gRPC is made, too. */
const OVER_GRPC: ReadonlySet<unknown> = new Set(['named_token', 'audience', 'expired', 'no_match', 'identity']);

const sceneOf = async (server: ServerHere): Promise<Scene> => {
  const { api, ready } = server;
  ok(await steer(api, 'PUT', 'clock', { mode: 'frozen', now: NOW }));
  return { api: api.as('admin-token'), orgId: ready.orgId, url: ready.url };
};

const TRUST = ['--trust', 'https://any.test=any', '--trust', 'https://down.test=http://127.0.0.1:9/keys'];

test.describe('refused tokens @mock', () => {
  test('behaviour A7, A11, A12: each check is named with its values, for a token and for a call that was made', async ({
    serverHere,
    facesOf,
  }) => {
    const server = await serverHere(...TRUST);
    const scene = await sceneOf(server);
    const { api } = scene;
    const faces = facesOf(server);
    const met = new Set<unknown>();
    for (const [what, make, message, expected] of CHECKS) {
      const token = await make(scene);
      const refusal = typeof expected === 'function' ? expected(scene) : expected;
      const answer = await explain(api, token);
      expect(answer, what).toEqual({
        decision: 'refused',
        message: `Unauthenticated: ${message}`,
        refusal: { reason: expect.any(String), ...refusal },
      });
      met.add(refusal.check);
      if (token.length > 20_000) continue;
      for (const name of FACES.filter((each) => each === 'REST' || OVER_GRPC.has(refusal.check))) {
        const called = await faces[name].as(token).call('ListRepos');
        expect([called.status, called.body.message], what).toEqual([401, answer.message]);
        const made = await why(api);
        expect(made, `${what} over ${name}`).toMatchObject({ decision: 'unauthenticated', message: answer.message });
        // A call looks for no issuers of static keys.
        const wanted = refusal.check === 'issuer' && (refusal.wanted as readonly string[]).slice(0, -1);
        expect(made.token, what).toEqual({ ...(answer.refusal as Row), ...(wanted && { wanted }) });
        for (const secret of [token, token.split('.')[2] ?? '']) {
          if (secret.length > 8) expect(JSON.stringify([answer, made]), what).not.toContain(secret);
        }
      }
    }
    await api.as(undefined).get(TARGET);
    expect(await why(api)).toMatchObject({ token: { check: 'missing', reason: 'missing bearer token' } });
    const { components } = parse((await steer(api, 'GET', 'openapi.yaml')).text);
    expect([...met, 'missing', 'world'].sort()).toEqual([...components.schemas.TokenCheck.enum].sort());
  });

  test('behaviour A7: a call is explained by what held when it was made', async ({ serverHere }) => {
    const scene = await sceneOf(await serverHere(...TRUST));
    const { api } = scene;
    const token = unchecked({});
    expect((await api.as(token).get(TARGET)).status).toBe(401);
    const before = await why(api);
    expect(before.token).toMatchObject({ check: 'no_match', near: [] });
    const uid = await identityOf(scene, { name: 'late', claimMatch: { issuer: 'https://any.test', subject: 'x' } });
    const [, entry] = ok(await steer(api, 'GET', 'journal?limit=2')).entries as readonly { readonly id: string }[];
    expect(ok(await steer(api, 'GET', `journal/${entry?.id}:explain`))).toEqual(before);
    expect(await explain(api, token)).toMatchObject({ decision: 'accepted', caller: { identity: uid, name: 'late' } });
  });

  test('behaviour A8: a good token is accepted, as whom and with which claims; nothing is noted', async ({
    serverHere,
  }) => {
    const { api, orgId, url } = await sceneOf(await serverHere(...TRUST));
    const { token, identity } = ok(await steer(api, 'POST', 'tokens', { identity: 'viewer', scopes: [orgId] }));
    const upstream = await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer' });
    const state = async (): Promise<readonly Body[]> => [
      ok(await api.get(`/iam/v2/identities/${identity}`)),
      ok(await steer(api, 'GET', 'authz')),
    ];
    const before = await state();
    const coverage = (await steer(api, 'GET', 'coverage')).text;
    const { cursor } = ok(await steer(api, 'GET', 'journal'));
    expect(await explain(api, String(token))).toEqual({
      decision: 'accepted',
      caller: { identity, name: 'viewer', token: expect.objectContaining({ scopes: [orgId] }) },
      claims: expect.objectContaining({ iss: url, sub: identity, aud: url, scope: orgId }),
    });
    expect(await explain(api, upstream)).toMatchObject({
      decision: 'accepted',
      caller: { identity, name: 'viewer' },
      claims: { iss: 'https://issuer.example.com', sub: 'viewer' },
    });
    expect(await explain(api, 'viewer-token')).toEqual({
      decision: 'accepted',
      caller: { identity, name: 'viewer' },
    });
    expect((await explain(api, await flawed(api, 'expired'))).decision).toBe('refused');
    expect(ok(await steer(api, 'GET', 'journal')).cursor).toBe(cursor);
    expect((await steer(api, 'GET', 'coverage')).text).toBe(coverage);
    expect(await state()).toEqual(before);
  });

  test('behaviour A8: a token is explained for the host that calls are sent to', async ({ ownServer }) => {
    const { api } = await ownServer();
    const asked = { identity: 'viewer', audience: 'http://platform-mock:8484' };
    const { token } = ok(await steer(api, 'POST', 'tokens', asked));
    expect((await explain(api, String(token))).refusal).toMatchObject({ check: 'audience', found: [asked.audience] });
    expect(await explain(api, String(token), { host: 'platform-mock:8484' })).toMatchObject({ decision: 'accepted' });
  });

  test('behaviour A8: a token is explained in the world that it names, and refused in any other', async ({
    ownServer,
  }) => {
    const { api } = await ownServer();
    const [one, other] = [await makeWorld(api), await makeWorld(api)];
    const asked = (headers: Readonly<Record<string, string>>): Promise<Body> =>
      api
        .as(undefined)
        .send('POST', '/_mock/v1/tokens:explain', { headers, body: { token: one.token } })
        .then(ok);
    for (const headers of [{}, one.headers]) expect(await asked(headers)).toMatchObject({ decision: 'accepted' });
    const refused = await asked(other.headers);
    const called = await api.as(one.token).send('GET', TARGET, { headers: other.headers });
    expect([called.status, called.body.message]).toEqual([400, refused.message]);
    expect(refused).toMatchObject({
      decision: 'refused',
      refusal: { check: 'world', wanted: [other.id], found: [one.id] },
    });
    ok(await steer(api, 'DELETE', `worlds/${one.id}`));
    const ended = await asked({});
    expect([ended.decision, ended.message]).toEqual(['refused', (await api.as(one.token).get(TARGET)).body.message]);
    expect(ended.refusal).toMatchObject({ check: 'world' });
  });

  test('behaviour A8: a request without a token to explain is refused by its field', async ({ ownWorld }) => {
    const api = await ownWorld();
    for (const [body, field] of [
      [{}, 'token'],
      [{ token: 7 }, 'token'],
      [{ token: 'x', host: '' }, 'host'],
      [{ token: 'x', hots: 'y' }, 'body'],
    ] as const) {
      const answer = await steer(api, 'POST', 'tokens:explain', body);
      expect(answer.status).toBe(400);
      expect(answer.text).toContain(`"field":"${field}"`);
    }
  });
});
