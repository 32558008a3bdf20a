#!/bin/sh
# www-authenticate 0.9.2 (PyPI) and auth-header 1.0.0, http-auth-utils 6.0.1 and www-authenticate 0.6.3 (npm), seen on
# 2026-11-29 with Node 20 and Python 3.11.
#
# Guess before it was run: four readers of WWW-Authenticate read one challenge of Bearer alike; the oldest fails at an empty
# realm.
# Seen: of a quoted text with quotes in it, RFC 9110 (5.6.4) has the reader drop the backslashes. Only auth-header does: two
# hand them out, and www-authenticate of npm gives no parameter at all. An empty realm is a ValueError in Python, as guessed.
# The scheme in lower case, which is the same scheme (RFC 9110, 11.1), is an error in http-auth-utils; and of a header with
# two challenges it gives the first the realm of the second, while the Python one gives both.
# Whom it meets: clients that read `error_description`. With a mock: let one of its refusals have quotes, and read it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
Bearer realm="a", error_description="no \"read\" here"
Bearer realm="", error="invalid_token"
bearer realm="a"
Bearer realm="a", error="invalid_token", Basic realm="b"
TEXT
npm install --silent --no-audit --no-fund auth-header@1.0.0 http-auth-utils@6.0.1 www-authenticate@0.6.3
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import authHeader from 'auth-header';
import { BASIC, BEARER, parseWWWAuthenticateHeader } from 'http-auth-utils';
import wwwAuthenticate from 'www-authenticate';

const readers = {
  'auth-header': (text) => authHeader.parse(text).params,
  'http-auth-utils': (text) => parseWWWAuthenticateHeader(text, [BEARER, BASIC]).data,
  'www-authenticate of npm': (text) => new wwwAuthenticate.parsers.WWW_Authenticate(text).parms,
};
const texts = readFileSync('headers', 'utf8').trim().split('\n');
for (const [name, read] of Object.entries(readers)) {
  // Of two challenges in one header, the documents of the other two say that they are not read.
  for (const [index, text] of texts.slice(0, name === 'http-auth-utils' ? 4 : 3).entries()) {
    let answer;
    try {
      answer = JSON.stringify(read(text));
    } catch (error) {
      answer = error.code ?? error.message;
    }
    console.log(`${name}, ${index + 1}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check www-authenticate==0.9.2
cat > read.py <<'PY'
import json

import www_authenticate

with open("headers", encoding="utf-8") as file:
    for index, text in enumerate(file.read().splitlines(), 1):
        try:
            answer = json.dumps(www_authenticate.parse(text), separators=(",", ":"))
        except ValueError as error:
            answer = f"ValueError: {error}"
        print(f"www-authenticate of PyPI, {index}: {answer}")
PY
{ node read.mjs; venv/bin/python read.py; } > seen
cat > expected <<'EXPECTED'
auth-header, 1: {"realm":"a","error_description":"no \"read\" here"}
auth-header, 2: {"realm":"","error":"invalid_token"}
auth-header, 3: {"realm":"a"}
http-auth-utils, 1: {"realm":"a","error_description":"no \\\"read\\\" here"}
http-auth-utils, 2: {"realm":"","error":"invalid_token"}
http-auth-utils, 3: E_UNKNOWN_AUTH_MECHANISM
http-auth-utils, 4: {"realm":"b","error":"invalid_token"}
www-authenticate of npm, 1: {}
www-authenticate of npm, 2: {"realm":"","error":"invalid_token"}
www-authenticate of npm, 3: {"realm":"a"}
www-authenticate of PyPI, 1: {"bearer":{"realm":"a","error_description":"no \\\"read\\\" here"}}
www-authenticate of PyPI, 2: ValueError: Failed to parse value
www-authenticate of PyPI, 3: {"bearer":{"realm":"a"}}
www-authenticate of PyPI, 4: {"bearer":{"realm":"a","error":"invalid_token"},"basic":{"realm":"b"}}
EXPECTED
diff expected seen
echo "readers of WWW-Authenticate behave as they were seen"
