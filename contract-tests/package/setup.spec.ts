import { writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect } from '../support/test.ts';
import { makeWorld } from '../support/worlds.ts';
import { behind, closedPort, drive, ended, refused, reportOf, served, test, type Variables } from './driven-setup.ts';

const failure = (code: number, domain: string): string =>
  JSON.stringify({
    code,
    message: 'missing bearer token',
    details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'UNAUTHENTICATED', domain }],
  });

const STRANGERS: readonly (readonly [what: string, status: number, body: string, headers?: Variables])[] = [
  ['an API that has no such path', 404, failure(5, 'api.example.com')],
  ['an API that wants a token of its own', 401, failure(16, 'iam.example.com')],
  ['a page', 200, '<!doctype html><title>Hello</title>'],
  ['another document in JSON', 200, '{"version":"1.0","world":"default","fixtures":[]}'],
  ['an error of another form', 401, '{"message":"mock.","details":"mock."}'],
  ['a redirect', 302, '', { location: '/elsewhere' }],
  ['a gateway without its server', 503, ''],
];

test.describe('the setup of a test run @mock', () => {
  // A process starts for each setup.
  test.describe.configure({ timeout: 60_000 });

  test('Y1, Y4: a mock that runs is left running, and what it exports is that of the mock', async ({
    folder,
    ownServer,
  }) => {
    const { api, ready } = await ownServer();
    const given = { PLATFORM_API_URL: ready.url, PLATFORM_TOKEN: 'of-somebody' };
    const run = await drive(folder, given);
    const { during, after } = reportOf(run);
    expect(run.stderr).toBe(`platform-mock/setup: uses the mock of PLATFORM_API_URL, ${ready.url}\n`);
    expect(during).toEqual({
      variables: {
        API_URL: ready.url,
        ISSUER: ready.issuer,
        ORG_ID: ready.orgId,
        TOKEN: expect.any(String),
        MOCK_WORLD: 'default',
      },
      ports: 0,
      answers: true,
    });
    expect(after).toEqual({ variables: { API_URL: ready.url, TOKEN: 'of-somebody' }, answers: true });
    expect((await api.as(during.variables.TOKEN).get('/iam/v2/groups')).status).toBe(200);
  });

  for (const [what, given, share = ''] of [
    ['no URL', {}],
    ['an empty URL', { PLATFORM_API_URL: '' }, ' @whole'],
  ] as const) {
    test(`Y1: with ${what} a mock is started, a second setup uses it, and both ends leave nothing${share}`, async ({
      folder,
    }) => {
      const first = reportOf(await drive(folder, given));
      const run = await drive(folder, given, {}, 2);
      const second = reportOf(run);
      const { API_URL: url } = second.during.variables;
      expect(run.stderr).toBe(`platform-mock/setup: uses the mock of PLATFORM_API_URL, ${url}\n`);
      // No port of its mock keeps the process.
      const { answers, ports } = first.during;
      expect([answers, ports, second.during.answers, second.during.ports]).toEqual([true, 0, true, 0]);
      const before = { variables: 'PLATFORM_API_URL' in given ? { API_URL: '' } : {}, answers: false };
      expect([first.after, second.after]).toEqual([before, before]);
    });
  }

  test('Y14: a mock that a setup has started keeps no process from its end, and a teardown ends it', async ({
    folder,
  }) => {
    const program = `
      import { setup } from 'platform-mock/setup';
      import teardown from 'platform-mock/teardown';
      const live = (url) => fetch(url + '/_mock/v1/live').then((answer) => answer.text(), () => 'gone');
      await setup();
      const { PLATFORM_API_URL: url } = process.env;
      const first = await live(url);
      if (process.argv[2] === 'torn down') await teardown();
      console.log(first === await live(url), url === process.env.PLATFORM_API_URL);
    `;
    await writeFile(join(folder, 'left.js'), program);
    const ways = [[], ['torn down']].map((way) => ended(folder, {}, process.execPath, 'left.js', ...way));
    expect((await Promise.all(ways)).map(({ code, stdout, stderr }) => [code, stdout, stderr])).toEqual([
      [0, 'true true\n', ''],
      [0, 'false false\n', ''],
    ]);
  });

  for (const [version, age, share = ''] of [
    ['0.0.9', 'old'],
    ['99.0.0', 'new', ' @whole'],
  ] as const) {
    test(`N6: a mock of ${version} is refused as too ${age}, with both versions${share}`, async ({ folder }) => {
      const info = { version, world: 'default', seed: '', profile: 'specification', serviceDomain: '', fixtures: [] };
      const answer = (_: IncomingMessage, outgoing: ServerResponse): void =>
        void outgoing.writeHead(200).end(JSON.stringify(info));
      await served(answer, async (url) => {
        expect(refused(await drive(folder, { PLATFORM_API_URL: url }))).toMatch(
          RegExp(
            `^SetupRefusal: platform-mock/setup: the mock of PLATFORM_API_URL, ${url}, is platform-mock ${version}, ` +
              `which is too ${age} for this client, of version [\\d.]+: take the same version of both$`,
          ),
        );
      });
    });
  }

  for (const [nth, [what, status, body, headers = {}]] of STRANGERS.entries()) {
    const share = nth === 0 ? '' : ' @whole';
    test(`Y2: ${what} receives one GET, without a token, and the run ends with one line${share}`, async ({
      folder,
    }) => {
      const received: unknown[] = [];
      const answer = ({ method, url, headers: sent }: IncomingMessage, outgoing: ServerResponse): void => {
        received.push([method, url, Object.values(sent).some((value) => String(value).includes('secret'))]);
        outgoing.writeHead(status, headers).end(body);
      };
      await served(answer, async (url) => {
        const secrets = {
          PLATFORM_MOCK_CONTROL_TOKEN: 'secret',
          PLATFORM_TOKEN: 'secret',
          PLATFORM_MOCK_WORLD: 'secret',
        };
        const run = await drive(folder, { PLATFORM_API_URL: url, ...secrets }, { controlToken: 'secret' });
        expect(refused(run)).toBe(
          `SetupRefusal: platform-mock/setup: what answers at PLATFORM_API_URL, ${url}, is not a platform-mock that is ` +
            `ready (GET /_mock/v1/info is ${status}), and nothing else was sent to it: ` +
            'set PLATFORM_API_URL to the URL of a mock, or unset it, and one is started',
        );
      });
      expect(received).toEqual([['GET', '/_mock/v1/info', false]]);
    });
  }

  test('Y2: if nothing answers, or a connection breaks, the run ends with one line that names the URL', async ({
    folder,
  }) => {
    const closed = await closedPort();
    const line = (url: string, reason: string): string =>
      `SetupRefusal: platform-mock/setup: nothing answers at PLATFORM_API_URL, ${url} (${reason}): ` +
      'start a mock there, or unset PLATFORM_API_URL, and one is started';
    expect(refused(await drive(folder, { PLATFORM_API_URL: closed }))).toBe(line(closed, 'ECONNREFUSED'));
    let received = 0;
    const hangUp = (incoming: IncomingMessage): void => {
      received += 1;
      incoming.socket.destroy();
    };
    await served(hangUp, async (url) => {
      expect(refused(await drive(folder, { PLATFORM_API_URL: url }))).toBe(line(url, 'UND_ERR_SOCKET'));
    });
    expect(received).toBe(1);
  });

  for (const [given, line] of [
    ['127.0.0.1:8484', /PLATFORM_API_URL is "127\.0\.0\.1:8484", which is no http or https URL: set it to the URL of /],
    ['localhost:8484', /PLATFORM_API_URL is "localhost:8484", which is no http or https URL: set it to the URL of /],
    ['http://me:hidden@127.0.0.1', /setup: PLATFORM_API_URL must have no user name and no password: set it to /],
  ] as const) {
    test(`Y2: ${given} is refused as a URL, and its password is not shown`, async ({ folder }) => {
      const said = refused(await drive(folder, { PLATFORM_API_URL: given }));
      expect(said).toMatch(line);
      expect(said).not.toContain('hidden');
    });
  }

  test('Y3: a mock that wants a control token receives that of the variable, or else of the option @whole', async ({
    folder,
    ownServer,
  }) => {
    const { ready } = await ownServer('--control-token', 'steer');
    const given = { PLATFORM_API_URL: ready.url };
    const start = `SetupRefusal: platform-mock/setup: the mock of PLATFORM_API_URL, ${ready.url},`;
    for (const [variables, options, line] of [
      [{}, {}, `${start} wants its control token: set PLATFORM_MOCK_CONTROL_TOKEN to it`],
      [
        { PLATFORM_MOCK_CONTROL_TOKEN: 'wrong' },
        { controlToken: 'steer' },
        `${start} has another control token: set PLATFORM_MOCK_CONTROL_TOKEN to it`,
      ],
    ] as const) {
      expect(refused(await drive(folder, { ...given, ...variables }, options))).toBe(line);
    }
    for (const [variables, options] of [
      [{ PLATFORM_MOCK_CONTROL_TOKEN: 'steer' }, {}],
      [{ PLATFORM_MOCK_CONTROL_TOKEN: 'steer' }, { controlToken: 'wrong' }],
      [{}, { controlToken: 'steer' }],
    ] as const) {
      const run = await drive(folder, { ...given, ...variables }, options);
      const { MOCK_CONTROL_TOKEN: token, ORG_ID: org } = reportOf(run).during.variables;
      expect([token, org]).toEqual(['steer', ready.orgId]);
      expect(run.stderr).toBe(`platform-mock/setup: uses the mock of PLATFORM_API_URL, ${ready.url}\n`);
    }
  });

  test('Y3, Y4: the control token of a mock that is started is exported', async ({ folder }) => {
    const { during, after } = reportOf(await drive(folder, {}, { controlToken: 'steer' }));
    expect(during.variables).toMatchObject({ MOCK_CONTROL_TOKEN: 'steer', MOCK_WORLD: 'default' });
    expect(after.variables).toEqual({});
  });

  test('Y3: a mock that does not answer by this name is said to refuse', async ({ folder, ownServer }) => {
    const { ready } = await ownServer();
    await served(behind(ready.url, { host: 'elsewhere.test' }), async (url) => {
      expect(refused(await drive(folder, { PLATFORM_API_URL: url }))).toMatch(
        /: the mock of PLATFORM_API_URL, \S+, refuses: .*the control plane does not answer as "elsewhere\.test"$/,
      );
    });
  });

  test('Y4: the URL is exported as it was given, with its path and the slash at its end @whole', async ({
    folder,
    ownServer,
  }) => {
    const { ready } = await ownServer();
    await served(behind(ready.url, {}), async (proxy) => {
      for (const given of [`${ready.url}/`, `${proxy}/platform`, `${proxy}/platform/`]) {
        const run = await drive(folder, { PLATFORM_API_URL: given });
        const { API_URL: url, ISSUER: issuer } = reportOf(run).during.variables;
        expect([url, issuer]).toEqual([given, new URL(given).origin]);
        expect(run.stderr).toBe(`platform-mock/setup: uses the mock of PLATFORM_API_URL, ${given}\n`);
      }
    });
  });

  test('Y4: the world is that of the variable, or else of the URL @whole', async ({ folder, ownServer }) => {
    const { api, ready } = await ownServer();
    const { id } = await makeWorld(api, { name: 'of-this-run' });
    const named = await drive(folder, { PLATFORM_API_URL: ready.url, PLATFORM_MOCK_WORLD: id });
    expect(named.stderr).toBe(
      `platform-mock/setup: uses the mock of PLATFORM_API_URL, ${ready.url}, in its world of-this-run\n`,
    );
    const { MOCK_WORLD: world, TOKEN: token } = reportOf(named).during.variables;
    expect(world).toBe(id);
    expect((await api.as(token).get('/iam/v2/groups')).headers['x-mock-world']).toBe(id);
    await served(behind(ready.url, { host: `${id}.localhost` }), async (url) => {
      expect(reportOf(await drive(folder, { PLATFORM_API_URL: url })).during.variables.MOCK_WORLD).toBe(id);
    });
    const gone = await drive(folder, { PLATFORM_API_URL: ready.url, PLATFORM_MOCK_WORLD: 'gone' });
    expect(refused(gone)).toMatch(/, has no world for this run: .* 404 Not found: world "gone" not found$/);
  });

  test('Y13: a run is held by a word for true, where a test has failed, and by no other word @whole', async ({
    folder,
  }) => {
    const { after } = reportOf(await drive(folder, { PLATFORM_MOCK_HOLD: 'true' }));
    expect(after.answers).toBe(false);
    expect(refused(await drive(folder, { PLATFORM_MOCK_HOLD: 'perhaps' }))).toBe(
      'SetupRefusal: platform-mock/setup: PLATFORM_MOCK_HOLD is "perhaps", which is neither true nor false',
    );
  });

  test('Y5: options are held against what a running mock was started with @whole', async ({ folder, ownServer }) => {
    const own = join(folder, 'own.yaml');
    await writeFile(own, 'groups:\n  - name: acme.test\n');
    const flags = ['--fixture', 'hierarchy', '--fixture', own, '--seed', 'nightly', '--profile', 'published'];
    const { ready } = await ownServer(...flags);
    const given = { PLATFORM_API_URL: ready.url };
    const line = `platform-mock/setup: uses the mock of PLATFORM_API_URL, ${ready.url}`;
    const same = { fixtures: ['hierarchy', './fixtures/own.yaml'], seed: 'nightly', profile: 'published' };
    for (const [options, said] of [
      [same, line],
      [{ ...same, serviceDomain: 'platform.test', controlToken: 'unused' }, line],
      [{ seed: 'nightly', port: 1, journal: 9 }, `${line}; as it was started, whatever the options are: port, journal`],
    ] as const) {
      const run = await drive(folder, given, options);
      expect(reportOf(run).during.variables.ORG_ID).toBe(ready.orgId);
      expect(run.stderr).toBe(`${said}\n`);
    }
    const start = `SetupRefusal: platform-mock/setup: the mock of PLATFORM_API_URL, ${ready.url}, was started with`;
    const end = 'start it so, or unset PLATFORM_API_URL, and one is started';
    for (const [options, said] of [
      [{ fixtures: ['default'] }, 'fixtures hierarchy, own.yaml and not default (--fixture)'],
      [
        { ...same, seed: 'daily', profile: 'specification' },
        'seed nightly and not daily (--seed); profile published and not specification (--profile)',
      ],
      [{ serviceDomain: 'example.test' }, 'serviceDomain platform.test and not example.test (--service-domain)'],
    ] as const) {
      expect(refused(await drive(folder, given, options))).toBe(`${start} ${said}: ${end}`);
    }
  });

  for (const [options, line] of [
    [{ prot: 1, seed: '' }, 'TypeError: setup: there is no option "prot"; seed must be a text'],
    [{ port: false }, 'TypeError: setup: port must be a number: the tests call the mock by it'],
  ] as const) {
    test(`Y5: ${JSON.stringify(options)} is refused before anything is asked or started`, async ({ folder }) => {
      for (const variables of [{}, { PLATFORM_API_URL: await closedPort() }]) {
        const { code, stdout, stderr } = await drive(folder, variables, options);
        expect([code, stdout, stderr.split('\n')[0]]).toEqual([1, '', line]);
      }
    });
  }
});
