#!/bin/sh
# @snyk/composer-lockfile-parser 1.5.0 (npm), seen on 2026-11-30 with Node 20.
#
# Guess before it was run: it lists the packages of a composer.lock, each with its locked version.
# Seen: it lists what packages ask for, and gives the constraint as the version of what the lock file does not have. A package
# may replace others and provide virtual ones (`replace` and `provide` of the schema): laravel/framework 11.0.0 replaces
# illuminate/support, so that is no package of the lock file, and it is listed as version `^11.0`, as is
# psr/log-implementation `^3`, which nobody can install. So it is with php, extensions and APIs of Composer. Names have no case
# for Composer: `Acme/Tool` in composer.json is acme/tool of the lock file, but here it has the constraint as its version and
# loses all that it needs. A branch with an alias is listed by the alias, 1.x-dev, and not by the locked version, dev-main. A
# package that only a lost one needs is lost, without a word.
# Whom it meets: who asks for advisories of a lock file. With a mock: seed an advisory of a package that another one replaces.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > lock.json <<'JSON'
{
  "packages": [
    {
      "name": "acme/tool",
      "version": "dev-main",
      "require": { "illuminate/support": "^11.0", "psr/log-implementation": "^3", "acme/base": "^2" },
      "extra": { "branch-alias": { "dev-main": "1.x-dev" } }
    },
    { "name": "acme/base", "version": "v2.1.0", "require": { "ext-json": "*" } },
    {
      "name": "laravel/framework",
      "version": "v11.0.0",
      "require": { "php": "^8.2" },
      "replace": { "illuminate/support": "self.version" },
      "provide": { "psr/log-implementation": "3.0" }
    }
  ],
  "packages-dev": [],
  "aliases": [],
  "minimum-stability": "dev",
  "platform": { "php": "^8.2" }
}
JSON
npm install --silent --no-save --no-package-lock --no-audit --no-fund @snyk/composer-lockfile-parser@1.5.0
cat > list.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { buildDepTree } = require('@snyk/composer-lockfile-parser');

const list = ({ dependencies = {} }, path) =>
  Object.values(dependencies).flatMap((part) => [`${path}${part.name} ${part.version}`, ...list(part, `${path}${part.name} > `)]);
for (const name of ['acme/tool', 'Acme/Tool']) {
  const manifest = { name: 'acme/root', require: { php: '^8.2', [name]: 'dev-main', 'laravel/framework': '^11.0' } };
  const tree = buildDepTree(readFileSync('lock.json', 'utf8'), JSON.stringify(manifest), 'root', {}, false);
  for (const line of list(tree, `asked for ${name}: `)) console.log(line);
}
JS
node list.cjs > seen
cat > expected <<'EXPECTED'
asked for acme/tool: php ^8.2
asked for acme/tool: acme/tool 1.x-dev
asked for acme/tool: acme/tool > illuminate/support ^11.0
asked for acme/tool: acme/tool > psr/log-implementation ^3
asked for acme/tool: acme/tool > acme/base 2.1.0
asked for acme/tool: acme/tool > acme/base > ext-json *
asked for acme/tool: laravel/framework 11.0.0
asked for acme/tool: laravel/framework > php ^8.2
asked for Acme/Tool: php ^8.2
asked for Acme/Tool: Acme/Tool dev-main
asked for Acme/Tool: laravel/framework 11.0.0
asked for Acme/Tool: laravel/framework > php ^8.2
EXPECTED
diff expected seen
echo "lock files of Composer are listed as they were seen"
