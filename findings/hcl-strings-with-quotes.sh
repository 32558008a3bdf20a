#!/bin/sh
# python-hcl2 7.3.1 and 8.1.4 (PyPI), hcl-rs 0.20.0 (crates.io) and github.com/tmccombs/hcl2json v0.6.9, seen on 2026-11-29
# with Python 3.11, Rust 1.95 and Go 1.26.
#
# Guess before it was run: four readers of HCL give the same values for literals; only expressions differ.
# Seen: python-hcl2 8 gives each text with its quotes, its escapes as they were written, a heredoc with its markers, and a
# key `"team"` that is not the key `team`; blocks have a member `__is_block__`. With its option `strip_string_quotes` it
# reads texts, but not heredocs. python-hcl2 7 reads texts, but not `\u00e9`, and drops the last line end of a heredoc. For
# both, the number 1e3 is the text `${1e3}`. hcl-rs reads `$${` as an escape; hcl2json leaves it, as JSON for Terraform
# needs it.
# Whom it meets: scripts that take settings from files of Terraform. With a mock: compare the issuer that they send with its
# own.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > settings.hcl <<'HCL'
issuer  = "https://issuer.test"
note    = "a\tb \u00e9"
literal = "$${name}"
number  = 1e3
labels  = { "team" = "core", stage = "test" }
text    = <<-EOT
  one
    two
EOT
service {
  port = 8080
}
HCL
cat > read.py <<'PY'
import sys

import hcl2

with open("settings.hcl", encoding="utf-8") as file:
    print(*sorted(f"{name} by python-hcl2 {sys.argv[1]}: {value!r}" for name, value in hcl2.load(file).items()), sep="\n")
PY
for version in 7.3.1 8.1.4; do
  python3 -m venv --clear venv
  venv/bin/pip install --quiet --disable-pip-version-check python-hcl2==$version
  venv/bin/python read.py ${version%%.*} > by-$version
done
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
hcl-rs = "=0.20.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    let settings: serde_json::Map<String, serde_json::Value> = hcl::from_str(include_str!("../settings.hcl")).expect("HCL");
    for (name, value) in settings {
        println!("{name} by hcl-rs: {value}");
    }
}
RUST
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/tmccombs/hcl2json/convert"
)

func main() {
	file, _ := os.ReadFile("settings.hcl")
	text, err := convert.Bytes(file, "settings.hcl", convert.Options{})
	if err != nil {
		panic(err)
	}
	var settings map[string]json.RawMessage
	if err := json.Unmarshal(text, &settings); err != nil {
		panic(err)
	}
	for name, value := range settings {
		fmt.Printf("%s by hcl2json: %s\n", name, value)
	}
}
GO
{
  go mod init finding.test/settings
  go get github.com/tmccombs/hcl2json@v0.6.9
  go mod tidy
} 2> /dev/null
{ cat by-*; CARGO_TARGET_DIR=target cargo run --quiet; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
issuer by hcl-rs: "https://issuer.test"
issuer by hcl2json: "https://issuer.test"
issuer by python-hcl2 7: 'https://issuer.test'
issuer by python-hcl2 8: '"https://issuer.test"'
labels by hcl-rs: {"stage":"test","team":"core"}
labels by hcl2json: {"stage":"test","team":"core"}
labels by python-hcl2 7: {'team': 'core', 'stage': 'test'}
labels by python-hcl2 8: {'"team"': '"core"', 'stage': '"test"'}
literal by hcl-rs: "${name}"
literal by hcl2json: "$${name}"
literal by python-hcl2 7: '$${name}'
literal by python-hcl2 8: '"$${name}"'
note by hcl-rs: "a\tb é"
note by hcl2json: "a\tb é"
note by python-hcl2 7: 'a\tb \\u00e9'
note by python-hcl2 8: '"a\\tb \\u00e9"'
number by hcl-rs: 1000
number by hcl2json: 1000
number by python-hcl2 7: '${1e3}'
number by python-hcl2 8: '${1e3}'
service by hcl-rs: {"port":8080}
service by hcl2json: [{"port":8080}]
service by python-hcl2 7: [{'port': 8080}]
service by python-hcl2 8: [{'port': 8080, '__is_block__': True}]
text by hcl-rs: "one\n  two\n"
text by hcl2json: "one\n  two\n"
text by python-hcl2 7: 'one\n  two'
text by python-hcl2 8: '"<<-EOT\n  one\n    two\nEOT"'
EXPECTED
diff expected seen
echo "readers of HCL behave as they were seen"
