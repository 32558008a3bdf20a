import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { run } from '../clients/programs.ts';
import { test as base, expect } from '../package/user-folder.ts';
import { type OwnServer, startOwnServer } from '../support/own-server.ts';
import { read } from './document-blocks.ts';
import { documentedJobs, type WorkflowService, type WorkflowStep } from './documented-workflow.ts';
import { userEnvironment } from './user-environment.ts';

// The workflows that the pages show are the input of these tests: their steps are run in order, in a project whose
// tests make worlds, with a mock in the place of the service.

/** The project of the user, with what `npm ci` would have installed from a registry. */
const SAMPLE = 'samples/vitest';
/** Has nothing to do for `npm ci`. */
const INSTALLED = 'npm() { test "$1" = ci || command npm "$@"; }';

/** What an action does here. */
const ACTIONS: readonly RegExp[] = [
  // The project is there, and so is Node.
  /^actions\/checkout@/,
  /^actions\/setup-node@/,
];

const test = base.extend<{ readonly project: string }>({
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
});

/** Starts a mock in the place of a service: with the variables of the image and its own, on another port. */
const startService = async ({ env = {} }: WorkflowService): Promise<OwnServer> => {
  const [, host = ''] = /PLATFORM_MOCK_HOST=(\S+)/.exec(read('Dockerfile')) ?? [];
  return startOwnServer([], { PLATFORM_MOCK_HOST: host, ...env });
};

/** Lets a text name the mock where it names the service by the port that is published. */
const redirect = ({ ports = [] }: WorkflowService, { ready }: OwnServer): ((text: string) => string) => {
  const [, port] = /^(\d+):8484$/.exec(ports[0] ?? '') ?? [];
  if (port === undefined) throw new Error(`the service publishes no port of the mock: ${ports.join()}`);
  const hosts = new RegExp(`\\b(?:127\\.0\\.0\\.1|localhost):${port}\\b`, 'g');
  return (text) => text.replace(hosts, new URL(ready.url).host);
};

const mapped = (env: WorkflowStep['env'], map: (text: string) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, map(String(value))]));

/** How many creates of repos the mock has answered in all of its worlds. */
const createsOf = async ({ ready }: OwnServer): Promise<number> => {
  const headers = { authorization: `Bearer ${ready.controlToken}` };
  const answer = await fetch(`${ready.url}/_mock/v1/coverage?world=*`, { headers });
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

test('a page shows a workflow with the mock as a service', () => {
  expect(documentedJobs.map(({ file }) => file)).toContain('docs/container.md');
});

for (const { file, line, name, job } of documentedJobs) {
  test(`${file}:${line}: the steps of the job "${name}" succeed beside its service @mock @fixture`, async ({
    project,
  }) => {
    test.setTimeout(120_000);
    const [service, ...others] = Object.values(job.services ?? {});
    if (!service || others.length > 0) throw new Error('the job has not exactly one service');
    expect(service.image).toMatch(/\/platform-mock:/);
    const server = await startService(service);
    try {
      const here = redirect(service, server);
      for (const { uses, run: commands, env } of job.steps) {
        if (uses !== undefined)
          expect(
            ACTIONS.some((known) => known.test(uses)),
            `${uses} is known here`,
          ).toBe(true);
        if (commands === undefined) continue;
        const script = `${INSTALLED}\n${here(commands)}`;
        const variables = { ...mapped(job.env, here), ...mapped(env, here) };
        expect(variables).toMatchObject({ PLATFORM_ORG_ID: server.ready.orgId, PLATFORM_ISSUER: server.ready.issuer });
        const surroundings = { cwd: project, env: userEnvironment({ CI: 'true', ...variables }) };
        const { code, stdout, stderr } = await run('bash', ['-e', '-o', 'pipefail', '-c', script], surroundings);
        expect(code, `${commands}\n${stdout}${stderr}`).toBe(0);
      }
      expect(await createsOf(server), 'repos that were created in the service').toBeGreaterThan(0);
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
