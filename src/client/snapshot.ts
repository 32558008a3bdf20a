import type { SnapshotRecord, StateDifference } from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';

/** A saved state of a world. */
export interface Snapshot extends SnapshotRecord {
  /** Restores rows and clock of the world that saved it. */
  readonly restore: () => Promise<void>;
  /** The difference between it and a later snapshot, or the world as it is. */
  readonly diff: (to?: string) => Promise<StateDifference>;
  /** The state as a fixture in YAML, which loads back to equal rows; with `relative` its times move on with now. */
  readonly export: (options?: { readonly relative?: boolean }) => Promise<string>;
  readonly delete: () => Promise<void>;
}

/** A snapshot of one world. */
export const snapshotOf = (connection: Connection, world: string, record: SnapshotRecord): Snapshot => {
  const path = `/snapshots/${encodeURIComponent(record.name)}`;
  return {
    ...record,
    restore: async () => void (await connection.control(`${path}:restore`, { method: 'POST', world })),
    diff: (to) =>
      connection.control(`${path}:diff${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, { world }),
    export: ({ relative = false } = {}) =>
      connection.controlText(`${path}:export${relative ? '?relative' : ''}`, { world }),
    delete: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};
