#!/bin/sh
# crockford-base32 2.1.0, base32.js 0.1.0, @ctrl/ts-base32 4.2.2, base32-encode 2.0.0, base32-decode 1.0.0, @scure/base 2.4.0
# and encode32 1.1.0 (npm) and base32-crockford 0.3.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: crockford-base32, base32.js, @ctrl/ts-base32, base32-encode/decode and @scure/base (npm) write one
# text for the same bytes and read small letters, `I`, `L`, `O` and hyphens as the specification says; base32-crockford (PyPI),
# crock32 (Go) and crockford-base32 write one text for a number.
# Seen (encode32 was tried instead of crock32): bytes and letters are as guessed. Hyphens are ignored when a text is read
# (Crockford, Base 32): base32.js reads other bytes instead, without a word, and has a value for `U`, which is no symbol; three
# refuse hyphens. The text of a number begins with a zero bit at the left: 1234 is `16J`. crockford-base32 fills bits at the
# right, so it writes `0K90`, and nothing for 0, and reads `16J` as 2468. Two symbols have ten bits: two libraries read one byte
# from them, two read two bytes, and @scure/base refuses them if a bit is set behind the byte.
# Whom it meets: who shows identifiers to people and reads them back in another language. With a mock: serve them without
# hyphens.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund crockford-base32@2.1.0 base32.js@0.1.0 @ctrl/ts-base32@4.2.2 base32-decode@1.0.0 \
  base32-encode@2.0.0 @scure/base@2.4.0 encode32@1.1.0
cat > texts.mjs <<'JS'
import { base32Decode, base32Encode } from '@ctrl/ts-base32';
import { base32crockford } from '@scure/base';
import base32js from 'base32.js';
import decode from 'base32-decode';
import encode from 'base32-encode';
import { CrockfordBase32 } from 'crockford-base32';
import { encode as encode32 } from 'encode32';

const hexadecimal = (bytes) => Buffer.from(bytes).toString('hex');
function answer(make) {
  try {
    return make();
  } catch {
    return 'refused';
  }
}
const type = { type: 'crockford' };
const LIBRARIES = {
  'crockford-base32': [(bytes) => CrockfordBase32.encode(Buffer.from(bytes)), (text) => CrockfordBase32.decode(text)],
  'base32.js': [(bytes) => base32js.encode(bytes, type), (text) => base32js.decode(text, type)],
  'ts-base32': [(bytes) => base32Encode(bytes, 'Crockford'), (text) => base32Decode(text, 'Crockford')],
  'base32-encode and base32-decode': [(bytes) => encode(bytes, 'Crockford'), (text) => decode(text, 'Crockford')],
  '@scure/base': [(bytes) => base32crockford.encode(bytes), (text) => base32crockford.decode(text)],
};
for (const bytes of [[104, 101, 108, 108, 111], [0, 1]]) {
  for (const [name, [write]] of Object.entries(LIBRARIES)) {
    console.log(`bytes ${hexadecimal(bytes)}, ${name}: ${answer(() => write(Uint8Array.from(bytes)))}`);
  }
}
for (const text of ['d1jprv3f', 'DIJPRV3F', 'DLJPRV3F', 'D1JP-RV3F', 'U4', '04', '01']) {
  for (const [name, [, read]] of Object.entries(LIBRARIES)) {
    console.log(`text ${text}, ${name}: ${answer(() => hexadecimal(read(text)))}`);
  }
}
for (const number of [0, 1, 31, 32, 1234]) {
  console.log(`number ${number}, crockford-base32: "${CrockfordBase32.encode(BigInt(number))}"`);
  console.log(`number ${number}, encode32: "${encode32(number)}"`);
}
for (const text of ['16J', '0K90']) {
  console.log(`number of ${text}, crockford-base32: ${CrockfordBase32.decode(text, { asNumber: true })}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check base32-crockford==0.3.0
cat > texts.py <<'PY'
import base32_crockford

for number in 0, 1, 31, 32, 1234:
    print(f'number {number}, base32-crockford: "{base32_crockford.encode(number)}"')
for text in "16J", "0K90":
    print(f"number of {text}, base32-crockford: {base32_crockford.decode(text)}")
PY
{ node texts.mjs; venv/bin/python texts.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
bytes 0001, @scure/base: 000G
bytes 0001, base32-encode and base32-decode: 000G
bytes 0001, base32.js: 000G
bytes 0001, crockford-base32: 000G
bytes 0001, ts-base32: 000G
bytes 68656c6c6f, @scure/base: D1JPRV3F
bytes 68656c6c6f, base32-encode and base32-decode: D1JPRV3F
bytes 68656c6c6f, base32.js: D1JPRV3F
bytes 68656c6c6f, crockford-base32: D1JPRV3F
bytes 68656c6c6f, ts-base32: D1JPRV3F
number 0, base32-crockford: "0"
number 0, crockford-base32: ""
number 0, encode32: "0"
number 1, base32-crockford: "1"
number 1, crockford-base32: "04"
number 1, encode32: "1"
number 1234, base32-crockford: "16J"
number 1234, crockford-base32: "0K90"
number 1234, encode32: "16J"
number 31, base32-crockford: "Z"
number 31, crockford-base32: "3W"
number 31, encode32: "Z"
number 32, base32-crockford: "10"
number 32, crockford-base32: "40"
number 32, encode32: "10"
number of 0K90, base32-crockford: 19744
number of 0K90, crockford-base32: 1234
number of 16J, base32-crockford: 1234
number of 16J, crockford-base32: 2468
text 01, @scure/base: refused
text 01, base32-encode and base32-decode: 00
text 01, base32.js: 0040
text 01, crockford-base32: 0040
text 01, ts-base32: 00
text 04, @scure/base: 01
text 04, base32-encode and base32-decode: 01
text 04, base32.js: 01
text 04, crockford-base32: 01
text 04, ts-base32: 01
text D1JP-RV3F, @scure/base: refused
text D1JP-RV3F, base32-encode and base32-decode: refused
text D1JP-RV3F, base32.js: 686560636378
text D1JP-RV3F, crockford-base32: 68656c6c6f
text D1JP-RV3F, ts-base32: refused
text DIJPRV3F, @scure/base: 68656c6c6f
text DIJPRV3F, base32-encode and base32-decode: 68656c6c6f
text DIJPRV3F, base32.js: 68656c6c6f
text DIJPRV3F, crockford-base32: 68656c6c6f
text DIJPRV3F, ts-base32: 68656c6c6f
text DLJPRV3F, @scure/base: 68656c6c6f
text DLJPRV3F, base32-encode and base32-decode: 68656c6c6f
text DLJPRV3F, base32.js: 68656c6c6f
text DLJPRV3F, crockford-base32: 68656c6c6f
text DLJPRV3F, ts-base32: 68656c6c6f
text U4, @scure/base: refused
text U4, base32-encode and base32-decode: refused
text U4, base32.js: 01
text U4, crockford-base32: refused
text U4, ts-base32: refused
text d1jprv3f, @scure/base: 68656c6c6f
text d1jprv3f, base32-encode and base32-decode: 68656c6c6f
text d1jprv3f, base32.js: 68656c6c6f
text d1jprv3f, crockford-base32: 68656c6c6f
text d1jprv3f, ts-base32: 68656c6c6f
EXPECTED
diff expected seen
echo "base32 of Crockford behaves as it was seen"
