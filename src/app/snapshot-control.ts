import { createHash } from 'node:crypto';
import type { ShownSnapshot, SnapshotControl } from '../control/settings.ts';
import type { ClockStart } from '../control/world-clock.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Row, Rows, Snapshot, Store } from '../kernel/rows.ts';
import { TOP } from '../kernel/uid.ts';
import type { NamedSnapshot } from '../worlds/snapshots.ts';
import { differenceOf } from './state-difference.ts';
import type { Universe } from './universe.ts';

/** The format of what a snapshot is saved as. */
const FORMAT = 1;
/** How many rows are digested before others are served again. */
const SLICE = 1_000;

/** A store with the rows of a captured state, apart from the one that captured it. */
export const storeOf = async (store: Store, state: Snapshot): Promise<Store> => {
  const apart = store.fork();
  await apart.restore(state);
  return apart;
};

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** A row as text that is the same for equal rows, whatever the order of their fields. */
const canonical = (row: Row): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(byName))
      : value,
  );

/** The digest of all rows, in hex: equal states have equal digests. Others are served while it is made. */
const digestOf = async (rows: Rows): Promise<string> => {
  const hash = createHash('sha256');
  for (const name of Object.keys(rows.counts()).sort()) {
    const all = rows.within({ name, indexes: [] }, TOP);
    if (all.length > 0) hash.update(`${name}\n`);
    for (let at = 0; at < all.length; at += SLICE) {
      hash.update(
        `${all
          .slice(at, at + SLICE)
          .map(canonical)
          .join('\n')}\n`,
      );
      if (at > 0) await new Promise(setImmediate);
    }
  }
  return hash.digest('hex');
};

const shown = ({
  name,
  note,
  createdMillis,
  clock,
  clockMillis,
  state,
  sha256,
}: NamedSnapshot<ClockStart>): ShownSnapshot => ({
  ...{ name, createdMillis, sha256, format: FORMAT },
  rows: state.rowCounts,
  clock: { mode: clock.mode, scale: clock.scale, nowMillis: clockMillis },
  ...(note !== undefined && { note }),
});

/** The snapshots of a world, for the control plane; `machine` is the clock of the machine. */
export const snapshotControl = ({ world, snapshots }: Universe, machine: Clock): SnapshotControl => {
  const { store, clock } = world;
  const saved = (name: string): Promise<Store> => storeOf(store, snapshots.named(name).state);
  return {
    save: async (name, { note, overwrite }) => {
      snapshots.demandFree(name, overwrite);
      const state = store.capture();
      const [start, clockMillis] = [clock.start(), clock.now()];
      const sha256 = await digestOf((await storeOf(store, state)).rows);
      // Another call may have taken the name in the meantime.
      snapshots.demandFree(name, overwrite);
      const made = { name, createdMillis: machine.now(), clock: start, clockMillis, state, sha256 };
      snapshots.save({ ...made, ...(note !== undefined && { note }) });
      return shown(snapshots.named(name));
    },
    list: () => snapshots.list().map(shown),
    restore: async (name) => {
      const { state, clock: start } = snapshots.named(name);
      await store.restore(state);
      clock.restart(start);
      return shown(snapshots.named(name));
    },
    difference: async (name, other) => {
      const before = snapshots.named(name);
      if (other === undefined) {
        return differenceOf((await saved(name)).rows, store.rows, [before.clockMillis, clock.now()]);
      }
      const after = snapshots.named(other);
      return differenceOf((await saved(name)).rows, (await saved(other)).rows, [before.clockMillis, after.clockMillis]);
    },
    remove: (name) => snapshots.remove(name),
  };
};
