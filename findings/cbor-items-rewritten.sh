#!/bin/sh
# cbor 10.0.12, cbor-x 1.6.9 and cbor2 2.3.0 (npm) and cbor2 6.3.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: libraries of CBOR read each valid item; dates (tags 0 and 1) differ, big integers are lost in
# JavaScript, and one refuses indefinite lengths. Of writing again nothing was guessed.
# Seen: integers are not lost, though cbor writes them as bignums. cbor-x refuses texts of indefinite length (RFC 8949, 3.2.3),
# and keys that are bytes. By default it makes texts of keys that are integers, with which headers of COSE begin (RFC 9052,
# 3.1), and zero of minus zero. cbor2 of npm takes bytes for what they are only if it is given a Uint8Array; from a Buffer, as
# Node reads files and bodies, it writes each byte string as a map with `type` and `data`. All three of npm make seconds of a
# time with an offset. A day (tag 1004, RFC 8943) is a moment after cbor2 of npm, and a decimal fraction (tag 4) a float after
# cbor-x. The one of PyPI changes numbers of seconds to texts, which mean the same.
# Whom it meets: relays and tests that read tokens or attestations in CBOR and write them on. With a mock: compare the bytes
# that it recorded with those that were signed.
# Output seen: the lines that EXPECTED has below, with what is written after reading and by whom.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > items <<'TEXT'
a10126 a map with an integer key
a1410102 a map with a key of bytes
420102 bytes
d818420102 an encoded item
7f61616162ff a text of indefinite length
1b0020000000000001 2^53 + 1
f98000 minus zero
c48221196ab3 the decimal fraction 273.15
d903ec6a313934302d31302d3039 the day 1940-10-09
c0781b323031332d30332d32315432303a30343a30302e352b30313a3030 a time with an offset
c11a514b67b0 a time in seconds
TEXT
npm install --silent --no-audit --no-fund cbor@10.0.12 cbor-x@1.6.9 cbor2@2.3.0
cat > rewrite.mjs <<'JS'
import { readFileSync } from 'node:fs';
import cbor from 'cbor';
import * as cbor2 from 'cbor2';
import * as cborX from 'cbor-x';

const libraries = {
  cbor: (bytes) => cbor.encode(cbor.decodeFirstSync(bytes)),
  'cbor-x': (bytes) => cborX.encode(cborX.decode(bytes)),
  'cbor2 of npm': (bytes) => cbor2.encode(cbor2.decode(bytes)),
  'cbor2 of npm from a Uint8Array': (bytes) => cbor2.encode(cbor2.decode(new Uint8Array(bytes))),
};
for (const line of readFileSync('items', 'utf8').trim().split('\n')) {
  const [item] = line.split(' ');
  for (const [name, rewrite] of Object.entries(libraries)) {
    let answer;
    try {
      answer = Buffer.from(rewrite(Buffer.from(item, 'hex'))).toString('hex');
    } catch {
      answer = 'refused';
    }
    console.log(`${line}~${answer === item ? 'the same' : answer}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cbor2==6.3.0
cat > rewrite.py <<'PY'
import cbor2

with open("items", encoding="utf-8") as file:
    for line in file.read().splitlines():
        item = line.split(" ")[0]
        answer = cbor2.dumps(cbor2.loads(bytes.fromhex(item))).hex()
        print(line, "the same" if answer == item else answer, "cbor2 of PyPI", sep="~")
PY
{ node rewrite.mjs; venv/bin/python rewrite.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 != item { print $1 }
  $1 FS $2 != group { line = "  " $2 " by " $3 }
  $1 FS $2 == group { line = line ", " $3 }
  { item = $1; group = $1 FS $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
1b0020000000000001 2^53 + 1
  c24720000000000001 by cbor
  the same by cbor-x, cbor2 of PyPI, cbor2 of npm, cbor2 of npm from a Uint8Array
420102 bytes
  a26474797065664275666665726464617461820102 by cbor2 of npm
  the same by cbor, cbor-x, cbor2 of PyPI, cbor2 of npm from a Uint8Array
7f61616162ff a text of indefinite length
  626162 by cbor, cbor2 of PyPI, cbor2 of npm, cbor2 of npm from a Uint8Array
  refused by cbor-x
a10126 a map with an integer key
  b90001613126 by cbor-x
  the same by cbor, cbor2 of PyPI, cbor2 of npm, cbor2 of npm from a Uint8Array
a1410102 a map with a key of bytes
  a1a26474797065664275666665726464617461810102 by cbor2 of npm
  refused by cbor-x
  the same by cbor, cbor2 of PyPI, cbor2 of npm from a Uint8Array
c0781b323031332d30332d32315432303a30343a30302e352b30313a3030 a time with an offset
  c07820323031332d30332d32315432303a30343a30302e3530303030302b30313a3030 by cbor2 of PyPI
  c1fb41d452d668200000 by cbor, cbor-x, cbor2 of npm, cbor2 of npm from a Uint8Array
c11a514b67b0 a time in seconds
  c074323031332d30332d32315432303a30343a30305a by cbor2 of PyPI
  the same by cbor, cbor-x, cbor2 of npm, cbor2 of npm from a Uint8Array
c48221196ab3 the decimal fraction 273.15
  fb4071126666666666 by cbor-x
  the same by cbor, cbor2 of PyPI, cbor2 of npm, cbor2 of npm from a Uint8Array
d818420102 an encoded item
  d818a26474797065664275666665726464617461820102 by cbor2 of npm
  the same by cbor, cbor-x, cbor2 of PyPI, cbor2 of npm from a Uint8Array
d903ec6a313934302d31302d3039 the day 1940-10-09
  c13a36facdff by cbor2 of npm, cbor2 of npm from a Uint8Array
  the same by cbor, cbor-x, cbor2 of PyPI
f98000 minus zero
  00 by cbor-x
  fb8000000000000000 by cbor2 of PyPI
  the same by cbor, cbor2 of npm, cbor2 of npm from a Uint8Array
EXPECTED
diff expected seen
echo "libraries of CBOR behave as they were seen"
