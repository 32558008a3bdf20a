import { parseSync } from 'oxc-parser';
import { roomOf, SEAM } from '../src/testing/architecture/rooms.ts';
import { type SourceFile, targetOf } from '../src/testing/architecture/source-file.ts';

const OLDER = ['v1', 'resources/v1'];

const isOlder = (path: string): boolean => OLDER.includes(roomOf(path));

/** True for tests, and for files that only tests use. */
const isTest = (path: string): boolean => path.endsWith('.test.ts') || roomOf(path) === 'testing';

/**
 * The files that are removed with v1, by paths from src: the rooms of v1, and every test that imports a file that goes.
 * A production file that does so stays, so that its types break.
 */
export const goneWithV1 = (files: readonly SourceFile[]): ReadonlySet<string> => {
  const gone = new Set(files.map(({ path }) => path).filter(isOlder));
  for (let size = -1; size !== gone.size; ) {
    size = gone.size;
    for (const { path, imports } of files) {
      if (isTest(path) && imports.some(({ from }) => gone.has(targetOf(path, from)))) gone.add(path);
    }
  }
  return gone;
};

/** The modules through which a test could find out that v1 is gone, without an import of it. */
const LOOKS_AROUND = ['node:fs', 'node:fs/promises', 'node:child_process'];

/**
 * The tests among some that the removal may change: they load the seam, or could look at files. All others load the
 * same bytes with v1 and without it, and behave the same.
 */
export const touchedByRemoval = (tests: readonly string[], files: readonly SourceFile[]): readonly string[] => {
  const known = new Map(files.map((file) => [file.path, file]));
  const loadedBy = (path: string, loaded = new Set<string>()): ReadonlySet<string> => {
    if (loaded.has(path)) return loaded;
    loaded.add(path);
    for (const { from } of known.get(path)?.imports ?? []) {
      loadedBy(from.startsWith('.') ? targetOf(path, from) : from, loaded);
    }
    return loaded;
  };
  return tests.filter((test) => {
    const loaded = loadedBy(test);
    return [SEAM, ...LOOKS_AROUND].some((path) => loaded.has(path));
  });
};

/**
 * The seam without v1: its imports from there are gone, and each list that it exports is empty.
 * @throws Error when it exports anything but lists with their type written down, as `readonly T[]`
 */
export const emptiedSeam = (text: string): string => {
  const { program } = parseSync('v1.ts', text);
  return program.body
    .map((statement) => {
      const written = text.slice(statement.start, statement.end);
      if (statement.type === 'ImportDeclaration') return isOlder(targetOf(SEAM, statement.source.value)) ? '' : written;
      const list = /^export const \w+: readonly [^=]+\[\] = /.exec(written)?.[0];
      if (list === undefined) throw new Error(`src/${SEAM} may only export lists with their type: ${written}`);
      return `${list}[];`;
    })
    .filter((line) => line !== '')
    .join('\n')
    .concat('\n');
};
