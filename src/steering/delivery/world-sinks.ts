import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, instant } from '../../kernel/clock.ts';
import { exhausted } from '../../kernel/errors.ts';
import type { SinkAnswer, SinkRequest } from '../contract/nouns.ts';
import type { ReceivedRequest, SinkControl, SinkState } from './delivery-control.ts';
import { SINK_SCHEME } from './egress.ts';
import { type DeliveryIssuer, verdictOf } from './verify-delivery.ts';

/** The dependencies of the built-in sinks of a world. */
export interface WorldSinksDeps extends DeliveryIssuer {
  /** The clock of the world. */
  readonly clock: Clock;
}

/** How many sinks a world may have, and how much each keeps (behaviour E21). */
const MAX_SINKS = 100;
const MAX_REQUESTS = 1_000;
const MAX_BYTES = 8 * 1024 * 1024;

const ACCEPTED: SinkAnswer = { status: 204 };

const sizeOf = ({ headers, body }: ReceivedRequest): number => JSON.stringify(headers).length + body.length;

/** One receiver. */
class Sink {
  answers: readonly SinkAnswer[] = [];
  dropped = 0;
  readonly #received: SinkRequest[] = [];
  #bytes = 0;
  #count = 0;

  get received(): readonly SinkRequest[] {
    return this.#received;
  }

  /** The answer to the next request. */
  answer(): SinkAnswer {
    const [first = ACCEPTED, ...others] = this.answers;
    if (others.length > 0) this.answers = others;
    return first;
  }

  keep(request: Omit<SinkRequest, 'id'>): void {
    this.#count += 1;
    this.#received.push({ id: String(this.#count), ...request });
    this.#bytes += sizeOf(request);
    while (this.#received.length > MAX_REQUESTS || (this.#bytes > MAX_BYTES && this.#received.length > 1)) {
      this.#bytes -= sizeOf(this.#received.shift() as SinkRequest);
      this.dropped += 1;
    }
  }
}

/** The receivers that a world has itself, so that a test needs no web server. */
export class WorldSinks implements SinkControl {
  readonly #deps: WorldSinksDeps;
  readonly #sinks = new Map<string, Sink>();

  constructor(deps: WorldSinksDeps) {
    this.#deps = deps;
  }

  show(name: string): SinkState {
    const { answers, received, dropped } = this.#sinks.get(name) ?? new Sink();
    return { name, sink: `${SINK_SCHEME}//${name}`, answers, received: [...received], dropped };
  }

  script(name: string, answers: readonly SinkAnswer[]): SinkState {
    this.#sinkOf(name).answers = answers;
    return this.show(name);
  }

  async receive(name: string, { headers, body }: ReceivedRequest): Promise<number> {
    const sink = this.#sinkOf(name);
    const { status, delayMs = 0 } = sink.answer();
    const time = instant(this.#deps.clock.now());
    const verdict = await verdictOf({ headers, body }, this.#deps);
    sink.keep({ time, headers, body, status, ...verdict });
    if (delayMs > 0) await pause(delayMs, undefined, { ref: false });
    return status;
  }

  clear(name: string): void {
    this.#sinks.delete(name);
  }

  /** Drops all of them. */
  clearAll(): void {
    this.#sinks.clear();
  }

  #sinkOf(name: string): Sink {
    const known = this.#sinks.get(name);
    if (known) return known;
    if (this.#sinks.size >= MAX_SINKS) throw exhausted(`there are ${MAX_SINKS} sinks already`);
    const sink = new Sink();
    this.#sinks.set(name, sink);
    return sink;
  }
}
