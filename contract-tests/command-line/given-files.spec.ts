import { execFileSync, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { commandLine, plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

const SERVE = ['serve', '--port', '0'];
// Nothing is asked of it: files are read first.
const NOBODY = ['--url', 'https://nobody.invalid'];
const EXEC = ['--', 'true'];

/** The flags and arguments that name a file which is read, and the exit status if it cannot be. */
const READERS: readonly (readonly [words: (file: string) => readonly string[], status: number])[] = [
  [(file) => [...SERVE, '--fixture', file], 4],
  [(file) => [...SERVE, '--snapshot', file], 4],
  [(file) => [...SERVE, '--data', file], 1],
  [(file) => [...SERVE, '--signing-key', file], 2],
  [(file) => [...SERVE, '--sink-ca', file], 2],
  [(file) => [...SERVE, '--trust', `https://a.test=${file}`], 2],
  [(file) => [...SERVE, '--tls', `${file},${file}`], 2],
  [(file) => [...SERVE, '--database', `postgres://a.test/b?sslrootcert=${file}`, '--control-token', 'a'], 2],
  [(file) => ['exec', '--fixture', file, ...EXEC], 4],
  [(file) => ['exec', '--signing-key', file, ...EXEC], 2],
  [(file) => ['probe', '--fixture', file, ...EXEC], 4],
  [(file) => ['probe', '--accept', file, ...EXEC], 2],
  [(file) => ['fixture', 'validate', file], 4],
  [(file) => ['fixture', 'apply', ...NOBODY, file], 4],
  [(file) => ['world', 'create', ...NOBODY, '--from', `fixture:${file}`], 1],
  [(file) => ['snapshot', 'restore', ...NOBODY, file], 4],
  [(file) => ['fault', 'set', ...NOBODY, file], 2],
  [(file) => ['health', ...NOBODY, '--tls-ca-file', file], 2],
  [(file) => ['coverage', 'merge', file], 1],
  [(file) => ['trace', 'show', file], 2],
  [(file) => ['trace', 'replay', file], 2],
  [(file) => ['trace', 'diff', file, file], 2],
  [(file) => ['verify', '--har', file], 2],
  [(file) => ['verify', '--against', file], 2],
  [(file) => ['drift', '--document', file], 2],
  [(file) => ['drift', '--document', 'http://127.0.0.1:1', '--accept', file], 2],
  [(file) => ['data', 'check', file], 1],
];

/** Makes what is no file, at a path; returns how to remove it. */
type Make = (path: string) => Promise<() => void>;

const makeSocket: Make = async (path) => {
  const server = createServer().listen(path);
  await new Promise((resolve) => server.once('listening', resolve));
  return () => server.close();
};

/** What is no file, how it is made unless it is there, and what is said of it. */
const KINDS: readonly (readonly [kind: string, make: Make | undefined, says: string])[] = [
  ['a device', undefined, 'is a device'],
  ['a socket', makeSocket, 'is a socket'],
  [
    'a pipe without a writer',
    async (path) => {
      execFileSync('mkfifo', [path]);
      return () => {};
    },
    'is a pipe that nothing writes into',
  ],
];

test.describe('M31: files that are read @mock', () => {
  for (const [kind, make, says] of KINDS) {
    for (const [words, status] of READERS) {
      // A device has no ending of a fixture.
      if (!make && words('').includes('fixture:')) continue;
      test(`M31: ${kind} ends ${words('FILE.json').join(' ')} with one line`, async ({ folder }) => {
        const file = make ? join(folder, 'a.json') : '/dev/zero';
        const remove = await make?.(file);
        const { code, stdout, stderr } = await runHere(words(file)).finally(remove);
        // The run of verify is printed first.
        expect([code, stdout.replace(/^run .*\n/, '')]).toEqual([status, '']);
        expect(stderr).toMatch(/^platform-mock: [^\n]+\n$/);
        expect(stderr).toContain(file);
        expect(stderr).toContain(words(file).includes('--data') || words(file)[0] === 'data' ? 'is no file' : says);
      });
    }
  }

  test('M31: a member of --init-dir that is a pipe without a writer is refused by its name', async ({ folder }) => {
    execFileSync('mkfifo', [join(folder, 'a.yaml')]);
    const { code, stderr } = await runHere([...SERVE, '--init-dir', folder]);
    expect([code, stderr]).toEqual([4, `platform-mock: ${folder}/a.yaml: is a pipe that nothing writes into\n`]);
  });

  test('M31: a mock that waits for the writer of a pipe ends by a signal', async ({ folder }) => {
    const file = join(folder, 'a.yaml');
    execFileSync('mkfifo', [file]);
    const writer = spawn('sh', ['-c', `exec sleep 60 > '${file}'`]);
    const child = spawn(...commandLine(...SERVE, '--fixture', file), { env: plainEnvironment() });
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect([child.exitCode, child.kill('SIGTERM')]).toEqual([null, true]);
    writer.kill();
    await ended;
  });

  for (const [what, words, text, says] of [
    ['fixture validate', (file: string) => ['fixture', 'validate', file], 'groups:\n  - name: a\n', /: ok/],
    ['--fixture', (file: string) => ['exec', '--fixture', file, '--', 'echo', 'ran'], 'groups:\n  - name: a\n', /^ran/],
  ] as const) {
    test(`M31: ${what} reads a pipe to its end, from a writer that begins late and rests`, async ({ folder }) => {
      const file = join(folder, 'a.yaml');
      execFileSync('mkfifo', [file]);
      const [first, rest] = [text.slice(0, 5), text.slice(5)];
      const script = `sleep 0.4; exec > '${file}'; sleep 0.3; printf %s "$1"; sleep 0.3; printf %s "$2"`;
      spawn('sh', ['-c', script, 'sh', first, rest]);
      const { code, stdout, stderr } = await runCommand(words(file));
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(says);
    });
  }

  test('M31: bash hands texts by <(…), and a snapshot of many pipes by /dev/stdin', async ({ folder }) => {
    const [program, args] = commandLine();
    const mock = [program, ...args].map((word) => `'${word}'`).join(' ');
    await writeFile(join(folder, 'a.yaml'), 'groups:\n  - name: ACME\n');
    const script = `
      ${mock} exec --fixture <(sed s/ACME/piped/ '${folder}/a.yaml') -- ${mock} snapshot save one --out '${folder}/one.json' &&
      cat '${folder}/one.json' | ${mock} exec --snapshot /dev/stdin -- ${mock} snapshot save two --out '${folder}/two.json' &&
      grep -c piped '${folder}/two.json'`;
    const bash = spawn('bash', ['-c', script], { env: plainEnvironment() });
    let said = '';
    for (const stream of [bash.stdout, bash.stderr]) stream.on('data', (piece) => (said += piece));
    const code = await new Promise((resolve) => bash.once('exit', resolve));
    expect([code, said]).toEqual([0, expect.stringMatching(/\n1\n$/)]);
  });
});
