import type { CommitLog, Rows, Snapshot, Store, Tx } from '../../kernel/rows.ts';
import type { Steps } from '../../kernel/steps.ts';

/** Callbacks for changes of a store's rows. */
export interface StoreWatcher {
  /** Called before a change is made: the store still has the rows without it. */
  readonly writing: () => void;
  /** Called after another state has been restored. */
  readonly restored?: () => void;
}

/** A store whose changes can be watched. Without watchers it behaves as the store that it wraps. */
export class WatchedStore implements Store {
  readonly rows: Rows;
  readonly log: CommitLog;
  readonly #watchers = new Set<StoreWatcher>();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    this.rows = store.rows;
    this.log = store.log;
  }

  /** Watches the changes that begin from now on, until the function that it returns is called. */
  watch(watcher: StoreWatcher): () => void {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  }

  write<T>(change: (tx: Tx) => T): Promise<T> {
    if (this.#watchers.size === 0) return this.#store.write(change);
    // Inside the write, which may have waited for another.
    return this.#store.write((tx) => {
      this.#notifyWriting();
      return change(tx);
    });
  }

  writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    if (this.#watchers.size === 0) return this.#store.writeInSteps(change);
    const notifyWatchers = (): void => this.#notifyWriting();
    return this.#store.writeInSteps(function* (tx): Steps<T> {
      const result = yield* change(tx);
      // Readers see all of it at once, at the end.
      notifyWatchers();
      return result;
    });
  }

  capture(): Snapshot {
    return this.#store.capture();
  }

  fork(place?: number): Store {
    return this.#store.fork(place);
  }

  async restore(snapshot: Snapshot): Promise<void> {
    await this.#store.restore(snapshot);
    for (const watcher of this.#watchers) watcher.restored?.();
  }

  followSettings(changed: () => void): void {
    this.#store.followSettings(changed);
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #notifyWriting(): void {
    for (const watcher of this.#watchers) watcher.writing();
  }
}
