import { existsSync, readFileSync } from 'node:fs';

/** The package's own file, seen from the bundle and from the source. */
const PLACES = ['../package.json', '../../package.json'];

/**
 * The version of the product.
 * @throws Error when the package's file is not where it belongs
 */
export const packageVersion = (): string => {
  const place = PLACES.map((path) => new URL(path, import.meta.url)).find((url) => existsSync(url));
  if (!place) throw new Error('package.json is not where it belongs');
  const { version } = JSON.parse(readFileSync(place, 'utf8')) as { readonly version: string };
  return version;
};
