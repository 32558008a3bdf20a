import { CommandFailure } from '../command/command-failure.ts';
import { endingOf } from '../command/ending.ts';
import { Exit } from '../command/exit.ts';
import type { Surroundings } from '../command/family.ts';
import { SPECIFICATION } from '../schema/profile.ts';
import { openListeningPort } from '../server/listen/listening-port.ts';
import type { RunningMock } from '../server/mock/running-mock.ts';
import { startMock } from '../server/mock/start.ts';
import { runInEnvironment } from './command-environment.ts';
import type { ExecFlags } from './exec-options.ts';
import { commandMockOptions } from './hard-coded-hosts.ts';
import { commandRunner } from './run-command.ts';
import { formatReadyLine } from './serve.ts';

/** The statuses by which a shell says that it could not run a command at all, and the statuses of signals. */
const FIRST_STATUS_OF_SHELLS = 126;

/**
 * A hint after the failure of a client of the published service (behaviour H5): its own message seldom names the cause.
 */
const PROFILE_HINT =
  'platform-mock: clients of the published service may read other forms than the command was sent: ' +
  'try exec --profile published\n';

const PLACE_HINTS =
  'platform-mock: published programs read their token from chainguard/<audience>/oidc-token in $XDG_CACHE_HOME\n' +
  'platform-mock: only the hosts of --as can be reached: download before the run\n';

/** Places to look at after a failed command that may be a client of the published service. */
const hintsAfter = (status: number, { as, profile }: ExecFlags): string => {
  if (as === undefined || status === Exit.ok || status >= FIRST_STATUS_OF_SHELLS) return '';
  return profile === SPECIFICATION.name ? PROFILE_HINT + PLACE_HINTS : PLACE_HINTS;
};

/** Waits with the mock of a failed command until Ctrl-C, for somebody to look at it. */
const holdMock = async ({ url }: RunningMock, { err, signalled }: Surroundings): Promise<void> => {
  err(`platform-mock: the mock stays at ${url} until Ctrl-C; what was called is at ${url}/#calls\n`);
  await new Promise<void>((resolve) => signalled(() => resolve()));
};

/** Stops the mock of a command. @throws CommandFailure if it does not stop well, with the command's status if that is a failure */
const stopMock = async (mock: RunningMock, status: number): Promise<void> => {
  try {
    await mock.close();
  } catch (error) {
    const ending = endingOf(error);
    throw new CommandFailure(ending.reason, status === Exit.ok ? ending.status : status);
  }
};

/** Runs a command against a server of its own, returns its exit status, and always stops the server. */
export const exec = async (command: readonly string[], flags: ExecFlags, around: Surroundings): Promise<number> => {
  const options = await commandMockOptions(flags, around);
  const { run, isStopped } = commandRunner(around);
  const { trace } = flags;
  // Its modules would take a tenth of a start.
  const record =
    trace === undefined ? undefined : new (await import('./trace/run-record.ts')).RunRecord(trace, flags, around);
  try {
    const mock = await startMock(record ? { ...options, takeRun: record.take } : options, openListeningPort);
    record?.watch(mock);
    let status: number = Exit.ok;
    try {
      const token = await mock.token();
      // The command's output is the command's alone.
      if (flags.json)
        around.err(formatReadyLine(mock, { token, controlToken: options.control.token, pid: around.pid }));
      const ended = await runInEnvironment(mock, token, { flags, options, around }, (env) => run(command, env));
      status = (await record?.finish(mock, ended, around)) ?? ended;
      if (!isStopped()) around.err(hintsAfter(ended, flags));
      if (flags.hold && ended !== Exit.ok && !isStopped()) await holdMock(mock, around);
      return status;
    } finally {
      await stopMock(mock, status);
    }
  } catch (error) {
    record?.drop();
    throw error;
  }
};
