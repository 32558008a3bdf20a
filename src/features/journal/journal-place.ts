import type { JournalEntry } from '../../../generated/nouns.ts';
import type { Listener } from '../../plane/followers.ts';

/** The maximum number of open calls that a cursor names. */
const MAX_OPEN = 1_000;

/** An entry that a reader follows, with the cursor behind it. */
export interface FollowedEntry {
  readonly entry: JournalEntry;
  readonly cursor: string;
}

/**
 * The place of a reader in a journal: the last entry that had begun, and the earlier open ones. As text it is a
 * cursor, `12` or `12~5.7`, behind which nothing is missed and nothing comes twice.
 */
export class JournalPlace {
  #last: number;
  readonly #open: Set<number>;

  constructor(last: number, open: Iterable<number>) {
    this.#last = last;
    this.#open = new Set(open);
  }

  get cursor(): string {
    if (this.#open.size === 0) return String(this.#last);
    return `${this.#last}~${[...this.#open].slice(0, MAX_OPEN).join('.')}`;
  }

  /** A listener of all items, which hands those that match to another one, each with the cursor behind it. */
  listen<T>(
    listener: Listener<FollowedEntry>,
    read: (item: T) => readonly [number: number, entry: JournalEntry],
    matches: (entry: JournalEntry) => boolean,
  ): Listener<T> {
    return {
      take: (item) => {
        const [number, entry] = read(item);
        if (entry.state === 'open') this.#open.add(number);
        else this.#open.delete(number);
        this.#last = Math.max(this.#last, number);
        if (matches(entry)) listener.take({ entry, cursor: this.cursor });
      },
      ended: listener.ended,
    };
  }
}
