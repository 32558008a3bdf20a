import { STOPPING } from '../../kernel/errors.ts';
import { InjectedFault } from '../../kernel/faults.ts';
import type { Wait } from './holds.ts';

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
    /** Ends those that are under way, whose calls fail as UNAVAILABLE: the mock has stopped. */
    end: (): void => {
      isEnded = true;
      for (const controller of open) controller.abort();
    },
  };
};
