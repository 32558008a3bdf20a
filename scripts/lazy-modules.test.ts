import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';
import { LAZY_PACKAGES } from './lazy-modules.ts';

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
