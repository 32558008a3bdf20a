import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { EntryQuery, JournalControl, ShownEntry } from '../kernel/journal-control.ts';

/** How many entries a reader may be behind before the stream ends. */
const MOST_BEHIND = 10_000;

/** Entries on their way to one reader. */
class Behind {
  readonly #entries: ShownEntry[] = [];
  #wake = (): void => {};
  #isEnded = false;

  add(entry: ShownEntry): void {
    this.#entries.push(entry);
    if (this.#entries.length > MOST_BEHIND) this.#isEnded = true;
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** The entries one after the other, until it ends. */
  async *read(): AsyncIterable<ShownEntry> {
    while (!this.#isEnded) {
      const next = this.#entries.shift();
      if (next) yield next;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

/** Answers with the entries that match as server-sent events, for as long as the reader stays and the world lasts. */
export const streamOf = (
  context: Context,
  journal: JournalControl,
  asked: Pick<EntryQuery, 'match' | 'since'>,
): Response => {
  const behind = new Behind();
  const stop = journal.follow(asked, { entry: (entry) => behind.add(entry), ended: () => behind.end() });
  return streamSSE(context, async (out) => {
    out.onAbort(() => behind.end());
    // The reader knows from here on that no entry escapes it.
    await out.write(': following\n\n');
    for await (const entry of behind.read()) {
      await out.writeSSE({ event: entry.state, id: entry.id, data: JSON.stringify(entry) });
    }
    stop();
  });
};
