import { type ChildProcess, spawn } from 'node:child_process';
import type { Surroundings } from './serve.ts';

/** A command that could not be started, with the exit status that shells have for it: 127 or 126. */
export class CommandNotRun extends Error {
  readonly status: number;

  constructor(file: string, { code = '' }: NodeJS.ErrnoException) {
    super(code === 'ENOENT' ? `${file}: there is no such command` : `${file}: the command cannot be run (${code})`);
    this.status = code === 'ENOENT' ? 127 : 126;
  }
}

const SIGNAL_STATUS: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

const statusOf = (signal: NodeJS.Signals | null): number => SIGNAL_STATUS[signal ?? ''] ?? 1;

/**
 * Listens for the signals that ask the process to stop, and returns what runs a command and answers its exit status:
 * the command is sent these signals (behaviour M10). After a signal that arrives before, it is not started.
 * @throws CommandNotRun from the returned function when the command cannot be started
 */
export const commandRunner = ({
  signalled,
  inForeground,
}: Pick<Surroundings, 'signalled' | 'inForeground'>): ((
  command: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) => Promise<number>) => {
  let asked: NodeJS.Signals | undefined;
  let child: ChildProcess | undefined;
  signalled((signal) => {
    asked ??= signal;
    // The terminal has sent it to the command, too, for which a second one often means to give up at once.
    if (signal === 'SIGINT' && inForeground()) return;
    child?.kill(signal);
  });
  return ([file = '', ...args], env) =>
    new Promise((resolve, reject) => {
      if (asked !== undefined) {
        resolve(statusOf(asked));
        return;
      }
      child = spawn(file, args, { stdio: 'inherit', env });
      child.once('error', (error) => reject(new CommandNotRun(file, error)));
      child.once('exit', (status, signal) => resolve(status ?? statusOf(signal)));
    });
};
