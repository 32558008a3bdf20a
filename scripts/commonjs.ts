import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { COMMONJS_ENTRIES } from './declarations.ts';

/** The server, which is in the script of the command line: it would be in the package once more. */
const LIBRARY = 'index';

const LIBRARY_TEXT = `'use strict';
module.exports = require('./command-line.cjs')(require, __filename).library();
`;

/** Leaves the server to its own entry. */
const libraryApart: Plugin = {
  name: 'library-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/index\.ts$/ }, () => ({ path: `./${LIBRARY}.cjs`, external: true })),
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
    plugins: [...(options.plugins ?? []), libraryApart],
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
