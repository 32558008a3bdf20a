import { ApiError } from '../../kernel/errors.ts';
import type { Snapshot } from '../../kernel/rows.ts';
import { SnapshotFileError } from '../../store/data-file-error.ts';
import type { SnapshotHome } from '../../store/snapshot-home.ts';
import type { SnapshotHead } from '../../store/snapshot-text.ts';
import type { ClockStart } from '../clock/world-clock.ts';

/** A snapshot as a file describes it, with its rows. */
export const toNamedSnapshot = (head: SnapshotHead, state: () => Promise<Snapshot>): NamedSnapshot<ClockStart> => {
  const { version: _, seed: __, ...named } = head;
  return { ...named, state };
};

/** A snapshot of an earlier run: its rows are read at their first use, and then shared. */
export const reopenSnapshot = (head: SnapshotHead, home: SnapshotHome): NamedSnapshot<ClockStart> => {
  let state: Promise<Snapshot> | undefined;
  const read = async (): Promise<Snapshot> => {
    try {
      return await home.stateOf(head.name);
    } catch (error) {
      state = undefined;
      if (!(error instanceof SnapshotFileError)) throw error;
      // The file was fine when the mock started.
      const message = `Precondition failed: snapshot ${JSON.stringify(head.name)} cannot be read any more`;
      const lost = new ApiError('FAILED_PRECONDITION', message, { reason: 'MOCK_SNAPSHOT_DAMAGED' });
      lost.cause = error;
      throw lost;
    }
  };
  return toNamedSnapshot(head, () => {
    state ??= read();
    return state;
  });
};

/** A state of a world under a name. */
export interface NamedSnapshot<C> {
  readonly name: string;
  readonly note?: string;
  readonly createdMillis: number;
  /** The clock's mode and time. */
  readonly clock: C;
  readonly clockMillis: number;
  readonly rowCounts: Readonly<Record<string, number>>;
  /** The rows; for a snapshot of an earlier run they are read from its home. */
  readonly state: () => Promise<Snapshot>;
  /** A number greater than the number of each earlier snapshot. */
  readonly sequence: number;
  /** Digest of the rows, in hex. */
  readonly sha256: string;
}

const quoteName = (name: string): string => JSON.stringify(name.slice(0, 128));

/** Runs tasks that must not overlap, one after another. */
const createQueue = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(run: () => Promise<T>): Promise<T> => {
    const next = last.then(run);
    last = next.catch(() => undefined);
    return next;
  };
};

/** The named states of one world. */
export class Snapshots<C> {
  /** Runs tasks that save or remove a state, one after another. */
  readonly inTurn = createQueue();
  readonly #named = new Map<string, NamedSnapshot<C>>();

  /**
   * Checks that a state may be saved under the name.
   * @throws ApiError ALREADY_EXISTS for one that is taken
   */
  demandFree(name: string, overwrite: boolean): void {
    if (!overwrite && this.#named.has(name))
      throw new ApiError('ALREADY_EXISTS', `Already exists: snapshot ${quoteName(name)} already exists; set overwrite`);
  }

  /** The sequence number of the next snapshot. */
  get nextSequence(): number {
    return Math.max(0, ...this.list().map(({ sequence }) => sequence)) + 1;
  }

  save(snapshot: NamedSnapshot<C>): void {
    // The newest is last, also if it replaces another.
    this.#named.delete(snapshot.name);
    this.#named.set(snapshot.name, snapshot);
  }

  /**
   * The state of a name.
   * @throws ApiError NOT_FOUND, MOCK_SNAPSHOT_NOT_FOUND
   */
  get(name: string): NamedSnapshot<C> {
    const found = this.#named.get(name);
    if (found) return found;
    throw new ApiError('NOT_FOUND', `Not found: snapshot ${quoteName(name)} not found`, {
      reason: 'MOCK_SNAPSHOT_NOT_FOUND',
    });
  }

  /** The snapshots, in the order in which they were saved. */
  list(): readonly NamedSnapshot<C>[] {
    return [...this.#named.values()];
  }

  /** @throws ApiError MOCK_SNAPSHOT_NOT_FOUND */
  remove(name: string): void {
    this.get(name);
    this.#named.delete(name);
  }
}
