#!/bin/sh
# ndjson 2.0.0, it-ndjson 2.0.0, ndjson-readablestream 1.4.0 and can-ndjson-stream 1.0.2 (npm) and ndjson 0.3.1 and jsonlines
# 4.0.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: six readers of NDJSON (npm ndjson, it-ndjson, ndjson-readablestream, can-ndjson-stream; PyPI
# ndjson, jsonlines) give the same values of valid texts: CRLF, empty lines, no LF at end, U+2028 in a text; empty lines are
# refused by some.
# Seen: that is so of empty lines. `ndjson.loads` of Python cuts at each line end that Unicode has and joins the pieces with a
# comma, so a text with U+2028 or U+0085, which JSON may have as they are (RFC 8259, 7), has a comma instead and no error is
# raised; `ndjson.reader` reads it well. ndjson of npm takes a line `null` for the end of the stream: at the end of the text
# it is lost, and earlier it is an error, before which the values in front of it may be lost. jsonlines refuses null, too, by
# documentation.
# Whom it meets: clients of exports and bulk answers, whose texts people write. With a mock: let a description have U+2028,
# and let one line be `null`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts.json <<'JSON'
["{\"a\":1}\n{\"a\":2}\n", "{\"a\":1}\r\n{\"a\":2}", "{\"a\":1}\n\n{\"a\":2}\n", "{\"a\":1}\n \n{\"a\":2}\n", "[1]\nfalse\n0\n\"\"\n",
  "{\"a\":1}\nnull\n", "null\n1\n", "{\"a\":\"b\u2028c\"}\n", "{\"a\":\"b\u0085c\"}\n", "{\"a\": 1.0}\n"]
JSON
npm install --silent --no-audit --no-fund ndjson@2.0.0 it-ndjson@2.0.0 ndjson-readablestream@1.4.0 can-ndjson-stream@1.0.2
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import can from 'can-ndjson-stream';
import { parse } from 'it-ndjson';
import ndjson from 'ndjson';
import readable from 'ndjson-readablestream';

const escape = (sign) => `\\u${sign.charCodeAt().toString(16).padStart(4, '0')}`;
const text = (value) => JSON.stringify(value).replace(/[\u0085\u2028]/g, escape);
const web = (bytes) => Readable.toWeb(Readable.from([bytes]));
const readers = {
  'ndjson-js': (bytes) => Readable.from([bytes]).pipe(ndjson.parse()),
  'it-ndjson': (bytes) => parse([bytes]),
  'ndjson-readablestream': (bytes) => readable(web(bytes)),
  'can-ndjson-stream': (bytes) => can(web(bytes)),
};
for (const given of JSON.parse(readFileSync('texts.json', 'utf8'))) {
  for (const [name, read] of Object.entries(readers)) {
    const values = [];
    try {
      for await (const value of read(Buffer.from(given))) values.push(text(value));
    } catch {
      values.push('an error');
    }
    console.log([text(given), values.join(' '), name].join('~'));
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ndjson==0.3.1 jsonlines==4.0.0
cat > read.py <<'PY'
import io
import json

import jsonlines
import ndjson

READERS = {
    "ndjson.loads": ndjson.loads,
    "ndjson.reader": lambda text: ndjson.reader(io.StringIO(text, newline="")),
    "jsonlines": lambda text: jsonlines.Reader(io.StringIO(text, newline="")),
}
with open("texts.json", encoding="utf-8") as file:
    texts = json.load(file)
for text in texts:
    for name, read in READERS.items():
        values = []
        try:
            for value in read(text):
                values.append(json.dumps(value, separators=(",", ":")))
        except ValueError:
            values.append("an error")
        print(json.dumps(text), " ".join(values).replace("1.0", "1"), name, sep="~")
PY
{ node read.mjs; venv/bin/python read.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
"[1]\nfalse\n0\n\"\"\n": [1] false 0 "" by can-ndjson-stream it-ndjson jsonlines ndjson-js ndjson-readablestream ndjson.loads ndjson.reader
"null\n1\n": an error by jsonlines ndjson-js
"null\n1\n": null 1 by can-ndjson-stream it-ndjson ndjson-readablestream ndjson.loads ndjson.reader
"{\"a\": 1.0}\n": {"a":1} by can-ndjson-stream it-ndjson jsonlines ndjson-js ndjson-readablestream ndjson.loads ndjson.reader
"{\"a\":1}\n \n{\"a\":2}\n": an error by ndjson-js ndjson.loads
"{\"a\":1}\n \n{\"a\":2}\n": {"a":1} an error by it-ndjson jsonlines
"{\"a\":1}\n \n{\"a\":2}\n": {"a":1} {"a":2} by can-ndjson-stream ndjson-readablestream ndjson.reader
"{\"a\":1}\n\n{\"a\":2}\n": an error by ndjson.loads
"{\"a\":1}\n\n{\"a\":2}\n": {"a":1} an error by it-ndjson jsonlines
"{\"a\":1}\n\n{\"a\":2}\n": {"a":1} {"a":2} by can-ndjson-stream ndjson-js ndjson-readablestream ndjson.reader
"{\"a\":1}\nnull\n": {"a":1} an error by jsonlines
"{\"a\":1}\nnull\n": {"a":1} null by can-ndjson-stream it-ndjson ndjson-readablestream ndjson.loads ndjson.reader
"{\"a\":1}\nnull\n": {"a":1} by ndjson-js
"{\"a\":1}\n{\"a\":2}\n": {"a":1} {"a":2} by can-ndjson-stream it-ndjson jsonlines ndjson-js ndjson-readablestream ndjson.loads ndjson.reader
"{\"a\":1}\r\n{\"a\":2}": {"a":1} {"a":2} by can-ndjson-stream it-ndjson jsonlines ndjson-js ndjson-readablestream ndjson.loads ndjson.reader
"{\"a\":\"b\u0085c\"}\n": {"a":"b,c"} by ndjson.loads
"{\"a\":\"b\u0085c\"}\n": {"a":"b\u0085c"} by can-ndjson-stream it-ndjson jsonlines ndjson-js ndjson-readablestream ndjson.reader
"{\"a\":\"b\u2028c\"}\n": {"a":"b,c"} by ndjson.loads
"{\"a\":\"b\u2028c\"}\n": {"a":"b\u2028c"} by can-ndjson-stream it-ndjson jsonlines ndjson-js ndjson-readablestream ndjson.reader
EXPECTED
diff expected seen
echo "readers of NDJSON behave as they were seen"
