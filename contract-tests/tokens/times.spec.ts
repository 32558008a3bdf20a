import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError, expectUnauthenticated } from '../support/errors.ts';
import { test } from '../support/folder.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { expect } from '../support/test.ts';
import { askExchange, exchanged, mintUpstream } from './exchange.ts';
import { claimsOf, verifiedBy } from './own-token.ts';
import { keySetOf, thirdPartyKey } from './third-party.ts';

const NOW = Date.parse('2031-02-03T04:05:06.789Z');
const SECOND = Math.floor(NOW / 1000);

const freeze = (api: Api) => steer(api, 'PUT', 'clock', { mode: 'frozen', now: new Date(NOW).toISOString() });

/** Times of a token, in seconds from now, with the message of their error; `undefined` for valid ones. */
const BORDERS = [
  [{ exp: 1 }, undefined],
  [{ exp: 0 }, undefined],
  [{ exp: -59 }, undefined],
  [{ exp: -60 }, 'token expired'],
  [{ exp: -61 }, 'token expired'],
  [{ exp: -SECOND }, 'token expired'],
  [{ exp: 1e9 }, undefined],
  [{ exp: 60, nbf: 0 }, undefined],
  [{ exp: 600, nbf: 59 }, undefined],
  [{ exp: 600, nbf: 60 }, undefined],
  [{ exp: 600, nbf: 61 }, 'invalid token'],
  [{ exp: 600, nbf: -SECOND }, undefined],
  [{ exp: 600, iat: 30 }, undefined],
  [{ exp: -59, nbf: 60 }, undefined],
] as const;

/** Malformed times. */
const NO_TIMES = [{ exp: 'soon' }, { exp: null }, { exp: [] }, { nbf: 'now' }, { nbf: {} }, { exp: true }] as const;

/** Times outside the range of a timestamp. */
const OUT_OF_RANGE = [{ exp: 1e15 }, { iat: 1e300 }, { iat: -1e300 }, { exp: -1 }, { nbf: -1 }] as const;

const absolute = (times: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(times).map(([name, seconds]) => [name, SECOND + seconds]));

test.describe('a token’s times are checked against the world’s clock, with a tolerance of a minute @mock', () => {
  test('9.8: of upstream tokens: of played, trusted and any issuers, and of static keys', async ({
    folder,
    serverHere,
  }) => {
    const key = await thirdPartyKey('ES256', 'k');
    const file = join(folder, 'keys.json');
    await writeFile(file, JSON.stringify(keySetOf(key)));
    const { api: signed, ready } = await serverHere(
      ...['--trust', `https://trusted.test=${file}`],
      ...['--trust', 'https://any.test=any'],
    );
    const api = signed.as('admin-token');
    await freeze(api);
    const staticKeys = { issuer: 'https://static.test', subject: 'x', issuerKeys: JSON.stringify(keySetOf(key)) };
    ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'static', staticKeys }));
    for (const issuer of ['https://played.test', 'https://trusted.test', 'https://any.test']) {
      const claimMatch = { issuer, subject: 'x' };
      ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'matched', claimMatch }));
    }
    const signedBy = {
      'https://played.test': (claims: object) =>
        mintUpstream(api, { issuer: 'https://played.test', subject: 'x', claims }),
      'https://trusted.test': (claims: object) => key.sign({ iss: 'https://trusted.test', sub: 'x', ...claims }),
      'https://any.test': (claims: object) => key.sign({ iss: 'https://any.test', sub: 'x', ...claims }),
      'https://static.test': (claims: object) => key.sign({ iss: 'https://static.test', sub: 'x', ...claims }),
    };
    for (const [issuer, sign] of Object.entries(signedBy)) {
      for (const [times, says] of BORDERS) {
        const upstream = await sign({ iat: SECOND, ...absolute(times) });
        const what = `${issuer} ${JSON.stringify(times)}`;
        const [atExchange, direct] = [await askExchange(api, upstream), await api.as(upstream).get('/auth/v1/ok')];
        expect([atExchange.status, direct.status], what).toEqual(says === undefined ? [200, 200] : [401, 401]);
        if (says === undefined) continue;
        expectError(atExchange, 'UNAUTHENTICATED', { service: 'oidc', says });
        expectUnauthenticated(direct, says);
      }
    }
  });

  test('9.8: of own tokens, signed elsewhere with the same key', async ({ folder, serverHere }) => {
    const key = await thirdPartyKey('RS256');
    const file = join(folder, 'key.json');
    await writeFile(file, JSON.stringify(key.privateJwk));
    const { api, ready } = await serverHere('--signing-key', file);
    await freeze(api);
    const { subject } = await api.as('viewer-token').read('/auth/v1/ok');
    const own = { iss: ready.issuer, aud: ready.issuer, sub: subject, iat: SECOND };
    for (const [times, says] of BORDERS) {
      const answer = await api.as(await key.sign({ ...own, ...absolute(times) })).get('/auth/v1/ok');
      if (says === undefined) expect(answer.status, JSON.stringify(times)).toBe(200);
      else expectUnauthenticated(answer, says);
    }
    for (const times of NO_TIMES) {
      const answer = await api.as(await key.sign({ ...own, exp: SECOND + 60, ...times })).get('/auth/v1/ok');
      expectUnauthenticated(answer, 'invalid token');
    }
    expectUnauthenticated(await api.as(await key.sign({ ...own, exp: undefined })).get('/auth/v1/ok'), 'invalid token');
  });

  test('9.8: malformed times are invalid, also of an issuer whose signatures are not verified', async ({
    serverHere,
  }) => {
    const { api: signed, ready } = await serverHere('--trust', 'https://any.test=any');
    const api = signed.as('admin-token');
    const key = await thirdPartyKey('ES256', 'k');
    const claimMatch = { issuer: 'https://any.test', subject: 'x' };
    ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'matched', claimMatch }));
    for (const times of [...NO_TIMES, ...OUT_OF_RANGE, { exp: undefined }, { iat: 'x' }]) {
      const token = await key.sign({ iss: 'https://any.test', sub: 'x', ...times });
      expectError(await askExchange(api, token), 'UNAUTHENTICATED', { service: 'oidc', says: 'invalid token' });
      expectUnauthenticated(await api.as(token).get('/auth/v1/ok'), 'invalid token');
    }
  });
});

test.describe('new tokens and rows have times of the world’s clock @mock', () => {
  test('10.2: access tokens, upstream tokens, expiry and lastSeenTime', async ({ ownServer }) => {
    const { api: signed } = await ownServer();
    const api = signed.as('admin-token');
    await freeze(api);
    const upstream = await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer', ttl: '90s' });
    expect(claimsOf(upstream)).toMatchObject({ iat: SECOND, exp: SECOND + 90 });
    const { token, expiry, refreshToken } = await exchanged(api, upstream);
    expect(claimsOf(token)).toMatchObject({ iat: SECOND, exp: SECOND + 3_600 });
    expect(expiry).toBe('2031-02-03T05:05:06.000Z');
    expect(JSON.parse(Buffer.from(String(refreshToken), 'base64').toString()).exp).toBeGreaterThan(SECOND + 3_600);
    expect(claimsOf(await mintToken(api, 'viewer', '5s'))).toMatchObject({ iat: SECOND, exp: SECOND + 5 });
    const whoami = await api.as(token).read('/auth/v1/ok');
    expect(whoami).toMatchObject({ issuedAt: '2031-02-03T04:05:06.000Z', expiry });
    const { lastSeenTime } = await api.read(`/iam/v2/identities/${whoami.subject}`);
    expect(lastSeenTime).toBe('2031-02-03T04:05:06.789Z');
  });

  test('10.2: an exchanged token expires an hour later by that clock, and a verifier with the same time agrees', async ({
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    await freeze(api);
    const upstream = await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer', ttl: '9h' });
    const { token } = await exchanged(api, upstream);
    await verifiedBy(ready.issuer, token, new Date(NOW));
    await advance(api, '3659s');
    expect((await api.as(token).get('/auth/v1/ok')).status).toBe(200);
    await advance(api, '1s');
    expectUnauthenticated(await api.as(token).get('/auth/v1/ok'), 'token expired');
    await expect(verifiedBy(ready.issuer, token, new Date(NOW + 3_660_000))).rejects.toThrow(/exp/);
    // The upstream token has not expired yet, so another exchange succeeds.
    expect((await api.as((await exchanged(api, upstream)).token).get('/auth/v1/ok')).status).toBe(200);
  });

  test('a reset restores the time, and makes the tokens valid again', async ({ ownWorld }) => {
    const api = await ownWorld();
    const token = await mintToken(api, 'viewer');
    await advance(api, '2h');
    expectUnauthenticated(await api.as(token).get('/auth/v1/ok'), 'token expired');
    ok(await steer(api, 'POST', 'reset', {}));
    expect((await api.as(token).get('/auth/v1/ok')).status).toBe(200);
  });
});
