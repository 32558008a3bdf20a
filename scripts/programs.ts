import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** True for a file that the user of this process can run. */
export const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** Absolute path of the first of some programs that is on the PATH; undefined where none is. */
export const findProgram = (...names: readonly string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
};
