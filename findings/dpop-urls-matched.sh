#!/bin/sh
# oauth4webapi 3.8.8 with jose 6.2.18 (npm), pydpop 0.2.1 (PyPI) and com.nimbusds:oauth2-oidc-sdk 11.26 (Maven Central), seen
# on 2026-11-30 with Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: three checkers of DPoP take a proof whose `htu` is the URL of the request in another spelling; a
# default port is missed by one.
# Seen: two miss the default port. Servers should compare after normalization by syntax and scheme (RFC 9449, 4.3, with RFC
# 3986, 6.2.2 and 6.2.3): nimbus refuses capitals in the host and the scheme, and it and pydpop a URL without a path and one
# with `:443`. None knows that `%2f` is `%2F`, and `%7E` a tilde. nimbus refuses even the right proof if there is an escape
# for a slash in the path, as names with a slash have. Times may have a fraction (RFC 7519, 2); pydpop refuses a proof made at
# such a time. A query is left out by all.
# Whom it meets: clients that take the URL from a setting, and APIs with names in their paths. With a mock: write its URL with
# the default port, and ask for a name with a slash.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund oauth4webapi@3.8.8 jose@6.2.18
cat > make.mjs <<'JS'
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose';

const CASES = {
  'the same': ['https://api.test/items', 'https://api.test/items'],
  'a query': ['https://api.test/items?page=2', 'https://api.test/items'],
  'host in capitals': ['https://api.test/items', 'https://API.test/items'],
  'scheme in capitals': ['https://api.test/items', 'HTTPS://api.test/items'],
  'port of https': ['https://api.test/items', 'https://api.test:443/items'],
  'another port': ['https://api.test:8443/items', 'https://api.test:8443/items'],
  'no path': ['https://api.test/', 'https://api.test'],
  'escape of a slash': ['https://api.test/a%2Fb', 'https://api.test/a%2Fb'],
  'escape in small letters': ['https://api.test/a%2Fb', 'https://api.test/a%2fb'],
  'escape of a tilde': ['https://api.test/~ann', 'https://api.test/%7Eann'],
  'time with a fraction': ['https://api.test/items', 'https://api.test/items', 0.5],
};
const { publicKey, privateKey } = await generateKeyPair('ES256');
const key = await exportJWK(publicKey);
const issuer = await generateKeyPair('ES256');
const now = Math.floor(Date.now() / 1000);
const claims = { iss: 'https://as.test', sub: 'ann', aud: 'api', client_id: 'app', jti: 'token', iat: now, exp: now + 600 };
const bound = { ...claims, cnf: { jkt: await calculateJwkThumbprint(key) } };
const token = await new SignJWT(bound).setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: '1' }).sign(issuer.privateKey);
const ath = createHash('sha256').update(token).digest('base64url');
const lines = Object.entries(CASES).map(async ([title, [url, htu, more = 0]], at) => {
  const proof = new SignJWT({ htm: 'GET', htu, ath, iat: now - more, jti: `proof-${at}` });
  return [title, url, await proof.setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk: key }).sign(privateKey)].join('|');
});
writeFileSync('proofs', `${(await Promise.all(lines)).join('\n')}\n`);
writeFileSync('token', token);
writeFileSync('thumbprint', bound.cnf.jkt);
writeFileSync('keys.json', JSON.stringify({ keys: [{ ...(await exportJWK(issuer.publicKey)), kid: '1', alg: 'ES256' }] }));
JS
cat > check.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { customFetch, validateJwtAccessToken } from 'oauth4webapi';

const server = { issuer: 'https://as.test', jwks_uri: 'https://as.test/keys' };
const options = { [customFetch]: async () => Response.json(JSON.parse(readFileSync('keys.json', 'utf8'))) };
for (const line of readFileSync('proofs', 'utf8').trim().split('\n')) {
  const [title, url, proof] = line.split('|');
  const headers = { authorization: `DPoP ${readFileSync('token', 'utf8')}`, dpop: proof };
  const answer = await validateJwtAccessToken(server, new Request(url, { headers }), 'api', options).then(
    () => 'taken',
    () => 'refused',
  );
  console.log(`${title} by oauth4webapi: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pydpop==0.2.1
cat > check.py <<'PY'
import pydpop

with open("token", encoding="utf-8") as file:
    token = file.read()
with open("proofs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        title, url, proof = line.split("|")
        try:
            pydpop.verify_proof(proof=proof, htm="GET", htu=url, access_token=token)
            answer = "taken"
        except pydpop.DPoPError:
            answer = "refused"
        print(f"{title} by pydpop: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>proofs</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>oauth2-oidc-sdk</artifactId><version>11.26</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Check.java <<'JAVA'
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.dpop.JWKThumbprintConfirmation;
import com.nimbusds.oauth2.sdk.dpop.verifiers.DPoPIssuer;
import com.nimbusds.oauth2.sdk.dpop.verifiers.DPoPProtectedResourceRequestVerifier;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.token.DPoPAccessToken;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

class Check {
    public static void main(String[] arguments) throws Exception {
        var verifier = new DPoPProtectedResourceRequestVerifier(Set.of(JWSAlgorithm.ES256), 60, null);
        var token = new DPoPAccessToken(Files.readString(Path.of("token")));
        var bound = new JWKThumbprintConfirmation(new Base64URL(Files.readString(Path.of("thumbprint"))));
        var issuer = new DPoPIssuer(new ClientID("app"));
        for (String line : Files.readAllLines(Path.of("proofs"))) {
            String[] parts = line.split("\\|");
            String answer = "taken";
            try {
                verifier.verify("GET", URI.create(parts[1]), issuer, SignedJWT.parse(parts[2]), token, bound, null);
            } catch (Exception error) {
                answer = "refused";
            }
            System.out.println(parts[0] + " by nimbus: " + answer);
        }
    }
}
JAVA
node make.mjs
{ node check.mjs; venv/bin/python check.py; java -cp 'classes/*' Check.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a query by nimbus: taken
a query by oauth4webapi: taken
a query by pydpop: taken
another port by nimbus: taken
another port by oauth4webapi: taken
another port by pydpop: taken
escape in small letters by nimbus: refused
escape in small letters by oauth4webapi: refused
escape in small letters by pydpop: refused
escape of a slash by nimbus: refused
escape of a slash by oauth4webapi: taken
escape of a slash by pydpop: taken
escape of a tilde by nimbus: refused
escape of a tilde by oauth4webapi: refused
escape of a tilde by pydpop: refused
host in capitals by nimbus: refused
host in capitals by oauth4webapi: taken
host in capitals by pydpop: taken
no path by nimbus: refused
no path by oauth4webapi: taken
no path by pydpop: refused
port of https by nimbus: refused
port of https by oauth4webapi: taken
port of https by pydpop: refused
scheme in capitals by nimbus: refused
scheme in capitals by oauth4webapi: taken
scheme in capitals by pydpop: taken
the same by nimbus: taken
the same by oauth4webapi: taken
the same by pydpop: taken
time with a fraction by nimbus: taken
time with a fraction by oauth4webapi: taken
time with a fraction by pydpop: refused
EXPECTED
diff expected seen
echo "proofs of DPoP are matched as they were seen"
