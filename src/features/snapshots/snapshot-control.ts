import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SnapshotRecord, StateDifference } from '../../../generated/nouns.ts';
import { allResources } from '../../editions/editions.ts';
import { namedTokens } from '../../identity/authenticator.ts';
import type { CallScope } from '../../kernel/call-scope.ts';
import { type Clock, instant } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Rows, Snapshot, Store } from '../../kernel/rows.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { fixtureLines } from '../../seed/export-fixture.ts';
import { DiskFullError } from '../../store/data-file-error.ts';
import { DiskFull } from '../../store/disk-full.ts';
import { saveState } from '../../store/saved-state.ts';
import type { SnapshotHome } from '../../store/snapshot-home.ts';
import {
  digestOf,
  readSnapshotText,
  SNAPSHOT_FORMAT,
  SnapshotFlaw,
  type SnapshotHead,
  snapshotText,
} from '../../store/snapshot-text.ts';
import { type ClockStart, viewOfClock, type WorldClock } from '../clock/world-clock.ts';
import { type NamedSnapshot, type Snapshots, toNamedSnapshot } from './snapshots.ts';
import { differenceOf } from './state-difference.ts';

/** The number of lines of an export that are made between two turns of the event loop. */
const SLICE = 5_000;

/** The reasons of files that cannot be restored. */
const REASONS: Readonly<Record<SnapshotFlaw['kind'], string>> = {
  other: 'MOCK_SNAPSHOT_INVALID',
  newer: 'MOCK_SNAPSHOT_FORMAT',
  damaged: 'MOCK_SNAPSHOT_DAMAGED',
};

type Named = NamedSnapshot<ClockStart>;

/** A world whose states are saved. */
export interface SavedWorld {
  readonly scope: CallScope & { readonly clock: WorldClock };
  readonly snapshots: Snapshots<ClockStart>;
  /** Stores snapshots over restarts; undefined if they are in memory only. */
  readonly snapshotHome: SnapshotHome | undefined;
  /** Replaces its rows by a captured state, and restarts its clock as it ran then. */
  readonly restore: (state: Snapshot, clock: ClockStart) => Promise<void>;
}

/** The dependencies of the control of a world's snapshots. */
export interface SnapshotParts {
  readonly world: SavedWorld;
  /** The clock of the machine. */
  readonly machine: Clock;
  /** The version of the mock. */
  readonly version: string;
}

/** A store with the rows of a captured state, apart from the one that captured it. */
export const storeOf = async (store: Store, state: Snapshot): Promise<Store> => {
  const apart = store.fork();
  await apart.restore(state);
  return apart;
};

const viewOfSnapshot = ({
  name,
  note,
  createdMillis,
  clock,
  clockMillis,
  rowCounts,
  sha256,
}: Named): SnapshotRecord => ({
  name,
  ...omitUndefined({ note }),
  createTime: instant(createdMillis),
  rows: rowCounts,
  clock: viewOfClock({ mode: clock.mode, scale: clock.scale, nowMillis: clockMillis }),
  format: SNAPSHOT_FORMAT,
  sha256,
});

const headOf = ({ state: _, ...rest }: Named, world: SavedWorld, version: string): SnapshotHead => ({
  ...rest,
  version,
  seed: world.scope.settings.seed,
});

/** Rows as a fixture in YAML that loads back to equal ones. */
export const fixtureOf = async (rows: Rows, description: string, relativeToMillis?: number): Promise<string> => {
  let text = '';
  let lines = 0;
  const context = { resources: allResources, tokens: namedTokens, description, ...omitUndefined({ relativeToMillis }) };
  for (const line of fixtureLines(rows, context)) {
    text += `${line}\n`;
    lines += 1;
    if (lines % SLICE === 0) await nextTurn();
  }
  return text;
};

const refusalOf = (error: unknown): unknown =>
  error instanceof SnapshotFlaw
    ? new ApiError('INVALID_ARGUMENT', `Invalid argument: the file ${error.message}`, {
        reason: REASONS[error.kind],
        fieldViolations: [{ field: 'body', description: error.message }],
      })
    : error;

/** Saves the state of a world, and stores it if the world has a place for it. */
const save = (
  { world, machine, version }: SnapshotParts,
  name: string,
  { note, overwrite }: { readonly note?: string; readonly overwrite: boolean },
): Promise<Named> => {
  const { snapshots, snapshotHome, scope } = world;
  const { store, clock: worldClock } = scope;
  snapshots.demandFree(name, overwrite);
  const state = store.capture();
  const { rowCounts } = state;
  const [clock, clockMillis, createdMillis] = [worldClock.start(), worldClock.now(), machine.now()];
  return snapshots.inTurn(async () => {
    // Another call may have taken the name in the meantime.
    snapshots.demandFree(name, overwrite);
    const { rows } = await storeOf(store, state);
    const sha256 = await digestOf(rows);
    const made = { name, createdMillis, clock, clockMillis, rowCounts, sha256, state: async () => state };
    const named = { ...made, sequence: snapshots.nextSequence, ...omitUndefined({ note }) };
    await snapshotHome?.write(headOf(named, world, version), rows, state).catch((error: unknown) => {
      throw error instanceof DiskFullError ? new DiskFull(error) : error;
    });
    snapshots.save(named);
    return named;
  });
};

/** Saves and restores states of one world; the name of a missing snapshot throws ApiError. */
export const snapshotControl = (parts: SnapshotParts) => {
  const { world, version } = parts;
  const { scope, snapshots, snapshotHome } = world;
  const { store, clock } = scope;
  const loadSaved = async (name: string): Promise<Rows> =>
    (await storeOf(store, await snapshots.get(name).state())).rows;
  return {
    save: async (
      name: string,
      wanted: { readonly note?: string; readonly overwrite: boolean },
    ): Promise<SnapshotRecord> => viewOfSnapshot(await save(parts, name, wanted)),
    list: (): readonly SnapshotRecord[] => snapshots.list().map(viewOfSnapshot),
    restore: async (name: string): Promise<SnapshotRecord> => {
      const named = snapshots.get(name);
      await world.restore(await named.state(), named.clock);
      return viewOfSnapshot(named);
    },
    /** The difference between a snapshot and a later one; without that, the world as it is. */
    difference: async (name: string, other: string | undefined): Promise<StateDifference> => {
      const before = snapshots.get(name);
      const after = other === undefined ? clock.now() : snapshots.get(other).clockMillis;
      const rows = other === undefined ? store.rows : await loadSaved(other);
      return differenceOf(await loadSaved(name), rows, [before.clockMillis, after]);
    },
    /** A fixture in YAML that loads back to equal rows; with relative times, these move with the time of loading. */
    fixture: async (name: string, isRelative: boolean): Promise<string> => {
      const now = isRelative ? snapshots.get(name).clockMillis : undefined;
      return fixtureOf(await loadSaved(name), `Exported from the snapshot ${name}.`, now);
    },
    /** The text of a snapshot file, in pieces. */
    file: async (name: string): Promise<AsyncIterable<string>> =>
      snapshotText(headOf(snapshots.get(name), world, version), await loadSaved(name)),
    /** Restores the state of a snapshot file. @throws ApiError for one that cannot be used */
    restoreFile: async (bytes: Buffer): Promise<SnapshotRecord> => {
      try {
        const { head, rows } = readSnapshotText(bytes);
        const state = await saveState(await rows());
        await world.restore(state, head.clock);
        return viewOfSnapshot(toNamedSnapshot(head, async () => state));
      } catch (error) {
        throw refusalOf(error);
      }
    },
    remove: (name: string): Promise<void> =>
      snapshots.inTurn(async () => {
        snapshots.get(name);
        await snapshotHome?.remove(name);
        snapshots.remove(name);
      }),
  };
};
