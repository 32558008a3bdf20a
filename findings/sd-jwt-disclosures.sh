#!/bin/sh
# @sd-jwt/core 0.16.0 and @meeco/sd-jwt 1.2.1 (npm), sd-jwt 0.10.4 with jwcrypto 1.6.1 (PyPI) and com.authlete:sd-jwt 1.5
# (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: four readers of SD-JWT give the same claims of a token and its disclosures; blanks in a disclosure
# are no matter.
# Seen: they are none. A disclosed value may have digests in it, whose disclosures are put in as well (RFC 9901, 4.2.6,
# recursive disclosures): authlete puts in one level only, leaves the digest and its `_sd` or `...` in the claims, and makes
# 5.0 of a 5 inside of a disclosed object. The name of the hash is one of a registry of IANA (4.1.1), which has sha-384 and
# sha-512: sd-jwt of PyPI knows sha-256 only. @sd-jwt/core drops a claim whose name is the empty text. @meeco/sd-jwt is right
# in all.
# Whom it meets: verifiers of wallets and credentials in two languages. With a mock: mint a token whose address and street can
# be disclosed apart.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @sd-jwt/core@0.16.0 @meeco/sd-jwt@1.2.1
cat > make.mjs <<'JS'
import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';

const part = (text) => Buffer.from(text).toString('base64url');
const digest = (disclosure, by = 'sha256') => createHash(by).update(disclosure).digest('base64url');
const token = (claims, ...disclosures) => {
  const text = `${part('{"alg":"HS256","typ":"acme+sd-jwt"}')}.${part(JSON.stringify({ sub: 'ann', ...claims }))}`;
  const signature = createHmac('sha256', 'k'.repeat(32)).update(text).digest('base64url');
  return [`${text}.${signature}`, ...disclosures, ''].join('~');
};
const name = part('["salt", "name", "Ann"]');
const spaced = part('[ "salt" ,\n "name", "Ann" ]');
const number = part('["salt", "seats", {"most": 5}]');
const empty = part('["salt", "nick", null]');
const nameless = part('["salt", "", "x"]');
const street = part('["salt", "street", "Main"]');
const address = part(JSON.stringify(['salt', 'address', { _sd: [digest(street)], country: 'DE' }]));
const country = part('["salt", "DE"]');
const list = part(JSON.stringify(['salt', ['AT', { '...': digest(country) }]]));
const CASES = {
  'a claim': token({ _sd: [digest(name)] }, name),
  'a claim with blanks': token({ _sd: [digest(spaced)] }, spaced),
  'a claim that is not disclosed': token({ _sd: [digest(name)] }),
  'a claim that is null': token({ _sd: [digest(empty)] }, empty),
  'a claim without a name': token({ _sd: [digest(nameless)] }, nameless),
  'an integer': token({ _sd: [digest(number)] }, number),
  'an item': token({ places: ['AT', { '...': digest(country) }] }, country),
  'an item that is not disclosed': token({ places: ['AT', { '...': digest(country) }] }),
  'a claim in an object': token({ address: { _sd: [digest(street)], country: 'DE' } }, street),
  'a claim in a disclosed object': token({ _sd: [digest(address)] }, address, street),
  'an item in a disclosed list': token({ places: [{ '...': digest(list) }] }, list, country),
  'sha-384': token({ _sd_alg: 'sha-384', _sd: [digest(name, 'sha384')] }, name),
  'sha-512': token({ _sd_alg: 'sha-512', _sd: [digest(name, 'sha512')] }, name),
};
writeFileSync('tokens', Object.entries(CASES).map(([title, text]) => `${title}|${text}\n`).join(''));
JS
node make.mjs
cat > read.mjs <<'JS'
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { verifySDJWT } from '@meeco/sd-jwt';
import { SDJwtInstance } from '@sd-jwt/core';

const signed = (text) => createHmac('sha256', 'k'.repeat(32)).update(text).digest('base64url');
const hash = (text, name = 'sha-256') => createHash(name.replace('-', '')).update(text);
const core = new SDJwtInstance({ hasher: (text, name) => hash(text, name).digest(), verifier: (text, by) => signed(text) === by });
const READERS = {
  '@sd-jwt/core': async (token) => (await core.verify(token)).payload,
  '@meeco/sd-jwt': (token) =>
    verifySDJWT(
      token,
      async (text) => signed(text.slice(0, text.lastIndexOf('.'))) === text.split('.')[2],
      async (name) => (text) => hash(text, name).digest('base64url'),
    ),
};
for (const line of readFileSync('tokens', 'utf8').trim().split('\n')) {
  const [title, token] = line.split('|');
  for (const [reader, read] of Object.entries(READERS)) {
    const answer = await read(token).then(JSON.stringify, (error) => `refused, ${error.message}`);
    console.log(`${title} by ${reader}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sd-jwt==0.10.4 jwcrypto==1.6.1
cat > read.py <<'PY'
import json
from base64 import urlsafe_b64encode

from jwcrypto.jwk import JWK
from sd_jwt.verifier import SDJWTVerifier

KEY = JWK(kty="oct", k=urlsafe_b64encode(b"k" * 32).decode().rstrip("="))
with open("tokens", encoding="utf-8") as file:
    for line in file.read().splitlines():
        title, token = line.split("|")
        try:
            claims = SDJWTVerifier(token, lambda *_: KEY).get_verified_payload()
            answer = json.dumps(claims, separators=(",", ":"))
        except Exception as error:
            answer = f"refused, {error}"
        print(f"{title} by sd-jwt of PyPI: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>disclosures</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.authlete</groupId><artifactId>sd-jwt</artifactId><version>1.5</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.authlete.sd.SDJWT;
import com.authlete.sd.SDObjectDecoder;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

class Read {
    @SuppressWarnings("unchecked")
    public static void main(String[] arguments) throws Exception {
        Gson json = new GsonBuilder().serializeNulls().create();
        for (String line : Files.readAllLines(Path.of("tokens"))) {
            String[] parts = line.split("\\|");
            SDJWT token = SDJWT.parse(parts[1]);
            byte[] claims = Base64.getUrlDecoder().decode(token.getCredentialJwt().split("\\.")[1]);
            Map<String, Object> payload = json.fromJson(new String(claims), Map.class);
            var read = new SDObjectDecoder().decode(payload, token.getDisclosures());
            System.out.println(parts[0] + " by authlete: " + json.toJson(read));
        }
    }
}
JAVA
{ node read.mjs; venv/bin/python read.py; java -cp 'classes/*' Read.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a claim by @meeco/sd-jwt: {"sub":"ann","name":"Ann"}
a claim by @sd-jwt/core: {"sub":"ann","name":"Ann"}
a claim by authlete: {"sub":"ann","name":"Ann"}
a claim by sd-jwt of PyPI: {"sub":"ann","name":"Ann"}
a claim in a disclosed object by @meeco/sd-jwt: {"sub":"ann","address":{"country":"DE","street":"Main"}}
a claim in a disclosed object by @sd-jwt/core: {"sub":"ann","address":{"country":"DE","street":"Main"}}
a claim in a disclosed object by authlete: {"sub":"ann","address":{"_sd":["X4BXfQ8ejjWGInKbLbdTw_wsbdgaDEw1-jsvCp-QDX8"],"country":"DE"}}
a claim in a disclosed object by sd-jwt of PyPI: {"sub":"ann","address":{"country":"DE","street":"Main"}}
a claim in an object by @meeco/sd-jwt: {"sub":"ann","address":{"country":"DE","street":"Main"}}
a claim in an object by @sd-jwt/core: {"sub":"ann","address":{"country":"DE","street":"Main"}}
a claim in an object by authlete: {"sub":"ann","address":{"street":"Main","country":"DE"}}
a claim in an object by sd-jwt of PyPI: {"sub":"ann","address":{"country":"DE","street":"Main"}}
a claim that is not disclosed by @meeco/sd-jwt: {"sub":"ann"}
a claim that is not disclosed by @sd-jwt/core: {"sub":"ann"}
a claim that is not disclosed by authlete: {"sub":"ann"}
a claim that is not disclosed by sd-jwt of PyPI: {"sub":"ann"}
a claim that is null by @meeco/sd-jwt: {"sub":"ann","nick":null}
a claim that is null by @sd-jwt/core: {"sub":"ann","nick":null}
a claim that is null by authlete: {"sub":"ann","nick":null}
a claim that is null by sd-jwt of PyPI: {"sub":"ann","nick":null}
a claim with blanks by @meeco/sd-jwt: {"sub":"ann","name":"Ann"}
a claim with blanks by @sd-jwt/core: {"sub":"ann","name":"Ann"}
a claim with blanks by authlete: {"sub":"ann","name":"Ann"}
a claim with blanks by sd-jwt of PyPI: {"sub":"ann","name":"Ann"}
a claim without a name by @meeco/sd-jwt: {"sub":"ann","":"x"}
a claim without a name by @sd-jwt/core: {"sub":"ann"}
a claim without a name by authlete: {"sub":"ann","":"x"}
a claim without a name by sd-jwt of PyPI: {"sub":"ann","":"x"}
an integer by @meeco/sd-jwt: {"sub":"ann","seats":{"most":5}}
an integer by @sd-jwt/core: {"sub":"ann","seats":{"most":5}}
an integer by authlete: {"sub":"ann","seats":{"most":5.0}}
an integer by sd-jwt of PyPI: {"sub":"ann","seats":{"most":5}}
an item by @meeco/sd-jwt: {"sub":"ann","places":["AT","DE"]}
an item by @sd-jwt/core: {"sub":"ann","places":["AT","DE"]}
an item by authlete: {"sub":"ann","places":["AT","DE"]}
an item by sd-jwt of PyPI: {"sub":"ann","places":["AT","DE"]}
an item in a disclosed list by @meeco/sd-jwt: {"sub":"ann","places":[["AT","DE"]]}
an item in a disclosed list by @sd-jwt/core: {"sub":"ann","places":[["AT","DE"]]}
an item in a disclosed list by authlete: {"sub":"ann","places":[["AT",{"...":"s5SKqapSBhyudPUpDAThlL9aIYUvHzB_mCPjzBtZLzw"}]]}
an item in a disclosed list by sd-jwt of PyPI: {"sub":"ann","places":[["AT","DE"]]}
an item that is not disclosed by @meeco/sd-jwt: {"sub":"ann","places":["AT"]}
an item that is not disclosed by @sd-jwt/core: {"sub":"ann","places":["AT"]}
an item that is not disclosed by authlete: {"sub":"ann","places":["AT"]}
an item that is not disclosed by sd-jwt of PyPI: {"sub":"ann","places":["AT"]}
sha-384 by @meeco/sd-jwt: {"sub":"ann","name":"Ann"}
sha-384 by @sd-jwt/core: {"sub":"ann","name":"Ann"}
sha-384 by authlete: {"sub":"ann","name":"Ann"}
sha-384 by sd-jwt of PyPI: refused, Invalid hash algorithm
sha-512 by @meeco/sd-jwt: {"sub":"ann","name":"Ann"}
sha-512 by @sd-jwt/core: {"sub":"ann","name":"Ann"}
sha-512 by authlete: {"sub":"ann","name":"Ann"}
sha-512 by sd-jwt of PyPI: refused, Invalid hash algorithm
EXPECTED
diff expected seen
echo "readers of SD-JWT behave as they were seen"
