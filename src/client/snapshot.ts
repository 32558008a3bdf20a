import type { MadeWorld, SnapshotRecord } from '../../generated/nouns.ts';
import type { Connection } from '../connection/connection.ts';
import type { Snapshot, World } from './world.ts';

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
    export: ({ relative = false } = {}) =>
      connection.controlText(`${path}:export${relative ? '?relative' : ''}`, { world }),
    file: () => connection.controlText(`${path}:file`, { world }),
    fork: async () => open(await connection.control<MadeWorld>(`${path}:fork`, { method: 'POST', world })),
    delete: async () => void (await connection.control(path, { method: 'DELETE', world })),
  };
};
