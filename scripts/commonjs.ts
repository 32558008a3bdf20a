import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin, transform } from 'esbuild';
import { omitUndefined } from '../src/schema/defined.ts';
import { COMMONJS_ENTRIES } from './declarations.ts';

/** The server: its entry loads it from the script of the command line, so that the package has it once. */
export const LIBRARY = 'index';

const LIBRARY_TEXT = `'use strict';
const [fs, modules, vm] = ['node:fs', 'node:module', 'node:vm'].map((name) => process.getBuiltinModule?.(name));
// Other runtimes, runners with a context of their own, and bundles load the script as any other file.
const isPlain = !process.versions.bun && !process.versions.deno && vm?.runInThisContext('globalThis') === globalThis;
const run =
  isPlain && fs.existsSync(\`\${__dirname}/loader.cjs\`)
    ? modules.createRequire(__filename)('./loader.cjs').loadScript()
    : require('./command-line.cjs');
module.exports = run(require, __filename).library();
`;

/** Leaves the server to its own entry. */
export const libraryApart = (ending: 'cjs' | 'js'): Plugin => ({
  name: 'library-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/index\.ts$/ }, () => ({ path: `./${LIBRARY}.${ending}`, external: true })),
});

/** The library as a module; in a bundle, which has no file of ours beside it, its functions say so. */
const moduleText = (names: readonly string[]): string => `import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
const here = dirname(fileURLToPath(import.meta.url));
const refuse = async () => {
  throw new Error(\`the files of platform-mock are not beside \${here}: leave platform-mock out of the bundle, as an external package\`);
};
const refusing = { ${names.map((name) => `${name}: ${/^[A-Z]/.test(name) ? 'class extends Error {}' : 'refuse'}`).join(', ')} };
const isWhole = existsSync(join(here, 'command-line.cjs'));
export const { ${names.join(', ')} } = isWhole ? createRequire(import.meta.url)('./${LIBRARY}.cjs') : refusing;
`;

/** Writes the library as a module, with the names of the script. */
export const writeLibraryModule = (folder: string): void => {
  const names = Object.keys(createRequire(resolve(folder, 'index.js'))(`./${LIBRARY}.cjs`));
  writeFileSync(join(folder, `${LIBRARY}.js`), moduleText(names));
};

/**
 * Builds the entries that programs of CommonJS require. Their shared code is in files of its own: the bundler splits
 * only ES modules, so these are rewritten to CommonJS one by one.
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
      ...omitUndefined({ lineLimit: options.lineLimit }),
      // Runners that load CommonJS with a loader of their own have no dynamic import.
      supported: { 'dynamic-import': false },
    });
    writeFileSync(path, code);
  }
  writeFileSync(join(folder, `${LIBRARY}.cjs`), LIBRARY_TEXT);
};
