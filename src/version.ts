import { readFileSync } from 'node:fs';

/** Set by the build, so that the client knows its version in a bundle, too, which has no file of ours beside it. */
declare const PACKAGE_VERSION: string | undefined;

const versionInSource = (): string => {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
};

/** The version of the package. */
export const version: string = typeof PACKAGE_VERSION === 'undefined' ? versionInSource() : PACKAGE_VERSION;
