import { connect } from 'node:net';
import { ok } from '../support/answer.ts';
import { test } from '../support/database.ts';
import type { OwnServer } from '../support/own-server.ts';
import { databaseMetrics, ownMetrics } from '../support/prometheus.ts';
import { expect } from '../support/test.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

/** The number of worlds that a server counts. */
const worldsOf = async ({ api }: OwnServer): Promise<number | undefined> =>
  (await ownMetrics(api)).get('platform_mock_worlds')?.samples[0]?.value;

test.describe('31.8: metrics and log of a server on a database @mock', () => {
  test('31.2: the metrics of each are its own: who owns the worlds, in which term, and what it passes on', async ({
    replicatedWorld: { servers, callers },
  }) => {
    const [first, second] = servers;
    const [one, other] = await Promise.all(servers.map(({ api }) => databaseMetrics(api)));
    expect([one?.up, one?.owner, one?.spliced_connections, one?.writes_waiting]).toEqual([1, 1, 0, 0]);
    expect([other?.up, other?.owner, other?.writes_waiting]).toEqual([1, 0, 0]);
    expect(other?.term).toBe(one?.term);
    expect([await worldsOf(first), await worldsOf(second)]).toEqual([2, 0]);
    ok(await callers[1].get('/registry/v2/repos'));
    const { hostname, port } = new URL(second.ready.localUrl);
    const client = connect(Number(port), hostname).on('error', () => {});
    client.write('GET /registry/v2/repos HTTP/1.1\r\nHost: mock\r\n\r\n');
    const before = other?.spliced_connections ?? 0;
    const passedOn = async () => (await databaseMetrics(second.api)).spliced_connections;
    await expect.poll(passedOn).toBeGreaterThan(before);
    client.destroy();
  });

  test('each line of its log has the address of the server, and the name of the world @whole', async ({ replica }) => {
    const server = await replica('--log-level', 'debug');
    let text = '';
    server.process.stderr?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    const world = await makeWorld(server.api);
    ok(await inWorld(server.api, world).get('/registry/v2/repos'));
    ok(await server.api.get('/registry/v2/repos'));
    const lines = (): readonly Readonly<Record<string, unknown>>[] =>
      text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line));
    await expect.poll(() => lines().filter(({ path }) => path === '/registry/v2/repos').length).toBe(2);
    expect(lines().map(({ replica: by }) => by)).toEqual(lines().map(() => server.ready.localUrl));
    expect(
      lines()
        .filter(({ path }) => path === '/registry/v2/repos')
        .map(({ world: of }) => of),
    ).toEqual([world.id, undefined]);
  });
});
