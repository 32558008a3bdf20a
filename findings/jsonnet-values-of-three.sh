#!/bin/sh
# jsonnet 0.22.0, which is Jsonnet in C++, gojsonnet 0.22.0, which is go-jsonnet, and rjsonnet 0.5.6, which is jrsonnet
# (PyPI), seen on 2026-11-30 with Python 3.11.
#
# Guess before it was run: three implementations of Jsonnet make the same JSON of a text, numbers included.
# Seen: numbers have another form in jrsonnet, 0.1 and not 0.10000000000000001, with the same value; as texts they are unlike.
# It writes 1.5 by `%.0f` as 1, 0.5 as 0, 2.675 with two digits as 2.67, and -1.9 by `%d` as -2, and knows no index below zero.
# -2.5 is rounded to -2 by C++, to -3 by the others. `std.base64` takes code points in C++, and bytes of UTF-8 in the others, so
# each reads its own only. `std.parseYaml` has rules of its own in each: in C++ `~` and an alias such as `*x` are texts, and
# `!!str 1` is a number; in Go `yes` is true and 1_000 a number; 017 is a text or 15. A text with `---` is a list of documents
# for two, even if it has one.
# Whom it meets: dashboards and settings made by one implementation on a laptop and by another in a build. With a mock: read
# its seed as YAML in each, and compare.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
0.1
1 / 3
"v" + 0.1
"%.0f" % 0.5
"%.0f" % 1.5
"%.2f" % 2.675
"%d" % -1.9
"%g" % 1000000
std.round(2.5)
std.round(-2.5)
[1, 2, 3][0:-1]
std.base64("é")
std.base64Decode("w6k=")
std.equalsIgnoreCase("É", "é")
std.parseYaml("017")
std.parseYaml("0x1F")
std.parseYaml("1_000")
std.parseYaml("yes")
std.parseYaml("~")
std.parseYaml("2024-01-01")
std.parseYaml("!!str 1")
std.parseYaml("a: &x 1\nb: *x")
std.parseYaml("a: &x {p: 1}\nb: {<<: *x}")
std.parseYaml("---\na: 1")
std.parseYaml("a: 1\n---\nb: 2")
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonnet==0.22.0 gojsonnet==0.22.0 rjsonnet==0.5.6
cat > make.py <<'PY'
import _gojsonnet
import _jsonnet
import rjsonnet

LIBRARIES = {"C++": _jsonnet, "Go": _gojsonnet, "Rust": rjsonnet}
for line in open("texts", encoding="utf-8").read().splitlines():
    for name, library in LIBRARIES.items():
        try:
            answer = " ".join(library.evaluate_snippet("text", line).split())
        except Exception:
            answer = "refused"
        print(f"{line} | {name}: {answer}")
PY
venv/bin/python make.py > seen
cat > expected <<'EXPECTED'
0.1 | C++: 0.10000000000000001
0.1 | Go: 0.10000000000000001
0.1 | Rust: 0.1
1 / 3 | C++: 0.33333333333333331
1 / 3 | Go: 0.33333333333333331
1 / 3 | Rust: 0.3333333333333333
"v" + 0.1 | C++: "v0.10000000000000001"
"v" + 0.1 | Go: "v0.10000000000000001"
"v" + 0.1 | Rust: "v0.1"
"%.0f" % 0.5 | C++: "1"
"%.0f" % 0.5 | Go: "1"
"%.0f" % 0.5 | Rust: "0"
"%.0f" % 1.5 | C++: "2"
"%.0f" % 1.5 | Go: "2"
"%.0f" % 1.5 | Rust: "1"
"%.2f" % 2.675 | C++: "2.68"
"%.2f" % 2.675 | Go: "2.68"
"%.2f" % 2.675 | Rust: "2.67"
"%d" % -1.9 | C++: "-1"
"%d" % -1.9 | Go: "-1"
"%d" % -1.9 | Rust: "-2"
"%g" % 1000000 | C++: "1000000"
"%g" % 1000000 | Go: "1000000"
"%g" % 1000000 | Rust: "1e+06"
std.round(2.5) | C++: 3
std.round(2.5) | Go: 3
std.round(2.5) | Rust: 3
std.round(-2.5) | C++: -2
std.round(-2.5) | Go: -3
std.round(-2.5) | Rust: -3
[1, 2, 3][0:-1] | C++: [ 1, 2 ]
[1, 2, 3][0:-1] | Go: [ 1, 2 ]
[1, 2, 3][0:-1] | Rust: refused
std.base64("é") | C++: "6Q=="
std.base64("é") | Go: "w6k="
std.base64("é") | Rust: "w6k="
std.base64Decode("w6k=") | C++: "Ã©"
std.base64Decode("w6k=") | Go: "é"
std.base64Decode("w6k=") | Rust: "é"
std.equalsIgnoreCase("É", "é") | C++: false
std.equalsIgnoreCase("É", "é") | Go: true
std.equalsIgnoreCase("É", "é") | Rust: false
std.parseYaml("017") | C++: "017"
std.parseYaml("017") | Go: 15
std.parseYaml("017") | Rust: 15
std.parseYaml("0x1F") | C++: "0x1F"
std.parseYaml("0x1F") | Go: 31
std.parseYaml("0x1F") | Rust: 31
std.parseYaml("1_000") | C++: "1_000"
std.parseYaml("1_000") | Go: 1000
std.parseYaml("1_000") | Rust: "1_000"
std.parseYaml("yes") | C++: "yes"
std.parseYaml("yes") | Go: true
std.parseYaml("yes") | Rust: "yes"
std.parseYaml("~") | C++: "~"
std.parseYaml("~") | Go: null
std.parseYaml("~") | Rust: null
std.parseYaml("2024-01-01") | C++: "2024-01-01"
std.parseYaml("2024-01-01") | Go: "2024-01-01"
std.parseYaml("2024-01-01") | Rust: "2024-01-01"
std.parseYaml("!!str 1") | C++: 1
std.parseYaml("!!str 1") | Go: "1"
std.parseYaml("!!str 1") | Rust: "1"
std.parseYaml("a: &x 1\nb: *x") | C++: { "a": 1, "b": "*x" }
std.parseYaml("a: &x 1\nb: *x") | Go: { "a": 1, "b": 1 }
std.parseYaml("a: &x 1\nb: *x") | Rust: { "a": 1, "b": 1 }
std.parseYaml("a: &x {p: 1}\nb: {<<: *x}") | C++: { "a": { "p": 1 }, "b": { "<<": "*x" } }
std.parseYaml("a: &x {p: 1}\nb: {<<: *x}") | Go: { "a": { "p": 1 }, "b": { "p": 1 } }
std.parseYaml("a: &x {p: 1}\nb: {<<: *x}") | Rust: { "a": { "p": 1 }, "b": { "<<": { "p": 1 } } }
std.parseYaml("---\na: 1") | C++: [ { "a": 1 } ]
std.parseYaml("---\na: 1") | Go: [ { "a": 1 } ]
std.parseYaml("---\na: 1") | Rust: { "a": 1 }
std.parseYaml("a: 1\n---\nb: 2") | C++: [ { "a": 1 }, { "b": 2 } ]
std.parseYaml("a: 1\n---\nb: 2") | Go: [ { "a": 1 }, { "b": 2 } ]
std.parseYaml("a: 1\n---\nb: 2") | Rust: [ { "a": 1 }, { "b": 2 } ]
EXPECTED
diff expected seen
echo "values of Jsonnet are made as they were seen"
