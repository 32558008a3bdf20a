#!/bin/sh
# @hyperjump/json-pointer 1.1.2, json-pointer 0.6.2 and jsonpointer 5.0.1 (npm), jsonpointer 3.12 (PyPI) and
# github.com/go-openapi/jsonpointer v1.0.2, seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: five libraries of RFC 6901 find the same values, but for an index with a zero in front.
# Seen: an index is 0 or digits without a zero in front (RFC 6901, 4). @hyperjump/json-pointer takes whatever is a number for
# JavaScript, so `1e0`, ` 1`, `+1` and `01` are the second item; go-openapi takes `+1` and `01`. json-pointer and jsonpointer
# of npm find members that no document has: the `length` of a list, and `toString` of any object, which is a function. For an
# item that is not there, two of npm give undefined, and the other three fail. Escapes and the empty name are alike in all.
# Whom it meets: who checks that a pointer of an error or a patch leads to something. With a mock: send a path with `01`, and
# one that ends in `length`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > in.json <<'JSON'
{
  "document": {"a": [1, 2], "": 3, "b/c": 4, "m~n": 5, "01": 6},
  "pointers": ["/a/1", "/a/01", "/a/+1", "/a/1e0", "/a/ 1", "/a/2", "/a/length", "/toString", "/", "/b~1c", "/m~0n", "/01"]
}
JSON
npm install --silent --no-audit --no-fund @hyperjump/json-pointer@1.1.2 json-pointer@0.6.2 jsonpointer@5.0.1
cat > find.mjs <<'JS'
import { readFileSync } from 'node:fs';
import * as hyperjump from '@hyperjump/json-pointer';
import jsonPointer from 'json-pointer';
import jsonpointer from 'jsonpointer';

const { document, pointers } = JSON.parse(readFileSync('in.json', 'utf8'));
const libraries = {
  hyperjump: (pointer) => hyperjump.get(pointer, document),
  'json-pointer': (pointer) => jsonPointer.get(document, pointer),
  'jsonpointer of npm': (pointer) => jsonpointer.get(document, pointer),
};
for (const pointer of pointers) {
  for (const [name, find] of Object.entries(libraries)) {
    let answer;
    try {
      const value = find(pointer);
      answer = typeof value === 'function' ? 'a function' : value;
    } catch {
      answer = 'an error';
    }
    console.log(`${pointer}: ${name}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonpointer==3.12
cat > find.py <<'PY'
import json

from jsonpointer import JsonPointerException, resolve_pointer

with open("in.json", encoding="utf-8") as file:
    given = json.load(file)
for pointer in given["pointers"]:
    try:
        answer = resolve_pointer(given["document"], pointer)
    except JsonPointerException:
        answer = "an error"
    print(f"{pointer}: jsonpointer of PyPI, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-openapi/jsonpointer"
)

func main() {
	file, _ := os.ReadFile("in.json")
	var given struct {
		Document any
		Pointers []string
	}
	if err := json.Unmarshal(file, &given); err != nil {
		panic(err)
	}
	for _, text := range given.Pointers {
		pointer, err := jsonpointer.New(text)
		if err != nil {
			panic(err)
		}
		answer, _, err := pointer.Get(given.Document)
		if err != nil {
			answer = "an error"
		}
		fmt.Printf("%s: go-openapi, %v\n", text, answer)
	}
}
GO
{
  go mod init finding.test/find
  go get github.com/go-openapi/jsonpointer@v1.0.2
  go mod tidy
} 2> /dev/null
{ node find.mjs; venv/bin/python find.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
/01: go-openapi, 6
/01: hyperjump, 6
/01: json-pointer, 6
/01: jsonpointer of PyPI, 6
/01: jsonpointer of npm, 6
/: go-openapi, 3
/: hyperjump, 3
/: json-pointer, 3
/: jsonpointer of PyPI, 3
/: jsonpointer of npm, 3
/a/ 1: go-openapi, an error
/a/ 1: hyperjump, 2
/a/ 1: json-pointer, an error
/a/ 1: jsonpointer of PyPI, an error
/a/ 1: jsonpointer of npm, undefined
/a/+1: go-openapi, 2
/a/+1: hyperjump, 2
/a/+1: json-pointer, an error
/a/+1: jsonpointer of PyPI, an error
/a/+1: jsonpointer of npm, undefined
/a/01: go-openapi, 2
/a/01: hyperjump, 2
/a/01: json-pointer, an error
/a/01: jsonpointer of PyPI, an error
/a/01: jsonpointer of npm, undefined
/a/1: go-openapi, 2
/a/1: hyperjump, 2
/a/1: json-pointer, 2
/a/1: jsonpointer of PyPI, 2
/a/1: jsonpointer of npm, 2
/a/1e0: go-openapi, an error
/a/1e0: hyperjump, 2
/a/1e0: json-pointer, an error
/a/1e0: jsonpointer of PyPI, an error
/a/1e0: jsonpointer of npm, undefined
/a/2: go-openapi, an error
/a/2: hyperjump, undefined
/a/2: json-pointer, an error
/a/2: jsonpointer of PyPI, an error
/a/2: jsonpointer of npm, undefined
/a/length: go-openapi, an error
/a/length: hyperjump, undefined
/a/length: json-pointer, 2
/a/length: jsonpointer of PyPI, an error
/a/length: jsonpointer of npm, 2
/b~1c: go-openapi, 4
/b~1c: hyperjump, 4
/b~1c: json-pointer, 4
/b~1c: jsonpointer of PyPI, 4
/b~1c: jsonpointer of npm, 4
/m~0n: go-openapi, 5
/m~0n: hyperjump, 5
/m~0n: json-pointer, 5
/m~0n: jsonpointer of PyPI, 5
/m~0n: jsonpointer of npm, 5
/toString: go-openapi, an error
/toString: hyperjump, undefined
/toString: json-pointer, a function
/toString: jsonpointer of PyPI, an error
/toString: jsonpointer of npm, a function
EXPECTED
diff expected seen
echo "JSON Pointers behave as they were seen"
