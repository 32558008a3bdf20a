import { type ChildProcess, spawn } from 'node:child_process';
import { CommandFailure } from '../command/command-failure.ts';
import type { Surroundings } from '../command/family.ts';

const SIGNAL_STATUS: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

const statusOf = (signal: NodeJS.Signals | null): number => SIGNAL_STATUS[signal ?? ''] ?? 1;

/** The time for a command after SIGTERM, in milliseconds. */
const GRACE_MILLIS = 5_000;

/** Calls `act` after so many milliseconds, without keeping the process alive; returns a function that cancels it. */
export type After = (millis: number, act: () => void) => () => void;

const afterMillis: After = (millis, act) => {
  const timer = setTimeout(act, millis).unref();
  return () => clearTimeout(timer);
};

/** Runs commands that the signals of this process reach. */
export interface CommandRunner {
  /** Runs a command and returns its exit status. @throws CommandFailure when the command cannot be started */
  readonly run: (command: readonly string[], env: Readonly<Record<string, string | undefined>>) => Promise<number>;
  /** True once a signal has asked the process to stop. */
  readonly isStopped: () => boolean;
}

/**
 * Listens for the signals that ask the process to stop, and passes them on to a command that it runs: the command is
 * killed five seconds after SIGTERM, or by the next signal (behaviour M10). After a signal no command is started.
 */
export const commandRunner = (
  { signalled, inForeground }: Pick<Surroundings, 'signalled' | 'inForeground'>,
  after: After = afterMillis,
): CommandRunner => {
  let asked: NodeJS.Signals | undefined;
  let child: ChildProcess | undefined;
  let callOff: (() => void) | undefined;
  signalled((signal) => {
    asked ??= signal;
    if (callOff) {
      child?.kill('SIGKILL');
      return;
    }
    // The terminal has sent it to the command, too, for which a second one often means to give up at once.
    if (signal === 'SIGINT' && inForeground()) return;
    child?.kill(signal);
    if (signal === 'SIGTERM') callOff = after(GRACE_MILLIS, () => child?.kill('SIGKILL'));
  });
  const run: CommandRunner['run'] = ([given, ...args], env) =>
    new Promise((resolve, reject) => {
      if (asked !== undefined) {
        resolve(statusOf(asked));
        return;
      }
      child = spawn(given || '""', args, { stdio: 'inherit', env }); // Node refuses an empty name in other words.
      child.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
        const isMissing = code === 'ENOENT';
        const reason = isMissing ? 'there is no such command' : `the command cannot be run (${code})`;
        // The exit statuses that shells have for it.
        reject(new CommandFailure(`${given || '""'}: ${reason}`, isMissing ? 127 : 126));
      });
      child.once('exit', (status, signal) => {
        callOff?.();
        resolve(status ?? statusOf(signal));
      });
    });
  return { run, isStopped: () => asked !== undefined };
};
