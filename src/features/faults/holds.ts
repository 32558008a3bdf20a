import { STOPPING } from '../../kernel/errors.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import type { Closing } from '../../kernel/hooks.ts';

/**
 * Waits by timers of the machine. It rejects if the signal is aborted, or with the error of a call that cannot wait any
 * longer.
 */
export type Wait = (millis: number, value?: undefined, options?: { readonly signal: AbortSignal }) => Promise<unknown>;

/** The maximum time for which a call hangs: a day. */
const MAX_HOLD_MILLIS = 86_400_000;

/** The calls of a world that hang: they have no answer yet (behaviour F29). */
export class Holds {
  readonly #wait: Wait;
  /** The rules that hold them, by their names. */
  readonly #releases = new Map<AbortController, string>();
  #isClosed = false;

  constructor(wait: Wait) {
    this.#wait = wait;
  }

  /**
   * Holds a call for a rule until it is released.
   * @throws InjectedFault CANCELLED when its caller gives up
   */
  async hold(awaited: Closing | undefined, rule: string): Promise<void> {
    if (this.#isClosed) return;
    const release = new AbortController();
    this.#releases.set(release, rule);
    try {
      await this.delay(awaited, MAX_HOLD_MILLIS, release);
    } finally {
      this.#releases.delete(release);
    }
  }

  /**
   * Delays a call for so many milliseconds, or until it is released.
   * @throws InjectedFault CANCELLED when its caller gives up
   */
  async delay(awaited: Closing | undefined, millis: number, release = new AbortController()): Promise<void> {
    const { signal } = release;
    let isGone = false;
    const giveUp = (): void => {
      isGone = true;
      release.abort();
    };
    if (awaited?.closed || awaited?.destroyed) giveUp();
    else awaited?.once('close', giveUp);
    try {
      await this.#wait(millis, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      awaited?.off('close', giveUp);
    }
    if (isGone) throw new InjectedFault('CANCELLED', 'Cancelled: the caller has given up');
  }

  /** Lets the calls of a rule go on, or all that hang. */
  release(of?: string): void {
    for (const [controller, rule] of this.#releases) if (of === undefined || of === rule) controller.abort();
  }

  /** Lets all calls that hang go on, and no call hangs from now on. */
  close(): void {
    this.#isClosed = true;
    this.release();
  }
}

/** Makes waits end that would otherwise keep a mock alive after its end. */
export const callWaitsBy = (wait: Wait) => {
  const open = new Set<AbortController>();
  let isEnded = false;
  return {
    wait: (async (millis, value, options) => {
      const signal = options?.signal;
      const controller = new AbortController();
      const abort = (): void => controller.abort();
      if (isEnded || signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      open.add(controller);
      try {
        return await wait(millis, value, { signal: controller.signal });
      } catch (error) {
        if (!isEnded || signal?.aborted) throw error;
        throw new InjectedFault('UNAVAILABLE', STOPPING);
      } finally {
        open.delete(controller);
        signal?.removeEventListener('abort', abort);
      }
    }) satisfies Wait,
    /** Ends all waits, now and later: the mock has stopped, and their calls fail as UNAVAILABLE. */
    end: (): void => {
      isEnded = true;
      for (const controller of open) controller.abort();
    },
  };
};
