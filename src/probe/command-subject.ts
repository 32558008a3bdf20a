import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bench, type Ended, RunNotStarted, type Subject } from './subject.ts';

const PREFIX = 'platform-mock-probe-';

const makeFolder = async (): Promise<string> => {
  try {
    return await mkdtemp(join(tmpdir(), PREFIX));
  } catch (error) {
    throw new RunNotStarted(`no folder can be made in ${tmpdir()} (${(error as NodeJS.ErrnoException).code})`);
  }
};

/**
 * Calls `use` with a new, empty temporary folder for each name, and removes these folders afterwards. No folder that
 * was there before is used or removed, even if a variable of such a name refers to one.
 * @throws RunNotStarted if a folder cannot be made, after those before it are removed
 */
export const withOwnFolders = async <T>(
  names: readonly string[],
  use: (folders: Readonly<Record<string, string>>) => Promise<T>,
): Promise<T> => {
  const made: string[] = [];
  try {
    for (const _ of names) made.push(await makeFolder());
    return await use(Object.fromEntries(names.map((name, at) => [name, made[at] ?? ''])));
  } finally {
    await Promise.all(made.map((folder) => rm(folder, { recursive: true, force: true })));
  }
};

/** The number of characters of stdout that are compared, and of all output that are recorded for people. */
const MAX_STDOUT = 4_000_000;
const MAX_OUTPUT = 20_000;
/** The time for a command after SIGTERM, and for its output after its end, in milliseconds. */
const GRACE_MILLIS = 1_000;
const LATE_OUTPUT_MILLIS = 500;

/** Ends a command with all that it has started. */
const endGroup = (child: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // Everything of it has ended.
  }
};

/** Collects what a command writes, within bounds. */
const collectOutput = (child: ChildProcess): { readonly stdout: () => string; readonly output: () => string } => {
  let stdout = '';
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    if (stdout.length < MAX_STDOUT) stdout += text;
    output = (output + text).slice(-MAX_OUTPUT);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-MAX_OUTPUT);
  });
  return { stdout: () => stdout, output: () => output };
};

/** Waits until the output of a command that has ended is read, but not for processes that it leaves running. */
const readOutput = async (child: ChildProcess, closed: Promise<unknown>): Promise<void> => {
  const late = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, LATE_OUTPUT_MILLIS);
  await closed;
  clearTimeout(late);
};

const runCommand = async (
  [given, ...args]: readonly string[],
  { env, limitMillis, stopped }: Omit<Bench, 'mock'>,
): Promise<Ended> => {
  const began = performance.now();
  const file = given || '""';
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env, detached: process.platform !== 'win32' });
  const { stdout, output } = collectOutput(child);
  // It may be closed at the moment of its exit.
  const closed = new Promise((resolve) => child.once('close', resolve));
  let isTimedOut = false;
  const end = (): void => {
    endGroup(child, 'SIGTERM');
    setTimeout(() => endGroup(child, 'SIGKILL'), GRACE_MILLIS).unref();
  };
  const limit = setTimeout(() => {
    isTimedOut = true;
    end();
  }, limitMillis);
  stopped.addEventListener('abort', end, { once: true });
  try {
    const [status, signal] = await new Promise<readonly [number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
        const reason = code === 'ENOENT' ? 'there is no such command' : `the command cannot be run (${code})`;
        reject(new RunNotStarted(`${file}: ${reason}`));
      });
      child.once('exit', (...how) => resolve(how));
    });
    const millis = performance.now() - began;
    // Processes that outlive it would call the mock of the next run.
    endGroup(child, 'SIGKILL');
    await readOutput(child, closed);
    const [exitStatus, exitSignal] = [status ?? undefined, signal ?? undefined];
    return { status: exitStatus, signal: exitSignal, isTimedOut, stdout: stdout(), output: output(), millis };
  } finally {
    clearTimeout(limit);
    stopped.removeEventListener('abort', end);
  }
};

/** A command line; each of its runs has a new, empty folder in each of `cleanVariables`. */
export const commandSubject = (command: readonly string[], cleanVariables: readonly string[] = []): Subject => ({
  run: ({ env, ...bench }) =>
    withOwnFolders(cleanVariables, (folders) => runCommand(command, { ...bench, env: { ...env, ...folders } })),
});
