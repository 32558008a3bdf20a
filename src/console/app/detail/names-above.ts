import type { JournalEntry } from '../../../../generated/nouns.ts';
import type { Connection } from '../connection.ts';
import { findCreated, uidsAbove } from './copied-fixture.ts';

/** The names of the rows above the one that a call has created, the root first; those in the entry if no mock is asked. */
export const namesAbove = async (
  entry: JournalEntry,
  connection: Connection | undefined,
): Promise<readonly string[]> => {
  const created = findCreated(entry);
  if (!created) return [];
  if (!connection) return entry.about?.group?.split('/') ?? [];
  const uids = uidsAbove(created.uid);
  return Promise.all(
    uids.map(async (uid, nth) => {
      const isRepo = created.place === 'tags' && nth === uids.length - 1;
      const path = isRepo ? `/registry/v2/repos/${uid}` : `/iam/v2/groups/${uid}`;
      return (await connection.call<{ name: string }>('', 'GET', path)).name;
    }),
  );
};
