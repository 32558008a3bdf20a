#!/bin/sh
# univers 32.0.1 and appthreat-vulnerability-db 7.0.3 (PyPI) and deps.dev/util/semver of 2026-07-27, seen on 2026-11-30 with
# Python 3.11 and Go 1.26.
#
# Guess before it was run: three libraries read ranges of NuGet and Maven alike; floating versions (`1.*`) may be unknown.
# Seen: they are, to univers, and vulnerability-db has a range for them that no version is in. One version without brackets, as
# most packages ask for others, is the least version for NuGet (version ranges) and a wish for Maven, which takes any: univers
# refuses it for NuGet and has an empty range for Maven; for vulnerability-db it is that version only. 2.0-rc1 is below 2.0, so
# `[1.0,2.0]` has it: for deps.dev it has not. vulnerability-db reads `(1.0)`, which is invalid, as 1.0. Other brackets and
# four numbers are read alike.
# Whom it meets: who asks which versions a dependency or an advisory covers. With a mock: seed a dependency without brackets.
# Output seen: the lines that EXPECTED has below; the first word is what NuGet and Maven say.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
in|nuget|1.0|1.5
out|nuget|1.0|0.9
in|nuget|1.*|1.5
in|nuget|1.0-*|1.0-beta
in|nuget|[1.0]|1.0.0.0
in|nuget|[1.0,2.0)|1.5
in|nuget|[1.0,2.0]|2.0-rc1
in|nuget|(1.0,2.0]|1.0.0.1
invalid|nuget|(1.0)|1.0
in|maven|1.0|1.5
in|maven|[1.0]|1.0.0
out|maven|(,1.0],[1.2,)|1.1
in|maven|[1.0,2.0]|2.0-rc1
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1 appthreat-vulnerability-db==7.0.3
cat > has.py <<'PY'
import vdb.lib.vers
from univers.version_range import RANGE_CLASS_BY_SCHEMES


def univers(scheme, text, version):
    kind = RANGE_CLASS_BY_SCHEMES[scheme]
    return kind.version_class(version) in kind.from_native(text)


READERS = {
    "univers": univers,
    "vulnerability-db": lambda scheme, text, version: vdb.lib.vers.from_native(scheme, text).contains(version),
}
for line in open("cases", encoding="utf-8").read().splitlines():
    for name, contains in READERS.items():
        try:
            answer = "in" if contains(*line.split("|")[1:]) else "out"
        except Exception as error:
            answer = type(error).__name__
        print(f"{line}: {name}, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"deps.dev/util/semver"
)

func main() {
	file, _ := os.ReadFile("cases")
	systems := map[string]semver.System{"nuget": semver.NuGet, "maven": semver.Maven}
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, "|")
		answer := "refused"
		if constraint, err := systems[parts[1]].ParseConstraint(parts[2]); err == nil {
			answer = map[bool]string{true: "in", false: "out"}[constraint.Match(parts[3])]
		}
		fmt.Printf("%s: deps.dev, %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/ranges
  go get deps.dev/util/semver@v0.0.0-20260727054525-2946ae4a6141
  go mod tidy
} 2> /dev/null
{ venv/bin/python has.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
invalid|nuget|(1.0)|1.0: deps.dev, refused
invalid|nuget|(1.0)|1.0: univers, RestrictionParseError
invalid|nuget|(1.0)|1.0: vulnerability-db, in
in|maven|1.0|1.5: deps.dev, in
in|maven|1.0|1.5: univers, out
in|maven|1.0|1.5: vulnerability-db, out
in|maven|[1.0,2.0]|2.0-rc1: deps.dev, in
in|maven|[1.0,2.0]|2.0-rc1: univers, in
in|maven|[1.0,2.0]|2.0-rc1: vulnerability-db, in
in|maven|[1.0]|1.0.0: deps.dev, in
in|maven|[1.0]|1.0.0: univers, in
in|maven|[1.0]|1.0.0: vulnerability-db, in
in|nuget|(1.0,2.0]|1.0.0.1: deps.dev, in
in|nuget|(1.0,2.0]|1.0.0.1: univers, in
in|nuget|(1.0,2.0]|1.0.0.1: vulnerability-db, in
in|nuget|1.*|1.5: deps.dev, in
in|nuget|1.*|1.5: univers, InvalidNuGetVersion
in|nuget|1.*|1.5: vulnerability-db, out
in|nuget|1.0-*|1.0-beta: deps.dev, in
in|nuget|1.0-*|1.0-beta: univers, InvalidNuGetVersion
in|nuget|1.0-*|1.0-beta: vulnerability-db, out
in|nuget|1.0|1.5: deps.dev, in
in|nuget|1.0|1.5: univers, InvalidNuGetVersion
in|nuget|1.0|1.5: vulnerability-db, out
in|nuget|[1.0,2.0)|1.5: deps.dev, in
in|nuget|[1.0,2.0)|1.5: univers, in
in|nuget|[1.0,2.0)|1.5: vulnerability-db, in
in|nuget|[1.0,2.0]|2.0-rc1: deps.dev, out
in|nuget|[1.0,2.0]|2.0-rc1: univers, in
in|nuget|[1.0,2.0]|2.0-rc1: vulnerability-db, in
in|nuget|[1.0]|1.0.0.0: deps.dev, in
in|nuget|[1.0]|1.0.0.0: univers, in
in|nuget|[1.0]|1.0.0.0: vulnerability-db, in
out|maven|(,1.0],[1.2,)|1.1: deps.dev, out
out|maven|(,1.0],[1.2,)|1.1: univers, out
out|maven|(,1.0],[1.2,)|1.1: vulnerability-db, out
out|nuget|1.0|0.9: deps.dev, out
out|nuget|1.0|0.9: univers, InvalidNuGetVersion
out|nuget|1.0|0.9: vulnerability-db, out
EXPECTED
diff expected seen
echo "ranges of NuGet and Maven are read as they were seen"
