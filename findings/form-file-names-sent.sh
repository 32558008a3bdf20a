#!/bin/sh
# form-data 4.0.6, busboy 1.6.0 and formidable 3.5.4 (npm), `fetch` of Node, urllib3 2.8.0, httpx 0.28.1, aiohttp 3.14.5,
# Werkzeug 3.1.9 and multipart 2.0.1 (PyPI) and `mime/multipart` of Go, seen on 2026-11-30 with Node 20.20, Python 3.11 and Go
# 1.26.
#
# Guess before it was run: seven clients (undici FormData, form-data of npm, axios; requests, httpx, aiohttp; Go
# mime/multipart) write a form whose names have quotes, line feeds or other letters so that busboy, multipart (PyPI) and Go
# read the same names back; backslashes differ.
# Seen: line feeds were not tried, axios and requests write by form-data and urllib3. aiohttp encodes each blank, semicolon
# and apostrophe of a file's name with `%`, and no reader decodes them: `a b.txt` is stored as `a%20b.txt`. A quote is `%22`
# as in browsers (HTML, multipart form data) or `\"` in Go: busboy and Go do not decode the first, `fetch` fails at the
# second, and formidable cuts the name there. Who decodes `%22` makes a quote of it also if it was in the name. No name with a
# backslash is read alike by all: one is doubled by Go and httpx and not by the others, and readers drop one, halve two, or
# take it for a folder.
# Whom it meets: uploads whose names people chose. With a mock: send a file whose name has a blank, and one with a quote, and
# read back the names.
# Output seen: the lines that EXPECTED has below, with each name as it is written, and who reads another one.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > names.json <<'JSON'
["a.txt", "a b;c.txt", "a\"b.txt", "a\\b.txt", "a%22b.txt", "a'b.txt", "a\\\"b.txt"]
JSON
npm install --silent --no-audit --no-fund form-data@4.0.6 busboy@1.6.0 formidable@3.5.4
cat > write.mjs <<'JS'
import { readFileSync } from 'node:fs';
import FormData from 'form-data';

for (const name of JSON.parse(readFileSync('names.json', 'utf8'))) {
  const form = new FormData();
  form.append('file', 'text', { filename: name });
  console.log(JSON.stringify([name, 'form-data', form.getHeaders()['content-type'], form.getBuffer().toString()]));
  const web = new globalThis.FormData();
  web.append('file', new Blob(['text']), name);
  const request = new Request('http://a.test', { method: 'POST', body: web });
  console.log(JSON.stringify([name, 'fetch', request.headers.get('content-type'), await request.text()]));
}
JS
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import busboy from 'busboy';
import formidable from 'formidable';

const readers = {
  busboy: (type, body) =>
    new Promise((done, failed) => {
      let name;
      const parser = busboy({ headers: { 'content-type': type }, preservePath: true });
      parser.on('file', (_, stream, info) => stream.resume() && (name = info.filename));
      parser.on('close', () => done(name)).on('error', failed);
      parser.end(body);
    }),
  async formidable(type, body) {
    const headers = { 'content-type': type, 'content-length': `${body.length}` };
    const request = Object.assign(Readable.from([Buffer.from(body)]), { headers });
    const [, { file }] = await formidable({}).parse(request);
    return file[0].originalFilename;
  },
  fetch: async (type, body) => (await new Response(body, { headers: { 'content-type': type } }).formData()).get('file').name,
};
for (const line of readFileSync('written', 'utf8').trim().split('\n')) {
  const [name, writer, type, body] = JSON.parse(line);
  for (const [reader, read] of Object.entries(readers)) {
    console.log(JSON.stringify([name, writer, body, reader, await read(type, body).catch(() => 'an error')]));
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check urllib3==2.8.0 httpx==0.28.1 aiohttp==3.14.5 Werkzeug==3.1.9 \
  multipart==2.0.1
cat > write.py <<'PY'
import asyncio
import json

import aiohttp
import httpx
from urllib3 import encode_multipart_formdata


class Writer:
    def __init__(self):
        self.bytes = b""

    async def write(self, data):
        self.bytes += data


async def write_aiohttp(name):
    form = aiohttp.FormData()
    form.add_field("file", "text", filename=name)
    payload, writer = form(), Writer()
    await payload.write(writer)
    return payload.headers["Content-Type"], writer.bytes


async def main(names):
    for name in names:
        body, kind = encode_multipart_formdata({"file": (name, "text")})
        print(json.dumps([name, "urllib3", kind, body.decode()]))
        request = httpx.Request("POST", "http://a.test", files={"file": (name, b"text")})
        print(json.dumps([name, "httpx", request.headers["content-type"], request.read().decode()]))
        kind, body = await write_aiohttp(name)
        print(json.dumps([name, "aiohttp", kind, body.decode()]))


with open("names.json", encoding="utf-8") as file:
    asyncio.run(main(json.load(file)))
PY
cat > read.py <<'PY'
import io
import json

import multipart
from werkzeug.formparser import parse_form_data


def environ(kind, body):
    return {
        "REQUEST_METHOD": "POST",
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
    }


READERS = {
    "Werkzeug": lambda kind, body: parse_form_data(environ(kind, body))[2]["file"].filename,
    "multipart": lambda kind, body: multipart.parse_form_data(environ(kind, body))[1]["file"].filename,
}
with open("written", encoding="utf-8") as file:
    lines = file.read().splitlines()
for line in lines:
    name, writer, kind, body = json.loads(line)
    for reader, read in READERS.items():
        print(json.dumps([name, writer, body, reader, read(kind, body.encode())]))
PY
mkdir write read
cat > write/main.go <<'GO'
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"os"
)

func main() {
	file, _ := os.ReadFile("names.json")
	var names []string
	if err := json.Unmarshal(file, &names); err != nil {
		panic(err)
	}
	for _, name := range names {
		var body bytes.Buffer
		writer := multipart.NewWriter(&body)
		part, _ := writer.CreateFormFile("file", name)
		_, _ = part.Write([]byte("text"))
		_ = writer.Close()
		line, _ := json.Marshal([]string{name, "Go", writer.FormDataContentType(), body.String()})
		fmt.Println(string(line))
	}
}
GO
cat > read/main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"mime"
	"mime/multipart"
	"os"
	"strings"
)

func main() {
	file, _ := os.ReadFile("written")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		var written []string
		if err := json.Unmarshal([]byte(line), &written); err != nil {
			panic(err)
		}
		_, parameters, _ := mime.ParseMediaType(written[2])
		part, err := multipart.NewReader(strings.NewReader(written[3]), parameters["boundary"]).NextPart()
		name := "an error"
		if err == nil {
			name = part.FileName()
		}
		line, _ := json.Marshal([]string{written[0], written[1], written[3], "Go", name})
		fmt.Println(string(line))
	}
}
GO
go mod init finding.test/form 2> /dev/null
{ node write.mjs; venv/bin/python write.py; go run ./write; } > written
cat > compare.py <<'PY'
import json
import re
import sys
from collections import defaultdict

writers = defaultdict(set)
readers = defaultdict(set)
for line in sys.stdin:
    name, writer, body, reader, given = json.loads(line)
    text = re.search(r"(?i)filename.*?(?=\r)", body)[0]
    writers[name, text].add(writer)
    readers[name, text, given].add(reader)
for (name, text), who in sorted(writers.items()):
    print(f"{name}: {text} by {' '.join(sorted(who))}")
    for (one, other, given), others in sorted(readers.items(), key=str):
        if (one, other) == (name, text) and given != name:
            print(f"  is {given} for {' '.join(sorted(others))}")
PY
{ node read.mjs; venv/bin/python read.py; go run ./read; } | python3 compare.py > seen
cat > expected <<'EXPECTED'
a b;c.txt: filename="a b;c.txt" by Go fetch form-data httpx urllib3
a b;c.txt: filename="a%20b%3Bc.txt" by aiohttp
  is a%20b%3Bc.txt for Go Werkzeug busboy fetch formidable multipart
a"b.txt: filename="a%22b.txt" by aiohttp fetch form-data httpx urllib3
  is a%22b.txt for Go busboy
a"b.txt: filename="a\"b.txt" by Go
  is "b.txt for formidable
  is an error for fetch
a%22b.txt: filename="a%22b.txt" by Go fetch form-data httpx urllib3
  is a"b.txt for Werkzeug fetch formidable multipart
a%22b.txt: filename="a%2522b.txt" by aiohttp
  is a%2522b.txt for Go Werkzeug busboy fetch formidable multipart
a'b.txt: filename="a%27b.txt" by aiohttp
  is a%27b.txt for Go Werkzeug busboy fetch formidable multipart
a'b.txt: filename="a'b.txt" by Go fetch form-data httpx urllib3
a.txt: filename="a.txt" by Go aiohttp fetch form-data httpx urllib3
a\"b.txt: filename="a%5C%22b.txt" by aiohttp
  is a%5C"b.txt for Werkzeug fetch formidable multipart
  is a%5C%22b.txt for Go busboy
a\"b.txt: filename="a\%22b.txt" by fetch form-data urllib3
  is "b.txt for formidable
  is a"b.txt for Werkzeug
  is a\%22b.txt for Go busboy
a\"b.txt: filename="a\\%22b.txt" by httpx
  is "b.txt for formidable
  is a\%22b.txt for Go busboy
  is a\\"b.txt for fetch multipart
a\"b.txt: filename="a\\\"b.txt" by Go
  is "b.txt for formidable
  is an error for fetch
a\b.txt: filename="a%5Cb.txt" by aiohttp
  is a%5Cb.txt for Go Werkzeug busboy fetch formidable multipart
a\b.txt: filename="a\\b.txt" by Go httpx
  is a\\b.txt for fetch multipart
  is b.txt for formidable
a\b.txt: filename="a\b.txt" by fetch form-data urllib3
  is ab.txt for Werkzeug
  is b.txt for formidable
EXPECTED
diff expected seen
echo "names of files behave as they were seen"
