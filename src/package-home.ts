import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own folder: one above this file, in the source as in the bundle. */
const home = new URL('..', import.meta.url);

/** Where the build has put the fixtures in the form that is quickest to read; in the source, where they are written. */
const compiledFixtures = fileURLToPath(new URL('fixtures/', import.meta.url));

/** Where the shipped fixtures are. */
export const fixturesFolder = existsSync(compiledFixtures)
  ? compiledFixtures
  : fileURLToPath(new URL('fixtures/', home));

/** The version of the package. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as {
  readonly version: string;
};
