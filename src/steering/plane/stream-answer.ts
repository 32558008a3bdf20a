import type { Context } from 'hono';
import { DIGITS } from '../contract/values.ts';
import type { Listener } from './listener.ts';

/** How many items a reader may be behind before the stream ends. */
const MAX_BEHIND = 10_000;

/** How long a stream is silent at most: proxies cut connections on which nothing is sent, often after a minute. */
const QUIET_MILLIS = 15_000;

const HEADERS = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' };

/** The timers of the machine, also for a test that puts others in their place later. */
const { setInterval, clearInterval } = globalThis;

/** A server-sent event. */
export interface SentEvent {
  readonly event: string;
  readonly id: string;
  readonly data: string;
}

/** Items on their way to one reader, as the body of an answer: server-sent events, and a comment in each silent period. */
class Behind<T> implements Listener<T> {
  readonly #messageOf: (item: T) => SentEvent;
  readonly #quiet: ReturnType<typeof setInterval>;
  readonly #encoder = new TextEncoder();
  #items: T[] = [];
  #isEnded = false;
  #stop: (() => void) | undefined;
  /** Takes the next text; missing while the reader is not ready for it. */
  #ready: ((text: string | undefined) => void) | undefined;

  constructor(messageOf: (item: T) => SentEvent, quietMillis: number) {
    this.#messageOf = messageOf;
    this.#quiet = setInterval(() => this.#ready?.(':\n\n'), quietMillis).unref();
  }

  /** Names what is called once it has ended: nothing is taken from then on. */
  stopWith(stop: () => void): void {
    this.#stop = stop;
    if (this.#isEnded) stop();
  }

  take(item: T): void {
    if (this.#isEnded) return;
    this.#items.push(item);
    if (this.#items.length > MAX_BEHIND) this.cancel();
    this.#hand();
  }

  ended(): void {
    this.#isEnded = true;
    clearInterval(this.#quiet);
    this.#stop?.();
    this.#hand();
  }

  /** The same, without the items that the reader has not taken. */
  cancel(): void {
    this.#items = [];
    this.#ready = undefined;
    this.ended();
  }

  #hand(): void {
    const ready = this.#ready;
    if (!ready) return;
    const next = this.#items.shift();
    if (next !== undefined) {
      const { event, id, data } = this.#messageOf(next);
      ready(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`);
    } else if (this.#isEnded) ready(undefined);
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    // The reader knows from here on that no item escapes it. In two pieces: behind one alone the adapter of the web
    // server waits by a timer.
    for (const piece of [': following\n', '\n']) controller.enqueue(this.#encoder.encode(piece));
  }

  pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    return new Promise((resolve) => {
      this.#ready = (text) => {
        this.#ready = undefined;
        if (text === undefined) controller.close();
        else controller.enqueue(this.#encoder.encode(text));
        resolve();
      };
      this.#hand();
    });
  }
}

/** The cursor behind which a stream begins: that of the query, else that which a reader sends who comes back. */
export const cursorIn = (context: Context, since: string | undefined): string | undefined => {
  const last = context.req.header('last-event-id');
  return since ?? (DIGITS.test(last ?? '') ? last : undefined);
};

/** Answers with items as server-sent events, for as long as the reader stays and there may be more. */
export const streamAnswer = <T>(
  context: Context,
  follow: (listener: Listener<T>) => () => void,
  messageOf: (item: T) => SentEvent,
  quietMillis = QUIET_MILLIS,
): Response => {
  const behind = new Behind<T>(messageOf, quietMillis);
  try {
    behind.stopWith(follow(behind));
  } catch (error) {
    behind.cancel();
    throw error;
  }
  if (context.req.method === 'HEAD') {
    behind.cancel();
    return context.body(null, 200, HEADERS);
  }
  return context.body(new ReadableStream(behind, { highWaterMark: 0 }), 200, HEADERS);
};
