import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Body } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { runCommand } from '../support/own-server.ts';
import { parsedYaml } from '../support/parsed-yaml.ts';
import { profile } from '../support/profile.ts';
import { expect, test as plain } from '../support/test.ts';

plain.describe('token and health @mock', () => {
  plain('token --identity ci-bot prints a token that works, and nothing else', async ({ ownServer }) => {
    const { ready, api } = await ownServer();
    const { port } = new URL(ready.url);
    const { code, stdout } = await runCommand(['token', '--identity', 'ci-bot', '--port', port]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const bot = api.as(stdout.trim());
    expect((await bot.read(`/registry/v2/repos?uidp.children_of=${ready.orgId}`)).totalCount).toBe('12');
    expect((await bot.post(`/iam/v2/identities/${ready.orgId}`, { name: 'x' })).status).toBe(403);
  });

  plain('the port may come from the environment', async ({ ownServer }) => {
    const { port } = new URL((await ownServer()).ready.url);
    expect((await runHere(['health'], { PLATFORM_MOCK_PORT: port })).code).toBe(0);
    expect((await runHere(['token', '--identity', 'viewer'], { PLATFORM_MOCK_PORT: port })).code).toBe(0);
  });

  plain('health exits 0 when ready and 1 when no server answers', async ({ ownServer }) => {
    const server = await ownServer();
    const { port } = new URL(server.ready.url);
    expect((await runCommand(['health', '--port', port])).code).toBe(0);
    await server.stop();
    const { code, stderr } = await runCommand(['health', '--port', port]);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  for (const [args, expected] of [
    [['token', '--identity', 'nobody'], 1],
    [['token', '--identity', 'viewer', '--ttl', '0s'], 2],
    [['token', '--identity', 'viewer', '--ttl', 'soon'], 2],
    [['token'], 2],
  ] as const) {
    plain(`${args.join(' ')} exits ${expected}`, async ({ ownServer }) => {
      const { port } = new URL((await ownServer()).ready.url);
      const { code, stdout, stderr } = await runHere([...args, '--port', port]);
      expect([code, stdout]).toEqual([expected, '']);
      expect(stderr).not.toBe('');
    });
  }

  for (const [words, flag] of [
    [['trace', 'show', 'run.har', '--out', 'a.har', '--out', 'b.html'], '--out <file>'],
    [['exec', '--trace', 'a.har', '--trace', 'b.html', '--', 'true'], '--trace <file>'],
    [['serve', '--port', '1', '--port', '2'], '--port <port>'],
    [['serve', '--delivery-schedule', '0s', '--delivery-schedule', '0s,1s'], '--delivery-schedule <durations>'],
    [['journal', '--url', 'http://127.0.0.1:1', '--url=http://127.0.0.1:2'], '--url <url>'],
  ] as const) {
    plain(`behaviour M21: ${words[0]} with ${flag} given twice ends with one line`, async () => {
      const { code, stdout, stderr } = await runHere([...words]);
      expect([code, stdout, stderr]).toEqual([2, '', `platform-mock: option "${flag}" is given twice\n`]);
    });
  }

  plain('behaviour M21: flags that collect their values may be given several times', async () => {
    const { code, stderr } = await runHere(['serve', '--fixture', 'none-such', '--fixture', 'nor-this', '--port', '0']);
    expect([code, stderr]).toEqual([4, expect.stringMatching(/none-such|nor-this/)]);
  });

  plain('token uses the control token where one is needed', async ({ serverHere }) => {
    const { port } = new URL((await serverHere('--control-token', 'open-sesame')).ready.url);
    const args = ['token', '--identity', 'viewer', '--port', port];
    expect((await runHere(args)).code).toBe(1);
    expect((await runCommand([...args, '--control-token', 'open-sesame'])).code).toBe(0);
    expect((await runHere(args, { PLATFORM_MOCK_CONTROL_TOKEN: 'open-sesame' })).code).toBe(0);
    expect((await runCommand(['health', '--port', port])).code).toBe(0);
  });
});

const FIXTURES: readonly (readonly [string, string, RegExp])[] = [
  ['an unknown key', 'groups:\n  - name: a\n    repoes: []\n', /bad\.yaml:3:\d+: groups\[0\]\.repoes: /],
  [
    'a name that breaks the rule',
    'groups:\n  - name: a\n    repos:\n      - name: UPPER\n',
    /bad\.yaml:4:\d+: groups\[0\]\.repos\[0\]\.name: /,
  ],
  [
    'a reference to a missing row',
    'groups:\n  - name: a\n    roleBindings:\n      - { identity: nobody, role: viewer }\n',
    /bad\.yaml:4:\d+: .*nobody/,
  ],
  ['text that is not YAML', 'groups: [\n', /bad\.yaml:\d+:\d+: /],
  ['a list for an object', '- a\n', /bad\.yaml/],
];

test.describe('fixture validate @mock', () => {
  for (const [what, text, place] of FIXTURES) {
    test(`${what} exits 4 with file and line`, async ({ folder }) => {
      const file = join(folder, 'bad.yaml');
      await writeFile(file, text);
      const { code, stderr, stdout } = await runHere(['fixture', 'validate', file]);
      expect(code).toBe(4);
      expect(stdout).toBe('');
      expect(stderr).toMatch(place);
    });

    test(`serve with ${what} exits 4 too`, async ({ folder }) => {
      const file = join(folder, 'bad.yaml');
      await writeFile(file, text);
      const { code, stderr } = await runHere(['serve', '--port', '0', '--fixture', file]);
      expect(code).toBe(4);
      expect(stderr).toMatch(place);
    });
  }

  test('S9: every mistake has a line of its own, with file, line, column and path', async ({ folder }) => {
    const [file, other] = [join(folder, 'bad.yaml'), join(folder, 'other.yaml')];
    await writeFile(file, 'groups:\n  - nmae: a\n    kind: x\n    repos: 1\n');
    await writeFile(other, 'startTime: soon\n');
    const lines = [
      /bad\.yaml:2:5: groups\[0\]\.nmae: unknown key "nmae", did you mean "name"\? \(known: name, .*\)$/,
      /bad\.yaml:3:5: groups\[0\]\.kind: unknown value "x" \(allowed: .*\)$/,
      /bad\.yaml:4:5: groups\[0\]\.repos: must be a list$/,
      /other\.yaml:1:1: startTime: must be an RFC 3339 timestamp with an offset$/,
    ].map((line) => expect.stringMatching(line));
    const validated = await runHere(['fixture', 'validate', file, other]);
    expect([validated.code, validated.stderr.trimEnd().split('\n')]).toEqual([4, lines]);
    const served = await runCommand(['serve', '--port', '0', '--fixture', file, '--fixture', other]);
    expect([served.code, served.stderr.trimEnd().split('\n')]).toEqual([4, lines]);
    for (const line of served.stderr.trimEnd().split('\n')) expect(line).toMatch(/^platform-mock: /);
  });

  test('valid files exit 0, and one bad one among them 4', async ({ folder }) => {
    const [good, json, bad] = ['good.yaml', 'good.json', 'bad.yaml'].map((name) => join(folder, name));
    await writeFile(good ?? '', 'groups:\n  - name: a\n    repos: [{ name: b }]\n');
    await writeFile(json ?? '', '{"groups":[{"name":"a"}]}');
    await writeFile(bad ?? '', 'groups: 1\n');
    expect((await runHere(['fixture', 'validate', good ?? '', json ?? ''])).code).toBe(0);
    const mixed = await runHere(['fixture', 'validate', good ?? '', bad ?? '', json ?? '']);
    expect(mixed.code).toBe(4);
    expect(mixed.stdout).toContain('good.json: ok');
  });

  test('a missing file exits 4, no file exits 2', async ({ folder }) => {
    expect((await runHere(['fixture', 'validate', join(folder, 'none.yaml')])).code).toBe(4);
    expect((await runHere(['fixture', 'validate'])).code).toBe(2);
  });

  test('every shipped fixture is valid', async () => {
    const names = ['default', 'empty', 'hierarchy', 'permissions', 'lifecycle', 'samples'];
    expect((await runCommand(['fixture', 'validate', ...names])).code).toBe(0);
  });
});

plain.describe('exec @mock', () => {
  const script = `
    const { PLATFORM_API_URL: url, PLATFORM_TOKEN: token, PLATFORM_ORG_ID: org, PLATFORM_ISSUER: issuer } = process.env;
    const answer = await fetch(url + '/iam/v2/groups/' + org, { headers: { authorization: 'Bearer ' + token } });
    console.log(JSON.stringify({ url, issuer, name: (await answer.json()).name, given: process.argv.slice(1) }));
    process.exitCode = 7;`;

  plain('runs the command with its own environment, returns its exit code and stops the mock', async () => {
    const node = [process.execPath, '--input-type=module', '-e', script, '--', 'an argument', '--port'];
    const { code, stdout } = await runCommand(['exec', '--', ...node]);
    const { url, issuer, name, given } = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
    expect(code).toBe(7);
    expect(name).toBe('example.com');
    expect(issuer).toBe(url);
    expect(given).toEqual(['an argument', '--port']);
    await expect(fetch(String(url))).rejects.toThrow();
  });

  plain('accepts its own flags before the command', async () => {
    const node = [process.execPath, '-e', 'console.log(process.env.PLATFORM_ORG_ID)'];
    const { code, stdout } = await runCommand(['exec', '--fixture', 'empty', '--', ...node]);
    expect([code, stdout]).toEqual([0, '\n']);
  });

  for (const [what, args, expected] of [
    ['an unknown command', ['exec', '--', 'no-such-command-here'], 127],
    ['a command that is a folder', ['exec', '--', './src'], 126],
    ['no command', ['exec'], 2],
    ['a bad flag', ['exec', '--port', 'x', '--', 'true'], 2],
    ['a bad fixture', ['exec', '--fixture', 'nope', '--', 'true'], 4],
  ] as const) {
    plain(`${what} exits ${expected}`, async () => {
      const { code, stderr } = await runCommand(args);
      expect(code).toBe(expected);
      expect(stderr).not.toMatch(/\n\s+at /);
    });
  }
});

const DOCUMENTS = [
  { args: [], name: 'openapi', title: 'Platform API v2' },
  { args: ['--api', 'v2'], name: 'openapi', title: 'Platform API v2' },
  { args: ['--api', 'v1'], name: 'openapi-v1', title: 'Platform API v1' },
] as const;

/** The environment sets the profile of servers only. */
const PROFILE = profile === 'specification' ? [] : ['--profile', profile];

for (const { args, name, title } of DOCUMENTS) {
  plain(
    `${['openapi', ...args].join(' ')} prints the document that is served as ${name} @mock${args.length > 0 ? ' @whole' : ''}`,
    async ({ ownServer }) => {
      const { ready } = await ownServer();
      const [printed, served, json] = await Promise.all([
        runCommand(['openapi', ...args, ...PROFILE]),
        fetch(`${ready.url}/${name}.yaml`),
        fetch(`${ready.url}/${name}.json`),
      ]);
      expect(printed.code).toBe(0);
      const document = parsedYaml(printed.stdout) as {
        readonly info: unknown;
        readonly servers: readonly { readonly url: string }[];
      };
      expect(document.info).toMatchObject({ title });
      const [{ url } = { url: '' }] = document.servers;
      expect(await served.text()).toBe(printed.stdout.replace(`- url: ${url}\n`, `- url: ${ready.url}\n`));
      const servers = [{ ...document.servers[0], url: ready.url }];
      expect(await json.json()).toEqual({ ...document, servers });
      expect(printed.stdout).not.toContain('/_mock');
    },
  );
}

plain('openapi --api v3 exits 2 @mock', async () => {
  const { code, stdout, stderr } = await runHere(['openapi', '--api', 'v3']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/v1, v2/);
});

for (const [where, args, env] of [
  ['the flag', ['--profile', 'both'], {}],
  ['the environment', [], { PLATFORM_MOCK_PROFILE: 'both' }],
] as const) {
  plain(`P1: an unknown profile in ${where} stops the start @mock`, async () => {
    const { code, stdout, stderr } = await runHere(['serve', '--port', '0', ...args], env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/--profile.* "both".*Allowed choices are specification, published\./);
  });
}

plain(
  'P1, V1: --v1-casing overrides the names of the profile in v1, and nothing else @mock',
  async ({ serverHere }) => {
    const { ready, api } = await serverHere('--profile', 'published', '--v1-casing', 'snake');
    const headers = { authorization: `Bearer ${api.token}` };
    const read = async (target: string) => (await (await fetch(`${ready.url}${target}`, { headers })).json()) as Body;
    const [item] = (await read('/iam/v1/identities')).items as readonly Body[];
    expect(Object.keys(item ?? {})).toContain('created_at');
    expect((await read('/_mock/v1/info')).profile).toBe('published');
    expect(await read('/advisory/v2/documents')).toEqual({ documents: expect.any(Array) });
    const document = JSON.stringify(await read('/openapi-v1.json'));
    expect(document).toContain('"created_at"');
    expect(document).toContain('/events/v1/subscriptions');
  },
);

plain('V1: with --v1-casing camel the served openapi-v1 has camelCase names @mock @whole', async ({ serverHere }) => {
  const { ready, api } = await serverHere('--v1-casing', 'camel');
  const document = (await (await fetch(`${ready.url}/openapi-v1.json`)).json()) as {
    readonly components: { readonly schemas: Readonly<Record<string, { readonly properties: object }>> };
  };
  const documented = Object.keys(document.components.schemas['iam.Identity']?.properties ?? {});
  expect(documented).toContain('createdAt');
  expect(documented).not.toContain('created_at');
  const { token } = api;
  const answer = await fetch(`${ready.url}/iam/v1/identities`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as { readonly items: readonly object[] };
  const answered = Object.keys(items[0] ?? {});
  expect(answered).toContain('createdAt');
  expect(documented).toEqual(expect.arrayContaining(answered));
});
