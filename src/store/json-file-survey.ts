import { DataFileError, type Flaw, flawText } from './data-file-error.ts';
import { type ReadLog, readLog } from './json-file-log-read.ts';
import { logPath, logsOf } from './json-file-paths.ts';
import { lostSnapshot, type ReadSnapshot, readSnapshot } from './json-file-snapshot-read.ts';

/** Everything that can be read of a data file and of the logs that continue it. */
export interface Survey {
  readonly snapshot: ReadSnapshot;
  /** Oldest first; without those that are older than the file. */
  readonly logs: readonly ReadLog[];
  /** All damage; a torn tail does not count. */
  readonly flaws: readonly Flaw[];
  /** The log whose tail a crash tore, if there is one; it is the last one. */
  readonly torn: ReadLog | undefined;
  /** The number of the last write. */
  readonly sequence: number;
  /** Generations of logs that are no longer needed. */
  readonly stale: readonly number[];
}

/** The logs that are missing between others. */
const gapsIn = (file: string, from: number, found: readonly number[]): readonly Flaw[] =>
  found.flatMap((one, at) => {
    const expected = at === 0 ? from : (found[at - 1] ?? 0) + 1;
    if (one === expected) return [];
    const what = `is missing: ${logPath(file, one)} follows it`;
    return [{ path: logPath(file, expected), line: undefined, what }];
  });

/** The first log that holds anything that was written, even if it cannot be read. */
const firstFilled = async (file: string, generations: readonly number[]): Promise<string | undefined> => {
  for (const generation of generations) {
    const { path, size, writes, flaws } = await readLog(logPath(file, generation), generation, undefined);
    if (size > 0 && (writes.length > 0 || flaws.length > 0)) return path;
  }
  return undefined;
};

/** The readable part of a data file; undefined when there is none, and no log that has its writes. */
const snapshotOf = async (file: string, generations: readonly number[]): Promise<ReadSnapshot | undefined> => {
  const read = await readSnapshot(file);
  if (typeof read !== 'string') return read;
  const filled = await firstFilled(file, generations);
  if (filled !== undefined) return lostSnapshot(file, `${read}, but ${filled} holds writes that follow it`);
  if (read === 'is missing') return undefined;
  throw new DataFileError(`${file} is empty: it is not a data file; delete it to start anew, or restore a copy`);
};

/**
 * Reads a data file and its logs and changes nothing; undefined when there is no such file.
 * @throws DataFileError when it is not a data file, is of another format, or cannot be read
 */
export const surveyDataFile = async (file: string): Promise<Survey | undefined> => {
  const found = await logsOf(file);
  const snapshot = await snapshotOf(file, found);
  if (!snapshot) return undefined;
  // A survey without a generation starts at the oldest log: at worst it is one that is no longer needed.
  const from = snapshot.generation ?? found[0] ?? 1;
  const following = found.filter((one) => one >= from);
  const flaws: Flaw[] = [...snapshot.flaws, ...gapsIn(file, from, following)];
  const logs: ReadLog[] = [];
  let next = snapshot.sequence === undefined ? undefined : snapshot.sequence + 1;
  let torn: ReadLog | undefined;
  for (const generation of following) {
    const path = logPath(file, generation);
    const log = await readLog(path, generation, next);
    flaws.push(...log.flaws);
    const { writes } = log;
    if (torn && (writes.length > 0 || log.torn)) {
      const what = `is cut off, and ${path} goes on after it`;
      flaws.push({ path: torn.path, line: torn.torn?.line, what });
    }
    // A crash while the next log is being made leaves an empty one after a torn line.
    if (!torn || flaws.length > 0) logs.push(log);
    if (log.torn) torn ??= log;
    const last = writes.at(-1)?.sequence;
    if (last !== undefined) next = last + 1;
  }
  const needed = new Set(logs.map(({ generation }) => generation));
  const sequence = (next ?? 1) - 1;
  return { snapshot, logs, flaws, torn, sequence, stale: found.filter((one) => !needed.has(one)) };
};

/** @throws DataFileError with the first flaw, if there is any */
export const demandSound = (file: string, { flaws: [flaw] }: Survey): void => {
  if (!flaw) return;
  const advice = `"platform-mock data check ${file}" lists what is wrong, "platform-mock data repair ${file}" writes what is intact into a new file`;
  throw new DataFileError(`${flawText(flaw)}; ${advice}`);
};
