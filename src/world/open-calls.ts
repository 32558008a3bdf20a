import type { KeptEntry } from '../features/journal/kept-entry.ts';

/** The journal of a world, as far as its calls are taken from it while it goes on. */
interface Held {
  /** The id of the next call. */
  readonly nextId: number;
  /** A call that is held, of whatever id. */
  readonly getHeld: (id: number) => KeptEntry | undefined;
}

/** Finds the calls of one world that have ended since it was last asked. */
export class OpenCalls {
  #next = 1;
  /** The calls before the next one that went on when they were last looked at. */
  readonly #waiting = new Set<number>();

  /** Each call once, so many at most; those that the journal has dropped by now are left out. */
  take({ nextId, getHeld }: Held, most: number): readonly KeptEntry[] {
    const ended: KeptEntry[] = [];
    const look = (id: number): void => {
      const entry = getHeld(id);
      if (entry?.isOpen) this.#waiting.add(id);
      else this.#waiting.delete(id);
      if (entry && !entry.isOpen) ended.push(entry);
    };
    for (const id of [...this.#waiting]) if (ended.length < most) look(id);
    for (; this.#next < nextId && ended.length < most; this.#next += 1) look(this.#next);
    return ended;
  }
}
