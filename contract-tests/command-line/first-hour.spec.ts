import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { commandLine, isExecutable, plainEnvironment, runCommand, startOwnServer } from '../support/own-server.ts';
import { expect, test as plain } from '../support/test.ts';

const isStackless = (text: string): void => expect(text).not.toMatch(/\n\s+at /);

test.describe('M6: --init-dir @mock', () => {
  test('a folder that is missing, is a file or holds no fixture exits 4 and names it', async ({ folder }) => {
    const [file, bare, other] = [join(folder, 'file'), join(folder, 'bare'), join(folder, 'other')];
    await writeFile(file, '');
    await Promise.all([bare, other].map((path) => mkdir(path)));
    await writeFile(join(other, 'default.yaml.txt'), 'groups: []\n');
    for (const [path, reason] of [
      [join(folder, 'missing'), 'there is no such file or folder'],
      [file, 'is no folder'],
      [bare, 'holds no fixture'],
      [other, 'holds no fixture'],
    ] as const) {
      const { code, stdout, stderr } = await runHere(['serve', '--port', '0', '--init-dir', path]);
      expect([code, stdout], path).toEqual([4, '']);
      expect(stderr).toContain(`${path}: ${reason}`);
      isStackless(stderr);
    }
    const { code } = await runCommand(['exec', '--', 'true'], { PLATFORM_MOCK_INIT_DIR: bare });
    expect(code).toBe(4);
  });

  test('a folder that says it may be empty starts the default fixture', async ({ folder }) => {
    await writeFile(join(folder, '.may-be-empty'), '');
    const { stop, ready } = await startOwnServer(['--init-dir', folder]);
    await stop();
    expect(ready.orgId).toMatch(/^[0-9a-f]{40}$/);
  });
});

test('M6: an empty fixture file exits 4, also in a folder of them @mock', async ({ folder }) => {
  const file = join(folder, 'empty.yaml');
  await writeFile(file, '# nothing yet\n');
  for (const args of [
    ['serve', '--port', '0', '--fixture', file],
    ['serve', '--port', '0', '--init-dir', folder],
    ['fixture', 'validate', file],
  ]) {
    const { code, stderr } = await runHere(args);
    expect([code, stderr], args.join(' ')).toEqual([4, expect.stringContaining('empty.yaml:1:1: is empty')]);
  }
});

for (const [word, says] of [
  ['serv', 'did you mean "serve"?'],
  ['tokn', 'did you mean "token"?'],
  ['kangaroo', 'there are help, serve, exec'],
] as const) {
  test(`the command ${word} exits 2 and says which there are @mock`, async () => {
    const { code, stdout, stderr } = await runHere([word]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`${stderr.split('\n')[0]}\n`);
    expect(stderr).toContain(`there is no command "${word}", ${says}`);
    expect(stderr).not.toContain('too many arguments');
  });
}

test('M6: exec of a command that is missing says so @mock', async () => {
  for (const [word, name] of [
    ['no-such-command-here', 'no-such-command-here'],
    ['', '""'],
  ] as const) {
    const { code, stderr } = await runCommand(['exec', '--', word]);
    expect([code, stderr]).toEqual([127, `platform-mock: ${name}: there is no such command\n`]);
  }
});

test('the help of a command has its own flags and defaults @mock', async () => {
  const [exec, serve, health, token] = await Promise.all(
    ['exec', 'serve', 'health', 'token'].map(async (name) =>
      (await runCommand([name, '--help'])).stdout.replaceAll(/\s+/g, ' '),
    ),
  );
  expect(exec).toMatch(/--port <port> [^-]*default: a free one,/);
  expect(exec).not.toContain('8484');
  expect(serve).toMatch(/--port <port> [^-]*default: 8484,/);
  for (const text of [health, token]) {
    expect(text).toMatch(/--port <port>\s+port that the mock listens on \(default: 8484/);
    expect(text).not.toMatch(/takes a free one|made at the start|address to listen on|temporary file/);
  }
  expect(health).toContain('--wait <duration>');
  expect(token).not.toContain('--wait');
});

for (const args of [['openapi'], ['proto'], ['fixture', 'schema']] as const) {
  const share = args[0] === 'proto' ? '' : ' @whole';
  test(`${args.join(' ')} into a reader that has read enough ends without a word @mock${share}`, async () => {
    const child = spawn(...commandLine(...args), { env: plainEnvironment() });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk;
    });
    const closed = once(child, 'exit');
    // Nobody reads a byte: the pipe is closed before the document is written.
    child.stdout.destroy();
    const [code] = await closed;
    expect([code, stderr]).toEqual([0, '']);
  });
}

test('M6: on a Node that is too old it says which is needed, in one sentence @mock', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.19.0' } });";
  test.skip(isExecutable, 'the executable has a Node of its own');
  const [, entry] = process.env.MOCK_ENTRY === undefined ? ['', ['--import', 'tsx', 'src/entry.ts']] : commandLine();
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(old)}`, ...entry], {
    env: plainEnvironment(),
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toBe('platform-mock needs Node 20.19, 22.12 or later, and this is Node 18.19.0\n');
});

plain.describe('health --wait @mock', () => {
  plain('is 0 as soon as a mock that starts later is ready', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as { readonly port: number };
    holder.close();
    await once(holder, 'close');
    const waiting = runCommand(['health', '--port', String(port), '--wait', '30s']);
    const { stop } = await startOwnServer(['--port', String(port)]);
    const { code, stdout } = await waiting;
    await stop();
    expect([code, stdout]).toEqual([0, 'ready\n']);
  });

  plain('is 124 when none is ready in time, and 2 for what is no time', async () => {
    const { code, stderr } = await runCommand(['health', '--port', '9', '--wait', '1s']);
    expect([code, stderr]).toEqual([124, expect.stringMatching(/^platform-mock: not ready after 1 s: /)]);
    isStackless(stderr);
    expect((await runHere(['health', '--wait', 'soon'])).code).toBe(2);
  });
});

test('S15: the control plane names the token that it needs, and its variable, to a caller with a token of the API @mock', async ({
  serverHere,
}) => {
  const { ready, api } = await serverHere('--control-token', 'open-sesame');
  for (const authorization of [`Bearer ${ready.token}`, undefined, 'Basic x']) {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await fetch(`${api.connection.baseUrl}/_mock/v1/info`, { headers });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toMatch(
      /the control plane takes the control token \(PLATFORM_MOCK_CONTROL_TOKEN\), .*--control-token/,
    );
  }
});
