import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Texts by their paths below one folder, with `/` between the parts. */
export type FileTree = ReadonlyMap<string, string>;

/** Writes the files into a folder, which is created if it is missing; other files in it stay. */
export const writeTree = (folder: string, tree: FileTree): void => {
  for (const [path, text] of tree) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
};

/** Reads every file below a folder. */
export const readTree = (folder: string): FileTree =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file): [string, string] => [
        file.slice(join(folder).length + 1).replaceAll('\\', '/'),
        readFileSync(file, 'utf8'),
      ])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
