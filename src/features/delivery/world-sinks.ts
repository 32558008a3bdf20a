import { setTimeout as pause } from 'node:timers/promises';
import type { SinkAnswer, SinkReading, SinkRequest } from '../../../generated/nouns.ts';
import { type Clock, instant } from '../../kernel/clock.ts';
import { exhausted } from '../../kernel/errors.ts';
import { type Row, type Rows, type Store, tallyCollection } from '../../kernel/rows.ts';
import { TOP } from '../../kernel/uid.ts';
import { SINK_SCHEME } from './egress.ts';
import { type DeliveryIssuer, type ReceivedRequest, verdictOf } from './verify-delivery.ts';

/** The state of a sink in its world. Its URL is not part of it, since that depends on the mock. */
export type SinkState = Omit<SinkReading, 'url'>;

/** The dependencies of the built-in sinks of a world. */
export interface WorldSinksDeps extends DeliveryIssuer {
  /** The clock of the world. */
  readonly clock: Clock;
  /** The rows of the world, which have how each sink answers. */
  readonly store: Store;
}

/** The maximum numbers of sinks of a world, and of requests and bytes in each (behaviour E21). */
const MAX_SINKS = 100;
const MAX_REQUESTS = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;

const ACCEPTED: SinkAnswer = { status: 204 };

const sizeOf = ({ headers, body }: ReceivedRequest): number => JSON.stringify(headers).length + body.length;

/** A sink as the rows of its world have it. */
type SinkRow = Row & {
  /** The answers to the next requests; the last of them answers all that follow. */
  readonly answers: readonly SinkAnswer[];
  /** The number of requests that it has received. */
  readonly count: number;
};

const sinkRows = tallyCollection<SinkRow>('sinks');

/** The latest requests that one sink has received. */
class Received {
  readonly requests: SinkRequest[] = [];
  /** The number of earlier requests. */
  dropped: number;
  #bytes = 0;

  /** `before` is the number of requests of an earlier run. */
  constructor(before: number) {
    this.dropped = before;
  }

  /** Inserts a request by its number: one that arrived later may be verified earlier. */
  add(request: SinkRequest): void {
    const behind = this.requests.findLastIndex(({ id }) => Number(id) < Number(request.id));
    this.requests.splice(behind + 1, 0, request);
    this.#bytes += sizeOf(request);
    while (this.requests.length > MAX_REQUESTS || (this.#bytes > MAX_BYTES && this.requests.length > 1)) {
      this.#bytes -= sizeOf(this.requests.shift() as SinkRequest);
      this.dropped += 1;
    }
  }
}

/** The receivers that a world has itself, so that a test needs no web server. */
export class WorldSinks {
  readonly #deps: WorldSinksDeps;
  readonly #received = new Map<string, Received>();

  constructor(deps: WorldSinksDeps) {
    this.#deps = deps;
  }

  show(name: string): SinkState {
    const { answers = [], count = 0 } = this.#deps.store.rows.get(sinkRows, name) ?? {};
    const { requests, dropped } = this.#received.get(name) ?? new Received(count);
    return { name, sink: `${SINK_SCHEME}//${name}`, answers, received: [...requests], dropped };
  }

  /** Sets how the next requests are answered. @throws ApiError RESOURCE_EXHAUSTED for one sink too many */
  async script(name: string, answers: readonly SinkAnswer[]): Promise<SinkState> {
    await this.#deps.store.write((tx) => {
      const { count } = sinkIn(tx, name);
      tx.put(sinkRows, { uid: name, answers, count });
    });
    return this.show(name);
  }

  /** Takes a request, and resolves with the HTTP status of its answer when that is due. @throws ApiError as `script` */
  async receive(name: string, { headers, body }: ReceivedRequest): Promise<number> {
    const { clock, store } = this.#deps;
    const [number, { status, delayMs = 0 }] = await store.write((tx) => {
      const { answers, count } = sinkIn(tx, name);
      const [first = ACCEPTED, ...others] = answers;
      tx.put(sinkRows, { uid: name, answers: others.length > 0 ? others : answers, count: count + 1 });
      return [count + 1, first] as const;
    });
    const time = instant(clock.now());
    const received = this.#received.get(name) ?? new Received(number - 1);
    this.#received.set(name, received);
    const verdict = await verdictOf({ headers, body }, this.#deps);
    received.add({ id: String(number), time, headers, body, status, ...verdict });
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    return status;
  }

  /** Drops the received requests and the script of a sink; resolves when that is stored. */
  async clear(name: string): Promise<void> {
    await this.#deps.store.write((tx) => tx.remove(sinkRows, name));
    this.#received.delete(name);
  }

  /** Drops all sinks; resolves when that is stored. */
  async clearAll(): Promise<void> {
    await this.#deps.store.write((tx) => {
      for (const { uid } of tx.listWithin(sinkRows, TOP)) tx.remove(sinkRows, uid);
    });
    this.#received.clear();
  }
}

/** The sink of a name, which may be a new one. @throws ApiError RESOURCE_EXHAUSTED for one sink too many */
const sinkIn = (rows: Rows, name: string): Omit<SinkRow, 'uid'> => {
  const known = rows.get(sinkRows, name);
  if (known) return known;
  if (rows.listWithin(sinkRows, TOP).length >= MAX_SINKS) throw exhausted(`there are ${MAX_SINKS} sinks already`);
  return { answers: [], count: 0 };
};
