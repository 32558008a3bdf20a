import type { PackedEntry } from './packed-entry.ts';

/** The size of an entry beside its messages, in bytes: about as much as was measured. */
const ENTRY_BYTES = 1_024;
/** The number of places of dropped entries before the others move up. */
const MAX_EMPTY = 4_096;

/** The last entries of a world, bounded by number: the oldest are dropped, and counted. */
export class EntryRing {
  readonly #most: number;
  /** Receives how many bytes were added, or freed; it may drop the oldest at once. */
  readonly #charge: (bytes: number) => void;
  readonly #forget: (entry: PackedEntry) => void;
  /** The entries from `#head` on, in the order of their ids, without gaps. */
  #entries: (PackedEntry | undefined)[] = [];
  #head = 0;
  #firstId = 1;
  /** The id of the first entry that is shown: earlier ones remain for traces and for their states. */
  #listedFrom = 1;
  /** The id of the first entry whose messages are there. */
  #messagesFrom = 1;
  /** The id behind the last entry that was there when it was cleared. */
  #clearedTo = 1;
  /** The number of entries dropped since it was last cleared, or hidden. */
  dropped = 0;
  /** The number of entries dropped, hidden and cleared ones included. */
  droppedInAll = 0;

  /** `forget` receives each entry that is dropped. */
  constructor(most: number, charge: (bytes: number) => void, forget: (entry: PackedEntry) => void) {
    this.#most = most;
    this.#charge = charge;
    this.#forget = forget;
  }

  /** The number of entries that are shown. */
  get size(): number {
    return this.nextId - Math.max(this.#firstId, this.#listedFrom);
  }

  get nextId(): number {
    return this.#firstId + this.#entries.length - this.#head;
  }

  /** Adds the entry of the next id. */
  add(entry: PackedEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length - this.#head > this.#most) this.#drop();
    this.#charge(ENTRY_BYTES);
  }

  /** Counts the messages of an entry that has ended; if it is older than others without messages, its own are dropped. */
  settle(entry: PackedEntry): void {
    if (this.getRetained(entry.id) !== entry) return;
    if (entry.id < this.#messagesFrom) entry.dropMessages();
    this.#charge(entry.messageBytes);
  }

  /** Drops the messages of the oldest entry that has some; false if none has. */
  dropOldestMessages(): boolean {
    for (let id = Math.max(this.#messagesFrom, this.#firstId); id < this.nextId; id += 1) {
      this.#messagesFrom = id + 1;
      const entry = this.getRetained(id) as PackedEntry;
      const freed = entry.isOpen ? 0 : entry.dropMessages();
      if (freed === 0) continue;
      this.#charge(-freed);
      return true;
    }
    return false;
  }

  /** Drops the oldest entry; false if there is only the newest, which stays. */
  dropOldest(): boolean {
    if (this.#entries.length - this.#head <= 1) return false;
    this.#drop();
    return true;
  }

  /** The entry of an id that is shown; undefined for one that was dropped, or that is not there yet. */
  get(id: number): PackedEntry | undefined {
    return id < this.#listedFrom ? undefined : this.getRetained(id);
  }

  /** The entry of an id, also one that is not shown any more. */
  getRetained(id: number): PackedEntry | undefined {
    return id < this.#firstId ? undefined : this.#entries[this.#head + id - this.#firstId];
  }

  /** The entries behind an id, and before another, the newest first. */
  *listNewestFirst(since = 0, before = Number.POSITIVE_INFINITY): Iterable<PackedEntry> {
    const first = Math.max(this.#firstId, this.#listedFrom);
    for (let id = Math.min(this.nextId, before) - 1; id >= first && id > since; id -= 1)
      yield this.get(id) as PackedEntry;
  }

  /** The entries behind an id, the oldest first. */
  *listOldestFirst(since = 0): Iterable<PackedEntry> {
    const first = Math.max(this.#firstId, this.#listedFrom, since + 1);
    for (let id = first; id < this.nextId; id += 1) yield this.get(id) as PackedEntry;
  }

  /** All entries, also the ones that are not shown any more, the oldest first. */
  *listRetained(): Iterable<PackedEntry> {
    for (let id = this.#firstId; id < this.nextId; id += 1) yield this.getRetained(id) as PackedEntry;
  }

  /** Hides all entries without dropping them. Ids go on. */
  hide(): void {
    this.#listedFrom = this.nextId;
    this.dropped = 0;
  }

  /** Why an entry that was there is hidden or gone, in words; undefined for an id that no entry has had. */
  absence(id: number): string | undefined {
    if (id >= this.nextId) return undefined;
    if (id < this.#clearedTo) return 'was dropped when the journal was cleared';
    if (id < this.#listedFrom) return 'is of before the last reset';
    return this.nextId - this.#firstId >= this.#most
      ? `was dropped from the journal, which keeps the last ${this.#most} (--journal-entries)`
      : 'was dropped from the journal, to keep its bound of bytes (--journal-bytes)';
  }

  /** Drops all entries. Ids go on. */
  clear(): void {
    while (this.#head < this.#entries.length) this.#drop();
    this.#clearedTo = this.nextId;
    this.dropped = 0;
  }

  #drop(): void {
    const oldest = this.#entries[this.#head] as PackedEntry;
    this.#entries[this.#head] = undefined;
    this.#head += 1;
    if (this.#firstId >= this.#listedFrom) this.dropped += 1;
    this.droppedInAll += 1;
    this.#firstId += 1;
    if (this.#head >= MAX_EMPTY) {
      this.#entries = this.#entries.slice(this.#head);
      this.#head = 0;
    }
    this.#charge(-ENTRY_BYTES - (oldest.isOpen ? 0 : oldest.messageBytes));
    this.#forget(oldest);
  }
}
