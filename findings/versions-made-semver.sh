#!/bin/sh
# semver 7.8.6 (npm), semantic-version 2.10.0 (PyPI), github.com/Masterminds/semver/v3 v3.5.0, github.com/blang/semver/v4
# v4.0.0, github.com/hashicorp/go-version v1.9.0, org.semver4j:semver4j 6.0.0 (Maven Central) and lenient_semver 0.4.2
# (crates.io), seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: seven libraries make the same version of SemVer of a looser one, `v1.2` the version 1.2.0; four
# parts and leading zeros differ.
# Seen: of 21, two give one version. SemVer has no such forms (2.0.0, items 2, 9 and 10), so nobody is wrong; but
# pre-releases become releases. 1.0.0.RC1 is `1.0.0-RC1` for lenient_semver, `1.0.0+RC1` for semantic-version, which ranks
# with 1.0.0 (item 10), and 1.0.0 for semver and semver4j. `1.2-beta` and `1.2.3-01` are releases for semver4j, and so is
# `1.2.3~rc1` for semver, although asked for pre-releases; of `1.2.3-rc.01` it makes `1.2.3-rc`. 1.2.3beta2 is
# `1.2.0-3beta2` for lenient_semver. `v1.2` is refused by semantic-version; 01.2.3 and 2024.01.02, in which the others drop
# the zeros, by semver. Four parts are refused by two, cut by two, kept by hashicorp, and the last one is build metadata
# for two, so that 1.2.3.4 and 1.2.3.9 are the same. blang fills up 1.2, but not `1.2-beta`.
# Whom it meets: who compares versions of an advisory that are not SemVer. With a mock: seed an advisory that is fixed in
# 1.0.0.RC2, and ask for 1.0.0.RC1.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > versions <<'TEXT'
1
v1.2
V1.2.3
1.2.3.4
1.2.3.4-rc1
01.2.3
2024.01.02
1.2.3-rc.01
1.2.3-01
1.2.3beta2
1.2-beta
1.2.3.Final
1.0.0.RC1
1.0.0-SNAPSHOT
1.2.3_1
1.2+b1
1.2.3~rc1
1.2.x
release-1.2.3
go1.21rc2
9007199254740993.0.0
TEXT
npm install --silent --no-audit --no-fund semver@7.8.6
cat > ask.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { coerce } = require('semver');

for (const version of readFileSync('versions', 'utf8').trim().split('\n')) {
  const made = coerce(version, { includePrerelease: true });
  console.log(`${version}: semver, ${made ? made.raw : 'refused'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check semantic-version==2.10.0
cat > ask.py <<'PY'
from semantic_version import Version

for version in open("versions", encoding="utf-8").read().splitlines():
    try:
        made = Version.coerce(version)
    except ValueError:
        made = "refused"
    print(f"{version}: semantic-version, {made}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	masterminds "github.com/Masterminds/semver/v3"
	"github.com/blang/semver/v4"
	hashicorp "github.com/hashicorp/go-version"
)

func say[T fmt.Stringer](version, name string, made T, err error) {
	answer := "refused"
	if err == nil {
		answer = made.String()
	}
	fmt.Printf("%s: %s, %s\n", version, name, answer)
}

func main() {
	text, _ := os.ReadFile("versions")
	for _, version := range strings.Fields(string(text)) {
		one, err := masterminds.NewVersion(version)
		say(version, "Masterminds", one, err)
		two, err := semver.ParseTolerant(version)
		say(version, "blang", two, err)
		three, err := hashicorp.NewVersion(version)
		say(version, "hashicorp", three, err)
	}
}
GO
{
  go mod init finding.test/versions
  go get github.com/Masterminds/semver/v3@v3.5.0 github.com/blang/semver/v4@v4.0.0 github.com/hashicorp/go-version@v1.9.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>versions</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.semver4j</groupId><artifactId>semver4j</artifactId><version>6.0.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import org.semver4j.Semver;

class Ask {
    public static void main(String[] arguments) throws Exception {
        for (var version : Files.readAllLines(Path.of("versions"))) {
            var made = Semver.coerce(version);
            System.out.println(version + ": semver4j, " + (made == null ? "refused" : made.getVersion()));
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
lenient_semver = "=0.4.2"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for version in include_str!("../versions").lines() {
        let made = lenient_semver::parse(version).map(|made| made.to_string());
        println!("{version}: lenient_semver, {}", made.unwrap_or("refused".to_string()));
    }
}
RUST
{
  node ask.cjs
  venv/bin/python ask.py
  go run .
  java -cp 'classes/*' Ask.java
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
01.2.3: Masterminds, 1.2.3
01.2.3: blang, 1.2.3
01.2.3: hashicorp, 1.2.3
01.2.3: lenient_semver, 1.2.3
01.2.3: semantic-version, 1.2.3
01.2.3: semver, refused
01.2.3: semver4j, 1.2.3
1.0.0-SNAPSHOT: Masterminds, 1.0.0-SNAPSHOT
1.0.0-SNAPSHOT: blang, 1.0.0-SNAPSHOT
1.0.0-SNAPSHOT: hashicorp, 1.0.0-SNAPSHOT
1.0.0-SNAPSHOT: lenient_semver, 1.0.0-SNAPSHOT
1.0.0-SNAPSHOT: semantic-version, 1.0.0-SNAPSHOT
1.0.0-SNAPSHOT: semver, 1.0.0-SNAPSHOT
1.0.0-SNAPSHOT: semver4j, 1.0.0-SNAPSHOT
1.0.0.RC1: Masterminds, refused
1.0.0.RC1: blang, refused
1.0.0.RC1: hashicorp, refused
1.0.0.RC1: lenient_semver, 1.0.0-RC1
1.0.0.RC1: semantic-version, 1.0.0+RC1
1.0.0.RC1: semver, 1.0.0
1.0.0.RC1: semver4j, 1.0.0
1.2+b1: Masterminds, 1.2.0+b1
1.2+b1: blang, refused
1.2+b1: hashicorp, 1.2.0+b1
1.2+b1: lenient_semver, 1.2.0+b1
1.2+b1: semantic-version, 1.2.0+b1
1.2+b1: semver, 1.2.0+b1
1.2+b1: semver4j, 1.2.0
1.2-beta: Masterminds, 1.2.0-beta
1.2-beta: blang, refused
1.2-beta: hashicorp, 1.2.0-beta
1.2-beta: lenient_semver, 1.2.0-beta
1.2-beta: semantic-version, 1.2.0-beta
1.2-beta: semver, 1.2.0-beta
1.2-beta: semver4j, 1.2.0
1.2.3-01: Masterminds, refused
1.2.3-01: blang, refused
1.2.3-01: hashicorp, 1.2.3-01
1.2.3-01: lenient_semver, 1.2.3-1
1.2.3-01: semantic-version, refused
1.2.3-01: semver, 1.2.3
1.2.3-01: semver4j, 1.2.3
1.2.3-rc.01: Masterminds, refused
1.2.3-rc.01: blang, refused
1.2.3-rc.01: hashicorp, 1.2.3-rc.01
1.2.3-rc.01: lenient_semver, 1.2.3-rc.1
1.2.3-rc.01: semantic-version, refused
1.2.3-rc.01: semver, 1.2.3-rc
1.2.3-rc.01: semver4j, 1.2.3
1.2.3.4-rc1: Masterminds, refused
1.2.3.4-rc1: blang, refused
1.2.3.4-rc1: hashicorp, 1.2.3.4-rc1
1.2.3.4-rc1: lenient_semver, 1.2.3-rc1+4
1.2.3.4-rc1: semantic-version, 1.2.3+4-rc1
1.2.3.4-rc1: semver, 1.2.3
1.2.3.4-rc1: semver4j, 1.2.3
1.2.3.4: Masterminds, refused
1.2.3.4: blang, refused
1.2.3.4: hashicorp, 1.2.3.4
1.2.3.4: lenient_semver, 1.2.3+4
1.2.3.4: semantic-version, 1.2.3+4
1.2.3.4: semver, 1.2.3
1.2.3.4: semver4j, 1.2.3
1.2.3.Final: Masterminds, refused
1.2.3.Final: blang, refused
1.2.3.Final: hashicorp, refused
1.2.3.Final: lenient_semver, 1.2.3+Final
1.2.3.Final: semantic-version, 1.2.3+Final
1.2.3.Final: semver, 1.2.3
1.2.3.Final: semver4j, 1.2.3
1.2.3_1: Masterminds, refused
1.2.3_1: blang, refused
1.2.3_1: hashicorp, refused
1.2.3_1: lenient_semver, refused
1.2.3_1: semantic-version, 1.2.3-1
1.2.3_1: semver, 1.2.3
1.2.3_1: semver4j, 1.2.3
1.2.3beta2: Masterminds, refused
1.2.3beta2: blang, refused
1.2.3beta2: hashicorp, 1.2.3-beta2
1.2.3beta2: lenient_semver, 1.2.0-3beta2
1.2.3beta2: semantic-version, 1.2.3-beta2
1.2.3beta2: semver, 1.2.3
1.2.3beta2: semver4j, 1.2.3
1.2.3~rc1: Masterminds, refused
1.2.3~rc1: blang, refused
1.2.3~rc1: hashicorp, 1.2.3-~rc1
1.2.3~rc1: lenient_semver, refused
1.2.3~rc1: semantic-version, 1.2.3-rc1
1.2.3~rc1: semver, 1.2.3
1.2.3~rc1: semver4j, 1.2.3
1.2.x: Masterminds, refused
1.2.x: blang, refused
1.2.x: hashicorp, refused
1.2.x: lenient_semver, 1.2.0-x
1.2.x: semantic-version, 1.2.0+x
1.2.x: semver, 1.2.0
1.2.x: semver4j, 1.2.0
1: Masterminds, 1.0.0
1: blang, 1.0.0
1: hashicorp, 1.0.0
1: lenient_semver, 1.0.0
1: semantic-version, 1.0.0
1: semver, 1.0.0
1: semver4j, 1.0.0
2024.01.02: Masterminds, 2024.1.2
2024.01.02: blang, 2024.1.2
2024.01.02: hashicorp, 2024.1.2
2024.01.02: lenient_semver, 2024.1.2
2024.01.02: semantic-version, 2024.1.2
2024.01.02: semver, refused
2024.01.02: semver4j, 2024.1.2
9007199254740993.0.0: Masterminds, 9007199254740993.0.0
9007199254740993.0.0: blang, 9007199254740993.0.0
9007199254740993.0.0: hashicorp, 9007199254740993.0.0
9007199254740993.0.0: lenient_semver, 9007199254740993.0.0
9007199254740993.0.0: semantic-version, 9007199254740993.0.0
9007199254740993.0.0: semver, refused
9007199254740993.0.0: semver4j, refused
V1.2.3: Masterminds, refused
V1.2.3: blang, refused
V1.2.3: hashicorp, refused
V1.2.3: lenient_semver, 1.2.3
V1.2.3: semantic-version, refused
V1.2.3: semver, 1.2.3
V1.2.3: semver4j, 1.2.3
go1.21rc2: Masterminds, refused
go1.21rc2: blang, refused
go1.21rc2: hashicorp, refused
go1.21rc2: lenient_semver, refused
go1.21rc2: semantic-version, refused
go1.21rc2: semver, 1.21.0
go1.21rc2: semver4j, 1.21.0
release-1.2.3: Masterminds, refused
release-1.2.3: blang, refused
release-1.2.3: hashicorp, refused
release-1.2.3: lenient_semver, refused
release-1.2.3: semantic-version, refused
release-1.2.3: semver, 1.2.3
release-1.2.3: semver4j, 1.2.3
v1.2: Masterminds, 1.2.0
v1.2: blang, 1.2.0
v1.2: hashicorp, 1.2.0
v1.2: lenient_semver, 1.2.0
v1.2: semantic-version, refused
v1.2: semver, 1.2.0
v1.2: semver4j, 1.2.0
EXPECTED
diff expected seen
echo "versions are made SemVer as they were seen"
