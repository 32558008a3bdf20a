import type { ClockReading, Timer } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import type { Family } from '../../command/family.ts';
import { parseFactor } from '../../command/flag-values.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { clockOf } from './clock.client.ts';

const clockLine = ({ now, mode, scale }: ClockReading): string =>
  `${now} ${mode}${mode === 'scaled' ? `, ${scale} seconds in one` : ''}\n`;

const timerLine = ({ time, kind, type, event, attempt }: Timer): string =>
  `${[time, kind, type, event, attempt === undefined ? undefined : `attempt ${attempt}`].filter((word) => word !== undefined).join(' ')}\n`;

const showReading = (reading: ClockReading): Outcome => ({ value: reading, text: clockLine(reading) });

/** The flags of `clock advance`. */
export interface AdvanceFlags {
  readonly to?: string;
  readonly settle?: boolean;
}

/** Moves the clock of a world ahead. @throws FlagRefusal unless either a duration or `to` is given */
const advanceClock = async (
  { connection, world }: Steered,
  by: string | undefined,
  { to, settle = false }: AdvanceFlags,
): Promise<Outcome> => {
  const step = by ?? (to === undefined ? undefined : { to });
  if (step === undefined || (by !== undefined && to !== undefined)) {
    throw new FlagRefusal('give a duration such as 72h, or --to with a time or "next"');
  }
  const advanced = await clockOf(connection, world).advance(step, { settle });
  const { fired, furtherFired = 0 } = advanced;
  const further = furtherFired === 0 ? '' : `and ${furtherFired} more\n`;
  return {
    value: advanced,
    text: `${clockLine(advanced)}${fired.map((timer) => `fired ${timerLine(timer)}`).join('')}${further}`,
  };
};

/** Lets the clock of a world run as the machine's does, or `scale` times as fast. */
const runClock = async (
  { connection, world }: Steered,
  now: string | undefined,
  { scale }: { readonly scale?: number },
): Promise<Outcome> => {
  const clock = clockOf(connection, world);
  if (scale === undefined) return showReading(await clock.run(now));
  if (now !== undefined) throw new FlagRefusal('--scale does not go with a time');
  return showReading(await clock.scale(scale));
};

/** Registers `clock` with its subcommands. */
export const clock: Family = (program, line) => {
  const family = program.command('clock').description('read and move the clock of a world');

  steeringOptions(family.command('show'))
    .description('print the time of the world, and how its clock runs')
    .action(steering<[]>(line, async ({ connection, world }) => showReading(await clockOf(connection, world).read())));

  steeringOptions(family.command('advance [duration]'))
    .description('move the clock ahead by a duration such as 72h; what is due happens')
    .option('--to <time>', 'to this time instead, or to the "next" timer')
    .option('--settle', 'wait for the deliveries that it starts')
    .action(steering<[string | undefined, AdvanceFlags]>(line, advanceClock));

  steeringOptions(family.command('freeze [time]'))
    .description('stop the clock at the time that it shows, or at a later one')
    .action(
      steering<[string | undefined]>(line, async ({ connection, world }, now) =>
        showReading(await clockOf(connection, world).freeze(now)),
      ),
    );

  steeringOptions(family.command('run [time]'))
    .description('let the clock run again, from the time that it shows or a later one')
    .option('--scale <factor>', 'how many times as fast as the machine', parseFactor)
    .action(steering<[string | undefined, { scale?: number }]>(line, runClock));
};
