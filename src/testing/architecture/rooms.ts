import { type SourceFile, targetOf } from './source-file.ts';

/** The file that every room may import, also the browser's. */
const EVERYWHERE = 'json';

/** The vocabulary and the kernel, which every other room may import. */
const CORE = ['schema', 'kernel'];

/** The file that reads what users name. */
const FILES = 'given-file';

/** The rooms that are composed into a mock; none of them imports another. Each face is a separate room. */
const COMPOSED = ['resources', 'store', 'identity', 'seed', 'faces/rest', 'faces/grpc', 'openapi'];

/** The rooms of the older version: its kernel, and the forms of resources. Both can be removed. */
const OLDER = ['v1', 'resources/v1'];

const MIDDLE = [...CORE, ...COMPOSED, 'faces/wire', 'editions', FILES];

/**
 * The files whose rule depends on their suffix, whatever their folder: nouns of the control plane, and the parts of the
 * client and the commands that a feature has.
 */
const CONTRACT = '*.contract.ts';
const CLIENT = '*.client.ts';
const COMMAND = '*.command.ts';
const SUFFIX = /\.(?:contract|client|command)(?=\.tsx?$)/;

/** The base of the features of a world: their nouns, and what their routes share. */
const PLANE = [CONTRACT, 'plane'];

/** Each feature of a world, with the other features that it is made of. */
const FEATURES: ReadonlyMap<string, readonly string[]> = new Map([
  ['features/clock', []],
  ['features/faults', ['features/evidence', 'command']],
  ['features/quota', ['features/faults']],
  ['features/lag', []],
  ['features/journal', ['features/unserved']],
  ['features/events', []],
  ['features/delivery', ['features/clock', 'features/events']],
  ['features/coverage', ['features/journal', 'command']],
  ['features/access', ['features/journal', 'features/tokens']],
  ['features/snapshots', ['features/clock']],
  ['features/tokens', []],
  ['features/compare', ['command', 'features/evidence', 'features/faults']],
  ['features/metrics', []],
  ['features/log', []],
  ['features/unserved', ['features/log']],
]);

const BELOW_WORLD = [...MIDDLE, ...PLANE, ...FEATURES.keys(), 'features/evidence'];
const BELOW_TRACE = [...BELOW_WORLD, 'world'];
const BELOW_SERVER = [...BELOW_TRACE, 'features/trace'];
const SERVER = ['server', 'server/mock', 'server/listen'];
const ALL = [...BELOW_SERVER, ...SERVER, ...OLDER, 'console', 'cli'];

/** Callers of a service and a mock: the features above the mock, which compare both. */
const ABOVE_SERVER = ['features/drift', 'features/import', 'features/verify'];

/** The rooms that each room may import besides itself. */
export const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map([
  [EVERYWHERE, []],
  ['schema', []],
  ['kernel', ['schema']],
  ['v1', CORE],
  ...COMPOSED.map((room): [string, readonly string[]] => [room, CORE]),
  ['store', [...CORE, FILES]],
  ['seed', [...CORE, FILES]],
  ['faces/wire', CORE],
  ['faces/rest', [...CORE, 'faces/wire']],
  // What is emitted to describe them is in the package.
  ['faces/grpc', [...CORE, 'faces/wire', 'package-home']],
  ['openapi', [...CORE, 'package-home']],
  ['resources/v1', [...CORE, 'v1', 'resources']],
  ['editions', [...CORE, 'resources']],
  [CONTRACT, ['schema']],
  ['plane', [...CORE, CONTRACT]],
  // The browser reads it, too.
  ['features/evidence', []],
  ['connection', ['features/evidence']],
  ['command', [...CORE, ...PLANE, FILES, 'store', 'seed', 'connection', 'features/evidence']],
  ['console', [...CORE, 'package-home']],
  ...[...FEATURES].map(([room, others]): [string, readonly string[]] => [room, [...MIDDLE, ...PLANE, ...others]]),
  [CLIENT, ['schema', FILES, 'connection', 'features/evidence']],
  [COMMAND, ['schema', CONTRACT, CLIENT, 'connection', 'command', 'features/evidence']],
  ['world', [...BELOW_WORLD, 'command']],
  // The runs of worlds; a trace is also a page, and is read by commands.
  ['features/trace', [...BELOW_TRACE, 'console', 'command']],
  ['server', BELOW_SERVER],
  ['server/mock', [...BELOW_SERVER, 'console', 'server']],
  ['server/listen', [...BELOW_SERVER, 'server/mock']],
  ['features/drift', [...MIDDLE, 'command', 'features/compare']],
  ['features/import', [...BELOW_SERVER, 'command']],
  ['features/verify', [...BELOW_SERVER, ...SERVER, 'command', 'features/import']],
  ['probe', [...BELOW_SERVER, ...SERVER]],
  [
    'client',
    [
      ...[...BELOW_SERVER.filter((room) => room !== CONTRACT), ...SERVER, CLIENT, 'connection'],
      ...['probe', 'package-home', 'version'],
    ],
  ],
  // Its commands steer a mock by what programs import, so that both have the same names.
  ['cli', [...BELOW_SERVER, ...SERVER, ...ABOVE_SERVER, CLIENT, COMMAND, 'connection', 'command', 'probe', 'client']],
  // Code for the browser shares only the wire, and words, with the server.
  ['console/app', ['features/evidence']],
  ['package-home', []],
  [FILES, []],
  ['version', []],
  ['main', [...BELOW_SERVER, ...SERVER, 'command', 'cli', 'package-home', 'version']],
  ['compiled-main', ['main', 'package-home']],
  ['entry', ['cli', 'compiled-main']],
  ['testing', [...ALL, 'command', 'connection', 'client', 'probe', 'package-home']],
]);

/** The rooms that may be imported as types only: nouns of the control plane, for clients and the page. */
export const MAY_IMPORT_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['features/evidence', [CONTRACT]],
  [CLIENT, [CONTRACT]],
  ['client', [CONTRACT]],
  ['console/app', [CONTRACT, 'console']],
]);

/** The one file that connects the older version to the rest. */
export const SEAM = 'editions/v1.ts';

/** The packages that the schema, the kernel and v1 may import: none for HTTP, gRPC or files. */
const CORE_PACKAGES = ['zod', 're2js', 'node:crypto', 'node:util', 'node:buffer'];
const BARE_ROOMS = [...CORE, 'v1'];

/** The folders that contain nothing but rooms, and the file that composes these. */
const WINGS = ['faces', 'features', 'server'];

/** The folder whose rules apply to a file, by its path from src; for a file above src it begins with two dots. */
export const folderOf = (path: string): string => {
  if (/^resources\/v1(?:-resources)?\.ts$/.test(path) || /^resources\/[^/]+\/v1\//.test(path)) return 'resources/v1';
  const [first = '', second, third] = path.replace(/\.tsx?$/, '').split('/');
  if (first === 'console' && second === 'app') return 'console/app';
  return WINGS.includes(first) && third !== undefined ? `${first}/${second}` : first;
};

/** The emitted parts of the contract. */
const EMITTED = /^\.\.\/generated\//;

/** The room of a file: its suffix, if that has a rule, and otherwise its folder. */
export const roomOf = (path: string): string => {
  if (EMITTED.test(path)) return CONTRACT;
  const [suffix] = SUFFIX.exec(path) ?? [];
  return suffix === undefined ? folderOf(path) : `*${suffix}.ts`;
};

/**
 * True for an import that a command may have by its folder: types of that room, and later loads of it or of what it may
 * import.
 */
const isOfOwnCommand = (
  path: string,
  target: string,
  { typeOnly, later = false }: Pick<SourceFile['imports'][number], 'typeOnly' | 'later'>,
): boolean => {
  if (roomOf(path) !== COMMAND) return false;
  const [own, room] = [folderOf(path), roomOf(target)];
  return room === own ? typeOnly || later : later && MAY_IMPORT.get(own)?.includes(room) === true;
};

/** The imports of a file that its room may not have. */
export const wrongImports = ({ path, imports }: SourceFile): readonly string[] => {
  const room = roomOf(path);
  const allowed = MAY_IMPORT.get(room);
  if (!allowed) return [`${room} is missing in the table of what may import what: src/testing/architecture/rooms.ts`];
  return imports.flatMap((given) => {
    const { from, typeOnly } = given;
    if (!from.startsWith('.')) {
      const isForeign = BARE_ROOMS.includes(room) && !CORE_PACKAGES.includes(from);
      return isForeign ? [`${room} may not import ${from}`] : [];
    }
    const target = targetOf(path, from);
    const targetRoom = roomOf(target);
    if (isOfOwnCommand(path, target, given)) return [];
    // A file above src, such as package.json.
    if (targetRoom.startsWith('..')) return room === 'main' ? [] : [`reaches out of src for ${from}`];
    if ([room, EVERYWHERE, ...allowed].includes(targetRoom)) return [];
    if (path === SEAM && OLDER.includes(targetRoom)) return [];
    if (MAY_IMPORT_TYPES.get(room)?.includes(targetRoom)) {
      return typeOnly ? [] : [`${room} may import only types of ${targetRoom} (${target})`];
    }
    return [`${room} may not import ${targetRoom} (${target})`];
  });
};
