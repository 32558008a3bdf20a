import type { Context } from 'hono';
import type { Followed, Listener } from './followers.ts';
import type { ControlEnv } from './route-parts.ts';

/** An answer whose body is sent as its text is made; a failure of that ends only this answer (behaviour §1.15). */
export const textAnswer = (context: Context<ControlEnv>, text: AsyncIterable<string>, type: string): Response => {
  const { broken } = context.env;
  const encoder = new TextEncoder();
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of text) yield encoder.encode(piece);
    } catch (error) {
      if (!broken) throw error;
      broken(error);
    }
  };
  return context.body(ReadableStream.from(bytes()), 200, { 'Content-Type': type });
};

/** The number of items that a reader may be behind before the stream ends, beside the first ones. */
const MAX_BEHIND = 10_000;

/** The longest silence of a stream: proxies cut connections on which nothing is sent, often after a minute. */
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
  #most = Number.POSITIVE_INFINITY;
  #isEnded = false;
  /** The last event: it says that nothing more will come, also to a reader who asks again. */
  #last: string | undefined;
  #followed: Followed | undefined;
  /** Takes the next text; missing while the reader is not ready for it. */
  #ready: ((text: string | undefined) => void) | undefined;

  constructor(messageOf: (item: T) => SentEvent, quietMillis: number) {
    this.#messageOf = messageOf;
    this.#quiet = setInterval(() => this.#ready?.(':\n\n'), quietMillis).unref();
  }

  /** Takes what `follow` hands over. */
  begin(follow: (listener: Listener<T>) => Followed): void {
    this.#followed = follow(this);
    this.#most = this.#items.length + MAX_BEHIND;
  }

  take(item: T): void {
    if (this.#isEnded) return;
    this.#items.push(item);
    if (this.#items.length > this.#most) this.cancel();
    this.#hand();
  }

  readonly ended = (isOver: boolean): void => {
    this.#isEnded = true;
    if (isOver) this.#last = 'event: over\ndata: {}\n\n';
    clearInterval(this.#quiet);
    this.#followed?.stop();
    this.#hand();
  };

  /** Ends it without the items that the reader has not taken. */
  cancel(): void {
    this.#items = [];
    this.#ready = undefined;
    this.ended(false);
  }

  #hand(): void {
    const ready = this.#ready;
    if (!ready) return;
    const next = this.#items.shift();
    if (next !== undefined) {
      const { event, id, data } = this.#messageOf(next);
      ready(`event: ${event}\nid: ${id}\ndata: ${data}\n\n`);
    } else if (this.#isEnded) {
      ready(this.#last);
      this.#last = undefined;
    }
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    // The reader knows from here on that no item escapes it. In two pieces: behind one alone the adapter of the web
    // server waits by a timer.
    const begin = [': following\n', `id: ${this.#followed?.cursor}\n\n`];
    for (const piece of begin) controller.enqueue(this.#encoder.encode(piece));
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

/** Answers with items as server-sent events, for as long as the reader stays and there may be more. */
export const streamAnswer = <T>(
  context: Context,
  follow: (listener: Listener<T>) => Followed,
  messageOf: (item: T) => SentEvent,
  quietMillis = QUIET_MILLIS,
): Response => {
  const behind = new Behind<T>(messageOf, quietMillis);
  try {
    behind.begin(follow);
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
