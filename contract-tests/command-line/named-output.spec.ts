import { execFile, execFileSync } from 'node:child_process';
import { lstat, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test as withFolder } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

/** The commands that replace a file as a whole, without its name. */
const COMMANDS: readonly (readonly string[])[] = [
  ['snapshot', 'save', 'b', '--overwrite', '--out'],
  ['snapshot', 'export', 'a', '--out'],
  ['coverage', '--out'],
  ['trace', 'save', '--out'],
];

const PLACES = {
  'a link to a file': async (path: string) => {
    await writeFile(`${path}-behind`, 'before');
    await symlink(`${path}-behind`, path);
  },
  'a link to no file yet': (path: string) => symlink(`${path}-behind`, path),
  // Like a device such as /dev/stdout, it has no contents to replace.
  'a pipe': async (path: string) => void execFileSync('mkfifo', [path]),
};

withFolder.describe('the place that a file is written to @mock', () => {
  withFolder.skip(process.platform === 'win32', 'needs links and pipes');

  for (const [what, make] of Object.entries(PLACES)) {
    withFolder(`M28: ${what} stays one`, async ({ folder, ownServer }) => {
      const { api, ready } = await ownServer();
      await steer(api, 'PUT', 'snapshots/a');
      const runs = COMMANDS.map((words) => [...words, 'FILE', '--url', ready.url]);
      for (const [nth, words] of [...runs, ['exec', '--trace', 'FILE', '--', 'true']].entries()) {
        const path = join(folder, `${nth}.out`);
        await make(path);
        const kind = (await lstat(path)).mode;
        const [written, { code, stderr }] = await Promise.all([
          what === 'a pipe' ? readFile(path, 'utf8') : undefined,
          runCommand(words.map((word) => (word === 'FILE' ? path : word))),
        ]);
        expect([code, stderr.replaceAll(/wrote .*/g, '')], words.join(' ')).toEqual([
          0,
          expect.not.stringMatching(/cannot/),
        ]);
        expect((await lstat(path)).mode, words.join(' ')).toBe(kind);
        expect((written ?? (await readFile(path, 'utf8'))).length, words.join(' ')).toBeGreaterThan(100);
      }
    });
  }

  for (const pipeline of ['"$@" | cat', '"$@" > OUT && cat OUT', 'echo {} > OUT && "$@" >> OUT && sed 1d OUT']) {
    withFolder(`M28: standard output by its name has the file only: ${pipeline}`, async ({ folder, ownServer }) => {
      const { api, ready } = await ownServer();
      await steer(api, 'PUT', 'snapshots/a');
      for (const words of COMMANDS) {
        const [program, args] = commandLine(...words, '/dev/stdout', '--url', ready.url);
        const shell = ['-c', pipeline.replaceAll('OUT', join(folder, 'all.out')), 'sh', program, ...args];
        const { stdout, stderr } = await promisify(execFile)('sh', shell, { env: plainEnvironment() });
        expect([stdout.length > 100, stdout.includes('wrote ')], words.join(' ')).toEqual([true, false]);
        expect(stderr, words.join(' ')).toMatch(/^(?:saved b: .*\n)?wrote \/dev\/stdout\n$/);
      }
    });
  }
});
