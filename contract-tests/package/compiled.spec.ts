import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { plainEnvironment } from '../support/own-server.ts';
import { expect, test } from './user-folder.ts';

const COMPILED = /^command-line-.*\.bin$/;

const LIBRARY = `require('platform-mock').startMock().then((mock) => mock.close());`;

/** Runs a program of this Node in a folder to its end; its output on stderr, and its exit code. */
const runNode = async (cwd: string, args: readonly string[]): Promise<readonly [stderr: string, code: number]> => {
  const child = spawn(process.execPath, args, { cwd, env: plainEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] });
  const closed = once(child, 'close');
  const stderr = await text(child.stderr);
  const [code] = (await closed) as [number];
  return [stderr, code];
};

const SILENT = ['', 0] as const;

const MAIN = 'node_modules/platform-mock/dist/main.cjs';
const START = [MAIN, 'exec', '--', 'true'];

/** What is run in the folder of a package without compiled code, or with another file of its name. */
interface Case {
  readonly runs: readonly (readonly string[])[];
  /** What is at the place of the compiled code before. */
  readonly before?: 'torn' | 'damaged' | 'folder';
  readonly isMade: boolean;
}

const CASES: Readonly<Record<string, Case>> = {
  'by a command that starts a mock': { runs: [START], isMade: true },
  'by one of several commands at once': { runs: [START, START, START], isMade: true },
  'by a program that starts a mock': { runs: [['-e', LIBRARY]], isMade: true },
  'in place of a torn one': { runs: [START], before: 'torn', isMade: true },
  'in place of a damaged one': { runs: [START], before: 'damaged', isMade: true },
  'by no command that starts none': { runs: [[MAIN, '--version']], isMade: false },
  'where it can be written only': { runs: [START, ['-e', LIBRARY]], before: 'folder', isMade: false },
};

test.describe('the compiled code of a Node that the build did not know @mock', () => {
  for (const [how, { runs, before, isMade }] of Object.entries(CASES)) {
    test(`M29: it is made ${how}`, async ({ user }) => {
      const folder = join(user, `compiled-${how.replaceAll(/\W+/g, '-')}`);
      const dist = join(folder, 'node_modules/platform-mock/dist');
      await mkdir(folder);
      await cp(join(user, 'node_modules/platform-mock'), join(dist, '..'), { recursive: true });
      const names = (await readdir(dist)).sort();
      const compiled = join(dist, String(names.find((name) => COMPILED.test(name))));
      const whole = await readFile(compiled);
      await rm(compiled);
      if (before === 'torn') await writeFile(compiled, whole.subarray(0, whole.length / 2));
      if (before === 'damaged') await writeFile(compiled, Buffer.from(whole).fill(0xa5, whole.length / 2));
      if (before === 'folder') await mkdir(compiled);

      const ended = await Promise.all(runs.map((run) => runNode(folder, run)));
      expect(ended).toEqual(runs.map(() => SILENT));
      // Nothing else is left, such as a part of it.
      const expected = isMade || before ? names : names.filter((name) => !COMPILED.test(name));
      expect((await readdir(dist)).sort()).toEqual(expected);
      if (!isMade) return;
      const { ino, size } = await stat(compiled);
      expect(size).toBeGreaterThan(whole.length / 2);
      for (const run of [START, ['-e', LIBRARY]]) expect(await runNode(folder, run)).toEqual(SILENT);
      expect((await stat(compiled)).ino, 'it is not made again').toBe(ino);
    });
  }

  test('M29: it is made by a mock that is killed once it has run for a while', async ({ user }) => {
    const dist = join(user, 'compiled-killed/dist');
    await cp(join(user, 'node_modules/platform-mock'), join(dist, '..'), { recursive: true });
    const compiled = join(dist, String((await readdir(dist)).find((name) => COMPILED.test(name))));
    await rm(compiled);
    const child = spawn(process.execPath, [join(dist, 'main.cjs'), 'serve', '--port', '0'], {
      env: plainEnvironment(),
      stdio: 'ignore',
    });
    const gone = once(child, 'close');
    try {
      await expect.poll(() => stat(compiled).catch(() => undefined), { timeout: 20_000 }).toBeTruthy();
    } finally {
      child.kill('SIGKILL');
      await gone;
    }
  });
});
