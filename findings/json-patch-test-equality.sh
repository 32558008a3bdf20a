#!/bin/sh
# fast-json-patch 3.1.1, jsonpatch 3.1.0 and immutable-json-patch 6.0.3 (npm), jsonpatch 1.48 and pyjsonpatch 0.1.3 (PyPI) and
# github.com/evanphx/json-patch/v5 v5.9.11, seen on 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: the operation `test` of a JSON Patch holds or fails alike in six libraries.
# Seen: RFC 6902 (4.6) has objects equal if they have the same number of members, in any order, and numbers if their values
# are. jsonpatch of npm passes an object that lacks members; immutable-json-patch fails one in another order; evanphx fails
# `1.0` for 1 and passes null for a member that is not there; pyjsonpatch passes 1 for true. Only fast-json-patch and
# jsonpatch of PyPI do as the RFC says in all five.
# Whom it meets: who guards a change by `test`. With a mock: let the same library judge on both sides.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
fewer members|{"a":{"x":1,"y":2}}|{"x":1}
other order|{"a":{"x":1,"y":2}}|{"y":2,"x":1}
1.0 for 1|{"a":1}|1.0
1 for true|{"a":true}|1
null for nothing|{}|null
TEXT
npm install --silent --no-audit --no-fund fast-json-patch@3.1.1 jsonpatch@3.1.0 immutable-json-patch@6.0.3
cat > test.mjs <<'JS'
import { readFileSync } from 'node:fs';
import fast from 'fast-json-patch';
import { immutableJSONPatch } from 'immutable-json-patch';
import plain from 'jsonpatch';

const readers = {
  'fast-json-patch': (document, patch) => fast.applyPatch(document, patch, true),
  'jsonpatch of npm': plain.apply_patch,
  'immutable-json-patch': immutableJSONPatch,
};
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [name, document, value] = line.split('|');
  for (const [reader, apply] of Object.entries(readers)) {
    let answer = 'holds';
    try {
      apply(JSON.parse(document), [{ op: 'test', path: '/a', value: JSON.parse(value) }]);
    } catch {
      answer = 'fails';
    }
    console.log(`${name}, ${reader}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonpatch==1.48 pyjsonpatch==0.1.3
cat > test.py <<'PY'
import json

import jsonpatch
import pyjsonpatch

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, document, value = line.split("|")
        for reader, apply in {"jsonpatch of PyPI": jsonpatch.apply_patch, "pyjsonpatch": pyjsonpatch.apply_patch}.items():
            try:
                apply(json.loads(document), [{"op": "test", "path": "/a", "value": json.loads(value)}])
                answer = "holds"
            except Exception:
                answer = "fails"
            print(f"{name}, {reader}: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, "|")
		patch, err := jsonpatch.DecodePatch([]byte(`[{"op":"test","path":"/a","value":` + parts[2] + `}]`))
		if err != nil {
			panic(err)
		}
		answer := "holds"
		if _, err = patch.Apply([]byte(parts[1])); err != nil {
			answer = "fails"
		}
		fmt.Printf("%s, evanphx: %s\n", parts[0], answer)
	}
}
GO
{
  go mod init finding.test/patch
  go get github.com/evanphx/json-patch/v5@v5.9.11
  go mod tidy
} 2> /dev/null
{ node test.mjs; venv/bin/python test.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1 for true, evanphx: fails
1 for true, fast-json-patch: fails
1 for true, immutable-json-patch: fails
1 for true, jsonpatch of PyPI: fails
1 for true, jsonpatch of npm: fails
1 for true, pyjsonpatch: holds
1.0 for 1, evanphx: fails
1.0 for 1, fast-json-patch: holds
1.0 for 1, immutable-json-patch: holds
1.0 for 1, jsonpatch of PyPI: holds
1.0 for 1, jsonpatch of npm: holds
1.0 for 1, pyjsonpatch: holds
fewer members, evanphx: fails
fewer members, fast-json-patch: fails
fewer members, immutable-json-patch: fails
fewer members, jsonpatch of PyPI: fails
fewer members, jsonpatch of npm: holds
fewer members, pyjsonpatch: fails
null for nothing, evanphx: holds
null for nothing, fast-json-patch: fails
null for nothing, immutable-json-patch: fails
null for nothing, jsonpatch of PyPI: fails
null for nothing, jsonpatch of npm: fails
null for nothing, pyjsonpatch: fails
other order, evanphx: holds
other order, fast-json-patch: holds
other order, immutable-json-patch: fails
other order, jsonpatch of PyPI: holds
other order, jsonpatch of npm: holds
other order, pyjsonpatch: holds
EXPECTED
diff expected seen
echo "the test operation of JSON Patch behaves as it was seen"
