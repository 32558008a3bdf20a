import { readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readText } from '../command/read-text.ts';
import { whyUnreadable } from '../schema/utf8-text.ts';
import { FixtureError, mistakeOf } from '../seed/fixture-error.ts';
import { fixtureErrorOf, isFixtureFile } from '../seed/load.ts';

const NOWHERE = { line: 0, column: 0 };

/** The file that allows a folder without a fixture: the container image's own. */
const MAY_BE_EMPTY = '.may-be-empty';

const refusalOf = (called: string, reason: string): FixtureError =>
  new FixtureError([mistakeOf(called, NOWHERE, [], reason)]);

const namesIn = (folder: string, called: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch (error) {
    throw refusalOf(called, whyUnreadable(error));
  }
};

/**
 * The fixtures of a folder, in natural order; `called` is its name in a refusal.
 * @throws FixtureError when it is missing, or holds none and no file that says that it may
 */
export const fixturesIn = (folder: string, called = `--init-dir ${folder}`): readonly string[] => {
  const names = namesIn(folder, called);
  const inNaturalOrder = new Intl.Collator('en', { numeric: true }).compare;
  const fixtures = names.filter((name) => /\.(?:ya?ml|json)$/.test(name)).sort(inNaturalOrder);
  if (fixtures.length === 0 && !names.includes(MAY_BE_EMPTY)) {
    throw refusalOf(called, 'holds no fixture: no file ends in .yaml, .yml or .json');
  }
  return fixtures.map((name) => join(folder, name));
};

/** The fixtures of a folder in natural order. A name that a folder without any has, too, stays a name. */
const fixturesOf = async (path: string): Promise<readonly string[]> => {
  try {
    return await fixturesIn(path, path);
  } catch (error) {
    if (/[/\\]/.test(path)) throw error;
    return [path];
  }
};

/** True if a path is one of a folder. */
export const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Names and files as they were given, with each folder replaced by its fixtures. */
export const unfold = async (given: readonly string[]): Promise<readonly string[]> =>
  (await Promise.all(given.map(async (path) => ((await isFolder(path)) ? fixturesOf(path) : [path])))).flat();

/**
 * A fixture as the control plane takes it: the text of a file, or the name of a shipped one.
 * @throws FixtureError for a file that cannot be read
 */
export const readFixture = async (fixture: string): Promise<string | { readonly name: string }> =>
  isFixtureFile(fixture)
    ? readText(fixture, (reason, error) => fixtureErrorOf(fixture, error, reason))
    : { name: fixture };
