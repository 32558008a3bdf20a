import type { Context } from 'hono';
import { type SSEMessage, streamSSE } from 'hono/streaming';
import { DIGITS } from '../contract/values.ts';
import type { Listener } from './listener.ts';

/** How many items a reader may be behind before the stream ends. */
const MAX_BEHIND = 10_000;

/** Items on their way to one reader. */
class Behind<T> implements Listener<T> {
  readonly #items: T[] = [];
  #wake = (): void => {};
  #isEnded = false;

  take(item: T): void {
    this.#items.push(item);
    if (this.#items.length > MAX_BEHIND) this.#isEnded = true;
    this.#wake();
  }

  ended(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** The items one after the other, until it ends. */
  async *read(): AsyncIterable<T> {
    while (!this.#isEnded) {
      const next = this.#items.shift();
      if (next) yield next;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
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
  messageOf: (item: T) => SSEMessage,
): Response => {
  const behind = new Behind<T>();
  const stop = follow(behind);
  return streamSSE(context, async (out) => {
    out.onAbort(() => behind.ended());
    // The reader knows from here on that no item escapes it.
    await out.write(': following\n\n');
    for await (const item of behind.read()) await out.writeSSE(messageOf(item));
    stop();
  });
};
