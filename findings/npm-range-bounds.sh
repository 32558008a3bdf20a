#!/bin/sh
# semver 7.8.6 (npm), semantic-version 2.10.0 and univers 32.0.1 (PyPI), node-semver 2.2.0 (crates.io) and
# com.vdurmont:semver4j 3.1.0 (Maven Central), seen on 2026-11-29 with Node 20, Python 3.11, Rust 1.95 and Java 17.
#
# Guess before it was run: four readers of npm's ranges agree with npm's own, but for pre-releases.
# Seen: univers reads a bound of two parts as one version: `<=1.2` has no 1.2.9 for it, `1.2` no 1.2.5 and `^0` no 0.9.9,
# and `>1.2` has 1.2.5. node-semver errs at `<=1.2`, too. npm leaves pre-releases of 2.0.0 out of `<2.0.0`;
# semantic-version, semver4j and univers take them, and the latter two take 2.0.0-rc.1 into `>=1.0.0`. For univers `=1.2.3`
# has no `1.2.3+build`. npm reads `~>` as `~`; semver4j says no, and two refuse it.
# Whom it meets: who asks in another language which versions a range of an advisory has. With a mock: seed ranges with
# bounds of three parts.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > ranges <<'TEXT'
<=1.2|1.2.9
>1.2|1.2.5
1.2|1.2.5
^0|0.9.9
<2.0.0|2.0.0-rc.1
>=1.0.0|2.0.0-rc.1
=1.2.3|1.2.3+build
~>1.2.3|1.2.9
1.2.3 - 2.3|2.3.9
TEXT
npm install --silent --no-audit --no-fund semver@7.8.6
cat > ask.cjs <<'JS'
const { satisfies } = require('semver');

for (const line of require('node:fs').readFileSync('ranges', 'utf8').trim().split('\n')) {
  const [range, version] = line.split('|');
  console.log(`${range} has ${version} by npm: ${satisfies(version, range)}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check semantic-version==2.10.0 univers==32.0.1
cat > ask.py <<'PY'
from semantic_version import NpmSpec, Version
from univers.version_range import NpmVersionRange
from univers.versions import SemverVersion

READERS = {
    "semantic-version": lambda text, version: Version(version) in NpmSpec(text),
    "univers": lambda text, version: SemverVersion(version) in NpmVersionRange.from_native(text),
}
with open("ranges", encoding="utf-8") as file:
    for line in file.read().splitlines():
        text, version = line.split("|")
        for name, read in READERS.items():
            try:
                answer = str(read(text, version)).lower()
            except ValueError:
                answer = "refused"
            print(f"{text} has {version} by {name}: {answer}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
node-semver = "=2.2.0"
TOML
cat > src/main.rs <<'RUST'
use node_semver::{Range, Version};

fn main() {
    for line in include_str!("../ranges").lines() {
        let (text, version) = line.split_once('|').expect("a range and a version");
        let range = Range::parse(text).expect("a range");
        println!("{text} has {version} by node-semver: {}", range.satisfies(&Version::parse(version).expect("a version")));
    }
}
RUST
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>ranges</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.vdurmont</groupId><artifactId>semver4j</artifactId><version>3.1.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import com.vdurmont.semver4j.Semver;
import com.vdurmont.semver4j.Semver.SemverType;
import java.nio.file.Files;
import java.nio.file.Path;

class Ask {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("ranges"))) {
            String[] parts = line.split("\\|");
            boolean found = new Semver(parts[1], SemverType.NPM).satisfies(parts[0]);
            System.out.println(parts[0] + " has " + parts[1] + " by semver4j: " + found);
        }
    }
}
JAVA
{
  node ask.cjs
  venv/bin/python ask.py
  CARGO_TARGET_DIR=target cargo run --quiet
  java -cp 'classes/*' Ask.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.2 has 1.2.5 by node-semver: true
1.2 has 1.2.5 by npm: true
1.2 has 1.2.5 by semantic-version: true
1.2 has 1.2.5 by semver4j: true
1.2 has 1.2.5 by univers: false
1.2.3 - 2.3 has 2.3.9 by node-semver: true
1.2.3 - 2.3 has 2.3.9 by npm: true
1.2.3 - 2.3 has 2.3.9 by semantic-version: true
1.2.3 - 2.3 has 2.3.9 by semver4j: true
1.2.3 - 2.3 has 2.3.9 by univers: true
<2.0.0 has 2.0.0-rc.1 by node-semver: false
<2.0.0 has 2.0.0-rc.1 by npm: false
<2.0.0 has 2.0.0-rc.1 by semantic-version: true
<2.0.0 has 2.0.0-rc.1 by semver4j: true
<2.0.0 has 2.0.0-rc.1 by univers: true
<=1.2 has 1.2.9 by node-semver: false
<=1.2 has 1.2.9 by npm: true
<=1.2 has 1.2.9 by semantic-version: true
<=1.2 has 1.2.9 by semver4j: true
<=1.2 has 1.2.9 by univers: false
=1.2.3 has 1.2.3+build by node-semver: true
=1.2.3 has 1.2.3+build by npm: true
=1.2.3 has 1.2.3+build by semantic-version: true
=1.2.3 has 1.2.3+build by semver4j: true
=1.2.3 has 1.2.3+build by univers: false
>1.2 has 1.2.5 by node-semver: false
>1.2 has 1.2.5 by npm: false
>1.2 has 1.2.5 by semantic-version: false
>1.2 has 1.2.5 by semver4j: false
>1.2 has 1.2.5 by univers: true
>=1.0.0 has 2.0.0-rc.1 by node-semver: false
>=1.0.0 has 2.0.0-rc.1 by npm: false
>=1.0.0 has 2.0.0-rc.1 by semantic-version: false
>=1.0.0 has 2.0.0-rc.1 by semver4j: true
>=1.0.0 has 2.0.0-rc.1 by univers: true
^0 has 0.9.9 by node-semver: true
^0 has 0.9.9 by npm: true
^0 has 0.9.9 by semantic-version: true
^0 has 0.9.9 by semver4j: true
^0 has 0.9.9 by univers: false
~>1.2.3 has 1.2.9 by node-semver: true
~>1.2.3 has 1.2.9 by npm: true
~>1.2.3 has 1.2.9 by semantic-version: refused
~>1.2.3 has 1.2.9 by semver4j: false
~>1.2.3 has 1.2.9 by univers: refused
EXPECTED
diff expected seen
echo "readers of npm's ranges behave as they were seen"
