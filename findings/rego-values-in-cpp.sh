#!/bin/sh
# github.com/open-policy-agent/opa v1.9.0 and regopy 1.5.2 (PyPI), which is rego-cpp for Python, seen on 2026-11-30 with Go
# 1.26 and Python 3.11.
#
# Guess before it was run: two engines of Rego give the same values for texts, numbers, times, versions and units; regopy
# lacks some functions.
# Seen: `semver.compare` of regopy has a release below its own pre-release, rc.10 below rc.2, and counts build metadata
# (Semantic Versioning, 10 and 11). OPA's reference has `object.union` go into objects; regopy replaces them. A set is ordered
# by OPA, and null is the least value; regopy joins `{"b", "a"}` as it was written, and puts null last. -5 in base 2 is `11`
# for it, a month and a day are 30 days, a time with a fraction has no value, `%q` of `sprintf` stays, and a blank is `%20`.
# YAML's `yes` is true for OPA and a text for regopy; 0x10 is a number for regopy only. OPA writes an error into the text for
# `%s` of a number and `%t` of a flag. Rounding, letters, zones and units are alike.
# Whom it meets: policies that are tested in Python and run by OPA. With a mock: let both judge a list of versions.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions <<'TEXT'
semver.compare("1.0.0", "1.0.0-rc.1")
semver.compare("1.0.0-rc.2", "1.0.0-rc.10")
semver.compare("1.0.0+a", "1.0.0+b")
object.union({"a": {"b": 1}}, {"a": {"c": 2}})
concat(",", {"b", "a"})
sort([3, null, "a"])
format_int(-5, 2)
round(2.5)
substring("äbc", 1, 1)
time.parse_rfc3339_ns("2026-01-02T03:04:05.5Z")
time.clock([1700000000000000000, "Europe/Berlin"])
time.diff(1706659200000000000, 1709251200000000000)
time.format(1700000000000000000)
urlquery.encode("a b")
units.parse_bytes("1KiB")
yaml.unmarshal("a: yes")
to_number("0x10")
sprintf("%s", [1])
sprintf("%t", [true])
sprintf("%q", ["a"])
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check regopy==1.5.2
cat > value.py <<'PY'
import json

from regopy import Interpreter

with open("expressions", encoding="utf-8") as file:
    for text in file.read().splitlines():
        engine = Interpreter()
        output = engine.query(f"x := {text}")
        answer = "no value"
        if str(output).startswith("{"):
            answer = json.dumps(json.loads(str(output))["bindings"]["x"])
        print(f"{text}|regopy|{answer}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/open-policy-agent/opa/v1/rego"
)

func main() {
	file, _ := os.ReadFile("expressions")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := "no value"
		results, err := rego.New(rego.Query("x := " + text)).Eval(context.Background())
		if err == nil && len(results) == 1 {
			value, _ := json.Marshal(results[0].Bindings["x"])
			answer = string(value)
		}
		fmt.Printf("%s|OPA|%s\n", text, answer)
	}
}
GO
{
  go mod init finding.test/values
  go get github.com/open-policy-agent/opa@v1.9.0
  go mod tidy
} 2> /dev/null
cat > compare.py <<'PY'
import json
import sys

for line in sorted(sys.stdin.read().splitlines()):
    text, name, answer = line.split("|")
    if answer != "no value":
        answer = json.dumps(json.loads(answer), ensure_ascii=False)
    print(f"{text} by {name}: {answer}")
PY
export PYTHONUTF8=1
{ venv/bin/python value.py; go run .; } | python3 compare.py > seen
cat > expected <<'EXPECTED'
concat(",", {"b", "a"}) by OPA: "a,b"
concat(",", {"b", "a"}) by regopy: "b,a"
format_int(-5, 2) by OPA: "-101"
format_int(-5, 2) by regopy: "11"
object.union({"a": {"b": 1}}, {"a": {"c": 2}}) by OPA: {"a": {"b": 1, "c": 2}}
object.union({"a": {"b": 1}}, {"a": {"c": 2}}) by regopy: {"a": {"c": 2}}
round(2.5) by OPA: 3
round(2.5) by regopy: 3
semver.compare("1.0.0", "1.0.0-rc.1") by OPA: 1
semver.compare("1.0.0", "1.0.0-rc.1") by regopy: -1
semver.compare("1.0.0+a", "1.0.0+b") by OPA: 0
semver.compare("1.0.0+a", "1.0.0+b") by regopy: -1
semver.compare("1.0.0-rc.2", "1.0.0-rc.10") by OPA: -1
semver.compare("1.0.0-rc.2", "1.0.0-rc.10") by regopy: 1
sort([3, null, "a"]) by OPA: [null, 3, "a"]
sort([3, null, "a"]) by regopy: ["a", 3, null]
sprintf("%q", ["a"]) by OPA: "\"a\""
sprintf("%q", ["a"]) by regopy: "%q"
sprintf("%s", [1]) by OPA: "%!s(int=1)"
sprintf("%s", [1]) by regopy: "1"
sprintf("%t", [true]) by OPA: "%!t(string=true)"
sprintf("%t", [true]) by regopy: "true"
substring("äbc", 1, 1) by OPA: "b"
substring("äbc", 1, 1) by regopy: "b"
time.clock([1700000000000000000, "Europe/Berlin"]) by OPA: [23, 13, 20]
time.clock([1700000000000000000, "Europe/Berlin"]) by regopy: [23, 13, 20]
time.diff(1706659200000000000, 1709251200000000000) by OPA: [0, 1, 1, 0, 0, 0]
time.diff(1706659200000000000, 1709251200000000000) by regopy: [0, 0, 30, 0, 0, 0]
time.format(1700000000000000000) by OPA: "2023-11-14T22:13:20Z"
time.format(1700000000000000000) by regopy: "2023-11-14T22:13:20.000000000Z"
time.parse_rfc3339_ns("2026-01-02T03:04:05.5Z") by OPA: 1767323045500000000
time.parse_rfc3339_ns("2026-01-02T03:04:05.5Z") by regopy: no value
to_number("0x10") by OPA: no value
to_number("0x10") by regopy: 16
units.parse_bytes("1KiB") by OPA: 1024
units.parse_bytes("1KiB") by regopy: 1024
urlquery.encode("a b") by OPA: "a+b"
urlquery.encode("a b") by regopy: "a%20b"
yaml.unmarshal("a: yes") by OPA: {"a": true}
yaml.unmarshal("a: yes") by regopy: {"a": "yes"}
EXPECTED
diff expected seen
echo "values of Rego are made as they were seen"
