import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';

/** Modules that a start does not need and that load slowly (about 1 ms or more); `http` and `crypto` are in use at once. */
const BUILT_IN = ['child_process', 'dns', 'fs/promises', 'http2', 'https', 'tls', 'worker_threads', 'zlib'];
/** Packages that no start needs, with the names that the source has of them, which it reads in functions only. */
export const LAZY_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  pino: ['pino'],
  re2js: ['RE2JS'],
  zod: ['z'],
};

/** True for a module that is loaded at its first use, by the name that an import has of it. */
export const isLazy = (name: string): boolean =>
  Object.hasOwn(LAZY_PACKAGES, name) || BUILT_IN.includes(name.replace(/^node:/, ''));

const NAMESPACE = 'lazy-module';
const SOURCE = resolve(import.meta.dirname, '../src');

const require = createRequire(import.meta.url);

/**
 * A module with the names of another, which is loaded from `path` when the first of them is read, and only then: what
 * was bundled is copied, with all of its names, whenever it is required.
 */
const standIn = (path: string, names: readonly string[]): string => {
  const getters = names.map((key) => `get ${JSON.stringify(key)}() { return load()[${JSON.stringify(key)}]; }`);
  return [
    'let loaded;',
    `const load = () => (loaded ??= require(${JSON.stringify(path)}));`,
    `module.exports = {\n${getters.join(',\n')}\n};`,
  ].join('\n');
};

/** Loads the slower modules at their first use. Packages of CommonJS, which name them by require, have them at once. */
export const lazyModules: Plugin = {
  name: 'lazy-modules',
  setup: ({ onResolve, onLoad, initialOptions, ...build }) => {
    const resolveDir = initialOptions.absWorkingDir ?? process.cwd();
    onResolve({ filter: new RegExp(`^(?:node:)?(?:${BUILT_IN.join('|')})$`) }, ({ path, kind }) =>
      kind === 'import-statement' ? { path: `node:${path.replace(/^node:/, '')}`, namespace: NAMESPACE } : undefined,
    );
    onResolve({ filter: new RegExp(`^(?:${Object.keys(LAZY_PACKAGES).join('|')})$`) }, ({ path, kind, importer }) =>
      kind === 'import-statement' && importer.startsWith(SOURCE) ? { path, namespace: NAMESPACE } : undefined,
    );
    onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => {
      const names = LAZY_PACKAGES[path];
      if (!names) return { contents: standIn(path, Object.keys(require(path))) };
      // The module that is imported elsewhere: by require, a package may be another one.
      const { path: file } = await build.resolve(path, { kind: 'import-statement', resolveDir });
      return { contents: standIn(file, names), resolveDir };
    });
  },
};
