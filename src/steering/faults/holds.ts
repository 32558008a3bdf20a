import { InjectedFault } from '../../kernel/faults.ts';
import type { Closing } from '../../kernel/hooks.ts';

/** Waits by timers of the machine; with a signal until that is aborted, and then rejects. */
export type Wait = (millis: number, value?: undefined, options?: { readonly signal: AbortSignal }) => Promise<unknown>;

/** How long a call is held at most: a day. */
const MAX_HOLD_MILLIS = 86_400_000;

/** The calls of a world that are held without an answer (behaviour F29). */
export class Holds {
  readonly #wait: Wait;
  readonly #watch: () => () => void;
  /** The rules that hold them, by their names. */
  readonly #held = new Map<AbortController, string>();
  #isClosed = false;

  /** `watch` learns of releases at other processes until the function that it returns is called. */
  constructor(wait: Wait, watch: () => () => void = () => () => undefined) {
    this.#wait = wait;
    this.#watch = watch;
  }

  /**
   * Holds a call for a rule until it is released.
   * @throws InjectedFault CANCELLED when its caller gives up
   */
  async hold(awaited: Closing | undefined, rule: string): Promise<void> {
    if (this.#isClosed) return;
    const controller = new AbortController();
    const { signal } = controller;
    let isGone = false;
    const giveUp = (): void => {
      isGone = true;
      controller.abort();
    };
    this.#held.set(controller, rule);
    const unwatch = this.#watch();
    awaited?.once('close', giveUp);
    try {
      await this.#wait(MAX_HOLD_MILLIS, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      unwatch();
      awaited?.off('close', giveUp);
      this.#held.delete(controller);
    }
    if (isGone) throw new InjectedFault('CANCELLED', 'Cancelled: the caller has given up');
  }

  /** Lets the calls go on that a rule holds, or all that are held. */
  release(of?: string): void {
    for (const [controller, rule] of this.#held) if (of === undefined || of === rule) controller.abort();
  }

  /** The same, and holds none from now on. */
  close(): void {
    this.#isClosed = true;
    this.release();
  }
}
