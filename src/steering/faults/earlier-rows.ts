import type { CommitLog, Rows } from '../../kernel/rows.ts';

/** The store whose writes are watched. */
export interface WatchableStore {
  readonly log: Pick<CommitLog, 'place' | 'oldest'>;
  /** The rows as they are, or were at a place of the log. */
  readonly fork: (place?: number) => { readonly rows: Rows };
  /** Watches its changes until the function that it returns is called. */
  readonly watch: (watcher: { readonly writing: () => void; readonly restored: () => void }) => () => void;
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
      restored: () => {
        states.length = 0;
      },
    });
  }

  /** The rows before the last write, before the one before it, and so on. */
  *newestFirst(): Generator<Rows> {
    for (let at = this.#states.length - 1; at >= 0; at -= 1) yield this.#states[at] as Rows;
  }

  /** Forgets all of them. */
  stop(): void {
    this.#stop();
    this.#states.length = 0;
  }
}

/**
 * The rows before the last write, before the one before it, and so on, as far as the log of a store holds them and they
 * count. Writes of other processes are in it, too.
 */
export function* listLoggedRows(
  store: Pick<WatchableStore, 'log' | 'fork'>,
  count: (rows: Rows) => boolean,
): Generator<Rows> {
  const { place: last, oldest } = store.log;
  for (let place = last - 1; place >= Math.max(oldest, last - MAX_WRITES); place -= 1) {
    const { rows } = store.fork(place);
    if (!count(rows)) return;
    yield rows;
  }
}
