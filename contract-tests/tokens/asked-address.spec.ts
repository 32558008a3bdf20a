import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { expect } from '../support/test.ts';
import { exchanged, mintUpstream } from './exchange.ts';
import { claimsOf, discoveryOf, verifiedBy } from './own-token.ts';

const VIEWER = { issuer: 'https://issuer.example.com', subject: 'viewer' };
interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly valid: boolean;
  readonly checks: unknown;
}

const WHO = '/auth/v1/ok';

/** Another port that leads to a server, as a container engine maps one; returns its URL for the work. */
const mapped = async (url: string, work: (mappedUrl: string) => Promise<void>): Promise<void> => {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const inner = connect(Number(port), hostname);
    for (const [one, other] of [
      [client, inner],
      [inner, client],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    for (const socket of open) socket.destroy();
    server.close();
  }
};

/** Sends a request of the control plane to a server by a name that it is not found by here. */
const steerAs = (api: Api, host: string, method: string, path: string, body?: unknown, headers = {}) =>
  api.as(undefined).send(method, `/_mock/v1/${path}`, { headers: { host, ...headers }, body });

const keysAs = async (api: Api, host: string, path = ''): Promise<JSONWebKeySet> =>
  ok(await api.as(undefined).send('GET', `${path}/.well-known/jwks.json`, { headers: { host } })) as never;

const kidsOf = ({ keys }: JSONWebKeySet): readonly (string | undefined)[] => keys.map(({ kid }) => kid);

test.describe('10.25, 10.32 and 10.33: the address by which the server is asked @mock', () => {
  test('discovery by a mapped port names that port, and verifies what was made by it', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    await mapped(ready.url, async (url) => {
      const { issuer, jwks_uri: keys, authorization_endpoint: login } = await discoveryOf(url);
      expect([issuer, keys, login]).toEqual([url, `${url}/.well-known/jwks.json`, `${url}/_mock/authorize`]);
      const post = async (path: string, body: object): Promise<Readonly<Record<string, string>>> => {
        const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
        return (await (await fetch(`${url}${path}`, sent)).json()) as Readonly<Record<string, string>>;
      };
      const { token = '' } = await post('/_mock/v1/tokens', { identity: 'viewer' });
      expect((await verifiedBy(url, token)).payload).toMatchObject({ iss: url, aud: url });
      const { token: played = '' } = await post('/_mock/v1/upstream-tokens', { issuer: 'login', subject: 'x' });
      await verifiedBy(`${url}/_mock/issuers/login`, played);
      const upstream = await mintUpstream(api, VIEWER);
      const headers = { authorization: `Bearer ${upstream}` };
      const pair = (await (await fetch(`${url}/sts/exchange`, { headers })).json()) as Readonly<Record<string, string>>;
      await verifiedBy(url, pair.token ?? '');
      // A token that was made by one address is valid at the others, and can be refreshed there.
      for (const each of [token, pair.token]) expect((await api.as(each).get(WHO)).status).toBe(200);
      const refresh = { method: 'POST', headers: { authorization: `Bearer ${pair.refreshToken}` } };
      const answer = await fetch(`${ready.url}/sts/exchange_refresh_token`, refresh);
      const again = (await answer.json()) as { readonly token: { readonly token: string } };
      expect(claimsOf(again.token.token)).toMatchObject({ iss: ready.url, aud: ready.url });
      const { token: own = '' } = await exchanged(api, upstream);
      expect((await fetch(`${url}${WHO}`, { headers: { authorization: `Bearer ${own}` } })).status).toBe(200);
    });
  });

  test('every document and token names the host, and X-Forwarded-Host names nothing', async ({ ownServer }) => {
    const { api, ready } = await ownServer('--host', '0.0.0.0', '--control-token', 'steer');
    const host = 'platform-mock:8484';
    const url = `http://${host}`;
    const headers = { authorization: 'Bearer steer', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
    const ask = (method: string, path: string, body?: unknown) => steerAs(api, host, method, path, body, headers);
    expect(ok(await ask('GET', 'info'))).toMatchObject({ url, issuer: url, localUrl: ready.localUrl });
    const world = ok(await ask('POST', 'worlds', { name: 'w1' }));
    expect(world).toMatchObject({ url, hostUrl: 'http://w1.localhost:8484' });
    expect(world.env).toMatchObject({ PLATFORM_API_URL: url, PLATFORM_ISSUER: url });
    expect(claimsOf(String(world.token))).toMatchObject({ iss: url, aud: url, mock_world: 'w1' });
    expect(ok(await ask('GET', 'sink/a')).url).toBe(`${url}/_mock/v1/sink/a`);
    expect(ok(await ask('POST', 'upstream-tokens', { issuer: 'ci', subject: 'x' })).issuer).toBe(
      `${url}/_mock/issuers/ci`,
    );
    expect(ok(await ask('POST', 'events:trigger', { preset: 'repo.created' })).source).toBe(`${url}/registry/v2/repos`);
    const { token } = ok(await ask('POST', 'tokens', { identity: 'viewer' }));
    expect((await api.as(token).get(WHO)).status).toBe(200);
    const flawed = ok(await ask('POST', 'tokens', { identity: 'viewer', flaw: 'wrong_issuer' })).token;
    expect((await api.as(flawed).get(WHO)).status).toBe(401);
  });

  test('the host of a world has its keys, also after a rotation; without a world the keys of all worlds are there', async ({
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    const { port } = new URL(ready.url);
    ok(await steer(api, 'POST', 'worlds', { name: 'w1' }));
    ok(await steer(api, 'POST', 'worlds', { name: 'w2' }));
    const [own] = kidsOf(await keysAs(api, new URL(ready.url).host));
    for (const host of [`w1.localhost:${port}`, `w1.localhost.:${port}`]) {
      const { kid } = ok(await steerAs(api, host, 'POST', 'keys:rotate', { overlap: '0s' }));
      const { token } = ok(await steerAs(api, host, 'POST', 'tokens', { identity: 'viewer' }));
      const discovery = ok(
        await api.as(undefined).send('GET', '/.well-known/openid-configuration', { headers: { host } }),
      );
      expect(discovery.issuer).toBe(`http://${host}`);
      expect(kidsOf(await keysAs(api, host))).toEqual([kid]);
      await jwtVerify(token, createLocalJWKSet(await keysAs(api, host)), { issuer: `http://${host}` });
      expect(kidsOf(await keysAs(api, `w2.localhost:${port}`))).toEqual([own]);
      expect(kidsOf(await keysAs(api, new URL(ready.url).host))).toEqual([own, kid]);
      const { token: plain } = ok(
        await api.as(undefined).send('POST', '/_mock/v1/tokens', {
          headers: { 'x-mock-world': 'w1' },
          body: { identity: 'viewer' },
        }),
      );
      await verifiedBy(ready.url, plain);
    }
    // A world that is asked for by the host of another is named by its own.
    const { env, hostUrl } = ok(await steerAs(api, `w1.localhost:${port}`, 'POST', 'worlds', { name: 'w3' }));
    expect([env, hostUrl]).toMatchObject([{ PLATFORM_API_URL: hostUrl }, `http://w3.localhost:${port}`]);
  });

  test('a delivery names the address by which its subscription was made, also after a restart', async ({
    folder,
    serverHere,
  }) => {
    const file = join(folder, 'state.json');
    const host = 'platform-mock:8484';
    const first = await serverHere('--data', file, '--control-token', 'steer', '--host', '0.0.0.0');
    const org = first.ready.orgId;
    const subscribe = (name: string, headers: Record<string, string>) =>
      first.api.as('admin-token').send('POST', `/events/v2/subscriptions/${org}`, {
        headers,
        body: { sink: `sink://${name}` },
      });
    ok(await subscribe('by-name', { host }));
    ok(await subscribe('by-own', {}));
    await first.stop();
    const { api } = await serverHere('--data', file, '--control-token', 'steer', '--host', '0.0.0.0');
    const headers = { authorization: 'Bearer steer' };
    const ask = (method: string, path: string, body?: unknown) =>
      api.as(undefined).send(method, `/_mock/v1/${path}`, { headers, body });
    ok(await ask('PUT', 'events:plan', { mode: 'sync' }));
    ok(await api.as('admin-token').send('POST', `/registry/v2/repos/${org}`, { body: { name: 'made' } }));
    const { url } = ok(await ask('GET', 'info'));
    for (const [name, issuer] of [
      ['by-name', `http://${host}`],
      ['by-own', url],
    ] as const) {
      const { received } = ok(await ask('GET', `sink/${name}`)) as unknown as {
        readonly received: readonly Received[];
      };
      const [{ headers: sent = {}, valid, checks } = {}] = received;
      const token = sent.Authorization?.slice('Bearer '.length) ?? '';
      expect([name, claimsOf(token).iss]).toEqual([name, issuer]);
      expect(valid, JSON.stringify(checks)).toBe(true);
      const keys = createLocalJWKSet(await keysAs(api, host));
      await jwtVerify(token, keys, { issuer: String(issuer), audience: 'customer' });
    }
    // The address is none of its fields.
    const listed = await api.as('admin-token').read('/events/v2/subscriptions');
    const fields = (listed.subscriptions as readonly object[]).map((each) => Object.keys(each).sort().join());
    expect([...new Set(fields)]).toEqual(['createTime,sink,uid,updateTime']);
  });
});
