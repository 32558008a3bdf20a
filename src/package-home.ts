import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { getAsset, getRawAsset, isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

/** The package's own folder: one above this file, in the source as in the bundle. */
const home = new URL('..', import.meta.url);

/** The paths of the files that the executable has inside it; undefined where the package is a folder. */
const inside: ReadonlySet<string> | undefined = isSea()
  ? new Set(JSON.parse(getAsset('paths.json', 'utf8')) as readonly string[])
  : undefined;

/** True in the executable, which has no file beside it. */
export const isExecutable = inside !== undefined;

const readFile = (file: URL): Buffer | undefined => {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
};

/** The executable's own bytes: whoever writes into them ends the process. */
const readInside = (path: string): Buffer | undefined =>
  inside?.has(path) ? Buffer.from(getRawAsset(path) as ArrayBuffer) : undefined;

/** Reads a file that the build has made, beside the bundle or inside the executable; undefined in the source. */
export const readBuilt = (path: string): Buffer | undefined =>
  isExecutable ? readInside(path) : readFile(new URL(path, import.meta.url));

/** The files of a folder, by their names. */
export interface Files {
  readonly names: () => readonly string[];
  /** Reads one. @throws Error where there is none of this name */
  readonly read: (name: string) => Buffer;
}

/** The files of a folder of the system. */
export const filesIn = (folder: string | URL): Files => {
  const path = typeof folder === 'string' ? folder : fileURLToPath(folder);
  return { names: () => readdirSync(path), read: (name) => readFileSync(`${path}/${name}`) };
};

const FIXTURES = 'fixtures/';

const fixturesInside = (paths: ReadonlySet<string>): Files => {
  const names = [...paths].filter((path) => path.startsWith(FIXTURES)).map((path) => path.slice(FIXTURES.length));
  return {
    names: () => names,
    read: (name) => {
      const bytes = readInside(`${FIXTURES}${name}`);
      if (!bytes) throw Object.assign(new Error(`there is no fixture ${name}`), { code: 'ENOENT' });
      return bytes;
    },
  };
};

/** The fixtures in the form that is quickest to read, made by the build; in the source, as they are written. */
const compiledFixtures = new URL(FIXTURES, import.meta.url);

/** The files of the shipped fixtures. */
export const shippedFixtures: Files = inside
  ? fixturesInside(inside)
  : filesIn(existsSync(compiledFixtures) ? compiledFixtures : new URL(FIXTURES, home));

/** Reads the module that a Node loads to call hosts through the proxy of `exec --as`; in the source, as it is written. */
export const readNodePreload = (): Buffer =>
  readBuilt('node-preload.cjs') ?? readFileSync(new URL('cli/node-preload.cjs', import.meta.url));

/** The version of the package. */
export const { version } = JSON.parse(
  inside ? getAsset('package.json', 'utf8') : readFileSync(new URL('package.json', home), 'utf8'),
) as { readonly version: string };
