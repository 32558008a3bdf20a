import { Option } from 'commander';
import { PROFILE_NAMES } from '../../schema/profile-differences.ts';
import { collectValue } from '../flag-values.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { CreateFlags, FromCallFlags } from '../steering/world.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

const importWorlds = () => import('../steering/world.ts');

const labelOption = (description: string): Option =>
  new Option('--label <key=value>', `${description}; may be given several times`).argParser(collectValue);

/** Registers `world` with its subcommands, and `reset`. */
export const world: Family = (program, line) => {
  const family = program.command('world').description('make, list, compare and end worlds of a running mock');

  steeringOptions(family.command('create [name]'))
    .description('make a world, and print what a shell needs to be in it')
    .option('--from <beginning>', 'default, empty, fixture:NAME or fixture:FILE, snapshot:NAME or world:ID')
    .addOption(labelOption('what it is found by'))
    .option('--ttl <duration>', 'end it after so much time of the machine')
    .option('--seed <seed>', 'the seed of the uids and secrets that it makes')
    .addOption(new Option('--profile <profile>', 'the profile that it follows').choices(PROFILE_NAMES))
    .action(steering<[string | undefined, CreateFlags]>(line, async () => (await importWorlds()).createWorld));

  steeringOptions(family.command('list'))
    .description('list the worlds')
    .addOption(labelOption('only worlds with this label'))
    .action(steering<[{ label?: readonly string[] }]>(line, async () => (await importWorlds()).listWorlds));

  steeringOptions(family.command('end [id...]'))
    .description('end worlds by their ids, or with --label all that have it')
    .addOption(labelOption('end the worlds with this label'))
    .action(
      steering<[readonly string[], { label?: readonly string[] }]>(line, async () => (await importWorlds()).endWorlds),
    );

  steeringOptions(family.command('diff [id]'))
    .description('list what has changed in a world since it was made (default: in that of --world)')
    .action(steering<[string | undefined]>(line, async () => (await importWorlds()).diffWorld));

  steeringOptions(family.command('from-call <id>'))
    .description('make a world as it was before a call of the journal, and print what a shell needs to be in it')
    .addOption(
      new Option('--at <moment>', 'before the call, or after it').choices(['before', 'after']).default('before'),
    )
    .option('--name <name>', 'its name (default: a new one)')
    .action(steering<[string, FromCallFlags]>(line, async () => (await importWorlds()).makeWorldFromCall));

  steeringOptions(program.command('reset'))
    .description('put rows and clock of a world back to its beginning')
    .action(steering<[]>(line, async () => (await importWorlds()).resetWorld));
};
