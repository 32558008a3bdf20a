import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, DataFileError, reasonOf } from './data-file-error.ts';

/** The number of tries for a lock that other processes take over at the same time. */
const ATTEMPTS = 5;
/** The milliseconds for which a lock may be empty because its process is still writing it. */
const WRITING_MILLIS = 100;

/**
 * The start time of a process, if the system reports it. In a container the same few pids return at every start, so
 * with the pid only, the lock of a killed server would look taken for ever.
 */
const startOf = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold spaces; the start is the 22nd field, the 20th after the name.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

const isAlive = (pid: number, started: string): boolean => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    if (codeOf(error) !== 'EPERM') return false;
  }
  return started === startOf(pid);
};

interface Holder {
  readonly text: string;
  readonly pid: number;
  readonly started: string;
}

const holderOf = async (path: string): Promise<Holder | undefined> => {
  const read = (): string | undefined => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  };
  let text = read();
  if (text === '') {
    await wait(WRITING_MILLIS);
    text = read();
  }
  if (text === undefined) return undefined;
  const [pid = '', started = ''] = text.trim().split(' ');
  return { text, pid: Number(pid), started };
};

/**
 * Refuses a data file that a live process has open, but does not lock it.
 * @throws DataFileError
 */
export const demandFree = async (file: string): Promise<void> => {
  const path = `${file}.lock`;
  const holder = await holderOf(path);
  if (holder) demandEnded(file, path, holder);
};

/** @throws DataFileError when the holder of a lock is alive */
const demandEnded = (file: string, path: string, { pid, started }: Holder): void => {
  if (pid > 0 && isAlive(pid, started))
    throw new DataFileError(`${file} is in use by process ${pid}, which holds ${path}`);
};

/** Removes a dead process's lock; another process may have removed it, and made its own, a moment before. */
const removeLock = (path: string, text: string): void => {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside);
  else renameSync(aside, path);
};

/**
 * Locks a data file against other processes by FILE.lock, which holds `pid start` of this one. The lock of a
 * process that has ended is taken over. Processes that cannot see each other, such as two containers on one
 * volume, are not locked out.
 * @returns the function that releases the lock
 * @throws DataFileError when a live process, or this one, holds it
 */
export const lockDataFile = async (file: string): Promise<() => void> => {
  const path = `${file}.lock`;
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      try {
        writeFileSync(path, mine, { flag: 'wx' });
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      const holder = await holderOf(path);
      if (!holder) continue;
      demandEnded(file, path, holder);
      removeLock(path, holder.text);
    }
  } catch (error) {
    if (error instanceof DataFileError) throw error;
    throw new DataFileError(`${path} cannot be made: ${reasonOf(error)}`, error);
  }
  throw new DataFileError(`${path} changes hands all the time; try again`);
};
