import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Row } from '../kernel/rows.ts';
import type { StoredChange } from './change-line.ts';
import { dataFileErrorOf } from './data-file-error.ts';
import { LineLog } from './json-file-log.ts';
import type { ReadLog } from './json-file-log-read.ts';
import { logDraft, logPath, logsOf, syncDirectory } from './json-file-paths.ts';
import { dropSnapshotDraft, type FileSnapshot, type Meta, writeSnapshot } from './json-file-snapshot.ts';
import { demandSound, type Survey, surveyDataFile } from './json-file-survey.ts';
import type { ManyRows } from './memory.ts';

/** A data file as it was found: its snapshot, the changes of its logs, and the log to append to. */
export interface LoadedFile {
  readonly snapshot: FileSnapshot & { readonly meta: Meta };
  readonly changes: readonly StoredChange[];
  readonly log: LineLog;
  /** True when nothing was ever written to it. */
  readonly isNew: boolean;
}

/** Makes the meta of a new file, or of one that has lost its own. */
export type MakeMeta = () => Meta | Promise<Meta>;

/** The meta and the rows of a data file that is in order. */
export interface FoundFile {
  /** The meta; undefined for a new file, and for one that has lost its own. */
  readonly meta: Meta | undefined;
  /** The rows of a collection, in the order of their uids. */
  rowsOf(name: string): ManyRows;
}

/**
 * Receives what was found before anything on the disk is changed.
 * @throws DataFileError to refuse it
 */
export type Accept = (found: FoundFile) => void | Promise<void>;

/** The options for opening a file. */
export interface Loading {
  readonly makeMeta: MakeMeta;
  readonly accept: Accept;
  /** Called with the lines that a crash tore, which are dropped. */
  readonly notice: (text: string) => void;
}

/** The rows of a snapshot after the writes of logs, by collection and uid; of the collections that are wanted. */
export const foldRows = (
  { snapshot: { collections }, logs }: Pick<Survey, 'snapshot' | 'logs'>,
  isWanted: (name: string) => boolean = () => true,
): FileSnapshot['collections'] => {
  const tables = new Map<string, Map<string, Row>>();
  const table = (name: string): Map<string, Row> => {
    const known = tables.get(name) ?? new Map<string, Row>();
    tables.set(name, known);
    return known;
  };
  for (const [name, rows] of collections) {
    if (isWanted(name)) for (const row of rows) table(name).set(row.uid, row);
  }
  for (const { of, uid, after } of changesOfAll(logs)) {
    if (!isWanted(of.name)) continue;
    if (after) table(of.name).set(uid, after);
    else table(of.name).delete(uid);
  }
  const sortRows = (rows: Iterable<Row>): readonly Row[] => [...rows].sort((a, b) => (a.uid < b.uid ? -1 : 1));
  const filled = [...tables].filter(([, rows]) => rows.size > 0);
  return Object.fromEntries(filled.map(([name, rows]) => [name, sortRows(rows.values())]));
};

const changesOfAll = (logs: readonly ReadLog[]): readonly StoredChange[] =>
  logs.flatMap(({ writes }) => writes.flatMap(({ changes }) => changes));

const startNew = async (file: string, meta: Meta): Promise<LoadedFile> => {
  // These logs have no writes, or the file would count as lost.
  for (const generation of await logsOf(file)) await rm(logPath(file, generation));
  const snapshot = { generation: 1, sequence: 0, meta, collections: {} };
  await writeSnapshot(file, snapshot);
  return { snapshot, changes: [], log: await LineLog.create(file, 1, 0), isNew: true };
};

const resume = async (file: string, survey: Survey, makeMeta: MakeMeta): Promise<LoadedFile> => {
  const { snapshot: read, logs, stale, sequence } = survey;
  const { generation = 1 } = read;
  const snapshot = {
    generation,
    sequence: read.sequence ?? 0,
    meta: read.meta ?? (await makeMeta()),
    collections: Object.fromEntries(read.collections),
  };
  // A repaired file may have lost its own.
  if (!read.meta) await writeSnapshot(file, snapshot);
  for (const one of stale) await rm(logPath(file, one), { force: true });
  await syncDirectory(dirname(file));
  const last = logs.at(-1);
  const log = last
    ? await LineLog.resume(file, last.generation, { bytes: last.whole, sequence })
    : await LineLog.create(file, generation, sequence);
  const isNew = generation === 1 && sequence === 0 && read.collections.size === 0;
  return { snapshot, changes: changesOfAll(logs), log, isNew };
};

const load = async (file: string, { makeMeta, accept, notice }: Loading): Promise<LoadedFile> => {
  const survey = await surveyDataFile(file);
  if (survey) demandSound(file, survey);
  await accept({
    meta: survey?.snapshot.meta,
    rowsOf: (wanted) => (survey && foldRows(survey, (name) => name === wanted)[wanted]) ?? [],
  });
  // Nothing is changed before here.
  await dropSnapshotDraft(file);
  await rm(logDraft(file), { force: true });
  if (!survey) return startNew(file, await makeMeta());
  if (survey.torn) notice(`${describeTorn(survey.torn)}; they are dropped`);
  return resume(file, survey, makeMeta);
};

/** Describes the tail that a crash tore, in one line. */
export const describeTorn = ({ path, torn }: ReadLog): string =>
  `${path} line ${torn?.line} is cut off: ${torn?.bytes} bytes are not whole writes, and were not answered`;

/**
 * Reads a data file and its logs, or makes them when there is none. Remains of a crash are loaded and tidied up.
 * @throws DataFileError for anything else that is not as it was written; nothing is changed then
 */
export const loadDataFile = async (file: string, loading: Loading): Promise<LoadedFile> => {
  try {
    return await load(file, loading);
  } catch (error) {
    throw dataFileErrorOf(`${file} cannot be opened`, error);
  }
};
