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

const preload = new URL('node-preload.cjs', import.meta.url);

/** What a Node loads to call hosts through the proxy of `exec --as`; beside the bundle, in the source where it is written. */
export const nodePreload = fileURLToPath(
  existsSync(preload) ? preload : new URL('cli/node-preload.cjs', import.meta.url),
);

/** The version of the package. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as {
  readonly version: string;
};
