#!/bin/sh
# range-parser 1.3.0 (npm), Werkzeug 3.1.9 and WebOb 1.8.11 (PyPI) and `net/http` of Go, seen on 2026-11-29 with Node 20,
# Python 3.11 and Go 1.26.
#
# Guess before it was run: four readers of Range give the same bytes of a text of 100 bytes, if one range is asked for.
# Seen: `bytes=-300` asks for the last 300 bytes, and of a shorter text it is the whole one (RFC 9110, 14.1.2). Only Go
# gives it; the three others find the range not satisfiable, which is an answer 416. A list may have empty elements (5.6.1):
# range-parser and Werkzeug call `bytes=0-4,` malformed. Of two ranges, WebOb gives the first one as if it was all, and
# Werkzeug none. No text satisfies `bytes=-0`: WebOb gives the whole one, and Go a 206 with no bytes.
# Whom it meets: clients that read the end of a log or an archive. With a mock: ask for more of the end than there is.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'bytes=%s\n' 0-4 95- 90-300 -3 -300 -0 0-4, 0-4,10-14 > headers
npm install --silent --no-audit --no-fund range-parser@1.3.0
cat > read.cjs <<'JS'
const parseRange = require('range-parser');

const reasons = { '-1': 'not satisfiable', '-2': 'malformed' };
for (const line of require('node:fs').readFileSync('headers', 'utf8').trim().split('\n')) {
  const ranges = parseRange(100, line);
  const answer = Array.isArray(ranges) ? ranges.map(({ start, end }) => `${start} to ${end}`).join(', ') : reasons[ranges];
  console.log(`${line}: range-parser, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check Werkzeug==3.1.9 WebOb==1.8.11
cat > read.py <<'PY'
from webob.byterange import Range
from werkzeug.http import parse_range_header

with open("headers", encoding="utf-8") as file:
    for line in file.read().splitlines():
        for name, read in {"Werkzeug": parse_range_header(line), "WebOb": Range.parse(line)}.items():
            found = read and read.range_for_length(100)
            answer = f"{found[0]} to {found[1] - 1}" if found else "not satisfiable" if read else "malformed"
            print(f"{line}: {name}, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"
)

func main() {
	file, _ := os.ReadFile("headers")
	for _, line := range strings.Fields(string(file)) {
		request := httptest.NewRequest("GET", "/", nil)
		request.Header.Set("Range", line)
		answer := httptest.NewRecorder()
		http.ServeContent(answer, request, "a.txt", time.Time{}, strings.NewReader(strings.Repeat("a", 100)))
		fmt.Printf("%s: net/http, %d %s\n", line, answer.Code, answer.Header().Get("Content-Range"))
	}
}
GO
go mod init finding.test/range 2> /dev/null
{ node read.cjs; venv/bin/python read.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
bytes=-0: WebOb, 0 to 99
bytes=-0: Werkzeug, malformed
bytes=-0: net/http, 206 bytes 100-99/100
bytes=-0: range-parser, not satisfiable
bytes=-300: WebOb, not satisfiable
bytes=-300: Werkzeug, not satisfiable
bytes=-300: net/http, 206 bytes 0-99/100
bytes=-300: range-parser, not satisfiable
bytes=-3: WebOb, 97 to 99
bytes=-3: Werkzeug, 97 to 99
bytes=-3: net/http, 206 bytes 97-99/100
bytes=-3: range-parser, 97 to 99
bytes=0-4,10-14: WebOb, 0 to 4
bytes=0-4,10-14: Werkzeug, not satisfiable
bytes=0-4,10-14: net/http, 206 
bytes=0-4,10-14: range-parser, 0 to 4, 10 to 14
bytes=0-4,: WebOb, 0 to 4
bytes=0-4,: Werkzeug, malformed
bytes=0-4,: net/http, 206 bytes 0-4/100
bytes=0-4,: range-parser, malformed
bytes=0-4: WebOb, 0 to 4
bytes=0-4: Werkzeug, 0 to 4
bytes=0-4: net/http, 206 bytes 0-4/100
bytes=0-4: range-parser, 0 to 4
bytes=90-300: WebOb, 90 to 99
bytes=90-300: Werkzeug, 90 to 99
bytes=90-300: net/http, 206 bytes 90-99/100
bytes=90-300: range-parser, 90 to 99
bytes=95-: WebOb, 95 to 99
bytes=95-: Werkzeug, 95 to 99
bytes=95-: net/http, 206 bytes 95-99/100
bytes=95-: range-parser, 95 to 99
EXPECTED
diff expected seen
echo "readers of Range behave as they were seen"
