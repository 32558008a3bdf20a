import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';
import { LAZY_PACKAGES, lazyModules } from './lazy-modules.ts';

/** The names that a file has of each package, as `package name`; those of types are not there when it runs. */
const namesIn = (path: string): readonly string[] =>
  parseSync(path, readFileSync(path, 'utf8')).module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries
      .filter(({ isType }) => !isType)
      .map(({ importName }) => `${moduleRequest.value} ${importName.name ?? importName.kind}`),
  );

test('the stand-in of a package that is loaded later has each name that the source has of it, and no other', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .map((path) => join('src', path));
  const used = new Set(
    sources.flatMap(namesIn).filter((name) => Object.hasOwn(LAZY_PACKAGES, name.split(' ')[0] ?? '')),
  );
  const held = Object.entries(LAZY_PACKAGES).flatMap(([name, names]) => names.map((each) => `${name} ${each}`));
  assert.deepEqual([...used].sort(), held.sort());
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
