#!/bin/sh
# jose 6.2.18, jwk-thumbprint 0.1.4, jsonwebkey-thumbprint 0.1.0, rasha 1.2.5, eckles 1.4.1, keypairs 1.2.14 and node-jose 2.2.0
# (npm), and jwcrypto 1.6.1, cryptojwt 1.11.0 and josepy 2.2.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: ten libraries give the thumbprint of RFC 7638 for each key that they take, and an error for others.
# Seen: seven do not. rasha, eckles and keypairs take each kind of key and hash the word `undefined` for the members that it
# lacks: by rasha all keys that are not RSA have one and the same thumbprint, by eckles all of RSA and `oct`, by keypairs all of
# `oct`; the two give Ed25519 a thumbprint of an EC key. jwk-thumbprint gives undefined for Ed25519. cryptojwt makes a
# coordinate of P-521 that begins with a zero shorter before it hashes it, so most keys of P-521 have another thumbprint; those
# of P-256 have not. The others refuse what they do not have, or are right.
# Whom it meets: who names keys by their thumbprint (`kid`, `jkt` of DPoP). With a mock: publish keys of four kinds, and one
# whose coordinate begins with a zero.
# Output seen: the lines that EXPECTED has below; each library is compared with the hash that the script makes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > keys.json <<'JSON'
{
  "P-256": {
    "kty": "EC",
    "crv": "P-256",
    "x": "fPJ7GI0DT36KUjgDBLUaw8CJaeJ38hs1pgtI_EdmmXg",
    "y": "B3dVENuO0EApPZrGn3Qw27p9reY86YIpngS3nSJ4c9E"
  },
  "P-256, x from 0": {
    "kty": "EC",
    "crv": "P-256",
    "x": "AFVDiUrz0A7X10Cr29dclrBod7eH219w7qeLkKjXwAo",
    "y": "u0yFo9jqKe-q-iRAaRLdhNWxTcMr9lbvbGvVil2UP5I"
  },
  "P-521": {
    "kty": "EC",
    "crv": "P-521",
    "x": "Aac9NSRD3ikZXdkdamS1lZR5tSpuWxI9mrnlrXoRLXqN0a0_Fko6SDIFHaa9FrWf4huutJCGLDLqBaWRnS7eN619",
    "y": "AT6bA7l9-mLd2ZefhsbKuBTy8VV_qCqdAxfS-Ksfo1XO7C4t1M-NxXWwLVrO0d7DxwzxBcm8k6WQQl9YjKHuhsDl"
  },
  "P-521, x from 0": {
    "kty": "EC",
    "crv": "P-521",
    "x": "AGUr88UpJ6Qyxz28M5HATrC_ellu_bU_DSTPA9q48Xes5Dg8DG1eMBQjcRL-rxN-eaMp1-Hm2JMXONWrUJbsjzB4",
    "y": "AVvm7xvdZgHW7IorcxFKgRKRHNj-jocuAFHt2BfJoDRwh7tol8kHLPN0MRVAIRz1_3nR8Aclc1T3-Bc8w-jesJDL"
  },
  "RSA": {
    "kty": "RSA",
    "n": "q_43j40e51vVI8SQaM1zHO9YJbiNL-opBRKV69San9q5OusaVCQsbp1ei_N6MBPFToDwq-57Nfzk6hUZNNZoZZTzJQKWw_bGMCvJHssmexEwDX7Te3jzNe4a4HrMp7QpscIQp4xGE4hx6weygIqDdnSXN37BGyYmKsoGsSim8egcQ7EKqtO24t60I171Io4eoUjhLctRf602YQi7aJ2dXgrQtd6-0_rwyNwccVBWI7PTaK4COD9VdYiH5c2q3YZ3SV7l2Rcml8qtFoqy8tQG2AzpuCB__06cG2wtgwcjvQtcdwJLNUwGZIdWTlYPAHvggLwnEXJUdtuUJgpe1GH0kw",
    "e": "AQAB"
  },
  "Ed25519": {"kty": "OKP", "crv": "Ed25519", "x": "gUvsxBmPTgBZoqYtfbTlwbYi0cTkXFDaqTBvFXiaOGE"},
  "oct": {"kty": "oct", "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}
}
JSON
npm install --silent --no-audit --no-fund jose@6.2.18 jwk-thumbprint@0.1.4 jsonwebkey-thumbprint@0.1.0 rasha@1.2.5 \
  eckles@1.4.1 keypairs@1.2.14 node-jose@2.2.0
cat > hash.cjs <<'JS'
const { createHash } = require('node:crypto');
const { readFileSync, writeFileSync } = require('node:fs');

const MEMBERS = { EC: ['crv', 'kty', 'x', 'y'], OKP: ['crv', 'kty', 'x'], RSA: ['e', 'kty', 'n'], oct: ['k', 'kty'] };
const right = Object.entries(JSON.parse(readFileSync('keys.json', 'utf8'))).map(([name, key]) => {
  const members = JSON.stringify(Object.fromEntries(MEMBERS[key.kty].map((member) => [member, key[member]])));
  return [name, createHash('sha256').update(members).digest('base64url')];
});
writeFileSync('right.json', JSON.stringify(Object.fromEntries(right)));
JS
node hash.cjs
cat > thumb.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { JWK, util } = require('node-jose');

const THUMBPRINTS = {
  jose: async (key) => (await import('jose')).calculateJwkThumbprint(key),
  'jwk-thumbprint': (key) => require('jwk-thumbprint').jwkThumbprintByEncoding(key, 'SHA-256', 'base64url'),
  'jsonwebkey-thumbprint': (key) =>
    require('jsonwebkey-thumbprint').jwkThumbprint(
      key,
      (text) => crypto.subtle.digest('SHA-256', text),
      (hash) => util.base64url.encode(Buffer.from(hash)),
    ),
  rasha: (jwk) => require('rasha').thumbprint({ jwk }),
  eckles: (jwk) => require('eckles').thumbprint({ jwk }),
  keypairs: (jwk) => require('keypairs').thumbprint({ jwk }),
  'node-jose': async (key) => util.base64url.encode(await (await JWK.asKey(key)).thumbprint('SHA-256')),
};
const right = JSON.parse(readFileSync('right.json', 'utf8'));
(async () => {
  for (const [name, key] of Object.entries(JSON.parse(readFileSync('keys.json', 'utf8')))) {
    for (const [library, thumbprint] of Object.entries(THUMBPRINTS)) {
      let answer = 'refused';
      try {
        const made = await thumbprint(key);
        answer = made === right[name] ? 'right' : `${made}`;
      } catch {}
      console.log(`${name}: ${library}, ${answer}`);
    }
  }
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jwcrypto==1.6.1 cryptojwt==1.11.0 josepy==2.2.0
cat > thumb.py <<'PY'
import base64
import json

import josepy.jwk
import jwcrypto.jwk
from cryptojwt.jwk.jwk import key_from_jwk_dict

THUMBPRINTS = {
    "jwcrypto": lambda key: jwcrypto.jwk.JWK(**key).thumbprint(),
    "cryptojwt": lambda key: key_from_jwk_dict(key).thumbprint("SHA-256").decode(),
    "josepy": lambda key: base64.urlsafe_b64encode(josepy.jwk.JWK.from_json(key).thumbprint()).decode().rstrip("="),
}
keys, right = (json.load(open(name, encoding="utf-8")) for name in ["keys.json", "right.json"])
for name, key in keys.items():
    for library, thumbprint in THUMBPRINTS.items():
        try:
            made = thumbprint(dict(key))
            answer = "right" if made == right[name] else made
        except Exception:
            answer = "refused"
        print(f"{name}: {library}, {answer}")
PY
{ node thumb.cjs; venv/bin/python thumb.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Ed25519: cryptojwt, right
Ed25519: eckles, cb9Gz_1WMCpXtqEfL1GDHGx3b2hueAYmoItWaIW1Skk
Ed25519: jose, right
Ed25519: josepy, refused
Ed25519: jsonwebkey-thumbprint, right
Ed25519: jwcrypto, right
Ed25519: jwk-thumbprint, undefined
Ed25519: keypairs, cb9Gz_1WMCpXtqEfL1GDHGx3b2hueAYmoItWaIW1Skk
Ed25519: node-jose, refused
Ed25519: rasha, lZV1Xp54R4879q_MQoCOL4HtPTGtdy_BqwSLssXyYck
P-256, x from 0: cryptojwt, right
P-256, x from 0: eckles, right
P-256, x from 0: jose, right
P-256, x from 0: josepy, right
P-256, x from 0: jsonwebkey-thumbprint, right
P-256, x from 0: jwcrypto, right
P-256, x from 0: jwk-thumbprint, right
P-256, x from 0: keypairs, right
P-256, x from 0: node-jose, right
P-256, x from 0: rasha, lZV1Xp54R4879q_MQoCOL4HtPTGtdy_BqwSLssXyYck
P-256: cryptojwt, right
P-256: eckles, right
P-256: jose, right
P-256: josepy, right
P-256: jsonwebkey-thumbprint, right
P-256: jwcrypto, right
P-256: jwk-thumbprint, right
P-256: keypairs, right
P-256: node-jose, right
P-256: rasha, lZV1Xp54R4879q_MQoCOL4HtPTGtdy_BqwSLssXyYck
P-521, x from 0: cryptojwt, Z0gOcSIaewHPV3HgpghoVP9_fi4jRyBXSXUfdl0dXsw
P-521, x from 0: eckles, right
P-521, x from 0: jose, right
P-521, x from 0: josepy, right
P-521, x from 0: jsonwebkey-thumbprint, right
P-521, x from 0: jwcrypto, right
P-521, x from 0: jwk-thumbprint, right
P-521, x from 0: keypairs, right
P-521, x from 0: node-jose, right
P-521, x from 0: rasha, lZV1Xp54R4879q_MQoCOL4HtPTGtdy_BqwSLssXyYck
P-521: cryptojwt, right
P-521: eckles, right
P-521: jose, right
P-521: josepy, right
P-521: jsonwebkey-thumbprint, right
P-521: jwcrypto, right
P-521: jwk-thumbprint, right
P-521: keypairs, right
P-521: node-jose, right
P-521: rasha, lZV1Xp54R4879q_MQoCOL4HtPTGtdy_BqwSLssXyYck
RSA: cryptojwt, right
RSA: eckles, 2PFbk8fIBODoYmf7gakNrIhlGm08e8hs6wJ8adUX4Fk
RSA: jose, right
RSA: josepy, right
RSA: jsonwebkey-thumbprint, right
RSA: jwcrypto, right
RSA: jwk-thumbprint, right
RSA: keypairs, right
RSA: node-jose, right
RSA: rasha, right
oct: cryptojwt, right
oct: eckles, 2PFbk8fIBODoYmf7gakNrIhlGm08e8hs6wJ8adUX4Fk
oct: jose, right
oct: josepy, right
oct: jsonwebkey-thumbprint, refused
oct: jwcrypto, right
oct: jwk-thumbprint, right
oct: keypairs, 2PFbk8fIBODoYmf7gakNrIhlGm08e8hs6wJ8adUX4Fk
oct: node-jose, right
oct: rasha, lZV1Xp54R4879q_MQoCOL4HtPTGtdy_BqwSLssXyYck
EXPECTED
diff expected seen
echo "thumbprints of keys are made as they were seen"
