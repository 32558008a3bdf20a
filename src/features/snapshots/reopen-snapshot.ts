import { ApiError } from '../../kernel/errors.ts';
import type { Snapshot } from '../../kernel/rows.ts';
import { SnapshotFileError } from '../../store/data-file-error.ts';
import type { SnapshotHome } from '../../store/snapshot-home.ts';
import type { SnapshotHead } from '../../store/snapshot-text.ts';
import type { ClockStart } from '../clock/world-clock.ts';
import type { NamedSnapshot } from './snapshots.ts';

/** FAILED_PRECONDITION: the file of a snapshot was fine when the mock started, and is not any more. */
class SnapshotLost extends ApiError {
  /** Names the file. */
  override readonly cause: SnapshotFileError;

  constructor(name: string, cause: SnapshotFileError) {
    const message = `Precondition failed: snapshot ${JSON.stringify(name)} cannot be read any more`;
    super('FAILED_PRECONDITION', message, { reason: 'MOCK_SNAPSHOT_DAMAGED' });
    this.cause = cause;
  }
}

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
      throw error instanceof SnapshotFileError ? new SnapshotLost(head.name, error) : error;
    }
  };
  return toNamedSnapshot(head, () => {
    state ??= read();
    return state;
  });
};
