import type { JournalEntry, JournalPage } from '../../../generated/nouns.ts';
import { FlagRefusal } from '../../command/command-failure.ts';
import type { Family } from '../../command/family.ts';
import type { Outcome } from '../../command/outcome.ts';
import type { Steered } from '../../command/steered.ts';
import { steering } from '../../command/steering.ts';
import { steeringOptions } from '../../command/target-options.ts';
import { entryLine } from '../evidence/entry-line.ts';
import { queryOf } from './journal.client.ts';

/** The entries to print, and their form. */
export interface JournalFlags {
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly operation?: string;
  readonly status?: string;
  readonly caller?: string;
  readonly path?: string;
  readonly since?: string;
  readonly limit?: string;
}

/** The maximum number of entries to print. @throws FlagRefusal for a text that is no number */
const limitOf = (limit: string | undefined): number => {
  if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(limit))
    throw new FlagRefusal(`--limit ${limit}: it must be a number of 1 or more`);
  return limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
};

/** Prints entries as they end, until there are as many as asked for, or the server ends. */
const followJournal = async ({ here, follow }: Steered, query: string, flags: JournalFlags): Promise<void> => {
  const limit = limitOf(flags.limit);
  here.endWithReader();
  let count = 0;
  for await (const { event, data } of follow(`/journal:stream${query}`)) {
    if (event !== 'ended') continue;
    const entry = JSON.parse(data) as JournalEntry;
    here.out(`${flags.json ? JSON.stringify(entry) : entryLine(entry)}\n`);
    count += 1;
    if (count >= limit) return;
  }
};

/**
 * Returns the journal of a world or of all, the oldest entry first; with `follow` it prints entries that end from now
 * on instead, a line for each.
 */
const readJournal = async (mock: Steered, flags: JournalFlags): Promise<Outcome | undefined> => {
  const { operation, status, caller, path, since } = flags;
  const all = mock.isEveryWorld ? { world: '*' } : {};
  const asked = { operation, status, caller, path, since, ...all };
  if (flags.follow) {
    await followJournal(mock, queryOf(asked), flags);
    return undefined;
  }
  const query = queryOf({ ...asked, limit: flags.limit });
  const at = mock.isEveryWorld ? {} : { world: mock.world };
  const page = await mock.connection.control<JournalPage>(`/journal${query}`, at);
  const lines = [...page.entries].reverse().map((entry) => `${entryLine(entry)}\n`);
  return { value: page, text: lines.join('') };
};

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
      steering<[JournalFlags]>(line, readJournal, {
        isForEveryWorld: true,
      }),
    );
};
