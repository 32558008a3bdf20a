#!/bin/sh
# univers 32.0.1 (PyPI), github.com/knqyf263/go-apk-version of 2020-06-09 and github.com/google/osv-scalibr v0.5.3, seen on
# 2026-11-29 with Python 3.11 and Go 1.26.
#
# Guess before it was run: three libraries order usual versions of apk alike; if one differs, then at suffixes of commits.
# Seen: go-apk-version puts a pre-release above its release if neither has `-r`: 1.0_rc1 is greater than 1.0. osv-scalibr
# holds 1.0 and 1.0.0 equal; apk-tools (`src/version.c`) has the version with more parts above. univers refuses the suffixes
# `_git`, `_svn`, `_hg` and `_cvs`, and two suffixes, all of which apk has; it holds 1.010 and 1.01 equal, which apk does
# not. Other suffixes, letters and releases are ordered alike.
# Whom it meets: who asks if an advisory's fixed version is reached, as scanners of Alpine and Wolfi do. With a mock: seed
# versions with `-r`, and as many parts on both sides.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
1.0_rc1 1.0
1.0_rc1-r0 1.0-r0
1.0 1.0.0
2.1-r3 2.1.0-r1
1.0_git20240101 1.0
1.0_alpha1_pre2 1.0_alpha1
1.010 1.01
1.0a 1.0b
1.0_p9 1.0_p10
1.0-r9 1.0-r10
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1
cat > order.py <<'PY'
from univers.versions import AlpineLinuxVersion, InvalidVersion

with open("pairs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        try:
            left, right = (AlpineLinuxVersion(text) for text in line.split(" "))
            order = "<" if left < right else ">" if left > right else "="
        except InvalidVersion:
            order = "refused"
        print(f"{line.replace(' ', ' and ')}: univers {order}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/google/osv-scalibr/semantic"
	"github.com/knqyf263/go-apk-version"
)

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		pair := strings.Split(line, " ")
		order, err := semantic.MustParse(pair[0], "Alpine").CompareStr(pair[1])
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s and %s: osv-scalibr %c\n", pair[0], pair[1], "<=>"[order+1])
		left, _ := version.NewVersion(pair[0])
		right, _ := version.NewVersion(pair[1])
		fmt.Printf("%s and %s: go-apk-version %c\n", pair[0], pair[1], "<=>"[left.Compare(right)+1])
	}
}
GO
{
  go mod init finding.test/order
  go get github.com/google/osv-scalibr@v0.5.3 github.com/knqyf263/go-apk-version@v0.0.0-20200609155635-041fdbb8563f
  go mod tidy
} 2> /dev/null
{ venv/bin/python order.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 and 1.0.0: go-apk-version <
1.0 and 1.0.0: osv-scalibr =
1.0 and 1.0.0: univers <
1.0-r9 and 1.0-r10: go-apk-version <
1.0-r9 and 1.0-r10: osv-scalibr <
1.0-r9 and 1.0-r10: univers <
1.010 and 1.01: go-apk-version >
1.010 and 1.01: osv-scalibr >
1.010 and 1.01: univers =
1.0_alpha1_pre2 and 1.0_alpha1: go-apk-version <
1.0_alpha1_pre2 and 1.0_alpha1: osv-scalibr <
1.0_alpha1_pre2 and 1.0_alpha1: univers <
1.0_git20240101 and 1.0: go-apk-version >
1.0_git20240101 and 1.0: osv-scalibr >
1.0_git20240101 and 1.0: univers refused
1.0_p9 and 1.0_p10: go-apk-version <
1.0_p9 and 1.0_p10: osv-scalibr <
1.0_p9 and 1.0_p10: univers <
1.0_rc1 and 1.0: go-apk-version >
1.0_rc1 and 1.0: osv-scalibr <
1.0_rc1 and 1.0: univers <
1.0_rc1-r0 and 1.0-r0: go-apk-version <
1.0_rc1-r0 and 1.0-r0: osv-scalibr <
1.0_rc1-r0 and 1.0-r0: univers <
1.0a and 1.0b: go-apk-version <
1.0a and 1.0b: osv-scalibr <
1.0a and 1.0b: univers <
2.1-r3 and 2.1.0-r1: go-apk-version <
2.1-r3 and 2.1.0-r1: osv-scalibr >
2.1-r3 and 2.1.0-r1: univers <
EXPECTED
diff expected seen
echo "orders of apk versions behave as they were seen"
