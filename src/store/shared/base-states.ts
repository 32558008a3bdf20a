/** How many states are kept, and how many characters they are loaded from together, if there are several. */
const MAX_STATES = 32;
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** The characters of the checkpoint that a state is loaded from, and of the entries after that. */
interface Loaded {
  readonly checkpointSize: number;
  readonly grown: number;
}

interface Known<T> {
  readonly state: Promise<T>;
  /** The characters that it was loaded from; 0 until it is. */
  characters: number;
}

/**
 * States that lines begin with, the last that were needed: worlds that are made from one share its rows, and it is read
 * once for all of them. The state of a place is never another one.
 */
export class BaseStates<T extends Loaded> {
  readonly #known = new Map<string, Known<T>>();
  #characters = 0;

  /** The state of a place; it is loaded where it is not kept. It is not to be changed: fork it. */
  get(line: number, seq: number, load: () => Promise<T>): Promise<T> {
    const key = `${line}.${seq}`;
    const known = this.#known.get(key) ?? { state: this.#load(key, load), characters: 0 };
    // The first is the one that was needed longest ago.
    this.#known.delete(key);
    this.#known.set(key, known);
    return known.state;
  }

  async #load(key: string, load: () => Promise<T>): Promise<T> {
    try {
      const loaded = await load();
      const known = this.#known.get(key);
      if (known) known.characters = loaded.checkpointSize + loaded.grown;
      this.#characters += known?.characters ?? 0;
      this.#dropOldest();
      return loaded;
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }

  #dropOldest(): void {
    for (const [key, { characters }] of this.#known) {
      const isFull = this.#known.size > MAX_STATES || this.#characters > MAX_CHARACTERS;
      if (!isFull || this.#known.size === 1) return;
      this.#known.delete(key);
      this.#characters -= characters;
    }
  }
}
