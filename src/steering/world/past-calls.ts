import type { Notes } from '../../store/notes.ts';
import type { CoverageCounts } from '../coverage/coverage-control.ts';
import type { WorldCoverage } from '../coverage/world-coverage.ts';
import type { KeptEntry } from '../journal/kept-entry.ts';
import type { WorldJournal } from '../journal/world-journal.ts';

/** What replaces the calls that are not kept any more. */
interface PastCalls {
  /** The id of the last call that it has. */
  readonly calls: number;
  /** The id of the first call that is shown. */
  readonly shownFrom: number;
  readonly coverage: CoverageCounts;
  /** What of them counts for all worlds. */
  readonly ofAll: CoverageCounts;
}

/** What counts the calls of a world, and shows them. */
interface CountedCalls {
  readonly coverage: WorldCoverage;
  /** What counts them for all worlds. */
  readonly ofAll: WorldCoverage;
  readonly journal: Pick<WorldJournal, 'nextId' | 'shownFrom' | 'showFrom'>;
  /** How many of the last calls are kept. */
  readonly mostCalls: number;
}

const CLEARED = 'coverage cleared';
const OF_ALL_CLEARED = 'coverage of all cleared';

/** Has the coverage of a world cleared in all processes that share it. */
export const clearCoverageOf = (notes: Notes) => (): Promise<void> => notes.announce(CLEARED);

/** Has what counts of a world for all worlds cleared in all processes. */
export const clearCoverageOfAll = (notes: Notes): Promise<void> => notes.announce(OF_ALL_CLEARED);

/**
 * Lets old calls of a world that several processes share be deleted: what was counted of them stays. Returns what counts
 * a call, once.
 */
export const keepPastCalls = (
  notes: Notes,
  { coverage, ofAll, journal, mostCalls }: CountedCalls,
): ((entry: KeptEntry) => void) => {
  let countedTo = 0;
  notes.on(CLEARED, () => coverage.drop());
  notes.on(OF_ALL_CLEARED, () => ofAll.drop());
  notes.keep({
    mostCalls,
    write: () => {
      const { nextId, shownFrom } = journal;
      const past: PastCalls = {
        calls: nextId - 1,
        shownFrom,
        coverage: coverage.counts(),
        ofAll: ofAll.counts(),
      };
      return JSON.stringify(past);
    },
    read: (state) => {
      const past: PastCalls = JSON.parse(state);
      countedTo = past.calls;
      coverage.goOnFrom(past.coverage);
      ofAll.goOnFrom(past.ofAll);
      journal.showFrom(past.shownFrom);
    },
  });
  return (entry) => {
    if (entry.id > countedTo) coverage.count(entry);
  };
};
