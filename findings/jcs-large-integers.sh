#!/bin/sh
# rfc8785 0.1.4 and jcs 0.2.1 (PyPI), serde_jcs 0.2.0, serde_json_canonicalizer 0.4.1 and json-canon 0.1.3 (crates.io) and
# github.com/gowebpki/jcs v1.0.2, seen on 2026-11-29 with Python 3.11, Rust 1.95 and Go 1.26.
#
# Guess before it was run: six libraries of RFC 8785 give one text for one document; jcs of PyPI errs at large integers.
# Seen: an integer above 2^53 may not be exact as a number of ECMAScript, which RFC 8785 (3.2.2.3) has all numbers be. Four,
# jcs among them, write the nearest number that is, without a word: 9007199254740993 becomes 9007199254740992. rfc8785 and
# json-canon refuse the document. Fractions, exponents and a zero below zero are alike in all six.
# Whom it meets: who signs documents with sizes, times in nanoseconds or identifiers. With a mock: send int64 as a text, as
# the JSON of protobuf has it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > documents <<'TEXT'
{"size":9007199254740991}
{"size":9007199254740993}
{"nanoseconds":1767225600123456789}
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21}
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check rfc8785==0.1.4 jcs==0.2.1
cat > write.py <<'PY'
import json

import jcs
import rfc8785

with open("documents", encoding="utf-8") as file:
    for text in file.read().splitlines():
        for name, write in (("rfc8785", rfc8785.dumps), ("jcs", jcs.canonicalize)):
            try:
                answer = write(json.loads(text)).decode()
            except ValueError as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{text} by {name}: {answer}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
json-canon = "=0.1.3"
serde_jcs = "=0.2.0"
serde_json = "1"
serde_json_canonicalizer = "=0.4.1"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for text in include_str!("../documents").lines() {
        let document: serde_json::Value = serde_json::from_str(text).expect("JSON");
        let written = [
            ("serde_jcs", serde_jcs::to_string(&document)),
            ("serde_json_canonicalizer", serde_json_canonicalizer::to_string(&document)),
            ("json-canon", json_canon::to_string(&document)),
        ];
        for (name, answer) in written {
            println!("{text} by {name}: {}", answer.unwrap_or("refused".into()));
        }
    }
}
RUST
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/gowebpki/jcs"
)

func main() {
	file, _ := os.ReadFile("documents")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer, err := jcs.Transform([]byte(text))
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s by gowebpki: %s\n", text, answer)
	}
}
GO
{
  go mod init finding.test/documents
  go get github.com/gowebpki/jcs@v1.0.2
  go mod tidy
} 2> /dev/null
{ PYTHONIOENCODING=utf-8 venv/bin/python write.py; CARGO_TARGET_DIR=target cargo run --quiet; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21} by gowebpki: {"a":1e-7,"b":1.5,"large":1e+21,"zero":0}
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21} by jcs: {"a":1e-7,"b":1.5,"large":1e+21,"zero":0}
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21} by json-canon: {"a":1e-7,"b":1.5,"large":1e+21,"zero":0}
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21} by rfc8785: {"a":1e-7,"b":1.5,"large":1e+21,"zero":0}
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21} by serde_jcs: {"a":1e-7,"b":1.5,"large":1e+21,"zero":0}
{"b":1.50,"a":1E-7,"zero":-0.0,"large":1e21} by serde_json_canonicalizer: {"a":1e-7,"b":1.5,"large":1e+21,"zero":0}
{"nanoseconds":1767225600123456789} by gowebpki: {"nanoseconds":1767225600123456800}
{"nanoseconds":1767225600123456789} by jcs: {"nanoseconds":1767225600123456800}
{"nanoseconds":1767225600123456789} by json-canon: refused
{"nanoseconds":1767225600123456789} by rfc8785: refused, IntegerDomainError
{"nanoseconds":1767225600123456789} by serde_jcs: {"nanoseconds":1767225600123456800}
{"nanoseconds":1767225600123456789} by serde_json_canonicalizer: {"nanoseconds":1767225600123456800}
{"size":9007199254740991} by gowebpki: {"size":9007199254740991}
{"size":9007199254740991} by jcs: {"size":9007199254740991}
{"size":9007199254740991} by json-canon: {"size":9007199254740991}
{"size":9007199254740991} by rfc8785: {"size":9007199254740991}
{"size":9007199254740991} by serde_jcs: {"size":9007199254740991}
{"size":9007199254740991} by serde_json_canonicalizer: {"size":9007199254740991}
{"size":9007199254740993} by gowebpki: {"size":9007199254740992}
{"size":9007199254740993} by jcs: {"size":9007199254740992}
{"size":9007199254740993} by json-canon: refused
{"size":9007199254740993} by rfc8785: refused, IntegerDomainError
{"size":9007199254740993} by serde_jcs: {"size":9007199254740992}
{"size":9007199254740993} by serde_json_canonicalizer: {"size":9007199254740992}
EXPECTED
diff expected seen
echo "libraries of RFC 8785 behave as they were seen"
