import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from '../support/folder.ts';
import { expect } from '../support/test.ts';
import { mustRun, run } from './programs.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const CLIENT = join(import.meta.dirname, 'python');
const REQUIREMENTS = join(CLIENT, 'requirements.txt');
const LIMIT_MS = 240_000;

/** Where the generator is kept from run to run, outside of the project; another list of packages has another place. */
const environment = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
  'platform-mock',
  `python-${createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)}`,
);
const INSTALLED = join(environment, 'installed');
const BIN = join(environment, process.platform === 'win32' ? 'Scripts' : 'bin');

/** Installs the generator where it is not there yet; the answer is what is in the way, if anything. */
const install = async (): Promise<string | undefined> => {
  if (existsSync(INSTALLED)) return undefined;
  const python = process.platform === 'win32' ? 'python' : 'python3';
  const { code, stdout } = await run(python, ['-c', 'import sys; print(sys.version_info >= (3, 10))']);
  if (code !== 0) return 'there is no Python here';
  if (stdout.trim() !== 'True') return 'its generator needs Python 3.10';
  rmSync(environment, { recursive: true, force: true });
  const made = await run(python, ['-m', 'venv', environment]);
  if (made.code !== 0) return `there is no venv here: ${made.stdout}${made.stderr}`;
  const quick = ['--quiet', '--disable-pip-version-check', '--no-input', '--retries', '0', '--timeout', '20'];
  const pip = await run(join(BIN, 'python'), ['-m', 'pip', 'install', ...quick, '--requirement', REQUIREMENTS]);
  if (pip.code !== 0) return `its packages cannot be had here: ${pip.stderr}`;
  writeFileSync(INSTALLED, '');
  return undefined;
};

/** Generates a package from a document into a folder; what the generator has to leave out is a failure. */
const generate = async (document: string, folder: string): Promise<void> => {
  // It formats by a program that it finds on the path.
  const env = { PATH: `${BIN}:${process.env.PATH}` };
  const options = ['--meta', 'none', '--fail-on-warning', '--output-path', join(folder, 'platform_api')];
  await mustRun(join(BIN, 'openapi-python-client'), ['generate', '--path', join(PROJECT, document), ...options], {
    env,
  });
};

test.describe('a client that openapi-python-client generates', () => {
  test.beforeAll(async () => {
    test.setTimeout(LIMIT_MS);
    const missing = await install();
    // Said where the run is read, and not only in its report.
    if (missing !== undefined) process.stderr.write(`no Python client was generated: ${missing}\n`);
    test.skip(missing !== undefined, missing);
  });

  test('clients §7.1: that of openapi-v1.yaml has everything', async ({ folder }) => {
    test.setTimeout(LIMIT_MS);
    await generate('openapi-v1.yaml', folder);
    await mustRun(join(BIN, 'python'), ['-m', 'compileall', '-q', folder]);
  });

  test('clients §7.1, §7.2: that of openapi.yaml has everything, and its types are sound @mock', async ({
    folder,
    shared: { target },
  }) => {
    test.setTimeout(LIMIT_MS);
    await generate('openapi.yaml', folder);
    cpSync(CLIENT, folder, { recursive: true });
    await mustRun(join(BIN, 'mypy'), ['--no-incremental', 'calls.py', 'platform_api'], { cwd: folder });
    const env = { BASE_URL: target.baseUrl, TOKEN: target.token, ORG_ID: target.orgId, PYTHONDONTWRITEBYTECODE: '1' };
    const printed = await mustRun(join(BIN, 'python'), ['calls.py'], { cwd: folder, env });
    expect(printed).toBe('the generated client works\n');
  });
});
