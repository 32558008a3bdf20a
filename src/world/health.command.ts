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

/**
 * Returns whether a server is ready: for HEALTHCHECK. With a time to wait, in seconds, it asks until it is.
 * @throws CommandFailure if it is not; with the status of a timeout if it is not by then
 */
const demandReady = async ({ connection }: Steered, { wait }: { readonly wait?: number }): Promise<Outcome> => {
  const end = performance.now() + (wait ?? 0) * 1_000;
  for (;;) {
    try {
      const found = await connection.control<Status>('/ready');
      return { value: found, text: `${found.status}\n` };
    } catch (error) {
      const { reason } = endingOf(error);
      if (performance.now() >= end) {
        const after = wait === undefined ? '' : ` after ${wait} s`;
        throw new CommandFailure(`not ready${after}: ${reason}`, wait === undefined ? Exit.failure : Exit.timeout);
      }
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
