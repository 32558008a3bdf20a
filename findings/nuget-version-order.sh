#!/bin/sh
# @snyk/nuget-semver 1.6.1 (npm), ps-version 0.2.25, univers 32.0.1 and osv 0.0.22 (PyPI), and deps.dev/util/semver of
# 2026-07-27 and github.com/google/osv-scalibr v0.5.3, seen on 2026-12-01 with Node 20, Python 3.11 and Go 1.26.
#
# Expected: six libraries that know NuGet order its versions alike, with and without a fourth number.
# Seen: capitals are compared alike. Of a candidate the parts between dots are compared, numbers as numbers and others as text
# (NuGet, package versioning; Semantic Versioning 2.0.0, 11), and build metadata has no rank (10). nuget-semver, by Snyk, has
# beta.2 above beta.10, and 1.0.0+a below 1.0.0. ps-version, which tells the standard of a version by itself, keeps one name
# and one number of a candidate: `rc-1` is equal to `rc`, and `preview-20260102`, as nightly builds are called, to `preview`;
# beta2 is below beta10, which NuGet compares as text, and 1 above a. The other four are right.
# Whom it meets: who asks if a package of .NET has an advisory's fix. With a mock: seed a fix in beta.10, and ask for beta.9.
# Output seen: the lines that EXPECTED has below; the first sign is that of NuGet.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
1.0 = 1.0.0
1.0.0.0 = 1.0.0
1.0.0.1 > 1.0.0
1.0.0.1-beta > 1.0.0
1.0.0-beta = 1.0.0-BETA
1.0.0-alpha < 1.0.0-Beta
1.0.0-beta < 1.0.0
1.0.0-beta.2 < 1.0.0-beta.10
1.0.0-beta2 > 1.0.0-beta10
1.0.0-beta < 1.0.0-beta.1
1.0.0-1 < 1.0.0-a
1.0.0-rc-1 > 1.0.0-rc
1.0.0-preview-20260102 > 1.0.0-preview
1.0.0+a = 1.0.0+b
1.0.0+a = 1.0.0
1.02.3 = 1.2.3
TEXT
npm install --silent --no-audit --no-fund @snyk/nuget-semver@1.6.1
cat > order.cjs <<'JS'
const { compare } = require('@snyk/nuget-semver');

for (const line of require('node:fs').readFileSync('cases', 'utf8').trim().split('\n')) {
  const [first, , second] = line.split(' ');
  let answer = 'refused';
  try {
    answer = '<=>'[compare(first, second) + 1];
  } catch {}
  console.log(`${line}: nuget-semver, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ps-version==0.2.25 univers==32.0.1 osv==0.0.22
cat > order.py <<'PY'
from osv import ecosystems
from ps.version import Version
from univers.versions import NugetVersion

READERS = {"ps-version": Version.parse, "univers": NugetVersion, "osv": ecosystems.get("NuGet").sort_key}
with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        first, _, second = line.split(" ")
        for name, read in READERS.items():
            try:
                one, other = read(first), read(second)
                answer = "<" if one < other else ">" if one > other else "="
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{line}: {name}, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"deps.dev/util/semver"
	"github.com/google/osv-scalibr/semantic"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, " ")
		fmt.Printf("%s: deps.dev, %c\n", line, "<=>"[semver.NuGet.Compare(parts[0], parts[2])+1])
		first, err := semantic.Parse(parts[0], "NuGet")
		if err != nil {
			panic(err)
		}
		order, err := first.CompareStr(parts[2])
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: osv-scalibr, %c\n", line, "<=>"[order+1])
	}
}
GO
{
  go mod init finding.test/order
  go get deps.dev/util/semver@v0.0.0-20260727054525-2946ae4a6141 github.com/google/osv-scalibr@v0.5.3
  go mod tidy
} 2> /dev/null
{
  node order.cjs
  venv/bin/python order.py
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 = 1.0.0: deps.dev, =
1.0 = 1.0.0: nuget-semver, =
1.0 = 1.0.0: osv, =
1.0 = 1.0.0: osv-scalibr, =
1.0 = 1.0.0: ps-version, =
1.0 = 1.0.0: univers, =
1.0.0+a = 1.0.0+b: deps.dev, =
1.0.0+a = 1.0.0+b: nuget-semver, =
1.0.0+a = 1.0.0+b: osv, =
1.0.0+a = 1.0.0+b: osv-scalibr, =
1.0.0+a = 1.0.0+b: ps-version, =
1.0.0+a = 1.0.0+b: univers, =
1.0.0+a = 1.0.0: deps.dev, =
1.0.0+a = 1.0.0: nuget-semver, <
1.0.0+a = 1.0.0: osv, =
1.0.0+a = 1.0.0: osv-scalibr, =
1.0.0+a = 1.0.0: ps-version, =
1.0.0+a = 1.0.0: univers, =
1.0.0-1 < 1.0.0-a: deps.dev, <
1.0.0-1 < 1.0.0-a: nuget-semver, <
1.0.0-1 < 1.0.0-a: osv, <
1.0.0-1 < 1.0.0-a: osv-scalibr, <
1.0.0-1 < 1.0.0-a: ps-version, >
1.0.0-1 < 1.0.0-a: univers, <
1.0.0-alpha < 1.0.0-Beta: deps.dev, <
1.0.0-alpha < 1.0.0-Beta: nuget-semver, <
1.0.0-alpha < 1.0.0-Beta: osv, <
1.0.0-alpha < 1.0.0-Beta: osv-scalibr, <
1.0.0-alpha < 1.0.0-Beta: ps-version, <
1.0.0-alpha < 1.0.0-Beta: univers, <
1.0.0-beta < 1.0.0-beta.1: deps.dev, <
1.0.0-beta < 1.0.0-beta.1: nuget-semver, <
1.0.0-beta < 1.0.0-beta.1: osv, <
1.0.0-beta < 1.0.0-beta.1: osv-scalibr, <
1.0.0-beta < 1.0.0-beta.1: ps-version, <
1.0.0-beta < 1.0.0-beta.1: univers, <
1.0.0-beta < 1.0.0: deps.dev, <
1.0.0-beta < 1.0.0: nuget-semver, <
1.0.0-beta < 1.0.0: osv, <
1.0.0-beta < 1.0.0: osv-scalibr, <
1.0.0-beta < 1.0.0: ps-version, <
1.0.0-beta < 1.0.0: univers, <
1.0.0-beta = 1.0.0-BETA: deps.dev, =
1.0.0-beta = 1.0.0-BETA: nuget-semver, =
1.0.0-beta = 1.0.0-BETA: osv, =
1.0.0-beta = 1.0.0-BETA: osv-scalibr, =
1.0.0-beta = 1.0.0-BETA: ps-version, =
1.0.0-beta = 1.0.0-BETA: univers, =
1.0.0-beta.2 < 1.0.0-beta.10: deps.dev, <
1.0.0-beta.2 < 1.0.0-beta.10: nuget-semver, >
1.0.0-beta.2 < 1.0.0-beta.10: osv, <
1.0.0-beta.2 < 1.0.0-beta.10: osv-scalibr, <
1.0.0-beta.2 < 1.0.0-beta.10: ps-version, <
1.0.0-beta.2 < 1.0.0-beta.10: univers, <
1.0.0-beta2 > 1.0.0-beta10: deps.dev, >
1.0.0-beta2 > 1.0.0-beta10: nuget-semver, >
1.0.0-beta2 > 1.0.0-beta10: osv, >
1.0.0-beta2 > 1.0.0-beta10: osv-scalibr, >
1.0.0-beta2 > 1.0.0-beta10: ps-version, <
1.0.0-beta2 > 1.0.0-beta10: univers, >
1.0.0-preview-20260102 > 1.0.0-preview: deps.dev, >
1.0.0-preview-20260102 > 1.0.0-preview: nuget-semver, >
1.0.0-preview-20260102 > 1.0.0-preview: osv, >
1.0.0-preview-20260102 > 1.0.0-preview: osv-scalibr, >
1.0.0-preview-20260102 > 1.0.0-preview: ps-version, =
1.0.0-preview-20260102 > 1.0.0-preview: univers, >
1.0.0-rc-1 > 1.0.0-rc: deps.dev, >
1.0.0-rc-1 > 1.0.0-rc: nuget-semver, >
1.0.0-rc-1 > 1.0.0-rc: osv, >
1.0.0-rc-1 > 1.0.0-rc: osv-scalibr, >
1.0.0-rc-1 > 1.0.0-rc: ps-version, =
1.0.0-rc-1 > 1.0.0-rc: univers, >
1.0.0.0 = 1.0.0: deps.dev, =
1.0.0.0 = 1.0.0: nuget-semver, =
1.0.0.0 = 1.0.0: osv, =
1.0.0.0 = 1.0.0: osv-scalibr, =
1.0.0.0 = 1.0.0: ps-version, =
1.0.0.0 = 1.0.0: univers, =
1.0.0.1 > 1.0.0: deps.dev, >
1.0.0.1 > 1.0.0: nuget-semver, >
1.0.0.1 > 1.0.0: osv, >
1.0.0.1 > 1.0.0: osv-scalibr, >
1.0.0.1 > 1.0.0: ps-version, >
1.0.0.1 > 1.0.0: univers, >
1.0.0.1-beta > 1.0.0: deps.dev, >
1.0.0.1-beta > 1.0.0: nuget-semver, >
1.0.0.1-beta > 1.0.0: osv, >
1.0.0.1-beta > 1.0.0: osv-scalibr, >
1.0.0.1-beta > 1.0.0: ps-version, >
1.0.0.1-beta > 1.0.0: univers, >
1.02.3 = 1.2.3: deps.dev, =
1.02.3 = 1.2.3: nuget-semver, =
1.02.3 = 1.2.3: osv, =
1.02.3 = 1.2.3: osv-scalibr, =
1.02.3 = 1.2.3: ps-version, =
1.02.3 = 1.2.3: univers, =
EXPECTED
diff expected seen
echo "versions of NuGet are ordered as they were seen"
