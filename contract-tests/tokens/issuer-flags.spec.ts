import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { ok } from '../support/answer.ts';
import { expectUnauthenticated } from '../support/errors.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { commandLine, plainEnvironment, type Ready } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { callerOf, exchanged, mintUpstream } from './exchange.ts';
import { claimsOf } from './own-token.ts';

const VIEWER = { issuer: 'https://issuer.example.com', subject: 'viewer' };

test.describe('--audience @mock', () => {
  test('10.2: adds audiences that are valid besides the server itself', async ({ serverHere }) => {
    const flags = ['--audience', 'https://api.test', '--audience', 'registry'];
    const { api, ready } = await serverHere(...flags);
    const upstream = await mintUpstream(api, VIEWER);
    for (const [aud, good] of [
      [[], true],
      [['https://api.test'], true],
      [['registry'], true],
      [['elsewhere', 'registry'], true],
      [['elsewhere'], false],
      [['https://api.test/'], false],
      [['https://API.test'], false],
      [['registry,https://api.test'], false],
    ] as const) {
      const caller = await callerOf(
        api,
        upstream,
        aud.map((audience) => ['aud', audience]),
      );
      const answer = await caller.get('/auth/v1/ok');
      if (good) expect(answer.status, String(aud)).toBe(200);
      else expectUnauthenticated(answer, 'invalid token');
    }
    // The default audience of a token stays the server itself.
    expect(claimsOf((await exchanged(api, upstream)).token).aud).toBe(ready.issuer);
  });

  test('10.2: without it, a server on loopback accepts each of its names', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const { port } = new URL(ready.url);
    const upstream = await mintUpstream(api, VIEWER);
    for (const [aud, status] of [
      [`http://localhost:${port}`, 200],
      [`http://127.0.0.1:${port}`, 200],
      [`http://[::1]:${port}`, 200],
      [`https://localhost:${port}`, 401],
      ['http://localhost', 401],
      [`http://example.com:${port}`, 401],
    ] as const) {
      expect((await (await callerOf(api, upstream, [['aud', aud]])).get('/auth/v1/ok')).status, aud).toBe(status);
    }
  });
});

/** A port that was free a moment ago. */
const freePort = async (): Promise<number> => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

test.describe('--public-url @mock', () => {
  test('M18: localUrl is the address that the process itself listens on', async ({ serverHere }) => {
    const port = String(await freePort());
    const { ready } = await serverHere('--port', port, '--public-url', `http://localhost:${port}/mock`);
    expect(ready).toMatchObject({ url: `http://localhost:${port}/mock`, localUrl: `http://127.0.0.1:${port}` });
    const info = await (await fetch(`${ready.localUrl}/_mock/v1/info`)).json();
    expect(info).toMatchObject({ url: ready.url, localUrl: ready.localUrl });
  });

  for (const [given, stated] of [
    ['http://localhost:PORT', 'http://localhost:PORT'],
    ['http://localhost:PORT//', 'http://localhost:PORT'],
    ['http://localhost:PORT/mock/', 'http://localhost:PORT/mock'],
  ] as const) {
    const share = given === `${stated}/` ? '' : ' @whole';
    test(`10.1: ${given} is the issuer of the server${share}`, async ({ serverHere }) => {
      const port = String(await freePort());
      const issuer = stated.replace('PORT', port);
      const { api, ready } = await serverHere('--port', port, '--public-url', given.replace('PORT', port));
      const at = `http://127.0.0.1:${port}`;
      expect(ready).toMatchObject({ url: issuer, issuer });
      expect(ok(await steer(api, 'GET', 'info'))).toMatchObject({ url: issuer, issuer });
      const discovery = await (await fetch(`${at}/.well-known/openid-configuration`)).json();
      expect(discovery).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` });
      const keys = createLocalJWKSet((await (await fetch(`${at}/.well-known/jwks.json`)).json()) as JSONWebKeySet);
      const minted = ok(await steer(api, 'POST', 'upstream-tokens', { issuer: 'ci', subject: 'x' }));
      expect(minted.issuer).toBe(`${issuer}/_mock/issuers/ci`);
      expect(claimsOf(minted.token).aud).toBe(issuer);
      const { token } = await exchanged(api, await mintUpstream(api, VIEWER));
      for (const each of [token, ready.token]) await jwtVerify(each, keys, { issuer, audience: issuer });
      expect((await api.as(token).read('/auth/v1/ok')).issuer).toBe(issuer);
      // With a configured name it accepts no other.
      const other = await callerOf(api, await mintUpstream(api, VIEWER), [['aud', at]]);
      expectUnauthenticated(await other.get('/auth/v1/ok'), 'invalid token');
    });
  }

  test('10.1: a name that only clients can resolve is accepted', async () => {
    const port = String(await freePort());
    const issuer = 'https://mock.example.com';
    const flags = ['serve', '--port', port, '--json', '--public-url', `${issuer}/`];
    const child = spawn(...commandLine(...flags), { env: plainEnvironment() });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const ready = JSON.parse(line.toString()) as Ready;
    expect(ready).toMatchObject({ url: issuer, issuer });
    const at = `http://127.0.0.1:${port}`;
    const keys = createLocalJWKSet((await (await fetch(`${at}/.well-known/jwks.json`)).json()) as JSONWebKeySet);
    await jwtVerify(ready.token, keys, { issuer, audience: issuer });
    const whoami = await fetch(`${at}/auth/v1/ok`, { headers: { authorization: `Bearer ${ready.token}` } });
    expect([whoami.status, await whoami.json()]).toMatchObject([200, { issuer, audience: [issuer] }]);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});

test.describe('--data @mock', () => {
  test('keeps both keys over a restart: own and upstream tokens stay valid', async ({ folder, serverHere }) => {
    const file = join(folder, 'state.json');
    const first = await serverHere('--data', file);
    const upstream = await mintUpstream(first.api, VIEWER);
    const { token, refreshToken } = await exchanged(first.api, upstream);
    const pages = async (url: string): Promise<unknown> =>
      Promise.all(
        ['/.well-known/jwks.json', '/_mock/issuers/ci/.well-known/jwks.json'].map(async (path) =>
          (await fetch(`${url}${path}`)).json(),
        ),
      );
    const before = await pages(first.ready.url);
    await first.stop();
    const { api, ready } = await serverHere('--data', file, '--port', new URL(first.ready.url).port);
    expect(await pages(ready.url)).toEqual(before);
    expect((await api.as(token).get('/registry/v2/repos')).status).toBe(200);
    expect((await api.as(upstream).get('/registry/v2/repos')).status).toBe(200);
    await exchanged(api, upstream);
    expect((await api.as(String(refreshToken)).post('/sts/exchange_refresh_token')).status).toBe(200);
  });

  test('without it every start has different keys', async ({ freshServer }) => {
    const [one, other] = await Promise.all([freshServer(), freshServer()]);
    const upstream = await mintUpstream(one.api, VIEWER);
    const answer = await other.api.as(upstream).post('/sts/exchange');
    expect(answer.status).toBe(401);
    expectUnauthenticated(await other.api.as(one.ready.token).get('/auth/v1/ok'), 'invalid token');
  });
});
