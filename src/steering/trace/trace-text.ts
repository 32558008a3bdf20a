import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeptEntry } from '../journal/kept-entry.ts';
import type { SecretNumbers } from '../journal/secret-numbers.ts';
import { type HarWriting, harEntryOf } from './har-entry.ts';
import { SecretText } from './secret-text.ts';
import { cutOf, endOf, pageOf } from './trace-ends.ts';
import { TRACE_FORMAT } from './trace-format.ts';
import { stepsOf } from './trace-steps.ts';
import type { TracedMock, TracedWorld } from './traced-world.ts';

/** The sources of a trace. */
export interface TraceParts {
  readonly worlds: readonly TracedWorld[];
  /** Calls that named no world since the traced ones began; missing where `default` is traced itself. */
  readonly slipped?: readonly { readonly call: string; readonly operation?: string | undefined }[];
  readonly secrets: SecretNumbers;
  /** The machine's clock in milliseconds since the epoch, when its steady clock showed zero. */
  readonly epochMillis: number;
  /** The version of the mock, and its options. */
  readonly version: string;
  readonly mock: TracedMock;
}

/** How many calls are rendered between two turns of the event loop. */
const SLICE = 100;

/** A call with its world. */
interface Placed {
  readonly world: TracedWorld;
  readonly entry: KeptEntry;
}

/** The calls of all worlds in the order in which they began. */
const placedOf = (worlds: readonly TracedWorld[]): readonly Placed[] =>
  worlds
    .flatMap((world) => world.entries.map((entry) => ({ world, entry })))
    .sort((one, other) => one.entry.begunMillis - other.entry.begunMillis || one.entry.id - other.entry.id);

/** URLs have no brackets: the number of a secret in one is escaped. */
const escapeMarks = (url: string): string => url.replace(/\[secret(?: |%20)(\d+)\]/g, '%5Bsecret%20$1%5D');

/** Writes the run of worlds down as a HAR 1.2, a line for each call. */
class TraceWriter {
  readonly #parts: TraceParts;
  readonly #placed: readonly Placed[];

  constructor(parts: TraceParts) {
    this.#parts = parts;
    this.#placed = placedOf(parts.worlds);
  }

  async *lines(): AsyncGenerator<string> {
    const { worlds, version, mock, slipped } = this.#parts;
    const began = await this.#rest(worlds, async (world) => ({ world: world.id, ...(await world.began()) }));
    const ends = await this.#rest(worlds, endOf);
    const steps = worlds.flatMap((world) => stepsOf(world, this.#parts.epochMillis, this.#parts.secrets.hide));
    // A secret may be seen before it is known to be one: all are met before the first line is written.
    for await (const _ of this.#entries(() => false));
    const { secrets } = this.#parts;
    const text = new SecretText([...secrets.known], secrets.hide);
    const write = (value: unknown): string => JSON.stringify(text.replaceAllIn(value));
    const creator = { name: 'platform-mock', version };
    yield `{"log":{"version":"1.2","creator":${write(creator)},"_format":${TRACE_FORMAT},\n`;
    yield `"_mock":${write(mock)},\n`;
    yield `"pages":${write(worlds.map(pageOf))},\n"_began":${write(began)},\n"entries":[\n`;
    let separator = '';
    for await (const entry of this.#entries((bytes) => hasSecret(text, bytes))) {
      const { request, ...rest } = text.replaceAllIn(entry);
      const { pageref, startedDateTime, time, ...others } = rest;
      const escaped = { ...request, url: escapeMarks(request.url) };
      yield `${separator}${JSON.stringify({ pageref, startedDateTime, time, request: escaped, ...others })}`;
      separator = ',\n';
    }
    yield '\n],\n"_steps":[\n';
    separator = '';
    for (const step of steps) {
      yield `${separator}${write(step)}`;
      separator = ',\n';
    }
    const cut = worlds.flatMap((world) => cutOf(world) ?? []);
    yield `\n],\n"_end":${write(ends)},\n"_slipped":${write(slipped ?? [])},\n"_cut":${write(cut)}}}\n`;
  }

  /** The calls one after the other, with turns of the event loop between them. */
  async *#entries(hasSecretIn: HarWriting['hasSecret']) {
    const { secrets, epochMillis } = this.#parts;
    const writing: HarWriting = { hide: secrets.hide, hasSecret: hasSecretIn, epochMillis };
    let count = 0;
    for (const { world, entry } of this.#placed) {
      yield harEntryOf(entry, world, writing);
      count += 1;
      if (count % SLICE === 0) await nextTurn();
    }
  }

  async #rest(worlds: readonly TracedWorld[], of: (world: TracedWorld) => Promise<object>): Promise<readonly object[]> {
    const made: object[] = [];
    for (const world of worlds) {
      for (const secret of await world.secrets()) this.#parts.secrets.hide(secret);
      made.push(await of(world));
    }
    return made;
  }
}

const hasSecret = (text: SecretText, bytes: Uint8Array): boolean => {
  const latin = Buffer.from(bytes).toString('latin1');
  return text.replaceIn(latin) !== latin;
};

/** The run of worlds as a HAR 1.2, in pieces. */
export const traceText = (parts: TraceParts): AsyncGenerator<string> => new TraceWriter(parts).lines();
