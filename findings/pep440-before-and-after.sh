#!/bin/sh
# packaging 26.4 and univers 32.0.1 (PyPI), @renovatebot/pep440 4.2.4 (npm), pep440_rs 0.7.3 (crates.io) and
# github.com/aquasecurity/go-pep440-version v0.0.1, seen on 2026-11-29 with Python 3.11, Node 20, Rust 1.95 and Go 1.26.
#
# Guess before it was run: five libraries agree whether a version is in a range of PEP 440 if pre-releases count.
# Seen: `<1.0` is to leave out the pre-releases of 1.0, and `>1.0` its post-releases, unless the bound is one itself (the
# rules on exclusive ordered comparison). pep440_rs and the one of npm leave 1.0rc1 out of `<1.0rc2`, and the latter 1.0.post2
# out of `>1.0.post1`; the one in Go and univers take 1.0a1 into `<1.0`, and univers 1.0.post1 into `>1.0`. 1.0+local is not
# `==1.0` by univers. Only packaging, which is the reference, follows all the rules.
# Whom it meets: who asks which versions an advisory covers. With a mock: seed ranges with final releases as bounds.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' '1.0rc1 <1.0rc2' '1.0.post2 >1.0.post1' '1.0a1 <1.0' '1.0.post1 >1.0' '1.0+local ==1.0' '1.0 >=1.0' > cases
npm install --silent --no-audit --no-fund @renovatebot/pep440@4.2.4
cat > range.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { satisfies } from '@renovatebot/pep440';

for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [version, range] = line.split(' ');
  console.log(`${line}: @renovatebot/pep440 ${satisfies(version, range, { prereleases: true })}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packaging==26.4 univers==32.0.1
cat > range.py <<'PY'
from packaging.specifiers import SpecifierSet
from univers.version_range import PypiVersionRange
from univers.versions import PypiVersion

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        version, bounds = line.split(" ")
        print(f"{line}: packaging {SpecifierSet(bounds).contains(version, prereleases=True)}".lower())
        print(f"{line}: univers {PypiVersion(version) in PypiVersionRange.from_native(bounds)}".lower())
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/aquasecurity/go-pep440-version"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, " ")
		range_, err := version.NewSpecifiers(parts[1], version.WithPreRelease(true))
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: go-pep440-version %t\n", line, range_.Check(version.MustParse(parts[0])))
	}
}
GO
{
  go mod init finding.test/range
  go get github.com/aquasecurity/go-pep440-version@v0.0.1
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
pep440_rs = "=0.7.3"
TOML
cat > src/main.rs <<'RUST'
use pep440_rs::{Version, VersionSpecifiers};
use std::str::FromStr;

fn main() {
    for line in include_str!("../cases").lines() {
        let (version, range) = line.split_once(' ').expect("a version and a range");
        let range = VersionSpecifiers::from_str(range).expect("a range");
        println!("{line}: pep440_rs {}", range.contains(&Version::from_str(version).expect("a version")));
    }
}
RUST
{ node range.mjs; venv/bin/python range.py; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 >=1.0: @renovatebot/pep440 true
1.0 >=1.0: go-pep440-version true
1.0 >=1.0: packaging true
1.0 >=1.0: pep440_rs true
1.0 >=1.0: univers true
1.0+local ==1.0: @renovatebot/pep440 true
1.0+local ==1.0: go-pep440-version true
1.0+local ==1.0: packaging true
1.0+local ==1.0: pep440_rs true
1.0+local ==1.0: univers false
1.0.post1 >1.0: @renovatebot/pep440 false
1.0.post1 >1.0: go-pep440-version false
1.0.post1 >1.0: packaging false
1.0.post1 >1.0: pep440_rs false
1.0.post1 >1.0: univers true
1.0.post2 >1.0.post1: @renovatebot/pep440 false
1.0.post2 >1.0.post1: go-pep440-version true
1.0.post2 >1.0.post1: packaging true
1.0.post2 >1.0.post1: pep440_rs true
1.0.post2 >1.0.post1: univers true
1.0a1 <1.0: @renovatebot/pep440 false
1.0a1 <1.0: go-pep440-version true
1.0a1 <1.0: packaging false
1.0a1 <1.0: pep440_rs false
1.0a1 <1.0: univers true
1.0rc1 <1.0rc2: @renovatebot/pep440 false
1.0rc1 <1.0rc2: go-pep440-version true
1.0rc1 <1.0rc2: packaging true
1.0rc1 <1.0rc2: pep440_rs false
1.0rc1 <1.0rc2: univers true
EXPECTED
diff expected seen
echo "ranges of PEP 440 behave as they were seen"
