import { test } from 'platform-mock/vitest';
import { platformOf } from './api.ts';
import { createRepo } from './retries.ts';

const CHECKOUT = { name: 'checkout', description: 'Takes the money.' };

test('a create whose answer is lost makes one repo, and succeeds', async ({ world, expect }) => {
  await world.faults.once('CreateRepo', { code: 'UNAVAILABLE', retryAfter: 2 }, { phase: 'after_commit' });
  const waited: number[] = [];
  const pause = async (seconds: number) => void waited.push(seconds);
  expect(await createRepo(platformOf(world.env), CHECKOUT, pause)).toMatchObject(CHECKOUT);
  expect(waited).toEqual([2]);
  expect((await world.diff()).added).toMatchObject([{ type: 'repos', name: 'checkout' }]);
});

test('a name that another caller has taken is refused', async ({ world, expect }) => {
  await createRepo(platformOf(world.env), { ...CHECKOUT, description: 'Of another team.' });
  await world.faults.once('CreateRepo', { code: 'UNAVAILABLE' });
  await expect(createRepo(platformOf(world.env), CHECKOUT, async () => {})).rejects.toThrow('already exists');
});
