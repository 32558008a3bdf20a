import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { type Finished, plainEnvironment } from '../support/own-server.ts';
import { runnerEnvironment } from './driven-setup.ts';

/** A run that waits once its tests have ended. */
export interface PausedRun {
  /** The URL of the mock that runs on. */
  readonly url: string;
  /** The worlds that are named, by the links to them. */
  readonly worlds: readonly string[];
  /** Presses Ctrl+C, and waits for the end. */
  readonly end: () => Promise<Finished>;
}

const WAITING = /^platform-mock\/setup: the mock runs on at (\S+) until Ctrl\+C; .*\n((?: {2}.*\n)*)/m;

/**
 * Runs a program until it says that it waits.
 * @throws Error with what it has printed if it ends before
 */
export const pausedRun = async (cwd: string, program: string, ...args: readonly string[]): Promise<PausedRun> => {
  // An interrupted runner leaves files of its own.
  const env = plainEnvironment({ ...runnerEnvironment, PLATFORM_MOCK_HOLD: '1', TMPDIR: cwd });
  const child = spawn(program, [...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = { stdout: '', stderr: '' };
  const closed = once(child, 'close').then(([code]): Finished => ({ code: code as number | null, ...printed }));
  child.stdout.on('data', (chunk: Buffer) => {
    printed.stdout += stripVTControlCharacters(chunk.toString());
  });
  const [, url = '', links = ''] = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      printed.stderr += stripVTControlCharacters(chunk.toString());
      const found = WAITING.exec(printed.stderr);
      if (found) resolve(found);
    });
    void closed.then(({ stdout, stderr }) => reject(new Error(`it did not wait:\n${stdout}\n${stderr}`)));
  });
  return {
    url,
    worlds: [...links.matchAll(/^ {2}(\S+)\/#calls\?world=(\S+)$/gm)].map(([, , world = '']) => world),
    end: () => {
      child.kill('SIGINT');
      return closed;
    },
  };
};
