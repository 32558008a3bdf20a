#!/bin/sh
# osv 0.0.22 (PyPI) and github.com/google/osv-scalibr v0.5.3, seen on 2026-11-30 with Python 3.11 and Go 1.26.
#
# Guess before it was run: the two, of one maker, order versions of Pub, CRAN and Hackage alike, as the ecosystems do.
# Seen: numbers in the build of a version count as numbers for Pub (pub_semver), which is how Flutter counts releases:
# osv-scalibr has 1.0.0+2 above 1.0.0+10, so a fix in +10 is not seen. A version with more parts is above for R (compareVersion)
# and Hackage: osv has 1.0 and 1.0.0 of CRAN as equal, and not of Hackage. Patches of Packagist, 1.0.0-patch1, are above their
# release: for osv they are below. Dashes, zeros, candidates and builds of letters are ordered alike.
# Whom it meets: who asks if a version has an advisory's fix. With a mock: seed a fix in +10.
# Output seen: the lines that EXPECTED has below; the first sign is the ecosystem's.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
<|Pub|1.0.0+2|1.0.0+10
>|Pub|1.0.0+1|1.0.0
>|Pub|1.0.0+a|1.0.0-a
<|Pub|1.0.0-dev.1|1.0.0
<|CRAN|1.0|1.0.0
=|CRAN|1.0-1|1.0.1
>|CRAN|1.0-10|1.0-9
=|CRAN|01.0|1.0
<|Hackage|1.2|1.2.0
<|Hackage|1.2.0.1|1.2.1
>|Packagist|1.0.0-patch1|1.0.0
<|Packagist|1.0.0-RC1|1.0.0
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check osv==0.0.22
cat > order.py <<'PY'
from osv import ecosystems

for line in open("pairs", encoding="utf-8").read().splitlines():
    _, name, left, right = line.split("|")
    left, right = map(ecosystems.get(name).sort_key, [left, right])
    print(f"{line}: osv {'<' if left < right else '>' if left > right else '='}")
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
		parts := strings.Split(line, "|")
		order, err := semantic.MustParse(parts[2], parts[1]).CompareStr(parts[3])
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
<|CRAN|1.0|1.0.0: osv =
<|CRAN|1.0|1.0.0: osv-scalibr <
<|Hackage|1.2.0.1|1.2.1: osv <
<|Hackage|1.2.0.1|1.2.1: osv-scalibr <
<|Hackage|1.2|1.2.0: osv <
<|Hackage|1.2|1.2.0: osv-scalibr <
<|Packagist|1.0.0-RC1|1.0.0: osv <
<|Packagist|1.0.0-RC1|1.0.0: osv-scalibr <
<|Pub|1.0.0+2|1.0.0+10: osv <
<|Pub|1.0.0+2|1.0.0+10: osv-scalibr >
<|Pub|1.0.0-dev.1|1.0.0: osv <
<|Pub|1.0.0-dev.1|1.0.0: osv-scalibr <
=|CRAN|01.0|1.0: osv =
=|CRAN|01.0|1.0: osv-scalibr =
=|CRAN|1.0-1|1.0.1: osv =
=|CRAN|1.0-1|1.0.1: osv-scalibr =
>|CRAN|1.0-10|1.0-9: osv >
>|CRAN|1.0-10|1.0-9: osv-scalibr >
>|Packagist|1.0.0-patch1|1.0.0: osv <
>|Packagist|1.0.0-patch1|1.0.0: osv-scalibr >
>|Pub|1.0.0+1|1.0.0: osv >
>|Pub|1.0.0+1|1.0.0: osv-scalibr >
>|Pub|1.0.0+a|1.0.0-a: osv >
>|Pub|1.0.0+a|1.0.0-a: osv-scalibr >
EXPECTED
diff expected seen
echo "orders of Pub and CRAN versions behave as they were seen"
