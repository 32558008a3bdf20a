import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bySize } from '../../scripts/test-size.ts';
import { type AlteringProxy, openAlteringProxy } from '../support/altering-proxy.ts';
import { ok } from '../support/answer.ts';
import { runHere } from '../support/command-here.ts';
import { test } from '../support/folder.ts';
import { mintToken, steer } from '../support/mock.ts';
import { commandLine, plainEnvironment } from '../support/own-server.ts';
import { profile } from '../support/profile.ts';
import { expect } from '../support/test.ts';
import { DEFECTS } from './service-defects.ts';

interface Report {
  readonly kind: string;
  readonly apiVersion: string;
  readonly run: string;
  readonly date: string;
  readonly target: string;
  readonly suite: { readonly version: string; readonly document: string };
  readonly profiles: readonly Readonly<
    Record<'passed' | 'failed' | 'comparisons' | 'skipped' | 'notEvaluable' | 'notImplemented', number> & {
      name: string;
      reasons: Record<string, number>;
    }
  >[];
  readonly operations: readonly { readonly name: string; readonly verdict: string }[];
  readonly failures: readonly Readonly<Record<'case' | 'rule' | 'request' | 'expected' | 'got', string>>[];
  readonly changes?: readonly string[];
}

/** The time limit of a run with thousands of calls on a busy machine. */
const LIMIT_MS = 180_000;

/** The suites of the comparison of a mock with a mock, and the least it has. A test below compares by each of the others. */
const ALIKE = bySize({
  small: { asked: ['write'], suites: ['write'], passed: 100, comparisons: 2_000, operations: 40 },
  usual: { asked: ['grpc', 'write'], suites: ['grpc', 'write'], passed: 300, comparisons: 5_000, operations: 80 },
  whole: {
    asked: ['all'],
    suites: ['refusals', 'read', 'v1', 'grpc', 'write'],
    ...{ passed: 1_000, comparisons: 20_000, operations: 150 },
  },
});

/** A run against a server, with its report. */
const verify = async (folder: string, target: string, token: string, ...flags: readonly string[]) => {
  const report = join(folder, `report-${Math.random()}.json`);
  const { code, stdout, stderr } = await runHere([
    'verify',
    ...['--target', target, '--token', token, '--i-own', '127.0.0.1', '--rps', '0', '--profile', profile],
    ...['--ledger', join(folder, 'ledger'), '--report', report, ...flags],
  ]);
  const read = (): Report => JSON.parse(readFileSync(report, 'utf8')) as Report;
  return { code, stdout, stderr, lines: stdout.split('\n'), read };
};

test.describe('platform-mock verify @mock', () => {
  test.describe.configure({ timeout: LIMIT_MS });

  test('behaviour 32.1, 32.2, 32.7: a mock answers as a mock does, in thousands of comparisons of every suite', async ({
    serverHere,
    folder,
  }) => {
    const { ready } = await serverHere();
    const suites = ALIKE.asked.flatMap((suite) => ['--suite', suite]);
    const { code, lines, read, stderr } = await verify(folder, ready.url, ready.token, ...suites);
    const report = read();
    expect(stderr).toBe('');
    expect(report.failures).toEqual([]);
    expect([code, lines[0]]).toEqual([0, `run ${report.run}`]);
    expect(report).toMatchObject({
      kind: 'ConformanceReport',
      apiVersion: 'platform-mock/v1',
      target: ready.url,
      suite: { document: profile },
    });
    expect(report.profiles.map(({ name }) => name)).toEqual(ALIKE.suites);
    const sum = (of: 'passed' | 'comparisons') => report.profiles.reduce((total, each) => total + each[of], 0);
    expect(sum('passed')).toBeGreaterThan(ALIKE.passed);
    expect(sum('comparisons')).toBeGreaterThan(ALIKE.comparisons);
    expect(report.profiles.every(({ passed, comparisons }) => passed > 50 && comparisons > 100)).toBe(true);
    expect(report.operations.length).toBeGreaterThan(ALIKE.operations);
    expect(report.operations.every(({ verdict }) => verdict === 'passed')).toBe(true);
  });

  /** A service that is not as the mock is, in a way that is another for each test. */
  let proxy: AlteringProxy;
  test.afterEach(async () => {
    await proxy?.close();
  });

  for (const { name, suite, cases, got, ...alter } of DEFECTS) {
    const tag = name === 'the order is ignored' || name === 'masks are ignored' ? '' : ' @whole';
    test(`behaviour 32.1: the run finds that ${name}, and nothing else${tag}`, async ({ serverHere, folder }) => {
      const { ready, api } = await serverHere();
      proxy = await openAlteringProxy(ready.url);
      proxy.alter = alter;
      const token = suite === 'refusals' ? await mintToken(api, 'viewer') : ready.token;
      const { code, read, stdout } = await verify(folder, proxy.url, token, '--suite', suite);
      const { failures } = read();
      expect(failures.map((each) => each.case).filter((each) => !cases.test(each))).toEqual([]);
      expect([code, failures.length > 0]).toEqual([3, true]);
      if (got) expect(failures.some((each) => got.test(each.got))).toBe(true);
      expect(stdout).toContain(`failed ${failures[0]?.case} (rule ${failures[0]?.rule})`);
    });
  }

  test('behaviour 32.4: a target that nobody has said to own is sent nothing', async ({ serverHere, folder }) => {
    const { ready } = await serverHere();
    proxy = await openAlteringProxy(ready.url);
    const { code, stdout, stderr } = await runHere([
      'verify',
      ...['--target', proxy.url, '--token', ready.token, '--i-own', 'api.example.com', '--ledger', folder],
    ]);
    expect([code, proxy.calls.length]).toEqual([2, 0]);
    expect(stdout).toMatch(/^run v\w+\n$/);
    const host = new URL(proxy.url).host;
    expect(stderr).toBe(`platform-mock: --i-own names api.example.com, and --target is at ${host}: nothing was sent\n`);
  });

  test('behaviour 32.2: v1 is compared below the group of the run, beside another organization', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    // The new organization sorts first by its uid; the invites and account associations are in the other one.
    ok(await steer(api, 'POST', 'fixtures', { groups: [{ name: 'acme.example', repos: [{ name: 'app' }] }] }));
    const { read, code } = await verify(folder, ready.url, ready.token, '--suite', 'v1');
    expect([code, read().failures]).toEqual([0, []]);
  });

  for (const [suite, paths, reason] of [
    ['v1', /^\/(?!auth\/)\w+\/v1\//, 'the target has no v1: GET /iam/v1/groups answered 404'],
    ['grpc', /^\/chainguard\./, 'the target does not speak gRPC'],
  ] as const) {
    test(`behaviour 32.2, 32.6: a target without ${suite} has its cases skipped, with the reason`, async ({
      serverHere,
      folder,
    }) => {
      const { ready } = await serverHere();
      proxy = await openAlteringProxy(ready.url);
      proxy.alter = {
        answer: (answer, { target }) => {
          if (!paths.test(target)) return;
          Object.assign(answer, { status: 404, headers: {}, json: { code: 5, message: 'Not Found', details: [] } });
        },
      };
      const { code, read, stdout } = await verify(folder, proxy.url, ready.token, '--suite', suite);
      const { operations, profiles, failures } = read();
      const skipped = profiles[0]?.skipped ?? 0;
      expect([code, operations, failures]).toEqual([2, [], []]);
      expect(profiles).toMatchObject([{ passed: 0, failed: 0, comparisons: 0, reasons: { [reason]: skipped } }]);
      expect(skipped).toBeGreaterThan(50);
      expect(stdout).toContain(reason);
    });
  }

  test('behaviour 32.2: refusals name nothing that exists, and send no call that could make or change something', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    proxy = await openAlteringProxy(ready.url);
    const { text } = await api.get('/registry/v2/repos?page_size=200');
    const { repos } = JSON.parse(text) as { repos: readonly { uid: string }[] };
    await verify(folder, proxy.url, ready.token, '--suite', 'refusals');
    const changing = proxy.calls.filter(({ method }) => method !== 'GET');
    expect(changing.length).toBeGreaterThan(100);
    const named = proxy.calls.map(({ target, body }) => `${target} ${body}`);
    expect(named.filter((call) => repos.some(({ uid }) => call.includes(uid)))).toEqual([]);
    // Each call with a token names a uid, so that it cannot create anything.
    const acting = changing.filter(
      ({ headers, target }) => headers.authorization === `Bearer ${ready.token}` && !/[0-9a-f]{40}|no-uid/.test(target),
    );
    expect(acting.filter(({ method }) => method === 'POST')).toEqual([]);
    expect((await api.get('/registry/v2/repos?page_size=200')).text).toBe(text);
  });

  test('behaviour 32.5: neither output nor report has the token, or a value of the target', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    proxy = await openAlteringProxy(ready.url);
    proxy.alter = {
      answer: (answer) => {
        if (answer.status === 200 && answer.json?.repos?.[0]) answer.json.repos[0].description = 'confidential words';
      },
    };
    const { code, stdout, stderr, read } = await verify(folder, proxy.url, ready.token, '--suite', 'read');
    const { text } = await api.get('/registry/v2/repos?page_size=200');
    const { repos } = JSON.parse(text) as { repos: readonly { uid: string; name: string; description: string }[] };
    const all = `${stdout}${stderr}${JSON.stringify(read())}`;
    expect(code).toBe(3);
    const values = [
      ready.token,
      ready.orgId,
      'confidential words',
      ...repos.flatMap(({ uid, description }) => [uid, description]),
    ];
    expect(values.filter((value) => value !== '' && all.includes(value))).toEqual([]);
    expect(all).toContain('repos[0].description: another text');
    expect(all).toContain('\\"$TARGET/registry/v2/repos?uidp.descendants_of=$GROUP');
  });

  test('behaviour 32.6: nothing counts of a target in which faults are set', async ({ serverHere, folder }) => {
    const { ready, api } = await serverHere();
    ok(await steer(api, 'PUT', 'faults', [{ match: { operation: 'ListRepos' }, do: { latency: 1 } }]));
    const { code, read, stdout } = await verify(folder, ready.url, ready.token, '--suite', 'refusals');
    const { profiles, operations } = read();
    expect([code, operations]).toEqual([2, []]);
    expect(profiles[0]).toMatchObject({ name: 'refusals', passed: 0, comparisons: 0 });
    expect(profiles[0]?.skipped).toBeGreaterThan(100);
    expect(stdout).toContain('not compared: rules of the target make calls fail on demand');
  });

  test('behaviour 32.6, 32.10: an operation that the target lacks is named, and one that the token may not call', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    proxy = await openAlteringProxy(ready.url);
    proxy.alter = {
      answer: (answer, { target }) => {
        if (target.startsWith('/events/v2/')) answer.status = 501;
      },
    };
    const missing = (await verify(folder, proxy.url, ready.token, '--suite', 'refusals')).read();
    expect(missing.failures.every((each) => /^refusals\/\w+Subscription/.test(each.case))).toBe(true);
    expect(missing.profiles[0]?.notImplemented).toBe(missing.failures.length);
    expect(missing.operations.filter(({ verdict }) => verdict === 'not_implemented').map(({ name }) => name)).toContain(
      'ListSubscriptions',
    );
    proxy.alter = {};
    const token = await mintToken(api, 'ci-bot');
    const lacking = await verify(folder, proxy.url, token, '--suite', 'read', '--suite', 'write');
    expect(lacking.stdout).toMatch(/not compared: the caller lacks identity\.list/);
    expect(lacking.stdout).toMatch(/not compared: the token lacks groups\.delete at the group/);
    expect(lacking.read().operations.map(({ name }) => name)).not.toContain('ListIdentities');
  });

  test('behaviour 32.7: a report is held against an earlier one, and is not replaced', async ({
    serverHere,
    folder,
  }) => {
    const { ready } = await serverHere();
    proxy = await openAlteringProxy(ready.url);
    const junit = join(folder, 'junit.xml');
    proxy.alter = {
      answer: (answer) => {
        if (answer.status === 400) answer.status = 405;
      },
    };
    const old = join(folder, 'old.json');
    const suite = ['--suite', 'write'];
    const before = await verify(folder, proxy.url, ready.token, ...suite, '--junit', junit);
    writeFileSync(old, JSON.stringify(before.read()));
    proxy.alter = {};
    const { code, read } = await verify(folder, proxy.url, ready.token, ...suite, '--against', old);
    const { failures } = before.read();
    expect(code).toBe(0);
    expect(read().changes).toEqual(failures.map((each) => `does not fail any more: ${each.case}`));
    expect(readFileSync(junit, 'utf8').match(/<failure /g)).toHaveLength(failures.length);
    const again = await verify(folder, proxy.url, ready.token, '--junit', junit);
    expect([again.code, again.stderr]).toEqual([2, `platform-mock: ${junit}: it exists already\n`]);
    const wrong = await verify(folder, proxy.url, ready.token, '--against', junit);
    expect([wrong.code, wrong.stderr]).toEqual([2, `platform-mock: ${junit}: it is no report of verify\n`]);
  });

  test('behaviour 32.8: the rows of a run are deleted after a failure, and after a kill by the ledger', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    const inventory = async () => {
      const lists = [
        'iam/v2/groups',
        'registry/v2/repos',
        'registry/v2/tags',
        'iam/v2/identities',
        'iam/v2/roles',
        'iam/v2/roleBindings',
        'events/v2/subscriptions',
      ];
      const answers = await Promise.all(lists.map((list) => api.get(`/${list}?page_size=200`)));
      return answers.map(({ text }) => text);
    };
    const before = await inventory();
    proxy = await openAlteringProxy(ready.url);
    // A tag cannot be made: what comes after it is, all the same.
    proxy.alter = {
      answer: (answer, { method, target }) => {
        if (method === 'POST' && target.startsWith('/registry/v2/tags'))
          Object.assign(answer, { status: 500, json: { code: 13, message: 'Internal error', details: [] } });
      },
    };
    const failed = await verify(folder, proxy.url, ready.token, '--suite', 'write');
    expect(failed.code).toBe(3);
    expect(failed.read().failures.every((each) => /Tag/.test(each.case))).toBe(true);
    expect(await inventory()).toEqual(before);
    // The run dies behind a create of which it hears nothing.
    const cut = join(folder, 'cut');
    const flags = [
      '--target',
      proxy.url,
      '--token',
      ready.token,
      '--i-own',
      '127.0.0.1',
      '--rps',
      '0',
      '--ledger',
      cut,
    ];
    const child = spawn(...commandLine('verify', ...flags, '--suite', 'write', '--profile', profile), {
      stdio: 'ignore',
      env: plainEnvironment(),
    });
    let left = 9;
    proxy.alter = {
      answer: (_, { method }) => {
        left -= method === 'POST' ? 1 : 0;
        if (left === 0) child.kill('SIGKILL');
      },
    };
    await once(child, 'exit');
    proxy.alter = {};
    expect(await inventory()).not.toEqual(before);
    const clean = (...more: readonly string[]) => runHere(['verify', 'cleanup', ...flags, ...more]);
    const [run = ''] = readdirSync(cut).map((name) => name.replace('.jsonl', ''));
    const unknown = await clean('--run', 'v0000000');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      `platform-mock: ${cut} has no ledger of the run v0000000 against ${proxy.url}\n`,
    ]);
    const cleaned = await clean();
    expect([cleaned.code, cleaned.stderr]).toEqual([0, '']);
    expect(cleaned.stdout).toMatch(RegExp(`^run ${run}: \\d+ deleted\n$`));
    expect(await inventory()).toEqual(before);
    expect((await clean()).stdout).toBe('no run has anything to delete\n');
  });

  test('behaviour 32.9: a cursor that never expires is found by a run that comes days later', async ({
    serverHere,
    folder,
  }) => {
    const { ready, api } = await serverHere();
    proxy = await openAlteringProxy(ready.url);
    await verify(folder, proxy.url, ready.token, '--suite', 'read');
    const ledger = join(folder, 'ledger');
    for (const name of readdirSync(ledger)) {
      const file = join(ledger, name);
      const old = new Date(Date.now() - 80 * 3_600_000).toISOString();
      writeFileSync(file, readFileSync(file, 'utf8').replace(/("kind":"cursor".*"date":")[^"]*/g, `$1${old}`));
    }
    // The cursor has not expired for the mock, whose clock was not moved.
    const wrong = (await verify(folder, proxy.url, ready.token, '--suite', 'read')).read();
    expect(wrong.failures.map((each) => [each.case.split('/')[2], each.rule])).toEqual([['expired_cursor', 'L14']]);
    ok(await steer(api, 'POST', 'clock:advance', { by: '80h' }));
    const token = await mintToken(api, 'owner', '24h');
    const right = await verify(folder, proxy.url, token, '--suite', 'read');
    expect(right.read().failures.filter((each) => each.case.endsWith('expired_cursor'))).toEqual([]);
  });
});
