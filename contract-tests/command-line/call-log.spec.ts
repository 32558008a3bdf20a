import { once } from 'node:events';
import { test } from '../support/grpc-test.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { askExchange } from '../tokens/exchange.ts';

type Line = Readonly<Record<string, unknown>>;

/** The log of a server that has ended: the whole text, and its lines of calls. */
const logOf = async ({
  process: child,
  stop,
}: OwnServer): Promise<{ readonly text: string; readonly calls: readonly Line[] }> => {
  const closed = once(child, 'close');
  await stop();
  await closed;
  const text = logs.get(child.pid) ?? '';
  const lines = text.split('\n').filter((line) => line !== '');
  return { text, calls: lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'call') };
};

const logs = new Map<number | undefined, string>();

/** Reads what a server logs from here on. */
const reading = (server: OwnServer): OwnServer => {
  const { pid, stderr } = server.process;
  stderr?.on('data', (chunk: Buffer) => logs.set(pid, (logs.get(pid) ?? '') + chunk));
  return server;
};

const PLAIN = '/registry/v2/repos';
const METHOD = '/chainguard.platform.registry.v2.ReposService/ListRepos';

test.describe('M5: --log-level debug @mock', () => {
  test('each call is one line with its target, its end, its caller and its duration', async ({
    ownServer,
    facesOf,
  }) => {
    const server = reading(await ownServer('--log-level', 'debug'));
    const { api, ready } = server;
    const { gRPC } = facesOf(server);
    await api.as('viewer-token').get(`${PLAIN}?page_size=1`);
    await api.as('viewer-token').post(`${PLAIN}/${ready.orgId}`, { name: 'a' });
    await api.get('/nowhere/v2');
    await gRPC.call('ListRepos');
    await gRPC.call('GetRepo', { uid: `${ready.orgId}/0000000000000000` });
    for (const message of ['{}', '{"page_size":-1}']) {
      const headers = { 'content-type': 'application/json', authorization: 'Bearer viewer-token' };
      await (await fetch(ready.url + METHOD, { method: 'POST', headers, body: message })).text();
    }
    await steer(api, 'GET', 'info');
    await steer(api, 'GET', 'ready');
    await steer(api, 'GET', 'metrics');
    const { calls } = await logOf(server);
    const seen = calls.map(({ method, path, status, code, callerName }) => [method, path, status, code, callerName]);
    const service = '/chainguard.platform.registry.v2.ReposService';
    expect(seen.sort()).toEqual(
      [
        ['GET', PLAIN, 200, 'OK', 'viewer'],
        ['POST', `${PLAIN}/${ready.orgId}`, 403, 'PERMISSION_DENIED', 'viewer'],
        ['GET', '/nowhere/v2', 404, 'NOT_FOUND', undefined],
        ['gRPC', `${service}/ListRepos`, 200, 'OK', 'admin'],
        ['gRPC', `${service}/GetRepo`, 200, 'NOT_FOUND', 'admin'],
        ['POST', METHOD, 200, 'OK', 'viewer'],
        ['POST', METHOD, 400, 'INVALID_ARGUMENT', 'viewer'],
        ['GET', '/_mock/v1/info', 200, undefined, undefined],
      ].sort(),
    );
    for (const { level, ms, caller, callerName } of calls) {
      expect([level, typeof ms]).toEqual([20, 'number']);
      if (callerName !== undefined) expect(caller).toMatch(/^[0-9a-f]{40}(?:\/[0-9a-f]{16})*$/);
    }
  });

  test('behaviour F10: a call whose answer is broken off has no status where none was sent, and says how it ended', async ({
    ownServer,
    facesOf,
  }) => {
    const server = reading(await ownServer('--log-level', 'debug'));
    const { api } = server;
    const { gRPC } = facesOf(server);
    const connect = (): Promise<unknown> =>
      api.send('POST', METHOD, { headers: { 'content-type': 'application/json' }, body: '{}' });
    for (const [rule, calls] of [
      [{ do: { drop: true } }, [() => api.get(PLAIN), () => gRPC.call('ListRepos'), connect]],
      [
        { phase: 'after_commit', do: { truncate: true } },
        [() => api.get(PLAIN), () => gRPC.call('ListRepos'), connect],
      ],
      [{ phase: 'mid_stream', do: { code: 'ABORTED' } }, [() => gRPC.call('ListRepos')]],
    ] as const) {
      await steer(api, 'PUT', 'faults', [rule]);
      for (const call of calls) await call().catch(() => {});
    }
    const { calls } = await logOf(server);
    const seen = calls.map(({ method, status, code }) => [method, status, code]).filter(([method]) => method !== 'PUT');
    expect(seen.sort()).toEqual(
      [
        ['GET', undefined, 'DROPPED'],
        ['gRPC', undefined, 'DROPPED'],
        ['POST', undefined, 'DROPPED'],
        ['GET', 200, 'TRUNCATED'],
        ['gRPC', 200, 'TRUNCATED'],
        ['POST', 200, 'TRUNCATED'],
        ['gRPC', 200, 'ABORTED'],
      ].sort(),
    );
  });

  test('a refused token has the check that it failed, and neither tokens nor queries are logged', async ({
    ownServer,
  }) => {
    const server = reading(await ownServer('--log-level', 'debug'));
    const { api } = server;
    const made: string[] = [];
    const reasons: [string, RegExp][] = [
      ['wrong_audience', /^aud: it is for "https:\/\/elsewhere\.test", and not for "http:/],
      ['expired', /^exp: it ended at 20/],
      ['bad_signature', /^signature: /],
      ['unknown_key', /^kid: /],
      ['missing_subject', /^sub: /],
      ['alg_none', /./],
    ];
    for (const [flaw] of reasons) {
      const { token } = (await steer(api, 'POST', 'tokens', { identity: 'viewer', flaw })).body;
      made.push(String(token));
      expect((await api.as(token).get(`${PLAIN}?name=hidden-in-a-query`)).status).toBe(401);
      expect((await askExchange(api, token)).status).toBe(401);
    }
    await api.as(undefined).get(PLAIN);
    const { calls, text } = await logOf(server);
    const refused = calls.filter(({ code }) => code === 'UNAUTHENTICATED');
    expect(refused).toHaveLength(2 * reasons.length + 1);
    for (const [at, [flaw, reason]] of reasons.entries()) {
      for (const line of refused.slice(2 * at, 2 * at + 2))
        expect(line.reason, flaw).toEqual(expect.stringMatching(reason));
    }
    expect(refused.at(-1)).toMatchObject({ status: 401, reason: expect.stringContaining('missing bearer token') });
    for (const token of [...made, server.ready.token]) {
      for (const part of token.split('.').filter((each) => each.length > 40)) expect(text).not.toContain(part);
    }
    expect(text).not.toContain('hidden-in-a-query');
    expect(text).not.toMatch(/authorization/i);
  });
});

for (const level of ['info', 'warn', 'silent']) {
  test(`with --log-level ${level} calls leave no line where nobody sits at a terminal @mock`, async ({ ownServer }) => {
    const server = reading(await ownServer('--log-level', level));
    await server.api.get(PLAIN);
    expect((await logOf(server)).text).toBe('');
  });
}
