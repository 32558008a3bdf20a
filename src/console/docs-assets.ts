import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readBuilt } from '../package-home.ts';
import { CONSOLE_FILES, type ConsoleFile, loadConsoleFile } from './console-files.ts';
import { type PageFile, pageFile } from './page-file.ts';

/** The files of swagger-ui-dist that the page at /docs needs, with their types; no other file is ever read. */
const SWAGGER_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

const TYPES = { ...SWAGGER_FILES, ...CONSOLE_FILES };

/** A file of the pages at / and /docs. */
export type AssetName = keyof typeof TYPES;

/** Every file that is served. */
export const assetNames = Object.keys(TYPES) as readonly AssetName[];

/** The folder in which npm installs them, for a mock that runs from the source. */
const folder = (): string => dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const isConsoleFile = (name: AssetName): name is ConsoleFile => name in CONSOLE_FILES;

const bytesOf = async (name: AssetName): Promise<Uint8Array<ArrayBuffer>> => {
  if (isConsoleFile(name)) return loadConsoleFile(name);
  return new Uint8Array(readBuilt(`docs/${name}`) ?? (await readFile(join(folder(), name))));
};

const kept = new Map<AssetName, Promise<PageFile>>();

/** Reads a file on first use. Rejects if the package was installed without it. */
export const loadAsset = (name: AssetName): Promise<PageFile> => {
  const known = kept.get(name);
  if (known) return known;
  const asset = bytesOf(name).then((bytes) => pageFile(TYPES[name], bytes));
  kept.set(name, asset);
  return asset;
};
