import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const GO_SAMPLE = 'samples/go-client';
/** A first build compiles all of grpc-go. */
const BUILD_LIMIT_MS = 240_000;

const go = (...args: readonly string[]) =>
  spawnSync('go', args, { cwd: GO_SAMPLE, encoding: 'utf8', timeout: BUILD_LIMIT_MS });

/** Skips a test, and prints the reason to the output of the run, not only to its report. */
const skipAloud = (isSkipped: boolean, why: string): void => {
  if (isSkipped) process.stderr.write(`the Go sample was not run: ${why}\n`);
  test.skip(isSkipped, why);
};

/** The output of both samples: what they read, what they made, and why a delete is refused. */
const expectStory = (stdout: string, name: string): void => {
  expect(stdout).toMatch(/^[1-9]\d* repos/);
  expect(stdout).toContain(`created ${name}\n`);
  expect(stdout).toMatch(
    /^(?:FAILED_PRECONDITION|FailedPrecondition): Precondition failed: cannot delete group with /m,
  );
  expect(stdout).toMatch(/^google\.rpc\.ErrorInfo .*FAILED_PRECONDITION/m);
  expect(stdout).toMatch(/^google\.rpc\.PreconditionFailure .*RESOURCE_NOT_EMPTY/m);
};

test.describe('the sample clients @mock', () => {
  for (const [how, flags] of [
    ['', []],
    [' over TLS', ['--tls', 'auto']],
  ] as const) {
    test(`the Node client reads, writes and shows a refused delete${how}`, async () => {
      const { code, stdout, stderr } = await runCommand([
        'exec',
        ...flags,
        '--',
        'node',
        'samples/node-client/main.js',
      ]);
      expect(code, stderr).toBe(0);
      expectStory(stdout, 'from-node');
    });
  }

  test('the Go client reads, writes and shows a refused delete', async ({ folder }) => {
    test.setTimeout(BUILD_LIMIT_MS);
    skipAloud(go('version').error !== undefined, 'there is no Go here');
    const modules = go('mod', 'download');
    skipAloud(modules.status !== 0, `its modules cannot be had here: ${modules.stderr}`);
    const sample = join(folder, 'go-client');
    const built = go('build', '-o', sample, '.');
    expect(built.status, built.stderr).toBe(0);
    const { code, stdout, stderr } = await runCommand(['exec', '--', sample]);
    expect(code, stderr).toBe(0);
    expectStory(stdout, 'from-go');
  });
});
