import { readBuilt } from '../package-home.ts';

/** The scripts and styles of the pages at / and at /docs, and the script of the page of a trace, with their types. */
export const CONSOLE_FILES = {
  'console.js': 'text/javascript; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'docs.css': 'text/css; charset=utf-8',
  'trace.js': 'text/javascript; charset=utf-8',
} as const;

/** A file of the pages. */
export type ConsoleFile = keyof typeof CONSOLE_FILES;

interface Bundler {
  readonly bundleConsole: () => Promise<{ readonly files: Readonly<Record<ConsoleFile, Uint8Array<ArrayBuffer>>> }>;
}

let bundled: ReturnType<Bundler['bundleConsole']> | undefined;

/** Reads a file of the pages, or makes it if it is not built. Rejects if neither is possible. */
export const loadConsoleFile = async (name: ConsoleFile): Promise<Uint8Array<ArrayBuffer>> => {
  const built = readBuilt(`docs/${name}`);
  if (built) return new Uint8Array(built);
  // Only a mock that runs from the source has the bundler of the build.
  const bundler = new URL('../../scripts/console-bundle.mjs', import.meta.url);
  bundled ??= import(bundler.href).then((made: Bundler) => made.bundleConsole());
  return (await bundled).files[name];
};
