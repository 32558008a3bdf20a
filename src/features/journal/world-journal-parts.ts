import type { JournalEntry as EntryView } from '../../../generated/nouns.ts';
import type { AccessMode } from '../../kernel/access-policy.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Protocol } from '../../kernel/hooks.ts';
import type { CommitLog } from '../../kernel/rows.ts';
import type { Followers } from '../../plane/followers.ts';
import type { ReadItem } from '../../plane/placed-items.ts';
import type { ProcessOrder } from '../../plane/process-order.ts';
import type { ByteBudget } from './byte-budget.ts';
import type { MatchWorld } from './entry-match.ts';
import type { EntryViewParts } from './entry-view.ts';
import type { HeadPool } from './head-pool.ts';
import type { PackedEntry } from './packed-entry.ts';
import type { Conditions } from './past-state.ts';
import type { ResourceOf } from './tries.ts';

export interface WorldJournalParts extends Omit<EntryViewParts, 'triesOf'>, MatchWorld {
  readonly resourceOf: ResourceOf;
  /** How many entries are recorded. */
  readonly most: number;
  /** The bytes that all journals may hold together. */
  readonly budget: ByteBudget;
  /** The id of the world. */
  readonly world: string;
  /** Numbers what happens in all worlds. */
  readonly order: ProcessOrder;
  /** Who follows the entries of all worlds. */
  readonly all: Followers<ReadItem<EntryView>>;
  /** The commits of the world's store, recorded for the states between its calls. */
  readonly log: CommitLog;
  /** The clock of the world, and the reading of the machine's, since the epoch, that it was last computed from. */
  readonly clock: Clock & Pick<Conditions, 'mode' | 'scale'> & { readonly realMillis: number };
  readonly accessMode: () => AccessMode;
  /** Milliseconds of a clock of the machine that is never put back. */
  readonly machineNow: () => number;
  /** The time from which readings in entries count, in milliseconds since the epoch: the same as long as the process runs. */
  readonly readingEpoch: number;
  /** Stores the heads of requests; if missing, none is recorded. */
  readonly heads?: HeadPool | undefined;
  /** Receives the protocol of every entry that begins. */
  readonly begun?: ((protocol: Protocol) => void) | undefined;
  /** Receives every entry that has ended. */
  readonly ended?: ((entry: PackedEntry) => void) | undefined;
  /** Receives it once what it keeps is bounded. */
  readonly counted?: ((entry: PackedEntry) => void) | undefined;
}
