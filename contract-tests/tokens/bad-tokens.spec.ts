import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import type { JWK } from 'jose';
import { describe, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectError } from '../support/errors.ts';
import { steer } from '../support/mock.ts';
import { sendRaw } from '../support/raw-socket.ts';
import { test as base, expect } from '../support/test.ts';
import { BAD_TOKENS, type Material, pemOf } from './bad-tokens.ts';
import { askExchange, exchanged, mintUpstream } from './exchange.ts';
import { thirdPartyKey } from './third-party.ts';

/** Far above the time of any token, also on a busy machine. The attacks that it detects take minutes, such as many rounds of a password hash. */
const LIMIT_MS = 10_000;
const RANDOM_TOKENS = 200;

/** A page on loopback that counts its requests. */
const test = base.extend<{ readonly trap: { readonly url: string; asked: number } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  trap: async ({}, use) => {
    const trap = { url: '', asked: 0 };
    const server = createServer((_, outgoing) => {
      trap.asked += 1;
      outgoing.end('{"keys":[]}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await use(Object.assign(trap, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys` }));
    server.closeAllConnections();
    server.close();
  },
});

let stranger: ReturnType<typeof thirdPartyKey> | undefined;

/** A key that no server has, the same for all tests of a process, since RSA keys take long to make. */
const strangersKey = (): ReturnType<typeof thirdPartyKey> => {
  stranger ??= thirdPartyKey('RS256');
  return stranger;
};

const materialOf = async (api: Api, good: string, page: string): Promise<Material> => {
  const { keys } = (await (await fetch(`${api.connection.baseUrl}/.well-known/jwks.json`)).json()) as { keys: [JWK] };
  const [jwk] = keys;
  return { good, jwk, pem: await pemOf(jwk), stranger: await strangersKey(), page };
};

/** Every place that verifies a token. */
const PLACES = [
  ['GET', '/registry/v2/repos', 'registry'],
  ['GET', '/ping/v2/ping', 'ping'],
  ['GET', '/auth/v1/ok', 'auth'],
  ['POST', '/auth/v1/register', 'auth'],
  ['POST', '/sts/exchange', 'oidc'],
  ['POST', '/sts/exchange_refresh_token', 'oidc'],
] as const;

test.describe('invalid tokens, in every place that verifies one', () => {
  for (const [what, make] of BAD_TOKENS) {
    test(`9.8: ${what} is 401, and quickly`, async ({ api, trap }) => {
      const token = await make(await materialOf(api, String(api.token), trap.url));
      const started = performance.now();
      for (const [method, target, service] of PLACES) {
        const answer = await api.as(token).send(method, target);
        const malformed = token === '' || /\s/.test(token);
        const says = malformed ? 'malformed authorization header' : 'invalid token';
        expectError(answer, 'UNAUTHENTICATED', { service, says, details: [] });
        expect(answer.headers['www-authenticate'], describe(answer)).toEqual('Bearer error="invalid_token"');
      }
      expect(performance.now() - started).toBeLessThan(LIMIT_MS);
      expect(trap.asked).toBe(0);
      expect((await api.get('/auth/v1/ok')).status).toBe(200);
    });
  }

  test('9.8: a refresh token that wraps a bad token is invalid', async ({ api, trap }) => {
    const material = await materialOf(api, String(api.token), trap.url);
    for (const [what, make] of BAD_TOKENS) {
      const token = await make(material);
      if (token.length > 20_000) continue;
      const wrapped = Buffer.from(JSON.stringify({ exp: 4_102_444_800, token })).toString('base64');
      const answer = await api.as(wrapped).post('/sts/exchange_refresh_token');
      expect(answer.status, `${what}: ${answer.text}`).toBe(401);
    }
    expect(trap.asked).toBe(0);
  });

  test('a token of 100 KB is refused with the headers that it comes in', async ({ api }) => {
    for (const length of [66_000, 100_000]) {
      for (const [method, target] of PLACES) {
        const { hostname, port } = new URL(api.connection.baseUrl);
        const head = `${method} ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer `;
        const started = performance.now();
        const received = await sendRaw(api.connection.baseUrl, `${head}${'x'.repeat(length)}\r\n\r\n`);
        expect(received.slice(0, 40)).toMatch(/^HTTP\/1\.1 431 /);
        expect(performance.now() - started).toBeLessThan(LIMIT_MS);
      }
    }
    expect((await api.get('/auth/v1/ok')).status).toBe(200);
  });

  for (const [what, first, second] of [
    ['a good and a bad', true, false],
    ['a bad and a good', false, true],
    ['two bad', false, false],
    ['two good', true, true],
  ] as const) {
    for (const [method, target] of PLACES) {
      test(`${method} ${target} with two Authorization headers, ${what}, is refused`, async ({ api }) => {
        const header = (good: boolean): string => `Authorization: Bearer ${good ? api.token : 'nonsense'}`;
        const lines = [`${method} ${target} HTTP/1.1`, 'Host: a', header(first), header(second), 'Connection: close'];
        const received = await sendRaw(api.connection.baseUrl, `${lines.join('\r\n')}\r\n\r\n`);
        expect(received.slice(0, 40)).toMatch(/^HTTP\/1\.1 40[01] /);
      });
    }
  }

  // Node's own client does not send a header twice that may occur only once.
  for (const [what, flags] of [
    ['REST', ['/registry/v2/repos']],
    [
      'gRPC',
      [
        '/chainguard.platform.registry.v2.ReposService/ListRepos',
        ...['-H', 'content-type: application/grpc', '-H', 'te: trailers', '--data-binary', '@-'],
      ],
    ],
  ] as const) {
    test(`${what} over HTTP/2 with two Authorization headers is refused`, async ({ api }) => {
      const [path, ...rest] = flags;
      const bearer = ['-H', `authorization: Bearer ${api.token}`];
      const answered = (...headers: readonly string[]): string => {
        const args = ['-s', '-i', '--http2-prior-knowledge', ...headers, ...rest, `${api.connection.baseUrl}${path}`];
        return spawnSync('curl', args, { encoding: 'latin1', timeout: LIMIT_MS, input: '\0'.repeat(5) }).stdout;
      };
      expect(answered(...bearer)).toMatch(what === 'gRPC' ? /grpc-status: 0/ : /^HTTP\/2 200/);
      expect(answered(...bearer, ...bearer)).toContain('malformed authorization header');
    });
  }

  test(`${RANDOM_TOKENS} random tokens are 401`, async ({ api }, info) => {
    test.setTimeout(60_000);
    const seed = Number(process.env.FUZZ_SEED ?? 20_261_121);
    info.annotations.push({ type: 'seed', description: `FUZZ_SEED=${seed}` });
    const base64url = fc.base64String({ maxLength: 600 }).map((text) => text.replaceAll(/[+/=]/g, '_'));
    const json = fc.json().map((text) => Buffer.from(text).toString('base64url'));
    const alg = fc.constantFrom('RS256', 'ES256', 'EdDSA', 'none', 'HS256');
    const head = alg.map((name) => Buffer.from(JSON.stringify({ alg: name })).toString('base64url'));
    const printable = fc.stringMatching(/^[!-~]{1,300}$/);
    const token = fc.oneof(
      printable,
      fc.tuple(base64url, base64url, base64url).map((parts) => parts.join('.')),
      fc.tuple(fc.oneof(head, json), json, base64url).map((parts) => parts.join('.')),
    );
    for (const each of fc.sample(token, { numRuns: RANDOM_TOKENS, seed })) {
      const started = performance.now();
      for (const [method, target] of [PLACES[0], PLACES[4]]) {
        const answer = await api.as(each).send(method, target);
        expect(answer.status, `seed ${seed}: ${each} ${describe(answer)}`).toEqual(401);
      }
      expect(performance.now() - started, `seed ${seed}: ${each}`).toBeLessThan(LIMIT_MS);
    }
    expect((await api.get('/auth/v1/ok')).status).toBe(200);
  });
});

test.describe('bad tokens of trusted issuers @mock', () => {
  test('huge and deeply nested claims do no harm, also where no signature is verified', async ({ ownServer }) => {
    const { api: signed, ready } = await ownServer('--trust', 'https://any.test=any');
    const api = signed.as('admin-token');
    const claimMatch = { issuer: 'https://any.test', subject: 'x', claims: { bomb: 'x' } };
    const { uid } = ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'bombed', claimMatch }));
    const signed2 = { ...claimMatch, issuer: 'https://unknown.test' };
    ok(await api.post(`/iam/v2/identities/${ready.orgId}`, { name: 'other', claimMatch: signed2 }));
    const nested = (open: string, close: string, depth: number): string =>
      `${open.repeat(depth)}1${close.repeat(depth)}`;
    for (const bomb of [nested('[', ']', 11_000), nested('{"a":', '}', 3_500), `[${'1,'.repeat(11_000)}1]`]) {
      for (const [iss, status] of [
        ['https://any.test', 403],
        ['https://unknown.test', 401],
      ] as const) {
        const payload = `{"iss":"${iss}","sub":"x","exp":4102444800,"aud":"a","bomb":${bomb}}`;
        const parts = [JSON.stringify({ alg: 'RS256' }), payload, 'signature'];
        const token = parts.map((part) => Buffer.from(part).toString('base64url')).join('.');
        const started = performance.now();
        const answer = await askExchange(api, token, [['identity', uid]]);
        // The claims of an untrusted issuer do not matter.
        expect(answer.status, answer.text).toBe(iss === 'https://any.test' ? 403 : status);
        expect((await askExchange(api, token)).status).toBe(status);
        expect((await api.as(token).get('/auth/v1/ok')).status).toBe(401);
        expect(performance.now() - started).toBeLessThan(LIMIT_MS);
      }
    }
    expect((await api.get('/auth/v1/ok')).status).toBe(200);
  });

  test('no claim of an upstream token breaks an exchange', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    await org.identity({ claimMatch: { issuer, subject: 'x' } });
    for (const claims of [
      { act: 'x' },
      { act: { iss: 1, sub: null } },
      { scope: 'everything', cap: { '/': '_____' }, scopes: ['/'] },
      { cap: 'x' },
      { email: { a: 1 }, email_verified: 'yes' },
      { name: '\ud800' },
      { kept: { subject: 'x', scopes: [] } },
      { jti: ['x'], typ: 'refresh+jwt', kid: 'x' },
      { constructor: 'x', toString: 'y' },
    ]) {
      const upstream = await mintUpstream(api, { issuer, subject: 'x', claims });
      const { token } = await exchanged(api, upstream);
      const what = JSON.stringify(claims);
      for (const caller of [api.as(token), api.as(upstream)]) {
        const answer = await caller.get('/auth/v1/ok');
        expect(answer.status, `${what} ${answer.text}`).toBe(200);
        expect(answer.body.capabilities).toEqual([]);
      }
    }
  });
});

test('control plane: no token is logged, neither a valid nor an invalid one @mock', async ({ ownServer, trap }) => {
  const { api, ready, process: child } = await ownServer('--log-level', 'debug', '--trust', 'https://any.test=any');
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const upstream = await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer' });
  const { token, refreshToken } = await exchanged(api, upstream);
  const material = await materialOf(api, ready.token, trap.url);
  const tokens = [upstream, token, String(refreshToken), ready.token];
  for (const [, make] of BAD_TOKENS) tokens.push(await make(material));
  for (const each of tokens) for (const [method, target] of PLACES) await api.as(each).send(method, target);
  const minted = ok(await steer(api, 'POST', 'tokens', { identity: 'viewer', flaw: 'expired' }));
  await api.as(minted.token).get('/auth/v1/ok');
  const [role] = (await api.read('/iam/v2/roles?name=viewer')).roles as readonly { readonly uid: string }[];
  const invite = ok(await api.post(`/iam/v2/groupInvites/${ready.orgId}`, { roleUid: role?.uid, ttl: '60s' }));
  ok(await api.as(upstream).post('/auth/v1/register', { code: invite.code }));
  child.kill('SIGTERM');
  await once(child, 'close');
  for (const secret of [...tokens, minted.token, String(invite.code)]) {
    if (secret.length < 8) continue;
    expect(log).not.toContain(secret);
    // No part of a token that would identify its subject is logged either.
    for (const part of secret.split('.')) if (part.length >= 40) expect(log).not.toContain(part);
  }
});
