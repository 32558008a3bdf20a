import { cpSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from '../support/folder.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';
import { mustRun } from './programs.ts';
import { virtualEnvironment } from './virtual-environment.ts';

const PROJECT = resolve(import.meta.dirname, '../..');
const CLIENT = join(import.meta.dirname, 'python');
const LIMIT_MS = 240_000;

/** The environment of the generator. */
const { bin, python, install } = virtualEnvironment(join(CLIENT, 'requirements.txt'));

/** Generates a package from a document into a folder; what the generator has to leave out is a failure. */
const generate = async (document: string, folder: string): Promise<void> => {
  // It formats by a program that it finds on the path.
  const env = { PATH: `${bin}:${process.env.PATH}` };
  const options = ['--meta', 'none', '--fail-on-warning', '--output-path', join(folder, 'platform_api')];
  await mustRun(join(bin, 'openapi-python-client'), ['generate', '--path', join(PROJECT, document), ...options], {
    env,
  });
};

test.describe('a client that openapi-python-client generates', () => {
  test.beforeAll(async () => {
    test.setTimeout(LIMIT_MS);
    skipAloud('no Python client was generated', await install());
  });

  test('clients §7.1: the client of openapi-v1.yaml has everything @whole', async ({ folder }) => {
    test.setTimeout(LIMIT_MS);
    await generate('openapi-v1.yaml', folder);
    await mustRun(python, ['-m', 'compileall', '-q', folder]);
  });

  test('clients §7.1, §7.2: the client of openapi.yaml has everything, and its types are sound @mock @whole', async ({
    folder,
    shared: { target },
  }) => {
    test.setTimeout(LIMIT_MS);
    await generate('openapi.yaml', folder);
    cpSync(CLIENT, folder, { recursive: true });
    await mustRun(join(bin, 'mypy'), ['--no-incremental', 'calls.py', 'platform_api'], { cwd: folder });
    const env = { BASE_URL: target.baseUrl, TOKEN: target.token, ORG_ID: target.orgId, PYTHONDONTWRITEBYTECODE: '1' };
    const printed = await mustRun(python, ['calls.py'], { cwd: folder, env });
    expect(printed).toBe('the generated client works\n');
  });
});
