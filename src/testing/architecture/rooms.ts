import { type SourceFile, targetOf } from './source-file.ts';

/** The vocabulary and the kernel, which every other room may import. */
const CORE = ['schema', 'kernel'];

/** The rooms that are composed into a mock. Each face is a separate room. */
const COMPOSED = [
  'resources',
  'store',
  'worlds',
  'faults',
  'journal',
  'events',
  'wire',
  'coverage',
  'identity',
  'delivery',
  'seed',
  'faces/rest',
  'faces/grpc',
  'control',
  'console',
  'openapi',
  'proto',
];

/** The rooms of the older version: its kernel, and the forms of resources. Both can be removed. */
const OLDER = ['v1', 'resources/v1'];

const BELOW_APP = [...CORE, 'matching', ...COMPOSED];
const ALL = [...BELOW_APP, ...OLDER, 'app', 'listen', 'cli'];

/** What each room may import besides itself. */
export const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['schema', []],
  ['kernel', ['schema']],
  ['v1', CORE],
  ...COMPOSED.map((room): [string, readonly string[]] => [room, CORE]),
  ['matching', CORE],
  ['journal', [...CORE, 'matching']],
  ['events', [...CORE, 'matching']],
  ['faces/rest', [...CORE, 'wire']],
  ['faces/grpc', [...CORE, 'wire']],
  ['resources/v1', [...CORE, 'v1', 'resources']],
  ['app', BELOW_APP],
  ['listen', [...BELOW_APP, 'app']],
  ['cli', [...BELOW_APP, 'app', 'listen']],
  ['library', [...BELOW_APP, 'app', 'listen', 'package-home']],
  // What the browser runs shares only the wire with the server.
  ['console/app', []],
  ['package-home', []],
  ['main', [...BELOW_APP, 'app', 'listen', 'cli', 'package-home']],
  ['compiled-main', ['main']],
  ['entry', ['cli', 'compiled-main']],
  ['testing', ALL],
]);

/** The one file that connects the older version to the rest. */
export const SEAM = 'app/v1.ts';

/** The packages that the schema, the kernel and v1 may import: none for HTTP, gRPC or files. */
const CORE_PACKAGES = ['zod', 're2js', 'node:crypto', 'node:util', 'node:buffer'];
const BARE_ROOMS = [...CORE, 'v1'];

/** The room of a file, by its path from src; for a file above src it begins with two dots. */
export const roomOf = (path: string): string => {
  if (path === 'resources/v1.ts' || /^resources\/[^/]+\/v1\//.test(path)) return 'resources/v1';
  const [first = '', second] = path.replace(/\.tsx?$/, '').split('/');
  if (first === 'console' && second === 'app') return 'console/app';
  return first === 'faces' ? `${first}/${second}` : first;
};

/** The imports of a file that its room may not have. */
export const wrongImports = ({ path, imports }: SourceFile): readonly string[] => {
  const room = roomOf(path);
  const allowed = MAY_IMPORT.get(room);
  if (!allowed) return [`${room} is missing in the table of what may import what`];
  return imports.flatMap(({ from }) => {
    if (!from.startsWith('.')) {
      const isForeign = BARE_ROOMS.includes(room) && !CORE_PACKAGES.includes(from);
      return isForeign ? [`${room} may not import ${from}`] : [];
    }
    const target = targetOf(path, from);
    const targetRoom = roomOf(target);
    // A file above src, such as package.json.
    if (targetRoom.startsWith('..')) return room === 'main' ? [] : [`reaches out of src for ${from}`];
    if (targetRoom === room || allowed.includes(targetRoom)) return [];
    if (path === SEAM && OLDER.includes(targetRoom)) return [];
    return [`${room} may not import ${targetRoom} (${target})`];
  });
};
