import type { JournalEntry as EntryView, JournalMatch, JournalPage, NearestEntry } from '../../../generated/nouns.ts';
import type { AccessMode } from '../../kernel/access-policy.ts';
import type { Clock } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type CallRecorder, CENTI, type Protocol, type Received } from '../../kernel/hooks.ts';
import type { CommitLog } from '../../kernel/rows.ts';
import { cutOf } from '../../kernel/transmission.ts';
import { answerValue } from '../../plane/answer-value.ts';
import { type ByteBudget, type ByteShare, MAX_WORLD_BYTES } from '../../plane/bounded-log.ts';
import type { Followed, Followers, Listener } from '../../plane/followers.ts';
import { nearestOf } from '../../plane/nearest.ts';
import type { ProcessOrder, ReadItem } from '../../plane/placed-items.ts';
import { Readers } from '../../plane/readers.ts';
import type { Wait, Waited } from '../../plane/waiter.ts';
import { type MatchWorld, matcherOf } from './entry-match.ts';
import { EntryRing } from './entry-ring.ts';
import { type EntryViewParts, viewOfEntry } from './entry-view.ts';
import type { HeadPool } from './head-pool.ts';
import { type EntryQuery, entryMissing, type FollowQuery, ID } from './journal-control.ts';
import { type FollowedEntry, JournalPlace } from './journal-place.ts';
import { type EntryWorld, PackedEntry } from './packed-entry.ts';
import {
  type Conditions,
  describeOldest,
  findOldestState,
  type PastState,
  pastStateOf,
  type Side,
} from './past-state.ts';
import type { Hide } from './redacted.ts';
import { StepLog } from './step-log.ts';
import { type ResourceOf, Tries } from './tries.ts';

export interface WorldJournalParts extends Omit<EntryViewParts, 'triesOf'>, MatchWorld {
  readonly resourceOf: ResourceOf;
  /** The maximum number of entries recorded. */
  readonly most: number;
  /** The bytes that all journals may take together. */
  readonly budget: ByteBudget;
  /** The id of the world. */
  readonly world: string;
  /** Numbers what happens in all worlds. */
  readonly order: ProcessOrder;
  /** The readers that follow the entries of all worlds. */
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
  /** Receives every entry that has ended once its messages are bounded. */
  readonly counted?: ((entry: PackedEntry) => void) | undefined;
}

const DEFAULT_LIMIT = 100;

/** Records the latest exchanges of one world, and lets tests read and await them (behaviour J1 to J11). */
export class WorldJournal implements CallRecorder {
  readonly #parts: WorldJournalParts;
  readonly #share: ByteShare;
  /** The entries, also from before a reset. */
  readonly ring: EntryRing;
  /** The control calls of the world. */
  readonly steps: StepLog;
  /** The readers that wait for entries, or follow them. */
  readonly readers = new Readers<EntryView, JournalPage, NearestEntry>();
  readonly #world: EntryWorld & { conditions: Conditions };
  /** Made when an entry is rendered: most worlds end before. */
  #viewParts: EntryViewParts | undefined;

  constructor(parts: WorldJournalParts) {
    this.#parts = parts;
    const { log, budget, most, order, clock, readingEpoch } = parts;
    this.#share = budget.open(this.#giveUp, MAX_WORLD_BYTES);
    const { charge } = this.#share;
    this.steps = new StepLog(charge);
    // Nobody can ask for a state from before the oldest call.
    const dropStates = ({ place }: PackedEntry): void => {
      while (log.oldest < place && log.dropOldest());
    };
    this.ring = new EntryRing(most, charge, dropStates);
    this.#world = {
      conditions: this.#readConditions(),
      order,
      clock,
      readingEpoch,
      ended: this.#ended,
    };
    log.retain(charge);
  }

  begin(protocol: Protocol, describe: () => Received): PackedEntry {
    const received = describe();
    const { clock, heads, order } = this.#parts;
    const begun = [clock.now(), this.#machineTime()] as const;
    const entry = new PackedEntry(this.ring.nextId, protocol, received, begun, this.#world);
    if (received.client !== undefined && heads) entry.client = heads.share(received.client);
    if (received.head) entry.head = heads?.pack(received.head);
    this.#parts.begun?.(protocol);
    order.last += 1;
    entry.order = order.last;
    this.ring.add(entry);
    if (this.#isFollowed) this.#handOver(entry);
    return entry;
  }

  /** @throws ApiError INVALID_ARGUMENT for a match that no entry can meet */
  list({ match, since, before, limit = DEFAULT_LIMIT }: EntryQuery): JournalPage {
    const matcher = matcherOf(match, this.#parts);
    const entries: EntryView[] = [];
    for (const entry of this.ring.listNewestFirst(since, before)) {
      if (entries.length >= limit) break;
      if (!matcher.admits(entry)) continue;
      const view = this.view(entry);
      if (matcher.matches(view)) entries.push(view);
    }
    return this.#page(entries);
  }

  /** The view of an entry; `hide` gives the texts in the place of its secrets, one for all unless given. */
  readonly view = (entry: PackedEntry, hide?: Hide): EntryView => {
    if (!this.#viewParts) {
      const tries = new Tries(this.#parts.operations, this.#parts.resourceOf);
      const getEntry = (id: number): PackedEntry | undefined => this.ring.get(id);
      this.#viewParts = { ...this.#parts, triesOf: (each) => tries.of(each, getEntry) };
    }
    return viewOfEntry(entry, hide ? { ...this.#viewParts, hide } : this.#viewParts);
  };

  /** The entry of an id. @throws ApiError NOT_FOUND, which says of an entry that was dropped that it was */
  entry(id: string): PackedEntry {
    const known = ID.test(id) ? this.ring.get(Number(id)) : undefined;
    if (known) return known;
    throw entryMissing(id, this.ring);
  }

  /**
   * The state before or after a call, also of one from before a reset.
   * @throws ApiError NOT_FOUND for a dropped call, FAILED_PRECONDITION for a dropped state or an open call
   */
  stateOf(id: string, side: Side): PastState {
    const entry = ID.test(id) ? this.ring.getRetained(Number(id)) : undefined;
    const oldest = this.#findOldestState();
    if (!entry) throw entryMissing(id, this.ring, `; ${describeOldest(oldest)}`);
    return pastStateOf(entry, side, this.#parts.log.oldest, oldest);
  }

  #findOldestState(): string | undefined {
    return findOldestState(this.ring.listRetained(), this.#parts.log.oldest);
  }

  /** Reads the settings of the world anew, since one has changed: later calls run by it. */
  noteSettings(): void {
    this.#world.conditions = this.#readConditions();
  }

  #readConditions(): Conditions {
    const { clock, accessMode } = this.#parts;
    return Object.freeze({ mode: clock.mode, scale: clock.scale, access: accessMode() });
  }

  /** Resolves once enough entries match, or when that is not to be expected any more. @throws ApiError as `list` */
  await(query: Wait<JournalMatch>, aborted: AbortSignal): Promise<Waited<JournalPage, NearestEntry>> {
    const { match, min, max = Number.POSITIVE_INFINITY, since } = query;
    if (min > max) throw invalidField('count', 'min is above max, so that no number of entries is enough');
    if (min > this.#parts.most) {
      throw invalidField('count.min', `the journal keeps ${this.#parts.most} entries only`);
    }
    const matcher = matcherOf(match, this.#parts, 'match.');
    const before = [...this.ring.listOldestFirst(since)]
      .filter((entry) => !entry.isOpen && matcher.admits(entry))
      .map((entry) => this.view(entry))
      .filter(matcher.matches);
    const latest = (): readonly EntryView[] =>
      this.ring
        .listLatest(since)
        .filter(({ isOpen }) => !isOpen)
        .map((entry) => this.view(entry));
    const parts = {
      matches: matcher.matches,
      page: (entries: readonly EntryView[]) => this.#page(entries),
      nearest: () =>
        nearestOf(latest(), matcher.differences, 'operation').map(({ item: entry, ...found }) => ({ entry, ...found })),
    };
    return this.readers.wait(query, before, parts, aborted);
  }

  /** Hands entries over as they begin and end, those behind `since` first. @throws ApiError as `list` */
  follow({ match, isBack = false, ...given }: FollowQuery, listener: Listener<FollowedEntry>): Followed {
    const { matches } = matcherOf(match, this.#parts);
    const last = this.ring.nextId - 1;
    const isAnew = isBack && (given.since ?? 0) > last;
    const { since: asked = last, open = [] } = isAnew ? { since: 0 } : given;
    const since = Math.min(asked, last);
    const followed = open.flatMap((id) => (id <= since ? (this.ring.getRetained(id) ?? []) : []));
    const going = [...this.ring.listRetained()].filter(({ isOpen }) => isOpen);
    const place = new JournalPlace(
      since,
      [...followed, ...going].map(({ id }) => id),
    );
    const before = [...followed.filter(({ isOpen }) => !isOpen), ...this.ring.listOldestFirst(since)];
    const { cursor } = place;
    const stop = this.readers.followers.add(
      () => true,
      place.listen(listener, (entry) => [Number(entry.id), entry], matches),
      before.map((entry) => this.view(entry)),
    );
    return { cursor, stop };
  }

  /** Drops all entries; they do not count as dropped. */
  clear(): void {
    this.ring.clear();
    while (this.#parts.log.dropOldest());
  }

  /** Hides all entries without dropping them, and ends every wait: the world is another one from here on. */
  reset(): void {
    this.ring.hide();
    this.readers.endWaits('reset');
  }

  /** Ends every wait and every follower: the world has ended. */
  close(): void {
    this.reset();
    this.readers.close();
    this.#parts.budget.close(this.#share);
  }

  /** Frees bytes: drops the oldest state, or else large body of a control call, messages, entry, or control call. */
  readonly #giveUp = (): boolean =>
    this.#parts.log.dropOldest() ||
    this.steps.dropOldestBody() ||
    this.ring.dropOldestMessages() ||
    this.ring.dropBeforeNewest() ||
    this.steps.dropOldest();

  readonly #ended = (entry: PackedEntry, answer: string | Uint8Array | undefined): void => {
    entry.machineTime = this.#machineTime() - entry.machineTime;
    if (entry.place < 0) entry.noteRun(this.#parts.log.place, this.#parts.clock.now());
    this.#parts.ended?.(entry);
    const { delivered } = entry;
    if (entry.handled === delivered) entry.handled = undefined;
    if (delivered && 'isWidened' in delivered && delivered.isWidened) entry.note({ isWidened: true });
    entry.measure(answer);
    // As it was answered: the recorded part of an answer does not say how it was sent.
    this.#parts.counted?.(entry);
    if (delivered && 'kind' in delivered) {
      const cut = delivered.transmission && cutOf(delivered.transmission, entry.protocol);
      if (cut) entry.note({ cut });
      // Rows are immutable, but their sources are not, and a state that a row was read from would stay in memory with it.
      const isStoredAsIs = delivered.kind === 'page' && !delivered.resource.hydrate;
      const answered = isStoredAsIs ? undefined : answerValue(delivered, entry.operation?.response);
      if (answered) entry.storeAsMessage(answered.message, answered.value, answered.once);
    }
    this.ring.settle(entry);
    if (this.readers.waiting > 0 || this.#isFollowed) this.readers.offer(this.#handOver(entry));
  };

  /** The time of the machine in hundredths of a millisecond. */
  #machineTime(): number {
    return Math.round(this.#parts.machineNow() * CENTI);
  }

  get #isFollowed(): boolean {
    return this.readers.followers.size > 0 || this.#parts.all.size > 0;
  }

  #handOver(entry: PackedEntry): EntryView {
    const { all, world } = this.#parts;
    const view = this.view(entry);
    this.readers.followers.take(view);
    if (all.size > 0) all.take({ order: entry.order, value: { world, ...view } });
    return view;
  }

  #page(entries: readonly EntryView[]): JournalPage {
    const oldestState = this.#findOldestState();
    const cursor = String(this.ring.nextId - 1);
    return { entries, cursor, dropped: this.ring.dropped, ...(oldestState !== undefined && { oldestState }) };
  }
}
