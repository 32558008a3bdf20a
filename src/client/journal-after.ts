import type { JournalPage } from '../steering/contract/nouns.ts';
import { entryLine } from '../steering/journal/entry-line.ts';
import { MockError } from './mock-error.ts';
import type { World } from './world.ts';

/** How many entries of a test that fails are shown. */
const MAX_SHOWN = 200;

/** The journal of a test that has failed; undefined where the mock keeps none. */
export const journalAfter = async (world: World): Promise<JournalPage | undefined> => {
  try {
    return await world.journal.list({ limit: MAX_SHOWN });
  } catch (error) {
    if (error instanceof MockError) return undefined;
    throw error;
  }
};

/** A journal as lines of text, the oldest entry first. */
export const journalText = ({ entries }: JournalPage): string =>
  entries.length === 0 ? '(no calls)' : [...entries].reverse().map(entryLine).join('\n');
