import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bundle } from './bundled-tests.ts';

const inSource = (room: string): string => `src/${room}`;

/**
 * Rooms whose files may share a process, by what they declare: messages have a name once in a process. The first take
 * longest, so that the last leave no core idle.
 */
export const SHARING: readonly (readonly string[])[] = [
  // Its databases alone take longer than any other room.
  [inSource('store')],
  ['editions', 'resources', 'schema', 'seed', 'testing'].map(inSource),
  // The API itself.
  [
    'scripts',
    ...['cli', 'client', 'connection', 'console', 'faces/grpc', 'identity', 'openapi', 'probe', 'server'].map(inSource),
  ],
  ['features', 'plane', 'world'].map(inSource),
  // Specimens, some of which are called as resources of the API are.
  ['kernel', 'v1', 'faces/rest'].map(inSource),
];

const poolOf = (file: string): number =>
  SHARING.findIndex((rooms) => rooms.some((room) => file.replaceAll('\\', '/').startsWith(`${room}/`)));

const inGroups = (files: readonly string[], size: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(files.length / size) }, (_, nth) => files.slice(nth * size, (nth + 1) * size));

/**
 * Files in groups of at most `size` that run in one process each, in their order: neighbours mostly load the same
 * modules. A file that cannot share a process is a separate group, ahead of the others.
 */
export const groupsOf = (files: readonly string[], size: number): readonly (readonly string[])[] => [
  ...files.filter((file) => poolOf(file) < 0).map((file) => [file]),
  ...SHARING.flatMap((_, pool) =>
    inGroups(
      files.filter((file) => poolOf(file) === pool),
      size,
    ),
  ),
];

/** A program that runs test files in one process, each as a separate suite, so that its hooks apply to it only. */
const programOf = (group: readonly string[]): string =>
  [
    "import { describe, test } from 'node:test';",
    // A suite that fails is not counted; a test is.
    "const load = (file) => file.catch((error) => test('the file is loaded', () => { throw error; }));",
    ...group.map((file) => {
      const path = JSON.stringify(resolve(file));
      return `describe(${JSON.stringify(file)}, async () => { await load(import(${path})); });`;
    }),
    '',
  ].join('\n');

/**
 * Bundles a program for each group into a new folder below `parent`, from which the project's packages are found.
 * Compiling and loading each module again in every process would take longer than most tests.
 * @throws Error when a file cannot be compiled, with its place
 */
export const writeGroups = async (
  groups: readonly (readonly string[])[],
  parent: string,
): Promise<{ readonly folder: string; readonly programs: readonly string[] }> => {
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(resolve(parent), 'unit-'));
  const entries = groups.map((group, nth) => {
    const program = join(folder, `${String(nth).padStart(3, '0')}.test.js`);
    writeFileSync(program, programOf(group));
    return program;
  });
  return { folder, programs: await bundle(entries, folder) };
};
