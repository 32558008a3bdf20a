import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'oxc-parser';

/** The names of what a module loads when it is loaded itself: imports and exports of more than types. */
const loadedBy = (path: string): readonly string[] => {
  const { staticImports, staticExports } = parseSync(path, readFileSync(path, 'utf8')).module;
  const imported = staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ isType, moduleRequest }) => (isType || !moduleRequest ? [] : moduleRequest.value)),
  );
  return [...imported, ...exported];
};

/**
 * The modules that a module loads at once, directly or by others: modules of the source, and packages, each with the
 * module that names it.
 */
const loadsOf = (
  entry: string,
): { readonly modules: ReadonlySet<string>; readonly packages: ReadonlyMap<string, string> } => {
  const packages = new Map<string, string>();
  const seen = new Set([entry]);
  for (const path of seen) {
    for (const name of loadedBy(path)) {
      if (name.startsWith('.')) seen.add(join(dirname(path), name));
      else packages.set(name, path);
    }
  }
  return { modules: seen, packages };
};

for (const command of ['exec', 'serve']) {
  test(`a start of ${command} loads no package that only some calls need`, () => {
    const { packages } = loadsOf(`src/cli/${command}.ts`);
    assert.ok(packages.has('node:net') || packages.has('node:http'), [...packages.keys()].join());
    const slow = [...packages].filter(([name]) => /^(?:@hono\/zod-openapi|@connectrpc|@bufbuild|pg$|yaml$)/.test(name));
    assert.deepEqual(slow, []);
  });
}

test('a start of the command line loads the flags of the commands that start a server, and of no other', () => {
  const { modules } = loadsOf('src/main.ts');
  assert.ok(modules.has('src/cli/options.ts') && modules.has('src/cli/exec-options.ts'), [...modules].join());
  const others = [...modules].filter((path) => path.endsWith('.command.ts') || path.includes('/families.ts'));
  assert.deepEqual(others, []);
});
