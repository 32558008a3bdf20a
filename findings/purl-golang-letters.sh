#!/bin/sh
# packageurl-js 2.0.1 (npm), packageurl-python 0.17.6 (PyPI), github.com/package-url/packageurl-go v0.1.7 and packageurl 0.7.1
# (crates.io), seen on 2026-11-29 with Node 20, Python 3.11, Go 1.26 and Rust 1.95.
#
# Guess before it was run: four libraries of one specification write a package URL that they read in the same canonical form.
# Seen: the definition of the type `golang` has namespace and name in lower case. The library in Go does so, the one in Rust
# for the namespace only, and the ones in JavaScript and Python for neither: three forms of one package. The names of `hex`
# and `pub` are in lower case, too: the library in Go leaves both as they are, and the one in Rust `pub`. The one in Python
# leaves the namespace of `deb`. All agree on `github`.
# Whom it meets: who matches package URLs of two tools as texts; paths of Go modules may have capitals. With a mock: seed
# names in lower case, or compare without case. The proxy of Go needs the letters as they were.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > urls <<'TEXT'
pkg:golang/github.com/Owner/Tool@v1.2.3
pkg:hex/Phoenix@1.7.0
pkg:pub/Characters@1.2.0
pkg:deb/Debian/curl@8.0-1
pkg:github/Owner/Tool@v1
TEXT
npm install --silent --no-audit --no-fund packageurl-js@2.0.1
cat > url.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { PackageURL } from 'packageurl-js';

for (const text of readFileSync('urls', 'utf8').trim().split('\n')) console.log(`npm: ${PackageURL.fromString(text)}`);
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packageurl-python==0.17.6
cat > url.py <<'PY'
from packageurl import PackageURL

with open("urls", encoding="utf-8") as file:
    for text in file.read().split():
        print(f"PyPI: {PackageURL.from_string(text)}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/package-url/packageurl-go"
)

func main() {
	text, _ := os.ReadFile("urls")
	for _, line := range strings.Fields(string(text)) {
		url, err := packageurl.FromString(line)
		if err != nil {
			panic(err)
		}
		fmt.Println("Go:", url.ToString())
	}
}
GO
{
  go mod init finding.test/purl
  go get github.com/package-url/packageurl-go@v0.1.7
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
packageurl = "=0.7.1"
TOML
cat > src/main.rs <<'RUST'
use packageurl::PackageUrl;
use std::str::FromStr;

fn main() {
    for line in include_str!("../urls").lines() {
        println!("crates.io: {}", PackageUrl::from_str(line).expect("a package URL"));
    }
}
RUST
{ node url.mjs; venv/bin/python url.py; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } > seen
cat > expected <<'EXPECTED'
npm: pkg:golang/github.com/Owner/Tool@v1.2.3
npm: pkg:hex/phoenix@1.7.0
npm: pkg:pub/characters@1.2.0
npm: pkg:deb/debian/curl@8.0-1
npm: pkg:github/owner/tool@v1
PyPI: pkg:golang/github.com/Owner/Tool@v1.2.3
PyPI: pkg:hex/phoenix@1.7.0
PyPI: pkg:pub/characters@1.2.0
PyPI: pkg:deb/Debian/curl@8.0-1
PyPI: pkg:github/owner/tool@v1
Go: pkg:golang/github.com/owner/tool@v1.2.3
Go: pkg:hex/Phoenix@1.7.0
Go: pkg:pub/Characters@1.2.0
Go: pkg:deb/debian/curl@8.0-1
Go: pkg:github/owner/tool@v1
crates.io: pkg:golang/github.com/owner/Tool@v1.2.3
crates.io: pkg:hex/phoenix@1.7.0
crates.io: pkg:pub/Characters@1.2.0
crates.io: pkg:deb/debian/curl@8.0-1
crates.io: pkg:github/owner/tool@v1
EXPECTED
diff expected seen
echo "letters in package URLs behave as they were seen"
