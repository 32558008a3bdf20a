import { Option } from 'commander';
import { steeringOptions } from '../options.ts';
import type { FromCallFlags } from '../world.ts';
import type { Family } from './family.ts';

/** Registers `world` with its subcommands. */
export const world: Family = (program, { here, action }) => {
  const family = program.command('world').description('make worlds in a running mock');

  steeringOptions(family.command('from-call <id>'))
    .description('make a world as it was before a call of the journal, and print what a shell needs to be in it')
    .addOption(
      new Option('--at <moment>', 'before the call, or after it').choices(['before', 'after']).default('before'),
    )
    .option('--name <name>', 'its name (default: a new one)')
    .option('--json', 'print JSON')
    .action(
      action(async (id: string, flags: FromCallFlags) =>
        (await import('../world.ts')).makeWorldFromCall(id, flags, here),
      ),
    );
};
