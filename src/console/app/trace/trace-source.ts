import type { CallSource } from '../calls/call-source.ts';
import type { HarLog } from './har-log.ts';

/** Reads calls from a trace, which has each of them whole. */
export const traceSource = ({ entries, _steps: steps }: HarLog): CallSource => ({
  entry: async ({ entry }) => entry,
  check: async ({ number }) => entries[number - 1]?._why,
  events: async ({ world, entry }) => {
    const wanted = entry.events ?? [];
    const own = steps.filter((step) => step.world === world);
    return own.flatMap(({ event }) => {
      if (!event || !wanted.includes(event.id)) return [];
      const deliveries = own.flatMap(({ delivery }) => (delivery?.event === event.id ? [delivery] : []));
      return [{ event, deliveries }];
    });
  },
});
