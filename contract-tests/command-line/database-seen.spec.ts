import { ok } from '../support/answer.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { metricsIn } from '../support/prometheus.ts';
import { test } from '../support/replicas.ts';
import { expect } from '../support/test.ts';
import { inWorld, makeWorld } from '../support/worlds.ts';

const valuesOf = async ({ api }: OwnServer): Promise<Readonly<Record<string, number>>> => {
  const { text } = await steer(api, 'GET', 'metrics');
  const about = [...metricsIn(text)].filter(([name]) => name.startsWith('platform_mock_database_'));
  return Object.fromEntries(
    about.flatMap(([name, { samples }]) =>
      samples.map(({ labels, value }) => [
        [name.slice('platform_mock_database_'.length), ...Object.values(labels)].join(' '),
        value,
      ]),
    ),
  );
};

test.describe('31.15: what is seen of a server on a database @mock', () => {
  test('its metrics have the writes that its worlds lack, and its connections', async ({ replicas }) => {
    const [first, second] = replicas;
    const world = await makeWorld(first.api);
    const caller = inWorld(first.api, world);
    // The other has it open from here on.
    ok(await steer(second.api, 'GET', `worlds/${world.id}`));
    const before = (await valuesOf(second)).entries_behind;
    for (const name of ['a', 'b', 'c']) ok(await caller.post(`/registry/v2/repos/${world.orgId}`, { name }));
    const values = await valuesOf(second);
    expect([before, values.entries_behind]).toEqual([0, 3]);
    expect((await valuesOf(first)).entries_behind).toBe(0);
    const { 'connections used': used = 0, 'connections idle': idle = 0, connections_max: max = 0, waiting } = values;
    expect([used + idle > 0, used + idle <= max, max, waiting]).toEqual([true, true, 6, 0]);
    ok(await steer(second.api, 'GET', `worlds/${world.id}`));
    expect((await valuesOf(second)).entries_behind).toBe(0);
  });

  test('31.5: while the database is away its metrics say so', async ({ postgres, replica }) => {
    const server = await replica();
    const before = await valuesOf(server);
    await postgres.stopServer();
    expect((await steer(server.api, 'GET', 'clock')).status).toBe(503);
    const begun = performance.now();
    const away = await valuesOf(server);
    expect(performance.now() - begun).toBeLessThan(2_000);
    expect([before.up, before.connections_max]).toEqual([1, 6]);
    expect(away).toEqual({
      up: 0,
      worlds_in_memory: 1,
      worlds_bytes: 0,
      worlds_forgotten_total: 0,
      entries_behind: 0,
      'connections used': 0,
      'connections idle': 0,
      connections_max: 6,
      waiting: 0,
    });
    await postgres.startServer();
    await expect.poll(async () => (await valuesOf(server)).up).toBe(1);
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
