#!/bin/sh
# snyk-nodejs-lockfile-parser 2.10.4, lockparse 0.5.2 and @npmcli/arborist 10.0.4 (npm), seen on 2026-11-30 with Node 20.
#
# Guess before it was run: package-lock.json: snyk-nodejs-lockfile-parser, @npmcli/arborist, lockparse and osv-scalibr find the
# same packages, with aliases, links and optional ones.
# Seen (osv-scalibr said the same as arborist, and is left out here for its size): a dependency `ali` of `npm:real@^2.0.0` is
# the package real. lockparse lists it by the name of the alias, and from pnpm-lock.yaml with the version `real@2.0.0`; both are
# packages that may not exist, or be others. In pnpm-lock.yaml the package of a commit has a version beside it, 0.1.0, and
# lockparse gives its address instead; snyk does not. From package-lock.json snyk has no version of a linked folder, which is
# in the file, and lockparse drops that dependency of the root, though it lists its package. Dependencies of dependencies,
# optional ones and those of developers are alike.
# Whom it meets: who asks for advisories of a lock file. With a mock: seed an advisory of a package that is used by an alias.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir project
cat > project/package.json <<'JSON'
{
  "name": "root",
  "version": "1.0.0",
  "dependencies": { "plain": "^1.0.0", "ali": "npm:real@^2.0.0", "commit": "github:a/b", "folder": "file:./local" },
  "devDependencies": { "dev": "1.0.0" },
  "optionalDependencies": { "opt": "1.0.0" }
}
JSON
cat > lock.cjs <<'JS'
const { readFileSync, writeFileSync } = require('node:fs');
const root = JSON.parse(readFileSync('project/package.json', 'utf8'));
const commit = 'a'.repeat(40);
const from = (name, version, more) => ({ version, resolved: `https://r.test/${name}/-/${name}-${version}.tgz`, ...more });
const packages = {
  '': root,
  'node_modules/plain': from('plain', '1.0.0', { dependencies: { deep: '^1.0.0' } }),
  'node_modules/plain/node_modules/deep': from('deep', '1.5.0'),
  'node_modules/ali': from('real', '2.0.0', { name: 'real' }),
  'node_modules/commit': { version: '0.1.0', resolved: `git+ssh://git@github.com/a/b.git#${commit}` },
  'node_modules/folder': { resolved: 'local', link: true },
  local: { name: 'folder', version: '3.0.0' },
  'node_modules/dev': from('dev', '1.0.0', { dev: true }),
  'node_modules/opt': from('opt', '1.0.0', { optional: true }),
};
writeFileSync('project/package-lock.json', JSON.stringify({ ...root, lockfileVersion: 3, requires: true, packages }));
JS
node lock.cjs
cat > project/pnpm-lock.yaml <<'YAML'
lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      ali:
        specifier: npm:real@^2.0.0
        version: real@2.0.0
      commit:
        specifier: github:a/b
        version: https://codeload.test/a/b/tar.gz/aaaaaaa
      plain:
        specifier: ^1.0.0
        version: 1.0.0

packages:

  commit@https://codeload.test/a/b/tar.gz/aaaaaaa:
    resolution: {tarball: https://codeload.test/a/b/tar.gz/aaaaaaa}
    version: 0.1.0

  deep@1.5.0:
    resolution: {integrity: sha512-AA==}

  plain@1.0.0:
    resolution: {integrity: sha512-AA==}

  real@2.0.0:
    resolution: {integrity: sha512-AA==}

snapshots:

  commit@https://codeload.test/a/b/tar.gz/aaaaaaa: {}

  deep@1.5.0: {}

  plain@1.0.0:
    dependencies:
      deep: 1.5.0

  real@2.0.0: {}
YAML
npm install --silent --no-audit --no-fund snyk-nodejs-lockfile-parser@2.10.4 lockparse@0.5.2 @npmcli/arborist@10.0.4
cat > list.mjs <<'JS'
import { readFileSync } from 'node:fs';
import Arborist from '@npmcli/arborist';
import { parse } from 'lockparse';
import snyk from 'snyk-nodejs-lockfile-parser';

const read = (name) => readFileSync(`project/${name}`, 'utf8');
const text = (all) => [...new Set(all.map(({ name, version }) => `${name}@${version}`))].sort().join(', ');
const root = read('package.json');
const options = { includeDevDeps: true, includeOptionalDeps: true, pruneCycles: true, pruneWithinTopLevelDeps: true };
const others = ({ name }) => name !== 'root';

const tree = await new Arborist({ path: 'project' }).loadVirtual();
const real = [...tree.inventory.values()].filter((node) => !node.isRoot && !node.isLink);
console.log(`package-lock.json, arborist: ${text(real.map(({ packageName, version }) => ({ name: packageName, version })))}`);
const graph = await snyk.parseNpmLockV2Project(root, read('package-lock.json'), { ...options, strictOutOfSync: true });
console.log(`package-lock.json, snyk: ${text(graph.getPkgs().filter(others))}`);
for (const [name, kind] of Object.entries({ 'package-lock.json': 'npm', 'pnpm-lock.yaml': 'pnpm' })) {
  const parsed = await parse(read(name), kind, JSON.parse(root));
  console.log(`${name}, lockparse: ${text(parsed.packages)}`);
  console.log(`${name}, dependencies of the root for lockparse: ${text(parsed.root.dependencies)}`);
}
const ofPnpm = JSON.parse(root);
delete ofPnpm.dependencies.folder;
delete ofPnpm.devDependencies;
delete ofPnpm.optionalDependencies;
const other = await snyk.parsePnpmProject(JSON.stringify(ofPnpm), read('pnpm-lock.yaml'), options);
console.log(`pnpm-lock.yaml, snyk: ${text(other.getPkgs().filter(others))}`);
JS
node list.mjs > seen
cat > expected <<'EXPECTED'
package-lock.json, arborist: commit@0.1.0, deep@1.5.0, dev@1.0.0, folder@3.0.0, opt@1.0.0, plain@1.0.0, real@2.0.0
package-lock.json, snyk: commit@0.1.0, deep@1.5.0, dev@1.0.0, folder@undefined, opt@1.0.0, plain@1.0.0, real@2.0.0
package-lock.json, lockparse: ali@2.0.0, commit@0.1.0, deep@1.5.0, dev@1.0.0, folder@3.0.0, opt@1.0.0, plain@1.0.0
package-lock.json, dependencies of the root for lockparse: ali@2.0.0, commit@0.1.0, plain@1.0.0
pnpm-lock.yaml, lockparse: ali@real@2.0.0, commit@https://codeload.test/a/b/tar.gz/aaaaaaa, deep@1.5.0, plain@1.0.0
pnpm-lock.yaml, dependencies of the root for lockparse: ali@real@2.0.0, commit@https://codeload.test/a/b/tar.gz/aaaaaaa, plain@1.0.0
pnpm-lock.yaml, snyk: commit@0.1.0, deep@1.5.0, plain@1.0.0, real@2.0.0
EXPECTED
diff expected seen
echo "lock files of npm behave as they were seen"
