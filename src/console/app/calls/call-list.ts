import type { JournalEntry } from '../../../../generated/nouns.ts';
import { type Call, toCall } from './call.ts';

/** The calls that the page has read, in the order in which they began, each once. */
export class CallList {
  #all: Call[] = [];
  readonly #places = new Map<number, Call>();
  /** By world and id: of a world whose name was used again, the later one. */
  readonly #byId = new Map<string, Call>();
  readonly #tries = new Map<number, Set<string>>();

  /** Every call, the oldest first. The list is another one after each change. */
  get all(): readonly Call[] {
    return this.#all;
  }

  get(number: number): Call | undefined {
    return this.#places.get(number);
  }

  find(world: string, id: string): Call | undefined {
    return this.#byId.get(`${world} ${id}`);
  }

  /** The other calls for the same, the oldest first. */
  triesOf({ number, world, entry }: Call): readonly Call[] {
    const named = [...(entry.tries ?? []), ...(this.#tries.get(number) ?? [])];
    const found = new Map(named.map((id) => [id, this.find(world, id)]));
    return [...found.values()].filter((call) => call !== undefined).sort((one, other) => one.number - other.number);
  }

  /** Takes entries in, in any order; one that is there already is replaced by its later form. */
  take(entries: readonly JournalEntry[]): void {
    let hasChanged = false;
    for (const entry of entries) {
      const call = toCall(entry);
      const known = this.#places.get(call.number);
      // A call that has ended does not open again.
      if (known && (!known.open || call.open)) continue;
      this.#places.set(call.number, call);
      const named = this.find(call.world, entry.id);
      if (!named || named.number <= call.number) this.#byId.set(`${call.world} ${entry.id}`, call);
      this.#link(call);
      hasChanged = true;
    }
    if (hasChanged) this.#all = [...this.#places.values()].sort((one, other) => one.number - other.number);
  }

  /** Lets the other tries of a call know it: an entry names those only that were there when it ended. */
  #link({ world, entry }: Call): void {
    for (const id of entry.tries ?? []) {
      const other = this.find(world, id);
      if (!other) continue;
      const known = this.#tries.get(other.number) ?? new Set();
      known.add(entry.id);
      this.#tries.set(other.number, known);
    }
  }
}
