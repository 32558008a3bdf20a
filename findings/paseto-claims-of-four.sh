#!/bin/sh
# paseto 4.0.1 and paseto-ts 2.0.7 (npm), pyseto 1.10.0 (PyPI) and aidanwoods.dev/go-paseto v1.6.0, seen on 2026-11-30 with Node
# 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four libraries, each with its checks as they come, read the claims of a signed token (v4.public)
# alike; a time with a fraction or an offset may be refused.
# Seen: no such time is. paseto and go-paseto want an `exp`, the others do not. A time is to be ISO 8601 in the form of RFC
# 3339: paseto-ts takes one without an offset, for the zone of its process, and takes lower case, which the others refuse, though
# RFC 3339 has it (5.6); it gives all of them in another form, and of nine digits of a fraction three. pyseto takes one without
# an offset too. A token issued in 2098 is refused by two, by the two others not. A list in `aud` and a number in `sub` are
# refused by the two of npm, which also read 2^53 + 1 as 2^53.
# Whom it meets: services in two languages that share tokens. With a mock: issue one without `exp`, and one with a list in `aud`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyseto==1.10.0
cat > make.py <<'PY'
import json

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
import pyseto

secret = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
public = secret.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
signer = pyseto.Key.new(4, "public", secret.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
LATER = "2099-01-01T00:00:00"
EXP = f'"exp":"{LATER}Z"'
CASES = {
    "no times": ('{"sub":"a"}', ""),
    "exp with Z": (f"{{{EXP}}}", ""),
    "exp with +01:00": (f'{{"exp":"{LATER}+01:00"}}', ""),
    "exp with a fraction": (f'{{"exp":"{LATER}.123Z"}}', ""),
    "exp with nine digits": (f'{{"exp":"{LATER}.123456789Z"}}', ""),
    "exp in lower case": (f'{{"exp":"{LATER.lower()}z"}}', ""),
    "exp without an offset": (f'{{"exp":"{LATER}"}}', ""),
    "exp as a number": ('{"exp":4070908800}', ""),
    "iat of last year": (f'{{"iat":"2025-01-01T00:00:00Z",{EXP}}}', ""),
    "iat in 2098": (f'{{"iat":"2098-01-01T00:00:00Z",{EXP}}}', ""),
    "aud as a list": (f'{{"aud":["a","b"],{EXP}}}', ""),
    "sub as a number": (f'{{"sub":7,{EXP}}}', ""),
    "a member twice": (f'{{"sub":"a","sub":"b",{EXP}}}', ""),
    "an integer above 2^53": (f'{{"id":9007199254740993,{EXP}}}', ""),
    "blanks in the JSON": (f"{{ {EXP} }}\n", ""),
    "a footer of JSON": (f"{{{EXP}}}", '{"kid":"one"}'),
    "a footer of text": (f"{{{EXP}}}", "one"),
}
tokens = {name: pyseto.encode(signer, payload.encode(), footer=footer.encode()).decode() for name, (payload, footer) in CASES.items()}
key = pyseto.Key.new(4, "public", public)
json.dump({"key": key.to_paserk(), "tokens": tokens}, open("tokens.json", "w", encoding="utf-8"))
for name, token in tokens.items():
    try:
        read = pyseto.decode(key, token, deserializer=json)
        answer = json.dumps(read.payload, separators=(",", ":")) + (f" {read.footer}" if read.footer else "")
    except Exception:
        answer = "refused"
    print(f"{name}: pyseto, {answer}")
PY
npm install --silent --no-audit --no-fund paseto@4.0.1 paseto-ts@2.0.7
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { PublicProtocol } from 'paseto';
import { ImportPublicKeyFactory, VerifyFactory } from 'paseto/v4/public';
import { verify } from 'paseto-ts/v4';

const { key, tokens } = JSON.parse(readFileSync('tokens.json', 'utf8'));
const protocol = new PublicProtocol(ImportPublicKeyFactory, VerifyFactory);
const imported = await protocol.ImportPublicKey(key);
const text = (footer) => {
  if (!footer || footer.length === 0) return '';
  return ` ${footer instanceof Uint8Array ? Buffer.from(footer) : JSON.stringify(footer)}`;
};
const LIBRARIES = {
  paseto: async (token) => {
    const { claims, footer } = await protocol.Verify(imported, token);
    return JSON.stringify(claims) + text(footer);
  },
  'paseto-ts': (token) => {
    const { payload, footer } = verify(key, token);
    return JSON.stringify(payload) + text(footer);
  },
};
for (const [name, token] of Object.entries(tokens)) {
  for (const [library, read] of Object.entries(LIBRARIES)) {
    let answer = 'refused';
    try {
      answer = await read(token);
    } catch {}
    console.log(`${name}: ${library}, ${answer}`);
  }
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

	"aidanwoods.dev/go-paseto"
)

func main() {
	var file struct {
		Key    string
		Tokens map[string]string
	}
	text, _ := os.ReadFile("tokens.json")
	json.Unmarshal(text, &file)
	bytes, _ := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(file.Key, "k4.public."))
	key, _ := paseto.NewV4AsymmetricPublicKeyFromBytes(bytes)
	for name, token := range file.Tokens {
		parser := paseto.NewParser()
		answer := "refused"
		if read, err := parser.ParseV4Public(key, token, nil); err == nil {
			answer = string(read.ClaimsJSON())
			if len(read.Footer()) > 0 {
				answer += " " + string(read.Footer())
			}
		}
		fmt.Printf("%s: go-paseto, %s\n", name, answer)
	}
}
GO
{
  go mod init finding.test/read
  go get aidanwoods.dev/go-paseto@v1.6.0
  go mod tidy
} 2> /dev/null
venv/bin/python -W ignore make.py > python
{ cat python; node read.mjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a footer of JSON: go-paseto, {"exp":"2099-01-01T00:00:00Z"} {"kid":"one"}
a footer of JSON: paseto, {"exp":"2099-01-01T00:00:00Z"} {"kid":"one"}
a footer of JSON: paseto-ts, {"exp":"2099-01-01T00:00:00Z"} {"kid":"one"}
a footer of JSON: pyseto, {"exp":"2099-01-01T00:00:00Z"} {'kid': 'one'}
a footer of text: go-paseto, {"exp":"2099-01-01T00:00:00Z"} one
a footer of text: paseto, {"exp":"2099-01-01T00:00:00Z"} one
a footer of text: paseto-ts, {"exp":"2099-01-01T00:00:00Z"} "one"
a footer of text: pyseto, {"exp":"2099-01-01T00:00:00Z"} b'one'
a member twice: go-paseto, {"exp":"2099-01-01T00:00:00Z","sub":"b"}
a member twice: paseto, {"sub":"b","exp":"2099-01-01T00:00:00Z"}
a member twice: paseto-ts, {"sub":"b","exp":"2099-01-01T00:00:00Z"}
a member twice: pyseto, {"sub":"b","exp":"2099-01-01T00:00:00Z"}
an integer above 2^53: go-paseto, {"exp":"2099-01-01T00:00:00Z","id":9007199254740993}
an integer above 2^53: paseto, {"id":9007199254740992,"exp":"2099-01-01T00:00:00Z"}
an integer above 2^53: paseto-ts, {"id":9007199254740992,"exp":"2099-01-01T00:00:00Z"}
an integer above 2^53: pyseto, {"id":9007199254740993,"exp":"2099-01-01T00:00:00Z"}
aud as a list: go-paseto, {"aud":["a","b"],"exp":"2099-01-01T00:00:00Z"}
aud as a list: paseto, refused
aud as a list: paseto-ts, refused
aud as a list: pyseto, {"aud":["a","b"],"exp":"2099-01-01T00:00:00Z"}
blanks in the JSON: go-paseto, {"exp":"2099-01-01T00:00:00Z"}
blanks in the JSON: paseto, {"exp":"2099-01-01T00:00:00Z"}
blanks in the JSON: paseto-ts, {"exp":"2099-01-01T00:00:00Z"}
blanks in the JSON: pyseto, {"exp":"2099-01-01T00:00:00Z"}
exp as a number: go-paseto, refused
exp as a number: paseto, refused
exp as a number: paseto-ts, refused
exp as a number: pyseto, refused
exp in lower case: go-paseto, refused
exp in lower case: paseto, refused
exp in lower case: paseto-ts, {"exp":"2099-01-01T00:00:00.000Z"}
exp in lower case: pyseto, refused
exp with +01:00: go-paseto, {"exp":"2099-01-01T00:00:00+01:00"}
exp with +01:00: paseto, {"exp":"2099-01-01T00:00:00+01:00"}
exp with +01:00: paseto-ts, {"exp":"2099-01-01T00:00:00+01:00"}
exp with +01:00: pyseto, {"exp":"2099-01-01T00:00:00+01:00"}
exp with Z: go-paseto, {"exp":"2099-01-01T00:00:00Z"}
exp with Z: paseto, {"exp":"2099-01-01T00:00:00Z"}
exp with Z: paseto-ts, {"exp":"2099-01-01T00:00:00Z"}
exp with Z: pyseto, {"exp":"2099-01-01T00:00:00Z"}
exp with a fraction: go-paseto, {"exp":"2099-01-01T00:00:00.123Z"}
exp with a fraction: paseto, {"exp":"2099-01-01T00:00:00.123Z"}
exp with a fraction: paseto-ts, {"exp":"2099-01-01T00:00:00.123Z"}
exp with a fraction: pyseto, {"exp":"2099-01-01T00:00:00.123Z"}
exp with nine digits: go-paseto, {"exp":"2099-01-01T00:00:00.123456789Z"}
exp with nine digits: paseto, {"exp":"2099-01-01T00:00:00.123456789Z"}
exp with nine digits: paseto-ts, {"exp":"2099-01-01T00:00:00.123Z"}
exp with nine digits: pyseto, {"exp":"2099-01-01T00:00:00.123456789Z"}
exp without an offset: go-paseto, refused
exp without an offset: paseto, refused
exp without an offset: paseto-ts, {"exp":"2099-01-01T00:00:00.000Z"}
exp without an offset: pyseto, {"exp":"2099-01-01T00:00:00"}
iat in 2098: go-paseto, {"exp":"2099-01-01T00:00:00Z","iat":"2098-01-01T00:00:00Z"}
iat in 2098: paseto, refused
iat in 2098: paseto-ts, refused
iat in 2098: pyseto, {"iat":"2098-01-01T00:00:00Z","exp":"2099-01-01T00:00:00Z"}
iat of last year: go-paseto, {"exp":"2099-01-01T00:00:00Z","iat":"2025-01-01T00:00:00Z"}
iat of last year: paseto, {"iat":"2025-01-01T00:00:00Z","exp":"2099-01-01T00:00:00Z"}
iat of last year: paseto-ts, {"iat":"2025-01-01T00:00:00Z","exp":"2099-01-01T00:00:00Z"}
iat of last year: pyseto, {"iat":"2025-01-01T00:00:00Z","exp":"2099-01-01T00:00:00Z"}
no times: go-paseto, refused
no times: paseto, refused
no times: paseto-ts, {"sub":"a"}
no times: pyseto, {"sub":"a"}
sub as a number: go-paseto, {"exp":"2099-01-01T00:00:00Z","sub":7}
sub as a number: paseto, refused
sub as a number: paseto-ts, refused
sub as a number: pyseto, {"sub":7,"exp":"2099-01-01T00:00:00Z"}
EXPECTED
diff expected seen
echo "claims of PASETO are read as they were seen"
