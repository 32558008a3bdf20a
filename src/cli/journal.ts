import { entryLine } from '../evidence/entry-line.ts';
import type { JournalEntry } from '../steering/contract/nouns.ts';
import { reasonOf } from './ask.ts';
import { callControl, followControl, type Target } from './client.ts';
import { Exit } from './exit.ts';
import type { Surroundings } from './serve.ts';

/** The entries to print, and their form. */
export interface JournalFlags extends Target {
  readonly follow?: boolean;
  readonly json?: boolean;
  readonly operation?: string;
  readonly status?: string;
  readonly caller?: string;
  readonly path?: string;
  readonly since?: string;
  readonly limit?: string;
}

const pathOf = (flags: JournalFlags, verb = ''): string => {
  const { operation, status, caller, path, since, limit } = flags;
  const world = flags.world === '*' ? '*' : undefined;
  const asked = Object.entries({ operation, status, caller, path, since, limit, world });
  const given = asked.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `journal${verb}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
};

/** The entry of a server-sent event that has ended; undefined for any other event. */
const findEndedEntry = (event: string): unknown => {
  const fields = new Map(
    event.split('\n').map((line): [string, string] => {
      const [name = '', ...rest] = line.split(': ');
      return [name, rest.join(': ')];
    }),
  );
  return fields.get('event') === 'ended' ? JSON.parse(fields.get('data') ?? '{}') : undefined;
};

/**
 * Prints the journal of a running server, the oldest entry first; with `follow`, further entries as they end. The world
 * `*` is all worlds.
 */
export const journal = async (flags: JournalFlags, { out, err }: Surroundings): Promise<number> => {
  const print = (entry: unknown): void =>
    out(`${flags.json ? JSON.stringify(entry) : entryLine(entry as JournalEntry)}\n`);
  const { world, ...mock } = flags;
  const target: Target = world === '*' ? mock : flags;
  if (flags.follow) {
    const since = flags.since ?? '0';
    const { limit: _, ...asked } = flags;
    const refused = await followControl(target, pathOf({ ...asked, since }, ':stream'), (event) => {
      const entry = findEndedEntry(event);
      if (entry !== undefined) print(entry);
    });
    if (refused === undefined) return Exit.ok;
    err(`no journal: ${reasonOf(refused)}\n`);
    return Exit.failure;
  }
  const { status, body } = await callControl(target, 'GET', pathOf(flags));
  if (status !== 200) {
    err(`no journal: ${reasonOf(body)}\n`);
    return Exit.failure;
  }
  const { entries } = body as { readonly entries: readonly unknown[] };
  for (const entry of [...entries].reverse()) print(entry);
  return Exit.ok;
};
