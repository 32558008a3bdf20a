import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { createInterface } from 'node:readline';
import { namesOf, rowsOf } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { commandLine, plainEnvironment, type Ready, runCommand, startOwnServer } from '../support/own-server.ts';
import { expect, test } from '../support/test.ts';

/** An error of the command line. */
const ONE_LINE = /^platform-mock: [^\n]+\n$/;

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

test.describe('serve @mock', () => {
  test('--json prints one line with everything a harness needs', async ({ freshServer }) => {
    const { line, ready, api, process: child } = await freshServer();
    expect(line).toBe(JSON.stringify(ready));
    expect(Object.keys(ready)).toEqual(['url', 'localUrl', 'token', 'orgId', 'issuer', 'controlToken', 'pid']);
    expect(ready).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      issuer: ready.url,
      orgId: expect.stringMatching(/^[0-9a-f]{40}$/),
      controlToken: null,
      pid: child.pid,
    });
    expect((await api.read(`/iam/v2/groups/${ready.orgId}`)).name).toBe('example.com');
    expect((await api.send('POST', `/registry/v2/repos/${ready.orgId}`, { body: { name: 'a' } })).status).toBe(200);
  });

  test('--fixture accepts names and files, and several of them', async ({ serverHere }) => {
    const { api } = await serverHere('--fixture', 'default', '--fixture', 'hierarchy');
    const names = namesOf(rowsOf(await api.read('/iam/v2/groups?uidp.in_root=true'), 'groups'));
    expect(names.length).toBeGreaterThan(1);
    expect(names).toContain('example.com');
  });

  test('--fixture empty has a caller and built-in roles and no organization', async ({ serverHere }) => {
    const { api, ready } = await serverHere('--fixture', 'empty');
    expect(ready.orgId).toBe('');
    expect((await api.read('/iam/v2/groups')).totalCount).toBe('0');
    expect(Number((await api.read('/iam/v2/roles')).totalCount)).toBeGreaterThan(8);
  });

  test('the same fixture has the same uids on every start', async ({ freshServer }) => {
    const [one, other] = await Promise.all([freshServer(), freshServer()]);
    const repos = `/registry/v2/repos?page_size=200&uidp.children_of=${one.ready.orgId}`;
    expect(await other.api.read(repos)).toEqual(await one.api.read(repos));
    expect(other.ready.orgId).toBe(one.ready.orgId);
  });

  test('--seed changes the generated uids, and the same seed results in the same uids', async ({ serverHere }) => {
    const servers = await Promise.all([
      serverHere('--seed', 'a'),
      serverHere('--seed', 'a'),
      serverHere('--seed', 'b'),
    ]);
    const uids = [];
    for (const { api } of servers) uids.push((await api.post('/iam/v2/groups', { name: 'made' })).body.uid);
    expect(uids[0]).toBe(uids[1]);
    expect(uids[0]).not.toBe(uids[2]);
  });

  test('without --json the first line has the address, and the curl line works', async () => {
    const child = spawn(...commandLine('--port', '0'), { env: plainEnvironment() });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    while (!out.includes('curl')) await once(child.stdout, 'data');
    const url = /^platform-mock ready on (http:\/\/\S+)\n/.exec(out)?.[1];
    const [, token, target] = /curl -s -H 'Authorization: Bearer (\S+)' '(\S+)'/.exec(out) ?? [];
    const answer = await fetch(target ?? '', { headers: { authorization: `Bearer ${token}` } });
    expect(target?.startsWith(url ?? '-')).toBe(true);
    expect(((await answer.json()) as { repos: unknown[] }).repos).toHaveLength(3);
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});

test.describe('stopping @mock', () => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} ends it within a second and with 0, also with connections open`, async () => {
      const server = await startOwnServer();
      const { hostname, port } = new URL(server.ready.url);
      const silent = connect(Number(port), hostname);
      silent.on('error', () => silent.destroy());
      await once(silent, 'connect');
      const agent = new Agent({ keepAlive: true });
      await new Promise((resolve) => {
        request({ agent, hostname, port, path: '/ping/v2/ping' }, (answer) => answer.resume().on('end', resolve)).end();
      });
      const started = performance.now();
      expect(await server.stop(signal)).toBe(0);
      expect(performance.now() - started).toBeLessThan(1_000);
      silent.destroy();
      agent.destroy();
    });
  }

  /** Starts a mock that stops when its input ends, and waits for its ready line. */
  const startUntilEof = async () => {
    const child = spawn(...commandLine('serve', '--port', '0', '--json', '--until-eof'), {
      env: plainEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const [line] = await once(createInterface({ input: child.stdout }), 'line');
    return { child, gone: once(child, 'exit'), url: (JSON.parse(String(line)) as Ready).url };
  };

  test('M16: with --until-eof it ends when its input does, whatever that was, and with 0', async () => {
    const { child, gone, url } = await startUntilEof();
    child.stdin.write('anything\n');
    expect((await fetch(`${url}/_mock/v1/ready`)).status).toBe(200);
    child.stdin.end();
    expect(await gone).toEqual([0, null]);
  });

  test('M16: with --until-eof SIGTERM ends it while its input is open', async () => {
    const { child, gone } = await startUntilEof();
    child.kill('SIGTERM');
    expect(await gone).toEqual([0, null]);
    child.stdin.destroy();
  });

  test('--host takes an address of IPv6 in brackets, too, and so do the commands for a server', async ({
    freshServer,
  }) => {
    test.skip(!hasIpv6, 'this machine has no IPv6');
    const { ready } = await freshServer('--host', '[::1]');
    expect(ready.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    for (const host of ['[::1]', '::1']) {
      const { code } = await runHere(['health', '--host', host, '--port', new URL(ready.url).port]);
      expect(code, host).toBe(0);
    }
  });

  test('after a stop the port is free again', async ({ freshServer }) => {
    const first = await freshServer();
    const { port } = new URL(first.ready.url);
    await first.stop();
    const again = await startOwnServer(['--port', port]);
    expect(new URL(again.ready.url).port).toBe(port);
    await again.stop();
  });
});

test.describe('flags that are refused @mock', () => {
  for (const args of [
    ['--bogus'],
    ['--port', 'x'],
    ['--port', '65536'],
    ['--port', '-1'],
    ['--port', ''],
    ['--fixture'],
    ['--log-level', 'loud'],
    ['--public-url', 'nowhere'],
    ['--service-domain', 'not a domain'],
    ['--token-ttl', 'soon'],
    ['--host', '0.0.0.0', '--control-token', 'off'],
    ['extra'],
  ]) {
    test(`serve ${args.join(' ')} exits 2 with the reason`, async () => {
      const { code, stdout, stderr } = await runHere(['serve', ...args]);
      expect(code).toBe(2);
      expect(stdout).toBe('');
      expect(stderr).toMatch(ONE_LINE);
    });
  }

  for (const [args, says] of [
    [['serve', '--prot', '0'], 'there is no option "--prot", did you mean "--port"?'],
    [['exec'], 'missing required argument "command"'],
    [['fault', 'st'], 'there is no command "st", did you mean "set"?'],
    [['world', 'mkae'], 'there is no command "mkae", --help lists those there are'],
    [['serve', '--port'], 'option "--port <port>" argument missing'],
    [['exec', '--port', 'x', '--', 'true'], '"x" is invalid. It must be a number from 0 to 65535.'],
    [['token'], 'give --identity for a new token, or --explain with one that there is'],
    [['reset', '--world', '*'], '--world "*": reset is for one world'],
    [['fault', 'set'], 'give faults, or --do to write one, such as --do code=UNAVAILABLE'],
    [['fault', 'set', 'flaky', '--times', '1'], '--phase and --times are for --do: a preset or a file has its own'],
    [['fault', 'set', '{"do":'], '{"do":: '],
    [['world', 'create', '--label', 'run'], '--label run: it must be a name, "=" and a value, such as run=9123'],
    [['world', 'end'], 'give the ids of worlds, or --label, to say which end'],
    [['journal', '--follow', '--limit', '0'], '--limit 0: it must be a number of 1 or more'],
    [['clock', 'show', '--url', 'ftp://a'], '"ftp://a" is invalid. It must be an http or https URL without a query.'],
    [['completion', 'tcsh'], '"tcsh" is invalid for argument "shell". Allowed choices are bash, zsh, fish.'],
    [['fixture', 'validate'], 'missing required argument "fixture"'],
    [['coverage', 'merge', 'run.json', '--bogus'], 'there is no option "--bogus", --help lists those there are'],
    [['serv'], 'there is no command "serv"'],
    [['help', 'tokne'], 'there is no command "tokne", did you mean "token"?'],
    [['help', 'world', 'mkae'], 'there is no command "mkae", there are help, create, list'],
  ] as const) {
    test(`M11: ${args.join(' ')} is refused in one line, which begins as all errors do`, async () => {
      const { code, stderr } = await runHere(args);
      expect([code, stderr]).toEqual([2, expect.stringMatching(ONE_LINE)]);
      expect(stderr).toContain(says);
    });
  }

  for (const env of [{ PLATFORM_MOCK_PORT: 'x' }, { PLATFORM_MOCK_LOG_LEVEL: 'loud' }]) {
    test(`${JSON.stringify(env)} in the environment exits 2`, async () => {
      const { code, stderr } = await runHere(['serve'], env);
      expect([code, stderr]).toEqual([2, expect.stringMatching(ONE_LINE)]);
    });
  }

  test('M6, M11: a port in use exits 5, and the error says how to take a free one', async ({ freshServer }) => {
    const { port } = new URL((await freshServer()).ready.url);
    for (const args of [
      ['serve', '--port', port],
      ['exec', '--port', port, '--', 'true'],
    ]) {
      const { code, stdout, stderr } = await runCommand(args);
      expect([code, stdout]).toEqual([5, '']);
      expect(stderr).toMatch(ONE_LINE);
      expect(stderr).toMatch(/the port is in use: .*; --port 0 takes a free one\n$/);
    }
  });

  test('a flag beats the environment', async ({ freshServer }) => {
    const { port } = new URL((await freshServer()).ready.url);
    const { code } = await runCommand(['serve', '--port', port], { PLATFORM_MOCK_PORT: '0' });
    expect(code).toBe(5);
  });

  test('an unknown fixture exits 4 and lists those that exist', async () => {
    const { code, stderr } = await runHere(['serve', '--port', '0', '--fixture', 'nope']);
    expect(code).toBe(4);
    expect(stderr).toContain('nope');
  });

  test('--help and --version exit 0', async () => {
    for (const flag of ['--help', '--version']) {
      const { code, stdout } = await runCommand([flag]);
      expect(code).toBe(0);
      expect(stdout).not.toBe('');
    }
  });

  for (const [args, usage] of [
    [['help'], '[options] [command]'],
    [['help', 'help'], '[options] [command]'],
    [['help', '--help'], '[options] [command]'],
    [['help', 'world'], 'world [options] [command]'],
    [['help', 'world', 'create'], 'world create [options] [name]'],
    [['help', 'exec', 'true'], 'exec [options] <command...>'],
  ] as const) {
    test(`${args.join(' ')} prints the help of the command that it names`, async () => {
      const { code, stdout, stderr } = await runHere(args);
      expect([code, stdout.split('\n')[0], stderr]).toEqual([0, `Usage: platform-mock ${usage}`, '']);
    });
  }
});
