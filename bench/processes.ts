import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/** A server process under measurement. */
export interface Started {
  readonly port: number;
  readonly token: string;
  readonly orgId: string;
  /** Megabytes of memory in use. */
  readonly memory: () => number;
  /** Milliseconds of processor time so far, of the process and of the system for it. */
  readonly processorTime: () => number;
  readonly stop: () => Promise<void>;
  /** Sends a signal, and resolves once the process has ended. */
  readonly end: (signal: NodeJS.Signals) => Promise<void>;
}

/** The first line that a process prints. @throws Error when it ends before */
export const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => reject(new Error(`a server ended with ${status}`)));
    if (child.stdout) createInterface(child.stdout).once('line', resolve);
  });

/** Megabytes of memory that a process has in use. */
export const memoryOf = (pid: number | undefined): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

/**
 * Milliseconds of processor time that the threads of a process have had, the garbage collector's included. The
 * system counts it in nanoseconds for each thread, and in hundredths of a second only for the process.
 */
export const processorTimeOf = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/task`)
    .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
    .reduce((sum, time) => sum + time, 0);

/** A server process, with what is known of it. */
export const startedServer = (child: ChildProcess, known: Pick<Started, 'port' | 'token' | 'orgId'>): Started => {
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      child.removeAllListeners('exit');
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  return {
    ...known,
    memory: () => memoryOf(child.pid),
    processorTime: () => processorTimeOf(child.pid),
    stop: () => end('SIGTERM'),
    end,
  };
};

const get = (url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { Authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume();
      answer.on('end', resolve);
    })
      .on('error', reject)
      .end();
  });

/** The form in which a mock says where it is. */
interface ReadyLine {
  readonly localUrl: string;
  readonly token: string;
  readonly orgId: string;
}

/** The options for spawning a server. */
interface Spawning {
  readonly nodeFlags?: readonly string[];
  readonly folder?: string;
  readonly program?: readonly string[];
}

const MOCK = ['dist/main.cjs', 'serve', '--port', '0', '--json'];

/** Spawns the built mock of a folder, by default of this one, or another program, and waits for its line. */
const spawnMock = async (
  flags: readonly string[],
  { nodeFlags = [], folder = '.', program = MOCK }: Spawning = {},
): Promise<{ readonly child: ChildProcess; readonly url: string; readonly server: Started }> => {
  const command = [...nodeFlags, ...program, ...flags];
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const { localUrl: url, token, orgId } = JSON.parse(await firstLine(child)) as ReadyLine;
  return { child, url, server: startedServer(child, { port: Number(new URL(url).port), token, orgId }) };
};

/** Asks a module that was loaded into a server for its figure. */
const askChild = async (child: ChildProcess): Promise<number> => {
  const answered = once(child, 'message');
  child.send('read');
  const [figure] = (await answered) as [number];
  return figure;
};

/** A server process that reports the longest block of its event loop. */
export interface Measured extends Started {
  /** The longest time since this was last asked, in milliseconds. */
  readonly longestHold: () => Promise<number>;
}

/** Starts the built mock with some flags, and with a measure of its event loop. */
export const startMeasuredMock = async (...flags: readonly string[]): Promise<Measured> => {
  const { child, server } = await spawnMock(flags, { nodeFlags: ['--import', './bench/loop-delay.mjs'] });
  return { ...server, longestHold: () => askChild(child) };
};

/** A server process that reports the bytes that it holds. */
export interface Weighed extends Started {
  /** Bytes of the heap and of buffers, once all that can be is set free. */
  readonly bytesInUse: () => Promise<number>;
}

const startWeighed = async (flags: readonly string[], program = MOCK): Promise<Weighed> => {
  const heapSize = pathToFileURL(join(import.meta.dirname, 'heap-size.mjs')).href;
  const { child, server } = await spawnMock(flags, { nodeFlags: ['--expose-gc', '--import', heapSize], program });
  return { ...server, bytesInUse: () => askChild(child) };
};

/** Starts the built mock with some flags, and with a measure of what it holds. */
export const startWeighedMock = (...flags: readonly string[]): Promise<Weighed> => startWeighed(flags);

/** Starts the least server that keeps rows, calls and events, with the same measure. */
export const startWeighedLeast = (): Promise<Weighed> => startWeighed([], ['bench/least-start.cjs']);

/** Starts the mock that is built in a folder with some flags. */
export const startMockOf = async (folder: string, ...flags: readonly string[]): Promise<Started> => {
  const { url, server } = await spawnMock(flags, { folder });
  await get(`${url}/registry/v2/repos?page_size=1`, server.token);
  return server;
};

/** Starts the built mock with some flags. */
export const startMock = (...flags: readonly string[]): Promise<Started> => startMockOf('.', ...flags);

/** The cost of starting a server. */
export interface Begun {
  /** Milliseconds to the line that it prints, and to the answer of a first call. */
  readonly line: number;
  readonly answer: number;
  /** Milliseconds of processor time, and megabytes of memory, by that answer. */
  readonly processorTime: number;
  readonly memory: number;
}

/** Starts a program that serves and prints a line of JSON with its URL and a token, asks it for a path, and ends it. */
export const startAndAsk = async (path: string, program: string, ...args: readonly string[]): Promise<Begun> => {
  const begun = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url, token } = JSON.parse(await firstLine(child)) as { readonly url: string; readonly token: string };
  const line = performance.now() - begun;
  await get(`${url}${path}`, token);
  const answer = performance.now() - begun;
  const figures = { line, answer, processorTime: processorTimeOf(child.pid), memory: memoryOf(child.pid) };
  await startedServer(child, { port: 0, token: '', orgId: '' }).stop();
  return figures;
};

/** Milliseconds until a Node has ended by itself. */
export const runToEnd = async (...command: readonly string[]): Promise<number> => {
  const begun = performance.now();
  await once(spawn(process.execPath, [...command], { stdio: 'ignore' }), 'exit');
  return performance.now() - begun;
};

/** Starts one of the servers beside this file with what it takes on stdin, as JSON. */
export const startFrom = async (file: string, given: object): Promise<Started> => {
  const child = spawn(process.execPath, ['--import', 'tsx', file], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin?.end(JSON.stringify(given));
  const port = Number(await firstLine(child));
  return startedServer(child, { port, token: '', orgId: '' });
};
