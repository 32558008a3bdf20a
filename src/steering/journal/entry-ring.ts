import type { KeptEntry } from './kept-entry.ts';

/** The bounds of a ring. */
export interface RingBounds {
  readonly entries: number;
  readonly bytes: number;
}

/** The size of an entry beside its messages, in bytes: about as much as was measured. */
const ENTRY_BYTES = 1_024;
/** How many places of dropped entries there may be before the others move up. */
const MAX_EMPTY = 4_096;

/** The last entries of a world, bounded by number and by bytes: the oldest are dropped, and counted. */
export class EntryRing {
  readonly #bounds: RingBounds;
  /** The entries from `#head` on, in the order of their ids, without gaps. */
  #held: (KeptEntry | undefined)[] = [];
  #head = 0;
  #firstId = 1;
  /** The id of the first entry that is shown: those before are held for their states. */
  #shownFrom = 1;
  #bytes = 0;
  #dropped = 0;

  constructor(bounds: RingBounds) {
    this.#bounds = bounds;
  }

  /** How many entries are shown. */
  get size(): number {
    return this.nextId - Math.max(this.#firstId, this.#shownFrom);
  }

  /** The number of entries dropped since it was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The id of the next entry. */
  get nextId(): number {
    return this.#firstId + this.#held.length - this.#head;
  }

  /** Adds the entry of the next id. */
  add(entry: KeptEntry): void {
    this.#held.push(entry);
    this.#grow(ENTRY_BYTES);
  }

  /** Counts the messages of an entry that has ended. */
  settle(entry: KeptEntry): void {
    if (this.getHeld(entry.id) === entry) this.#grow(entry.messageBytes);
  }

  /** The entry of an id that is shown; undefined for one that was dropped, or that is not there yet. */
  get(id: number): KeptEntry | undefined {
    return id < this.#shownFrom ? undefined : this.getHeld(id);
  }

  /** The entry of an id, also one that is not shown any more. */
  getHeld(id: number): KeptEntry | undefined {
    return id < this.#firstId ? undefined : this.#held[this.#head + id - this.#firstId];
  }

  /** The entries behind an id, the newest first. */
  *listNewestFirst(since = 0): Iterable<KeptEntry> {
    const first = Math.max(this.#firstId, this.#shownFrom);
    for (let id = this.nextId - 1; id >= first && id > since; id -= 1) yield this.get(id) as KeptEntry;
  }

  /** The entries behind an id, the oldest first. */
  *listOldestFirst(since = 0): Iterable<KeptEntry> {
    const first = Math.max(this.#firstId, this.#shownFrom, since + 1);
    for (let id = first; id < this.nextId; id += 1) yield this.get(id) as KeptEntry;
  }

  /** All entries that are held, also those that are not shown any more, the oldest first. */
  *listHeld(): Iterable<KeptEntry> {
    for (let id = this.#firstId; id < this.nextId; id += 1) yield this.getHeld(id) as KeptEntry;
  }

  /** Shows none of the entries any more, but holds them. Ids go on. */
  hide(): void {
    this.#shownFrom = this.nextId;
    this.#dropped = 0;
  }

  /** Drops all entries. Ids go on. */
  clear(): void {
    this.#firstId = this.nextId;
    this.#held = [];
    this.#head = 0;
    this.#bytes = 0;
    this.#dropped = 0;
  }

  #grow(bytes: number): void {
    this.#bytes += bytes;
    for (;;) {
      const count = this.#held.length - this.#head;
      if (count <= this.#bounds.entries && (this.#bytes <= this.#bounds.bytes || count <= 1)) break;
      this.#drop();
    }
    if (this.#head < MAX_EMPTY) return;
    this.#held = this.#held.slice(this.#head);
    this.#head = 0;
  }

  #drop(): void {
    const oldest = this.#held[this.#head] as KeptEntry;
    this.#held[this.#head] = undefined;
    this.#head += 1;
    if (this.#firstId >= this.#shownFrom) this.#dropped += 1;
    this.#firstId += 1;
    this.#bytes -= ENTRY_BYTES + (oldest.isOpen ? 0 : oldest.messageBytes);
  }
}
