#!/bin/sh
# lib4vex 0.2.3 (PyPI), github.com/openvex/go-vex v0.2.9 and openvex 0.1.1 (crates.io), seen on 2026-11-29 with Python 3.11,
# Go 1.26 and Rust 1.95.
#
# Guess before it was run: three readers of OpenVEX 0.2.0 give each statement's products, times and supplier.
# Seen: of two products of a statement, lib4vex gives the last one, without a word: the other seems not to be affected. A
# statement without a time has its document's, and a document needs no role; lib4vex has a KeyError for both, and gives the
# action as the time of the action. go-vex loses the supplier and the version of a statement, and cuts the document's time to
# seconds in UTC. openvex refuses the document, as the vulnerability has been an object since 0.2.0; it reads none of them.
# Whom it meets: who reads statements with several products, as vexctl and Wolfi write them. With a mock: seed two products.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > in.json <<'JSON'
{"@context": "https://openvex.dev/ns/v0.2.0", "@id": "https://vex.test/1", "author": "Ann", "role": "Tester", "version": 1,
  "timestamp": "2026-01-02T03:04:05.125+09:00", "statements": [{
    "version": 2, "supplier": "Acme", "timestamp": "2026-01-03T00:00:00.5Z",
    "vulnerability": {"name": "CVE-2026-0001"},
    "products": [{"@id": "pkg:apk/wolfi/first@1.0"}, {"@id": "pkg:apk/wolfi/second@2.0"}],
    "status": "affected", "action_statement": "upgrade"}]}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check lib4vex==0.2.3
cat > read.py <<'PY'
import json
from pathlib import Path

from lib4vex.parser import VEXParser


def read(name):
    parser = VEXParser(vex_type="openvex")
    parser.parse(name)
    return parser


found = read("in.json").get_vulnerabilities()
print(f"lib4vex: {len(found)} statement, purl {found[0]['purl']}, action_timestamp {found[0]['action_timestamp']}")
document = json.loads(Path("in.json").read_text())
statement = {key: value for key, value in document["statements"][0].items() if key != "timestamp"}
no_role = {key: value for key, value in document.items() if key != "role"}
for name, changed in {"no time": {**document, "statements": [statement]}, "no role": no_role}.items():
    Path("changed.json").write_text(json.dumps(changed))
    try:
        read("changed.json")
        print(f"lib4vex, {name}: read")
    except KeyError as error:
        print(f"lib4vex, {name}: KeyError {error}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/openvex/go-vex/pkg/vex"
)

func main() {
	text, _ := os.ReadFile("in.json")
	document, err := vex.Parse(text)
	if err != nil {
		panic(err)
	}
	written, _ := json.Marshal(document)
	var before, after struct {
		Timestamp  string
		Statements []map[string]any
	}
	json.Unmarshal(text, &before)
	json.Unmarshal(written, &after)
	fmt.Printf("go-vex: document of %s is of %s\n", before.Timestamp, after.Timestamp)
	for _, key := range []string{"version", "supplier", "timestamp", "action_statement"} {
		fmt.Printf("go-vex: %s %v is %v\n", key, before.Statements[0][key], after.Statements[0][key])
	}
}
GO
{
  go mod init finding.test/vex
  go get github.com/openvex/go-vex@v0.2.9
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
openvex = "=0.1.1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    match serde_json::from_str::<openvex::OpenVex>(include_str!("../in.json")) {
        Ok(_) => println!("openvex: read"),
        Err(error) => println!("openvex: {error}"),
    }
}
RUST
{ venv/bin/python read.py; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } > seen
cat > expected <<'EXPECTED'
lib4vex: 1 statement, purl pkg:apk/wolfi/second@2.0, action_timestamp upgrade
lib4vex, no time: KeyError 'timestamp'
lib4vex, no role: KeyError 'role'
go-vex: document of 2026-01-02T03:04:05.125+09:00 is of 2026-01-01T18:04:05Z
go-vex: version 2 is <nil>
go-vex: supplier Acme is <nil>
go-vex: timestamp 2026-01-03T00:00:00.5Z is 2026-01-03T00:00:00.5Z
go-vex: action_statement upgrade is upgrade
openvex: invalid type: map, expected a string at line 4 column 21
EXPECTED
diff expected seen
echo "readers of OpenVEX behave as they were seen"
