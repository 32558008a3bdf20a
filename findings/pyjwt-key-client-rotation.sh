#!/bin/sh
# PyJWT, seen on 2026-11-29 with Python 3.11: 2.10.1 and 2.15.1.
#
# Guess before it was run: a key client that does not know the `kid` of a token asks the key set again, in each version.
# Behaviour: 2.10.1 does so. 2.15.1 fetches at most once in 30 seconds: a token of a key that was published a moment after
# the first fetch is refused with PyJWKClientError, although the key set has its key by then.
# Whom it meets: tests that rotate the keys of an issuer between two calls. Cure: a client of its own for each step.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/rotate.py" <<'PY'
import base64
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import jwt

keys = []
fetches = 0


class Keys(BaseHTTPRequestHandler):
    def do_GET(self):
        global fetches
        fetches += 1
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"keys": keys}).encode())

    def log_message(self, *_):
        pass


def add(kid):
    secret = base64.urlsafe_b64encode(kid.encode() * 32).decode().rstrip("=")
    keys.append({"kty": "oct", "kid": kid, "use": "sig", "alg": "HS256", "k": secret})


server = HTTPServer(("127.0.0.1", 0), Keys)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = jwt.PyJWKClient(f"http://127.0.0.1:{server.server_port}/keys")
for kid in ("a", "b"):
    add(kid)
    try:
        found = client.get_signing_key(kid).key_id
    except jwt.PyJWTError as error:
        found = type(error).__name__
    print(f"{jwt.__version__} {kid}: {found} after {fetches} fetches")
PY
for version in 2.10.1 2.15.1; do
  python3 -m venv --clear "$folder/venv"
  "$folder/venv/bin/pip" install --quiet --disable-pip-version-check "PyJWT[crypto]==$version"
  "$folder/venv/bin/python" "$folder/rotate.py"
done > "$folder/seen"
cat > "$folder/expected" <<'EXPECTED'
2.10.1 a: a after 1 fetches
2.10.1 b: b after 2 fetches
2.15.1 a: a after 1 fetches
2.15.1 b: PyJWKClientError after 1 fetches
EXPECTED
diff "$folder/expected" "$folder/seen"
echo "the key client of PyJWT behaves as it was seen"
