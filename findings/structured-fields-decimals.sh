#!/bin/sh
# structured-headers 2.1.0 and structured-field-values 2.0.4 (npm), http_sfv 0.9.9 (PyPI) and github.com/dunglas/httpsfv
# v1.1.0, seen on 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four libraries write each structured field that they read in its one canonical form; the display
# strings of RFC 9651 are new to some.
# Seen: those are so for structured-field-values. 1.0 is a Decimal and 1 an Integer, which are two types (RFC 9651, 3.3.1 and
# 3.3.2); both of npm write `q=1.0` as `q=1`. Bytes without padding are no reason for a reader to fail (4.2.7), yet http_sfv
# and the one in Go refuse them. Dates, tokens, inner lists, doubled keys and -0 are alike in all four.
# Whom it meets: who signs fields in canonical form (`sf` of RFC 9421), or sends an answer on. With a mock: send `q=1.0`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > fields <<'TEXT'
"daily";q=1.0
a;q=1.50;t=-0
:aGVsbG8:
:aGVsbG8=:
%"caf%c3%a9"
@1659578233
("c" d);p,	*a;x=1;x=2
TEXT
npm install --silent --no-audit --no-fund structured-headers@2.1.0 structured-field-values@2.0.4
cat > write.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { decodeList, encodeList } from 'structured-field-values';
import { parseList, serializeList } from 'structured-headers';

const libraries = {
  'structured-headers': (text) => serializeList(parseList(text)),
  'structured-field-values': (text) => encodeList(decodeList(text)),
};
for (const text of readFileSync('fields', 'utf8').trim().split('\n')) {
  for (const [name, write] of Object.entries(libraries)) {
    let answer;
    try {
      answer = write(text);
    } catch {
      answer = 'refused';
    }
    console.log(`${JSON.stringify(text)} by ${name}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check http_sfv==0.9.9
cat > write.py <<'PY'
import json

import http_sfv

with open("fields", encoding="utf-8") as file:
    for text in file.read().splitlines():
        fields = http_sfv.List()
        try:
            fields.parse(text.encode())
            answer = str(fields)
        except ValueError:
            answer = "refused"
        print(f"{json.dumps(text)} by http_sfv: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/dunglas/httpsfv"
)

func main() {
	file, _ := os.ReadFile("fields")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		fields, err := httpsfv.UnmarshalList([]string{text})
		answer := "refused"
		if err == nil {
			answer, _ = httpsfv.Marshal(fields)
		}
		fmt.Printf("%q by httpsfv: %s\n", text, answer)
	}
}
GO
{
  go mod init finding.test/fields
  go get github.com/dunglas/httpsfv@v1.1.0
  go mod tidy
} 2> /dev/null
{ node write.mjs; venv/bin/python write.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
"%\"caf%c3%a9\"" by http_sfv: %"caf%c3%a9"
"%\"caf%c3%a9\"" by httpsfv: %"caf%c3%a9"
"%\"caf%c3%a9\"" by structured-field-values: refused
"%\"caf%c3%a9\"" by structured-headers: %"caf%c3%a9"
"(\"c\" d);p,\t*a;x=1;x=2" by http_sfv: ("c" d);p, *a;x=2
"(\"c\" d);p,\t*a;x=1;x=2" by httpsfv: ("c" d);p, *a;x=2
"(\"c\" d);p,\t*a;x=1;x=2" by structured-field-values: ("c" d);p, *a;x=2
"(\"c\" d);p,\t*a;x=1;x=2" by structured-headers: ("c" d);p, *a;x=2
":aGVsbG8:" by http_sfv: refused
":aGVsbG8:" by httpsfv: refused
":aGVsbG8:" by structured-field-values: :aGVsbG8=:
":aGVsbG8:" by structured-headers: :aGVsbG8=:
":aGVsbG8=:" by http_sfv: :aGVsbG8=:
":aGVsbG8=:" by httpsfv: :aGVsbG8=:
":aGVsbG8=:" by structured-field-values: :aGVsbG8=:
":aGVsbG8=:" by structured-headers: :aGVsbG8=:
"@1659578233" by http_sfv: @1659578233
"@1659578233" by httpsfv: @1659578233
"@1659578233" by structured-field-values: @1659578233
"@1659578233" by structured-headers: @1659578233
"\"daily\";q=1.0" by http_sfv: "daily";q=1.0
"\"daily\";q=1.0" by httpsfv: "daily";q=1.0
"\"daily\";q=1.0" by structured-field-values: "daily";q=1
"\"daily\";q=1.0" by structured-headers: "daily";q=1
"a;q=1.50;t=-0" by http_sfv: a;q=1.5;t=0
"a;q=1.50;t=-0" by httpsfv: a;q=1.5;t=0
"a;q=1.50;t=-0" by structured-field-values: a;q=1.5;t=0
"a;q=1.50;t=-0" by structured-headers: a;q=1.5;t=0
EXPECTED
diff expected seen
echo "structured fields behave as they were seen"
