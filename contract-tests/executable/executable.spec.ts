import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { run } from '../clients/programs.ts';
import { test as base } from '../support/folder.ts';
import { commandLine, plainEnvironment, type Ready, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';

/** The executable under another name in a folder where nothing else is, and the environment of a machine without a Node. */
interface Moved {
  readonly program: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** The folders that must be empty at the end. */
  readonly watched: readonly string[];
}

const test = base.extend<{ readonly moved: Moved }>({
  moved: async ({ folder }, use) => {
    const [home, cwd, temporary] = ['home', 'cwd', 'tmp'].map((name) => join(folder, name)) as [string, string, string];
    for (const each of [home, cwd, temporary]) await mkdir(each);
    const program = join(home, 'stand-in');
    await copyFile(commandLine()[0], program);
    await chmod(program, 0o555);
    await chmod(home, 0o555);
    await use({ program, cwd, env: { PATH: home, TMPDIR: temporary, HOME: home }, watched: [home, cwd, temporary] });
    await chmod(home, 0o755);
  },
});

/** The files that a page loads by a path of the mock. */
const partsOf = (html: string): readonly string[] =>
  [...html.matchAll(/\b(?:src|href)="(\/[^"]*\.(?:js|css|png))"/g)].map(([, path = '']) => path);

const ready = async (child: ChildProcess): Promise<Ready> => {
  if (!child.stdout) throw new Error('the server has no output');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return JSON.parse(line) as Ready;
};

test('I1: it serves pages, documents and fixtures from itself, from any folder and under any name', async ({
  moved,
}) => {
  const { program, cwd, env, watched } = moved;
  const server = spawn(program, ['serve', '--port', '0', '--json', '--fixture', 'hierarchy'], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const { url, token } = await ready(server);
    const get = async (path: string): Promise<string> => {
      const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer.text();
    };
    const parts = new Set((await Promise.all(['/', '/docs', '/docs/control'].map(get))).flatMap(partsOf));
    expect(parts.size).toBeGreaterThan(3);
    for (const path of parts) expect((await get(path)).length, path).toBeGreaterThan(500);
    const emitted = await readFile('openapi.yaml', 'utf8');
    expect(await get('/openapi.yaml')).toBe(emitted.replace('http://127.0.0.1:8484', url));
    expect(JSON.parse(await get('/iam/v2/groups')).totalCount).not.toBe('0');
    expect(JSON.parse(await get('/_mock/v1/info')).version).toBe(
      JSON.parse(await readFile('package.json', 'utf8')).version,
    );
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toEqual([0, null]);
  expect(await Promise.all(watched.map((each) => readdir(each)))).toEqual([['stand-in'], [], []]);
});

test('I1: its commands read what they need from itself, and its errors have the name of the command', async ({
  moved: { program, cwd, env },
}) => {
  const own = join(cwd, 'own.yaml');
  await writeFile(own, 'groups:\n  - name: own.example.com\n');
  const at = { cwd, env: plainEnvironment(env) };
  const [validated, proto, fixture, flag] = await Promise.all([
    run(program, ['fixture', 'validate', own, 'hierarchy'], at),
    run(program, ['proto', '--out', 'proto'], at),
    run(program, ['serve', '--port', '0', '--fixture', 'kangaroo'], at),
    run(program, ['serve', '--bogus'], at),
  ]);
  expect(validated).toEqual({ code: 0, stdout: `${own}: ok\nhierarchy: ok\n`, stderr: '' });
  expect(proto.code).toBe(0);
  for (const path of ['chainguard/platform/iam/v2/iam.proto', 'google/rpc/status.proto'])
    expect(await readFile(join(cwd, 'proto', path), 'utf8'), path).toContain('syntax = "proto3"');
  const shipped = (await readdir('fixtures')).map((name) => name.replace('.yaml', '')).sort();
  const reason = `kangaroo: no fixture has this name, there are ${shipped.join(', ')}`;
  expect([fixture.code, fixture.stderr]).toEqual([4, `platform-mock: ${reason}\n`]);
  expect([flag.code, flag.stderr]).toEqual([
    2,
    'platform-mock: there is no option "--bogus", --help lists those there are\n',
  ]);
});

test('I1: a command under exec --as loads what leads it to the mock, which is gone after it', async ({ folder }) => {
  const script = "fetch('https://api.test/ping/v2/ping').then(async (answer) => console.log(await answer.text()))";
  const { code, stdout, stderr } = await runCommand(
    ['exec', '--as', 'api.test', '--', process.execPath, '-e', script],
    { TMPDIR: folder },
  );
  expect([code, stdout, stderr]).toEqual([0, '{"response":"pong"}\n', '']);
  expect(await readdir(folder)).toEqual([]);
});

/** The Node that runs this is the one that the executable was made of. */
const MAJOR = Number.parseInt(process.versions.node, 10);

for (const [what, options] of [
  ['a flag that its Node does not know', '--no-such-flag'],
  ['a module that is not there', '--require ./no-such-module.cjs'],
] as const) {
  test(`I2: NODE_OPTIONS with ${what} does not reach it, but for one that was made with Node 20`, async () => {
    const { code, stdout, stderr } = await runCommand(['--version'], { NODE_OPTIONS: options });
    if (MAJOR >= 22) expect([code, stdout, stderr]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/), '']);
    else expect([code, stdout, stderr]).toEqual([expect.any(Number), '', expect.stringContaining(options.slice(-12))]);
  });
}

test('I2: the command of exec has NODE_OPTIONS as it is', async () => {
  const given = { NODE_OPTIONS: '--max-old-space-size=300' };
  const print = 'console.log(process.env.NODE_OPTIONS)';
  const { code, stdout } = await runCommand(['exec', '--', process.execPath, '-e', print], given);
  expect([code, stdout]).toEqual([0, `${given.NODE_OPTIONS}\n`]);
});
