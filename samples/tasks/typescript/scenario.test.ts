import { test } from 'platform-mock/vitest';
import { describe } from 'vitest';
import { platformOf } from './api.ts';
import { repoOf } from './scenario.ts';

describe('with two teams', () => {
  test.override({ worldOptions: { from: 'fixture:../scenarios/two-teams' } });

  test('each team has its own checkout', async ({ world, expect }) => {
    const platform = platformOf(world.env);
    expect(await repoOf(platform, 'red', 'checkout')).toMatchObject({ description: 'Takes the money.' });
    expect(await repoOf(platform, 'blue', 'checkout')).toMatchObject({ description: 'Counts the visitors.' });
  });
});
