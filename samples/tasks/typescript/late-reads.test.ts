import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { createListed } from './late-reads.ts';

test('a list that lags is read again', async ({ world, expect }) => {
  await world.clock.freeze();
  await world.consistency.set({ lists: { lag: '2s' } });
  const waited: number[] = [];
  const pause = async (seconds: number) => {
    waited.push(seconds);
    await world.clock.advance(`${seconds}s`);
  };
  const listed = await createListed(platformOf(world.env), { name: 'checkout', description: '' }, pause);
  expect(listed.name).toBe('checkout');
  expect(waited).toEqual([1, 1]);
});
