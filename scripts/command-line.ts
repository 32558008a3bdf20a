import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { lazyModules } from './lazy-modules.ts';

const COMPILE = join(import.meta.dirname, 'compile-command-line.cjs');

const MODULE_URL = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * The script is a function, so that it has no names in common with what loads it. The command line runs the script and
 * gets the function; a program that requires the script gets it as the exports.
 */
const HEAD = `(typeof module === 'undefined' ? (parts) => parts : (parts) => { module.exports = parts; })(function (require, __filename) {
${MODULE_URL}
const exports = {};
`;

const TAIL = `
return exports;
})`;

/** What is in the script, which has each module once. A part is loaded when it is called for. */
const PARTS = `
exports.commandLine = () => void require('./src/main.ts');
exports.library = () => require('./src/client/index.ts');
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

/**
 * Builds the command line once more, as one script beside what V8 has compiled of it, which is half of a start. The
 * script has the library, too, for programs of CommonJS.
 */
export const buildCommandLine = async (folder: string, options: BuildOptions): Promise<void> => {
  const file = join(folder, 'command-line.cjs');
  await build({
    ...options,
    stdin: { contents: PARTS, resolveDir: '.', loader: 'js' },
    outfile: file,
    format: 'cjs',
    define: { ...options.define, 'import.meta.url': '__importMetaUrl' },
    plugins: [...(options.plugins ?? []), lazyModules],
  });
  const text = readFileSync(file, 'utf8');
  // It is read without a look at its encoding, which is quicker.
  if (Buffer.byteLength(text) > text.length) throw new Error('the command line has characters that are not of ASCII');
  writeFileSync(file, `${HEAD}${text}${TAIL}`);
  const compiled = join(folder, `command-line-${process.versions.v8}-${process.arch}.bin`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILE, resolve(file), resolve(compiled)], {
    encoding: 'utf8',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'))),
  });
  if (status !== 0) throw new Error(`the command line could not be compiled: ${stdout}${stderr}`);
};
