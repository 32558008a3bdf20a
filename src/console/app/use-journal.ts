import { useEffect, useState } from 'hono/jsx/dom';
import type { Connection } from './connection.ts';
import type { JournalEntry } from './journal-entry.ts';

/** The most entries that the page keeps. */
const MOST = 500;

/** For how long entries are gathered before they are drawn, in milliseconds: a test suite makes hundreds in a second. */
const DRAWN_EVERY_MS = 100;

/** What the page has of the journal, the newest first. */
export interface LiveJournal {
  readonly entries: readonly JournalEntry[];
  readonly error: unknown;
  readonly isLive: boolean;
}

/** Entries with one that is new or has changed, the newest first. */
const withEntry = (entries: readonly JournalEntry[], entry: JournalEntry): readonly JournalEntry[] => {
  const at = entries.findIndex(({ id }) => id === entry.id);
  if (at >= 0) return entries.with(at, entry);
  const behind = entries.findIndex(({ id }) => Number(id) < Number(entry.id));
  return entries.toSpliced(behind < 0 ? entries.length : behind, 0, entry).slice(0, MOST);
};

/** The journal of a world by a query of filters: what is there, and what comes as long as it is shown. */
export const useJournal = (connection: Connection, query: string, turn: number): LiveJournal => {
  const [entries, setEntries] = useState<readonly JournalEntry[]>([]);
  const [state, setState] = useState<{ error?: unknown; isLive: boolean }>({ isLive: false });
  useEffect(() => {
    const end = new AbortController();
    let gathered: JournalEntry[] = [];
    const draw = (): void => {
      const all = gathered;
      gathered = [];
      if (!end.signal.aborted) setEntries((known) => all.reduce(withEntry, known));
    };
    const begin = async (): Promise<void> => {
      type Page = { readonly entries: readonly JournalEntry[]; readonly cursor: string };
      const page = await connection.steer<Page>('GET', `journal?limit=${MOST}${query}`);
      if (end.signal.aborted) return;
      setEntries(page.entries);
      setState({ isLive: true });
      await connection.follow(`journal:stream?since=${page.cursor || '0'}${query}`, end.signal, (data) => {
        if (gathered.length === 0) setTimeout(draw, DRAWN_EVERY_MS);
        gathered.push(JSON.parse(data) as JournalEntry);
      });
      if (!end.signal.aborted) setState({ isLive: false });
    };
    begin().catch((error: unknown) => {
      if (!end.signal.aborted) setState({ error, isLive: false });
    });
    return () => end.abort();
  }, [connection, query, turn]);
  return { entries, error: state.error, isLive: state.isLive };
};
