#!/bin/sh
# github.com/evanphx/json-patch/v5 v5.9.11, json-merge-patch 1.0.2 (npm) and json-merge-patch 0.3.0 (PyPI), seen on 2026-11-29
# with Go 1.26, Node 20 and Python 3.11.
#
# Guess before it was run: an array in a merge patch takes the place of the old value as it is, in three libraries.
# Seen: the one in Go drops members that are null from objects inside the array. By RFC 7396 (section 2) only objects are
# merged; an array is a value like a number, so its nulls stay. Nulls that are elements stay in all three.
# Whom it meets: who sets a list of objects with explicit nulls. With a mock: read the resource after the change, not the
# patch.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' '{"rules":[{"name":"a","until":null}]}' '{"rules":[null,1]}' '{"rules":{"until":null}}' > patches
npm install --silent --no-audit --no-fund json-merge-patch@1.0.2
cat > merge.cjs <<'JS'
const { apply } = require('json-merge-patch');

for (const patch of require('node:fs').readFileSync('patches', 'utf8').trim().split('\n')) {
  console.log(`npm, ${patch}: ${JSON.stringify(apply({ rules: [] }, JSON.parse(patch)))}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check json-merge-patch==0.3.0
cat > merge.py <<'PY'
import json

import json_merge_patch

with open("patches", encoding="utf-8") as file:
    for patch in file.read().splitlines():
        merged = json_merge_patch.merge({"rules": []}, json.loads(patch))
        print(f"PyPI, {patch}: {json.dumps(merged, separators=(',', ':'))}")
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
	file, _ := os.ReadFile("patches")
	for _, patch := range strings.Fields(string(file)) {
		merged, err := jsonpatch.MergePatch([]byte(`{"rules":[]}`), []byte(patch))
		if err != nil {
			panic(err)
		}
		fmt.Printf("Go, %s: %s\n", patch, merged)
	}
}
GO
{
  go mod init finding.test/merge
  go get github.com/evanphx/json-patch/v5@v5.9.11
  go mod tidy
} 2> /dev/null
{ node merge.cjs; venv/bin/python merge.py; go run .; } > seen
cat > expected <<'EXPECTED'
npm, {"rules":[{"name":"a","until":null}]}: {"rules":[{"name":"a","until":null}]}
npm, {"rules":[null,1]}: {"rules":[null,1]}
npm, {"rules":{"until":null}}: {"rules":{}}
PyPI, {"rules":[{"name":"a","until":null}]}: {"rules":[{"name":"a","until":null}]}
PyPI, {"rules":[null,1]}: {"rules":[null,1]}
PyPI, {"rules":{"until":null}}: {"rules":{}}
Go, {"rules":[{"name":"a","until":null}]}: {"rules":[{"name":"a"}]}
Go, {"rules":[null,1]}: {"rules":[null,1]}
Go, {"rules":{"until":null}}: {"rules":{}}
EXPECTED
diff expected seen
echo "nulls in arrays of merge patches behave as they were seen"
