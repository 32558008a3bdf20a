import type { ExportFlags, SaveFlags } from '../steering/snapshot.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

const importSnapshots = () => import('../steering/snapshot.ts');

/** Registers `snapshot` with its subcommands. */
export const snapshot: Family = (program, line) => {
  const family = program.command('snapshot').description('save and restore states of a running mock');

  steeringOptions(family.command('save <name>'))
    .description('save the state under a name, and with --out in a file')
    .option('--note <text>', 'what it is, for people')
    .option('--overwrite', 'replace a snapshot of that name')
    .option('--out <file>', 'write a snapshot file, too')
    .action(steering<[string, SaveFlags]>(line, async () => (await importSnapshots()).saveSnapshot));

  steeringOptions(family.command('restore <name|file>'))
    .description('go back to a snapshot, or to a file: what has a slash or ends in .json or .jsonl')
    .action(steering<[string]>(line, async () => (await importSnapshots()).restoreSnapshot));

  steeringOptions(family.command('export <name>'))
    .description('print a snapshot as a fixture in YAML')
    .option('--out <file>', 'write it into this file instead')
    .option('--relative', 'count times from that of the snapshot, so that they move on with now')
    .action(steering<[string, ExportFlags]>(line, async () => (await importSnapshots()).exportSnapshot));

  steeringOptions(family.command('diff <name> [other]'))
    .description('list what differs between a snapshot and another one, or the state as it is')
    .action(steering<[string, string | undefined]>(line, async () => (await importSnapshots()).diffSnapshots));
};
