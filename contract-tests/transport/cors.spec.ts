import { ok, rowsOf } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { runCommand } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';
import { exchangeOn, overHttp2 } from './http2-client.ts';

const PAGE = 'http://localhost:3000';
const OTHER = 'https://app.example.com';
const METHOD = '/chainguard.platform.registry.v2.ReposService/ListRepos';
const WEB = { 'content-type': 'application/grpc-web+proto', 'x-grpc-web': '1' };
const EMPTY_FRAME = Buffer.alloc(5);

/** The preflight of a browser before a request that is not simple. */
const preflight = (origin: string, method: string): Record<string, string> => ({
  origin,
  'access-control-request-method': method,
  'access-control-request-headers': 'authorization,content-type,x-grpc-web',
});

const sharing = (headers: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test.describe('M4: --cors @mock', () => {
  test('pages of a listed origin may call REST, gRPC-Web, the token service and discovery', async ({ serverHere }) => {
    const { api, ready } = await serverHere('--cors', PAGE, '--cors', OTHER);
    for (const origin of [PAGE, OTHER]) {
      for (const [method, target] of [
        ['PATCH', '/registry/v2/repos'],
        ['GET', '/iam/v1/groups'],
        ['POST', METHOD],
        ['POST', '/sts/exchange'],
      ] as const) {
        const asked = await fetch(ready.url + target, { method: 'OPTIONS', headers: preflight(origin, method) });
        expect([asked.status, await asked.text()], target).toEqual([204, '']);
        expect(asked.headers.get('access-control-allow-origin')).toBe(origin);
        expect(asked.headers.get('access-control-allow-methods')).toContain(method);
        expect(asked.headers.get('access-control-allow-headers')).toBe('authorization,content-type,x-grpc-web');
        expect(asked.headers.get('vary')).toBe('Origin');
      }
      for (const answer of [
        await api.send('GET', '/registry/v2/repos?page_size=1', { headers: { origin } }),
        await api.as(undefined).send('GET', '/registry/v2/repos', { headers: { origin } }),
        await api.send('GET', '/registry/v2/repos/none', { headers: { origin } }),
        await api.as(undefined).send('POST', '/sts/exchange', { headers: { origin } }),
      ]) {
        expect(answer.headers, answer.request.target).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-expose-headers': expect.stringMatching(/WWW-Authenticate.*x-mock-world/),
          vary: 'Origin',
        });
      }
      const keys = await fetch(`${ready.url}/.well-known/jwks.json`, { headers: { origin } });
      expect(keys.headers.get('access-control-allow-origin')).toBe(origin);
      const headers = { ...WEB, origin, authorization: `Bearer ${ready.token}` };
      const web = await fetch(ready.url + METHOD, { method: 'POST', headers, body: EMPTY_FRAME });
      expect(web.headers.get('access-control-allow-origin')).toBe(origin);
      expect(Buffer.from(await web.arrayBuffer()).toString('latin1')).toContain('grpc-status: 0');
    }
  });

  test('over HTTP/2 it is the same', async ({ serverHere }) => {
    const { ready } = await serverHere('--cors', PAGE);
    await overHttp2(ready.url, async (session) => {
      const headers = preflight(PAGE, 'POST');
      const asked = await exchangeOn(session, { method: 'OPTIONS', path: METHOD, headers });
      expect([asked.status, asked.headers['access-control-allow-origin']]).toEqual([204, PAGE]);
      const read = await exchangeOn(session, { path: '/ping/v2/ping', headers: { origin: PAGE } });
      expect([read.status, read.headers['access-control-allow-origin']]).toEqual([200, PAGE]);
    });
  });

  test('pages of other origins get no header of CORS, and the API answers them as before', async ({ serverHere }) => {
    const { api, ready } = await serverHere('--cors', PAGE);
    for (const origin of ['http://localhost:3001', 'https://localhost:3000', 'null', `${PAGE}.evil.test`, '*']) {
      const answer = await api.send('GET', '/registry/v2/repos?page_size=1', { headers: { origin } });
      expect([answer.status, sharing(answer.headers), answer.headers.vary]).toEqual([200, [], 'Origin']);
      const headers = preflight(origin, 'GET');
      const asked = await fetch(`${ready.url}/registry/v2/repos`, { method: 'OPTIONS', headers });
      expect([asked.status, sharing(Object.fromEntries(asked.headers))]).toEqual([204, []]);
    }
  });

  test('the control plane, its issuers and the pages are for no page of another origin', async ({ serverHere }) => {
    const { api, ready } = await serverHere('--cors', PAGE);
    for (const target of [
      '/_mock/v1/info',
      '/_mock/v1/tokens',
      '/_mock/issuers/ci/.well-known/jwks.json',
      '/',
      '/docs',
    ]) {
      for (const [method, headers] of [
        ['OPTIONS', preflight(PAGE, 'POST')],
        ['GET', { origin: PAGE }],
      ] as const) {
        const answer = await fetch(ready.url + target, { method, headers });
        expect(sharing(Object.fromEntries(answer.headers)), `${method} ${target}`).toEqual([]);
      }
    }
    const body = { identity: 'admin' };
    expect((await api.as(undefined).send('POST', '/_mock/v1/tokens', { body, headers: { origin: PAGE } })).status).toBe(
      403,
    );
  });

  test('an OPTIONS of a listed origin that is no preflight is answered as without', async ({ serverHere }) => {
    const { api } = await serverHere('--cors', PAGE);
    const answer = await api.send('OPTIONS', '/registry/v2/repos', { headers: { origin: PAGE } });
    expect(answer.headers).toMatchObject({
      allow: expect.stringContaining('GET'),
      'access-control-allow-origin': PAGE,
    });
  });

  test('a preflight for the server as a whole is answered as without', async ({ serverHere }) => {
    const { ready } = await serverHere('--cors', PAGE);
    await overHttp2(ready.url, async (session) => {
      const headers = preflight(PAGE, 'GET');
      const answer = await exchangeOn(session, { method: 'OPTIONS', path: '*', headers });
      expect([answer.status, answer.headers.allow, sharing(answer.headers)]).toEqual([
        204,
        expect.stringContaining('PATCH'),
        [],
      ]);
    });
  });

  test('without it no answer says anything to pages', async ({ api, shared }) => {
    const answer = await api.send('GET', '/registry/v2/repos?page_size=1', { headers: { origin: PAGE } });
    expect([rowsOf(ok(answer), 'repos').length, sharing(answer.headers), answer.headers.vary]).toEqual([
      1,
      [],
      undefined,
    ]);
    const headers = preflight(PAGE, 'GET');
    const asked = await fetch(`${shared.target.baseUrl}/registry/v2/repos`, { method: 'OPTIONS', headers });
    expect(sharing(Object.fromEntries(asked.headers))).toEqual([]);
  });

  for (const value of [
    '*',
    'localhost:3000',
    `${PAGE}/`,
    `${PAGE}/app`,
    'ftp://x',
    'http://LOCALHOST',
    'http://a:80',
    '',
    'null',
  ]) {
    test(`--cors ${JSON.stringify(value)} exits 2 and says why`, async () => {
      const { code, stderr } = await runHere(['serve', '--port', '0', '--cors', value]);
      expect(code).toBe(2);
      expect(stderr).toContain('--cors');
    });
  }

  test('PLATFORM_MOCK_CORS takes several with commas', async () => {
    const { code, stderr } = await runCommand(['serve', '--port', '0'], { PLATFORM_MOCK_CORS: `${PAGE},nowhere` });
    expect([code, stderr]).toEqual([2, expect.stringContaining('nowhere is no origin')]);
  });
});
