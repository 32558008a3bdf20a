import { Code, ConnectError } from '@connectrpc/connect';
import { STOPPING } from '../../kernel/stopping.ts';
import { ServingStatus } from './health-table.ts';
import type { Serving } from './serving.ts';

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
  /**
   * The state, and each change of it; ends when the signal aborts. SERVICE_UNKNOWN for an unknown service.
   * @throws ConnectError UNAVAILABLE when the mock stops, and DEADLINE_EXCEEDED
   */
  watch(question: Question, context: { readonly signal: AbortSignal }): AsyncGenerator<State>;
}

const { SERVING, NOT_SERVING, SERVICE_UNKNOWN } = ServingStatus.values;

/** How much of a name is returned: clients limit the size of headers. */
const MAX_NAME_LENGTH = 200;

const serviceNotFound = (name: string): ConnectError =>
  new ConnectError(`unknown service ${JSON.stringify(name.slice(0, MAX_NAME_LENGTH))}`, Code.NotFound);

/** Reports the state of services: all of them serve until the mock drains, since no call is answered before they do. */
export const healthMethods = (services: Iterable<string>, serving: Serving): HealthMethods => {
  const known = new Set(['', ...services]);
  const stateOf = (service: string): State => {
    if (!known.has(service)) return { status: SERVICE_UNKNOWN };
    return { status: serving.state === 'serving' ? SERVING : NOT_SERVING };
  };
  return {
    check: ({ service }) => {
      if (!known.has(service)) throw serviceNotFound(service);
      return stateOf(service);
    },
    list: () => ({ statuses: Object.fromEntries([...known].map((service) => [service, stateOf(service)])) }),
    async *watch({ service }, { signal }) {
      let said: number | undefined;
      while (!signal.aborted && serving.state !== 'stopped') {
        const state = stateOf(service);
        if (state.status === said) await serving.changed(signal);
        else {
          said = state.status;
          yield state;
        }
      }
      // A watch may end with its deadline, and not with its client.
      if (signal.reason instanceof ConnectError && signal.reason.code === Code.DeadlineExceeded) throw signal.reason;
      if (!signal.aborted) throw new ConnectError(STOPPING, Code.Unavailable);
    },
  };
};
