import { join, resolve } from 'node:path';
import { TEST_SIZE } from '../../scripts/test-size.ts';
import { run } from '../clients/programs.ts';
import { PYTHON, virtualEnvironment } from '../clients/virtual-environment.ts';
import { excerptsOf } from '../documents/documented-code.ts';
import { test } from '../support/folder.ts';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { runCommand } from '../support/own-server.ts';
import { expectReplay } from '../support/replays.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';

/** The starts of the mock of the samples: plain, and with everything that a helper has to know of. */
const PLAIN: readonly string[] = [];
const LOCKED: readonly string[] = ['--tls', 'auto', '--control-token', 'steer'];
/** The ways in which each sample is run. */
const WAYS = TEST_SIZE === 'whole' ? [PLAIN, LOCKED] : [LOCKED];

/** The samples take two seconds on an idle machine. */
const RUN_LIMIT_MS = 90_000;

const PYTEST_SAMPLE = 'samples/pytest';

/** The client as a folder: its own tests install it. */
const PYTHON_ENV = {
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONPATH: resolve('clients/python/src'),
  // One that is installed would be loaded twice.
  PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1',
};

const WITHOUT_MOCK = { PLATFORM_API_URL: '', PLATFORM_MOCK_BINARY: 'no-such-program' };
const SAID_WITHOUT_MOCK = 'PLATFORM_MOCK_BINARY=no-such-program is not there';

/** The tests of a sample that pages show, by their names. */
const documentedTests = (file: string, name: RegExp): readonly string[] =>
  excerptsOf(file).flatMap(({ text }) => text.match(name) ?? []);

const GO_TESTS = ['NamesAreTakenOnce', 'APageTokenExpires', 'AViewerMayNotCreate', 'AWorldEndsWithItsTest'];
const TESTS_IN_GO = documentedTests('samples/go-test/repos_test.go', /(?<=^func )Test\w+/gm);
const TESTS_IN_PYTHON = documentedTests('samples/pytest/test_repos.py', /(?<=^def )test_\w+/gm);

/** A Python that has pytest, of the machine or of an environment of its own; or what is in the way. */
const pythonWithPytest = async (): Promise<{ readonly python: string; readonly missing?: string | undefined }> => {
  if ((await run(PYTHON, ['-m', 'pytest', '--version'])).code === 0) return { python: PYTHON };
  const { python, install } = virtualEnvironment(join(PYTEST_SAMPLE, 'requirements.txt'));
  return { python, missing: await install() };
};

test.describe('behaviour W1, W2, W8, W10, R8: tests with a world each @mock @fixture', () => {
  test('in Go over gRPC: parallel tests do not meet, and move clocks of their own @whole', async ({ folder }) => {
    test.setTimeout(GO_LIMIT_MS);
    const sample = join(folder, 'repos.test');
    skipAloud('the Go tests were not run', buildGo('samples/go-test', 'test', '-c', '-o', sample, '.'));
    for (const flags of WAYS) {
      const command = [sample, '-test.v', '-test.parallel=8', '-test.timeout=60s'];
      const trace = join(folder, 'run.har');
      const traced = ['exec', '--trace', trace, ...flags, '--', ...command];
      const { code, stdout, stderr } = await runCommand(traced, {}, RUN_LIMIT_MS);
      expect(code, `${stdout}${stderr}`).toBe(0);
      for (const name of GO_TESTS) expect(stdout).toContain(`--- PASS: Test${name}`);
      expect(TESTS_IN_GO).not.toEqual([]);
      for (const name of TESTS_IN_GO) expect(stdout, 'what the pages show').toContain(`--- PASS: ${name} `);
      await expectReplay(trace);
    }
    const alone = await run(sample, ['-test.run=AnEmptyWorld'], { env: WITHOUT_MOCK });
    expect(alone.code).toBe(1);
    expect(alone.stdout).toContain(SAID_WITHOUT_MOCK);
  });

  test('in Python over REST: two runs at the same time do not meet @whole', async ({ folder }) => {
    test.setTimeout(GO_LIMIT_MS);
    const { python, missing } = await pythonWithPytest();
    skipAloud('the Python tests were not run', missing);
    const pytest = `${python} -m pytest -q -rp --color=no -p no:cacheprovider -p platform_mock.pytest_plugin ${PYTEST_SAMPLE}`;
    for (const flags of WAYS) {
      // Each writes into a file of its own: the outputs of both would be mixed.
      const [one, other] = [join(folder, 'one.txt'), join(folder, 'other.txt')];
      const both = `${pytest} >${one} & first=$!; ${pytest} >${other} && wait $first; status=$?; cat ${one} ${other}; exit $status`;
      const trace = join(folder, 'run.har');
      const traced = ['exec', '--trace', trace, ...flags, '--', 'sh', '-c', both];
      const { code, stdout, stderr } = await runCommand(traced, PYTHON_ENV, RUN_LIMIT_MS);
      expect(code, `${stdout}${stderr}`).toBe(0);
      expect(stdout.match(/\b25 passed/g)).toHaveLength(2);
      expect(TESTS_IN_PYTHON).not.toEqual([]);
      for (const name of TESTS_IN_PYTHON) {
        expect(stdout.match(RegExp(`^PASSED .*::${name}$`, 'gm')), 'what the pages show').toHaveLength(2);
      }
      if (TEST_SIZE === 'whole') await expectReplay(trace);
    }
    const alone = await run('sh', ['-c', pytest], { env: { ...PYTHON_ENV, ...WITHOUT_MOCK } });
    expect(alone.code).toBe(1);
    expect(alone.stdout).toContain(SAID_WITHOUT_MOCK);
  });
});
