import { Followers } from './followers.ts';
import { type WaitBounds, type Waited, Waiter, type WaiterParts } from './waiter.ts';

/** The readers that wait for the items of one world, or follow them; `P` is the page of a wait, `N` an item that nearly matches. */
export class Readers<T, P extends object, N> {
  readonly #waiters = new Set<Waiter<T, P, N>>();
  readonly followers = new Followers<T>();
  /** The number of those that wait. */
  waiting = 0;
  #isStopped = false;

  /**
   * Resolves once enough items match, or once the wait ends without them. `before` are the items that match already,
   * the oldest first.
   */
  wait(
    bounds: WaitBounds,
    before: readonly T[],
    parts: WaiterParts<T, P, N>,
    aborted: AbortSignal,
  ): Promise<Waited<P, N>> {
    const waiter = new Waiter(bounds, parts);
    this.#waiters.add(waiter);
    this.waiting = this.#waiters.size;
    const waited = waiter.wait(before, aborted).finally(() => {
      this.#waiters.delete(waiter);
      this.waiting = this.#waiters.size;
    });
    if (this.#isStopped) waiter.end('stopped');
    return waited;
  }

  /** Hands an item to those who wait, who may have seen it before. */
  offer(item: T): void {
    for (const waiter of this.#waiters) waiter.take(item);
  }

  /** Ends every wait, since the world was reset, or the mock is being stopped: then later waits end, too. */
  endWaits(why: 'reset' | 'stopped'): void {
    if (why === 'stopped') this.#isStopped = true;
    for (const waiter of this.#waiters) waiter.end(why);
  }

  /** Ends every wait and everything that follows: the world has ended. */
  close(): void {
    this.endWaits('reset');
    this.followers.end(true);
  }
}
