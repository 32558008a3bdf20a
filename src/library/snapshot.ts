import type { ClockReading } from './clock.ts';
import type { Connection } from './connection.ts';

/** A row of a difference: its kind, its uid, and its name where it has one. */
export interface NamedRow {
  readonly type: string;
  readonly uid: string;
  readonly name?: string;
}

/** What differs between two states of a world. */
export interface StateDifference {
  readonly added: readonly NamedRow[];
  readonly removed: readonly NamedRow[];
  /** With each field that differs: its value before and after, null where it has none. */
  readonly changed: readonly (NamedRow & { readonly fields: Readonly<Record<string, readonly unknown[]>> })[];
  /** What the clock shows before and after. */
  readonly clock: readonly string[];
}

/** A saved state as the control plane shows it. */
export interface SnapshotRecord {
  readonly name: string;
  readonly note?: string;
  readonly createTime: string;
  /** How many rows each collection has. */
  readonly rows: Readonly<Record<string, number>>;
  readonly clock: ClockReading;
  readonly format: number;
  /** The digest of the rows, in hex. */
  readonly sha256: string;
}

/** A saved state of a world. */
export interface Snapshot extends SnapshotRecord {
  /** Restores rows and clock of the world that saved it. */
  readonly restore: () => Promise<void>;
  /** What differs from it in a later snapshot, or in the world as it is. */
  readonly diff: (to?: string) => Promise<StateDifference>;
  /** The state as a fixture in YAML, which loads back to equal rows. */
  readonly export: () => Promise<string>;
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
    export: () => connection.controlText(`${path}:export`, { world }),
    delete: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};
