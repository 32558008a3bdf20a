import { createRequire } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { type BuildOptions, build as bundle, type Plugin } from 'esbuild';
import { omitUndefined } from '../src/schema/defined.ts';

/** Modules that a start does not need and that load slowly (about 1 ms or more); `http` and `crypto` are in use at once. */
const BUILT_IN = ['child_process', 'dns', 'fs/promises', 'http2', 'https', 'tls', 'worker_threads', 'zlib'];
/** Packages that no start needs, with the names that the source imports from them, and reads in functions only. */
export const LAZY_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  pino: ['pino'],
  re2js: ['RE2JS'],
};

/** Modules of the source that no start needs, by their paths, with the names that others import from them. */
export const LAZY_MODULES: Readonly<Record<string, readonly string[]>> = {
  'src/resources/registry/readme-check.ts': ['isSafeReadme'],
  'src/resources/v1.ts': ['v1'],
  'src/schema/zod.ts': ['z'],
  'src/v1/operations.ts': ['v1OperationsOf'],
};

const ROOT = resolve(import.meta.dirname, '..');

/** The path of a module of the source from the root, by the name in an import of the file `importer`. */
export const pathFrom = (importer: string, name: string): string =>
  relative(ROOT, resolve(dirname(importer), name)).replaceAll('\\', '/');

/** True for a module that is loaded at its first use, by the name in an import of the file `importer`. */
export const isLazy = (name: string, importer: string): boolean =>
  Object.hasOwn(LAZY_PACKAGES, name) ||
  BUILT_IN.includes(name.replace(/^node:/, '')) ||
  Object.hasOwn(LAZY_MODULES, pathFrom(importer, name));

/**
 * Packages that become one function of the script. Bundled as any other, each function of theirs and each name that they
 * export would be made at every start: zod has 1,700.
 */
const APART = /^zod$/;
const NAMESPACE = 'lazy-module';
const APART_NAMESPACE = 'package-apart';
const OWN_NAMESPACE = 'lazy-own-module';
const SOURCE = resolve(import.meta.dirname, '../src');

const require = createRequire(import.meta.url);

/**
 * A module with the names of another, which is loaded from `path` once, when the first of them is read: a bundled
 * module is copied, with all of its names, whenever it is required.
 */
const standIn = (path: string, names: readonly string[]): string => {
  const getters = names.map((key) => `get ${JSON.stringify(key)}() { return load()[${JSON.stringify(key)}]; }`);
  return [
    'let loaded;',
    `const load = () => (loaded ??= require(${JSON.stringify(path)}));`,
    `module.exports = {\n${getters.join(',\n')}\n};`,
  ].join('\n');
};

/** A package with all that it imports as the text of a module of CommonJS. */
const bundleApart = async (
  file: string,
  { inject, target, mainFields, minifySyntax, minifyWhitespace, define, plugins = [] }: BuildOptions,
): Promise<string> => {
  const { outputFiles } = await bundle({
    ...omitUndefined({ inject, target, mainFields, minifySyntax, minifyWhitespace, define }),
    ...{ entryPoints: [file], bundle: true, write: false, format: 'cjs', platform: 'node', legalComments: 'none' },
    plugins: plugins.filter(({ name }) => name !== lazyModules.name),
  });
  return outputFiles[0]?.text ?? '';
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
    onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, kind, importer }) =>
      kind === 'import-statement' && Object.hasOwn(LAZY_MODULES, pathFrom(importer, path))
        ? { path: resolve(dirname(importer), path), namespace: OWN_NAMESPACE }
        : undefined,
    );
    onLoad({ filter: /./, namespace: OWN_NAMESPACE }, ({ path }) => ({
      contents: standIn(path, LAZY_MODULES[pathFrom(path, path)] ?? []),
      resolveDir,
    }));
    // The module that is imported everywhere: by require, a package may be another one.
    const fileOf = async (name: string): Promise<string> =>
      (await build.resolve(name, { kind: 'import-statement', resolveDir, pluginData: NAMESPACE })).path;
    onResolve({ filter: APART }, async ({ path, pluginData }) =>
      pluginData === NAMESPACE ? undefined : { path: await fileOf(path), namespace: APART_NAMESPACE },
    );
    onLoad({ filter: /./, namespace: APART_NAMESPACE }, async ({ path }) => ({
      contents: await bundleApart(path, initialOptions),
    }));
    onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => {
      const names = LAZY_PACKAGES[path];
      if (!names) return { contents: standIn(path, Object.keys(require(path))) };
      return { contents: standIn(APART.test(path) ? path : await fileOf(path), names), resolveDir };
    });
  },
};
