import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../clients/programs.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { closedPort, runnerEnvironment, test } from './driven-setup.ts';
import { expect } from './user-folder.ts';

/** Calls of the client to the mock of the environment, and what a plain `fetch` of it comes to. */
const CALLS = `
import { connectMock } from 'platform-mock/client';

const plain = await fetch(process.env.PLATFORM_API_URL).then(({ status }) => status, ({ cause }) => cause.code);
const mock = await connectMock();
const world = await mock.world();
const { status } = await world.fetch('/registry/v2/repos');
for await (const { operation } of world.journal.follow({ since: '0' })) {
  console.log(plain, status, operation);
  break;
}
await world.end();
`;

const TEST = `
import { test } from 'platform-mock/vitest';

test('calls its world', async ({ world, expect }) => {
  expect((await world.fetch('/registry/v2/repos')).status).toBe(200);
});`;

/** The versions of Node that lead `fetch` through a proxy by themselves. */
for (const version of ['24', '26']) {
  test(`N7: with the proxy of Node ${version}, client and setup reach a mock on this machine @whole`, async ({
    user,
    folder,
  }) => {
    test.setTimeout(300_000);
    const node = await run('npx', ['--yes', '--package', `node@${version}`, 'node', '-p', 'process.execPath']);
    skipAloud(`nothing was led through the proxy of Node ${version}`, node.code === 0 ? undefined : node.stderr);
    const program = node.stdout.trim();
    await writeFile(join(folder, 'calls.mjs'), CALLS);
    await writeFile(join(folder, 'first.test.js'), TEST);
    const config = { test: { globalSetup: 'platform-mock/setup' } };
    await writeFile(join(folder, 'vitest.config.js'), `export default ${JSON.stringify(config)};`);
    const proxy = await closedPort();
    const env = { ...runnerEnvironment, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
    const main = join(user, 'node_modules/platform-mock/dist/main.cjs');
    // The command would be led around the proxy by exec.
    const script = `NO_PROXY= no_proxy= ${program} calls.mjs`;
    const called = await run(program, [main, 'exec', '--', 'sh', '-c', script], { cwd: folder, env });
    expect(called).toMatchObject({ code: 0, stdout: 'ECONNREFUSED 200 ListRepos\n' });
    const vitest = join(user, 'node_modules/vitest/vitest.mjs');
    const tested = await run(program, [vitest, 'run'], { cwd: folder, env });
    expect(tested, tested.stdout).toMatchObject({ code: 0 });
  });
}
