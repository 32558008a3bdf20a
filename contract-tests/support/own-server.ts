import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Api, learnServiceDomain } from './api.ts';
import { KEEP_ALIVE } from './http.ts';
import { PROFILE_VARIABLE } from './profile.ts';

/** The flags of a server, with a free port unless they have one: a flag that is given twice is refused. */
export const onPort = (flags: readonly string[]): readonly string[] =>
  flags.includes('--port') ? flags : ['--port', '0', ...flags];

/** The line that `serve --json` prints once it is ready. */
export interface Ready {
  readonly url: string;
  /** The URL of the address that the process listens on. */
  readonly localUrl: string;
  readonly token: string;
  readonly orgId: string;
  readonly issuer: string;
  readonly controlToken: string | null;
  readonly pid: number;
}

/** A server that one test owns. */
export interface OwnServer {
  readonly ready: Ready;
  /** The ready line as it was printed. */
  readonly line: string;
  /** The caller that may do everything. */
  readonly api: Api;
  readonly process: ChildProcess;
  /** Ends it by the signal and returns its exit code once it is gone. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** One that shares a database is three processes (scripts/contract-shared.ts). */
const START_LIMIT_MS = process.env.SHARED_POSTGRES === undefined ? 20_000 : 60_000;

/** The command line that is tested. */
export const ENTRY = process.env.MOCK_ENTRY ?? 'src/main.ts';

/** True if the product is an executable, which this Node does not run. */
export const isExecutable = !/\.[cm]?[jt]s$/.test(ENTRY);

/**
 * The command line of the product, as a program with its arguments: the source, or what MOCK_ENTRY names, a script for
 * this Node or a program.
 */
export const commandLine = (...args: readonly string[]): readonly [program: string, args: readonly string[]] => {
  if (isExecutable) return [resolve(ENTRY), args];
  return [process.execPath, [...(ENTRY.endsWith('.ts') ? ['--import', 'tsx'] : []), ENTRY, ...args]];
};

/** True for a variable that a command is to have: not what would set its flags, but for the profile. */
const isPlain = (name: string): boolean => !name.startsWith('PLATFORM_') || name === PROFILE_VARIABLE;

/**
 * The environment of a command: this process's own without what would set its flags, and without the authorities that the
 * machine adds: Node reads all of them at each start, which takes longer than the start itself, and a mock calls nobody.
 */
export const plainEnvironment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => {
  const { NODE_EXTRA_CA_CERTS: _, ...own } = process.env;
  return { ...Object.fromEntries(Object.entries(own).filter(([name]) => isPlain(name))), ...extra };
};

/** The exit code and the output of a command that has ended. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command of the product to its end, for which it has 20 seconds unless more are given. */
export const runCommand = async (
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  limitMs = START_LIMIT_MS,
): Promise<Finished> => {
  const child = spawn(...commandLine(...args), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(env),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const deadline = setTimeout(() => child.kill('SIGKILL'), limitMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(deadline);
  return { code, stdout, stderr };
};

/**
 * Starts a server on a free port with the flags and variables given, and waits for its ready line.
 * @throws Error with its log when it ends or stays silent
 */
export const startOwnServer = async (
  flags: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<OwnServer> => {
  const child = spawn(...commandLine('serve', ...onPort(flags), '--json'), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment(env),
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk;
  });
  const gone = once(child, 'exit').then(([code]) => code as number | null);
  const deadline = setTimeout(() => child.kill('SIGKILL'), START_LIMIT_MS);
  const first = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line));
  const line = await Promise.race([first, gone.then(() => undefined)]);
  clearTimeout(deadline);
  if (line === undefined) throw new Error(`serve ${flags.join(' ')} ended with ${child.exitCode}:\n${log}`);
  // Nobody would stop a server that no test has received.
  const { close, ...server } = await callerOf(line, () => child.kill('SIGKILL'));
  return {
    ...server,
    process: child,
    stop: (signal = 'SIGTERM') => {
      close();
      child.kill(signal);
      return gone;
    },
  };
};

/** The server of a ready line, with its caller, whose connections `close` ends. `fail` is called if the line is missing. */
export const callerOf = async (
  line: string,
  fail: () => void,
): Promise<Pick<OwnServer, 'ready' | 'line' | 'api'> & { readonly close: () => void }> => {
  const ready = JSON.parse(line) as Ready;
  const agent = new Agent({ keepAlive: KEEP_ALIVE });
  const serviceDomain = await learnServiceDomain(ready.url).catch((error: unknown) => {
    fail();
    throw error;
  });
  const connection = { agent, baseUrl: ready.url, serviceDomain };
  return { ready, line, api: new Api(connection, ready.token), close: () => agent.destroy() };
};
