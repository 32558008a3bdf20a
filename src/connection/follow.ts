import { parseJson } from '../json.ts';
import type { Connection } from './connection.ts';
import { MockError } from './mock-error.ts';

/** The pause before a cut stream is asked for again, in milliseconds: it doubles with each failure, up to the longest. */
const FIRST_PAUSE = 100;
const MAX_PAUSE = 2_000;
/** The silence, in milliseconds, after which a stream counts as cut: a mock sends a comment each 15 seconds. */
const MAX_SILENCE = 45_000;
/** The time for which a cut stream is asked for again without an answer, in milliseconds. */
const PATIENCE = 30_000;
/** The statuses of a mock that starts or stops, and of a proxy that does not reach it. */
const AWAY: ReadonlySet<number> = new Set([502, 503, 504]);

// A test may replace the timers and the clock of its process.
const { setTimeout, clearTimeout, performance } = globalThis;
const now = performance.now.bind(performance);

/** A server-sent event of the control plane. */
export interface SentEvent {
  readonly event: string;
  readonly data: string;
}

/** The fields of each server-sent event, once it has come whole. */
async function* eventsIn(body: AsyncIterable<Uint8Array>): AsyncGenerator<ReadonlyMap<string, string>> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    const events = `${text}${decoder.decode(bytes, { stream: true })}`.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) yield new Map(event.split('\n').map((line) => fieldOf(line)));
  }
}

const fieldOf = (line: string): readonly [name: string, value: string] => {
  const [name = ''] = line.split(':', 1);
  return [name, line.slice(name.length + 1).trimStart()];
};

/** The headers of a request for a stream, and the signal that ends it. */
export interface StreamQuery {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A signal that aborts with another one, or if nothing has come for too long. */
const watchSilence = (stop: AbortSignal | undefined) => {
  const silent = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => silent.abort(), MAX_SILENCE);
    // Beside a page of a browser, as runners imitate one, a timer is a number.
    timer.unref?.();
  };
  heard();
  const signal = stop ? AbortSignal.any([stop, silent.signal]) : silent.signal;
  return { signal, heard, end: () => clearTimeout(timer) };
};

/**
 * Follows a stream of the control plane, which `ask` asks for. After a cut it asks again, behind the cursor to which it
 * has come, for half a minute with growing pauses: nothing is missed, and nothing comes twice. It ends when nothing more
 * will come, or by `stop`.
 * @throws MockError if the control plane refuses; what `ask` throws if nothing answers
 */
export async function* followEvents(
  name: string,
  ask: (query: StreamQuery) => Promise<{
    readonly status: number;
    readonly body: AsyncIterable<Uint8Array> | null;
    readonly text: () => Promise<string>;
  }>,
  stop?: AbortSignal,
): AsyncGenerator<SentEvent, void> {
  let cursor: string | undefined;
  let pause = FIRST_PAUSE;
  let cutAt: number | undefined;
  while (!stop?.aborted) {
    const { signal, heard, end } = watchSilence(stop);
    let failure: unknown = new Error(`GET ${name}: what answers is no stream of events`);
    try {
      const answer = await ask({ headers: cursor === undefined ? {} : { 'last-event-id': cursor }, signal });
      const { status, body } = answer;
      if (status !== 200 || !body) throw new MockError(`GET ${name}`, status, parseJson(await answer.text()));
      // Leaving the loop cancels the body, which ends the stream.
      for await (const fields of eventsIn(body)) {
        heard();
        [pause, cutAt] = [FIRST_PAUSE, undefined];
        const [event = '', data] = [fields.get('event'), fields.get('data')];
        if (event === 'over') return;
        cursor = fields.get('id') ?? cursor;
        if (data !== undefined) yield { event, data };
      }
    } catch (error) {
      const hasEnded = error instanceof MockError && error.reason === 'MOCK_WORLD_NOT_FOUND';
      if (stop?.aborted || (cursor !== undefined && hasEnded)) return;
      if (error instanceof MockError && !AWAY.has(error.status)) throw error;
      failure = error;
    } finally {
      end();
    }
    cutAt ??= now();
    if (cursor === undefined || now() - cutAt >= PATIENCE) throw failure;
    const millis = pause;
    pause = Math.min(MAX_PAUSE, pause * 2);
    await new Promise((resolve) => setTimeout(resolve, millis));
  }
}

/**
 * Follows a stream of the control plane about a world. It ends with the world, and when nobody asks for the next item.
 * @throws MockError if the control plane refuses
 */
export async function* followItems<T>(connection: Connection, path: string, world: string): AsyncGenerator<T, void> {
  const ask = (query: StreamQuery) => connection.controlAnswer(path, { world, ...query });
  for await (const { data } of followEvents(path, ask)) yield JSON.parse(data) as T;
}
