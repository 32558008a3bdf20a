#!/bin/sh
# mixpart 0.0.6 and meros 1.3.2 (npm), requests-toolbelt 1.0.0 (PyPI) and `mime/multipart` of Go, seen on 2026-11-30 with Node
# 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four readers of multipart/mixed read the same parts; a text before the first part and
# folded headers may be lost by some.
# Seen: folded headers are read by Go only: mixpart drops the second line, meros makes a header ` charset=utf-8` of it. RFC 2046 (5.1.1)
# has a reader pass over text before the first delimiter, and take blanks after one: mixpart and requests-toolbelt refuse the
# whole answer for either, and mixpart a part without headers, which is plain text by the RFC. meros takes a header without a
# blank after its colon for a name, so that its JSON stays a text. Of a header that is there twice, meros gives the first,
# requests-toolbelt the last. Bodies are read alike by all.
# Whom it meets: clients of batches and of GraphQL's answers in parts. With a mock: answer with a text before the first part,
# and with a part that has no headers.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "plain": "--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b\r\nContent-Type: text/plain\r\n\r\ntwo\r\n--b--\r\n",
  "text before the first part": "Before\r\n--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b--\r\n",
  "text after the last part": "--b\r\nContent-Type: text/plain\r\n\r\none\r\n--b--\r\nAfter\r\n",
  "no headers": "--b\r\n\r\none\r\n--b--\r\n",
  "an empty part": "--b\r\nContent-Type: text/plain\r\n\r\n\r\n--b--\r\n",
  "blanks after a delimiter": "--b \t\r\nContent-Type: text/plain\r\n\r\none\r\n--b-- \r\n",
  "a folded header": "--b\r\nContent-Type: text/plain;\r\n charset=utf-8\r\n\r\none\r\n--b--\r\n",
  "a header twice": "--b\r\nLink: <a>\r\nLink: <b>\r\n\r\none\r\n--b--\r\n",
  "no blank after a colon": "--b\r\nContent-Type:text/plain\r\n\r\none\r\n--b--\r\n",
  "delimiter inside a line": "--b\r\nContent-Type: text/plain\r\n\r\none --b\r\n--b--\r\n",
  "line ends at the end of a part": "--b\r\nContent-Type: text/plain\r\n\r\none\r\n\r\n\r\n--b--\r\n",
  "an answer of a batch": "--b\r\nContent-Type: application/http\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n\r\n--b--\r\n"
}
JSON
npm install --silent --no-audit --no-fund mixpart@0.0.6 meros@1.3.2
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { meros } from 'meros/node';
import { parseMultipartStream } from 'mixpart';

const TYPE = 'multipart/mixed; boundary="b"';
const LIBRARIES = {
  mixpart: async (text) => {
    const parts = [];
    for await (const part of parseMultipartStream(new Response(text, { headers: { 'content-type': TYPE } }))) {
      parts.push([Object.fromEntries(part.headers), await new Response(part.payload).text()]);
    }
    return parts;
  },
  meros: async (text) => {
    const answer = Object.assign(Readable.from([Buffer.from(text)]), { headers: { 'content-type': TYPE } });
    const parts = [];
    for await (const part of await meros(answer)) parts.push([part.headers, `${part.body}`]);
    return parts;
  },
};
for (const [name, text] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  for (const [library, read] of Object.entries(LIBRARIES)) {
    let answer = 'refused';
    try {
      answer = JSON.stringify(await read(text));
    } catch {}
    console.log(`${name}: ${library}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests-toolbelt==1.0.0
cat > read.py <<'PY'
import json

from requests_toolbelt import MultipartDecoder

for name, text in json.load(open("cases.json", encoding="utf-8")).items():
    try:
        found = MultipartDecoder(text.encode(), 'multipart/mixed; boundary="b"').parts
        parts = [[{key.decode().lower(): value.decode() for key, value in part.headers.items()}, part.text] for part in found]
        answer = json.dumps(parts, separators=(",", ":"))
    except Exception:
        answer = "refused"
    print(f"{name}: requests-toolbelt, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"os"
	"strings"
)

func read(text string) string {
	reader := multipart.NewReader(strings.NewReader(text), "b")
	parts := []any{}
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "refused"
		}
		headers := map[string]string{}
		for name, values := range part.Header {
			headers[strings.ToLower(name)] = strings.Join(values, ", ")
		}
		body, err := io.ReadAll(part)
		if err != nil {
			return "refused"
		}
		parts = append(parts, []any{headers, string(body)})
	}
	var answer strings.Builder
	encoder := json.NewEncoder(&answer)
	encoder.SetEscapeHTML(false)
	encoder.Encode(parts)
	return strings.TrimSpace(answer.String())
}

func main() {
	file, _ := os.ReadFile("cases.json")
	cases := map[string]string{}
	json.Unmarshal(file, &cases)
	for name, text := range cases {
		fmt.Printf("%s: Go, %s\n", name, read(text))
	}
}
GO
{ node read.mjs; venv/bin/python read.py; go run main.go; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a folded header: Go, [[{"content-type":"text/plain; charset=utf-8"},"one"]]
a folded header: meros, [[{" charset=utf-8":"","content-type":"text/plain;"},"one"]]
a folded header: mixpart, [[{"content-type":"text/plain;"},"one"]]
a folded header: requests-toolbelt, [[{"content-type":"text/plain;\r\n charset=utf-8"},"one"]]
a header twice: Go, [[{"link":"<a>, <b>"},"one"]]
a header twice: meros, [[{"link":"<a>"},"one"]]
a header twice: mixpart, [[{"link":"<a>, <b>"},"one"]]
a header twice: requests-toolbelt, [[{"link":"<b>"},"one"]]
an answer of a batch: Go, [[{"content-type":"application/http"},"HTTP/1.1 204 No Content\r\n\r\n"]]
an answer of a batch: meros, [[{"content-type":"application/http"},"HTTP/1.1 204 No Content\r\n\r\n"]]
an answer of a batch: mixpart, [[{"content-type":"application/http"},"HTTP/1.1 204 No Content\r\n\r\n"]]
an answer of a batch: requests-toolbelt, [[{"content-type":"application/http"},"HTTP/1.1 204 No Content\r\n\r\n"]]
an empty part: Go, [[{"content-type":"text/plain"},""]]
an empty part: meros, [[{"content-type":"text/plain"},""]]
an empty part: mixpart, [[{"content-type":"text/plain"},""]]
an empty part: requests-toolbelt, [[{"content-type":"text/plain"},""]]
blanks after a delimiter: Go, [[{"content-type":"text/plain"},"one"]]
blanks after a delimiter: meros, [[{"content-type":"text/plain"},"one"]]
blanks after a delimiter: mixpart, refused
blanks after a delimiter: requests-toolbelt, refused
delimiter inside a line: Go, [[{"content-type":"text/plain"},"one --b"]]
delimiter inside a line: meros, [[{"content-type":"text/plain"},"one --b"]]
delimiter inside a line: mixpart, [[{"content-type":"text/plain"},"one --b"]]
delimiter inside a line: requests-toolbelt, [[{"content-type":"text/plain"},"one --b"]]
line ends at the end of a part: Go, [[{"content-type":"text/plain"},"one\r\n\r\n"]]
line ends at the end of a part: meros, [[{"content-type":"text/plain"},"one\r\n\r\n"]]
line ends at the end of a part: mixpart, [[{"content-type":"text/plain"},"one\r\n\r\n"]]
line ends at the end of a part: requests-toolbelt, [[{"content-type":"text/plain"},"one\r\n\r\n"]]
no blank after a colon: Go, [[{"content-type":"text/plain"},"one"]]
no blank after a colon: meros, [[{"content-type:text/plain":""},"one"]]
no blank after a colon: mixpart, [[{"content-type":"text/plain"},"one"]]
no blank after a colon: requests-toolbelt, [[{"content-type":"text/plain"},"one"]]
no headers: Go, [[{},"one"]]
no headers: meros, [[{},"one"]]
no headers: mixpart, refused
no headers: requests-toolbelt, [[{},"one"]]
plain: Go, [[{"content-type":"text/plain"},"one"],[{"content-type":"text/plain"},"two"]]
plain: meros, [[{"content-type":"text/plain"},"one"],[{"content-type":"text/plain"},"two"]]
plain: mixpart, [[{"content-type":"text/plain"},"one"],[{"content-type":"text/plain"},"two"]]
plain: requests-toolbelt, [[{"content-type":"text/plain"},"one"],[{"content-type":"text/plain"},"two"]]
text after the last part: Go, [[{"content-type":"text/plain"},"one"]]
text after the last part: meros, [[{"content-type":"text/plain"},"one"]]
text after the last part: mixpart, [[{"content-type":"text/plain"},"one"]]
text after the last part: requests-toolbelt, [[{"content-type":"text/plain"},"one"]]
text before the first part: Go, [[{"content-type":"text/plain"},"one"]]
text before the first part: meros, [[{"content-type":"text/plain"},"one"]]
text before the first part: mixpart, refused
text before the first part: requests-toolbelt, refused
EXPECTED
diff expected seen
echo "parts of multipart/mixed are read as they were seen"
