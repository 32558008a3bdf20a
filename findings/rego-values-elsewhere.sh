#!/bin/sh
# github.com/open-policy-agent/opa v1.9.0, its WebAssembly in @open-policy-agent/opa-wasm 1.10.0 (npm), and gordon-to-regorus
# 0.13.0 (PyPI), which is regorus of Rust for Python, seen on 2026-11-30 with Go 1.26, Node 20 and Python 3.11.
#
# Guess before it was run: Rego compiled to WebAssembly and run by the SDKs of npm and PyPI gives the values that OPA gives,
# with functions missing that the host must have; regorus gives the same, sprintf aside.
# Seen: opa-wasmtime of PyPI loads no policy that needs a function which it lacks, so it is not here. The SDK of npm has some
# functions of text and YAML, but none for times, versions, units, hashes or `regex.replace`. An integer above 2^53 is rounded
# by it, and one above 2^64 by regorus; OPA keeps each, and 20 digits of 1/3. For regorus 0.1 + 0.2 is not 0.3. A month after
# 31 January is 29 February for it and 2 March for OPA, ` 1` is a number, `aa` is thrice in `aaaa`, and `~` is escaped in a
# query. YAML's `yes` is a text for both and true for OPA. Of `sprintf`, the SDK writes an object as "[object Object]" and
# knows no `%q`; regorus has other octal digits, no precision for integers, and an empty text for `%t` of a flag, where OPA
# writes an error into the text; `%d` of 1.5 is 1 for one and an error for the other. A set is ordered for OPA and regorus,
# and not in WebAssembly (`concat`). Letters, slices, sorting and patterns are alike.
# Whom it meets: policies that are tested by OPA and decide in a browser, at an edge or in Rust. With a mock: let both judge a
# sum of prices, and a date at the end of a month.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions <<'TEXT'
upper("é")
substring("äbc", 1, 1)
1/3
0.1 + 0.2
2.50
1e21
9007199254740993
123456789012345678901 * 10
round(2.5)
to_number(" 1")
sprintf("%v", [{"b": 1, "a": [true, null]}])
sprintf("%v", [{"b", "a"}])
sprintf("%d", [1.5])
sprintf("%s", [1])
sprintf("%t", [true])
sprintf("%.1f", [2])
sprintf("%05d", [42])
sprintf("%o", [8])
sprintf("%q", ["a"])
sprintf("%s", ["a", "b"])
json.marshal({"b": 1.0, "a": "<é>"})
sort([3, null, "a", true, [1], {"a": 1}])
concat(",", {"b", "a"})
regex.match("(?i)É", "é")
regex.replace("abc", "(b)(.)", "$2$1")
glob.match("*.example.com", ["."], "a.b.example.com")
net.cidr_contains("192.0.2.0/24", "192.0.2.5")
base64.encode("é")
urlquery.encode("a b~é")
semver.compare("1.0.0-rc.10", "1.0.0-rc.2")
units.parse("1.5K")
time.add_date(1706659200000000000, 0, 1, 0)
crypto.sha256("a")
strings.count("aaaa", "aa")
bits.lsh(1, 64)
yaml.unmarshal("a: yes")
yaml.marshal({"a": "yes"})
TEXT
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/compile"
	"github.com/open-policy-agent/opa/v1/rego"
)

func main() {
	file, _ := os.ReadFile("expressions")
	module := "package t\n"
	var entrypoints []string
	for at, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		module += fmt.Sprintf("e%d := %s\n", at, text)
		entrypoints = append(entrypoints, fmt.Sprintf("t/e%d", at))
		answer := "no value"
		results, err := rego.New(rego.Query("x := " + text)).Eval(context.Background())
		if err == nil && len(results) == 1 {
			value, _ := json.Marshal(results[0].Bindings["x"])
			answer = string(value)
		}
		fmt.Printf("%s|OPA|%s\n", text, answer)
	}
	parsed, _ := ast.ParseModule("t.rego", module)
	files := []bundle.ModuleFile{{URL: "t.rego", Path: "t.rego", Raw: []byte(module), Parsed: parsed}}
	compiler := compile.New().WithTarget(compile.TargetWasm).WithEntrypoints(entrypoints...)
	compiler = compiler.WithBundle(&bundle.Bundle{Modules: files, Data: map[string]any{}})
	if err := compiler.Build(context.Background()); err != nil {
		panic(err)
	}
	_ = os.WriteFile("policy.wasm", compiler.Bundle().WasmModules[0].Raw, 0o644)
}
GO
{
  go mod init finding.test/values
  go get github.com/open-policy-agent/opa@v1.9.0
  go mod tidy
} 2> /dev/null
go run . > values
npm install --silent --no-audit --no-fund @open-policy-agent/opa-wasm@1.10.0
cat > value.mjs <<'JS'
import { readFileSync } from 'node:fs';
import opa from '@open-policy-agent/opa-wasm';

const policy = await opa.loadPolicy(readFileSync('policy.wasm'));
for (const [at, text] of readFileSync('expressions', 'utf8').trim().split('\n').entries()) {
  let answer = 'no value';
  try {
    const found = policy.evaluate({}, `t/e${at}`);
    if (found.length === 1) answer = JSON.stringify(found[0].result);
  } catch (error) {
    answer = String(error.message).includes('not implemented') ? 'no function' : 'error';
  }
  console.log(`${text}|WebAssembly|${answer}`);
}
JS
node value.mjs >> values
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check gordon-to-regorus==0.13.0
cat > value.py <<'PY'
import regorus

for text in open("expressions", encoding="utf-8").read().splitlines():
    engine = regorus.Engine()
    try:
        engine.add_policy("t.rego", f"package t\nx := {text}\n")
        answer = engine.eval_rule_as_json("data.t.x").replace("\n", "")
    except RuntimeError as error:
        answer = "no function" if "could not find function" in str(error) else "error"
    print(f"{text}|regorus|{answer}")
PY
export PYTHONUTF8=1
venv/bin/python value.py >> values
cat > compare.py <<'PY'
import json
import sys

for line in sorted(sys.stdin.read().splitlines()):
    text, name, answer = line.split("|")
    if answer[0] in '"[{':
        answer = json.dumps(json.loads(answer), ensure_ascii=False)
    print(f"{text} by {name}: {answer}")
PY
python3 compare.py < values > seen
cat > expected <<'EXPECTED'
0.1 + 0.2 by OPA: 0.3
0.1 + 0.2 by WebAssembly: 0.3
0.1 + 0.2 by regorus: 0.30000000000000004
1/3 by OPA: 0.33333333333333333334
1/3 by WebAssembly: 0.3333333333333333
1/3 by regorus: 0.3333333333333333
123456789012345678901 * 10 by OPA: 1234567890123456789000
123456789012345678901 * 10 by WebAssembly: 1.2345678901234568e+21
123456789012345678901 * 10 by regorus: 1.2345678901234568e+21
1e21 by OPA: 1e21
1e21 by WebAssembly: 1e+21
1e21 by regorus: 1e+21
2.50 by OPA: 2.50
2.50 by WebAssembly: 2.5
2.50 by regorus: 2.5
9007199254740993 by OPA: 9007199254740993
9007199254740993 by WebAssembly: 9007199254740992
9007199254740993 by regorus: 9007199254740993
base64.encode("é") by OPA: "w6k="
base64.encode("é") by WebAssembly: "w6k="
base64.encode("é") by regorus: "w6k="
bits.lsh(1, 64) by OPA: 18446744073709551616
bits.lsh(1, 64) by WebAssembly: 18446744073709552000
bits.lsh(1, 64) by regorus: 1.8446744073709552e+19
concat(",", {"b", "a"}) by OPA: "a,b"
concat(",", {"b", "a"}) by WebAssembly: "b,a"
concat(",", {"b", "a"}) by regorus: "a,b"
crypto.sha256("a") by OPA: "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"
crypto.sha256("a") by WebAssembly: no function
crypto.sha256("a") by regorus: no function
glob.match("*.example.com", ["."], "a.b.example.com") by OPA: false
glob.match("*.example.com", ["."], "a.b.example.com") by WebAssembly: false
glob.match("*.example.com", ["."], "a.b.example.com") by regorus: false
json.marshal({"b": 1.0, "a": "<é>"}) by OPA: "{\"a\":\"\\u003cé\\u003e\",\"b\":1.0}"
json.marshal({"b": 1.0, "a": "<é>"}) by WebAssembly: "{\"b\":1.0,\"a\":\"<é>\"}"
json.marshal({"b": 1.0, "a": "<é>"}) by regorus: "{\"a\":\"<é>\",\"b\":1}"
net.cidr_contains("192.0.2.0/24", "192.0.2.5") by OPA: true
net.cidr_contains("192.0.2.0/24", "192.0.2.5") by WebAssembly: true
net.cidr_contains("192.0.2.0/24", "192.0.2.5") by regorus: true
regex.match("(?i)É", "é") by OPA: true
regex.match("(?i)É", "é") by WebAssembly: true
regex.match("(?i)É", "é") by regorus: true
regex.replace("abc", "(b)(.)", "$2$1") by OPA: "acb"
regex.replace("abc", "(b)(.)", "$2$1") by WebAssembly: no function
regex.replace("abc", "(b)(.)", "$2$1") by regorus: "acb"
round(2.5) by OPA: 3
round(2.5) by WebAssembly: 3
round(2.5) by regorus: 3
semver.compare("1.0.0-rc.10", "1.0.0-rc.2") by OPA: 1
semver.compare("1.0.0-rc.10", "1.0.0-rc.2") by WebAssembly: no function
semver.compare("1.0.0-rc.10", "1.0.0-rc.2") by regorus: 1
sort([3, null, "a", true, [1], {"a": 1}]) by OPA: [null, true, 3, "a", [1], {"a": 1}]
sort([3, null, "a", true, [1], {"a": 1}]) by WebAssembly: [null, true, 3, "a", [1], {"a": 1}]
sort([3, null, "a", true, [1], {"a": 1}]) by regorus: [null, true, 3, "a", [1], {"a": 1}]
sprintf("%.1f", [2]) by OPA: "%!f(int=2)"
sprintf("%.1f", [2]) by WebAssembly: "2.0"
sprintf("%.1f", [2]) by regorus: "2"
sprintf("%05d", [42]) by OPA: "00042"
sprintf("%05d", [42]) by WebAssembly: "00042"
sprintf("%05d", [42]) by regorus: "00042"
sprintf("%d", [1.5]) by OPA: "%!d(float64=1.5)"
sprintf("%d", [1.5]) by WebAssembly: "1"
sprintf("%d", [1.5]) by regorus: error
sprintf("%o", [8]) by OPA: "10"
sprintf("%o", [8]) by WebAssembly: "10"
sprintf("%o", [8]) by regorus: "0O10"
sprintf("%q", ["a"]) by OPA: "\"a\""
sprintf("%q", ["a"]) by WebAssembly: error
sprintf("%q", ["a"]) by regorus: "\"a\""
sprintf("%s", ["a", "b"]) by OPA: "a%!(EXTRA string=b)"
sprintf("%s", ["a", "b"]) by WebAssembly: "a"
sprintf("%s", ["a", "b"]) by regorus: error
sprintf("%s", [1]) by OPA: "%!s(int=1)"
sprintf("%s", [1]) by WebAssembly: "1"
sprintf("%s", [1]) by regorus: "1"
sprintf("%t", [true]) by OPA: "%!t(string=true)"
sprintf("%t", [true]) by WebAssembly: "true"
sprintf("%t", [true]) by regorus: ""
sprintf("%v", [{"b", "a"}]) by OPA: "{\"a\", \"b\"}"
sprintf("%v", [{"b", "a"}]) by WebAssembly: "b,a"
sprintf("%v", [{"b", "a"}]) by regorus: "{\"a\", \"b\"}"
sprintf("%v", [{"b": 1, "a": [true, null]}]) by OPA: "{\"a\": [true, null], \"b\": 1}"
sprintf("%v", [{"b": 1, "a": [true, null]}]) by WebAssembly: "[object Object]"
sprintf("%v", [{"b": 1, "a": [true, null]}]) by regorus: "{\"a\": [true, null], \"b\": 1}"
strings.count("aaaa", "aa") by OPA: 2
strings.count("aaaa", "aa") by WebAssembly: no function
strings.count("aaaa", "aa") by regorus: 3
substring("äbc", 1, 1) by OPA: "b"
substring("äbc", 1, 1) by WebAssembly: "b"
substring("äbc", 1, 1) by regorus: "b"
time.add_date(1706659200000000000, 0, 1, 0) by OPA: 1709337600000000000
time.add_date(1706659200000000000, 0, 1, 0) by WebAssembly: no function
time.add_date(1706659200000000000, 0, 1, 0) by regorus: 1709164800000000000
to_number(" 1") by OPA: no value
to_number(" 1") by WebAssembly: no value
to_number(" 1") by regorus: 1
units.parse("1.5K") by OPA: 1500
units.parse("1.5K") by WebAssembly: no function
units.parse("1.5K") by regorus: 1500
upper("é") by OPA: "É"
upper("é") by WebAssembly: "É"
upper("é") by regorus: "É"
urlquery.encode("a b~é") by OPA: "a+b~%C3%A9"
urlquery.encode("a b~é") by WebAssembly: no function
urlquery.encode("a b~é") by regorus: "a+b%7E%C3%A9"
yaml.marshal({"a": "yes"}) by OPA: "a: \"yes\"\n"
yaml.marshal({"a": "yes"}) by WebAssembly: "a: yes\n"
yaml.marshal({"a": "yes"}) by regorus: "a: yes\n"
yaml.unmarshal("a: yes") by OPA: {"a": true}
yaml.unmarshal("a: yes") by WebAssembly: {"a": "yes"}
yaml.unmarshal("a: yes") by regorus: {"a": "yes"}
EXPECTED
diff expected seen
echo "values of Rego are as they were seen"
