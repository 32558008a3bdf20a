import { join } from 'node:path';
import { test } from '../support/folder.ts';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect } from '../support/test.ts';

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
    test.setTimeout(GO_LIMIT_MS);
    const sample = join(folder, 'go-client');
    skipAloud('the Go sample was not run', buildGo('samples/go-client', 'build', '-o', sample, '.'));
    const { code, stdout, stderr } = await runCommand(['exec', '--', sample]);
    expect(code, stderr).toBe(0);
    expectStory(stdout, 'from-go');
  });
});
