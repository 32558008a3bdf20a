import { BoundedLog } from '../../plane/bounded-log.ts';
import type { PackedEntry } from './packed-entry.ts';

/** The size of an entry beside its messages, in bytes: about as much as was measured. */
const ENTRY_BYTES = 1_024;

/** The latest entries of a world, and the bytes that they take. */
export class EntryRing extends BoundedLog<PackedEntry> {
  /** Receives how many bytes were added, or freed; it may drop the oldest at once. */
  readonly #charge: (bytes: number) => void;
  /** The id of the first entry whose messages are there. */
  #messagesFrom = 1;
  /** The id behind the last entry that was there when it was cleared. */
  #clearedTo = 1;

  /** `forget` receives each entry that is dropped. */
  constructor(limit: number, charge: (bytes: number) => void, forget: (entry: PackedEntry) => void) {
    super(limit, (oldest) => {
      charge(-ENTRY_BYTES - (oldest.isOpen ? 0 : oldest.messageBytes));
      forget(oldest);
    });
    this.#charge = charge;
  }

  override add(entry: PackedEntry): void {
    super.add(entry);
    this.#charge(ENTRY_BYTES);
  }

  /** Counts the messages of an entry that has ended, or drops them if a later entry's were dropped. */
  settle(entry: PackedEntry): void {
    if (this.getRetained(entry.id) !== entry) return;
    if (entry.id < this.#messagesFrom) entry.dropMessages();
    this.#charge(entry.messageBytes);
  }

  /** Drops the messages of the oldest entry that has some; false if none has. */
  dropOldestMessages(): boolean {
    for (let id = Math.max(this.#messagesFrom, this.nextId - this.retained); id < this.nextId; id += 1) {
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
  dropBeforeNewest(): boolean {
    return this.retained > 1 && this.dropOldest();
  }

  /** Why an entry is hidden or gone, as a predicate; undefined for an id that no entry has had. */
  absence(id: number): string | undefined {
    if (id >= this.nextId) return undefined;
    if (id < this.#clearedTo) return 'was dropped when the journal was cleared';
    if (!this.isListed(id)) return 'is of before the last reset';
    return this.retained >= this.limit
      ? `was dropped from the journal, which keeps the last ${this.limit} (--journal-entries)`
      : 'was dropped from the journal, to keep its bound of bytes (--journal-bytes)';
  }

  /** Drops all entries. Ids go on. */
  clear(): void {
    while (this.dropOldest());
    this.#clearedTo = this.nextId;
    this.dropped = 0;
  }
}
