import { cpSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { excerptsOf } from '../documents/documented-code.ts';
import { expect, test } from '../package/user-folder.ts';
import { plainEnvironment } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { mustRun } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

const CLIENT = resolve('clients/python');
const LIMIT_MS = 300_000;

/** Without those that run pytest within a test, unless tests are run whole. */
const PART = TEST_SIZE === 'whole' ? [] : ['--ignore=tests/test_plugin.py'];

const { bin, python, install } = virtualEnvironment(join(CLIENT, 'requirements.txt'));

/** Copies the client with the scenarios beside it into a folder, and installs it there, as its users have it. */
const installClient = async (folder: string): Promise<{ readonly project: string; readonly packages: string }> => {
  const [project, packages] = [join(folder, 'clients', 'python'), join(folder, 'packages')];
  cpSync(CLIENT, project, { recursive: true, filter: (path) => !/egg-info|test-results|_cache/.test(path) });
  cpSync(resolve('clients/scenarios.json'), join(folder, 'clients', 'scenarios.json'));
  const quiet = ['--quiet', '--disable-pip-version-check', '--no-input', '--no-index', '--no-deps'];
  await mustRun(python, ['-m', 'pip', 'install', ...quiet, '--no-build-isolation', '--target', packages, project]);
  return { project, packages };
};

test.describe('the client for Python', () => {
  test.beforeAll(async () => {
    test.setTimeout(LIMIT_MS);
    skipAloud('the tests of the client for Python were not run', await install());
  });

  test('N4, N5, N6, N7, N8, J15: its tests pass with the package on the path @mock', async ({ user }) => {
    test.setTimeout(LIMIT_MS);
    const { project, packages } = await installClient(join(user, 'python-client'));
    const PATH = [join(user, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
    const env = plainEnvironment({ PATH, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' });
    const own = ['-p', 'no:cacheprovider', '--basetemp', join(user, 'python-client', 'temporary')];
    const args = ['-m', 'pytest', '-q', '-rA', '--color=no', ...own, ...PART];
    const printed = await mustRun(python, args, { cwd: project, env, limit: LIMIT_MS });
    expect(printed).toMatch(/^platform-mock: uses \S+platform-mock, started at http:/m);
    const documented = ['test_first.py', 'test_repos.py']
      .flatMap((file) => excerptsOf(`clients/python/tests/${file}`))
      .flatMap(({ text }) => text.match(/(?<=^def )test_\w+/gm) ?? []);
    expect(documented).not.toEqual([]);
    for (const name of documented) expect(printed, 'what the pages show').toMatch(RegExp(`^PASSED .*::${name}$`, 'm'));
  });

  test('N4: its types are sound @whole', async () => {
    test.setTimeout(LIMIT_MS);
    await mustRun(join(bin, 'mypy'), ['--no-incremental', '--python-version', '3.10'], { cwd: CLIENT });
  });
});
