import { ok } from '../support/answer.ts';
import { test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { databaseMetrics } from '../support/prometheus.ts';
import { expect } from '../support/test.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

test.describe('31.15: what is seen of a server on a database @mock', () => {
  test('its metrics have the writes that its worlds lack, and its connections', async ({ replicatedWorld }) => {
    const { id, orgId, callers, servers } = replicatedWorld;
    const [first, second] = servers;
    const metricsOf = ({ api }: OwnServer) => databaseMetrics(api);
    // The other has it open from here on, and soon nothing of worlds that have ended.
    ok(await steer(second.api, 'GET', `worlds/${id}`));
    await expect.poll(async () => (await metricsOf(second)).entries_behind).toBe(0);
    for (const name of ['a', 'b', 'c']) ok(await callers[0].post(`/registry/v2/repos/${orgId}`, { name }));
    const values = await metricsOf(second);
    expect([values.entries_behind, (await metricsOf(first)).entries_behind]).toEqual([3, 0]);
    const { 'connections used': used = 0, 'connections idle': idle = 0, connections_max: max = 0, waiting } = values;
    expect([used + idle > 0, used + idle <= max, max, waiting]).toEqual([true, true, 6, 0]);
    ok(await steer(second.api, 'GET', `worlds/${id}`));
    expect((await metricsOf(second)).entries_behind).toBe(0);
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
