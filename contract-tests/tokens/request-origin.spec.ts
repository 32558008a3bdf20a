import { gzipSync } from 'node:zlib';
import { ok } from '../support/answer.ts';
import { expectUnauthenticated } from '../support/errors.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { steer } from '../support/mock.ts';
import { sendRaw } from '../support/raw-socket.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from '../transport/http2-client.ts';
import { askExchange, exchanged, mintUpstream } from './exchange.ts';

const HOST = 'platform-mock:8484';
const ORIGIN = `http://${HOST}`;
const WHO = '/auth/v1/ok';
const LIST = '/chainguard.platform.registry.v2.ReposService/ListRepos';

const framed = (message: Buffer): Buffer => {
  const head = Buffer.from([1, 0, 0, 0, 0]);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

const PACKED: readonly (readonly [protocol: string, type: string, encoding: string, body: Buffer])[] = [
  ['gRPC', 'application/grpc', 'grpc-encoding', framed(gzipSync(''))],
  ['gRPC-Web', 'application/grpc-web+proto', 'grpc-encoding', framed(gzipSync(''))],
  ['Connect', 'application/json', 'content-encoding', gzipSync('{}')],
];

test.describe('a token for the origin by which its request came @mock', () => {
  test('10.18: is good there over HTTP/1.1, HTTP/2 and gRPC, and nowhere else', async ({ api, org, shared }) => {
    const { uid: identity } = await org.identity();
    const { token } = ok(await steer(api, 'POST', 'tokens', { identity, audience: [ORIGIN] }));
    const caller = api.as(token);
    const { baseUrl } = shared.target;
    expectUnauthenticated(await caller.get(WHO), 'invalid token');
    for (const host of [HOST, HOST.toUpperCase()]) {
      expect((await caller.send('GET', WHO, { headers: { host } })).status).toBe(200);
    }
    for (const host of ['platform-mock:8485', 'platform-mock', 'elsewhere:8484']) {
      expectUnauthenticated(await caller.send('GET', WHO, { headers: { host } }), 'invalid token');
    }
    expect((await caller.send('GET', WHO, { headers: { host: `x@${HOST}` } })).status).toBe(400);
    const headers = { authorization: `Bearer ${token}` };
    await overHttp2(baseUrl, async (session) => {
      const here = await exchangeOn(session, { path: WHO, headers: { ...headers, ':authority': HOST } });
      expect(here.status, here.text).toBe(200);
      expect((await exchangeOn(session, { path: WHO, headers })).status).toBe(401);
    });
    for (const [authority, expected] of [
      [HOST, 0],
      ['elsewhere:8484', 16],
    ] as const) {
      const client = new GrpcClient(baseUrl, token, { 'grpc.default_authority': authority });
      const ended = await client.call('ListRepos');
      client.close();
      expect(ended.ok ? 0 : ended.code, authority).toBe(expected === 0 ? 7 : expected);
    }
  });

  test('10.18: is good through Connect and gRPC-Web too', async ({ api, org, shared }) => {
    const { uid: identity } = await org.identity();
    const { token } = ok(await steer(api, 'POST', 'tokens', { identity, audience: [ORIGIN] }));
    for (const [host, expected] of [
      [HOST, 403],
      ['elsewhere:8484', 401],
    ] as const) {
      const answer = await api.as(token).send('POST', LIST, {
        headers: { host, 'content-type': 'application/json', 'connect-protocol-version': '1' },
        body: '{}',
      });
      expect(answer.status, shared.target.baseUrl).toBe(expected);
    }
  });

  for (const [protocol, type, encoding, body] of PACKED) {
    test(`10.18: is good with a packed message of ${protocol}, and at no other origin`, async ({
      api,
      org,
      shared,
    }) => {
      const { uid: identity } = await org.identity();
      const { token } = ok(await steer(api, 'POST', 'tokens', { identity, audience: [ORIGIN] }));
      const ask = async (authority: string): Promise<string> =>
        overHttp2(shared.target.baseUrl, async (session) => {
          const headers = { ':authority': authority, authorization: `Bearer ${token}`, 'content-type': type };
          const sent = { method: 'POST', path: LIST, headers: { ...headers, [encoding]: 'gzip' }, body };
          const { text, headers: given } = await exchangeOn(session, sent);
          return text + JSON.stringify(given);
        });
      expect(await ask(HOST)).toContain('missing capability');
      expect(await ask('elsewhere:8484')).toContain('invalid token');
    });
  }

  test('10.18, S7: is good where the target of the request has that origin, whatever Host says', async ({
    api,
    org,
    shared,
  }) => {
    const { uid: identity } = await org.identity();
    const { token } = ok(await steer(api, 'POST', 'tokens', { identity, audience: [ORIGIN] }));
    const ask = (target: string, host: string): Promise<string> =>
      sendRaw(
        shared.target.baseUrl,
        `GET ${target}${WHO} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`,
      );
    expect(await ask(ORIGIN, 'elsewhere:8484')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ask('http://elsewhere:8484', HOST)).toMatch(/^HTTP\/1\.1 401 /);
  });

  test('10.18: can be what an exchange asks for, and be exchanged again', async ({ api, org }) => {
    const issuer = `https://ci.test/${org.uid}`;
    await org.identity({ claimMatch: { issuer, subject: 'x' } });
    const upstream = await mintUpstream(api, { issuer, subject: 'x' });
    const { token } = await exchanged(api, upstream, [['aud', ORIGIN]]);
    expect((await api.as(token).send('GET', WHO, { headers: { host: HOST } })).status).toBe(200);
    expectUnauthenticated(await api.as(token).get(WHO), 'invalid token');
    // Good as it is, and of nobody whom its claims match.
    const again = await api.as(token).send('POST', '/sts/exchange', { headers: { host: HOST } });
    expect(again.status).toBe(403);
    expect((await askExchange(api, token)).status).toBe(401);
  });

  test('10.18: headers of a proxy about the request are ignored', async ({ api, org }) => {
    const { uid: identity } = await org.identity();
    const { token } = ok(await steer(api, 'POST', 'tokens', { identity, audience: [ORIGIN] }));
    for (const headers of [
      { 'x-forwarded-host': HOST },
      { forwarded: `host=${HOST};proto=http` },
      { 'x-original-host': HOST },
    ]) {
      expectUnauthenticated(await api.as(token).send('GET', WHO, { headers }), 'invalid token');
    }
    const { token: tls } = ok(await steer(api, 'POST', 'tokens', { identity, audience: [`https://${HOST}`] }));
    const headers = { host: HOST, 'x-forwarded-proto': 'https' };
    expectUnauthenticated(await api.as(tls).send('GET', WHO, { headers }), 'invalid token');
  });
});
