import { join } from 'node:path';
import { test } from '../support/folder.ts';
import { buildGo, GO_LIMIT_MS } from '../support/go-module.ts';
import { runCommand } from '../support/own-server.ts';
import { expectReplay } from '../support/replays.ts';
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

/** The samples take two seconds on an idle machine. */
const RUN_LIMIT_MS = 60_000;

test.describe('the sample clients @mock', () => {
  test.describe.configure({ timeout: 4 * RUN_LIMIT_MS });

  for (const [how, flags] of [
    ['', []],
    [' over TLS', ['--tls', 'auto']],
  ] as const) {
    test(`R8: the Node client reads, writes and shows a refused delete${how}, and again as recorded`, async ({
      folder,
    }) => {
      const trace = join(folder, 'run.har');
      const traced = ['exec', '--trace', trace, ...flags, '--', 'node', 'samples/node-client/main.js'];
      const { code, stdout, stderr } = await runCommand(traced, {}, RUN_LIMIT_MS);
      expect(code, stderr).toBe(0);
      expectStory(stdout, 'from-node');
      if (flags.length === 0) expect(await expectReplay(trace)).toBeGreaterThan(3);
    });
  }

  test('R8: the Go client reads, writes and shows a refused delete, and again as recorded @whole', async ({
    folder,
  }) => {
    test.setTimeout(GO_LIMIT_MS);
    const sample = join(folder, 'go-client');
    skipAloud('the Go sample was not run', buildGo('samples/go-client', 'build', '-o', sample, '.'));
    const trace = join(folder, 'run.har');
    const { code, stdout, stderr } = await runCommand(['exec', '--trace', trace, '--', sample], {}, RUN_LIMIT_MS);
    expect(code, stderr).toBe(0);
    expectStory(stdout, 'from-go');
    expect(await expectReplay(trace)).toBeGreaterThan(3);
  });
});
