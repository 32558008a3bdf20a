#!/bin/sh
# @actions/expressions 0.3.61 (npm), github.com/nektos/act v0.2.89 and github-actions-expressions 1.32.0 (crates.io), seen on
# 2026-11-30 with Node 20, Go 1.26 and Rust 1.95.
#
# Guess before it was run: the three evaluate expressions of GitHub Actions alike; the text of large numbers may differ.
# Seen: it does, and more. 1e21 is `1e+21`, `1E+21`, and for the crate the largest whole number of 64 bits, which no float is;
# 0.00001 is `1E-05` for act, and it refuses 123456789012, though a number may have any form of JSON (GitHub, Evaluate
# expressions, Literals). A filter takes a property of all values (Object filters): of an object act has null for each, and of a
# list it keeps a null for a missing one. For it `[1.0]` of a list is null, and `['1']` a list of nulls; the library of GitHub
# has the second entry for both. Two objects are the same only as one instance (Operators): act refuses to compare them.
# toJSON of act writes `<` as an escape, and those of act and the crate sort properties. act compares letters as small ones,
# so that `_` comes before `B`, and the others as capitals. Case, texts as numbers and join are alike.
# Whom it meets: who tests workflows on a machine of their own. With a mock: run one workflow by act and on the service.
# Output seen: the lines that EXPECTED has below; the crate is asked for constants only, and does not know some.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
'' == 0 && null == 0 && true == 1
true == 'true'
'0x10' == 16
'a' == 'A'
'a_' < 'aB'
0 || 'x'
contains('Hello', 'ELL')
contains(fromJSON('[1,2]'), '1')
startsWith(123, 12)
format('{0} {{1}} {1}', 'a', 2)
format('{0}', 1.50)
format('{0}', 1e21)
format('{0}', 123456789012)
format('{0}', 0.00001)
format('{0}', fromJSON('[1]'))
join(fromJSON('[1,true,null,"a"]'), '-')
join(fromJSON('[[1],2]'), '-')
toJSON(fromJSON('{"b":1,"a":2}'))
toJSON('a<b')
fromJSON('{"a":{"b":1},"c":{"b":2}}').*.b
fromJSON('[{"b":1},{"c":2}]').*.b
fromJSON('["a","b"]')[1.0]
fromJSON('["a","b"]')['1']
fromJSON('{"A":1}').a
fromJSON('{}') == fromJSON('{}')
TEXT
npm install --silent --no-audit --no-fund @actions/expressions@0.3.61
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const read = new Parser(new Lexer(line).lex().tokens, [], []).parse();
  const value = new Evaluator(read, new data.Dictionary()).evaluate();
  console.log(`${line}: @actions/expressions, ${JSON.stringify(JSON.parse(JSON.stringify(value, data.replacer)))}`);
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

	"github.com/nektos/act/pkg/exprparser"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		interpreter := exprparser.NewInterpeter(&exprparser.EvaluationEnvironment{}, exprparser.Config{})
		answer := bytes.NewBufferString("")
		value, err := interpreter.Evaluate(line, exprparser.DefaultStatusCheckNone)
		if err != nil {
			answer.WriteString("refused")
		} else {
			encoder := json.NewEncoder(answer)
			encoder.SetEscapeHTML(false)
			_ = encoder.Encode(value)
		}
		fmt.Printf("%s: act, %s\n", line, strings.TrimSpace(answer.String()))
	}
}
GO
{
  go mod init finding.test/expressions
  go get github.com/nektos/act@v0.2.89
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2024"

[dependencies]
github-actions-expressions = "=1.32.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use github_actions_expressions::{Evaluation, Expr};

fn main() {
    for line in include_str!("../cases").lines() {
        let answer = match Expr::parse(line).unwrap().consteval() {
            None => "not known".to_string(),
            Some(Evaluation::String(text)) => serde_json::to_string(&text).unwrap(),
            Some(Evaluation::Null) => "null".to_string(),
            Some(value) => value.sema().to_string(),
        };
        println!("{line}: github-actions-expressions, {answer}");
    }
}
RUST
{ node ask.mjs; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
'' == 0 && null == 0 && true == 1: @actions/expressions, true
'' == 0 && null == 0 && true == 1: act, true
'' == 0 && null == 0 && true == 1: github-actions-expressions, true
'0x10' == 16: @actions/expressions, true
'0x10' == 16: act, true
'0x10' == 16: github-actions-expressions, true
'a' == 'A': @actions/expressions, true
'a' == 'A': act, true
'a' == 'A': github-actions-expressions, true
'a_' < 'aB': @actions/expressions, false
'a_' < 'aB': act, true
'a_' < 'aB': github-actions-expressions, false
0 || 'x': @actions/expressions, "x"
0 || 'x': act, "x"
0 || 'x': github-actions-expressions, "x"
contains('Hello', 'ELL'): @actions/expressions, true
contains('Hello', 'ELL'): act, true
contains('Hello', 'ELL'): github-actions-expressions, true
contains(fromJSON('[1,2]'), '1'): @actions/expressions, true
contains(fromJSON('[1,2]'), '1'): act, true
contains(fromJSON('[1,2]'), '1'): github-actions-expressions, true
format('{0} {{1}} {1}', 'a', 2): @actions/expressions, "a {1} 2"
format('{0} {{1}} {1}', 'a', 2): act, "a {1} 2"
format('{0} {{1}} {1}', 'a', 2): github-actions-expressions, "a {1} 2"
format('{0}', 0.00001): @actions/expressions, "0.00001"
format('{0}', 0.00001): act, "1E-05"
format('{0}', 0.00001): github-actions-expressions, "0.00001"
format('{0}', 1.50): @actions/expressions, "1.5"
format('{0}', 1.50): act, "1.5"
format('{0}', 1.50): github-actions-expressions, "1.5"
format('{0}', 123456789012): @actions/expressions, "123456789012"
format('{0}', 123456789012): act, refused
format('{0}', 123456789012): github-actions-expressions, "123456789012"
format('{0}', 1e21): @actions/expressions, "1e+21"
format('{0}', 1e21): act, "1E+21"
format('{0}', 1e21): github-actions-expressions, "9223372036854775807"
format('{0}', fromJSON('[1]')): @actions/expressions, "Array"
format('{0}', fromJSON('[1]')): act, "Array"
format('{0}', fromJSON('[1]')): github-actions-expressions, "Array"
fromJSON('["a","b"]')['1']: @actions/expressions, "b"
fromJSON('["a","b"]')['1']: act, [null,null]
fromJSON('["a","b"]')['1']: github-actions-expressions, not known
fromJSON('["a","b"]')[1.0]: @actions/expressions, "b"
fromJSON('["a","b"]')[1.0]: act, null
fromJSON('["a","b"]')[1.0]: github-actions-expressions, not known
fromJSON('[{"b":1},{"c":2}]').*.b: @actions/expressions, [1]
fromJSON('[{"b":1},{"c":2}]').*.b: act, [1,null]
fromJSON('[{"b":1},{"c":2}]').*.b: github-actions-expressions, not known
fromJSON('{"A":1}').a: @actions/expressions, 1
fromJSON('{"A":1}').a: act, 1
fromJSON('{"A":1}').a: github-actions-expressions, not known
fromJSON('{"a":{"b":1},"c":{"b":2}}').*.b: @actions/expressions, [1,2]
fromJSON('{"a":{"b":1},"c":{"b":2}}').*.b: act, [null,null]
fromJSON('{"a":{"b":1},"c":{"b":2}}').*.b: github-actions-expressions, not known
fromJSON('{}') == fromJSON('{}'): @actions/expressions, false
fromJSON('{}') == fromJSON('{}'): act, refused
fromJSON('{}') == fromJSON('{}'): github-actions-expressions, false
join(fromJSON('[1,true,null,"a"]'), '-'): @actions/expressions, "1-true--a"
join(fromJSON('[1,true,null,"a"]'), '-'): act, "1-true--a"
join(fromJSON('[1,true,null,"a"]'), '-'): github-actions-expressions, "1-true--a"
join(fromJSON('[[1],2]'), '-'): @actions/expressions, "Array-2"
join(fromJSON('[[1],2]'), '-'): act, "Array-2"
join(fromJSON('[[1],2]'), '-'): github-actions-expressions, "Array-2"
startsWith(123, 12): @actions/expressions, true
startsWith(123, 12): act, true
startsWith(123, 12): github-actions-expressions, true
toJSON('a<b'): @actions/expressions, "\"a<b\""
toJSON('a<b'): act, "\"a\\u003cb\""
toJSON('a<b'): github-actions-expressions, "\"a<b\""
toJSON(fromJSON('{"b":1,"a":2}')): @actions/expressions, "{\n  \"b\": 1,\n  \"a\": 2\n}"
toJSON(fromJSON('{"b":1,"a":2}')): act, "{\n  \"a\": 2,\n  \"b\": 1\n}"
toJSON(fromJSON('{"b":1,"a":2}')): github-actions-expressions, "{\n  \"a\": 2,\n  \"b\": 1\n}"
true == 'true': @actions/expressions, false
true == 'true': act, false
true == 'true': github-actions-expressions, false
EXPECTED
diff expected seen
echo "expressions of GitHub Actions are evaluated as they were seen"
