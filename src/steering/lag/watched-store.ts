import type {
  ChangedRow,
  Collection,
  CommitLog,
  EarlyCall,
  Footprint,
  Row,
  Rows,
  Snapshot,
  Store,
  Tx,
} from '../../kernel/rows.ts';
import type { Steps } from '../../kernel/steps.ts';

/** Callbacks for changes of a store's rows. */
export interface StoreWatcher {
  /** Called before a change is made: the store still has the rows without it. */
  readonly writing?: () => void;
  /** Called within a write, once it has made its changes; what is changed in it then is part of the write. */
  readonly written?: (tx: Tx, changes: readonly ChangedRow[]) => void;
  /** Called after another state has been restored. */
  readonly restored?: () => void;
}

/** The same write, which notes its changes: a long one has no list of them. */
const notingTx = (tx: Tx, changes: ChangedRow[]): Tx => {
  const note = (of: Collection, uid: string, after: Row | undefined): void => {
    const before = tx.entry(of, uid);
    changes.push({ of, uid, before: before?.row, stamp: before?.stamp ?? 0, after });
  };
  const noting: Pick<Tx, 'put' | 'remove'> = {
    put: (to, row) => {
      note(to, row.uid, row);
      tx.put(to, row);
    },
    remove: (from, uid) => {
      note(from, uid, undefined);
      tx.remove(from, uid);
    },
  };
  return new Proxy(tx, {
    get: (target, name) => {
      if (name === 'put' || name === 'remove') return noting[name];
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
};

/** A store whose changes can be watched. Without watchers it behaves as the store that it wraps. */
export class WatchedStore implements Store {
  readonly rows: Rows;
  readonly log: CommitLog;
  readonly awaitHead?: () => Promise<void>;
  readonly beginEarly?: (isRead: boolean) => EarlyCall | undefined;
  readonly #watchers = new Set<StoreWatcher>();
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    this.rows = store.rows;
    this.log = store.log;
    if (store.awaitHead) this.awaitHead = store.awaitHead;
    if (store.beginEarly) this.beginEarly = store.beginEarly;
  }

  get footprint(): Footprint | undefined {
    return this.#store.footprint;
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
      const result = change(tx);
      if (tx.changed) this.#notifyWritten(tx, tx.changed);
      return result;
    });
  }

  writeInSteps<T>(change: (tx: Tx) => Steps<T>): Promise<T> {
    if (this.#watchers.size === 0) return this.#store.writeInSteps(change);
    const notifyWatchers = (tx: Tx, changes: readonly ChangedRow[]): void => {
      this.#notifyWriting();
      this.#notifyWritten(tx, changes);
    };
    const isNoted = [...this.#watchers].some(({ written }) => written);
    return this.#store.writeInSteps(function* (tx): Steps<T> {
      const changes: ChangedRow[] = [];
      const result = yield* change(isNoted ? notingTx(tx, changes) : tx);
      // Readers see all of it at once, at the end.
      notifyWatchers(tx, changes);
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

  close(): Promise<void> {
    return this.#store.close();
  }

  #notifyWriting(): void {
    for (const watcher of this.#watchers) watcher.writing?.();
  }

  #notifyWritten(tx: Tx, changes: readonly ChangedRow[]): void {
    for (const watcher of this.#watchers) watcher.written?.(tx, changes);
  }
}
