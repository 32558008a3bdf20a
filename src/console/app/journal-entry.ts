import type { JournalEntry } from '../../steering/contract/nouns.ts';
import type { FollowedList } from './use-followed.ts';

const withEntry = (entries: readonly JournalEntry[], entry: JournalEntry): readonly JournalEntry[] => {
  const at = entries.findIndex(({ id }) => id === entry.id);
  if (at >= 0) return entries.with(at, entry);
  const behind = entries.findIndex(({ id }) => Number(id) < Number(entry.id));
  return entries.toSpliced(behind < 0 ? entries.length : behind, 0, entry);
};

/** The journal as a list that is followed. */
export const JOURNAL: FollowedList<JournalEntry> = { path: 'journal', field: 'entries', withItem: withEntry };
