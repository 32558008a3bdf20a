#!/bin/sh
# logfmt 1.4.0 and @jclem/logfmt2 2.4.3 (npm), logfmter 0.0.12, logfmtkv 0.2.1 and logfmt 0.4 (PyPI),
# github.com/go-logfmt/logfmt v0.6.1 and github.com/kr/logfmt of 2014-02-26 and logfmt 0.0.2 (crates.io), seen on 2026-11-30
# with Node 20, Python 3.11, Go 1.26 and Rust 1.95.
#
# Guess before it was run: six libraries read what the others write; texts with quotes, line feeds and = are written in quotes
# by all; keys with blanks differ.
# Seen: keys were not tried. Both of npm take the backslash off `\n` and `\t`, as others write them: two lines become
# `twonlines`. They take it off a bare `C:\new` as well, which is a path for the others. logfmt of npm writes a line feed as
# it is, so the rest of the value is another record with other keys, and logfmt2 writes a blank instead. logfmt2 doubles a
# backslash that has no quotes around it, and only it and logfmt of npm halve that again. For logfmt of PyPI, the next quote
# after any backslash is a part of the text: `"C:\\new"` is True, and the key after it is lost. logfmt of crates.io does not
# read `\n`, and loses a key whose value is empty.
# Whom it meets: who searches logs of one service with a tool of another language. With a mock: let an error have two lines
# and a path with backslashes.
# Output seen: the lines that EXPECTED has below, with each text that is written, and who does not read the value from it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > values.json <<'JSON'
["plain", "two words", "", "a=b", "say \"hi\"", "two\nlines", "a\ttab", "C:\\new", "C:\\new dir", "\\ ", "100%", "[a, b]"]
JSON
npm install --silent --no-audit --no-fund logfmt@1.4.0 @jclem/logfmt2@2.4.3
cat > write.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { encode } from '@jclem/logfmt2';
import logfmt from 'logfmt';

for (const value of JSON.parse(readFileSync('values.json', 'utf8'))) {
  console.log(JSON.stringify([value, 'logfmt-js', logfmt.stringify({ a: value, b: 'c' })]));
  console.log(JSON.stringify([value, 'logfmt2', encode({ a: value, b: 'c' })]));
}
JS
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { decode } from '@jclem/logfmt2';
import logfmt from 'logfmt';

const readers = { 'logfmt-js': (text) => logfmt.parse(text), logfmt2: (text) => decode(text) };
for (const line of readFileSync('written', 'utf8').trim().split('\n')) {
  const [value, writer, text] = JSON.parse(line);
  for (const [name, read] of Object.entries(readers)) {
    const { a, ...others } = read(text);
    console.log(JSON.stringify([value, writer, text, name, a === null ? '' : `${a}`, JSON.stringify(others) === '{"b":"c"}']));
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check logfmter==0.0.12 logfmtkv==0.2.1 logfmt==0.4
cat > write.py <<'PY'
import json

import logfmtkv
from logfmter import Logfmter

with open("values.json", encoding="utf-8") as file:
    values = json.load(file)
for value in values:
    print(json.dumps([value, "logfmter", Logfmter.format_params({"a": value, "b": "c"})]))
    print(json.dumps([value, "logfmtkv", logfmtkv.serialize({"a": value, "b": "c"})]))
PY
cat > read.py <<'PY'
import json

import logfmtkv
from logfmt.parser import parse_line

READERS = {"logfmt-py": parse_line, "logfmtkv": logfmtkv.parse}
with open("written", encoding="utf-8") as file:
    lines = file.read().splitlines()
for line in lines:
    for name, read in READERS.items():
        value, _, text = written = json.loads(line)
        answer = dict(read(text))
        given = answer.pop("a", "nothing")
        print(json.dumps([*written, name, "" if given is None else str(given), answer == {"b": "c"}]))
PY
mkdir write read src
cat > write/main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-logfmt/logfmt"
)

func main() {
	file, _ := os.ReadFile("values.json")
	var values []string
	if err := json.Unmarshal(file, &values); err != nil {
		panic(err)
	}
	for _, value := range values {
		text, err := logfmt.MarshalKeyvals("a", value, "b", "c")
		if err != nil {
			panic(err)
		}
		line, _ := json.Marshal([]string{value, "go-logfmt", string(text)})
		fmt.Println(string(line))
	}
}
GO
cat > read/main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/go-logfmt/logfmt"
	kr "github.com/kr/logfmt"
)

func show(written []string, name string, pairs map[string]string) {
	given, found := pairs["a"]
	if !found {
		given = "nothing"
	}
	line, _ := json.Marshal([]any{written[0], written[1], written[2], name, given, pairs["b"] == "c" && len(pairs) < 3})
	fmt.Println(string(line))
}

func main() {
	file, _ := os.ReadFile("written")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		var written []string
		if err := json.Unmarshal([]byte(line), &written); err != nil {
			panic(err)
		}
		pairs := map[string]string{}
		decoder := logfmt.NewDecoder(strings.NewReader(written[2]))
		for decoder.ScanRecord() {
			for decoder.ScanKeyval() {
				pairs[string(decoder.Key())] = string(decoder.Value())
			}
		}
		show(written, "go-logfmt", pairs)
		pairs = map[string]string{}
		_ = kr.Unmarshal([]byte(written[2]), kr.HandlerFunc(func(key, value []byte) error {
			pairs[string(key)] = string(value)
			return nil
		}))
		show(written, "kr", pairs)
	}
}
GO
{
  go mod init finding.test/logfmt
  go get github.com/go-logfmt/logfmt@v0.6.1 github.com/kr/logfmt@v0.0.0-20140226030751-b84e30acd515
  go mod tidy
} 2> /dev/null
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
logfmt = "=0.0.2"
serde_json = "=1.0.150"
TOML
cat > src/main.rs <<'RUST'
use serde_json::{json, Value};

fn main() {
    for line in std::fs::read_to_string("written").unwrap().lines() {
        let mut written: Vec<Value> = serde_json::from_str(line).unwrap();
        let pairs = logfmt::parse(written[2].as_str().unwrap());
        let a = pairs.iter().find(|pair| pair.key == "a");
        let given = a.map_or("nothing".to_string(), |pair| pair.val.clone().unwrap_or_default());
        let others: Vec<_> = pairs.iter().filter(|pair| pair.key != "a").collect();
        let same = others.len() == 1 && others[0].key == "b" && others[0].val.as_deref() == Some("c");
        written.extend([json!("logfmt-rs"), json!(given), json!(same)]);
        println!("{}", json!(written));
    }
}
RUST
{ node write.mjs; venv/bin/python write.py; go run ./write; } > written
cat > compare.py <<'PY'
import json
import sys
from collections import defaultdict

groups = defaultdict(list)
written = defaultdict(list)
for line in sys.stdin:
    value, writer, text, reader, given, others = json.loads(line)
    if writer not in written[value, text]:
        written[value, text].append(writer)
    if given != value or not others:
        answer = json.dumps(given) + ("" if others else " and more")
        if reader not in groups[value, text, answer]:
            groups[value, text, answer].append(reader)
for (value, text), writers in sorted(written.items()):
    print(f"{json.dumps(value)}: {json.dumps(text)[1:-1]} by {' '.join(sorted(writers))}")
    for (one, other, answer), readers in sorted(groups.items()):
        if (one, other) == (value, text):
            print(f"  is {answer} for {' '.join(sorted(readers))}")
PY
{
  node read.mjs
  venv/bin/python read.py
  go run ./read
  CARGO_TARGET_DIR=target cargo run --quiet
} | python3 compare.py > seen
cat > expected <<'EXPECTED'
"": a= b=c by go-logfmt logfmter logfmtkv
  is "True" for logfmt-py
  is "nothing" for logfmt-rs
"": a=\"\" b=c by logfmt-js logfmt2
  is "nothing" for logfmt-rs
"100%": a=100% b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
"C:\\new": a=\"C:\\\\new\" b=c by logfmt-js
  is "True" and more for logfmt-py
"C:\\new": a=C:\\\\new b=c by logfmt2
  is "C:\\\\new" for go-logfmt kr logfmt-py logfmt-rs logfmtkv
"C:\\new": a=C:\\new b=c by go-logfmt logfmter logfmtkv
  is "C:new" for logfmt-js logfmt2
"C:\\new dir": a=\"C:\\\\new dir\" b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
  is "True" and more for logfmt-py
"[a, b]": a=\"[a, b]\" b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
"\\ ": a=\"\\\\ \" b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
  is "True" and more for logfmt-py
"a\ttab": a=\"a\ttab\" b=c by logfmt2
"a\ttab": a=\"a\\ttab\" b=c by go-logfmt logfmter logfmtkv
  is "True" and more for logfmt-py
  is "a\\ttab" for logfmt-rs
  is "attab" for logfmt-js logfmt2
"a\ttab": a=a\ttab b=c by logfmt-js
  is "a" and more for go-logfmt kr logfmt-py logfmtkv
"a=b": a=\"a=b\" b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
"plain": a=plain b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
"say \"hi\"": a=\"say \\\"hi\\\"\" b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
"two\nlines": a=\"two lines\" b=c by logfmt2
  is "two lines" for go-logfmt kr logfmt-js logfmt-py logfmt-rs logfmt2 logfmtkv
"two\nlines": a=\"two\\nlines\" b=c by go-logfmt logfmter logfmtkv
  is "True" and more for logfmt-py
  is "two\\nlines" for logfmt-rs
  is "twonlines" for logfmt-js logfmt2
"two\nlines": a=two\nlines b=c by logfmt-js
  is "two" and more for go-logfmt kr logfmt-py logfmtkv
"two words": a=\"two words\" b=c by go-logfmt logfmt-js logfmt2 logfmter logfmtkv
EXPECTED
diff expected seen
echo "libraries of logfmt behave as they were seen"
