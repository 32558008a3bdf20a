import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { readRepos } from './limits.ts';
import { listRepos } from './pages.ts';

test('a client that is over its limit waits as long as it is told', async ({ world, expect }) => {
  const platform = platformOf(world.env);
  const uids = (await listRepos(platform)).map(({ uid }) => uid);
  await world.clock.freeze();
  await world.quota.set({ requests: 5, per: '1m', by: 'caller', match: { operation: 'GetRepo' } });
  const waited: number[] = [];
  const pause = async (seconds: number) => {
    waited.push(seconds);
    await world.clock.advance(`${seconds}s`);
  };
  expect(await readRepos(platform, uids, pause)).toHaveLength(12);
  expect(waited).toEqual([60, 60]);
});
