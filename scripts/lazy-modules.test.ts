import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';
import { isLazy, LAZY_MODULES, LAZY_PACKAGES, lazyModules, pathFrom } from './lazy-modules.ts';

/** The modules that run in the product. */
const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
  .map((path) => join('src', path));

/** The names that are read when modules are loaded later: of packages, and of modules of the source by their paths. */
const LATER = { ...LAZY_PACKAGES, ...LAZY_MODULES };

/** The names that a file has of each module, as `module name`. Names of types are not there when it runs. */
const namesIn = (path: string): readonly string[] =>
  parseSync(path, readFileSync(path, 'utf8')).module.staticImports.flatMap(({ moduleRequest: { value }, entries }) => {
    const module = value.startsWith('.') ? pathFrom(path, value) : value;
    return entries
      .filter(({ isType }) => !isType)
      .map(({ importName }) => `${module} ${importName.name ?? importName.kind}`);
  });

test('the stand-in of a module that is loaded later has each name that the source has of it, and no other', () => {
  const used = new Set(SOURCES.flatMap(namesIn).filter((name) => Object.hasOwn(LATER, name.split(' ')[0] ?? '')));
  const given = Object.entries(LATER).flatMap(([name, names]) => names.map((each) => `${name} ${each}`));
  assert.deepEqual([...used].sort(), given.sort());
});

/** Counts how deep a walk is inside of what does not run while a module is loaded: functions, and types. */
const insides = (count: (by: 1 | -1) => void) =>
  Object.fromEntries(
    [
      ...['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression', 'TSInterfaceDeclaration'],
      ...['TSTypeAliasDeclaration', 'TSTypeAnnotation', 'TSTypeParameterInstantiation'],
    ].flatMap((kind) => [
      [kind, () => count(1)],
      [`${kind}:exit`, () => count(-1)],
    ]),
  );

/** The names of modules that are loaded later which a module reads while it is loaded itself, as `path:name`. */
const readAtOnce = (path: string): readonly string[] => {
  const { program, module } = parseSync(path, readFileSync(path, 'utf8'));
  const names = new Set(
    module.staticImports
      .filter(({ moduleRequest }) => isLazy(moduleRequest.value, path))
      .flatMap(({ entries }) => entries.filter(({ isType }) => !isType).map(({ localName }) => localName.value)),
  );
  if (names.size === 0) return [];
  const found: string[] = [];
  let depth = 0;
  new Visitor({
    ...insides((by) => {
      depth += by;
    }),
    ImportDeclaration: () => {
      depth += 1;
    },
    'ImportDeclaration:exit': () => {
      depth -= 1;
    },
    Identifier: ({ name }) => {
      if (depth === 0 && names.has(name)) found.push(`${path}:${name}`);
    },
  }).visit(program);
  return found;
};

test('no module reads another that is loaded later while it is loaded itself', () => {
  assert.deepEqual(SOURCES.flatMap(readAtOnce), []);
});

test('a module is loaded when its first name is read, and not again', async () => {
  const contents = `import { gunzipSync, gzipSync } from 'node:zlib';
    export const read = () => [gzipSync, gunzipSync, gzipSync];`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: 'src', sourcefile: 'lazy.ts' },
    ...{ bundle: true, write: false, format: 'cjs', platform: 'node', plugins: [lazyModules] },
  });
  const loads: string[] = [];
  const load = (name: string): object => {
    loads.push(name);
    return { gzipSync: 1, gunzipSync: 2 };
  };
  const program = { exports: {} as { read?: () => readonly number[] } };
  new Function('require', 'module', outputFiles[0]?.text ?? '')(load, program);
  assert.deepEqual(loads, []);
  assert.deepEqual(program.exports.read?.(), [1, 2, 1]);
  assert.deepEqual(loads, ['node:zlib']);
});
