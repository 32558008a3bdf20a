import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { parseSync } from 'oxc-parser';
import { lazyModules } from './lazy-modules.ts';

const SCRIPT = 'command-line.cjs';

const COMPILE = join(import.meta.dirname, 'compile-command-line.cjs');

const MODULE_URL = "const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * The script is a function, so that it has no names in common with what loads it. The command line runs the script and
 * gets the function; a program that requires the script gets it as the exports.
 */
const HEAD = `(typeof module === 'undefined' ? (parts) => parts : (parts) => (module.exports = parts))(function (require, __filename, started) {
${MODULE_URL}
const exports = {};
`;

const TAIL = `
return exports;
})`;

/** The parts of the script, which has each module once. A part is loaded when it is called for. */
const PARTS = `
exports.commandLine = () => void require('./src/main.ts');
exports.library = () => require('./src/client/index.ts');
`;

/** Leaves the command line to its script. */
const asScript: Plugin = {
  name: 'as-script',
  setup: ({ onResolve }) => onResolve({ filter: /^\.\/main\.ts$/ }, () => ({ path: `./${SCRIPT}`, external: true })),
};

/** The call by which esbuild runs the function of a module, the only member of an object. */
const CALL_BY_NAME = /\(0,(\w+)\[__getOwnPropNames\(\1\)\[0\]\]\)/g;

/**
 * Gives esbuild's helpers the function of each module itself, instead of an object that has it under the module's path.
 * These 1,500 objects have a hidden class each: V8 took a tenth of a start to sort them into one table.
 */
const withPlainModules = (text: string): string => {
  const kinds = text.match(CALL_BY_NAME)?.length;
  if (kinds !== 2) throw new Error(`modules are called in ${kinds ?? 0} ways, and not as __esm and __commonJS do`);
  const parts: string[] = [];
  let done = 0;
  for (const statement of parseSync(SCRIPT, text).program.body) {
    if (statement.type !== 'VariableDeclaration') continue;
    for (const { init } of statement.declarations) {
      const module = init?.type === 'CallExpression' ? init.arguments[0] : undefined;
      const member = module?.type === 'ObjectExpression' ? module.properties[0] : undefined;
      if (!module || member?.type !== 'Property' || !member.method) continue;
      // From `{"src/name.ts"(){…}}` to `function(){…}`.
      parts.push(text.slice(done, module.start), 'function', text.slice(member.value.start, member.value.end));
      done = module.end;
    }
  }
  parts.push(text.slice(done));
  return parts.join('').replaceAll(CALL_BY_NAME, '$1');
};

/**
 * Builds the program of the package: a script of CommonJS, which Node starts sooner than a module. It loads the script
 * that `buildCommandLine` has made.
 */
export const buildEntry = async (folder: string, options: BuildOptions): Promise<void> => {
  await build({
    ...options,
    entryPoints: { main: 'src/entry.ts', loader: 'src/compiled-main.ts' },
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    banner: { js: MODULE_URL },
    define: { 'import.meta.url': '__importMetaUrl' },
    plugins: [asScript],
  });
  chmodSync(join(folder, 'main.cjs'), 0o755);
};

/**
 * Builds the command line as one script, with the code that V8 has compiled of it beside it: to compile it takes half
 * of a start. The script contains the library, too. Returns the files that it is made of.
 */
export const buildCommandLine = async (folder: string, options: BuildOptions): Promise<readonly string[]> => {
  const file = join(folder, SCRIPT);
  const { metafile } = await build({
    ...options,
    stdin: { contents: PARTS, resolveDir: '.', loader: 'js' },
    outfile: file,
    format: 'cjs',
    metafile: true,
    define: { ...options.define, 'import.meta.url': '__importMetaUrl' },
    plugins: [...(options.plugins ?? []), lazyModules],
  });
  const text = withPlainModules(readFileSync(file, 'utf8'));
  // It is read without a look at its encoding, which is quicker.
  if (Buffer.byteLength(text) > text.length) throw new Error('the command line has characters that are not of ASCII');
  // The compiled code of the script has this mark in its name: V8 would take that of another script of this length.
  const mark = createHash('sha256').update(text).digest('hex').slice(0, 16);
  writeFileSync(file, `${HEAD}${text}${TAIL}/*${mark}*/`);
  const compiled = join(folder, `command-line-${mark}-${process.versions.v8}-${process.arch}.bin`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILE, resolve(file), resolve(compiled)], {
    encoding: 'utf8',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'))),
  });
  if (status !== 0) throw new Error(`the command line could not be compiled: ${stdout}${stderr}`);
  // A file that a plugin reads is behind the name of the plugin.
  return Object.keys(metafile.inputs).map((path) => path.replace(/^[\w-]+:/, ''));
};
