import { parseFactor } from '../flag-values.ts';
import type { AdvanceFlags } from '../steering/clock.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

const importClock = () => import('../steering/clock.ts');

/** Registers `clock` with its subcommands. */
export const clock: Family = (program, line) => {
  const family = program.command('clock').description('read and move the clock of a world');

  steeringOptions(family.command('show'))
    .description('print the time of the world, and how its clock runs')
    .option('--timers', 'list what will happen by it, too')
    .action(steering<[{ timers?: boolean }]>(line, async () => (await importClock()).showClock));

  steeringOptions(family.command('advance [duration]'))
    .description('move the clock ahead by a duration such as 72h; what is due happens')
    .option('--to <time>', 'to this time instead, or to the "next" timer')
    .option('--settle', 'wait for the deliveries that it starts')
    .action(steering<[string | undefined, AdvanceFlags]>(line, async () => (await importClock()).advanceClock));

  steeringOptions(family.command('freeze [time]'))
    .description('stop the clock at the time that it shows, or at a later one')
    .action(steering<[string | undefined]>(line, async () => (await importClock()).freezeClock));

  steeringOptions(family.command('run [time]'))
    .description('let the clock run again, from the time that it shows or a later one')
    .option('--scale <factor>', 'as many times as fast as that of the machine', parseFactor)
    .action(steering<[string | undefined, { scale?: number }]>(line, async () => (await importClock()).runClock));
};
