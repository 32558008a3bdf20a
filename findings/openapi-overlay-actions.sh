#!/bin/sh
# openapi-overlays-js 0.2.0 and openapi-format 1.33.6 (npm), oas-patch 0.6.0 (PyPI) and github.com/pb33f/libopenapi v0.42.5,
# seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four tools make the same document of an overlay (OpenAPI Overlay 1.0); a list that is appended to
# may differ.
# Seen: only libopenapi does as the specification says in all seven. If a target is two items of a list, openapi-format removes
# the first one and then, as the places have moved, a wrong one. openapi-overlays-js looks for the target again after each
# removal, so `[-1:]` empties the list. `remove: false` is the default and means nothing; openapi-overlays-js and oas-patch
# remove the target, and openapi-format does no update. oas-patch ends in a TypeError if items of a list are updated. An entry
# for a list is appended by two, dropped by one, and takes the list's place in openapi-format. openapi-overlays-js needs
# parentheses in a filter, which RFC 9535 does not.
# Whom it meets: who keeps changes to a vendor's document in an overlay. With a mock: let it serve the changed document, and
# look at what is missing.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > document.json <<'JSON'
{"openapi": "3.0.3", "info": {"title": "t", "version": "1"}, "tags": ["a", "x", "b", "x", "c"], "paths": {},
 "servers": [{"url": "https://a.test"}, {"url": "https://b.test"}]}
JSON
cat > actions <<'TEXT'
{"target": "$.info", "update": {"title": "new"}}
{"target": "$.tags[?@ == 'x']", "remove": true}
{"target": "$.tags[?(@ == 'x')]", "remove": true}
{"target": "$.tags[-1:]", "remove": true}
{"target": "$.tags", "update": "d"}
{"target": "$.servers[*]", "update": {"x-test": 1}}
{"target": "$.info", "remove": false, "update": {"title": "new"}}
TEXT
npm install --silent --no-audit --no-fund openapi-overlays-js@0.2.0 openapi-format@1.33.6
cat > apply.mjs <<'JS'
import { readFileSync } from 'node:fs';
import format from 'openapi-format';
import { applyOverlay } from 'openapi-overlays-js/src/overlay.js';

process.stderr.write = () => true;
console.warn = console.error = () => {};
for (const action of readFileSync('actions', 'utf8').trim().split('\n')) {
  const overlay = () => ({ overlay: '1.0.0', info: { title: 'o', version: '1' }, actions: [JSON.parse(action)] });
  const document = () => JSON.parse(readFileSync('document.json', 'utf8'));
  const tools = {
    'openapi-overlays-js': async () => applyOverlay(document(), overlay()),
    'openapi-format': async () => (await format.openapiOverlay(document(), { overlaySet: overlay() })).data,
  };
  for (const [name, run] of Object.entries(tools)) {
    let answer;
    try {
      const { info, tags, servers } = await run();
      answer = JSON.stringify({ info, tags, servers });
    } catch {
      answer = '"an error"';
    }
    console.log(`${action}\t${name}\t${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check oas-patch==0.6.0
cat > apply.py <<'PY'
import json

from oas_patch.overlay import apply_overlay

with open("actions", encoding="utf-8") as file:
    actions = file.read().splitlines()
for action in actions:
    with open("document.json", encoding="utf-8") as file:
        document = json.load(file)
    overlay = {"overlay": "1.0.0", "info": {"title": "o", "version": "1"}, "actions": [json.loads(action)]}
    try:
        answer = apply_overlay(document, overlay)
    except TypeError:
        answer = "an error"
    print(action, "oas-patch", json.dumps(answer), sep="\t")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/pb33f/libopenapi"
	"go.yaml.in/yaml/v3"
)

func main() {
	document, _ := os.ReadFile("document.json")
	file, _ := os.ReadFile("actions")
	for _, action := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		overlay := `{"overlay": "1.0.0", "info": {"title": "o", "version": "1"}, "actions": [` + action + `]}`
		result, err := libopenapi.ApplyOverlayFromBytesToSpecBytes(document, []byte(overlay))
		if err != nil {
			panic(err)
		}
		var answer any
		if err := yaml.Unmarshal(result.Bytes, &answer); err != nil {
			panic(err)
		}
		text, _ := json.Marshal(answer)
		fmt.Printf("%s\tlibopenapi\t%s\n", action, text)
	}
}
GO
{
  go mod init finding.test/overlay
  go get github.com/pb33f/libopenapi@v0.42.5 go.yaml.in/yaml/v3@v3.0.6
  go mod tidy
} 2> /dev/null
cat > compare.py <<'PY'
import json
import sys

with open("document.json", encoding="utf-8") as file:
    before = json.load(file)
for line in sorted(sys.stdin.read().splitlines()):
    action, tool, text = line.split("\t")
    after = json.loads(text)
    if isinstance(after, dict):
        changed = {name: after.get(name) for name in ("info", "tags", "servers") if after.get(name) != before[name]}
        text = json.dumps(changed) if changed else "unchanged"
    print(f"{action}: {tool}, {text}")
PY
{ node apply.mjs; venv/bin/python apply.py; go run .; } | python3 compare.py > seen
cat > expected <<'EXPECTED'
{"target": "$.info", "remove": false, "update": {"title": "new"}}: libopenapi, {"info": {"title": "new", "version": "1"}}
{"target": "$.info", "remove": false, "update": {"title": "new"}}: oas-patch, {"info": null}
{"target": "$.info", "remove": false, "update": {"title": "new"}}: openapi-format, unchanged
{"target": "$.info", "remove": false, "update": {"title": "new"}}: openapi-overlays-js, {"info": null}
{"target": "$.info", "update": {"title": "new"}}: libopenapi, {"info": {"title": "new", "version": "1"}}
{"target": "$.info", "update": {"title": "new"}}: oas-patch, {"info": {"title": "new", "version": "1"}}
{"target": "$.info", "update": {"title": "new"}}: openapi-format, {"info": {"title": "new", "version": "1"}}
{"target": "$.info", "update": {"title": "new"}}: openapi-overlays-js, {"info": {"title": "new", "version": "1"}}
{"target": "$.servers[*]", "update": {"x-test": 1}}: libopenapi, {"servers": [{"url": "https://a.test", "x-test": 1}, {"url": "https://b.test", "x-test": 1}]}
{"target": "$.servers[*]", "update": {"x-test": 1}}: oas-patch, "an error"
{"target": "$.servers[*]", "update": {"x-test": 1}}: openapi-format, {"servers": [{"url": "https://a.test", "x-test": 1}, {"url": "https://b.test", "x-test": 1}]}
{"target": "$.servers[*]", "update": {"x-test": 1}}: openapi-overlays-js, {"servers": [{"url": "https://a.test", "x-test": 1}, {"url": "https://b.test", "x-test": 1}]}
{"target": "$.tags", "update": "d"}: libopenapi, {"tags": ["a", "x", "b", "x", "c", "d"]}
{"target": "$.tags", "update": "d"}: oas-patch, {"tags": ["a", "x", "b", "x", "c", "d"]}
{"target": "$.tags", "update": "d"}: openapi-format, {"tags": "d"}
{"target": "$.tags", "update": "d"}: openapi-overlays-js, unchanged
{"target": "$.tags[-1:]", "remove": true}: libopenapi, {"tags": ["a", "x", "b", "x"]}
{"target": "$.tags[-1:]", "remove": true}: oas-patch, {"tags": ["a", "x", "b", "x"]}
{"target": "$.tags[-1:]", "remove": true}: openapi-format, {"tags": ["a", "x", "b", "x"]}
{"target": "$.tags[-1:]", "remove": true}: openapi-overlays-js, {"tags": []}
{"target": "$.tags[?(@ == 'x')]", "remove": true}: libopenapi, {"tags": ["a", "b", "c"]}
{"target": "$.tags[?(@ == 'x')]", "remove": true}: oas-patch, {"tags": ["a", "b", "c"]}
{"target": "$.tags[?(@ == 'x')]", "remove": true}: openapi-format, {"tags": ["a", "b", "x"]}
{"target": "$.tags[?(@ == 'x')]", "remove": true}: openapi-overlays-js, {"tags": ["a", "b", "c"]}
{"target": "$.tags[?@ == 'x']", "remove": true}: libopenapi, {"tags": ["a", "b", "c"]}
{"target": "$.tags[?@ == 'x']", "remove": true}: oas-patch, {"tags": ["a", "b", "c"]}
{"target": "$.tags[?@ == 'x']", "remove": true}: openapi-format, {"tags": ["a", "b", "x"]}
{"target": "$.tags[?@ == 'x']", "remove": true}: openapi-overlays-js, "an error"
EXPECTED
diff expected seen
echo "overlays of OpenAPI behave as they were seen"
