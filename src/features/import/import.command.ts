import type { Family } from '../../command/family.ts';
import { parsePath } from '../../command/flag-values.ts';
import { profileToFollowOption, serviceOptions } from '../../command/service-options.ts';
import type { ImportFlags } from './import-from.ts';

/** Registers `import`. */
export const importing: Family = (program, { here, action }) => {
  serviceOptions(program.command('import'), '--from')
    .description(
      'read an organization of the service, and write it as a fixture, with stand-ins for its names and texts',
    )
    .option('--group <uid>', 'the group that is read, with all below it (default: the one of the token)')
    .option('--out <file>', 'the fixture', parsePath, 'org.yaml')
    .option('--keep-names', 'keep uids, names, texts and times as they are')
    .addOption(profileToFollowOption())
    .action(action(async (flags: ImportFlags) => (await import('./import-from.ts')).importFrom(flags, here)));
};
