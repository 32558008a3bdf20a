import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect } from '../support/test.ts';
import { closedPort, ended, test } from './driven-setup.ts';
import { JEST_CONFIG, JEST_HEAD } from './jest-project.ts';

/** A project of a runner: its command, its files, and its configuration with a setup. */
const RUNNERS = [
  {
    name: 'vitest',
    command: ['vitest', 'run'],
    head: "import { test } from 'platform-mock/vitest'; import { expect } from 'vitest';",
    configFile: 'vitest.config.js',
    testFile: 'first.test.js',
    config: (setup: object) => ({ test: setup }),
  },
  {
    name: 'playwright',
    command: ['playwright', 'test', '--reporter=line'],
    head: "import { expect, test } from 'platform-mock/playwright';",
    configFile: 'playwright.config.js',
    testFile: 'first.spec.js',
    config: (setup: object) => setup,
  },
  {
    name: 'jest',
    command: ['jest'],
    head: JEST_HEAD,
    configFile: 'jest.config.mjs',
    testFile: 'first.test.cjs',
    config: (setup: object) => ({ ...JEST_CONFIG, globalSetup: undefined, ...setup }),
  },
] as const;

const WRITES = `
test('writes to the world default', async ({ mock }) => {
  const sent = { method: 'POST', body: '{"name":"from-a-runner"}' };
  expect((await mock.default.fetch('/registry/v2/repos/' + mock.orgId, sent)).status).toBe(200);
  console.log('tests use ' + process.env.PLATFORM_API_URL);
});`;

const OPTIONS = JSON.stringify({ fixtures: ['./own.yaml'], seed: 'nightly', profile: 'published' });

const STARTED_SO = `
test('starts so', async ({ mock, world }) => {
  const { fixtures, seed, profile } = await (await mock.default.fetch('/_mock/v1/info')).json();
  expect({ fixtures, seed, profile }).toEqual(${OPTIONS});
  expect(await (await world.fetch('/iam/v2/groups')).text()).toContain('"acme.test"');
});`;

test.describe('the setup of a runner @mock', () => {
  // A runner starts in each.
  test.describe.configure({ timeout: 120_000 });

  for (const { name, command, head, configFile, testFile, config } of RUNNERS) {
    const [program, ...args] = command;
    const runner = resolve('node_modules/.bin', program);
    const share = name === 'vitest' ? '' : ' @whole';
    const project = async (folder: string, code: string, setup: object): Promise<void> => {
      await writeFile(join(folder, configFile), `export default ${JSON.stringify(config(setup))};`);
      await writeFile(join(folder, testFile), head + code);
    };

    test(`Y1: within exec, the tests of ${name} use the mock of exec @whole`, async ({ user, folder }) => {
      await project(folder, WRITES, { globalSetup: 'platform-mock/setup' });
      const read =
        'curl -s -H "Authorization: Bearer $PLATFORM_TOKEN" "$PLATFORM_API_URL/registry/v2/repos?name=from-a-runner"';
      const script = `echo "exec has $PLATFORM_API_URL" && ${[runner, ...args].join(' ')} && ${read}`;
      const exec = [join(user, 'node_modules/platform-mock/dist/main.cjs'), 'exec', '--', 'sh', '-c', script];
      const { code, stdout, stderr } = await ended(folder, {}, process.execPath, ...exec);
      expect(code, stdout + stderr).toBe(0);
      const [, url = ''] = /^exec has (\S+)$/m.exec(stdout) ?? [];
      expect(stdout + stderr).toContain(`tests use ${url}\n`);
      expect(stderr).toContain(`platform-mock/setup: uses the mock of PLATFORM_API_URL, ${url}\n`);
      expect(stdout).toContain('"totalCount":"1"');
    });

    test(`Y2: if nothing answers, ${name} shows the one line and runs no test @whole`, async ({ folder }) => {
      await project(folder, "test('runs', () => console.log('it runs'));", { globalSetup: 'platform-mock/setup' });
      const url = await closedPort();
      const { code, stdout, stderr } = await ended(folder, { PLATFORM_API_URL: url }, runner, ...args);
      const said = stdout + stderr;
      const line = `platform-mock/setup: nothing answers at PLATFORM_API_URL, ${url} (ECONNREFUSED): start a mock there`;
      expect([code, said.match(/platform-mock\/setup: .*/g)]).toEqual([1, [expect.stringContaining(line)]]);
      expect(said).not.toContain('it runs');
      // No stack trace leads into the package.
      expect(said).not.toContain('dist/');
    });

    test(`Y5: a setup file of a project's own starts a mock with its options for ${name} @whole`, async ({
      folder,
    }) => {
      await project(folder, STARTED_SO, { globalSetup: './global-setup.mjs' });
      await writeFile(join(folder, 'own.yaml'), 'groups:\n  - name: acme.test\n');
      const setup = `import { setup } from 'platform-mock/setup'; export default () => setup(${OPTIONS});`;
      await writeFile(join(folder, 'global-setup.mjs'), setup);
      const { code, stdout, stderr } = await ended(folder, {}, runner, ...args);
      expect(code, stdout + stderr).toBe(0);
      expect(stdout + stderr).toContain('1 passed');
      expect(stderr).not.toContain('platform-mock');
    });

    test(`Y6: without a setup, a test of ${name} fails with the name of the setup${share}`, async ({ folder }) => {
      await project(folder, "test('runs', async ({ world }) => console.log(world.id));", {});
      const { code, stdout, stderr } = await ended(folder, {}, runner, ...args);
      expect(code).toBe(1);
      expect(stdout + stderr).toContain(
        "connectMock needs a url, or PLATFORM_API_URL in the environment, which globalSetup: 'platform-mock/setup' " +
          'in the configuration of Vitest, Playwright or Jest sets',
      );
    });
  }
});
