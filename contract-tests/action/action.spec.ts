import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../clients/programs.ts';
import { test as base } from '../support/folder.ts';
import { plainEnvironment, runCommand } from '../support/own-server.ts';
import { expect } from '../support/test.ts';
import { writeProgram } from '../support/written-program.ts';
import { runAction } from './composite-action.ts';
import { type Releases, serveReleases, version } from './released.ts';
import { beginJob, type RunnerJob } from './runner-job.ts';

// The steps of action.yml and of action/finish/action.yml run here as a runner runs them, with releases on loopback.

const FINISH = 'action/finish';

/** A test starts about ten programs one after the other; this is only to end one that hangs. */
const LIMIT_MS = 120_000;

const test = base.extend<{
  readonly releases: Releases;
  readonly begin: (machine?: Readonly<Record<string, string>>) => Promise<RunnerJob>;
  /** The path of the command line under test, as an executable. */
  readonly program: string;
}>({
  releases: async ({ folder }, use) => {
    const releases = await serveReleases(folder);
    await use(releases);
    releases.close();
  },
  begin: async ({ folder }, use) => {
    const jobs: RunnerJob[] = [];
    await use(async (machine) => {
      const at = join(folder, `job-${jobs.length}`);
      await mkdir(at);
      const job = await beginJob(at, machine);
      jobs.push(job);
      return job;
    });
    for (const job of jobs) await job.end();
  },
  program: async ({ folder }, use) => {
    const program = join(folder, 'platform-mock');
    await writeProgram(program);
    await use(program);
  },
});

test.describe.configure({ timeout: LIMIT_MS });

/** Runs commands as a later step of a job. */
const step = (job: RunnerJob, script: string) =>
  run('bash', ['-e', '-c', script], { cwd: job.workspace, env: job.environment() });

/** The names that `exec` exports with some variables. */
const exportedByExec = async (flags: NodeJS.ProcessEnv): Promise<readonly string[]> => {
  const env = { ...flags, NODE_EXTRA_CA_CERTS: undefined };
  const print = 'console.log(Object.keys(process.env).join())';
  const { stdout } = await runCommand(['exec', '--', process.execPath, '-e', print], env);
  const given = new Set(
    Object.entries(plainEnvironment(env)).flatMap(([name, value]) =>
      value === undefined || name === 'PLATFORM_MOCK_CONTROL_TOKEN' ? [] : name,
    ),
  );
  return stdout
    .trim()
    .split(',')
    .filter((name) => !given.has(name))
    .sort();
};

const PING = 'curl -s --fail-with-body -H "Authorization: Bearer $PLATFORM_TOKEN" $PLATFORM_API_URL/ping/v2/ping';

test('I4: it runs the executable of its release, exports what exec exports, and a runner keeps the executable @mock', async ({
  releases,
  begin,
}) => {
  const job = await begin();
  const inputs = { downloads: releases.url };
  const { code, printed, outputs } = await runAction(job, '.', { inputs });
  expect([code, printed]).toEqual([0, expect.stringContaining(`platform-mock ${version} ready on http://127.0.0.1:`)]);
  const exported = job.exported();
  expect(Object.keys(exported).sort()).toEqual(await exportedByExec({}));
  expect(outputs).toEqual({
    url: exported.PLATFORM_API_URL,
    token: exported.PLATFORM_TOKEN,
    'org-id': exported.PLATFORM_ORG_ID,
    issuer: exported.PLATFORM_ISSUER,
  });
  const { stdout } = await step(job, `${PING}; platform-mock --version`);
  expect(stdout).toBe(`{"response":"pong"}${version}\n`);
  const asked = releases.asked.length;
  expect(asked).toBe(2);
  const next = await begin({ RUNNER_TOOL_CACHE: String(job.environment().RUNNER_TOOL_CACHE) });
  expect((await runAction(next, '.', { inputs })).code).toBe(0);
  expect(releases.asked).toHaveLength(asked);
});

test('I4: fixtures, profile and port are its inputs, and variables of the step are flags @mock', async ({
  begin,
  program,
}) => {
  const job = await begin();
  await writeFile(join(job.workspace, 'own.yaml'), 'groups:\n  - {alias: own, name: own.example.com}\n');
  const inputs = { executable: program, fixture: 'default, hierarchy\nown.yaml', profile: 'published', port: '0' };
  const env = { PLATFORM_MOCK_TLS: 'auto', PLATFORM_MOCK_CONTROL_TOKEN: 'steer' };
  expect(await runAction(job, '.', { inputs, env })).toMatchObject({ code: 0 });
  expect(Object.keys(job.exported()).sort()).toEqual(await exportedByExec(env));
  const { stdout } = await step(
    job,
    `curl -s --cacert "$PLATFORM_CA_FILE" -H "Authorization: Bearer $PLATFORM_MOCK_CONTROL_TOKEN" "$PLATFORM_API_URL/_mock/v1/info"`,
  );
  const { profile, aliases } = JSON.parse(stdout) as { readonly profile: string; readonly aliases: object };
  expect([profile, Object.keys(aliases)]).toEqual(['published', expect.arrayContaining(['own'])]);
  const said = `platform-mock: wrote ${job.environment().RUNNER_TEMP}/platform-mock/traces/run.har (0 calls of 1 world)\n`;
  expect(await runAction(job, FINISH)).toMatchObject({ code: 0, printed: said });
  expect(await job.summary()).toContain('## API coverage');
});

test('I5: finish stops the mock, uploads the trace, and sums up what was refused and covered @mock', async ({
  begin,
  program,
}) => {
  const job = await begin();
  expect((await runAction(job, '.', { inputs: { executable: program, 'trace-dir': 'a b/traces' } })).code).toBe(0);
  const denied = `curl -s -o /dev/null -H 'Authorization: Bearer viewer-token' -d '{"name":"new"}' $PLATFORM_API_URL/registry/v2/repos/$PLATFORM_ORG_ID`;
  await step(job, `${PING}; ${denied}`);
  const { code, outputs } = await runAction(job, FINISH);
  expect([code, outputs]).toEqual([0, { 'trace-dir': join(job.workspace, 'a b/traces') }]);
  expect([...job.artifacts]).toEqual([['platform-mock-test-0', ['run.har']]]);
  const { log } = JSON.parse(await readFile(join(job.workspace, 'a b/traces/run.har'), 'utf8')) as {
    readonly log: { readonly entries: readonly { readonly _operation: string }[] };
  };
  expect(log.entries.map(({ _operation }) => _operation)).toEqual(['Ping', 'CreateRepo']);
  const summary = await job.summary();
  expect(summary).toContain('2 calls, of which 1 were refused or failed.');
  expect(summary).toMatch(/```text\n +2 {2}\S+ {2}default {2}rest {2}CreateRepo {2}by viewer {2}403 .*\n```/);
  expect(summary).toContain('| CreateRepo | curl/');
  expect((await step(job, PING)).code).toBe(7);
});

test('I5: without a mock finish says so, and of one that has ended it shows what is there @mock @whole', async ({
  begin,
  program,
}) => {
  const job = await begin();
  expect(await runAction(job, FINISH)).toMatchObject({
    code: 0,
    printed: expect.stringContaining('no mock was started'),
  });
  expect((await runAction(job, '.', { inputs: { executable: program } })).code).toBe(0);
  await step(job, PING);
  await job.end();
  const { code, printed } = await runAction(job, FINISH, { inputs: { 'artifact-name': 'own' } });
  expect([code, printed]).toEqual([
    0,
    expect.stringContaining('::warning title=platform-mock::the mock had ended with 0'),
  ]);
  expect([...job.artifacts]).toEqual([['own', ['run.har']]]);
  expect(await job.summary()).toContain('1 calls, of which 0 were refused or failed.');
});

interface Refusal {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly machine?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly error: string | RegExp;
}

/** Programs that cannot be run, with `HERE` for the releases and `PROGRAM` for an executable. */
const REFUSED: Readonly<Record<string, Refusal>> = {
  'a version that is none': {
    inputs: { version: 'latest', downloads: 'HERE' },
    code: 2,
    error: 'the version "latest" is none: it is written as 0.1.0',
  },
  'a release that is not there': {
    inputs: { version: 'v9.9.9', downloads: 'HERE' },
    code: 1,
    error: /^http:\S+\/v9\.9\.9\/checksums\.txt cannot be downloaded: is there a release v9\.9\.9\?$/,
  },
  'a release before there is one': {
    inputs: { downloads: '' },
    code: 2,
    error: 'no release is published yet: npm run binary makes an executable, which the input executable names',
  },
  'a system that no release is for': {
    inputs: { downloads: 'HERE' },
    machine: { RUNNER_OS: 'macOS' },
    code: 2,
    error: 'no release has an executable for macOS on X64: npx platform-mock exec runs with Node',
  },
  'an executable that is not there': {
    inputs: { executable: 'nowhere/platform-mock' },
    code: 2,
    error: 'there is no executable nowhere/platform-mock',
  },
  'a folder that cannot be made': {
    inputs: { executable: 'PROGRAM', 'trace-dir': '/dev/null/traces' },
    code: 2,
    error: 'the folder /dev/null/traces cannot be made',
  },
  'a fixture that is not there': {
    inputs: { executable: 'PROGRAM', fixture: 'hierachy' },
    code: 4,
    error: 'hierachy: no fixture has this name, did you mean "hierarchy"?',
  },
  'a port that is none': {
    inputs: { executable: 'PROGRAM', port: 'eighty' },
    code: 2,
    error: /^option "--port <port>" argument "eighty" is invalid\. /,
  },
  'a variable that no flag has': {
    inputs: { executable: 'PROGRAM' },
    env: { PLATFORM_MOCK_FIXTURES: '100%' },
    code: 2,
    error: 'there is no variable "PLATFORM_MOCK_FIXTURES", did you mean "PLATFORM_MOCK_FIXTURE"?',
  },
  'hosts of one command': {
    inputs: { executable: 'PROGRAM' },
    env: { PLATFORM_MOCK_AS: 'api.test' },
    code: 2,
    error: 'PLATFORM_MOCK_AS is for one command: run platform-mock exec --as in a step of your own',
  },
};

for (const [what, { inputs = {}, env = {}, machine, code, error }] of Object.entries(REFUSED)) {
  test(`I6: ${what} is an error of the step, and exports nothing @mock`, async ({ begin, releases, program }) => {
    const job = await begin(machine);
    const here = (text: string): string => text.replace('HERE', releases.url).replace('PROGRAM', program);
    const given = Object.fromEntries(Object.entries(inputs).map(([name, text]) => [name, here(text)]));
    const ended = await runAction(job, '.', { inputs: given, env });
    const [, message] = /^::error title=platform-mock::(.*)$/m.exec(ended.printed) ?? [];
    expect([ended.code, message]).toEqual([code, typeof error === 'string' ? error : expect.stringMatching(error)]);
    expect(job.exported()).toEqual({});
    expect(await runAction(job, FINISH)).toMatchObject({ code: 0 });
  });
}

test('I6: an archive that is not the one of its checksums is not run @mock', async ({ begin, releases }) => {
  const job = await begin();
  releases.put('platform-mock-linux-x64.tar.gz', 'other bytes');
  const { code, printed } = await runAction(job, '.', { inputs: { downloads: releases.url } });
  const error = `platform-mock-linux-x64.tar.gz is not the file that checksums.txt of v${version} has`;
  expect([code, printed]).toEqual([1, `::error title=platform-mock::${error}\n`]);
  const cached = join(String(job.environment().RUNNER_TOOL_CACHE), 'platform-mock');
  await expect(stat(cached)).rejects.toThrow('ENOENT');
});

test('I6: a second mock in a job is refused, and the first goes on @mock @whole', async ({ begin, program }) => {
  const job = await begin();
  const inputs = { executable: program };
  expect((await runAction(job, '.', { inputs })).code).toBe(0);
  const { code, printed } = await runAction(job, '.', { inputs });
  expect([code, printed]).toEqual([2, expect.stringContaining('the mock of an earlier step is running')]);
  expect((await step(job, PING)).stdout).toBe('{"response":"pong"}');
  expect((await runAction(job, FINISH)).code).toBe(0);
  expect((await runAction(job, '.', { inputs })).code).toBe(0);
});
