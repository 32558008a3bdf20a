import type { Awaited, AwaitQuery, EntryPage, ShownEntry } from '../kernel/journal-control.ts';
import { type Matcher, nearestOf } from './entry-match.ts';

/** What a wait reads of its journal. */
export interface WaiterParts {
  readonly page: (entries: readonly ShownEntry[]) => EntryPage;
  /** The entries that are looked at for what nearly matches, the newest first. */
  readonly others: () => Iterable<ShownEntry>;
}

/** One wait for entries: it is handed each of them, and looks for nothing itself. */
export class Waiter {
  readonly #query: AwaitQuery;
  readonly #matcher: Matcher;
  readonly #parts: WaiterParts;
  readonly #seen: ShownEntry[] = [];
  #resolve: (awaited: Awaited) => void = () => {};
  #late: NodeJS.Timeout | undefined;
  #settled: NodeJS.Timeout | undefined;

  constructor(query: AwaitQuery, matcher: Matcher, parts: WaiterParts) {
    this.#query = query;
    this.#matcher = matcher;
    this.#parts = parts;
  }

  /** Resolves with how the wait has ended; `before` are the entries that match already, the oldest first. */
  async wait(before: readonly ShownEntry[], aborted: AbortSignal): Promise<Awaited> {
    const abort = (): void => this.end('timeout');
    try {
      return await new Promise((resolve) => {
        this.#resolve = resolve;
        this.#late = setTimeout(abort, this.#query.timeoutMs);
        aborted.addEventListener('abort', abort, { once: true });
        for (const entry of before) this.#count(entry);
        this.#check();
      });
    } finally {
      clearTimeout(this.#late);
      clearTimeout(this.#settled);
      aborted.removeEventListener('abort', abort);
    }
  }

  /** Looks at an entry that has ended. */
  take(entry: ShownEntry): void {
    if (this.#matcher.differences(entry).length > 0) return;
    this.#count(entry);
    this.#check();
  }

  /** Ends the wait without what was awaited. */
  end(outcome: 'timeout' | 'too_many' | 'reset'): void {
    const nearest = outcome === 'timeout' ? nearestOf(this.#parts.others(), this.#matcher) : [];
    this.#resolve({ outcome, seen: this.#seen.length, nearest });
  }

  #count(entry: ShownEntry): void {
    this.#seen.push(entry);
  }

  #check(): void {
    const { min, max = Number.POSITIVE_INFINITY, settleMs } = this.#query;
    if (this.#seen.length > max) this.end('too_many');
    else if (this.#seen.length >= min) {
      clearTimeout(this.#settled);
      if (settleMs === 0) this.#met();
      else this.#settled = setTimeout(() => this.#met(), settleMs);
    }
  }

  #met(): void {
    this.#resolve({ outcome: 'met', ...this.#parts.page([...this.#seen].reverse()) });
  }
}
