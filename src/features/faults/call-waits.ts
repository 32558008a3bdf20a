import { InjectedFault } from '../../kernel/faults.ts';
import { STOPPING } from '../../kernel/stopping.ts';
import type { Wait } from './holds.ts';

/** The waits of calls, which can be ended. */
export interface CallWaits {
  readonly wait: Wait;
  /** Ends those that are under way, whose calls fail as UNAVAILABLE: the mock has stopped. */
  readonly end: () => void;
}

/** Makes waits end that would otherwise keep a mock alive after its end. */
export const callWaitsBy = (wait: Wait): CallWaits => {
  const open = new Set<AbortController>();
  let isEnded = false;
  return {
    wait: async (millis, value, options) => {
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
    },
    end: () => {
      isEnded = true;
      for (const controller of open) controller.abort();
    },
  };
};
