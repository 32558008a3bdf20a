import { InjectedFault } from '../../kernel/faults.ts';
import type { Closing } from '../../kernel/hooks.ts';

/** Waits by timers of the machine; with a signal until that is aborted, and then rejects. */
export type Wait = (millis: number, value?: undefined, options?: { readonly signal: AbortSignal }) => Promise<unknown>;

/** How long a call is held at most: a day. */
const MAX_HOLD_MILLIS = 86_400_000;

/** The calls of a world that are held without an answer (behaviour F29). */
export class Holds {
  readonly #wait: Wait;
  readonly #held = new Map<AbortController, object>();
  #isClosed = false;

  constructor(wait: Wait) {
    this.#wait = wait;
  }

  /**
   * Holds a call for a rule until it is released.
   * @throws InjectedFault CANCELLED when its caller gives up
   */
  async hold(awaited: Closing | undefined, rule: object): Promise<void> {
    if (this.#isClosed) return;
    const controller = new AbortController();
    const { signal } = controller;
    let isGone = false;
    const giveUp = (): void => {
      isGone = true;
      controller.abort();
    };
    this.#held.set(controller, rule);
    awaited?.once('close', giveUp);
    try {
      await this.#wait(MAX_HOLD_MILLIS, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      awaited?.off('close', giveUp);
      this.#held.delete(controller);
    }
    if (isGone) throw new InjectedFault('CANCELLED', 'Cancelled: the caller has given up');
  }

  /** Lets the calls go on that a rule holds, or all that are held. */
  release(of?: object): void {
    for (const [controller, rule] of this.#held) if (of === undefined || of === rule) controller.abort();
  }

  /** The same, and holds none from now on. */
  close(): void {
    this.#isClosed = true;
    this.release();
  }
}
