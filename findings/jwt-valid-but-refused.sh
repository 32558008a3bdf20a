#!/bin/sh
# jose 6.2.18 and jsonwebtoken 9.0.3 (npm), PyJWT 2.15.1 and joserfc 1.8.0 (PyPI), github.com/golang-jwt/jwt/v5 v5.3.1,
# github.com/go-jose/go-jose/v4 v4.1.9 and github.com/lestrrat-go/jwx/v3 v3.4.0, com.auth0:java-jwt 4.5.0,
# com.nimbusds:nimbus-jose-jwt 10.5 and io.jsonwebtoken:jjwt 0.13.0 (Maven Central), seen on 2026-11-29 with Node 20, Python
# 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: ten readers of JWT take each token whose signature, audience and time of expiry are right.
# Seen: `iat` only says when a token was made (RFC 7519, 4.1.6). Five refuse one that is ahead of their clock, with the
# error of `nbf` in two of them; five take it. A header parameter that a reader does not know is to be ignored (RFC 7515,
# 4); joserfc refuses the token. nimbus refuses the type `at+jwt` of RFC 9068 unless it is told of it, and jjwt a content
# type.
# Whom it meets: tests in which an issuer's clock is ahead of the client's, or moved. With a mock: move its clock forward,
# and call with a new token.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund jose@6.2.18 jsonwebtoken@9.0.3
cat > make.mjs <<'JS'
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { iss: 'https://issuer.test', sub: 'someone', aud: 'api', exp: 4102444800 };
const CASES = [
  ['plain', {}, {}],
  ['iat-ahead', {}, { iat: 4102440000 }],
  ['header-unknown', { origin: 'test' }, {}],
  ['type-at+jwt', { typ: 'at+jwt' }, {}],
  ['content-type', { cty: 'json' }, {}],
];
const lines = CASES.map(([name, header, more]) => {
  const text = `${part({ alg: 'HS256', ...header })}.${part({ ...claims, ...more })}`;
  return `${name} ${text}.${createHmac('sha256', 'k'.repeat(32)).update(text).digest('base64url')}`;
});
writeFileSync('tokens', `${lines.join('\n')}\n`);
JS
node make.mjs
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { jwtVerify } from 'jose';
import jsonwebtoken from 'jsonwebtoken';

const key = Buffer.from('k'.repeat(32));
const READERS = {
  jose: (token) => jwtVerify(token, key, { audience: 'api' }),
  jsonwebtoken: async (token) => jsonwebtoken.verify(token, key, { audience: 'api' }),
};
for (const line of readFileSync('tokens', 'utf8').trim().split('\n')) {
  const [name, token] = line.split(' ');
  for (const [title, read] of Object.entries(READERS)) {
    const answer = await read(token).then(
      () => 'taken',
      ({ code, name }) => `refused, ${code ?? name}`,
    );
    console.log(`${name} by ${title}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check PyJWT==2.15.1 joserfc==1.8.0
cat > read.py <<'PY'
import jwt as pyjwt
from joserfc import jwt
from joserfc.jwk import OctKey

KEY = b"k" * 32


def by_joserfc(token):
    claims = jwt.decode(token, OctKey.import_key(KEY)).claims
    jwt.JWTClaimsRegistry(aud={"essential": True, "value": "api"}).validate(claims)


READERS = {
    "PyJWT": lambda token: pyjwt.decode(token, KEY, algorithms=["HS256"], audience="api"),
    "joserfc": by_joserfc,
}
with open("tokens", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, token = line.split(" ")
        for title, read in READERS.items():
            try:
                read(token)
                answer = "taken"
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{name} by {title}: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	gojose "github.com/go-jose/go-jose/v4/jwt"
	golang "github.com/golang-jwt/jwt/v5"
	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jwt"
)

func main() {
	key := bytes.Repeat([]byte("k"), 32)
	readers := map[string]func(string) error{
		"golang-jwt": func(token string) error {
			_, err := golang.Parse(token, func(*golang.Token) (any, error) { return key, nil }, golang.WithAudience("api"))
			return err
		},
		"go-jose": func(token string) error {
			parsed, err := gojose.ParseSigned(token, []jose.SignatureAlgorithm{jose.HS256})
			if err != nil {
				return err
			}
			claims := gojose.Claims{}
			if err := parsed.Claims(key, &claims); err != nil {
				return err
			}
			return claims.Validate(gojose.Expected{AnyAudience: gojose.Audience{"api"}, Time: time.Now()})
		},
		"jwx": func(token string) error {
			_, err := jwt.Parse([]byte(token), jwt.WithKey(jwa.HS256(), key), jwt.WithAudience("api"))
			return err
		},
	}
	file, _ := os.ReadFile("tokens")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, token, _ := strings.Cut(line, " ")
		for title, read := range readers {
			answer := "taken"
			if read(token) != nil {
				answer = "refused"
			}
			fmt.Printf("%s by %s: %s\n", name, title, answer)
		}
	}
}
GO
{
  go mod init finding.test/tokens
  go get github.com/golang-jwt/jwt/v5@v5.3.1 github.com/go-jose/go-jose/v4@v4.1.9 github.com/lestrrat-go/jwx/v3@v3.4.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>tokens</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.auth0</groupId><artifactId>java-jwt</artifactId><version>4.5.0</version></dependency>
    <dependency><groupId>com.nimbusds</groupId><artifactId>nimbus-jose-jwt</artifactId><version>10.5</version></dependency>
    <dependency><groupId>io.jsonwebtoken</groupId><artifactId>jjwt-impl</artifactId><version>0.13.0</version></dependency>
    <dependency><groupId>io.jsonwebtoken</groupId><artifactId>jjwt-jackson</artifactId><version>0.13.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.proc.SingleKeyJWSKeySelector;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.jsonwebtoken.Jwts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

class Read {
    private interface Reader {
        void read(String token) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        byte[] bytes = "k".repeat(32).getBytes();
        SecretKey key = new SecretKeySpec(bytes, "HmacSHA256");
        DefaultJWTProcessor<SecurityContext> nimbus = new DefaultJWTProcessor<>();
        nimbus.setJWSKeySelector(new SingleKeyJWSKeySelector<>(JWSAlgorithm.HS256, key));
        nimbus.setJWTClaimsSetVerifier(new DefaultJWTClaimsVerifier<>("api", null, null));
        Map<String, Reader> readers = Map.of(
            "java-jwt", token -> JWT.require(Algorithm.HMAC256(bytes)).withAudience("api").build().verify(token),
            "nimbus", token -> nimbus.process(token, null),
            "jjwt", token -> Jwts.parser().verifyWith(key).requireAudience("api").build().parseSignedClaims(token));
        for (String line : Files.readAllLines(Path.of("tokens"))) {
            String[] parts = line.split(" ");
            readers.forEach((title, reader) -> {
                String answer = "taken";
                try {
                    reader.read(parts[1]);
                } catch (Exception error) {
                    answer = "refused, " + error.getClass().getSimpleName();
                }
                System.out.println(parts[0] + " by " + title + ": " + answer);
            });
        }
    }
}
JAVA
{ node read.mjs; venv/bin/python read.py; go run .; java -cp 'classes/*' Read.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
content-type by PyJWT: taken
content-type by go-jose: taken
content-type by golang-jwt: taken
content-type by java-jwt: taken
content-type by jjwt: refused, UnsupportedJwtException
content-type by jose: taken
content-type by joserfc: taken
content-type by jsonwebtoken: taken
content-type by jwx: taken
content-type by nimbus: taken
header-unknown by PyJWT: taken
header-unknown by go-jose: taken
header-unknown by golang-jwt: taken
header-unknown by java-jwt: taken
header-unknown by jjwt: taken
header-unknown by jose: taken
header-unknown by joserfc: refused, UnsupportedHeaderError
header-unknown by jsonwebtoken: taken
header-unknown by jwx: taken
header-unknown by nimbus: taken
iat-ahead by PyJWT: refused, ImmatureSignatureError
iat-ahead by go-jose: refused
iat-ahead by golang-jwt: taken
iat-ahead by java-jwt: refused, IncorrectClaimException
iat-ahead by jjwt: taken
iat-ahead by jose: taken
iat-ahead by joserfc: refused, InvalidClaimError
iat-ahead by jsonwebtoken: taken
iat-ahead by jwx: refused
iat-ahead by nimbus: taken
plain by PyJWT: taken
plain by go-jose: taken
plain by golang-jwt: taken
plain by java-jwt: taken
plain by jjwt: taken
plain by jose: taken
plain by joserfc: taken
plain by jsonwebtoken: taken
plain by jwx: taken
plain by nimbus: taken
type-at+jwt by PyJWT: taken
type-at+jwt by go-jose: taken
type-at+jwt by golang-jwt: taken
type-at+jwt by java-jwt: taken
type-at+jwt by jjwt: taken
type-at+jwt by jose: taken
type-at+jwt by joserfc: taken
type-at+jwt by jsonwebtoken: taken
type-at+jwt by jwx: taken
type-at+jwt by nimbus: refused, BadJOSEException
EXPECTED
diff expected seen
echo "readers of JWT behave as they were seen"
