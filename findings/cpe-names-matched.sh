#!/bin/sh
# cpe 1.3.1, cpematcher 0.0.8 and cpeparser 0.0.2 (PyPI), github.com/facebookincubator/nvdtools v0.1.5 and
# github.com/knqyf263/go-cpe of 2023-06-27, seen on 2026-11-29 with Python 3.11 and Go 1.26.
#
# Guess before it was run: four libraries agree which names of CPE 2.3 a pattern has; parsers in Python fail at a quoted
# colon.
# Seen: cpeparser does, without an error: of `to\:ol:1.2` it makes the product `to\` and the version `ol`. For go-cpe
# `1.2.?` has 1.2.34, although a `?` is one character at most (NISTIR 7695, 5.3.2); cpematcher does not know `?`, and for it
# a quoted `\*`, which is a star, has each version. `1.2??` has 1.2a, and capitals do not count (NISTIR 7696): nvdtools and
# cpematcher say no to both. cpe says no to everything, without an error, if it is not given its class of well-formed names.
# Whom it meets: who asks if an advisory names a product. With a mock: seed a name in capitals, and a version of two digits.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
acme:tool:1.2.* acme:tool:1.2.34
acme:tool:1.2.? acme:tool:1.2.3
acme:tool:1.2.? acme:tool:1.2.34
acme:tool:1.2?? acme:tool:1.2a
acme:tool:1.2 Acme:Tool:1.2
acme:tool:\* acme:tool:1.2
acme:to\:ol:1.2 acme:to\:ol:1.2
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cpe==1.3.1 cpematcher==0.0.8 cpeparser==0.0.2
cat > match.py <<'PY'
from contextlib import redirect_stdout
from io import StringIO

from cpe.cpe2_3_fs import CPE2_3_FS
from cpe.cpe2_3_wfn import CPE2_3_WFN
from cpe.cpeset2_3 import CPESet2_3
from cpematcher.core import CPE
from cpeparser import CpeParser


def well_formed(name):
    return CPE2_3_WFN(CPE2_3_FS(name).as_wfn())


MATCHERS = {
    "cpe": lambda pattern, name: CPESet2_3.cpe_superset(well_formed(pattern), well_formed(name)),
    "cpe, not well-formed": lambda pattern, name: CPESet2_3.cpe_superset(CPE2_3_FS(pattern), CPE2_3_FS(name)),
    "cpematcher": lambda pattern, name: CPE(pattern).matches(CPE(name)),
}
with open("pairs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        pair = [f"cpe:2.3:a:{text}:*:*:*:*:*:*:*" for text in line.split(" ")]
        for title, match in MATCHERS.items():
            with redirect_stdout(StringIO()):
                found = match(*pair)
            print(f"{line.replace(' ', ' has ')} by {title}: {str(found).lower()}")
parts = CpeParser().parser(r"cpe:2.3:a:acme:to\:ol:1.2:*:*:*:*:*:*:*")
print(f"parts by cpeparser: {parts['product']} and {parts['version']}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/facebookincubator/nvdtools/wfn"
	"github.com/knqyf263/go-cpe/matching"
	"github.com/knqyf263/go-cpe/naming"
)

func whole(text string) string { return "cpe:2.3:a:" + text + ":*:*:*:*:*:*:*" }

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		text, other, _ := strings.Cut(line, " ")
		pattern, err := wfn.Parse(whole(text))
		if err != nil {
			panic(err)
		}
		name, _ := wfn.Parse(whole(other))
		fmt.Printf("%s has %s by nvdtools: %t\n", text, other, wfn.Match(pattern, name))
		source, err := naming.UnbindFS(whole(text))
		if err != nil {
			panic(err)
		}
		target, _ := naming.UnbindFS(whole(other))
		fmt.Printf("%s has %s by go-cpe: %t\n", text, other, matching.IsSuperset(source, target))
	}
}
GO
{
  go mod init finding.test/names
  go get github.com/facebookincubator/nvdtools@v0.1.5
  go get github.com/knqyf263/go-cpe@v0.0.0-20230627041855-cb0794d06872
  go mod tidy
} 2> /dev/null
{ venv/bin/python match.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
acme:to\:ol:1.2 has acme:to\:ol:1.2 by cpe, not well-formed: false
acme:to\:ol:1.2 has acme:to\:ol:1.2 by cpe: true
acme:to\:ol:1.2 has acme:to\:ol:1.2 by cpematcher: true
acme:to\:ol:1.2 has acme:to\:ol:1.2 by go-cpe: true
acme:to\:ol:1.2 has acme:to\:ol:1.2 by nvdtools: true
acme:tool:1.2 has Acme:Tool:1.2 by cpe, not well-formed: false
acme:tool:1.2 has Acme:Tool:1.2 by cpe: true
acme:tool:1.2 has Acme:Tool:1.2 by cpematcher: false
acme:tool:1.2 has Acme:Tool:1.2 by go-cpe: true
acme:tool:1.2 has Acme:Tool:1.2 by nvdtools: false
acme:tool:1.2.* has acme:tool:1.2.34 by cpe, not well-formed: false
acme:tool:1.2.* has acme:tool:1.2.34 by cpe: true
acme:tool:1.2.* has acme:tool:1.2.34 by cpematcher: true
acme:tool:1.2.* has acme:tool:1.2.34 by go-cpe: true
acme:tool:1.2.* has acme:tool:1.2.34 by nvdtools: true
acme:tool:1.2.? has acme:tool:1.2.3 by cpe, not well-formed: false
acme:tool:1.2.? has acme:tool:1.2.3 by cpe: true
acme:tool:1.2.? has acme:tool:1.2.3 by cpematcher: false
acme:tool:1.2.? has acme:tool:1.2.3 by go-cpe: true
acme:tool:1.2.? has acme:tool:1.2.3 by nvdtools: true
acme:tool:1.2.? has acme:tool:1.2.34 by cpe, not well-formed: false
acme:tool:1.2.? has acme:tool:1.2.34 by cpe: false
acme:tool:1.2.? has acme:tool:1.2.34 by cpematcher: false
acme:tool:1.2.? has acme:tool:1.2.34 by go-cpe: true
acme:tool:1.2.? has acme:tool:1.2.34 by nvdtools: false
acme:tool:1.2?? has acme:tool:1.2a by cpe, not well-formed: false
acme:tool:1.2?? has acme:tool:1.2a by cpe: true
acme:tool:1.2?? has acme:tool:1.2a by cpematcher: false
acme:tool:1.2?? has acme:tool:1.2a by go-cpe: true
acme:tool:1.2?? has acme:tool:1.2a by nvdtools: false
acme:tool:\* has acme:tool:1.2 by cpe, not well-formed: false
acme:tool:\* has acme:tool:1.2 by cpe: false
acme:tool:\* has acme:tool:1.2 by cpematcher: true
acme:tool:\* has acme:tool:1.2 by go-cpe: false
acme:tool:\* has acme:tool:1.2 by nvdtools: false
parts by cpeparser: to\ and ol
EXPECTED
diff expected seen
echo "matched names of CPE behave as they were seen"
