#!/bin/sh
# jose 6.2.18 (npm), Authlib 1.9.10, joserfc 1.8.0 and jwcrypto 1.6.1 with cryptography 50.0.2, which makes the messages
# (PyPI), com.nimbusds:nimbus-jose-jwt 10.5 (Maven Central), github.com/go-jose/go-jose/v4 v4.1.9 and
# github.com/lestrrat-go/jwx/v3 v3.4.0, seen on 2026-11-30 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: seven readers of JWE in JSON open each message that has a part for their key; Authlib and nimbus
# miss headers outside of the protected one.
# Seen: nimbus does, and Authlib misses those of a recipient only. What is sealed with the text is the protected header as it
# came (RFC 7516, 5.2, step 15): joserfc writes it anew, so a header with blanks in its JSON can not be opened. A message for
# two has to open for each of them (5.2): joserfc wants both keys, and go-jose and jwx refuse it if the other recipient has an
# algorithm that is new. Each header may be absent (7.2.1): without a protected one, joserfc has a KeyError, and jwx and
# nimbus refuse; jwx also misses an `alg` for all. Authlib has a KeyError for the flattened form (7.2.2). jose and jwcrypto
# open all.
# Whom it meets: who seals one text for an old and a new key. With a mock: send a message for two, whose protected header has
# blanks.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check joserfc==1.8.0 jwcrypto==1.6.1 Authlib==1.9.10 cryptography==50.0.2
cat > make.py <<'PY'
import json
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.keywrap import aes_key_wrap

CONTENT_KEY = b"c" * 16


def part(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def message(protected="", beside=None, **members):
    encoded = part(protected.encode())
    covered = encoded if beside is None else f"{encoded}.{part(beside)}"
    sealed = AESGCM(CONTENT_KEY).encrypt(b"i" * 12, b"hello", covered.encode())
    whole = {"protected": encoded, "iv": part(b"i" * 12), "ciphertext": part(sealed[:-16]), "tag": part(sealed[-16:])}
    more = {} if beside is None else {"aad": part(beside)}
    return {key: value for key, value in {**whole, **more, **members}.items() if value}


FULL = '{"alg":"A128KW","enc":"A128GCM"}'
ENC = '{"enc":"A128GCM"}'
MINE = {"encrypted_key": part(aes_key_wrap(b"k" * 16, CONTENT_KEY))}
OTHER = {"encrypted_key": part(aes_key_wrap(b"o" * 16, CONTENT_KEY))}
BY = {"header": {"alg": "A128KW"}}
CASES = {
    "all protected": message(FULL, **MINE),
    "all protected, with blanks": message('{ "alg": "A128KW", "enc": "A128GCM" }', **MINE),
    "one recipient in a list": message(FULL, recipients=[MINE]),
    "two recipients": message(ENC, recipients=[{**BY, **OTHER}, {**BY, **MINE}]),
    "two recipients, one by a new algorithm": message(ENC, recipients=[{"header": {"alg": "NEW-1"}, **OTHER}, {**BY, **MINE}]),
    "alg of the recipient": message(ENC, recipients=[{**BY, **MINE}]),
    "alg for all": message(ENC, recipients=[MINE], unprotected={"alg": "A128KW"}),
    "nothing protected": message(recipients=[MINE], unprotected=json.loads(FULL)),
    "data beside": message(FULL, b"invoice", recipients=[MINE]),
}
for title, content in CASES.items():
    print(f"{title}|{json.dumps(content)}")
PY
venv/bin/python make.py > messages
cat > read.py <<'PY'
import json
import warnings

warnings.simplefilter("ignore")

from authlib.jose import JsonWebEncryption
from joserfc import jwe
from joserfc.jwk import OctKey
from jwcrypto import jwk
from jwcrypto.jwe import JWE

KEY = b"k" * 16


def by_jwcrypto(text):
    message = JWE()
    message.deserialize(text, jwk.JWK(**OctKey.import_key(KEY).as_dict()))
    return message.payload


READERS = {
    "Authlib": lambda text: JsonWebEncryption().deserialize_json(json.loads(text), KEY)["payload"],
    "joserfc": lambda text: jwe.decrypt_json(json.loads(text), OctKey.import_key(KEY)).plaintext,
    "jwcrypto": by_jwcrypto,
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
npm install --silent --no-audit --no-fund jose@6.2.18
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { flattenedDecrypt, generalDecrypt } from 'jose';

for (const line of readFileSync('messages', 'utf8').trim().split('\n')) {
  const [title, text] = line.split('|');
  const message = JSON.parse(text);
  const answer = await (message.recipients ? generalDecrypt : flattenedDecrypt)(message, Buffer.from('k'.repeat(16))).then(
    ({ plaintext }) => Buffer.from(plaintext).toString(),
    (error) => `refused, ${error.message}`,
  );
  console.log(`${title} by jose: ${answer}`);
}
JS
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
import com.nimbusds.jose.JWEObjectJSON;
import com.nimbusds.jose.crypto.AESDecrypter;
import java.nio.file.Files;
import java.nio.file.Path;

class Read {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("messages"))) {
            String[] parts = line.split("\\|");
            String answer;
            try {
                JWEObjectJSON message = JWEObjectJSON.parse(parts[1]);
                message.decrypt(new AESDecrypter("k".repeat(16).getBytes()));
                answer = message.getPayload().toString();
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
	"github.com/lestrrat-go/jwx/v3/jwe"
)

var key = bytes.Repeat([]byte("k"), 16)

func byGoJose(text string) ([]byte, error) {
	message, err := jose.ParseEncrypted(text, []jose.KeyAlgorithm{jose.A128KW}, []jose.ContentEncryption{jose.A128GCM})
	if err != nil {
		return nil, err
	}
	_, _, plain, err := message.DecryptMulti(key)
	return plain, err
}

func byJwx(text string) ([]byte, error) {
	return jwe.Decrypt([]byte(text), jwe.WithKey(jwa.A128KW(), key))
}

func main() {
	readers := map[string]func(string) ([]byte, error){"go-jose": byGoJose, "jwx": byJwx}
	file, _ := os.ReadFile("messages")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		title, text, _ := strings.Cut(line, "|")
		for name, read := range readers {
			answer := "refused"
			if plain, err := read(text); err == nil {
				answer = string(plain)
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
alg for all by Authlib: hello
alg for all by go-jose: hello
alg for all by jose: hello
alg for all by joserfc: hello
alg for all by jwcrypto: hello
alg for all by jwx: refused
alg for all by nimbus: refused, The algorithm "alg" header parameter must not be null
alg of the recipient by Authlib: refused, MissingAlgorithmError
alg of the recipient by go-jose: hello
alg of the recipient by jose: hello
alg of the recipient by joserfc: hello
alg of the recipient by jwcrypto: hello
alg of the recipient by jwx: hello
alg of the recipient by nimbus: refused, The algorithm "alg" header parameter must not be null
all protected by Authlib: refused, KeyError
all protected by go-jose: hello
all protected by jose: hello
all protected by joserfc: hello
all protected by jwcrypto: hello
all protected by jwx: hello
all protected by nimbus: hello
all protected, with blanks by Authlib: refused, KeyError
all protected, with blanks by go-jose: hello
all protected, with blanks by jose: hello
all protected, with blanks by joserfc: refused, DecodeError
all protected, with blanks by jwcrypto: hello
all protected, with blanks by jwx: hello
all protected, with blanks by nimbus: hello
data beside by Authlib: hello
data beside by go-jose: hello
data beside by jose: hello
data beside by joserfc: hello
data beside by jwcrypto: hello
data beside by jwx: hello
data beside by nimbus: hello
nothing protected by Authlib: hello
nothing protected by go-jose: hello
nothing protected by jose: hello
nothing protected by joserfc: refused, KeyError
nothing protected by jwcrypto: hello
nothing protected by jwx: refused
nothing protected by nimbus: refused, The JWE protected header mast be present
one recipient in a list by Authlib: hello
one recipient in a list by go-jose: hello
one recipient in a list by jose: hello
one recipient in a list by joserfc: hello
one recipient in a list by jwcrypto: hello
one recipient in a list by jwx: hello
one recipient in a list by nimbus: hello
two recipients by Authlib: refused, MissingAlgorithmError
two recipients by go-jose: hello
two recipients by jose: hello
two recipients by joserfc: refused, DecodeError
two recipients by jwcrypto: hello
two recipients by jwx: hello
two recipients by nimbus: refused, The algorithm "alg" header parameter must not be null
two recipients, one by a new algorithm by Authlib: refused, MissingAlgorithmError
two recipients, one by a new algorithm by go-jose: refused
two recipients, one by a new algorithm by jose: hello
two recipients, one by a new algorithm by joserfc: refused, UnsupportedAlgorithmError
two recipients, one by a new algorithm by jwcrypto: hello
two recipients, one by a new algorithm by jwx: refused
two recipients, one by a new algorithm by nimbus: refused, The algorithm "alg" header parameter must not be null
EXPECTED
diff expected seen
echo "readers of JWE in JSON behave as they were seen"
