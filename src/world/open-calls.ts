import type { KeptEntry } from '../features/journal/kept-entry.ts';

/** The part of a world's journal that open worlds are read by. */
interface Held {
  /** The id of the next call. */
  readonly nextId: number;
  /** A retained call by its id. */
  readonly getHeld: (id: number) => KeptEntry | undefined;
}

/** Finds the calls of one world that have ended since it was last asked. */
export class OpenCalls {
  #next = 1;
  /** The calls before the next one that went on when they were last looked at. */
  readonly #waiting = new Set<number>();

  /** Takes each call once, at most `most`, without those that the journal has dropped. */
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
