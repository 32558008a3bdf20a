/** The number of items that a wait needs, and its duration. */
export interface WaitBounds {
  readonly min: number;
  readonly max?: number;
  readonly timeoutMs: number;
  /** The time for which no further item may come once there are enough. */
  readonly settleMs: number;
}

/** The items that are awaited, from a place on. */
export interface Wait<Match> extends WaitBounds {
  readonly match: Match;
  /** Counts only items behind this. */
  readonly since?: number;
}

/** The functions by which a wait reads the items. */
export interface WaiterParts<T, P extends object, N> {
  readonly matches: (item: T) => boolean;
  /** The result of the wait, from the items that were seen, the newest first. */
  readonly page: (items: readonly T[]) => P;
  /** The items that nearly match, when the time is up. */
  readonly nearest: () => readonly N[];
}

/** Why a wait has ended without the awaited items. */
export type UnmetOutcome = 'timeout' | 'too_many' | 'reset' | 'stopped';

/** The result of a wait. */
export type Waited<P extends object, N> =
  | { readonly outcome: 'met'; readonly page: P }
  | {
      readonly outcome: UnmetOutcome;
      /** The number of items that matched. */
      readonly seen: number;
      readonly nearest: readonly N[];
    };

/** One wait for items: it is handed each of them, and looks for nothing itself. */
export class Waiter<T, P extends object, N> {
  readonly #bounds: WaitBounds;
  readonly #parts: WaiterParts<T, P, N>;
  readonly #seen: T[] = [];
  #resolve: (waited: Waited<P, N>) => void = () => {};
  #late: NodeJS.Timeout | undefined;
  #settled: NodeJS.Timeout | undefined;

  constructor(bounds: WaitBounds, parts: WaiterParts<T, P, N>) {
    this.#bounds = bounds;
    this.#parts = parts;
  }

  /** Resolves with how the wait has ended; `before` are the items that match already, the oldest first. */
  async wait(before: readonly T[], aborted: AbortSignal): Promise<Waited<P, N>> {
    const abort = (): void => this.end('timeout');
    try {
      return await new Promise((resolve) => {
        this.#resolve = resolve;
        this.#late = setTimeout(abort, this.#bounds.timeoutMs);
        aborted.addEventListener('abort', abort, { once: true });
        this.#seen.push(...before);
        this.#check();
      });
    } finally {
      clearTimeout(this.#late);
      clearTimeout(this.#settled);
      aborted.removeEventListener('abort', abort);
    }
  }

  /** Looks at an item that has come. */
  take(item: T): void {
    if (!this.#parts.matches(item)) return;
    this.#seen.push(item);
    this.#check();
  }

  /** Ends the wait without the awaited items. */
  end(outcome: UnmetOutcome): void {
    const nearest = outcome === 'timeout' ? this.#parts.nearest() : [];
    this.#resolve({ outcome, seen: this.#seen.length, nearest });
  }

  #check(): void {
    const { min, max = Number.POSITIVE_INFINITY, settleMs } = this.#bounds;
    if (this.#seen.length > max) this.end('too_many');
    else if (this.#seen.length >= min) {
      clearTimeout(this.#settled);
      if (settleMs === 0) this.#resolveMet();
      else this.#settled = setTimeout(() => this.#resolveMet(), settleMs);
    }
  }

  #resolveMet(): void {
    this.#resolve({ outcome: 'met', page: this.#parts.page([...this.#seen].reverse()) });
  }
}
