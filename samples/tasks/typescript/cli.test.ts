import { spawnSync } from 'node:child_process';
import { test } from 'platform-mock/vitest';

const repos = (env: NodeJS.ProcessEnv, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['cli.mjs', ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
};

test('stdout is the answer, and nothing else', async ({ world, expect }) => {
  const created = repos(world.env, 'create', 'checkout').stdout;
  expect((await world.diff()).added).toMatchObject([{ name: 'checkout', uid: created.trim() }]);
  expect(repos(world.env, 'list').stdout.split('\n')).toContain('checkout');
});

test('a refusal is said on stderr, and is the exit status', async ({ world, expect }) => {
  const viewer = { ...world.env, PLATFORM_TOKEN: await world.token('viewer') };
  expect(repos(viewer, 'create', 'checkout')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('missing capability "repo.create"'),
  });
  expect((await world.diff()).added).toEqual([]);
});
