#!/bin/sh
# url-template 3.1.1 and uri-template-lite 23.4.0 (npm), uritemplate 4.2.0 and uri-template 1.3.0 (PyPI) and
# github.com/yosida95/uritemplate/v3 v3.0.2, seen on 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: five libraries expand a template of RFC 6570 to the same text, but for prefixes of values.
# Seen: those are alike. uritemplate makes of the number 0 and of False an empty text: `?page=`. yosida95 writes `é` as
# `%E9`, its code point, and not as its bytes in UTF-8 (RFC 6570, 1.6). In `{+x}`, `é` is to be encoded and `%20` to stay
# (3.2.3): uritemplate writes `é` as it is, and two encode `%20` once more. An empty list is no value at all (3.2.1);
# url-template writes `tags=`. Only uri-template does all of it.
# Whom it meets: clients that take links with templates from an answer. With a mock: ask for page 0, and for a name with
# `é`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > templates.json <<'JSON'
{
  "values": { "page": 0, "all": false, "name": "café", "path": "a/b%20é", "tags": [], "size": 20 },
  "templates": ["/repos{?page,size}", "/repos{?all}", "/repos/{name}", "/files/{+path}", "/repos{?tags,size}", "/repos{/name:3}"]
}
JSON
npm install --silent --no-audit --no-fund url-template@3.1.1 uri-template-lite@23.4.0
cat > expand.mjs <<'JS'
import { readFileSync } from 'node:fs';
import lite from 'uri-template-lite';
import { parseTemplate } from 'url-template';

const { values, templates } = JSON.parse(readFileSync('templates.json', 'utf8'));
for (const template of templates) {
  console.log(`${template} by url-template: ${parseTemplate(template).expand(values)}`);
  console.log(`${template} by uri-template-lite: ${lite.expand(template, values)}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check uritemplate==4.2.0 uri-template==1.3.0
cat > expand.py <<'PY'
import json

import uri_template
import uritemplate

with open("templates.json", encoding="utf-8") as file:
    given = json.load(file)
for template in given["templates"]:
    print(f"{template} by uritemplate: {uritemplate.expand(template, given['values'])}")
    print(f"{template} by uri-template: {uri_template.expand(template, **given['values'])}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/yosida95/uritemplate/v3"
)

func main() {
	file, _ := os.ReadFile("templates.json")
	var given struct {
		Values    map[string]any
		Templates []string
	}
	if err := json.Unmarshal(file, &given); err != nil {
		panic(err)
	}
	values := uritemplate.Values{}
	for name, value := range given.Values {
		if list, ok := value.([]any); ok && len(list) == 0 {
			values.Set(name, uritemplate.List())
			continue
		}
		values.Set(name, uritemplate.String(fmt.Sprint(value)))
	}
	for _, template := range given.Templates {
		text, err := uritemplate.MustNew(template).Expand(values)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s by yosida95: %s\n", template, text)
	}
}
GO
{
  go mod init finding.test/templates
  go get github.com/yosida95/uritemplate/v3@v3.0.2
  go mod tidy
} 2> /dev/null
{ node expand.mjs; PYTHONIOENCODING=utf-8 venv/bin/python expand.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
/files/{+path} by uri-template-lite: /files/a/b%2520%C3%A9
/files/{+path} by uri-template: /files/a/b%20%C3%A9
/files/{+path} by uritemplate: /files/a/b%20é
/files/{+path} by url-template: /files/a/b%20%C3%A9
/files/{+path} by yosida95: /files/a/b%2520%E9
/repos/{name} by uri-template-lite: /repos/caf%C3%A9
/repos/{name} by uri-template: /repos/caf%C3%A9
/repos/{name} by uritemplate: /repos/caf%C3%A9
/repos/{name} by url-template: /repos/caf%C3%A9
/repos/{name} by yosida95: /repos/caf%E9
/repos{/name:3} by uri-template-lite: /repos/caf
/repos{/name:3} by uri-template: /repos/caf
/repos{/name:3} by uritemplate: /repos/caf
/repos{/name:3} by url-template: /repos/caf
/repos{/name:3} by yosida95: /repos/caf
/repos{?all} by uri-template-lite: /repos?all=false
/repos{?all} by uri-template: /repos?all=false
/repos{?all} by uritemplate: /repos?all=
/repos{?all} by url-template: /repos?all=false
/repos{?all} by yosida95: /repos?all=false
/repos{?page,size} by uri-template-lite: /repos?page=0&size=20
/repos{?page,size} by uri-template: /repos?page=0&size=20
/repos{?page,size} by uritemplate: /repos?page=&size=20
/repos{?page,size} by url-template: /repos?page=0&size=20
/repos{?page,size} by yosida95: /repos?page=0&size=20
/repos{?tags,size} by uri-template-lite: /repos?size=20
/repos{?tags,size} by uri-template: /repos?size=20
/repos{?tags,size} by uritemplate: /repos?size=20
/repos{?tags,size} by url-template: /repos?tags=&size=20
/repos{?tags,size} by yosida95: /repos?size=20
EXPECTED
diff expected seen
echo "expanded URI templates behave as they were seen"
