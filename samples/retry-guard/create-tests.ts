import { test } from 'platform-mock/vitest';
import type { createRepo } from './client.ts';

const REPO = { name: 'checkout', description: 'Takes the money.' };
const UNAVAILABLE = { code: 'UNAVAILABLE' } as const;

/** The tests that a client which creates repos must pass. */
export const testCreates = (create: typeof createRepo): void => {
  test('a create that failed before it was made is tried again', async ({ world, expect }) => {
    await world.faults.once('CreateRepo', UNAVAILABLE);
    expect(await create(world, REPO)).toMatchObject(REPO);
  });

  test('a create whose answer was lost is made once, and succeeds', async ({ world, expect }) => {
    // The mock stores the repo, and answers with the failure.
    await world.faults.once('CreateRepo', UNAVAILABLE, { phase: 'after_commit' });
    expect(await create(world, REPO)).toMatchObject(REPO);
    expect((await world.diff()).added).toMatchObject([{ type: 'repos', name: 'checkout' }]);
  });

  test('a name that somebody else has taken is refused, also at the second try', async ({ world, expect }) => {
    await create(world, { ...REPO, description: 'Of another team.' });
    await expect(create(world, REPO)).rejects.toThrow('already exists');
    await world.faults.once('CreateRepo', UNAVAILABLE);
    await expect(create(world, REPO)).rejects.toThrow('already exists');
  });
};
