import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runAction } from '../action/composite-action.ts';
import { version } from '../action/released.ts';
import { beginJob, type RunnerJob } from '../action/runner-job.ts';
import { type Ended, run } from '../clients/programs.ts';
import { test as base, expect } from '../package/user-folder.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { writeProgram } from '../support/written-program.ts';
import { read } from './document-blocks.ts';
import { documentedJobs, type WorkflowJob, type WorkflowService, type WorkflowStep } from './documented-workflow.ts';
import { userEnvironment } from './user-environment.ts';

// The workflows that the pages show are the input of these tests: their steps are run in order, in a project whose
// tests make worlds, with a mock in the place of the service.

/** The project of the user, with what `npm ci` would have installed from a registry. */
const SAMPLE = 'samples/vitest';
/** Has nothing to do for `npm ci`. */
const INSTALLED = 'npm() { test "$1" = ci || command npm "$@"; }';

/** The effect of an action here. */
const ACTIONS: readonly RegExp[] = [
  // The project is there, and so is Node.
  /^actions\/checkout@/,
  /^actions\/setup-node@/,
];

/** A job that begins in the project of the user, with the executable that it runs. */
interface Runner {
  readonly job: RunnerJob;
  readonly program: string;
}

const test = base.extend<{ readonly project: string; readonly runner: Runner }>({
  project: async ({ user }, use) => {
    const folder = await mkdtemp(join(user, 'workflow-'));
    const programs = join(folder, 'node_modules/.bin');
    await mkdir(programs, { recursive: true });
    await symlink(resolve('node_modules/.bin/vitest'), join(programs, 'vitest'));
    const project = join(folder, 'project');
    await cp(SAMPLE, project, { recursive: true });
    await use(project);
    await rm(folder, { recursive: true, force: true });
  },
  runner: async ({ project }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'runner-'));
    const job = await beginJob(folder);
    const program = join(folder, 'platform-mock');
    await writeProgram(program);
    await use({ job: { ...job, workspace: project }, program });
    await job.end();
    await rm(folder, { recursive: true, force: true });
  },
});

/** Starts a mock in the place of a service: with the variables of the image and its own, on another port. */
const startService = async ({ env = {} }: WorkflowService): Promise<OwnServer> => {
  const [, host = ''] = /PLATFORM_MOCK_HOST=(\S+)/.exec(read('Dockerfile')) ?? [];
  return startOwnServer([], { PLATFORM_MOCK_HOST: host, ...env });
};

/** Replaces the address of the published port of the service in a text by the address of the mock. */
const redirect = ({ ports = [] }: WorkflowService, { ready }: OwnServer): ((text: string) => string) => {
  const [, port] = /^(\d+):8484$/.exec(ports[0] ?? '') ?? [];
  if (port === undefined) throw new Error(`the service publishes no port of the mock: ${ports.join()}`);
  const hosts = new RegExp(`\\b(?:127\\.0\\.0\\.1|localhost):${port}\\b`, 'g');
  return (text) => text.replace(hosts, new URL(ready.url).host);
};

const mapped = (env: WorkflowStep['env'], map: (text: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, map(String(value))]));

/** The number of creates of repos that a mock has answered in all of its worlds. */
const createsOf = async (url: string, controlToken = ''): Promise<number> => {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await fetch(`${url}/_mock/v1/coverage?world=*`, { headers });
  const { operations } = (await answer.json()) as {
    readonly operations: readonly {
      readonly operation: string;
      readonly clients: readonly { readonly answers: readonly { readonly status: number; readonly count: number }[] }[];
    }[];
  };
  return operations
    .filter(({ operation }) => operation === 'CreateRepo')
    .flatMap(({ clients }) => clients.flatMap(({ answers }) => answers))
    .filter(({ status }) => status === 200)
    .reduce((sum, { count }) => sum + count, 0);
};

/** The repository, and a copy of it in the workspace. */
const OWN = /^(?:platform-mock\/platform-mock|\.\/platform-mock)(?:\/(.+?))?(?:@v(.+))?$/;

/** The folder of the project that a step takes its action from; undefined if the action is not ours. */
const ownAction = ({ uses = '' }: WorkflowStep): string | undefined => {
  const found = OWN.exec(uses);
  if (found === null) return undefined;
  const [, folder = '.', ref = version] = found;
  expect(ref, `the version of ${uses}`).toBe(version);
  return folder;
};

/** True for what a step does in the copy of the repository: the executable is there. */
const isOfCopy = (step: WorkflowStep): boolean => step['working-directory'] === 'platform-mock';

const expectKnown = (uses: string): void =>
  expect(
    ACTIONS.some((known) => known.test(uses)),
    `${uses} is known here`,
  ).toBe(true);

/** Runs the commands of a step in the project. */
const runCommands = (commands: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  run('bash', ['-e', '-o', 'pipefail', '-c', `${INSTALLED}\n${commands}`], { cwd, env });

/** Runs the steps of a job that uses the action, as a runner does; `commands` replaces its own commands. */
const runSteps = async (job: RunnerJob, { steps }: WorkflowJob, program: string, commands?: string): Promise<void> => {
  let failed = false;
  for (const step of steps) {
    expect(['failure()', undefined], 'the conditions that are known here').toContain(step.if);
    if (failed !== (step.if === 'failure()')) continue;
    const action = ownAction(step);
    if (action !== undefined) {
      const inputs = { ...step.with, ...(action === '.' && { executable: program }) };
      const { code, printed } = await runAction(job, action, { inputs, env: { ...step.env } });
      expect(code, printed).toBe(0);
    } else if (step.uses !== undefined) expectKnown(step.uses);
    if (step.run === undefined || isOfCopy(step)) continue;
    const { code, stdout, stderr } = await runCommands(commands ?? step.run, job.workspace, job.environment());
    failed = code !== 0;
    if (commands === undefined) expect(code, `${step.run}\n${stdout}${stderr}`).toBe(0);
  }
};

const withService = documentedJobs.filter(({ job }) => job.services !== undefined);
const withAction = documentedJobs.filter(({ job }) => job.services === undefined);

test('pages show a workflow with the mock as a service, and one with the action', () => {
  expect(withService.map(({ file }) => file)).toContain('docs/container.md');
  expect(withAction.map(({ file }) => file)).toContain('docs/ci.md');
});

for (const { file, line, name, job } of withAction) {
  const at = `${file}:${line}: the steps of the job "${name}"`;

  test(`${at} succeed with the action, in a mock of their own @mock @whole`, async ({ project, runner }) => {
    test.setTimeout(120_000);
    await runSteps(runner.job, job, runner.program);
    const { PLATFORM_API_URL: url = '' } = runner.job.exported();
    expect(await createsOf(url), 'repos that were created').toBeGreaterThan(0);
    expect([...runner.job.artifacts]).toEqual([]);
    expect(runner.job.workspace).toBe(project);
  });

  test(`${at} leave a trace and a summary where one fails @mock @whole`, async ({ runner }) => {
    test.setTimeout(120_000);
    const denied = `curl -s -H 'Authorization: Bearer viewer-token' -d '{"name":"new"}' $PLATFORM_API_URL/registry/v2/repos/$PLATFORM_ORG_ID; exit 1`;
    await runSteps(runner.job, job, runner.program, denied);
    expect([...runner.job.artifacts.values()].flat()).toEqual(['run.har']);
    expect(await runner.job.summary()).toContain('CreateRepo');
  });
}

for (const { file, line, name, job } of withService) {
  test(`${file}:${line}: the steps of the job "${name}" succeed beside its service @mock @fixture @whole`, async ({
    project,
  }) => {
    test.setTimeout(120_000);
    const [service, ...others] = Object.values(job.services ?? {});
    if (!service || others.length > 0) throw new Error('the job has not exactly one service');
    expect(service.image).toMatch(/\/platform-mock:/);
    const server = await startService(service);
    try {
      const here = redirect(service, server);
      for (const { uses, run: commands, env: own } of job.steps) {
        if (uses !== undefined) expectKnown(uses);
        if (commands === undefined) continue;
        const variables = { ...mapped(job.env, here), ...mapped(own, here) };
        expect(variables).toMatchObject({ PLATFORM_ORG_ID: server.ready.orgId, PLATFORM_ISSUER: server.ready.issuer });
        const env = userEnvironment({ CI: 'true', ...variables });
        const { code, stdout, stderr } = await runCommands(here(commands), project, env);
        expect(code, `${commands}\n${stdout}${stderr}`).toBe(0);
      }
      expect(
        await createsOf(server.ready.url, server.ready.controlToken ?? ''),
        'repos that were created in the service',
      ).toBeGreaterThan(0);
    } finally {
      await server.stop('SIGKILL');
    }
  });
}

test('S15: the error of a client without the control token names its variable @mock', async ({
  project,
  ownServer,
}) => {
  const { ready } = await ownServer('--control-token', 'steer');
  const code = `
    import { connectMock } from 'platform-mock/client';
    await connectMock().catch(({ name, message }) => console.log(name, message));
  `;
  const surroundings = { cwd: project, env: userEnvironment({ PLATFORM_API_URL: ready.url }) };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], surroundings);
  expect(stdout).toMatch(/^MockError .* 401 .*\(PLATFORM_MOCK_CONTROL_TOKEN\)/);
});
