import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/** The folder of this file, in the source as in the bundle. A URL of each file would lead bundlers to look for it. */
const here = dirname(fileURLToPath(import.meta.url));

// Not imported: only the executable needs this module, which other runtimes and the resolvers of runners do not have.
const sea = process.getBuiltinModule?.('node:sea');
const assets = sea?.isSea() ? sea : undefined;

/** The paths of the files that the executable has inside it; undefined if the package is a folder. */
const inside: ReadonlySet<string> | undefined =
  assets && new Set(JSON.parse(assets.getAsset('paths.json', 'utf8')) as readonly string[]);

/** The result of a function; undefined if it throws. */
const attempt = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** The executable's own bytes: whoever writes into them ends the process. */
const readInside = (path: string): Buffer | undefined =>
  inside?.has(path) ? Buffer.from(assets?.getRawAsset(path) as ArrayBuffer) : undefined;

/** Reads a file that the build has made, beside the bundle or inside the executable; undefined in the source. */
export const readBuilt = (path: string): Buffer | undefined =>
  inside ? readInside(path) : attempt(() => readFileSync(join(here, path)));

/**
 * Keeps a file beside the bundle for processes to come, as a whole or not at all. `make` is not called in a folder that
 * cannot be written into.
 */
export const keepBuilt = (path: string, make: () => Buffer): void => {
  const file = join(here, path);
  const folder = inside ? undefined : attempt(() => mkdtempSync(`${file}.`));
  if (folder === undefined) return;
  attempt(() => {
    writeFileSync(join(folder, 'whole'), make());
    renameSync(join(folder, 'whole'), file);
  });
  attempt(() => rmSync(folder, { recursive: true }));
};

/** The files of a folder, by their names. */
export interface Files {
  readonly names: () => readonly string[];
  /** Reads one. @throws Error if there is none of this name */
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

/** @throws Error always: a bundler has moved this file away from those that it reads */
const bundledAway = (): never => {
  throw new Error(
    `the files of platform-mock are not beside ${here}: leave platform-mock out of the bundle, as an external package`,
  );
};

/** The folder with the fixtures in the form that is quickest to read, made by the build; in the source, as they are written. */
const fixturesFolder = [join(here, FIXTURES), join(here, '..', FIXTURES)].find((folder) =>
  ['default.json', 'default.yaml'].some((name) => existsSync(join(folder, name))),
);

/** The files of the shipped fixtures. */
export const shippedFixtures: Files = inside
  ? fixturesInside(inside)
  : fixturesFolder === undefined
    ? { names: bundledAway, read: bundledAway }
    : filesIn(fixturesFolder);

/** Reads the module that a Node loads to call hosts through the proxy of `exec --as`; in the source, as it is written. */
export const readNodePreload = (): Buffer =>
  readBuilt('node-preload.cjs') ?? readFileSync(join(here, 'cli/node-preload.cjs'));

/** The folders with files of the package: above the bundle or the source, beside the bundle, or in node_modules. */
const PLACES = [join(here, '..'), here, join(here, '../node_modules/google-proto-files')];

const placeOf = (path: string): string =>
  PLACES.map((folder) => join(folder, path)).find((place) => existsSync(place)) ?? path;

/** The paths of the files below a folder of the package, from that folder. Entries of Yarn's archives have only a name. */
const pathsBelow = (folder: string): readonly string[] =>
  readdirSync(placeOf(folder), { withFileTypes: true })
    .flatMap((entry) =>
      entry.isDirectory() ? pathsBelow(`${folder}/${entry.name}`).map((path) => `${entry.name}/${path}`) : [entry.name],
    )
    .sort();

/** The beginning of a file that the build has packed (RFC 1952). */
const PACKED = 0x1f8b;

/** The pages, and what is emitted from the source: by their paths in the package, or inside the executable. */
export const packageFiles = {
  pathsIn: (folder: string): readonly string[] =>
    inside
      ? [...inside].filter((path) => path.startsWith(`${folder}/`)).map((path) => path.slice(folder.length + 1))
      : pathsBelow(folder),
  read: (path: string): Buffer => {
    const bytes = readInside(path) ?? readFileSync(placeOf(path));
    return bytes.readUInt16BE() === PACKED ? gunzipSync(bytes) : bytes;
  },
};
