import { once } from 'node:events';
import { namesOf, ok, rowsOf } from '../support/answer.ts';
import { answerOf, test } from '../support/database.ts';
import { GrpcClient } from '../support/grpc-client.ts';
import { steer } from '../support/mock.ts';
import { databaseMetrics } from '../support/prometheus.ts';
import { expect } from '../support/test.ts';

const REPOS = '/registry/v2/repos?page_size=1';

/** The time limit of a call while the database is away, with time for a busy machine. */
const WITHIN_MILLIS = 3_000;

test.describe('a database that is away @mock', () => {
  test('31.4, 31.8: while the database is away each call is UNAVAILABLE, the metrics say so, and it goes on by itself', async ({
    postgres,
    serve,
  }) => {
    const server = await serve();
    const { api, ready, process: child } = server;
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    const grpc = new GrpcClient(ready.url, ready.token);
    const path = `/registry/v2/repos/${ready.orgId}`;
    ok(await api.post(path, { name: 'before' }));
    const { cursor } = ok(await steer(api, 'GET', 'journal'));
    const { term } = await databaseMetrics(api);
    expect(await databaseMetrics(api)).toMatchObject({ up: 1, owner: 1 });
    await postgres.stopServer();
    const message = 'Unavailable: the database does not answer';
    const details = (domain: string) => [
      { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'UNAVAILABLE', domain },
      { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s' },
    ];
    const away = (domain: string) => ({
      status: 503,
      retry: '1',
      body: { code: 14, message, details: details(domain) },
    });
    const begunAt = performance.now();
    expect(await answerOf(server, path, { name: 'under-way' })).toEqual(away('registry.platform.test'));
    expect(performance.now() - begunAt).toBeLessThan(WITHIN_MILLIS);
    // A read is answered as long as nobody can have taken over.
    await expect.poll(async () => (await answerOf(server, REPOS)).status).toBe(503);
    const exchange = '/sts/exchange?aud=any';
    for (const sent of [[REPOS, path, exchange], [REPOS], [path], [exchange]]) {
      const begun = performance.now();
      const answers = sent.map((target) => answerOf(server, target, target === path ? { name: 'lost' } : undefined));
      for (const [nth, answer] of (await Promise.all(answers)).entries()) {
        expect(answer).toEqual(away(`${sent[nth] === exchange ? 'oidc' : 'registry'}.platform.test`));
      }
      expect(performance.now() - begun).toBeLessThan(WITHIN_MILLIS);
    }
    const inV1 = await answerOf(server, '/iam/v1/groups');
    expect(inV1).toMatchObject({ status: 503, body: { code: 14, message, details: [] } });
    expect(await grpc.call('ListRepos', {})).toMatchObject({
      ok: false,
      code: 14,
      message,
      details: details('registry.platform.test'),
    });
    expect(await answerOf(server, '/_mock/v1/clock')).toEqual(away('mock.platform.test'));
    expect(await answerOf(server, '/_mock/v1/ready')).toEqual(away('mock.platform.test'));
    expect((await answerOf(server, '/.well-known/jwks.json')).status).toBe(503);
    expect(await answerOf(server, '/_mock/v1/live')).toMatchObject({ status: 200, body: { status: 'live' } });
    // New calls are refused before they change anything: no further write waits to be stored.
    const { writes_waiting: waiting } = await databaseMetrics(api);
    const late = Array.from({ length: 5 }, (_, nth) => answerOf(server, path, { name: `late-${nth}` }));
    for (const { status } of await Promise.all(late)) expect(status).toBe(503);
    const asked = performance.now();
    expect(await databaseMetrics(api)).toMatchObject({ up: 0, owner: 1, term, writes_waiting: waiting });
    expect(performance.now() - asked).toBeLessThan(WITHIN_MILLIS);
    await postgres.startServer();
    await expect.poll(async () => (await answerOf(server, '/_mock/v1/ready')).status).toBe(200);
    await expect.poll(async () => (await databaseMetrics(api)).up).toBe(1);
    expect((await api.post(path, { name: 'after' })).status).toBe(200);
    const names = namesOf(
      rowsOf(await api.read(`/registry/v2/repos?uidp.children_of=${ready.orgId}&page_size=200`), 'repos'),
    );
    // The write that was under way may be stored or not, so that its name is not looked for.
    for (const name of ['before', 'after']) expect(names).toContain(name);
    expect(names.filter((name) => name.startsWith('late'))).toEqual([]);
    // Nobody has taken over, so that the journal has the call that was under way.
    expect(await databaseMetrics(api)).toMatchObject({ up: 1, owner: 1, term });
    const { entries } = ok(await steer(api, 'GET', `journal?since=${cursor}&operation=CreateRepo`));
    expect(JSON.stringify(entries)).toContain('"under-way"');
    grpc.close();
    const said = log
      .trim()
      .split('\n')
      .map((line) => String(JSON.parse(line).msg))
      // A delivery of the first write may be under way.
      .filter((message) => message.startsWith('the database'));
    expect(said).toEqual([expect.stringMatching(/^the database does not answer: /), 'the database answers again']);
  });

  test('31.4, W10: a world that expires while the database is away has ended, and no failure is logged @whole', async ({
    postgres,
    serve,
  }) => {
    const server = await serve();
    const { api, process: child } = server;
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk;
    });
    const { token } = ok(await api.post('/_mock/v1/worlds', { ttl: '1s' }));
    const inside = { ...server, ready: { ...server.ready, token: String(token) } };
    const statusOf = async (): Promise<number> => (await answerOf(inside, REPOS)).status;
    await postgres.stopServer();
    await expect.poll(statusOf).toBe(503);
    await postgres.startServer();
    await expect.poll(async () => (await answerOf(server, '/_mock/v1/ready')).status).toBe(200);
    await expect.poll(statusOf).toBe(404);
    expect(log.split('\n').filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test('31.4: a stop while the database is away ends the process @whole', async ({ postgres, serve }) => {
    const { api, process: child, stop } = await serve();
    await postgres.stopServer();
    await api.get('/_mock/v1/live');
    const gone = once(child, 'exit');
    expect(await stop()).toBe(0);
    await gone;
    await postgres.startServer();
  });
});
