import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Finished, plainEnvironment } from '../support/own-server.ts';
import { test as base, expect } from './user-folder.ts';

/** The test of the installed package with a folder of each test below it, which has what drives a setup. */
export const test = base.extend<{ readonly folder: string }>({
  folder: async ({ user }, use) => {
    const folder = await mkdtemp(join(user, 'run-'));
    await writeFile(join(folder, DRIVER), DRIVE);
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
});

const DRIVER = 'drive.js';
/** Calls the setup as often as asked, and prints its effects, also after its end. */
const DRIVE = `
import { setup } from 'platform-mock/setup';

const names = ['API_URL', 'ISSUER', 'ORG_ID', 'TOKEN', 'MOCK_WORLD', 'MOCK_CONTROL_TOKEN'];
const variables = () => Object.fromEntries(names.flatMap((name) => {
  const value = process.env['PLATFORM_' + name];
  return value === undefined ? [] : [[name, value]];
}));
const [options = '{}', times = '1'] = process.argv.slice(2);
const ends = [];
try {
  for (let nth = 0; nth < Number(times); nth += 1) ends.unshift(await setup(JSON.parse(options)));
} catch (error) {
  console.error(error.stack);
  process.exit(1);
}
const live = new URL('/_mock/v1/live', process.env.PLATFORM_API_URL);
const answers = () => fetch(live).then(({ ok }) => ok, () => false);
const ports = process.getActiveResourcesInfo().filter((name) => name === 'TCPServerWrap').length;
console.log(JSON.stringify({ variables: variables(), ports, answers: await answers() }));
for (const end of ends) await end();
console.log(JSON.stringify({ variables: variables(), answers: await answers() }));
`;

/** The effects of a driven setup, during it and after its end. */
interface SetupReport {
  /** The variables by their names without the prefix, how many ports keep the process, and whether the mock answers. */
  readonly during: {
    readonly variables: Readonly<Record<string, string>>;
    readonly ports: number;
    readonly answers: boolean;
  };
  /** The variables after the end, and whether the mock still answers. */
  readonly after: { readonly variables: Readonly<Record<string, string>>; readonly answers: boolean };
}

/** Variables of the environment. */
export type Variables = Readonly<Record<string, string>>;

/** The environment of a runner: one within a runner's test would take the environment of that for its own. */
export const runnerEnvironment: NodeJS.ProcessEnv = {
  ...{ NODE_OPTIONS: '', FORCE_COLOR: '0', TEST_WORKER_INDEX: undefined, CI: undefined },
  PLATFORM_MOCK_PROFILE: undefined,
};

/** Runs a program to its end with variables of its own. */
export const ended = (
  cwd: string,
  variables: Variables,
  program: string,
  ...args: readonly string[]
): Promise<Finished> =>
  new Promise((settle) => {
    const env = plainEnvironment({ ...runnerEnvironment, ...variables });
    execFile(program, [...args], { cwd, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : ((error.code as unknown as number | undefined) ?? null);
      settle({ code, stdout: stripVTControlCharacters(stdout), stderr: stripVTControlCharacters(stderr) });
    });
  });

/** Drives the setup in a process of its own, with options, as often as asked. */
export const drive = (folder: string, variables: Variables, options: object = {}, times = 1): Promise<Finished> =>
  ended(folder, variables, process.execPath, DRIVER, JSON.stringify(options), String(times));

/** Reads the output of a driven setup. */
export const reportOf = ({ stdout, stderr }: Finished): SetupReport => {
  expect(stdout, stderr).not.toBe('');
  const [during, after] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  return { during, after } as SetupReport;
};

const listening = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** Calls `use` with the URL of a server that is gone after it. */
export const served = async (
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  use: (url: string) => Promise<void>,
): Promise<void> => {
  const server = createServer(answer);
  try {
    await use(await listening(server));
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

/** A port at which nothing answers. */
export const closedPort = async (): Promise<string> => {
  const server = createServer();
  const url = await listening(server);
  server.close();
  await once(server, 'close');
  return url;
};

/** The line with which a setup ends a run: nothing else is printed. */
export const refused = ({ code, stdout, stderr }: Finished): string => {
  const lines = stderr.trimEnd().split('\n');
  expect([code, stdout, lines.length], stderr).toEqual([1, '', 1]);
  return lines[0] ?? '';
};

/** A server that hands requests to a mock, with headers of its own, and those below `/platform` without that. */
export const behind =
  (target: string, headers: Variables) =>
  (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const path = incoming.url?.replace(/^\/platform(?=\/)/, '');
    const { hostname, port } = new URL(target);
    const sent = { hostname, port, path, method: incoming.method, headers: { ...incoming.headers, ...headers } };
    const call = request(sent, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(call);
  };
