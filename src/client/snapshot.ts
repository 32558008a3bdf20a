import type { MadeWorld, SnapshotRecord, StateDifference } from '../steering/contract/nouns.ts';
import type { Connection } from './connection.ts';
import type { World } from './world.ts';

/** A saved state of a world. */
export interface Snapshot extends SnapshotRecord {
  /** Restores rows and clock of the world that saved it. */
  readonly restore: () => Promise<void>;
  /** The difference between it and a later snapshot, or the world as it is. */
  readonly diff: (to?: string) => Promise<StateDifference>;
  /** The state as a fixture in YAML, which loads back to equal rows. */
  readonly export: () => Promise<string>;
  /** The snapshot as a file, which `--snapshot` and `world.restore` accept. */
  readonly file: () => Promise<string>;
  /** Makes a world that begins with it. */
  readonly fork: () => Promise<World>;
  readonly delete: () => Promise<void>;
}

/** A snapshot of one world; `open` makes of an answer the world that it is about. */
export const snapshotOf = (
  connection: Connection,
  world: string,
  record: SnapshotRecord,
  open: (made: MadeWorld) => World,
): Snapshot => {
  const path = `/snapshots/${encodeURIComponent(record.name)}`;
  return {
    ...record,
    restore: async () => void (await connection.control(`${path}:restore`, { method: 'POST', world })),
    diff: (to) =>
      connection.control(`${path}:diff${to === undefined ? '' : `?to=${encodeURIComponent(to)}`}`, { world }),
    export: () => connection.controlText(`${path}:export`, { world }),
    file: () => connection.controlText(`${path}:file`, { world }),
    fork: async () => open(await connection.control<MadeWorld>(`${path}:fork`, { method: 'POST', world })),
    delete: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};
