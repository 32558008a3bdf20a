import { setTimeout as pause } from 'node:timers/promises';
import { Code, ConnectError } from '@connectrpc/connect';
import { ServingStatus } from './health-table.ts';

/** Which service is asked about: its full name, or nothing for the server as a whole. */
interface Question {
  readonly service: string;
}

interface State {
  readonly status: number;
}

/** The methods of grpc.health.v1.Health. */
export interface HealthMethods {
  /** @throws ConnectError NOT_FOUND for a name that is no service */
  check(question: Question): State;
  /** Every service by its name, and the server as a whole under the empty name. */
  list(): { readonly statuses: Readonly<Record<string, State>> };
  /** The state now, and each time that it changes, until the signal aborts; SERVICE_UNKNOWN for no service. */
  watch(question: Question, context: { readonly signal: AbortSignal }): AsyncGenerator<State>;
}

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = ServingStatus.values;

/** Tells how services are: all of them serve while the server is `ready`, which a watch asks every `everyMillis`. */
export const healthMethods = (
  services: Iterable<string>,
  ready: () => boolean,
  { everyMillis = 250 }: { readonly everyMillis?: number } = {},
): HealthMethods => {
  const known = new Set(['', ...services]);
  const now = (): State => ({ status: ready() ? SERVING : NOT_SERVING });
  return {
    check: ({ service }) => {
      if (!known.has(service)) throw new ConnectError(`unknown service ${JSON.stringify(service)}`, Code.NotFound);
      return now();
    },
    list: () => ({ statuses: Object.fromEntries([...known].map((service) => [service, now()])) }),
    async *watch({ service }, { signal }) {
      let told: number | undefined;
      while (!signal.aborted) {
        const state = known.has(service) ? now() : { status: SERVICE_UNKNOWN };
        if (state.status !== told) yield state;
        told = state.status;
        // Aborting ends the pause, and with it the loop.
        await pause(everyMillis, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
};
