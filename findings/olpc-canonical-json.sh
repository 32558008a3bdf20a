#!/bin/sh
# securesystemslib 1.6.0 (PyPI), @tufjs/canonical-json 2.0.0 (npm), github.com/secure-systems-lab/go-securesystemslib
# v0.11.1 and github.com/docker/go of 2016-03-03, and olpc-cjson 0.1.4 (crates.io), seen on 2026-11-30 with Python 3.11,
# Node 20, Go 1.26 and Rust 1.95.
#
# Guess before it was run: securesystemslib, @tufjs/canonical-json, cjson of go-securesystemslib, docker/go canonical and
# olpc-cjson give one text for one document; control characters may differ.
# Seen: control characters are alike. This is the canonical JSON of OLPC, which TUF signs: sorted names, strings as bytes that
# nothing interprets, and no "minus 0" (its grammar and notes). @tufjs/canonical-json sorts by UTF-16, so two names have
# another order than in the four others. olpc-cjson joins `e` and U+0301 to one letter, in names as well, so other bytes are
# signed. cjson writes -0, olpc-cjson refuses it, three write 0. For 2^63 docker/go writes a negative number without a word,
# @tufjs/canonical-json a number that is 192 greater, and cjson refuses it; two keep it. 1.0 is 1 for docker/go and
# @tufjs/canonical-json, and no integer for the others.
# Whom it meets: who signs metadata of TUF or layouts in one language and verifies them in another. With a mock: sign once
# and serve the bytes; keep names in ASCII.
# Output seen: the lines that EXPECTED has below; letters beyond ASCII are escaped by the script.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > documents <<'TEXT'
{"b":1,"Z":[true,null,{}],"":"tab\tand bell\u0007"}
{"\uffff":1,"\ud83d\ude00":2}
{"a":"e\u0301"}
{"e\u0301":1}
{"a":-0}
{"a":9223372036854775808}
{"a":1.0}
{"a":1.5}
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check securesystemslib==1.6.0
cat > canonical.py <<'PY'
import json
import sys

from securesystemslib.exceptions import FormatError
from securesystemslib.formats import encode_canonical

for line in open("documents", encoding="utf-8").read().splitlines():
    try:
        text = encode_canonical(json.loads(line))
    except FormatError:
        text = "refused"
    sys.stdout.buffer.write(f"{line} securesystemslib: {text}\n".encode())
PY
npm install --silent --no-audit --no-fund @tufjs/canonical-json@2.0.0
cat > canonical.cjs <<'JS'
const { canonicalize } = require('@tufjs/canonical-json');

for (const line of require('node:fs').readFileSync('documents', 'utf8').trim().split('\n')) {
  let text = 'refused';
  try {
    text = canonicalize(JSON.parse(line));
  } catch {}
  console.log(`${line} tufjs: ${text}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	docker "github.com/docker/go/canonical/json"
	"github.com/secure-systems-lab/go-securesystemslib/cjson"
)

func main() {
	file, _ := os.ReadFile("documents")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		decoder := json.NewDecoder(bytes.NewReader([]byte(line)))
		decoder.UseNumber()
		var exact, plain any
		decoder.Decode(&exact)
		text, err := cjson.EncodeCanonical(exact)
		if err != nil {
			text = []byte("refused")
		}
		fmt.Printf("%s cjson: %s\n", line, text)
		docker.Unmarshal([]byte(line), &plain)
		text, err = docker.MarshalCanonical(plain)
		if err != nil {
			text = []byte("refused")
		}
		fmt.Printf("%s docker/go: %s\n", line, text)
	}
}
GO
{
  go mod init finding.test/canonical
  go get github.com/secure-systems-lab/go-securesystemslib@v0.11.1 \
    github.com/docker/go@v1.5.1-1.0.20160303222718-d30aec9fd63c
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
olpc-cjson = "=0.1.4"
serde = "=1.0.228"
serde_json = "=1.0.145"
TOML
cat > src/main.rs <<'RUST'
use olpc_cjson::CanonicalFormatter;
use serde::Serialize;

fn main() {
    for line in include_str!("../documents").lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let mut text = Vec::new();
        let mut writer = serde_json::Serializer::with_formatter(&mut text, CanonicalFormatter::new());
        let written = value.serialize(&mut writer).is_ok();
        println!("{line} olpc-cjson: {}", if written { String::from_utf8_lossy(&text) } else { "refused".into() });
    }
}
RUST
cat > escape.py <<'PY'
import sys

for line in sys.stdin.buffer.read().decode().split("\n")[:-1]:
    print(line.encode("unicode_escape").decode().replace("\\\\", "\\").replace("\\U0001f600", "\\ud83d\\ude00"))
PY
{
  venv/bin/python canonical.py
  node canonical.cjs
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} | python3 escape.py | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"\uffff":1,"\ud83d\ude00":2} cjson: {"\uffff":1,"\ud83d\ude00":2}
{"\uffff":1,"\ud83d\ude00":2} docker/go: {"\uffff":1,"\ud83d\ude00":2}
{"\uffff":1,"\ud83d\ude00":2} olpc-cjson: {"\uffff":1,"\ud83d\ude00":2}
{"\uffff":1,"\ud83d\ude00":2} securesystemslib: {"\uffff":1,"\ud83d\ude00":2}
{"\uffff":1,"\ud83d\ude00":2} tufjs: {"\ud83d\ude00":2,"\uffff":1}
{"a":"e\u0301"} cjson: {"a":"e\u0301"}
{"a":"e\u0301"} docker/go: {"a":"e\u0301"}
{"a":"e\u0301"} olpc-cjson: {"a":"\xe9"}
{"a":"e\u0301"} securesystemslib: {"a":"e\u0301"}
{"a":"e\u0301"} tufjs: {"a":"e\u0301"}
{"a":-0} cjson: {"a":-0}
{"a":-0} docker/go: {"a":0}
{"a":-0} olpc-cjson: refused
{"a":-0} securesystemslib: {"a":0}
{"a":-0} tufjs: {"a":0}
{"a":1.0} cjson: refused
{"a":1.0} docker/go: {"a":1}
{"a":1.0} olpc-cjson: refused
{"a":1.0} securesystemslib: refused
{"a":1.0} tufjs: {"a":1}
{"a":1.5} cjson: refused
{"a":1.5} docker/go: refused
{"a":1.5} olpc-cjson: refused
{"a":1.5} securesystemslib: refused
{"a":1.5} tufjs: refused
{"a":9223372036854775808} cjson: refused
{"a":9223372036854775808} docker/go: {"a":-9223372036854775808}
{"a":9223372036854775808} olpc-cjson: {"a":9223372036854775808}
{"a":9223372036854775808} securesystemslib: {"a":9223372036854775808}
{"a":9223372036854775808} tufjs: {"a":9223372036854776000}
{"b":1,"Z":[true,null,{}],"":"tab\tand bell\u0007"} cjson: {"":"tab\tand bell\x07","Z":[true,null,{}],"b":1}
{"b":1,"Z":[true,null,{}],"":"tab\tand bell\u0007"} docker/go: {"":"tab\tand bell\x07","Z":[true,null,{}],"b":1}
{"b":1,"Z":[true,null,{}],"":"tab\tand bell\u0007"} olpc-cjson: {"":"tab\tand bell\x07","Z":[true,null,{}],"b":1}
{"b":1,"Z":[true,null,{}],"":"tab\tand bell\u0007"} securesystemslib: {"":"tab\tand bell\x07","Z":[true,null,{}],"b":1}
{"b":1,"Z":[true,null,{}],"":"tab\tand bell\u0007"} tufjs: {"":"tab\tand bell\x07","Z":[true,null,{}],"b":1}
{"e\u0301":1} cjson: {"e\u0301":1}
{"e\u0301":1} docker/go: {"e\u0301":1}
{"e\u0301":1} olpc-cjson: {"\xe9":1}
{"e\u0301":1} securesystemslib: {"e\u0301":1}
{"e\u0301":1} tufjs: {"e\u0301":1}
EXPECTED
diff expected seen
echo "canonical JSON of OLPC behaves as it was seen"
