#!/bin/sh
# pymacaroons 0.13.0 (PyPI), macaroon 3.0.4 (npm) and gopkg.in/macaroon.v2 v2.1.0, seen on 2026-11-30 with Python 3.11, Node 20
# and Go 1.26.
#
# Guess before it was run: pymacaroons, macaroon (npm), macaroon.v2 of Go read each other's tokens in versions 1 and 2 and
# JSON, and keep identifiers and caveats; only bytes that are no UTF-8 differ.
# Seen: signatures are equal; the one of npm says that it lacks bytes of version 1. A packet of version 1 begins with its
# length in bytes (libmacaroons, doc/format.txt): pymacaroons counts letters, so a token whose identifier has an `é` can be
# read by none, itself included, though it writes it without a word. An empty caveat is lost on the way through JSON.
# pymacaroons and Go write it as `{}` in version 2; pymacaroons reads None then, and the one of npm refuses the whole token. In
# version 1 pymacaroons writes `{}` as well, and refuses it itself with a KeyError. Only Go reads each that it can.
# Whom it meets: services that hand tokens between languages. With a mock: issue version 2 in bytes; its texts read alike.
# Output seen: the lines that EXPECTED has below: writer, version, form, and the caveat that each reader found.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pymacaroons==0.13.0
cat > write.py <<'PY'
from pymacaroons import Macaroon
from pymacaroons.serializers import JsonSerializer

CASES = {"plain": ("key", "op = read"), "letter": ("k\u00e9y", "op = read"), "empty": ("key", "")}
for name, (identifier, caveat) in CASES.items():
    for version in 1, 2:
        token = Macaroon(location="", identifier=identifier, key="secret", version=version)
        token.add_first_party_caveat(caveat)
        print(f"pymacaroons-{version}-bytes-{name} {token.serialize()}")
        print(f"pymacaroons-{version}-json-{name} {token.serialize(JsonSerializer())}")
PY
cat > read.py <<'PY'
import json

from pymacaroons import Macaroon
from pymacaroons.serializers import JsonSerializer

with open("tokens", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, text = line.split(" ", 1)
        try:
            form = [JsonSerializer()] if text.startswith("{") else []
            caveat = Macaroon.deserialize(text, *form).caveats[0].caveat_id
            answer = json.dumps(caveat.decode() if isinstance(caveat, bytes) else caveat)
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{name}: pymacaroons {answer}")
PY
npm install --silent --no-audit --no-fund macaroon@3.0.4
cat > read.cjs <<'JS'
const { importMacaroon } = require('macaroon');

for (const line of require('node:fs').readFileSync('tokens', 'utf8').trim().split('\n')) {
  const [name, ...words] = line.split(' ');
  const text = words.join(' ');
  let answer;
  try {
    const token = importMacaroon(text.startsWith('{') ? JSON.parse(text) : text);
    answer = JSON.stringify(Buffer.from(token.caveats[0].identifier).toString());
  } catch (error) {
    answer = `refused, ${error.message}`;
  }
  console.log(`${name}: macaroon.js ${answer}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"gopkg.in/macaroon.v2"
)

func write() {
	for _, one := range [][3]string{{"plain", "key", "op = read"}, {"letter", "kéy", "op = read"}, {"empty", "key", ""}} {
		for _, version := range []macaroon.Version{macaroon.V1, macaroon.V2} {
			token, _ := macaroon.New([]byte("secret"), []byte(one[1]), "", version)
			token.AddFirstPartyCaveat([]byte(one[2]))
			bytes, _ := token.MarshalBinary()
			fmt.Printf("go-%d-bytes-%s %s\n", version, one[0], base64.RawURLEncoding.EncodeToString(bytes))
			text, _ := json.Marshal(token)
			fmt.Printf("go-%d-json-%s %s\n", version, one[0], text)
		}
	}
}

func main() {
	if len(os.Args) > 1 {
		write()
		return
	}
	file, _ := os.ReadFile("tokens")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, text, _ := strings.Cut(line, " ")
		var token macaroon.Macaroon
		var err error
		if strings.HasPrefix(text, "{") {
			err = json.Unmarshal([]byte(text), &token)
		} else {
			var bytes []byte
			bytes, err = macaroon.Base64Decode([]byte(text))
			if err == nil {
				err = token.UnmarshalBinary(bytes)
			}
		}
		if err != nil {
			fmt.Printf("%s: macaroon.v2 refused, %v\n", name, err)
			continue
		}
		fmt.Printf("%s: macaroon.v2 %q\n", name, token.Caveats()[0].Id)
	}
}
GO
{
  go mod init finding.test/tokens
  go get gopkg.in/macaroon.v2@v2.1.0
  go mod tidy
} 2> /dev/null
{ venv/bin/python write.py; go run . write; } > tokens
{
  grep -E 'json-empty' tokens | sed 's/"\(signature\|s64\)": *"[^"]*"/"\1":"S"/'
  venv/bin/python read.py
  node read.cjs
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
go-1-bytes-empty: macaroon.js refused, Version 1 binary format not supported
go-1-bytes-empty: macaroon.v2 ""
go-1-bytes-empty: pymacaroons ""
go-1-bytes-letter: macaroon.js refused, Version 1 binary format not supported
go-1-bytes-letter: macaroon.v2 "op = read"
go-1-bytes-letter: pymacaroons "op = read"
go-1-bytes-plain: macaroon.js refused, Version 1 binary format not supported
go-1-bytes-plain: macaroon.v2 "op = read"
go-1-bytes-plain: pymacaroons "op = read"
go-1-json-empty {"caveats":[{"cid":""}],"location":"","identifier":"key","signature":"S"}
go-1-json-empty: macaroon.js ""
go-1-json-empty: macaroon.v2 ""
go-1-json-empty: pymacaroons ""
go-1-json-letter: macaroon.js "op = read"
go-1-json-letter: macaroon.v2 "op = read"
go-1-json-letter: pymacaroons "op = read"
go-1-json-plain: macaroon.js "op = read"
go-1-json-plain: macaroon.v2 "op = read"
go-1-json-plain: pymacaroons "op = read"
go-2-bytes-empty: macaroon.js ""
go-2-bytes-empty: macaroon.v2 ""
go-2-bytes-empty: pymacaroons ""
go-2-bytes-letter: macaroon.js "op = read"
go-2-bytes-letter: macaroon.v2 "op = read"
go-2-bytes-letter: pymacaroons "op = read"
go-2-bytes-plain: macaroon.js "op = read"
go-2-bytes-plain: macaroon.v2 "op = read"
go-2-bytes-plain: pymacaroons "op = read"
go-2-json-empty {"c":[{}],"i":"key","s64":"S"}
go-2-json-empty: macaroon.js refused, Expected key: i
go-2-json-empty: macaroon.v2 ""
go-2-json-empty: pymacaroons null
go-2-json-letter: macaroon.js "op = read"
go-2-json-letter: macaroon.v2 "op = read"
go-2-json-letter: pymacaroons "op = read"
go-2-json-plain: macaroon.js "op = read"
go-2-json-plain: macaroon.v2 "op = read"
go-2-json-plain: pymacaroons "op = read"
pymacaroons-1-bytes-empty: macaroon.js refused, Version 1 binary format not supported
pymacaroons-1-bytes-empty: macaroon.v2 ""
pymacaroons-1-bytes-empty: pymacaroons ""
pymacaroons-1-bytes-letter: macaroon.js refused, Version 1 binary format not supported
pymacaroons-1-bytes-letter: macaroon.v2 refused, unmarshal v1: no terminating newline found
pymacaroons-1-bytes-letter: pymacaroons refused, MacaroonDeserializationException
pymacaroons-1-bytes-plain: macaroon.js refused, Version 1 binary format not supported
pymacaroons-1-bytes-plain: macaroon.v2 "op = read"
pymacaroons-1-bytes-plain: pymacaroons "op = read"
pymacaroons-1-json-empty {"identifier": "key", "signature":"S", "caveats": [{}]}
pymacaroons-1-json-empty: macaroon.js refused, Caveat id has the wrong type; want string, got undefined.
pymacaroons-1-json-empty: macaroon.v2 ""
pymacaroons-1-json-empty: pymacaroons refused, KeyError
pymacaroons-1-json-letter: macaroon.js "op = read"
pymacaroons-1-json-letter: macaroon.v2 "op = read"
pymacaroons-1-json-letter: pymacaroons "op = read"
pymacaroons-1-json-plain: macaroon.js "op = read"
pymacaroons-1-json-plain: macaroon.v2 "op = read"
pymacaroons-1-json-plain: pymacaroons "op = read"
pymacaroons-2-bytes-empty: macaroon.js ""
pymacaroons-2-bytes-empty: macaroon.v2 ""
pymacaroons-2-bytes-empty: pymacaroons ""
pymacaroons-2-bytes-letter: macaroon.js "op = read"
pymacaroons-2-bytes-letter: macaroon.v2 "op = read"
pymacaroons-2-bytes-letter: pymacaroons "op = read"
pymacaroons-2-bytes-plain: macaroon.js "op = read"
pymacaroons-2-bytes-plain: macaroon.v2 "op = read"
pymacaroons-2-bytes-plain: pymacaroons "op = read"
pymacaroons-2-json-empty {"i": "key", "s64":"S", "c": [{}]}
pymacaroons-2-json-empty: macaroon.js refused, Expected key: i
pymacaroons-2-json-empty: macaroon.v2 ""
pymacaroons-2-json-empty: pymacaroons null
pymacaroons-2-json-letter: macaroon.js "op = read"
pymacaroons-2-json-letter: macaroon.v2 "op = read"
pymacaroons-2-json-letter: pymacaroons "op = read"
pymacaroons-2-json-plain: macaroon.js "op = read"
pymacaroons-2-json-plain: macaroon.v2 "op = read"
pymacaroons-2-json-plain: pymacaroons "op = read"
EXPECTED
diff expected seen
echo "texts of macaroons behave as they were seen"
