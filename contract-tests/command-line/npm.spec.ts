import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { test } from '../support/folder.ts';
import { plainEnvironment, type Ready } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { writeProgram } from '../support/written-program.ts';

/** A folder in which npx finds the command, and whose scripts use it. */
const install = async (folder: string): Promise<void> => {
  const bin = join(folder, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  await writeProgram(join(bin, 'platform-mock'));
  const scripts = { mock: 'platform-mock serve --port 0 --json', kept: 'platform-mock serve --port 0 --json &' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'user', version: '1.0.0', scripts }));
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Starts npm or npx as the leader of a group, as a shell does, and waits for the server's ready line. */
const started = async (cwd: string, [program = '', ...args]: readonly string[]) => {
  const env = plainEnvironment({ PLATFORM_MOCK_PORT: '0', PLATFORM_MOCK_JSON: '1' });
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stderr.resume();
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) return { child, ready: JSON.parse(line) as Ready };
  }
  throw new Error(`${program} ${args.join(' ')} ended without a server`);
};

const WAYS: readonly (readonly [what: string, signal: NodeJS.Signals, whom: 'npm' | 'group'])[] = [
  ['kill of its process', 'SIGTERM', 'npm'],
  ['Ctrl-C', 'SIGINT', 'group'],
  ['the end of the terminal', 'SIGHUP', 'group'],
];

const COMMANDS: readonly (readonly [what: string, command: readonly string[], own: boolean])[] = [
  ['npm start', ['npm', 'start'], true],
  ['npx platform-mock', ['npx', '--no-install', 'platform-mock', 'serve'], false],
  ['a script of npm', ['npm', 'run', 'mock'], false],
];

const USUAL: ReadonlySet<string> = new Set(['npm start SIGINT', 'npx platform-mock SIGTERM']);

for (const [what, command, isOwn] of COMMANDS) {
  for (const [way, signal, whom] of WAYS) {
    // The signals differ in npm, not in what it runs: one each.
    const share = USUAL.has(`${what} ${signal}`) ? '' : ' @whole';
    test(`M7: ${what} ends by ${way} @mock${share}`, async ({ folder }) => {
      await install(folder);
      const { child, ready } = await started(isOwn ? process.cwd() : folder, command);
      try {
        expect(isRunning(ready.pid)).toBe(true);
        process.kill(whom === 'npm' ? Number(child.pid) : -Number(child.pid), signal);
        while (isRunning(ready.pid)) await pause(50);
        await expect(fetch(`${ready.url}/ping/v2/ping`)).rejects.toThrow();
      } finally {
        if (isRunning(ready.pid)) process.kill(ready.pid, 'SIGKILL');
      }
    });
  }
}

test('M7: npm start that is killed while the mock starts leaves nothing behind @mock @whole', async ({ folder }) => {
  // Killed before this, npm may not have a process yet that it could end.
  const says = join(folder, 'says.cjs');
  await writeFile(says, "if (process.env.NPM_PID) process.stdout.write('the process of the mock has started\\n');\n");
  for (const millis of [0, 100, 300, 700]) {
    const env = plainEnvironment({ PLATFORM_MOCK_PORT: '0', NODE_OPTIONS: `--require=${says}` });
    const child = spawn('npm', ['start'], { env, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const group = -Number(child.pid);
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        if (line === 'the process of the mock has started') break;
      }
      await pause(millis);
      // SIGKILL is the one that npm cannot pass on.
      child.kill(millis === 0 ? 'SIGKILL' : 'SIGTERM');
      while (isRunning(group)) await pause(50);
    } finally {
      if (isRunning(group)) process.kill(group, 'SIGKILL');
    }
  }
});

test('M7: a script of npm that leaves it in the background leaves it running @mock', async ({ folder }) => {
  await install(folder);
  const { child, ready } = await started(folder, ['npm', 'run', 'kept']);
  try {
    if (child.exitCode === null) await once(child, 'exit');
    // Longer than the parent is looked for.
    await pause(1_000);
    expect((await fetch(`${ready.url}/ping/v2/ping`)).status).toBe(200);
  } finally {
    process.kill(ready.pid, 'SIGKILL');
  }
});
