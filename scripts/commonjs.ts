import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { COMMONJS_ENTRIES } from './declarations.ts';

/** The server, which is in the script of the command line: it would be in the package once more. */
export const LIBRARY = 'index';

const LIBRARY_TEXT = `'use strict';
module.exports = require('./command-line.cjs')(require, __filename).library();
`;

/** Leaves the server to its own entry. */
export const libraryApart = (ending: 'cjs' | 'js'): Plugin => ({
  name: 'library-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/index\.ts$/ }, () => ({ path: `./${LIBRARY}.${ending}`, external: true })),
});

/** The library as a module: the script of the command line with what V8 has compiled of it, if that fits. */
const moduleText = (names: readonly string[]): string => `import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
const filename = fileURLToPath(new URL('command-line.cjs', import.meta.url));
let cachedData;
try {
  cachedData = readFileSync(filename.slice(0, -'.cjs'.length) + \`-\${process.versions.v8}-\${process.arch}.bin\`);
} catch {}
const importModuleDynamically = constants.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData, importModuleDynamically });
export const { ${names.join(', ')} } = script.runInThisContext()(createRequire(filename), filename).library();
`;

/** Writes the library as a module, with the names of the script. */
export const writeLibraryModule = (folder: string): void => {
  const names = Object.keys(createRequire(resolve(folder, 'index.js'))(`./${LIBRARY}.cjs`));
  writeFileSync(join(folder, `${LIBRARY}.js`), moduleText(names));
};

/**
 * Builds the entries that programs of CommonJS require. They share what several of them have: it is divided as modules,
 * which are then rewritten one by one, since the bundler divides nothing else.
 */
export const buildCommonJs = async (folder: string, options: BuildOptions): Promise<void> => {
  const { outputFiles } = await build({
    ...options,
    entryPoints: COMMONJS_ENTRIES.filter((name) => name !== LIBRARY).map((name) => `src/client/${name}.ts`),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    splitting: true,
    format: 'esm',
    write: false,
    plugins: [...(options.plugins ?? []), libraryApart('cjs')],
  });
  for (const { path, text } of outputFiles) {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      minifyWhitespace: true,
      // Runners that load CommonJS with a loader of their own have no dynamic import.
      supported: { 'dynamic-import': false },
    });
    writeFileSync(path, code);
  }
  writeFileSync(join(folder, `${LIBRARY}.cjs`), LIBRARY_TEXT);
};
