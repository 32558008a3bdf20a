#!/bin/sh
# json-text-sequence 4.0.3 (npm) and jsonseq 1.0.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: json-text-sequence and jsonseq give the same values of RFC 7464's examples; truncated numbers are
# given by one.
# Seen: jsonseq gives 12 of a text that was cut inside 123; a reader must look for a blank behind a number (RFC 7464, 2.4). It
# raises an error at a text that is not JSON, so those behind it are lost, although a reader goes on at the next separator
# (2.1 and 2.3). It takes "pieces of strings" by its documentation, and has to get them cut in front of each separator: of a
# whole text, or of lines that end in a tab, it reads nothing. json-text-sequence takes null for the end of the stream, and
# does not say so. It reports a tab or nothing behind a text as cut; the former is a blank of JSON, and an object needs none
# (2.4).
# Whom it meets: clients of logs and of answers that are streamed as `application/json-seq`. With a mock: end an answer inside
# a number, and send a null.
# Output seen: the lines that EXPECTED has below, with the way in which jsonseq got its pieces.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts.json <<'JSON'
["\u001e{\"a\":1}\n", "\u001e1\n\u001e2\n", "\u001e\u001e1\n", "\u001e12", "\u001e1\t\u001e2 ", "\u001e{\"a\":1}\u001e{\"a\":2}",
  "\u001e{\n\"a\":1\n}\n", "\u001e{\"a\":\n\u001e2\n", "\u001enull\n\u001e1\n"]
JSON
npm install --silent --no-audit --no-fund json-text-sequence@4.0.3
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Parser } from 'json-text-sequence';

for (const text of JSON.parse(readFileSync('texts.json', 'utf8'))) {
  const values = [];
  const parser = new Parser().on('truncated', () => values.push('cut')).on('invalid', () => values.push('invalid'));
  try {
    for await (const value of Readable.from([Buffer.from(text)]).pipe(parser)) values.push(JSON.stringify(value));
  } catch (error) {
    values.push(error.code);
  }
  console.log([JSON.stringify(text), values.join(' '), 'json-text-sequence'].join('~'));
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonseq==1.0.0
cat > read.py <<'PY'
import json

from jsonseq.decode import JSONSeqDecoder

CUTS = {"lines": lambda text: text.splitlines(True), "one piece": lambda text: [text], "letters": list}
with open("texts.json", encoding="utf-8") as file:
    texts = json.load(file)
for text in texts:
    for name, cut in CUTS.items():
        values = []
        try:
            for value in JSONSeqDecoder().decode(cut(text)):
                values.append(json.dumps(value, separators=(",", ":")))
        except ValueError as error:
            values.append(type(error).__name__)
        print(json.dumps(text), " ".join(values), f"jsonseq, {name}", sep="~")
PY
{ node read.mjs; venv/bin/python read.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  $1 FS $2 == group { line = line ";" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
"\u001e12": 12 by jsonseq, letters; jsonseq, lines; jsonseq, one piece
"\u001e12": cut by json-text-sequence
"\u001e1\n\u001e2\n": 1 2 by json-text-sequence; jsonseq, letters; jsonseq, lines
"\u001e1\n\u001e2\n": JSONDecodeError by jsonseq, one piece
"\u001e1\t\u001e2 ": 1 2 by jsonseq, letters
"\u001e1\t\u001e2 ": JSONDecodeError by jsonseq, lines; jsonseq, one piece
"\u001e1\t\u001e2 ": cut cut by json-text-sequence
"\u001e\u001e1\n": 1 by json-text-sequence; jsonseq, letters; jsonseq, lines; jsonseq, one piece
"\u001enull\n\u001e1\n": JSONDecodeError by jsonseq, one piece
"\u001enull\n\u001e1\n": null 1 by jsonseq, letters; jsonseq, lines
"\u001enull\n\u001e1\n":  by json-text-sequence
"\u001e{\"a\":1}\n": {"a":1} by json-text-sequence; jsonseq, letters; jsonseq, lines; jsonseq, one piece
"\u001e{\"a\":1}\u001e{\"a\":2}": JSONDecodeError by jsonseq, lines; jsonseq, one piece
"\u001e{\"a\":1}\u001e{\"a\":2}": cut cut by json-text-sequence
"\u001e{\"a\":1}\u001e{\"a\":2}": {"a":1} {"a":2} by jsonseq, letters
"\u001e{\"a\":\n\u001e2\n": JSONDecodeError by jsonseq, letters; jsonseq, lines; jsonseq, one piece
"\u001e{\"a\":\n\u001e2\n": invalid 2 by json-text-sequence
"\u001e{\n\"a\":1\n}\n": {"a":1} by json-text-sequence; jsonseq, letters; jsonseq, lines; jsonseq, one piece
EXPECTED
diff expected seen
echo "readers of JSON text sequences behave as they were seen"
