import type { JournalFlags } from '../journal.ts';
import { steeringOptions } from '../options.ts';
import type { Family } from './family.ts';

/** Registers `journal`. */
export const journal: Family = (program, { here, action }) => {
  steeringOptions(program.command('journal'))
    .description('print what a running mock was called with, the oldest entry first; in all worlds with --world "*"')
    .option('--follow', 'print further entries as they end')
    .option('--json', 'print a line of JSON for each')
    .option('--operation <name>', 'only calls of this operation')
    .option('--status <status>', 'only calls with this HTTP status, or name of a code')
    .option('--caller <identity>', 'only calls of this identity: a uid, an alias or a name')
    .option('--path <path>', 'only calls to this path, in which * is any text')
    .option('--since <id>', 'only entries behind this one')
    .option('--limit <count>', 'how many entries at most, without --follow (default: 100)')
    .action(action(async (flags: JournalFlags) => (await import('../journal.ts')).journal(flags, here)));
};
