#!/bin/sh
# univers 32.0.1 (PyPI) and github.com/google/osv-scalibr v0.5.3, seen on 2026-11-29 with Python 3.11 and Go 1.26.
#
# Guess before it was run: both order versions of Composer as its documentation does, but for branches such as `dev-main`.
# Seen: Composer adds zeros up to four numbers, so 1.0 and 1.0.0 are one version (versions and constraints); osv-scalibr has
# the shorter one below. Composer orders dev, alpha, beta, RC, stable and patch. univers has RC below beta, dev above alpha,
# a patch below its release, and beta10 below beta9; 1.0.0.0 is neither equal to 1.0.0 nor above nor below it.
# Whom it meets: who asks if a version lies in the range of an advisory for Packagist. With a mock: seed final releases of
# three numbers.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
1.0 1.0.0
1.0.0.0 1.0.0
1.0.0-RC1 1.0.0-beta1
1.0.0-dev 1.0.0-alpha1
1.0.0-patch1 1.0.0
1.0.0-beta10 1.0.0-beta9
1.0.0-RC1 1.0.0
v1.0.0 1.0.0
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1
cat > order.py <<'PY'
from univers.versions import ComposerVersion

with open("pairs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        left, right = (ComposerVersion(text) for text in line.split(" "))
        order = "<" if left < right else ">" if left > right else "=" if left == right else "none of <, > and ="
        print(f"{line}: univers {order}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/google/osv-scalibr/semantic"
)

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		pair := strings.Split(line, " ")
		order, err := semantic.MustParse(pair[0], "Packagist").CompareStr(pair[1])
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: osv-scalibr %c\n", line, "<=>"[order+1])
	}
}
GO
{
  go mod init finding.test/order
  go get github.com/google/osv-scalibr@v0.5.3
  go mod tidy
} 2> /dev/null
{ venv/bin/python order.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 1.0.0: osv-scalibr <
1.0 1.0.0: univers =
1.0.0-RC1 1.0.0-beta1: osv-scalibr >
1.0.0-RC1 1.0.0-beta1: univers <
1.0.0-RC1 1.0.0: osv-scalibr <
1.0.0-RC1 1.0.0: univers <
1.0.0-beta10 1.0.0-beta9: osv-scalibr >
1.0.0-beta10 1.0.0-beta9: univers <
1.0.0-dev 1.0.0-alpha1: osv-scalibr <
1.0.0-dev 1.0.0-alpha1: univers >
1.0.0-patch1 1.0.0: osv-scalibr >
1.0.0-patch1 1.0.0: univers <
1.0.0.0 1.0.0: osv-scalibr >
1.0.0.0 1.0.0: univers none of <, > and =
v1.0.0 1.0.0: osv-scalibr =
v1.0.0 1.0.0: univers =
EXPECTED
diff expected seen
echo "orders of Composer versions behave as they were seen"
