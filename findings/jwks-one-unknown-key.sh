#!/bin/sh
# jose 6.2.18 (npm), PyJWT 2.15.1, joserfc 1.8.0 and jwcrypto 1.6.1 (PyPI), github.com/go-jose/go-jose/v4 v4.1.9,
# github.com/lestrrat-go/jwx/v3 v3.4.0 and github.com/MicahParks/keyfunc/v3 v3.8.0, com.nimbusds:nimbus-jose-jwt 10.5 and
# org.bitbucket.b_c:jose4j 0.9.6 (Maven Central), seen on 2026-11-29 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: each reads a key set that has one key of an unknown kind, and ignores that key; joserfc and jwx do
# not.
# Seen: RFC 7517 (5) asks to ignore keys of an unknown type and keys with values that are not supported. go-jose, jwx and
# keyfunc refuse the whole set for one key of type AKP (ML-DSA), and so does jwx for one of algorithm ESP256 (RFC 9864); the
# good key beside it verifies nothing then. An unknown curve ends the set in these three, in nimbus, and in joserfc with a
# KeyError. Uses and operations may have other values (4.2 and 4.3): joserfc refuses both, and nimbus the latter. jose,
# PyJWT, jwcrypto and jose4j ignore each.
# Whom it meets: tests and clients on the day on which an issuer publishes its first key of a new kind. With a mock: publish
# such a key beside the old one.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund jose@6.2.18
cat > verify.mjs <<'JS'
import { writeFileSync } from 'node:fs';
import * as jose from 'jose';

const { publicKey, privateKey } = await jose.generateKeyPair('ES256');
const { kty, crv, x, y } = await jose.exportJWK(publicKey);
const good = { kty, crv, x, y, kid: 'good', alg: 'ES256', use: 'sig' };
const others = {
  'type AKP': { kty: 'AKP', alg: 'ML-DSA-44', pub: 'AAAA' },
  'curve P-999': { kty: 'EC', crv: 'P-999', x, y },
  'algorithm ESP256': { kty, crv, x, y, alg: 'ESP256' },
  'use other': { kty, crv, x, y, use: 'other' },
  'operation other': { kty, crv, x, y, key_ops: ['other'] },
};
const header = { alg: 'ES256', kid: 'good' };
const token = await new jose.SignJWT().setProtectedHeader(header).setExpirationTime('1h').sign(privateKey);
writeFileSync('token', token);
for (const [name, key] of Object.entries(others)) {
  const keys = { keys: [{ ...key, kid: 'other' }, good] };
  writeFileSync(`${name}.json`, JSON.stringify(keys));
  const answer = await jose.jwtVerify(token, jose.createLocalJWKSet(keys)).then(
    () => 'verified',
    () => 'refused',
  );
  console.log(`${name}: jose, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check PyJWT==2.15.1 joserfc==1.8.0 jwcrypto==1.6.1 cryptography==50.0.2
cat > verify.py <<'PY'
import json
from pathlib import Path

import jwcrypto.jwk
import jwcrypto.jwt
import jwt
from joserfc import jwt as joserfc_jwt
from joserfc.jwk import KeySet

TOKEN = Path("token").read_text()
READERS = {
    "PyJWT": lambda text: jwt.decode(TOKEN, jwt.PyJWKSet.from_json(text)["good"].key, algorithms=["ES256"]),
    "joserfc": lambda text: joserfc_jwt.decode(TOKEN, KeySet.import_key_set(json.loads(text)), algorithms=["ES256"]),
    "jwcrypto": lambda text: jwcrypto.jwt.JWT(jwt=TOKEN, key=jwcrypto.jwk.JWKSet.from_json(text)).claims,
}
for path in Path().glob("* *.json"):
    for name, verify in READERS.items():
        try:
            verify(path.read_text())
            answer = "verified"
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{path.stem}: {name}, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/MicahParks/keyfunc/v3"
	"github.com/go-jose/go-jose/v4"
	josejwt "github.com/go-jose/go-jose/v4/jwt"
	"github.com/golang-jwt/jwt/v5"
	"github.com/lestrrat-go/jwx/v3/jwk"
	jwxjwt "github.com/lestrrat-go/jwx/v3/jwt"
)

func byJose(token, keys []byte) error {
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(keys, &set); err != nil {
		return err
	}
	read, err := josejwt.ParseSigned(string(token), []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		return err
	}
	return read.Claims(&set, &josejwt.Claims{})
}

func byJwx(token, keys []byte) error {
	set, err := jwk.Parse(keys)
	if err != nil {
		return err
	}
	_, err = jwxjwt.Parse(token, jwxjwt.WithKeySet(set))
	return err
}

func byKeyfunc(token, keys []byte) error {
	set, err := keyfunc.NewJWKSetJSON(keys)
	if err != nil {
		return err
	}
	_, err = jwt.Parse(string(token), set.Keyfunc)
	return err
}

func main() {
	token, _ := os.ReadFile("token")
	paths, _ := filepath.Glob("* *.json")
	for _, path := range paths {
		keys, _ := os.ReadFile(path)
		for name, verify := range map[string]func(token, keys []byte) error{
			"go-jose": byJose, "jwx": byJwx, "keyfunc": byKeyfunc,
		} {
			answer := "verified"
			if verify(token, keys) != nil {
				answer = "refused"
			}
			fmt.Printf("%s: %s, %s\n", strings.TrimSuffix(path, ".json"), name, answer)
		}
	}
}
GO
{
  go mod init finding.test/keys
  go get github.com/go-jose/go-jose/v4@v4.1.9 github.com/lestrrat-go/jwx/v3@v3.4.0 github.com/MicahParks/keyfunc/v3@v3.8.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>keys</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>nimbus-jose-jwt</artifactId><version>10.5</version></dependency>
    <dependency><groupId>org.bitbucket.b_c</groupId><artifactId>jose4j</artifactId><version>0.9.6</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Verify.java <<'JAVA'
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.ImmutableJWKSet;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import org.jose4j.keys.resolvers.JwksVerificationKeyResolver;

class Verify {
    interface Reader {
        void verify(String token, String keys) throws Exception;
    }

    static void byNimbus(String token, String keys) throws Exception {
        var processor = new DefaultJWTProcessor<SecurityContext>();
        var source = new ImmutableJWKSet<SecurityContext>(JWKSet.parse(keys));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(JWSAlgorithm.ES256, source));
        processor.process(token, null);
    }

    static void byJose4j(String token, String keys) throws Exception {
        var resolver = new JwksVerificationKeyResolver(new JsonWebKeySet(keys).getJsonWebKeys());
        new JwtConsumerBuilder().setVerificationKeyResolver(resolver).build().process(token);
    }

    static void show(String name, String reader, Reader by, Path path) throws Exception {
        String answer = "verified";
        try {
            by.verify(Files.readString(Path.of("token")), Files.readString(path));
        } catch (Exception error) {
            answer = "refused, " + error.getClass().getSimpleName();
        }
        System.out.println(name + ": " + reader + ", " + answer);
    }

    public static void main(String[] arguments) throws Exception {
        try (var paths = Files.newDirectoryStream(Path.of("."), "* *.json")) {
            for (Path path : paths) {
                String name = path.getFileName().toString().replace(".json", "");
                show(name, "nimbus", Verify::byNimbus, path);
                show(name, "jose4j", Verify::byJose4j, path);
            }
        }
    }
}
JAVA
{ node verify.mjs; venv/bin/python verify.py; go run .; java -cp 'classes/*' Verify.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
algorithm ESP256: PyJWT, verified
algorithm ESP256: go-jose, verified
algorithm ESP256: jose, verified
algorithm ESP256: jose4j, verified
algorithm ESP256: joserfc, verified
algorithm ESP256: jwcrypto, verified
algorithm ESP256: jwx, refused
algorithm ESP256: keyfunc, verified
algorithm ESP256: nimbus, verified
curve P-999: PyJWT, verified
curve P-999: go-jose, refused
curve P-999: jose, verified
curve P-999: jose4j, verified
curve P-999: joserfc, refused, KeyError
curve P-999: jwcrypto, verified
curve P-999: jwx, refused
curve P-999: keyfunc, refused
curve P-999: nimbus, refused, ParseException
operation other: PyJWT, verified
operation other: go-jose, verified
operation other: jose, verified
operation other: jose4j, verified
operation other: joserfc, refused, KeyParameterError
operation other: jwcrypto, verified
operation other: jwx, verified
operation other: keyfunc, verified
operation other: nimbus, refused, ParseException
type AKP: PyJWT, verified
type AKP: go-jose, refused
type AKP: jose, verified
type AKP: jose4j, verified
type AKP: joserfc, verified
type AKP: jwcrypto, verified
type AKP: jwx, refused
type AKP: keyfunc, refused
type AKP: nimbus, verified
use other: PyJWT, verified
use other: go-jose, verified
use other: jose, verified
use other: jose4j, verified
use other: joserfc, refused, KeyParameterError
use other: jwcrypto, verified
use other: jwx, verified
use other: keyfunc, verified
use other: nimbus, verified
EXPECTED
diff expected seen
echo "readers of key sets behave as they were seen"
