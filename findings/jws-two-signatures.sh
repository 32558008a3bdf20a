#!/bin/sh
# jose 6.2.18 (npm), Authlib 1.9.10, joserfc 1.8.0, jwcrypto 1.6.1 and jwskate 0.12.2 (PyPI), com.nimbusds:nimbus-jose-jwt
# 10.5 (Maven Central), github.com/go-jose/go-jose/v4 v4.1.9 and github.com/lestrrat-go/jwx/v3 v3.4.0, seen on 2026-11-30 with
# Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: eight readers of JWS in JSON take a message if one of its signatures is theirs; an `alg` outside of
# the protected header is missed by one or two.
# Seen: of several signatures one has to be valid, and the application says which (RFC 7515, 5.2). Authlib and joserfc want
# all of them, so a message that is also signed by ES256 is refused for who has the other key. If the other signature has an
# algorithm that is new, go-jose and jwx refuse the message as well, so nobody can add one for newer readers. The protected
# header may be absent (7.2.1): jwskate has a KeyError, and Authlib, jwx and nimbus refuse the message; nimbus also if only
# `alg` is outside. A payload that is not encoded (RFC 7797), which not all need to have, ends jwcrypto in an AttributeError,
# though it knows `b64`.
# Whom it meets: who signs by an old and a new key at once. With a mock: let one message have two signatures, and read it by
# each.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.py <<'PY'
import hashlib
import hmac
import json
from base64 import urlsafe_b64encode


def part(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def signed(text=None, header=None, payload=part(b"hello")):
    protected = part(text.encode()) if text else ""
    by = part(hmac.digest(b"k" * 32, f"{protected}.{payload}".encode(), hashlib.sha256))
    return {**({"protected": protected} if text else {}), **({"header": header} if header else {}), "signature": by}


PLAIN = '{"alg":"HS256"}'
HELLO = {"payload": part(b"hello")}
OTHER = {"signature": part(b"x" * 64)}
CASES = {
    "one signature": {**HELLO, **signed(PLAIN)},
    "one signature in a list": {**HELLO, "signatures": [signed(PLAIN)]},
    "kid outside": {**HELLO, **signed(PLAIN, {"kid": "k1"})},
    "alg outside": {**HELLO, **signed('{"typ":"text"}', {"alg": "HS256"})},
    "all outside": {**HELLO, **signed(None, {"alg": "HS256"})},
    "second by ES256": {
        **HELLO,
        "signatures": [{"protected": part(b'{"alg":"ES256"}'), **OTHER}, signed(PLAIN)],
    },
    "second by a new algorithm": {
        **HELLO,
        "signatures": [{"protected": part(b'{"alg":"NEW-1"}'), **OTHER}, signed(PLAIN)],
    },
    "payload that is not encoded": {
        "payload": "hello.",
        **signed('{"alg":"HS256","b64":false,"crit":["b64"]}', None, "hello."),
    },
}
for title, message in CASES.items():
    print(f"{title}|{json.dumps(message)}")
PY
python3 make.py > messages
npm install --silent --no-audit --no-fund jose@6.2.18
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { flattenedVerify, generalVerify } from 'jose';

const key = Buffer.from('k'.repeat(32));
for (const line of readFileSync('messages', 'utf8').trim().split('\n')) {
  const [title, text] = line.split('|');
  const message = JSON.parse(text);
  const read = message.signatures ? generalVerify : flattenedVerify;
  const answer = await read(message, key).then(
    ({ payload }) => Buffer.from(payload).toString(),
    (error) => `refused, ${error.message}`,
  );
  console.log(`${title} by jose: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check joserfc==1.8.0 jwcrypto==1.6.1 Authlib==1.9.10 jwskate==0.12.2
cat > read.py <<'PY'
import json
import warnings

warnings.simplefilter("ignore")

import jwskate
from authlib.jose import JsonWebSignature
from joserfc import jws
from joserfc.jwk import OctKey
from jwcrypto import jwk
from jwcrypto.jws import JWS

KEY = b"k" * 32


def by_jwcrypto(text):
    message = JWS()
    message.deserialize(text, jwk.JWK(**OctKey.import_key(KEY).as_dict()))
    return message.payload


def by_jwskate(text):
    message = (jwskate.JwsJsonGeneral if "signatures" in text else jwskate.JwsJsonFlat)(json.loads(text))
    if not message.verify_signature(jwskate.SymmetricJwk.from_bytes(KEY), alg="HS256"):
        raise ValueError("signature")
    return message.payload


READERS = {
    "Authlib": lambda text: JsonWebSignature().deserialize(json.loads(text), KEY)["payload"],
    "joserfc": lambda text: jws.deserialize_json(json.loads(text), OctKey.import_key(KEY)).payload,
    "jwcrypto": by_jwcrypto,
    "jwskate": by_jwskate,
}
with open("messages", encoding="utf-8") as file:
    for line in file.read().splitlines():
        title, text = line.split("|")
        for name, read in READERS.items():
            try:
                answer = read(text).decode()
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{title} by {name}: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>messages</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>nimbus-jose-jwt</artifactId><version>10.5</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.nimbusds.jose.JWSObjectJSON;
import com.nimbusds.jose.crypto.MACVerifier;
import java.nio.file.Files;
import java.nio.file.Path;

class Read {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("messages"))) {
            String[] parts = line.split("\\|");
            String answer = "refused, no signature is valid";
            try {
                JWSObjectJSON message = JWSObjectJSON.parse(parts[1]);
                for (JWSObjectJSON.Signature signature : message.getSignatures()) {
                    if (signature.getHeader().getAlgorithm().getName().equals("HS256")
                        && signature.verify(new MACVerifier("k".repeat(32)))) {
                        answer = message.getPayload().toString();
                    }
                }
            } catch (Exception error) {
                answer = "refused, " + error.getMessage();
            }
            System.out.println(parts[0] + " by nimbus: " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jws"
)

var key = bytes.Repeat([]byte("k"), 32)

func byGoJose(text string) ([]byte, error) {
	message, err := jose.ParseSigned(text, []jose.SignatureAlgorithm{jose.HS256, jose.ES256})
	if err != nil {
		return nil, err
	}
	_, _, payload, err := message.VerifyMulti(key)
	return payload, err
}

func byJwx(text string) ([]byte, error) {
	return jws.Verify([]byte(text), jws.WithKey(jwa.HS256(), key))
}

func main() {
	readers := map[string]func(string) ([]byte, error){"go-jose": byGoJose, "jwx": byJwx}
	file, _ := os.ReadFile("messages")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		title, text, _ := strings.Cut(line, "|")
		for name, read := range readers {
			answer := "refused"
			if payload, err := read(text); err == nil {
				answer = string(payload)
			}
			fmt.Printf("%s by %s: %s\n", title, name, answer)
		}
	}
}
GO
{
  go mod init finding.test/messages
  go get github.com/go-jose/go-jose/v4@v4.1.9 github.com/lestrrat-go/jwx/v3@v3.4.0
  go mod tidy
} 2> /dev/null
{ node read.mjs; venv/bin/python read.py 2> /dev/null; go run .; java -cp 'classes/*' Read.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
alg outside by Authlib: hello
alg outside by go-jose: hello
alg outside by jose: hello
alg outside by joserfc: hello
alg outside by jwcrypto: hello
alg outside by jwskate: hello
alg outside by jwx: hello
alg outside by nimbus: refused, Missing "alg" in header JSON object
all outside by Authlib: refused, DecodeError
all outside by go-jose: hello
all outside by jose: hello
all outside by joserfc: hello
all outside by jwcrypto: hello
all outside by jwskate: refused, KeyError
all outside by jwx: refused
all outside by nimbus: refused, Missing protected header (required by this library)
kid outside by Authlib: hello
kid outside by go-jose: hello
kid outside by jose: hello
kid outside by joserfc: hello
kid outside by jwcrypto: hello
kid outside by jwskate: hello
kid outside by jwx: hello
kid outside by nimbus: hello
one signature by Authlib: hello
one signature by go-jose: hello
one signature by jose: hello
one signature by joserfc: hello
one signature by jwcrypto: hello
one signature by jwskate: hello
one signature by jwx: hello
one signature by nimbus: hello
one signature in a list by Authlib: hello
one signature in a list by go-jose: hello
one signature in a list by jose: hello
one signature in a list by joserfc: hello
one signature in a list by jwcrypto: hello
one signature in a list by jwskate: hello
one signature in a list by jwx: hello
one signature in a list by nimbus: hello
payload that is not encoded by Authlib: refused, DecodeError
payload that is not encoded by go-jose: refused
payload that is not encoded by jose: hello.
payload that is not encoded by joserfc: hello.
payload that is not encoded by jwcrypto: refused, AttributeError
payload that is not encoded by jwskate: refused, ValueError
payload that is not encoded by jwx: hello.
payload that is not encoded by nimbus: refused, no signature is valid
second by ES256 by Authlib: refused, ValueError
second by ES256 by go-jose: hello
second by ES256 by jose: hello
second by ES256 by joserfc: refused, InvalidKeyTypeError
second by ES256 by jwcrypto: hello
second by ES256 by jwskate: hello
second by ES256 by jwx: hello
second by ES256 by nimbus: hello
second by a new algorithm by Authlib: refused, UnsupportedAlgorithmError
second by a new algorithm by go-jose: refused
second by a new algorithm by jose: hello
second by a new algorithm by joserfc: refused, UnsupportedAlgorithmError
second by a new algorithm by jwcrypto: hello
second by a new algorithm by jwskate: hello
second by a new algorithm by jwx: refused
second by a new algorithm by nimbus: hello
EXPECTED
diff expected seen
echo "readers of JWS in JSON behave as they were seen"
