import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { type Body, ok } from '../support/answer.ts';
import { Api } from '../support/api.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { steer } from '../support/mock.ts';
import { type Finished, runCommand } from '../support/own-server.ts';
import { faulty } from '../support/steered.ts';
import { expect } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';

/** A port on which nothing listens: a server had it that has ended. */
const deadUrl = async (): Promise<string> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
};

/** Runs `use` beside a server that is no mock, with the paths that it is asked for. */
const besideAnother = async (
  answer: { readonly status: number; readonly type: string; readonly text: string; readonly upgrade?: string },
  use: (url: string, asked: readonly string[]) => Promise<void>,
): Promise<void> => {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    asked.push(url);
    const { upgrade, type } = answer;
    const connection = upgrade === undefined ? { Connection: 'close' } : { Connection: 'upgrade', Upgrade: upgrade };
    response.writeHead(answer.status, { 'Content-Type': type, ...connection }).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
};

/** The document that a command has printed. */
const documentOf = ({ stdout }: Finished): Body => JSON.parse(stdout) as Body;

test.describe('commands that steer a mock @mock', () => {
  test('world, fixture, clock, fault, why, token and reset do in a world what the library does', async ({
    ownServer,
    folder,
  }) => {
    const { ready, api } = await ownServer();
    const env = { PLATFORM_API_URL: ready.url, PLATFORM_MOCK_WORLD: 'steered' };
    const run = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await runHere(args, env);
      expect([args.join(' '), code, stderr]).toEqual([args.join(' '), 0, '']);
      return stdout;
    };

    const made = await run('world', 'create', 'steered', '--label', 'run=9', '--ttl', '10m');
    expect(made).toMatch(/^# world steered, from default until \S+; curl .*\n(?:export PLATFORM_\w+='.*'\n){5}$/);
    const [, token = ''] = /PLATFORM_TOKEN='(.*)'/.exec(made) ?? [];
    const world = faulty(new Api({ ...api.connection, world: 'steered' }, token));
    expect(await run('world', 'list', '--label', 'run=9')).toMatch(
      /^steered from default, \d+ rows, 0 calls run=9 until \S+\n$/,
    );

    await writeFile(join(folder, '2.yaml'), 'groups: [{ name: second }]');
    await writeFile(join(folder, '10.json'), '{"groups":[{"name":"third"}]}');
    expect(await run('fixture', 'apply', folder, 'hierarchy')).toMatch(
      /^applied \S+2\.yaml: 1 rows\napplied \S+10\.json: 1 rows\napplied hierarchy: \d+ rows\n$/,
    );
    expect(await run('world', 'diff')).toMatch(/^\+ groups [0-9a-f]{40} "second"$/m);

    expect(await run('clock', 'freeze', '2030-01-01T00:00:00Z')).toBe('2030-01-01T00:00:00.000Z frozen\n');
    expect(await run('clock', 'advance', '72h1s')).toBe('2030-01-04T00:00:01.000Z frozen\n');
    expect(ok(await steer(world, 'GET', 'clock'))).toMatchObject({ mode: 'frozen', now: '2030-01-04T00:00:01.000Z' });

    const set = ['--match', 'operation=ListRepos', '--do', 'code=UNAVAILABLE', '--do', 'retryAfter=7', '--times', '1'];
    await run('fault', 'set', '{"do":{"latency":1},"match":{"operation":"Ping"}}', ...set);
    expect([(await world.get('/registry/v2/repos')).status, (await world.get('/registry/v2/repos')).status]).toEqual([
      503, 200,
    ]);
    expect((await run('fault', 'list')).split('\n').map((line) => line.split(' ')[0])).toEqual(['0', '1', '']);
    expect(await run('explain', '#1')).toMatch(
      /^#1 rest ListRepos .* 503 UNAVAILABLE .*\n(?: {2}.*\n)* {2}a fault: UNAVAILABLE, retry after 7 s\n/,
    );
    expect(await run('fault', 'clear')).toBe('no faults\n');
    expect(ok(await steer(world, 'GET', 'faults')).faults).toEqual([]);

    expect(await run('token', '--explain', token)).toMatch(/^accepted as admin \([0-9a-f]{40}\) until /);
    expect(await run('reset')).toBe('reset steered\n');
    expect(await run('world', 'diff')).toBe('no difference\n');
    expect(await run('world', 'end', 'steered')).toBe('ended steered\n');
    expect((await world.get('/iam/v2/groups')).status).toBe(404);
  });

  test('a refusal of the mock ends a command with a line and its status, and changes nothing', async ({
    ownServer,
    folder,
  }) => {
    const { ready, api } = await ownServer();
    const bad = join(folder, 'bad.yaml');
    await writeFile(bad, 'groups:\n  - nmae: a\n    kind: x\n');
    ok(await steer(api, 'PUT', 'snapshots/kept', {}));
    for (const [args, code, lines] of [
      [['fixture', 'apply', bad], 4, [/bad\.yaml: .*unknown key "nmae"/, /bad\.yaml: .*unknown value "x"/]],
      [['fault', 'set', 'flakey'], 1, [/flaky/]],
      [['fault', 'set', '--times', '2'], 1, [/do/]],
      [['world', 'end', 'default'], 1, [/default/]],
      [['snapshot', 'save', 'kept'], 1, [/snapshot "kept" already exists; set overwrite$/]],
      [['token', '--explain', 'nonsense'], 1, []],
    ] as const) {
      const { code: ended, stderr } = await runHere(args, { PLATFORM_API_URL: ready.url });
      const said = stderr
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '');
      expect([args.join(' '), ended, said]).toEqual([
        args.join(' '),
        code,
        lines.map((line) => expect.stringMatching(RegExp(`^platform-mock: .*${line.source}`))),
      ]);
    }
    expect((ok(await steer(api, 'GET', 'worlds')).worlds as readonly Body[]).map(({ id }) => id)).toEqual(['default']);
    expect(ok(await steer(api, 'GET', 'faults')).faults).toEqual([]);
  });

  test('M12: the mock is that of --url, of the flags of its address, of PLATFORM_API_URL, or of their variables', async ({
    serverHere,
  }) => {
    const { ready } = await serverHere('--control-token', 'open-sesame');
    const [{ port }, dead] = [new URL(ready.url), await deadUrl()];
    const control = { PLATFORM_MOCK_CONTROL_TOKEN: 'open-sesame' };
    // Nothing on this machine is called by a proxy.
    const proxy = { HTTP_PROXY: dead, http_proxy: dead, NODE_USE_ENV_PROXY: '1' };
    for (const [args, env, code] of [
      [['--url', `${ready.url}/`], { ...control, ...proxy, PLATFORM_API_URL: dead }, 0],
      [['--port', port], { ...control, PLATFORM_API_URL: dead }, 0],
      [[], { ...control, PLATFORM_API_URL: ready.url, PLATFORM_MOCK_PORT: new URL(dead).port }, 0],
      [['--control-token', 'open-sesame'], { PLATFORM_MOCK_PORT: port }, 0],
      [['--url', ready.url], {}, 1],
      [['--url', dead, '--port', port], control, 1],
    ] as const) {
      const { code: ended } = await runCommand(['clock', 'show', ...args], env);
      expect([args.join(' '), Object.keys(env), ended]).toEqual([args.join(' '), Object.keys(env), code]);
    }
  });

  for (const [what, answer, line] of [
    [
      'another server',
      { status: 404, type: 'text/html', text: '<h1>nothing</h1>' },
      /what answers at \S+ is not platform-mock: GET \/_mock\/v1\/clock is 404$/,
    ],
    [
      'a page',
      { status: 200, type: 'text/html; charset=utf-8', text: '<h1>hello</h1>' },
      /what answers at \S+ is not platform-mock: GET \/_mock\/v1\/clock is 200$/,
    ],
    [
      'another server that answers everything with JSON',
      { status: 200, type: 'application/json', text: '{"status":"ready","mode":"real","version":7}' },
      /what answers at \S+ is not platform-mock: GET \/_mock\/v1\/clock is 200$/,
    ],
    [
      'another server that answers everything with a text',
      { status: 200, type: 'text/plain', text: 'ok' },
      /what answers at \S+ is not platform-mock: GET \/_mock\/v1\/clock is 200$/,
    ],
    [
      'a change of protocol',
      { status: 101, type: 'text/plain', text: '', upgrade: 'h2c' },
      /^platform-mock: \S+: the connection was closed without an answer$/,
    ],
  ] as const) {
    test(`M12: a command that meets ${what} fails, and says so`, async () => {
      await besideAnother(answer, async (url) => {
        const { code, stdout, stderr } = await runHere(['clock', 'show', '--url', url]);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr.trimEnd()).toMatch(line);
        const health = await runHere(['health', '--url', url]);
        expect([health.code, health.stdout]).toEqual([1, '']);
      });
    });
  }

  test('M12: a mock of another version that does not know a call is named with both versions', async ({
    ownServer,
  }) => {
    const { ready } = await ownServer();
    const unknown = JSON.stringify(await (await fetch(`${ready.url}/_mock/v1/nothing`)).json());
    const info = (await (await fetch(`${ready.url}/_mock/v1/info`)).json()) as Body;
    const server = createServer(({ url = '' }, response) => {
      const isInfo = url.endsWith('/info');
      const headers = { 'Content-Type': 'application/json', Connection: 'close' };
      response
        .writeHead(isInfo ? 200 : 404, headers)
        .end(isInfo ? JSON.stringify({ ...info, version: '0.0.1' }) : unknown);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { code, stderr } = await runHere(['clock', 'show', '--url', url]);
    server.close();
    expect([code, stderr]).toEqual([
      1,
      `platform-mock: the mock at ${url} is version 0.0.1, and does not know GET /_mock/v1/clock of this version, ${info.version}\n`,
    ]);
  });

  for (const [what, listen, said] of [
    ['does not speak TLS', () => createServer((_, answer) => answer.end('ok')), /^it does not speak TLS$/],
    ['has no certificate', () => createTlsServer(), /^TLS failed: [\w/]+ alert handshake failure$/],
  ] as const) {
    for (const [args, reason] of [
      [['clock', 'show', '--url'], 'platform-mock: $URL: $SAID\n'],
      [['health', '--url'], 'platform-mock: not ready: $URL: $SAID\n'],
      [['verify', '--i-own', '127.0.0.1', '--token', 'x', '--target'], 'platform-mock: GET /ping/v2/ping: $SAID\n'],
    ] as const) {
      test(`M12: ${args[0]} says in words that a server ${what}`, async () => {
        const server = listen().listen(0, '127.0.0.1');
        await once(server, 'listening');
        const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
        const { stderr } = await runHere([...args, url]);
        server.close();
        const [before = '', after] = reason.replace('$URL', url).split('$SAID');
        expect(stderr.startsWith(before) && stderr.endsWith(`${after}`)).toBe(true);
        expect(stderr.slice(before.length, -1)).toMatch(said);
      });
    }
  }

  test('M13: with --json a command prints one document, whatever its exit status', async ({ ownServer, folder }) => {
    const { ready, api } = await ownServer();
    const { id, token } = await makeWorld(api, { from: 'fixture:default' });
    ok(await new Api({ ...api.connection, world: id }, token).get('/registry/v2/repos'));
    const dead = await deadUrl();
    const trace = join(folder, 'run.har');
    const cases: readonly (readonly [readonly string[], number, Record<string, unknown>])[] = [
      [['health', '--url', dead], 1, { code: 2, message: expect.stringContaining('ECONNREFUSED'), details: [] }],
      [['token', '--identity', 'viewer'], 0, { token: expect.any(String), expireTime: expect.any(String) }],
      [['token', '--explain', 'nonsense'], 1, { decision: 'refused', refusal: { check: 'named_token' } }],
      [['journal'], 0, { entries: [{ operation: 'ListRepos' }], cursor: '1' }],
      [['explain', '1'], 0, { decision: 'allow', operation: 'ListRepos' }],
      [['trace', 'save', '--out', trace], 0, { file: trace }],
      [['coverage'], 0, { format: 1 }],
      [['snapshot', 'save', 'kept'], 0, { name: 'kept' }],
      [['event', 'trigger', 'repo.created'], 0, { audience: 'customer' }],
      [['world', 'end', 'gone'], 1, { code: 5, details: [{ reason: 'MOCK_WORLD_NOT_FOUND' }] }],
      [['clock', 'show', '--port', 'x'], 2, { code: 3, message: expect.stringContaining('"x" is invalid') }],
      [['clock', 'advance'], 2, { code: 3, message: expect.stringContaining('give a duration') }],
      [['fault', 'set', `{"do": 'x' }y`], 2, { code: 3, message: expect.stringMatching(/^\{"do": 'x' \}y: /) }],
      [
        ['clock', 'show', "--what's-this"],
        2,
        { code: 3, message: `there is no option "--what's-this", --help lists those there are` },
      ],
    ];
    for (const [args, code, document] of cases) {
      const done = await runHere([...args, '--json'], { PLATFORM_API_URL: ready.url, PLATFORM_MOCK_WORLD: id });
      expect([args.join(' '), done.code]).toEqual([args.join(' '), code]);
      expect(documentOf(done)).toMatchObject(document);
      const isFailure = code !== 0 && !args.includes('--explain');
      expect(done.stderr).toBe(isFailure ? `platform-mock: ${documentOf(done).message}\n` : '');
    }
  });

  test('M14: journal --follow prints what ends from then on, and ends after --limit entries', async ({ ownServer }) => {
    const { ready, api } = await ownServer();
    const { id, token } = await makeWorld(api, { from: 'fixture:default' });
    const world = new Api({ ...api.connection, world: id }, token);
    ok(await world.get('/registry/v2/repos'));
    const args = ['journal', '--follow', '--url', ready.url, '--world', id, '--json', '--limit', '2'];
    let isOver = false;
    const following = runCommand(args).finally(() => {
      isOver = true;
    });
    // The command does not say when it begins to follow: calls are made until it has printed two.
    while (!isOver) ok(await world.get('/registry/v2/tags'));
    const { code, stdout } = await following;
    const [first, second, end] = stdout.split('\n');
    expect([code, end]).toEqual([0, '']);
    expect([first, second].map((line) => (JSON.parse(line ?? '') as Body).operation)).toEqual(['ListTags', 'ListTags']);

    const { stdout: past } = await runCommand([...args, '--since', '0']);
    expect(past.split('\n').map((line) => line && (JSON.parse(line) as Body).id)).toEqual(['1', '2', '']);
  });

  test('M15: completion offers commands, flags and the values of a flag, and bash asks for them', async () => {
    const words = async (...line: readonly string[]): Promise<readonly string[]> =>
      (await runHere(['completion', 'words', '--', ...line])).stdout.split('\n').slice(0, -1);
    expect(await words('world', '')).toEqual(['create', 'list', 'end', 'diff', 'from-call', 'help']);
    expect(await words('help', 'world', 'f')).toEqual(['from-call']);
    expect(await words('he')).toEqual(['health', 'help']);
    expect(await words('fault', 'set', '--ph')).toEqual(['--phase']);
    expect(await words('fault', 'set', '--phase=mid')).toEqual(['--phase=mid_stream']);
    expect(await words('trace', 'show', '')).toEqual([]);
    expect(await words('exec', '--', 'npm', '--p')).toEqual([]);
    const { stdout: script } = await runCommand(['completion', 'bash']);
    const stand = `platform-mock() { printf '%s\\n' --phase "$#" "\${@: -1}"; }`;
    const asking = `COMP_WORDS=(platform-mock fault set --ph); COMP_CWORD=3; _platform_mock; echo "\${COMPREPLY[@]}"`;
    const shell = spawnSync('bash', ['-c', [stand, script, asking].join('\n')], { encoding: 'utf8' });
    expect([shell.stderr, shell.stdout]).toEqual(['', '--phase 6 --ph\n']);
  });
});
