#!/bin/sh
# packaging 26.4, pip-audit 2.10.1 and pixi-sbom 1.15.0 (PyPI), @cyclonedx/cdxgen 12.8.4 (npm) and github.com/google/osv-scalibr
# v0.5.3, seen on 2026-12-01 with Python 3.11, Node 20 and Go 1.26.
#
# Expected: four listers find the packages of a pylock.toml (PEP 751) that packaging selects for this machine without extras
# and groups.
# Seen: a marker says when a package is to be installed (pylock.toml, packages.marker): pip-audit, cdxgen and osv-scalibr
# overlook it, so both versions of beta, of which one is for Windows, are there, and so are those of an extra and of a group
# that nobody asked for. pixi-sbom heeds the platform, and not extras and groups. A package from an archive, a directory or
# another index is none of PyPI: for pip-audit, cdxgen and osv-scalibr it is `pkg:pypi` all the same, and pip-audit asks for
# advisories of the public package of that name; a package URL has `repository_url` for another index (types of purl, pypi),
# which none writes. pixi-sbom makes `pkg:generic` of the first two. A commit is in the package URL for pixi-sbom only;
# pip-audit leaves out what has no version. packaging alone is right.
# Whom it meets: who scans lock files of Python. With a mock: seed an advisory for the version that is for Windows.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir project
cat > project/pylock.toml <<'TOML'
lock-version = "1.0"
created-by = "finding"
extras = ["cli"]
dependency-groups = ["dev"]

[[packages]]
name = "alpha"
version = "1.0"
[[packages.wheels]]
url = "https://files.test/alpha-1.0-py3-none-any.whl"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }

[[packages]]
name = "beta"
version = "2.0"
marker = "sys_platform == 'win32'"
[packages.sdist]
url = "https://files.test/beta-2.0.tar.gz"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }

[[packages]]
name = "beta"
version = "2.1"
marker = "sys_platform == 'linux'"
[packages.sdist]
url = "https://files.test/beta-2.1.tar.gz"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }

[[packages]]
name = "gamma"
vcs = { type = "git", url = "https://git.test/gamma.git", commit-id = "244fd47e07d1004f0aed9c244fd47e07d1004f0a" }

[[packages]]
name = "delta"
directory = { path = "delta" }

[[packages]]
name = "epsilon"
version = "3.0"
[packages.archive]
url = "https://files.test/epsilon-3.0.zip"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }

[[packages]]
name = "zeta"
version = "4.0"
index = "https://index.test/simple"
[[packages.wheels]]
url = "https://files.test/zeta-4.0-py3-none-any.whl"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }

[[packages]]
name = "eta"
version = "5.0"
marker = "'cli' in extras"
[[packages.wheels]]
url = "https://files.test/eta-5.0-py3-none-any.whl"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }

[[packages]]
name = "theta"
version = "6.0"
marker = "'dev' in dependency_groups"
[[packages.wheels]]
url = "https://files.test/theta-6.0-py3-none-any.whl"
hashes = { sha256 = "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d" }
TOML
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packaging==26.4 pip-audit==2.10.1 pixi-sbom==1.15.0
venv/bin/pixi-sbom --scan project 2> /dev/null
cat > list.py <<'PY'
import json
import tomllib
from pathlib import Path

from packaging.pylock import Pylock
from pip_audit._dependency_source import PyLockSource

PATH = Path("project/pylock.toml")
lock = Pylock.from_dict(tomllib.loads(PATH.read_text()))
for package, _ in lock.select():
    print(f"packaging, {package.name} {package.version or 'without version'}")
for found in PyLockSource([PATH]).collect():
    print(f"pip-audit, {found.name} {found.skip_reason if found.is_skipped() else found.version}")
for component in json.loads(Path("project/sbom.cdx.json").read_text())["components"]:
    print(f"pixi-sbom, {component['purl']}")
PY
npm install --silent --no-audit --no-fund --omit=optional @cyclonedx/cdxgen@12.8.4
cat > list.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parsePyLockData } from '@cyclonedx/cdxgen/helpers/utils';

const { pkgList } = await parsePyLockData(readFileSync('project/pylock.toml', 'utf8'), 'pylock.toml');
for (const { purl } of pkgList) {
  console.log(`cdxgen, ${purl}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/google/osv-scalibr/extractor/filesystem"
	"github.com/google/osv-scalibr/extractor/filesystem/language/python/pylock"
)

func main() {
	extractor, _ := pylock.New(nil)
	file, _ := os.Open("project/pylock.toml")
	found, err := extractor.(*pylock.Extractor).Extract(context.Background(), &filesystem.ScanInput{Path: "pylock.toml", Reader: file})
	if err != nil {
		panic(err)
	}
	for _, one := range found.Packages {
		fmt.Printf("osv-scalibr, %s\n", one.PURL())
	}
}
GO
{
  go mod init finding.test/pylock
  go get github.com/google/osv-scalibr@v0.5.3
  go mod tidy
} 2> /dev/null
{
  venv/bin/python list.py
  node list.mjs
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
cdxgen, pkg:pypi/alpha@1.0
cdxgen, pkg:pypi/beta@2.0
cdxgen, pkg:pypi/beta@2.1
cdxgen, pkg:pypi/delta
cdxgen, pkg:pypi/epsilon@3.0
cdxgen, pkg:pypi/eta@5.0
cdxgen, pkg:pypi/gamma
cdxgen, pkg:pypi/theta@6.0
cdxgen, pkg:pypi/zeta@4.0
osv-scalibr, pkg:pypi/alpha@1.0
osv-scalibr, pkg:pypi/beta@2.0
osv-scalibr, pkg:pypi/beta@2.1
osv-scalibr, pkg:pypi/delta
osv-scalibr, pkg:pypi/epsilon@3.0
osv-scalibr, pkg:pypi/eta@5.0
osv-scalibr, pkg:pypi/gamma
osv-scalibr, pkg:pypi/theta@6.0
osv-scalibr, pkg:pypi/zeta@4.0
packaging, alpha 1.0
packaging, beta 2.1
packaging, delta without version
packaging, epsilon 3.0
packaging, gamma without version
packaging, zeta 4.0
pip-audit, alpha 1.0
pip-audit, beta 2.0
pip-audit, beta 2.1
pip-audit, delta no version specified
pip-audit, epsilon 3.0
pip-audit, eta 5.0
pip-audit, gamma no version specified
pip-audit, theta 6.0
pip-audit, zeta 4.0
pixi-sbom, pkg:generic/delta
pixi-sbom, pkg:generic/epsilon@3.0?download_url=https:%2F%2Ffiles.test%2Fepsilon-3.0.zip
pixi-sbom, pkg:pypi/alpha@1.0
pixi-sbom, pkg:pypi/beta@2.1
pixi-sbom, pkg:pypi/eta@5.0
pixi-sbom, pkg:pypi/gamma?vcs_url=git%2Bhttps:%2F%2Fgit.test%2Fgamma.git%40244fd47e07d1004f0aed9c244fd47e07d1004f0a
pixi-sbom, pkg:pypi/theta@6.0
pixi-sbom, pkg:pypi/zeta@4.0
EXPECTED
diff expected seen
echo "files of pylock.toml are listed as they were seen"
