import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { commandLine, plainEnvironment, type Ready, runCommand } from '../support/own-server.ts';
import { skipAloud } from '../support/skip-aloud.ts';
import { expect, test } from '../support/test.ts';

test.describe('M8: the ready line of exec @mock', () => {
  const script = 'console.log(JSON.stringify(process.env)); console.error("of the command");';
  const command = ['--', process.execPath, '-e', script];

  test('M8: exec --json prints its line on stderr, before the command, whose output is its own', async () => {
    const { code, stdout, stderr } = await runCommand(['exec', '--json', '--control-token', 'steer', ...command]);
    const [line = '', ...rest] = stderr.trimEnd().split('\n');
    const ready = JSON.parse(line) as Ready;
    expect([code, rest]).toEqual([0, ['of the command']]);
    expect(Object.keys(ready)).toEqual(['url', 'localUrl', 'token', 'orgId', 'issuer', 'controlToken', 'pid']);
    expect(JSON.parse(stdout)).toMatchObject({
      PLATFORM_API_URL: ready.url,
      PLATFORM_TOKEN: ready.token,
      PLATFORM_ORG_ID: ready.orgId,
      PLATFORM_ISSUER: ready.issuer,
      PLATFORM_MOCK_CONTROL_TOKEN: ready.controlToken,
    });
    expect(line).toBe(JSON.stringify(ready));
  });

  test('M8: without --json exec prints nothing', async () => {
    const { stderr } = await runCommand(['exec', ...command]);
    expect(stderr).toBe('of the command\n');
  });
});

/** Begins a command that names its mock, its parent and itself, and goes on until it is ended or that parent has gone. */
const BEGIN = `
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || process.exit(), 250);
  console.log([process.env.PLATFORM_API_URL, parent, process.pid].join(" "));`;

/**
 * A command that says which signals it gets. SIGUSR2 ends it with 40 and the number of SIGINT, once its output was read:
 * a terminal may lose what a command writes last.
 */
const LISTENING = `
  let interrupts = 0;
  process.on("SIGINT", () => console.log("SIGINT " + ++interrupts));
  process.on("SIGTERM", () => console.log("SIGTERM"));
  process.on("SIGUSR2", () => process.exit(40 + interrupts));
  ${BEGIN}`;

test.describe('M10: signals reach the command of exec @mock', () => {
  const started = new Set<ChildProcess>();

  test.afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
    started.clear();
  });

  /** Runs a program until its first line; `next` is each further one, and undefined once it has ended. */
  const running = async (program: string, args: readonly string[]) => {
    const child = spawn(program, args, { env: plainEnvironment(), stdio: ['pipe', 'pipe', 'inherit'] });
    started.add(child);
    const ended = once(child, 'exit');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async () => ((await lines.next()) as { readonly value?: string }).value;
    const [url = '', pid, command] = (await next())?.split(' ') ?? [];
    return { child, next, ended, url, pid: Number(pid), command: Number(command) };
  };

  const exec = (script: string) => commandLine('exec', '--', process.execPath, '-e', script);

  test('M10: SIGINT is SIGINT, each time, and SIGTERM is SIGTERM; the command decides the exit status', async () => {
    const { child, next, ended, command } = await running(...exec(LISTENING));
    for (const count of [1, 2]) {
      child.kill('SIGINT');
      expect(await next()).toBe(`SIGINT ${count}`);
    }
    child.kill('SIGTERM');
    expect(await next()).toBe('SIGTERM');
    process.kill(command, 'SIGUSR2');
    expect(await ended).toEqual([42, null]);
  });

  for (const [signal, status] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    test(`M10: a command that ${signal} ends makes it ${status}`, async () => {
      const { child, ended } = await running(...exec(BEGIN));
      child.kill(signal);
      expect(await ended).toEqual([status, null]);
    });
  }

  /** Runs a command under exec on a terminal of its own, in whose front it is, with a shell that outlives Ctrl-C. */
  const onTerminal = async (script: string) => {
    const version = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '';
    const missing = version.includes('util-linux') ? undefined : 'there is no script of util-linux here';
    skipAloud('nothing was typed at a terminal', missing);
    const command = exec(script)
      .flat()
      .map((word) => `'${word}'`)
      .join(' ');
    return running('script', ['-qec', `trap : INT; ${command}; exit $?`, '/dev/null']);
  };

  const CTRL_C = '\x03';

  /** The signals that wait for a process, as bits. */
  const pendingSignals = (pid: number): string =>
    /^ShdPnd:\s+(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';

  test('M10: Ctrl-C at a terminal reaches the command once each time', async () => {
    const { child, next, ended, url, pid, command } = await onTerminal(LISTENING);
    for (const count of [1, 2]) {
      // Two signals at once would be one: exec is stopped until the command has had the signal of the terminal.
      process.kill(pid, 'SIGSTOP');
      child.stdin.write(CTRL_C);
      expect(await next()).toContain(`SIGINT ${count}`);
      process.kill(pid, 'SIGCONT');
      // Any thread of exec may take its own signal, later than the one that answers: by the second answer it is heard then.
      await expect.poll(() => pendingSignals(pid)).toMatch(/^0+$/);
      for (const path of ['/ping/v2/ping', '/ping/v2/ping']) expect((await fetch(url + path)).status).toBe(200);
    }
    // Signals are passed on in their order: one more SIGINT would be here before this.
    process.kill(pid, 'SIGTERM');
    expect(await next()).toBe('SIGTERM');
    process.kill(command, 'SIGUSR2');
    expect(await ended).toEqual([42, null]);
  });

  test('M10: a command that Ctrl-C ends makes it 130', async () => {
    const { child, ended } = await onTerminal(BEGIN);
    child.stdin.write(CTRL_C);
    expect(await ended).toEqual([130, null]);
  });
});

/** Programs that read the variables of a proxy, each of which prints the answer of a URL. */
const CALLERS = [
  ['curl', '-s -m 10'],
  ['python3', "-c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1], timeout=10).read().decode())'"],
] as const;

test('H6: clients in the command of exec call the mock without the proxy of the environment', async () => {
  test.setTimeout(60_000);
  const callers = CALLERS.filter(([program]) => spawnSync(program, ['--version']).error === undefined);
  skipAloud('no client was led around a proxy', callers.length > 0 ? undefined : 'there is none here');
  // Nothing listens on this port.
  const proxies = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const env = { ...Object.fromEntries(proxies.map((name) => [name, 'http://127.0.0.1:9'])), NO_PROXY: 'a.test' };
  const calls = callers.map(([program, args]) => `${program} ${args} $PLATFORM_API_URL/_mock/v1/ready`);
  const script = [...calls, 'echo $NO_PROXY'].join('; echo; ');
  const { code, stdout, stderr } = await runCommand(['exec', '--', 'sh', '-c', script], env, 60_000);
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.split(/\n+/).slice(0, -1)).toEqual([
    ...callers.map(() => '{"status":"ready"}'),
    'a.test,localhost,.localhost,127.0.0.1,::1,[::1]',
  ]);
});
