import { Code, ConnectError } from '@connectrpc/connect';
import { ServingStatus } from './health-table.ts';

/** The service that is asked about: its full name, or nothing for the server as a whole. */
interface Question {
  readonly service: string;
}

interface State {
  readonly status: number;
}

/** The methods of grpc.health.v1.Health. */
export interface HealthMethods {
  /** @throws ConnectError NOT_FOUND for the name of an unknown service */
  check(question: Question): State;
  /** Every service by its name, and the server as a whole under the empty name. */
  list(): { readonly statuses: Readonly<Record<string, State>> };
  /** The state, once, since it never changes; ends when the signal aborts. SERVICE_UNKNOWN for an unknown service. */
  watch(question: Question, context: { readonly signal: AbortSignal }): AsyncGenerator<State>;
}

const { SERVING, SERVICE_UNKNOWN } = ServingStatus.values;

/** How much of a name is returned: clients limit the size of headers. */
const MAX_NAME_LENGTH = 200;

const serviceNotFound = (name: string): ConnectError =>
  new ConnectError(`unknown service ${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))}`, Code.NotFound);

const abortOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Reports the state of services: all of them serve, since no call is answered before they do. */
export const healthMethods = (services: Iterable<string>): HealthMethods => {
  const known = new Set(['', ...services]);
  return {
    check: ({ service }) => {
      if (!known.has(service)) throw serviceNotFound(service);
      return { status: SERVING };
    },
    list: () => ({ statuses: Object.fromEntries([...known].map((service) => [service, { status: SERVING }])) }),
    async *watch({ service }, { signal }) {
      if (signal.aborted) return;
      yield { status: known.has(service) ? SERVING : SERVICE_UNKNOWN };
      await abortOf(signal);
    },
  };
};
