import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Surroundings } from '../command/family.ts';
import { CONTROL_PREFIX } from '../plane/prefix.ts';
import { openConnectProxy } from '../server/listen/connect-proxy.ts';
import { directVariables } from '../server/listen/direct-hosts.ts';
import type { RunningMock, StartOptions } from '../server/mock/running-mock.ts';
import type { Environment } from './environment.ts';
import type { CommandFlags } from './exec-options.ts';
import { proxyVariables } from './hard-coded-hosts.ts';

/**
 * Calls `run` with an environment in which clients trust the mock. Node adds the file of NODE_EXTRA_CA_CERTS to what it
 * trusts, so an existing one is joined with the file of the mock. For other clients a file would replace what they trust,
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

/** Calls `run` with the variables of a proxy to the mock, if the command is to call it by hosts of its own. */
const runProxied = async <T>(
  { localUrl, caFile = '' }: RunningMock,
  hosts: readonly string[] | undefined,
  { env, readNodePreload }: Surroundings,
  report: (reason: string) => void,
  run: (env: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  if (hosts === undefined) return run({});
  const { hostname, port } = new URL(localUrl);
  const target = { host: hostname.replace(/^\[(.*)\]$/, '$1'), port: Number(port) };
  const folder = await mkdtemp(join(tmpdir(), 'platform-mock-'));
  const proxy = await openConnectProxy({ hosts, target, report });
  try {
    // A file of its own: inside the executable no other Node could read it.
    const nodePreload = join(folder, 'node-preload.cjs');
    await writeFile(nodePreload, readNodePreload());
    return await run(proxyVariables(proxy, caFile, nodePreload, env));
  } finally {
    await proxy.close();
    await rm(folder, { recursive: true, force: true });
  }
};

/** The dependencies of the environment of a command. */
export interface EnvironmentParts {
  readonly flags: Pick<CommandFlags, 'as' | 'githubActions'>;
  /** The options that the mock was started with. */
  readonly options: StartOptions;
  readonly around: Surroundings;
}

/** The variables of this process, with those by which a command finds its mock. */
const variablesOf = (
  mock: RunningMock,
  token: string,
  { flags, options: { control }, around }: EnvironmentParts,
): Environment => ({
  ...around.env,
  ...directVariables(around.env, mock.localUrl),
  // Another exec in the command would write into the same file.
  PLATFORM_MOCK_TRACE: undefined,
  PLATFORM_API_URL: mock.url,
  PLATFORM_TOKEN: token,
  PLATFORM_ORG_ID: mock.orgId,
  PLATFORM_ISSUER: mock.issuer,
  ...(control.token === undefined ? {} : { PLATFORM_MOCK_CONTROL_TOKEN: control.token }),
  ...workflowVariables(mock.url, flags.githubActions, control.token ?? token),
});

/** Calls `run` with the environment of a command that calls the mock: its files and its proxy are gone once that ends. */
export const runInEnvironment = <T>(
  mock: RunningMock,
  token: string,
  parts: EnvironmentParts,
  run: (env: Environment) => Promise<T>,
): Promise<T> => {
  const { flags, options, around } = parts;
  const report = (reason: string): void => options.log.debug({}, reason);
  const env = variablesOf(mock, token, parts);
  return runProxied(mock, flags.as, around, report, (proxy) =>
    runTrusting(mock.caFile, around.env, (trust) => run({ ...env, ...proxy, ...trust })),
  );
};
