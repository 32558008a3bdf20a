import type { JournalFlags } from '../steering/journal.ts';
import { steeringOptions } from '../steering/target-options.ts';
import type { Family } from './family.ts';
import { steering } from './steering.ts';

/** Registers `journal`. */
export const journal: Family = (program, line) => {
  steeringOptions(program.command('journal'))
    .description('print what a running mock was called with, the oldest entry first; in all worlds with --world "*"')
    .option('--follow', 'print the entries that end from now on instead, with --json a line for each')
    .option('--operation <name>', 'only calls of this operation')
    .option('--status <status>', 'only calls with this HTTP status, or name of a code')
    .option('--caller <identity>', 'only calls of this identity: a uid, an alias or a name')
    .option('--path <path>', 'only calls to this path, in which * is any text')
    .option('--since <id>', 'only entries behind this one; with --follow those that have ended, too')
    .option('--limit <count>', 'how many entries at most (default: 100, with --follow no limit)')
    .action(
      steering<[JournalFlags]>(line, async () => (await import('../steering/journal.ts')).readJournal, {
        isForEveryWorld: true,
      }),
    );
};
