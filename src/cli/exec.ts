import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningMock, startMock } from '../app/start.ts';
import { openConnectProxy } from '../listen/connect-proxy.ts';
import { openListeningPort } from '../listen/listening-port.ts';
import { CONTROL_PREFIX } from '../steering/plane/prefix.ts';
import type { ExecFlags } from './exec-options.ts';
import { Exit } from './exit.ts';
import { applyHosts, proxyVariables } from './hard-coded-hosts.ts';
import { commandRunner } from './run-command.ts';
import { formatReadyLine, type Surroundings, startOptionsOf } from './serve.ts';
import { recordRun } from './trace/run-record.ts';

/**
 * Calls `run` with an environment in which clients trust the mock. Node adds the file of NODE_EXTRA_CA_CERTS to what it
 * trusts, so an existing one is joined with that of the mock. For other clients a file would replace what they trust,
 * so they only receive its path.
 */
const runTrusting = async <T>(
  caFile: string | undefined,
  { NODE_EXTRA_CA_CERTS: before }: Surroundings['env'],
  run: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  if (caFile === undefined) return run({});
  if (!before) return run({ PLATFORM_CA_FILE: caFile, NODE_EXTRA_CA_CERTS: caFile });
  const folder = await mkdtemp(join(tmpdir(), 'platform-mock-'));
  try {
    const both = join(folder, 'trusted.pem');
    const given = await readFile(before, 'utf8').catch(() => '');
    await writeFile(both, `${given}\n${await readFile(caFile, 'utf8')}`);
    return await run({ PLATFORM_CA_FILE: caFile, NODE_EXTRA_CA_CERTS: both });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** The variables by which a workflow of GitHub Actions gets its token (behaviour §10.24). */
const workflowVariables = (
  url: string,
  asked: string | boolean | undefined,
  token: string,
): Readonly<Record<string, string>> => {
  if (asked === undefined || asked === false) return {};
  const subject = asked === true ? '' : `&subject=${encodeURIComponent(asked)}`;
  return {
    // Clients append the audience.
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}${CONTROL_PREFIX}/github-actions/token?api-version=2.0${subject}`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: token,
  };
};

/** Calls `run` with the variables of a proxy to the mock, where the command is to call it by hosts of its own. */
const runProxied = async <T>(
  { localUrl, caFile = '' }: RunningMock,
  hosts: readonly string[] | undefined,
  { env, nodePreload }: Surroundings,
  report: (reason: string) => void,
  run: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  if (hosts === undefined) return run({});
  const { hostname, port } = new URL(localUrl);
  const target = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  const proxy = await openConnectProxy({ hosts, target, report });
  try {
    return await run(proxyVariables({ proxy, caFile, nodePreload }, env));
  } finally {
    await proxy.close();
  }
};

/** Keeps the mock of a failed command until somebody has looked at it, where that is asked for. */
const holdMock = async ({ url }: RunningMock, { err, signalled }: Surroundings): Promise<void> => {
  err(`platform-mock: the mock stays at ${url} until Ctrl-C; what was called is at ${url}/#calls\n`);
  await new Promise<void>((resolve) => signalled(() => resolve()));
};

/** Runs a command against a server of its own, returns its exit status, and always stops the server. */
export const exec = async (command: readonly string[], flags: ExecFlags, around: Surroundings): Promise<number> => {
  const { callLevel, ...given } = startOptionsOf(flags, around);
  // The terminal is the command's.
  const quiet = callLevel === 'debug' ? { ...given, callLevel } : given;
  const options = flags.as === undefined ? quiet : applyHosts(flags.as, flags, quiet);
  const { run, isStopped } = commandRunner(around);
  const record = recordRun(flags, around);
  try {
    const mock = await startMock(record ? { ...options, takeRun: record.take } : options, openListeningPort);
    try {
      const token = await mock.token();
      const env = {
        ...around.env,
        // Another exec in the command would write into the same file.
        PLATFORM_MOCK_TRACE: undefined,
        PLATFORM_API_URL: mock.url,
        PLATFORM_TOKEN: token,
        PLATFORM_ORG_ID: mock.orgId,
        PLATFORM_ISSUER: mock.issuer,
        ...(options.control.token === undefined ? {} : { PLATFORM_MOCK_CONTROL_TOKEN: options.control.token }),
        ...workflowVariables(mock.url, flags.githubActions, options.control.token ?? token),
      };
      // The command's output is the command's alone.
      if (flags.json)
        around.err(formatReadyLine(mock, { token, controlToken: options.control.token, pid: around.pid }));
      const report = (reason: string): void => options.log.debug({}, reason);
      const ended = await runProxied(mock, flags.as, around, report, (proxy) =>
        runTrusting(mock.caFile, around.env, (trust) => run(command, { ...env, ...proxy, ...trust })),
      );
      const status = (await record?.finish(mock, ended, around)) ?? ended;
      if (flags.hold && ended !== Exit.ok && !isStopped()) await holdMock(mock, around);
      return status;
    } finally {
      await mock.close();
    }
  } catch (error) {
    record?.drop();
    throw error;
  }
};
