import { type ChangedRow, collection, isSetting, type Tx } from '../../kernel/rows.ts';
import type { Steps } from '../../kernel/steps.ts';
import type { MemoryStore } from '../memory.ts';
import { append, textOfChanges } from './entries.ts';
import { claimWorld, flipLine, type LineBase, makeLine, type Pointer, releaseWorld, renewClaim } from './lines.ts';
import type { Place } from './place.ts';
import type { SharedParts } from './shared-parts.ts';
import type { WorldView } from './world-view.ts';

/** How often the claim of a long write is renewed, in milliseconds. */
const RENEW_MILLIS = 1_000;
/** Changes of more characters become a new line, which begins with the state that they make. */
const MAX_ENTRY = 1_048_576;

/** Work on a state that nobody changes meanwhile; undefined where its claim was lost, and nothing was stored. */
type HeldWork<T> = (at: Place, holder: string) => Promise<{ readonly value: T } | undefined>;

/** Writes that take long: others of the world wait for them, also those of other processes. */
export class LongWrites {
  readonly #parts: SharedParts;
  readonly #view: WorldView;

  constructor(parts: SharedParts, view: WorldView) {
    this.#parts = parts;
    this.#view = view;
  }

  /** Runs a change on a copy of the state, which becomes the state once it is stored. */
  write<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    return this.#whileHeld(async (at, holder) => {
      const { connections, now, makeTag } = this.#parts;
      let changes: readonly ChangedRow[] = [];
      // biome-ignore lint/correctness/useYield: it takes one step
      const draft = this.#view.state.copy(function* (made) {
        changes = made;
        return undefined;
      });
      const value = await draft.writeInSteps(change);
      if (changes.length === 0) return { value };
      const text = textOfChanges(changes);
      if (text.length > MAX_ENTRY) return (await this.#flip(at, holder, draft, draft)) ? { value } : undefined;
      const entry = { seq: at.seq + 1, prev: at.tag, tag: makeTag(), changes: text };
      const appended = { world: this.#view.world, at, entries: [entry], holder };
      if (!(await append(connections, appended, now))) return undefined;
      const { checkpointSize, grown } = this.#view.growth;
      const growth = { checkpointSize, grown: grown + text.length };
      await this.#view.adopt(draft, at, { ...at, seq: entry.seq, tag: entry.tag }, growth);
      return { value };
    });
  }

  /** Makes a captured state the state, but for the settings; the database may have it already. */
  replace(captured: MemoryStore, pointer: Pointer | undefined): Promise<void> {
    return this.#whileHeld(async (at, holder) => {
      const state = captured.fork();
      const kept = [...this.#view.state.listAsWritten()].flatMap(([name, rows]) =>
        isSetting(name) ? rows.map((row) => ({ of: collection(name), uid: row.uid, after: row })) : [],
      );
      state.apply(kept);
      const base = pointer ? { ...pointer, kept: textOfChanges(kept) } : state;
      return (await this.#flip(at, holder, state, base)) ? { value: undefined } : undefined;
    });
  }

  async #flip(at: Place, holder: string, state: MemoryStore, base: LineBase | MemoryStore): Promise<boolean> {
    const { connections, now, makeTag } = this.#parts;
    const tag = makeTag();
    const line = await makeLine(connections, base, tag);
    // The base has been deleted, since nothing in the database pointed at it: its rows are written instead.
    if (line === undefined) return this.#flip(at, holder, state, state);
    const place = await flipLine(connections, { world: this.#view.world, at, line, tag, holder }, now);
    const growth = 'seq' in base ? this.#view.growth : { checkpointSize: 0, grown: 0 };
    if (place) await this.#view.adopt(state, at, place, growth);
    return place !== undefined;
  }

  async #whileHeld<T>(work: HeldWork<T>): Promise<T> {
    const { connections, makeTag } = this.#parts;
    const { world, key } = this.#view;
    for (;;) {
      // A statement of an earlier try that is still on its way has another holder, and is refused.
      const holder = makeTag();
      const asked = this.#view.place;
      const claimed = await claimWorld(connections, key, holder);
      const renew = (): void => void renewClaim(connections, world, holder).catch(() => undefined);
      const renewal = setInterval(renew, RENEW_MILLIS);
      try {
        await this.#view.follow({ head: { ...claimed, isHeld: false, entries: [] }, asked });
        const done = await work(this.#view.place, holder);
        if (done) return done.value;
      } finally {
        clearInterval(renewal);
        // Where this fails the claim ends by itself.
        await releaseWorld(connections, world, holder).catch(() => undefined);
      }
    }
  }
}
