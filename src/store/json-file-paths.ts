import { open, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { codeOf } from './data-file-error.ts';

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
