import type { EntryListener, ShownEntry } from '../kernel/journal-control.ts';
import type { Matcher } from './entry-match.ts';

/** One who is handed the entries that match as they begin and end. */
export class Follower {
  readonly #matcher: Matcher;
  readonly #listener: EntryListener;

  constructor(matcher: Matcher, listener: EntryListener) {
    this.#matcher = matcher;
    this.#listener = listener;
  }

  take(entry: ShownEntry): void {
    if (this.#matcher.differences(entry).length === 0) this.#listener.entry(entry);
  }

  end(): void {
    this.#listener.ended();
  }
}
