#!/bin/sh
# github.com/goccy/go-yaml v1.19.2, go.yaml.in/yaml/v3 v3.0.6, PyYAML 6.0.3 and yaml 2.9.1 (npm), seen on 2026-11-29 with Go
# 1.26, Python 3.11 and Node 20.
#
# Guess before it was run: four readers that take merge keys (`<<`) give the same values; goccy fails at rarer syntax.
# Seen: goccy reads all rare syntax that was tried, but lets the last value win. By the type `merge` of YAML, a key of the
# mapping itself goes before a merged one, and in a list the earlier mapping before the later; so defaults that are merged
# after a key take its place, without a word. Into a struct it refuses a key that is also merged (`duplicate key`), wherever
# it is, although such keys are the use of merges.
# Whom it meets: who shares fixtures or Compose files between languages. With a mock: write `<<` first with one mapping in it,
# and read into `any`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
{base: &x {size: 1}, rule: {<<: *x, size: 3}}
{base: &x {size: 1}, rule: {size: 3, <<: *x}}
{base: &x {size: 1}, more: &y {size: 2}, rule: {<<: [*x, *y]}}
TEXT
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	goccy "github.com/goccy/go-yaml"
	"go.yaml.in/yaml/v3"
)

func size(document any) any { return document.(map[string]any)["rule"].(map[string]any)["size"] }

func main() {
	file, _ := os.ReadFile("texts")
	for number, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		var own, other any
		if err := goccy.Unmarshal([]byte(text), &own); err != nil {
			panic(err)
		}
		if err := yaml.Unmarshal([]byte(text), &other); err != nil {
			panic(err)
		}
		var typed, otherTyped struct{ Rule struct{ Size int } }
		err, otherErr := goccy.Unmarshal([]byte(text), &typed), yaml.Unmarshal([]byte(text), &otherTyped)
		fmt.Printf("%d: goccy %v, into a struct %d, error %t\n", number+1, size(own), typed.Rule.Size, err != nil)
		fmt.Printf("%d: yaml/v3 %v, into a struct %d, error %t\n", number+1, size(other), otherTyped.Rule.Size, otherErr != nil)
	}
}
GO
{
  go mod init finding.test/merge
  go get github.com/goccy/go-yaml@v1.19.2 go.yaml.in/yaml/v3@v3.0.6
  go mod tidy
} 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.3
cat > merge.py <<'PY'
import yaml

with open("texts", encoding="utf-8") as file:
    for number, text in enumerate(file.read().splitlines(), 1):
        print(f"{number}: PyYAML {yaml.safe_load(text)['rule']['size']}")
PY
npm install --silent --no-audit --no-fund yaml@2.9.1
cat > merge.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

for (const [index, text] of readFileSync('texts', 'utf8').trim().split('\n').entries()) {
  console.log(`${index + 1}: yaml of npm ${parse(text, { merge: true }).rule.size}`);
}
JS
{ go run .; venv/bin/python merge.py; node merge.mjs; } > seen
cat > expected <<'EXPECTED'
1: goccy 3, into a struct 0, error true
1: yaml/v3 3, into a struct 3, error false
2: goccy 1, into a struct 0, error true
2: yaml/v3 3, into a struct 3, error false
3: goccy 2, into a struct 0, error true
3: yaml/v3 1, into a struct 1, error false
1: PyYAML 3
2: PyYAML 3
3: PyYAML 1
1: yaml of npm 3
2: yaml of npm 3
3: yaml of npm 1
EXPECTED
diff expected seen
echo "merge keys of goccy/go-yaml v1.19.2 behave as they were seen"
