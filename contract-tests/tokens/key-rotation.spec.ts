import { join } from 'node:path';
import { describe, ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { expectUnauthenticated } from '../support/errors.ts';
import { test } from '../support/folder.ts';
import { advance, mintToken, steer } from '../support/mock.ts';
import { expect } from '../support/test.ts';
import { askRefresh, exchanged, mintUpstream } from './exchange.ts';
import { verifiedBy } from './own-token.ts';

const kidsAt = async (url: string): Promise<readonly string[]> => {
  const { keys } = (await (await fetch(`${url}/.well-known/jwks.json`)).json()) as { readonly keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};

const kidOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

const rotate = async (api: Api, body?: unknown): Promise<string> =>
  String(ok(await steer(api, 'POST', 'keys:rotate', body)).kid);

const statusOf = async (api: Api, token: string): Promise<number> => (await api.as(token).get('/auth/v1/ok')).status;

test.describe('10.15: another key signs @mock', () => {
  test('both keys are published and valid for the overlap, the new one first', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    const old = await mintToken(api, 'viewer', '4h');
    expect(await statusOf(api, old)).toBe(200);
    const kid = await rotate(api, { overlap: '2h' });
    expect(kid).not.toBe(kidOf(old));
    expect(await kidsAt(ready.url)).toEqual([kid, kidOf(old)]);

    const fresh = await mintToken(api, 'viewer', '4h');
    expect(kidOf(fresh)).toBe(kid);
    const now = new Date(String(ok(await steer(api, 'GET', 'clock')).now));
    for (const token of [old, fresh]) {
      await verifiedBy(ready.issuer, token, now);
      expect(await statusOf(api, token)).toBe(200);
    }
    await advance(api, '7199s');
    expect([await statusOf(api, old), await statusOf(api, fresh)]).toEqual([200, 200]);
    await advance(api, '1s');
    expectUnauthenticated(await api.as(old).get('/auth/v1/ok'), 'invalid token');
    expect(await statusOf(api, fresh)).toBe(200);
    expect(await kidsAt(ready.url)).toEqual([kid]);
  });

  test('tokens of every kind are signed by the new key, and earlier ones last as long as their key', async ({
    ownWorld,
  }) => {
    const api = await ownWorld();
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    const upstream = await mintUpstream(api, { issuer: 'https://issuer.example.com', subject: 'viewer', ttl: '10h' });
    const before = await exchanged(api, upstream);
    const kid = await rotate(api, { overlap: '60s' });
    // The keys of other issuers do not change.
    const after = await exchanged(api, upstream);
    expect(kidOf(after.token)).toBe(kid);
    expect((await askRefresh(api, String(before.refreshToken))).status).toBe(200);
    await advance(api, '60s');
    for (const answer of [
      await api.as(before.token).get('/auth/v1/ok'),
      await askRefresh(api, String(before.refreshToken)),
    ]) {
      expect(answer.status, describe(answer)).toBe(401);
    }
    expect((await askRefresh(api, String(after.refreshToken))).status).toBe(200);
  });

  test('an overlap of zero ends the old key immediately', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const old = await mintToken(api, 'viewer');
    expect(await statusOf(api, old)).toBe(200);
    const kid = await rotate(api, { overlap: '0s' });
    expect(await kidsAt(ready.url)).toEqual([kid]);
    expectUnauthenticated(await api.as(old).get('/auth/v1/ok'), 'invalid token');
    expectUnauthenticated(await api.get('/auth/v1/ok'), 'invalid token');
    // A token that a fixture names is signed by no key.
    expect(await statusOf(api, 'viewer-token')).toBe(200);
  });

  for (const body of [{}, undefined]) {
    test(`the overlap is a day by default: ${JSON.stringify(body)}`, async ({ ownWorld }) => {
      const api = await ownWorld();
      ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
      const old = await mintToken(api, 'viewer', '72h');
      await rotate(api, body);
      await advance(api, '86399s');
      expect(await statusOf(api, old)).toBe(200);
      await advance(api, '1s');
      expect(await statusOf(api, old)).toBe(401);
    });
  }

  test('each of several keys has its own end', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    ok(await steer(api, 'PUT', 'clock', { mode: 'frozen' }));
    const tokens = [await mintToken(api, 'viewer', '72h')];
    for (const overlap of ['3h', '1h', '2h']) {
      await rotate(api, { overlap });
      tokens.push(await mintToken(api, 'viewer', '72h'));
    }
    const statuses = async (): Promise<readonly number[]> => {
      const found = [];
      for (const token of tokens) found.push(await statusOf(api, token));
      return found;
    };
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    for (const expected of [
      [200, 401, 200, 200],
      [200, 401, 401, 200],
      [401, 401, 401, 200],
    ]) {
      await advance(api, '1h');
      expect(await statuses()).toEqual(expected);
      const good = tokens.filter((_, index) => expected[index] === 200).map(kidOf);
      expect(await kidsAt(ready.url)).toEqual(good.toReversed());
    }
  });

  test('reset undoes rotations', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const first = await kidsAt(ready.url);
    await rotate(api, { overlap: '0s' });
    const fresh = await mintToken(api, 'viewer');
    expect(await statusOf(api, fresh)).toBe(200);
    ok(await steer(api, 'POST', 'reset', {}));
    expect(await kidsAt(ready.url)).toEqual(first);
    expectUnauthenticated(await api.as(fresh).get('/auth/v1/ok'), 'invalid token');
    // The token that was printed at the start is signed by the first key.
    expect((await api.get('/auth/v1/ok')).status).toBe(200);
  });

  test('a fixture that replaces the present rows keeps the keys', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    await rotate(api, { overlap: '1h' });
    const before = await kidsAt(ready.url);
    ok(await steer(api, 'POST', 'fixtures', { name: 'default', mode: 'replace' }));
    expect(await kidsAt(ready.url)).toEqual(before);
    expect((await api.get('/auth/v1/ok')).status).toBe(200);
  });

  test('--data keeps rotated keys over a restart @whole', async ({ folder, serverHere }) => {
    const file = join(folder, 'state.json');
    const first = await serverHere('--data', file);
    const old = await mintToken(first.api, 'viewer');
    await rotate(first.api, { overlap: '1h' });
    const fresh = await mintToken(first.api, 'viewer');
    const before = await kidsAt(first.ready.url);
    await first.stop();
    const { api, ready } = await serverHere('--data', file, '--port', new URL(first.ready.url).port);
    expect(await kidsAt(ready.url)).toEqual(before);
    expect([await statusOf(api, old), await statusOf(api, fresh)]).toEqual([200, 200]);
    expect(kidOf(ready.token)).toBe(before[0]);
  });

  test('reset undoes rotations of an earlier run', async ({ folder, serverHere }) => {
    const file = join(folder, 'state.json');
    const first = await serverHere('--data', file);
    const original = await kidsAt(first.ready.url);
    await rotate(first.api, { overlap: '1h' });
    await first.stop();
    const { api, ready } = await serverHere('--data', file, '--port', new URL(first.ready.url).port);
    ok(await steer(api, 'POST', 'reset', {}));
    expect(await kidsAt(ready.url)).toEqual(original);
  });

  test('a malformed duration is refused and changes nothing', async ({ ownServer }) => {
    const { api, ready } = await ownServer();
    const before = await kidsAt(ready.url);
    for (const body of [...['a while', '-1s', '', 60, null].map((overlap) => ({ overlap })), { bogus: 1 }, []]) {
      const answer = await steer(api, 'POST', 'keys:rotate', body);
      expect(answer.status, describe(answer)).toBe(400);
      expect(await kidsAt(ready.url)).toEqual(before);
    }
  });
});
