import { type SourceFile, targetOf } from './source-file.ts';

/** The vocabulary and the kernel, which every other room may import. */
const CORE = ['schema', 'kernel'];

/** The rooms that are composed into a mock, and know each other not at all. Each face is a separate room. */
const COMPOSED = ['resources', 'store', 'identity', 'seed', 'faces/rest', 'faces/grpc', 'openapi', 'proto'];

/** The rooms of the older version: its kernel, and the forms of resources. Both can be removed. */
const OLDER = ['v1', 'resources/v1'];

const MIDDLE = [...CORE, ...COMPOSED, 'faces/wire', 'editions'];

/** The base of the features of a world: the language of the control plane, and the shared parts of its routes. */
const PLANE = ['steering/contract', 'steering/plane'];

/** Each feature of a world, with the other features that it is made of. */
const FEATURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['steering/clock', []],
  ['steering/faults', ['steering/evidence']],
  ['steering/quota', ['steering/faults']],
  ['steering/lag', []],
  ['steering/journal', []],
  ['steering/events', []],
  ['steering/delivery', ['steering/clock']],
  ['steering/coverage', ['steering/journal']],
  ['steering/access', ['steering/journal']],
  ['steering/snapshots', ['steering/clock']],
  ['steering/tokens', []],
  ['steering/trace', ['steering/journal']],
  ['steering/metrics', []],
  ['steering/log', []],
]);

const STEERING = [...PLANE, ...FEATURES.keys(), 'steering/evidence', 'steering/world', 'steering'];
const BELOW_APP = [...MIDDLE, ...STEERING];
/** What compares answers, for commands that call two implementations. */
const COMPARE = 'features/compare';
const ALL = [...BELOW_APP, ...OLDER, 'app', 'listen', 'cli'];

/** The rooms that each room may import besides itself. */
export const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['schema', []],
  ['kernel', ['schema']],
  ['v1', CORE],
  ...COMPOSED.map((room): [string, readonly string[]] => [room, CORE]),
  // Google's files, in the package as npm has installed them.
  ['proto', [...CORE, 'package-home']],
  ['faces/wire', CORE],
  ['faces/rest', [...CORE, 'faces/wire']],
  ['faces/grpc', [...CORE, 'faces/wire']],
  ['resources/v1', [...CORE, 'v1', 'resources']],
  ['editions', [...CORE, 'resources', 'openapi']],
  ['steering/contract', ['schema']],
  ['steering/plane', [...CORE, 'steering/contract']],
  ...[...FEATURES].map(([room, others]): [string, readonly string[]] => [room, [...MIDDLE, ...PLANE, ...others]]),
  // The browser reads it, too.
  ['steering/evidence', []],
  ['steering/world', [...MIDDLE, ...PLANE, ...FEATURES.keys(), 'steering/evidence']],
  ['steering', [...MIDDLE, ...PLANE, ...FEATURES.keys(), 'steering/world']],
  ['trace-page', [...BELOW_APP, 'console']],
  ['app', [...BELOW_APP, 'console', 'trace-page']],
  ['listen', [...BELOW_APP, 'app']],
  ['probe', [...BELOW_APP, 'app', 'listen']],
  [COMPARE, MIDDLE],
  // Its commands steer a mock by what programs import, so that both have the same names.
  ['cli', [...BELOW_APP, 'trace-page', 'app', 'listen', 'probe', 'client', COMPARE]],
  [
    'client',
    [...BELOW_APP.filter((room) => room !== 'steering/contract'), 'app', 'listen', 'probe', 'package-home', 'version'],
  ],
  ['console', [...CORE, 'package-home']],
  // Code for the browser shares only the wire, and words, with the server.
  ['console/app', ['steering/evidence']],
  ['package-home', []],
  ['version', []],
  ['main', [...BELOW_APP, 'app', 'listen', 'cli', 'package-home', 'version']],
  ['compiled-main', ['main', 'package-home']],
  ['entry', ['cli', 'compiled-main']],
  ['testing', [...ALL, 'package-home']],
]);

/** What rooms may import as types only: what clients of the control plane, and the page, send and are handed. */
const MAY_IMPORT_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['steering/evidence', ['steering/contract']],
  ['client', ['steering/contract']],
  ['console/app', ['steering/contract', 'console']],
]);

/** The one file that connects the older version to the rest. */
export const SEAM = 'editions/v1.ts';

/** The packages that the schema, the kernel and v1 may import: none for HTTP, gRPC or files. */
const CORE_PACKAGES = ['zod', 're2js', 'node:crypto', 'node:util', 'node:buffer'];
const BARE_ROOMS = [...CORE, 'v1'];

/** The room of a file, by its path from src; for a file above src it begins with two dots. */
export const roomOf = (path: string): string => {
  if (path === 'resources/v1.ts' || /^resources\/[^/]+\/v1\//.test(path)) return 'resources/v1';
  const [first = '', second] = path.replace(/\.tsx?$/, '').split('/');
  if (first === 'console' && second === 'app') return 'console/app';
  if (first === 'faces' || first === 'features') return `${first}/${second}`;
  // Files in the wing itself, beside its folders, compose them.
  return first === 'steering' && path.split('/').length > 2 ? `${first}/${second}` : first;
};

/** The imports of a file that its room may not have. */
export const wrongImports = ({ path, imports }: SourceFile): readonly string[] => {
  const room = roomOf(path);
  const allowed = MAY_IMPORT.get(room);
  if (!allowed) return [`${room} is missing in the table of what may import what`];
  return imports.flatMap(({ from, typeOnly }) => {
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
    if (MAY_IMPORT_TYPES.get(room)?.includes(targetRoom)) {
      return typeOnly ? [] : [`${room} may import only types of ${targetRoom} (${target})`];
    }
    return [`${room} may not import ${targetRoom} (${target})`];
  });
};
