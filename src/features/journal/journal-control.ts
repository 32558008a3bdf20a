import type { JournalEntry, JournalMatch, JournalPage } from '../../../generated/nouns.ts';
import { ApiError, failedPrecondition } from '../../kernel/errors.ts';
import type { Followed, Listener } from '../../plane/followers.ts';
import type { ReadItem } from '../../plane/placed-items.ts';
import type { EntryRing } from './entry-ring.ts';
import type { FollowedEntry } from './journal-place.ts';

/** An entry with its number in the order of all worlds. */
export const numberedEntry = ({ order, value }: ReadItem<JournalEntry>): JournalEntry => ({
  ...value,
  number: String(order),
});

/** An entry without its messages and the values of its fields, for lists of many. */
export const briefEntry = ({
  request: _,
  body: __,
  answer: ___,
  details: ____,
  unreadValues: _____,
  changes,
  ...entry
}: JournalEntry): JournalEntry => ({ ...entry, changes: changes.map(({ fields: _, ...change }) => change) });

/** A match whose status is not checked yet: a number, or a text that should be the name of a code. */
export interface EntryFilter extends Omit<JournalMatch, 'status'> {
  readonly status?: number | string;
}

/** The entries that are asked for. */
export interface EntryQuery {
  readonly match: EntryFilter;
  /** Lists only entries behind this id. */
  readonly since?: number;
  /** Lists only entries before this id. */
  readonly before?: number;
  readonly limit?: number;
}

/** The entries that a reader follows. */
export interface FollowQuery extends Pick<EntryQuery, 'match' | 'since'> {
  /** The entries up to `since` that were open when the reader left: their ends are sent, too. */
  readonly open?: readonly number[];
  /** True for a reader who comes back: it gets all entries if this process has not reached its cursor. */
  readonly isBack?: boolean;
}

/** Reads the journals of all worlds, ended ones included. Each entry has its world; a cursor covers all worlds. */
export interface AllJournals {
  /** @throws ApiError INVALID_ARGUMENT for a match that no entry can meet */
  readonly list: (query: EntryQuery) => Promise<JournalPage>;
  /** Hands entries over as they begin and end, up to 5,000 of those behind `since` first. @throws ApiError as `list` */
  readonly follow: (query: FollowQuery, listener: Listener<FollowedEntry>) => Followed;
}

/** A part that needs the journal. @throws ApiError FAILED_PRECONDITION if it is undefined, since the journal is off */
export const demandJournal = <T>(part: T | undefined): T => {
  if (part !== undefined) return part;
  throw failedPrecondition({ type: 'JOURNAL_OFF', description: 'the mock was started with --journal off' });
};

export const ID = /^[1-9]\d{0,14}$/;

/** The error NOT_FOUND for an entry that was dropped, with the reason, or that never was. `more` ends the message. */
export const entryMissing = (id: string, ring: Pick<EntryRing, 'absence'>, more = ''): ApiError => {
  const absence = ID.test(id) ? ring.absence(Number(id)) : undefined;
  const reason = absence === undefined ? 'MOCK_JOURNAL_ENTRY_NOT_FOUND' : 'MOCK_JOURNAL_ENTRY_DROPPED';
  const text =
    absence === undefined
      ? `Not found: the journal has no entry ${JSON.stringify(id.slice(0, 64))}`
      : `Not found: entry ${id} ${absence}`;
  return new ApiError('NOT_FOUND', `${text}${more}`, { reason });
};
