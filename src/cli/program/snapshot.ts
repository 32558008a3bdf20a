import type { Target } from '../client.ts';
import { steeringOptions } from '../options.ts';
import type { SaveFlags } from '../snapshot.ts';
import type { Family } from './family.ts';

const importSnapshots = () => import('../snapshot.ts');

/** Registers `snapshot` with its subcommands. */
export const snapshot: Family = (program, { here, action }) => {
  const family = program.command('snapshot').description('save and restore states of a running mock');

  steeringOptions(family.command('save <name>'))
    .description('save the state under a name, and with --out in a file')
    .option('--note <text>', 'what it is, for people')
    .option('--overwrite', 'replace a snapshot of that name')
    .option('--out <file>', 'write a snapshot file, too')
    .action(
      action(async (name: string, flags: SaveFlags) => (await importSnapshots()).saveSnapshot(name, flags, here)),
    );

  steeringOptions(family.command('restore <name|file>'))
    .description('go back to a snapshot, or to a file: what has a slash or ends in .json or .jsonl')
    .action(
      action(async (nameOrFile: string, flags: Target) =>
        (await importSnapshots()).restoreSnapshot(nameOrFile, flags, here),
      ),
    );

  steeringOptions(family.command('export <name>'))
    .description('print a snapshot as a fixture in YAML')
    .option('--out <file>', 'write it into this file instead')
    .action(
      action(async (name: string, flags: Target & { out?: string }) =>
        (await importSnapshots()).exportSnapshot(name, flags, here),
      ),
    );

  steeringOptions(family.command('diff <name> [other]'))
    .description('list what differs between a snapshot and another one, or the state as it is')
    .option('--json', 'print JSON')
    .action(
      action(async (name: string, other: string | undefined, flags: Target & { json?: boolean }) =>
        (await importSnapshots()).diffSnapshots(name, other, flags, here),
      ),
    );
};
