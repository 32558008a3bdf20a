import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { lazyModules } from './lazy-modules.ts';

const COMPILE = join(import.meta.dirname, 'compile-command-line.cjs');

const MODULE_URL = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/** The script is a function, so that it has no names in common with what loads it. */
const HEAD = `(function (require, __filename) {
${MODULE_URL}
`;

/** Leaves the command line to the modules of the package. */
const asModules = (modules: string): Plugin => ({
  name: 'as-modules',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: `./${modules}`, external: true })),
});

/**
 * Builds what the package runs: a script of CommonJS, since Node begins with modules later, which loads what
 * `buildCommandLine` has made, or else the command line as `modules`.
 */
export const buildEntry = async (folder: string, modules: string, options: BuildOptions): Promise<void> => {
  const file = join(folder, 'main.cjs');
  await build({
    ...options,
    entryPoints: ['src/entry.ts'],
    outfile: file,
    format: 'cjs',
    banner: { js: MODULE_URL },
    define: { 'import.meta.url': '__importMetaUrl' },
    plugins: [asModules(modules)],
  });
  chmodSync(file, 0o755);
};

/** Builds the command line once more, as one script beside what V8 has compiled of it, which is half of a start. */
export const buildCommandLine = async (folder: string, options: BuildOptions): Promise<void> => {
  const file = join(folder, 'command-line.cjs');
  await build({
    ...options,
    entryPoints: ['src/main.ts'],
    outfile: file,
    format: 'cjs',
    define: { 'import.meta.url': '__importMetaUrl' },
    plugins: [...(options.plugins ?? []), lazyModules],
  });
  const text = readFileSync(file, 'utf8').replace(/^#!.*\n/, '');
  // It is read without a look at its encoding, which is quicker.
  if (Buffer.byteLength(text) > text.length) throw new Error('the command line has characters that are not of ASCII');
  writeFileSync(file, `${HEAD}${text}\n})`);
  const compiled = join(folder, `command-line-${process.versions.v8}-${process.arch}.bin`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILE, resolve(file), resolve(compiled)], {
    encoding: 'utf8',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'))),
  });
  if (status !== 0) throw new Error(`the command line could not be compiled: ${stdout}${stderr}`);
};
