import { resolve } from 'node:path';
import type { CreateWorld } from '../../generated/nouns.ts';
import { readGiven } from '../given-file.ts';
import { decodeUtf8, whyUnreadable } from '../schema/utf8-text.ts';
import type { WorldOptions } from './world-options.client.ts';

/** The endings of files that are fixtures. */
const ENDINGS = ['.yaml', '.yml', '.json'] as const;
const PREFIX = 'fixture:';

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(String((error as NodeJS.ErrnoException).code));

const pathsOf = (name: string, folders: readonly string[]): readonly string[] => {
  const names = ENDINGS.some((ending) => name.endsWith(ending)) ? [name] : ENDINGS.map((ending) => `${name}${ending}`);
  return [...new Set(folders.flatMap((folder) => names.map((each) => resolve(folder, each))))];
};

/**
 * Reads the fixture with which a world is to begin from the first of some folders that has its file, which takes
 * precedence over a shipped one of that name (behaviour W7).
 * @throws Error for a file that cannot be read
 */
export const readFixtureFile = async ({
  folders = [process.cwd()],
  ...wanted
}: WorldOptions): Promise<{ readonly wanted: CreateWorld; readonly missing: readonly string[] }> => {
  const { from, fixture } = wanted;
  if (fixture !== undefined || !from?.startsWith(PREFIX)) return { wanted, missing: [] };
  const missing: string[] = [];
  for (const path of pathsOf(from.slice(PREFIX.length), folders)) {
    try {
      return { wanted: { ...wanted, fixture: decodeUtf8(await readGiven(path)) }, missing };
    } catch (error) {
      if (!isMissing(error)) throw new Error(`${path}: ${whyUnreadable(error)}`, { cause: error });
      missing.push(path);
    }
  }
  return { wanted, missing };
};
