import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The package's own folder: one above this file, in the source as in the bundle. */
const home = new URL('..', import.meta.url);

/** The fixtures in the form that is quickest to read, made by the build; in the source, as they are written. */
const compiledFixtures = fileURLToPath(new URL('fixtures/', import.meta.url));

/** The folder of the shipped fixtures. */
export const fixturesFolder = existsSync(compiledFixtures)
  ? compiledFixtures
  : fileURLToPath(new URL('fixtures/', home));

const preload = new URL('node-preload.cjs', import.meta.url);

/** The module that a Node loads to call hosts through the proxy of `exec --as`; beside the bundle, or in the source. */
export const nodePreload = fileURLToPath(
  existsSync(preload) ? preload : new URL('cli/node-preload.cjs', import.meta.url),
);

/** The version of the package. */
export const { version } = JSON.parse(readFileSync(new URL('package.json', home), 'utf8')) as {
  readonly version: string;
};
