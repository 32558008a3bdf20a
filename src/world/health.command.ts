import { setTimeout as pause } from 'node:timers/promises';
import type { Status } from '../../generated/nouns.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { endingOf } from '../command/ending.ts';
import { Exit } from '../command/exit.ts';
import type { Family } from '../command/family.ts';
import { parseTtl } from '../command/flag-values.ts';
import type { Outcome } from '../command/outcome.ts';
import type { Steered } from '../command/steered.ts';
import { steering } from '../command/steering.ts';
import { steeringOptions } from '../command/target-options.ts';

const ASK_AGAIN_MILLIS = 100;

/** The answer of a server that is asked if it is ready: that it is, or why it is not. */
const checkReadiness = async ({ connection }: Steered): Promise<Status | { readonly reason: string }> => {
  try {
    return await connection.control<Status>('/ready');
  } catch (error) {
    return { reason: endingOf(error).reason };
  }
};

/**
 * Returns whether a server is ready: for HEALTHCHECK. With a time to wait, in seconds, it asks until it is.
 * @throws CommandFailure if it is not; with the status of a timeout if it is not by then
 */
const demandReady = async (mock: Steered, { wait }: { readonly wait?: number }): Promise<Outcome> => {
  const end = performance.now() + (wait ?? 0) * 1_000;
  for (;;) {
    const found = await checkReadiness(mock);
    if ('status' in found) return { value: found, text: `${found.status}\n` };
    if (performance.now() >= end) {
      const after = wait === undefined ? '' : ` after ${wait} s`;
      throw new CommandFailure(`not ready${after}: ${found.reason}`, wait === undefined ? Exit.failure : Exit.timeout);
    }
    await pause(ASK_AGAIN_MILLIS);
  }
};

/** Registers `health`. */
export const health: Family = (program, line) => {
  steeringOptions(program.command('health'))
    .description('exit 0 when the mock is ready')
    .option('--wait <duration>', 'ask until it is, for so long; exit 124 when it is not', parseTtl)
    .action(steering<[{ wait?: number }]>(line, demandReady));
};
