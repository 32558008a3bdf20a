import { ok } from '../support/answer.ts';
import type { Api } from '../support/api.ts';
import { inWorld, test } from '../support/database.ts';
import { steer } from '../support/mock.ts';
import type { OwnServer } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

/** A client that pings, and how often each of some servers says that it has, in a world or in all. */
const pinger = (client: string) => {
  const headers = { cgclientid: client };
  return {
    ping: async (api: Api): Promise<void> => void ok(await api.send('GET', '/ping/v2/ping', { headers })),
    counts: (servers: readonly OwnServer[], query = '?world=*'): Promise<readonly number[]> =>
      Promise.all(
        servers.map(async ({ api }) => {
          const { operations } = ok(await steer(api, 'GET', `coverage${query}`)) as unknown as {
            readonly operations: readonly {
              readonly operation: string;
              readonly clients: readonly { readonly client: string; readonly answers: readonly { count: number }[] }[];
            }[];
          };
          const ofPing = operations.find(({ operation }) => operation === 'Ping')?.clients ?? [];
          return ofPing.find((each) => each.client === client)?.answers[0]?.count ?? 0;
        }),
      ),
  };
};

test.describe('K12: the coverage of all worlds is that of all servers @mock', () => {
  test('it has worlds that have ended and were reset, wherever they were called, each call once', async ({
    replicatedWorld: { servers, callers },
  }) => {
    const { ping, counts } = pinger('all');
    const [first, second] = servers;
    const ended = await makeWorld(first.api);
    await ping(inWorld(first, ended.id));
    await ping(inWorld(second, ended.id));
    for (const api of callers) await ping(api);
    expect(await counts(servers)).toEqual([4, 4]);
    ok(await steer(second.api, 'DELETE', `worlds/${ended.id}`));
    ok(await steer(callers[0], 'POST', 'reset'));
    await ping(callers[1]);
    expect(await counts(servers)).toEqual([5, 5]);
    expect(await counts(servers)).toEqual([5, 5]);
  });

  test('cleared at one it is cleared at each, and what is of one world stays @whole', async ({ replica }) => {
    const servers = [await replica(), await replica()] as const;
    const [first, second] = servers;
    const { ping, counts } = pinger('cleared');
    const [kept, ended, unloaded] = [
      await makeWorld(first.api),
      await makeWorld(first.api),
      await makeWorld(first.api, { labels: { run: '7' } }),
    ];
    for (const { id } of [kept, ended, unloaded]) await ping(inWorld(first, id));
    ok(await steer(first.api, 'DELETE', `worlds/${ended.id}`));
    // It ends by the database alone: the second has never had it in memory.
    ok(await steer(second.api, 'DELETE', 'worlds?label=run:7'));
    const third = await replica();
    expect(await counts([...servers, third])).toEqual([3, 3, 3]);
    ok(await steer(third.api, 'DELETE', 'coverage?world=*'));
    expect(await counts([...servers, third])).toEqual([0, 0, 0]);
    const own = ok(await steer(inWorld(second, kept.id), 'GET', 'coverage')).operations as readonly {
      readonly operation: string;
      readonly clients: readonly unknown[];
    }[];
    expect(own.find(({ operation }) => operation === 'Ping')?.clients).toHaveLength(1);
    await ping(inWorld(second, kept.id));
    expect(await counts([...servers, third])).toEqual([1, 1, 1]);
  });
});
