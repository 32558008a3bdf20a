import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files of swagger-ui-dist that the page at /docs needs, with their types; no other file is ever read. */
const TYPES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** A file of the page at /docs. */
export type AssetName = keyof typeof TYPES;

/** A file as it is served. */
export interface Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Every file that is served. */
export const assetNames = Object.keys(TYPES) as readonly AssetName[];

/** Beside the bundle, where the build copies them; from the source, where npm installs them. */
const folder = (): string => {
  const beside = fileURLToPath(new URL('docs/', import.meta.url));
  if (existsSync(beside)) return beside;
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
};

const kept = new Map<AssetName, Promise<Asset>>();

/** Reads a file on first use. Rejects where the package was installed without it. */
export const loadAsset = (name: AssetName): Promise<Asset> => {
  const known = kept.get(name);
  if (known) return known;
  const asset = readFile(join(folder(), name)).then((bytes) => ({ type: TYPES[name], bytes: new Uint8Array(bytes) }));
  kept.set(name, asset);
  return asset;
};
