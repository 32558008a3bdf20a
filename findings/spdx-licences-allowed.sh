#!/bin/sh
# spdx-satisfies 6.0.0 (npm), github.com/github/go-spdx/v2 v2.8.0 and spdx 0.13.6 (crates.io), by which cargo-deny judges, seen on
# 2026-12-01 with Node 20, Go 1.26 and Rust 1.95.
#
# Guess before it was run: three libraries say alike which expressions of SPDX a list of allowed licences covers: AND needs
# all, a later version is covered by `or-later`, and an exception is not covered by the bare licence.
# Seen: AND, OR, parentheses, exceptions and references do not differ, later versions do. `Apache-1.0+` is covered by an
# allowed Apache-2.0 for all three, but `GPL-2.0-or-later` not by GPL-3.0-only for spdx, which compares the words `only` and
# `or`. A list has no later versions for it: `GPL-2.0-or-later` there covers neither GPL-2.0-only nor 3.0, and `MPL-1.0+` is
# refused. `EUPL-1.1+` and `CERN-OHL-1.1+` are covered by 1.2 for go-spdx and spdx, and not for spdx-satisfies, whose list of
# versions has none of both. Identifiers are matched without regard to case (SPDX 2.3, annex D.2): spdx-satisfies and spdx
# refuse `mit`. The latter refuses `GPL-2.0` and `GPL-2.0+`, too, which are deprecated and still valid.
# Whom it meets: who lets packages in by their licences. With a mock: seed a package of GPL-3.0-only, and a list with
# `GPL-2.0-or-later`.
# Output seen: the lines that EXPECTED has below: an expression, the list, and what each says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
MIT | MIT
MIT | Apache-2.0
MIT AND Apache-2.0 | MIT
MIT OR GPL-3.0-only | MIT
MIT AND (LGPL-2.1-or-later OR BSD-3-Clause) | MIT, BSD-3-Clause
GPL-2.0-or-later | GPL-2.0-or-later
GPL-3.0-only | GPL-2.0-or-later
GPL-2.0-only | GPL-2.0-or-later
GPL-3.0-or-later | GPL-2.0-or-later
GPL-2.0-or-later | GPL-3.0-only
AGPL-3.0-only | GPL-3.0-or-later
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only WITH Classpath-exception-2.0
GPL-3.0-only WITH GCC-exception-3.1 | GPL-2.0-or-later WITH GCC-exception-3.1
GPL-2.0 | GPL-2.0-only
GPL-2.0+ | GPL-3.0-only
Apache-1.0+ | Apache-2.0
Apache-2.0 | Apache-1.0+
EUPL-1.1+ | EUPL-1.2
CERN-OHL-1.1+ | CERN-OHL-1.2
MPL-1.1 | MPL-1.0+
mit | MIT
LicenseRef-acme | LicenseRef-acme
TEXT
npm install --silent --no-audit --no-fund spdx-satisfies@6.0.0
cat > allow.cjs <<'JS'
const satisfies = require('spdx-satisfies');

for (const line of require('node:fs').readFileSync('cases', 'utf8').trim().split('\n')) {
  const [expression, list] = line.split(' | ');
  let answer = 'refused';
  try {
    answer = satisfies(expression, list.split(', ')) ? 'yes' : 'no';
  } catch {}
  console.log(`${line}: spdx-satisfies, ${answer}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/github/go-spdx/v2/spdxexp"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		expression, list, _ := strings.Cut(line, " | ")
		allowed, err := spdxexp.Satisfies(expression, strings.Split(list, ", "))
		answer := map[bool]string{true: "yes", false: "no"}[allowed]
		if err != nil {
			answer = "refused"
		}
		fmt.Printf("%s: go-spdx, %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/allowed
  go get github.com/github/go-spdx/v2@v2.8.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
spdx = "=0.13.6"
TOML
cat > src/main.rs <<'RUST'
use spdx::{Expression, Licensee};

fn allows(expression: &str, list: &str) -> Option<bool> {
    let allowed: Vec<Licensee> = list.split(", ").map(|one| Licensee::parse(one).ok()).collect::<Option<_>>()?;
    let read = Expression::parse(expression).ok()?;
    Some(read.evaluate(|asked| allowed.iter().any(|one| one.satisfies(asked))))
}

fn main() {
    for line in include_str!("../cases").lines() {
        let (expression, list) = line.split_once(" | ").unwrap();
        let answer = allows(expression, list).map_or("refused", |yes| if yes { "yes" } else { "no" });
        println!("{line}: spdx, {answer}");
    }
}
RUST
{
  node allow.cjs
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
AGPL-3.0-only | GPL-3.0-or-later: go-spdx, no
AGPL-3.0-only | GPL-3.0-or-later: spdx, no
AGPL-3.0-only | GPL-3.0-or-later: spdx-satisfies, no
Apache-1.0+ | Apache-2.0: go-spdx, yes
Apache-1.0+ | Apache-2.0: spdx, yes
Apache-1.0+ | Apache-2.0: spdx-satisfies, yes
Apache-2.0 | Apache-1.0+: go-spdx, yes
Apache-2.0 | Apache-1.0+: spdx, refused
Apache-2.0 | Apache-1.0+: spdx-satisfies, yes
CERN-OHL-1.1+ | CERN-OHL-1.2: go-spdx, yes
CERN-OHL-1.1+ | CERN-OHL-1.2: spdx, yes
CERN-OHL-1.1+ | CERN-OHL-1.2: spdx-satisfies, no
EUPL-1.1+ | EUPL-1.2: go-spdx, yes
EUPL-1.1+ | EUPL-1.2: spdx, yes
EUPL-1.1+ | EUPL-1.2: spdx-satisfies, no
GPL-2.0 | GPL-2.0-only: go-spdx, yes
GPL-2.0 | GPL-2.0-only: spdx, refused
GPL-2.0 | GPL-2.0-only: spdx-satisfies, yes
GPL-2.0+ | GPL-3.0-only: go-spdx, yes
GPL-2.0+ | GPL-3.0-only: spdx, refused
GPL-2.0+ | GPL-3.0-only: spdx-satisfies, yes
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only WITH Classpath-exception-2.0: go-spdx, yes
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only WITH Classpath-exception-2.0: spdx, yes
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only WITH Classpath-exception-2.0: spdx-satisfies, yes
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only: go-spdx, no
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only: spdx, no
GPL-2.0-only WITH Classpath-exception-2.0 | GPL-2.0-only: spdx-satisfies, no
GPL-2.0-only | GPL-2.0-or-later: go-spdx, yes
GPL-2.0-only | GPL-2.0-or-later: spdx, no
GPL-2.0-only | GPL-2.0-or-later: spdx-satisfies, yes
GPL-2.0-or-later | GPL-2.0-or-later: go-spdx, yes
GPL-2.0-or-later | GPL-2.0-or-later: spdx, yes
GPL-2.0-or-later | GPL-2.0-or-later: spdx-satisfies, yes
GPL-2.0-or-later | GPL-3.0-only: go-spdx, yes
GPL-2.0-or-later | GPL-3.0-only: spdx, no
GPL-2.0-or-later | GPL-3.0-only: spdx-satisfies, yes
GPL-3.0-only WITH GCC-exception-3.1 | GPL-2.0-or-later WITH GCC-exception-3.1: go-spdx, yes
GPL-3.0-only WITH GCC-exception-3.1 | GPL-2.0-or-later WITH GCC-exception-3.1: spdx, no
GPL-3.0-only WITH GCC-exception-3.1 | GPL-2.0-or-later WITH GCC-exception-3.1: spdx-satisfies, yes
GPL-3.0-only | GPL-2.0-or-later: go-spdx, yes
GPL-3.0-only | GPL-2.0-or-later: spdx, no
GPL-3.0-only | GPL-2.0-or-later: spdx-satisfies, yes
GPL-3.0-or-later | GPL-2.0-or-later: go-spdx, yes
GPL-3.0-or-later | GPL-2.0-or-later: spdx, no
GPL-3.0-or-later | GPL-2.0-or-later: spdx-satisfies, yes
LicenseRef-acme | LicenseRef-acme: go-spdx, yes
LicenseRef-acme | LicenseRef-acme: spdx, yes
LicenseRef-acme | LicenseRef-acme: spdx-satisfies, yes
MIT AND (LGPL-2.1-or-later OR BSD-3-Clause) | MIT, BSD-3-Clause: go-spdx, yes
MIT AND (LGPL-2.1-or-later OR BSD-3-Clause) | MIT, BSD-3-Clause: spdx, yes
MIT AND (LGPL-2.1-or-later OR BSD-3-Clause) | MIT, BSD-3-Clause: spdx-satisfies, yes
MIT AND Apache-2.0 | MIT: go-spdx, no
MIT AND Apache-2.0 | MIT: spdx, no
MIT AND Apache-2.0 | MIT: spdx-satisfies, no
MIT OR GPL-3.0-only | MIT: go-spdx, yes
MIT OR GPL-3.0-only | MIT: spdx, yes
MIT OR GPL-3.0-only | MIT: spdx-satisfies, yes
MIT | Apache-2.0: go-spdx, no
MIT | Apache-2.0: spdx, no
MIT | Apache-2.0: spdx-satisfies, no
MIT | MIT: go-spdx, yes
MIT | MIT: spdx, yes
MIT | MIT: spdx-satisfies, yes
MPL-1.1 | MPL-1.0+: go-spdx, yes
MPL-1.1 | MPL-1.0+: spdx, refused
MPL-1.1 | MPL-1.0+: spdx-satisfies, yes
mit | MIT: go-spdx, yes
mit | MIT: spdx, refused
mit | MIT: spdx-satisfies, refused
EXPECTED
diff expected seen
echo "lists of allowed licences behave as they were seen"
