import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

const COMPILE = join(import.meta.dirname, 'compile-command-line.cjs');

/** The script is a function, so that it has no names in common with what loads it. */
const HEAD = `(function (require, __filename) {
const __importMetaUrl = require('node:url').pathToFileURL(__filename).href;
`;

/** Builds the command line once more, as one script beside what V8 has compiled of it, which is half of a start. */
export const buildCommandLine = async (folder: string, options: BuildOptions): Promise<void> => {
  const file = join(folder, 'command-line.cjs');
  await build({
    ...options,
    entryPoints: ['src/main.ts'],
    outfile: file,
    format: 'cjs',
    define: { 'import.meta.url': '__importMetaUrl' },
  });
  const text = readFileSync(file, 'utf8').replace(/^#!.*\n/, '');
  writeFileSync(file, `${HEAD}${text}\n})`);
  const compiled = join(folder, `command-line-${process.versions.v8}-${process.arch}.bin`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILE, resolve(file), resolve(compiled)], {
    encoding: 'utf8',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PLATFORM_'))),
  });
  if (status !== 0) throw new Error(`the command line could not be compiled: ${stdout}${stderr}`);
};
