import { stat } from 'node:fs/promises';
import { DataFileError, flawText } from './data-file-error.ts';
import { describeTorn, foldRows } from './json-file-load.ts';
import { demandFree } from './json-file-lock.ts';
import { logPath, logsOf } from './json-file-paths.ts';
import { writeSnapshot } from './json-file-snapshot.ts';
import { type Survey, surveyDataFile } from './json-file-survey.ts';
import { copySnapshots, demandNoSnapshots, flawsOfSnapshots } from './snapshot-files.ts';

/** The contents and the damage of a data file and its logs. */
export interface Findings {
  /** The number of rows that can be read. */
  readonly rows: number;
  /** The number of the last write. */
  readonly sequence: number;
  /** The damage, one line each; with any, a start refuses the file. */
  readonly flaws: readonly string[];
  /** The line that a crash tore, which a start drops; it does not refuse the file for it. */
  readonly torn: string | undefined;
  /** The damage of the snapshots beside it, a line for each; with any, a start refuses the file, too. */
  readonly snapshotFlaws: readonly string[];
}

const survey = async (file: string): Promise<Survey> => {
  await demandFree(file);
  const found = await surveyDataFile(file);
  if (found) return found;
  throw new DataFileError(`${file} does not exist`);
};

const findingsOf = (found: Survey, rows: number, snapshotFlaws: readonly string[]): Findings => ({
  rows,
  snapshotFlaws,
  sequence: found.sequence,
  flaws: found.flaws.map(flawText),
  torn: found.torn && describeTorn(found.torn),
});

const countOf = (collections: ReturnType<typeof foldRows>): number =>
  Object.values(collections).reduce((sum, rows) => sum + rows.length, 0);

/**
 * Reads a data file, its logs and its snapshots as a start does, to the end, and changes nothing.
 * @throws DataFileError when the file is in use, is missing, is not a data file, or is of another format
 */
export const checkDataFile = async (file: string): Promise<Findings> => {
  const found = await survey(file);
  return findingsOf(found, countOf(foldRows(found)), await flawsOfSnapshots(file));
};

const demandNew = async (file: string): Promise<void> => {
  const exists = await stat(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new DataFileError(`${file} exists already: nothing is written over it`);
  const [log] = await logsOf(file);
  if (log !== undefined) throw new DataFileError(`${logPath(file, log)} exists already`);
  await demandNoSnapshots(file);
};

/** The losses of a repair besides the lines that are damaged. */
const lossesOf = ({ snapshot, sequence, logs }: Survey): readonly string[] => {
  const losses: string[] = [];
  const read = [...snapshot.collections.values()].reduce((sum, rows) => sum + rows.length, 0);
  if (snapshot.count !== undefined && read < snapshot.count) {
    losses.push(`${snapshot.count - read} of ${snapshot.count} rows of the file itself`);
  }
  const writes = logs.flatMap((log) => log.writes);
  const [first] = writes;
  const before = snapshot.sequence ?? (first ? first.sequence - 1 : sequence);
  if (snapshot.count === undefined && before > 0 && read === 0) {
    losses.push(`all rows of writes 1 to ${before}, but for those that a later write has changed`);
  }
  if (writes.length < sequence - before) {
    losses.push(`${sequence - before - writes.length} of ${sequence - before} writes of the logs`);
  }
  if (!snapshot.meta) losses.push('the seed and the signing keys: the next start makes new ones');
  return losses;
};

/** The outcome of a repair. */
export interface Repair extends Findings {
  /** The losses of the new file. */
  readonly dropped: readonly string[];
  /** The paths of the snapshots beside the new file. */
  readonly snapshots: readonly string[];
}

/**
 * Writes every intact row and write into a new data file, with the intact snapshots beside it, and leaves the damaged
 * one as it is. Rows that refer to a dropped row stay.
 * @throws DataFileError when the new file exists, or nothing can be read
 */
export const repairDataFile = async (file: string, to: string): Promise<Repair> => {
  const found = await survey(file);
  await demandNew(to);
  const { snapshot, logs } = found;
  const { meta } = snapshot;
  if (!meta && snapshot.collections.size === 0 && logs.every(({ writes }) => writes.length === 0)) {
    throw new DataFileError(`nothing of ${file} can be read`);
  }
  const collections = foldRows(found);
  // With number 0 the file would count as new and be filled from the fixtures.
  const sequence = Math.max(1, found.sequence);
  await writeSnapshot(to, { generation: 1, sequence, meta, collections });
  const { copies, flaws } = await copySnapshots(file, to);
  return { ...findingsOf(found, countOf(collections), flaws), dropped: lossesOf(found), snapshots: copies };
};
