import { once } from 'node:events';
import type { ClientHttp2Session } from 'node:http2';
import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { steer } from '../support/mock.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';

/** Sends a ping; false if the connection has ended. */
const ping = (session: ClientHttp2Session): Promise<boolean> =>
  new Promise((resolve) => {
    session.once('close', () => resolve(false));
    if (!session.ping((error) => resolve(error === null))) resolve(false);
  });

const list = (session: ClientHttp2Session, { token }: Api) =>
  exchangeOn(session, { path: '/registry/v2/repos?page_size=1', headers: { authorization: `Bearer ${token}` } });

test.describe('a connection that refuses pings @mock', () => {
  test('behaviour F41: the third ping without a call between ends it, and no other connection', async ({
    ownServer,
  }) => {
    const { ready, api } = await ownServer();
    ok(await steer(api, 'PUT', 'faults', [{ preset: 'too_many_pings' }]));
    await overHttp2(ready.url, async (other) => {
      await overHttp2(ready.url, async (session) => {
        session.on('error', () => {});
        const goaway = once(session, 'goaway') as Promise<[code: number, last: number, data: Buffer]>;
        expect((await list(session, api)).status).toBe(200);
        expect([await ping(session), await ping(session)]).toEqual([true, true]);
        // A call between begins the count anew.
        expect((await list(session, api)).status).toBe(200);
        expect([await ping(session), await ping(session)]).toEqual([true, true]);
        await ping(session);
        const [code, , data] = await goaway;
        expect([code, data.toString()]).toEqual([11, 'too_many_pings']);
      });
      for (let nth = 0; nth < 5; nth += 1) expect(await ping(other)).toBe(true);
      expect((await list(other, api)).status).toBe(200);
    });
    const { faults } = ok(await steer(api, 'GET', 'faults')) as unknown as { faults: readonly { hits: number }[] };
    expect(faults.map(({ hits }) => hits)).toEqual([1]);
  });

  test('behaviour F41: a call over HTTP/1.1 is not met', async ({ ownServer }) => {
    const { api } = await ownServer();
    ok(await steer(api, 'PUT', 'faults', [{ preset: 'too_many_pings' }]));
    ok(await api.get('/registry/v2/repos?page_size=1'));
    const { faults } = ok(await steer(api, 'GET', 'faults')) as unknown as { faults: readonly { hits: number }[] };
    expect(faults.map(({ hits }) => hits)).toEqual([0]);
  });
});
