import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { developmentKey } from '../../identity/development-key.ts';
import { generateSigningKey, generateUpstreamKey } from '../../identity/signing-keys.ts';
import type { Report } from '../../kernel/caller-error.ts';
import { makeAtFirstUse } from '../../schema/at-first-use.ts';
import { omitUndefined } from '../../schema/defined.ts';
import { MemoryStore } from '../../store/memory.ts';
import type { ReadSnapshotText } from '../../store/snapshot-text.ts';
import { assemble, type Options } from './assemble.ts';
import type { OpenPort } from './port.ts';
import type { RunningMock, StartOptions } from './running-mock.ts';
import type { State, StateSetting, Surroundings } from './state.ts';

/**
 * Opens the state in a file, or a new one.
 * @throws DataFileError when it cannot be used; Error when its keys cannot sign
 */
const openState = async ({ data, seed, signingKey: given }: StateSetting, around: Surroundings): Promise<State> => {
  if (data === undefined) {
    // Making a key takes a while on another thread: it is made while everything else is loaded.
    const key = given === 'new' ? generateSigningKey() : Promise.resolve(given ?? developmentKey());
    const store = new MemoryStore();
    const upstreamKey = makeAtFirstUse(generateUpstreamKey);
    return { store, seed, key, upstreamKey, isNew: true, close: () => store.close() };
  }
  // Imported at the first use: most starts have no data file.
  const { StoredKeys } = await import('../../identity/stored-keys.ts');
  return (await import('./file-state.ts')).openFileState(data, new StoredKeys(seed, given), around);
};

/** Given by the loader of the build, to hear of each start. */
declare const started: (() => void) | undefined;

const MACHINE = {
  clock: { now: Date.now },
  wait: setTimeout,
  machineNow: performance.now.bind(performance),
  random: randomBytes,
};

/** Reads a snapshot file. @throws SnapshotFileError */
const snapshotIn = async (path: string): Promise<ReadSnapshotText> =>
  (await import('../../store/snapshot-file.ts')).readSnapshotFile(path);

/** Opens the port of a mock whose worlds are in this process alone, and loads its state. */
const startAlone = async (
  options: Options,
  open: OpenPort,
  base: ReadSnapshotText | undefined,
  report: Report,
): Promise<RunningMock> => {
  const port = await open(options);
  let state: State | undefined;
  try {
    const notice = (text: string): void => options.log.warn({}, text);
    const opened = await openState(options, { clock: options.clock, report, notice });
    state = opened;
    const { end, ...mock } = await assemble(options, port, { state, base }, { report });
    return {
      ...mock,
      close: async () => {
        // The port closes once the calls that wait in a world have ended.
        await end(() => port.close());
        await opened.close();
      },
    };
  } catch (error) {
    await state?.close();
    await port.close();
    throw error;
  }
};

/**
 * Opens the port, loads the state and answers once everything is loaded.
 * @throws FixtureError, SnapshotFileError, DataFileError, DatabaseError, or what `open` rejects with when the port cannot be opened
 */
export const startMock = async (wanted: StartOptions, open: OpenPort): Promise<RunningMock> => {
  if (typeof started !== 'undefined') started?.();
  const { log } = wanted;
  const report: Report = (error, operation) =>
    log.error({ err: error, ...omitUndefined({ operation }) }, 'something failed unexpectedly');
  for (const { issuer, keys } of wanted.trusted) {
    if (keys === 'any') log.warn({ issuer }, 'tokens of this issuer are trusted without a look at their signatures');
  }
  for (const { account = 'any' } of wanted.trustedAws ?? []) {
    log.warn({ account }, 'signed requests of this AWS account are trusted without a look at their signatures');
  }
  const base = wanted.snapshot === undefined ? undefined : await snapshotIn(wanted.snapshot);
  const options: Options = { ...MACHINE, ...wanted, seed: base?.head.seed ?? wanted.seed };
  if (options.database === undefined) return startAlone(options, open, base, report);
  const { startOwned } = await import('./owned.ts');
  return startOwned({ ...options, database: options.database }, open, { base, report });
};
