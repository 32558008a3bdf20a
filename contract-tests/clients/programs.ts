import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '../support/test.ts';

/** The result of a program; the code is undefined if it could not be started. */
export interface Ended {
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The folder and the environment of a program. */
export interface Surroundings {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** When it is ended, in milliseconds. */
  readonly limit?: number;
}

const LIMIT_MS = 120_000;

/** Runs a program to its end. */
export const run = async (
  program: string,
  args: readonly string[],
  { cwd, env, limit = LIMIT_MS }: Surroundings = {},
): Promise<Ended> => {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: limit,
    killSignal: 'SIGKILL',
    env: { ...process.env, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? -1, stdout, stderr };
  } catch (error) {
    return { code: undefined, stdout, stderr: String(error) };
  }
};

/** Runs a program that must succeed, and returns what it printed. */
export const mustRun = async (
  program: string,
  args: readonly string[],
  surroundings?: Surroundings,
): Promise<string> => {
  const { code, stdout, stderr } = await run(program, args, surroundings);
  expect(code, `${program} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0);
  return stdout;
};
