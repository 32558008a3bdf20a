import type { Rows, Store } from '../../kernel/rows.ts';

/** The store whose writes are watched. */
export interface WatchableStore extends Pick<Store, 'fork'> {
  /** Watches its changes until the function that it returns is called. */
  readonly watch: (watcher: { readonly writing: () => void }) => () => void;
}

/** How many writes are remembered. */
const MAX_WRITES = 200;

/** Remembers the rows of a world from before each of its last writes. */
export class EarlierRows {
  readonly #states: Rows[] = [];
  readonly #stop: () => void;

  /** Begins to remember; what was written before is not forgotten, since it is not known. */
  constructor(store: WatchableStore) {
    const states = this.#states;
    this.#stop = store.watch({
      writing: () => {
        states.push(store.fork().rows);
        if (states.length > MAX_WRITES) states.shift();
      },
    });
  }

  /** The rows before the last write, before the one before it, and so on. */
  *newestFirst(): Generator<Rows> {
    for (let at = this.#states.length - 1; at >= 0; at -= 1) yield this.#states[at] as Rows;
  }

  /** Remembers nothing more. */
  stop(): void {
    this.#stop();
    this.#states.length = 0;
  }
}
