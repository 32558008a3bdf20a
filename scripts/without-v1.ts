import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SEAM } from '../src/testing/architecture/rooms.ts';
import { type SourceFile, sourceFile } from '../src/testing/architecture/source-file.ts';
import { emptiedSeam, goneWithV1, touchedByRemoval } from './v1-removal.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
/** The parts of the project that the types and the tests of v2 need. */
const COPIED = ['src', 'generated', 'scripts', 'fixtures', 'package.json', 'tsconfig.json'];
/** The rooms whose tests v2 must pass: those that describe and run it. */
const TESTED = ['schema', 'kernel', 'resources'];

/** The check of types, which reuses the results of the one before for files that have not changed since. */
const TYPES = [
  ...[join('node_modules', 'typescript', 'bin', 'tsc'), '--singleThreaded', '--incremental'],
  ...['--tsBuildInfoFile', join('node_modules', '.cache', 'without-v1.tsbuildinfo')],
];

const sources = (src: string): readonly string[] =>
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.ts'));

/** Removes v1 from a copy of src; returns the number of removed files, and those that stay. */
const removeV1 = (src: string): { readonly removed: number; readonly rest: readonly SourceFile[] } => {
  const files = sources(src).map((path) => sourceFile(path, readFileSync(join(src, path), 'utf8')));
  const gone = goneWithV1(files);
  for (const path of gone) rmSync(join(src, path));
  const seam = join(src, SEAM);
  if (existsSync(seam)) writeFileSync(seam, emptiedSeam(readFileSync(seam, 'utf8')));
  return { removed: gone.size, rest: files.filter(({ path }) => !gone.has(path)) };
};

/** The heading that a test runner prints after all tests, above those that fail. */
const FAILING = '\n✖ failing tests:';

/** Runs a program in the copy; when it fails, its output is printed, of a test runner only what fails. */
const passes = (folder: string, what: string, args: readonly string[]): boolean => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  const output = `${stdout}${stderr}`;
  const tail = output.slice(Math.max(output.indexOf(FAILING), 0));
  process.stdout.write(status === 0 ? `without v1: ${what} pass\n` : `without v1: ${what} FAIL\n${tail}\n`);
  return status === 0;
};

const folder = mkdtempSync(join(tmpdir(), 'without-v1-'));
try {
  for (const name of COPIED) cpSync(join(PROJECT, name), join(folder, name), { recursive: true });
  symlinkSync(join(PROJECT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const src = join(folder, 'src');
  const { removed, rest } = removeV1(src);
  const tests = rest.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  const touched = touchedByRemoval(tests, rest);
  // The others have the types and the outcome that they have with v1.
  for (const path of tests) if (!touched.includes(path)) rmSync(join(src, path));
  const run = touched.filter((path) => TESTED.some((room) => path.startsWith(`${room}/`)));
  process.stdout.write(`without v1: ${removed} files are taken away\n`);
  process.stdout.write(
    `without v1: ${touched.length} of ${tests.length} test files load what changed, or look at files\n`,
  );
  const typed = passes(folder, 'the types', TYPES);
  const unit = ['--import', 'tsx', join('scripts', 'unit.ts'), ...run.map((path) => join('src', path))];
  const tested = typed && (run.length === 0 || passes(folder, 'the tests', unit));
  process.exitCode = removed > 0 && tested ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
