#!/bin/sh
# univers 32.0.1 and python-debian 1.1.1 (PyPI), deb-version-compare 1.2.1 (npm), github.com/knqyf263/go-deb-version of
# 2024-11-15 and github.com/google/osv-scalibr v0.5.3, seen on 2026-11-29 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: five libraries order versions of Debian as dpkg does.
# Seen: dpkg reads digits as numbers (deb-version(7)), so 2024.01 and 2024.1 are equal. univers has neither of them above
# the other, and not equal; deb-version-compare has 2024.01 below 2024.1. `Compare` of go-deb-version is documented as -1, 0
# or 1, and gives -299: who tests for -1 takes 1.0-1 as not older than 1.0-1+b1. It has two numbers above 2^63 equal.
# Epochs, tildes, letters and signs are ordered alike.
# Whom it meets: who asks if a package has an advisory's fix. With a mock: seed a fixed version with a zero in front.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
2024.01 2024.1
1.0-1 1.0-1+b1
18446744073709551616 18446744073709551617
1.0~rc1 1.0
1:1.0 2.0
1.0a 1.0+
1.0 1.0-0
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1 python-debian==1.1.1
cat > order.py <<'PY'
from debian.debian_support import Version
from univers.versions import DebianVersion

with open("pairs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        for name, kind in {"python-debian": Version, "univers": DebianVersion}.items():
            left, right = (kind(text) for text in line.split(" "))
            order = "<" if left < right else ">" if left > right else "=" if left == right else "none of <, > and ="
            print(f"{line}: {name} {order}")
PY
npm install --silent --no-audit --no-fund deb-version-compare@1.2.1
cat > order.cjs <<'JS'
const library = require('deb-version-compare');

const compare = library.default ?? library;
for (const line of require('node:fs').readFileSync('pairs', 'utf8').trim().split('\n')) {
  console.log(`${line}: deb-version-compare ${'<=>'[Math.sign(compare(...line.split(' '))) + 1]}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/google/osv-scalibr/semantic"
	version "github.com/knqyf263/go-deb-version"
)

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		pair := strings.Split(line, " ")
		order, err := semantic.MustParse(pair[0], "Debian").CompareStr(pair[1])
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: osv-scalibr %c\n", line, "<=>"[order+1])
		left, _ := version.NewVersion(pair[0])
		right, _ := version.NewVersion(pair[1])
		fmt.Printf("%s: go-deb-version %d\n", line, left.Compare(right))
	}
}
GO
{
  go mod init finding.test/order
  go get github.com/google/osv-scalibr@v0.5.3 github.com/knqyf263/go-deb-version@v0.0.0-20241115132648-6f4aee6ccd23
  go mod tidy
} 2> /dev/null
{ venv/bin/python order.py; node order.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 1.0-0: deb-version-compare =
1.0 1.0-0: go-deb-version 0
1.0 1.0-0: osv-scalibr =
1.0 1.0-0: python-debian =
1.0 1.0-0: univers =
1.0-1 1.0-1+b1: deb-version-compare <
1.0-1 1.0-1+b1: go-deb-version -299
1.0-1 1.0-1+b1: osv-scalibr <
1.0-1 1.0-1+b1: python-debian <
1.0-1 1.0-1+b1: univers <
1.0a 1.0+: deb-version-compare <
1.0a 1.0+: go-deb-version -202
1.0a 1.0+: osv-scalibr <
1.0a 1.0+: python-debian <
1.0a 1.0+: univers <
1.0~rc1 1.0: deb-version-compare <
1.0~rc1 1.0: go-deb-version -1
1.0~rc1 1.0: osv-scalibr <
1.0~rc1 1.0: python-debian <
1.0~rc1 1.0: univers <
18446744073709551616 18446744073709551617: deb-version-compare <
18446744073709551616 18446744073709551617: go-deb-version 0
18446744073709551616 18446744073709551617: osv-scalibr <
18446744073709551616 18446744073709551617: python-debian <
18446744073709551616 18446744073709551617: univers <
1:1.0 2.0: deb-version-compare >
1:1.0 2.0: go-deb-version 1
1:1.0 2.0: osv-scalibr >
1:1.0 2.0: python-debian >
1:1.0 2.0: univers >
2024.01 2024.1: deb-version-compare <
2024.01 2024.1: go-deb-version 0
2024.01 2024.1: osv-scalibr =
2024.01 2024.1: python-debian =
2024.01 2024.1: univers none of <, > and =
EXPECTED
diff expected seen
echo "orders of Debian versions behave as they were seen"
