import { readFileSync } from 'node:fs';
import { open, readdir, readlink, realpath } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { codeOf, DataFileError } from './data-file-error.ts';

/** The path of the log of a generation. */
export const logPath = (file: string, generation: number): string => `${file}.log.${generation}`;

/** The path at which a log is made before it gets its name. */
export const logDraft = (file: string): string => `${file}.log.next`;

/** The generations of the logs beside a data file, oldest first. */
export const logsOf = async (file: string): Promise<readonly number[]> => {
  const prefix = `${basename(file)}.log.`;
  const names = await readdir(dirname(file)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d{0,14}$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .sort((a, b) => a - b);
};

/** Makes changes of the names in a directory durable. */
export const syncDirectory = async (path: string): Promise<void> => {
  // Windows has no handles on directories; its file system journals names without a sync.
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  await directory.sync().finally(() => directory.close());
};

/** The most links that may lead to a file. */
const MAX_LINKS = 40;

/** The paths at which this process has something mounted, if the system says so. */
const mountPoints = (): string => {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
};

/** True if a file is mounted by itself, by the text of `/proc/self/mountinfo`. */
export const isMountedAlone = (file: string, mounts = mountPoints()): boolean => {
  // Blanks, tabs, line breaks and backslashes are written in octal digits.
  const written = file.replaceAll(/[ \t\n\\]/g, (found) => `\\${found.charCodeAt(0).toString(8).padStart(3, '0')}`);
  return mounts.split('\n').some((line) => line.split(' ')[4] === written);
};

/**
 * The path of a file behind all links, also those to a file that is not there yet: it is replaced by renaming, and
 * a link stays a link to the new file.
 * @throws DataFileError for a file that cannot be replaced, since it is mounted by itself; for links in a circle
 */
export const placeOf = async (path: string, links = 0): Promise<string> => {
  const file = await realpath(path).catch(async (error: unknown) => {
    if (codeOf(error) === 'ELOOP' || links > MAX_LINKS) throw new DataFileError(`${path} is a link to itself`, error);
    const target = await readlink(path).catch(() => undefined);
    return target === undefined ? resolve(path) : placeOf(resolve(dirname(path), target), links + 1);
  });
  if (isMountedAlone(file)) {
    throw new DataFileError(
      `${file} is mounted by itself, and what is written beside it would be lost: mount the folder`,
    );
  }
  return file;
};
