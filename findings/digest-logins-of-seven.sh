#!/bin/sh
# requests 2.34.2, httpx 0.28.1 and aiohttp 3.14.5 (PyPI), digest-fetch 3.1.1, @mhoc/axios-digest-auth 0.8.0 and urllib 4.9.2
# (npm) and github.com/icholy/digest v1.2.0, seen on 2026-11-30 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: six clients of HTTP Digest log in with each challenge that RFC 7616 allows: SHA-256, -sess,
# auth-int beside auth, no qop, two challenges, commas and quotes in the realm; SHA-512-256 is missing in some.
# Seen: SHA-512-256 and quotes were not tried. `qop="auth-int, auth"` is a list, which may have blanks: with one, requests
# sends no answer at all, and urllib takes auth-int and gives a wrong response. All three of npm answer a challenge of SHA-256
# or MD5-sess with plain MD5. axios-digest-auth leaves the query out of the URI, sends no `opaque`, and cuts a nonce at `=`;
# it and urllib cut a realm at a comma. A second challenge of another scheme may stand in front (RFC 9110, 11.6.1):
# digest-fetch and aiohttp then do not log in, and icholy fails if it is in the same field. The name of a scheme has no case
# (11.1), which urllib does not know. Blanks around `=` are to be read (5.6.3, 11.2): httpx, requests and all of npm do not.
# Whom it meets: clients of devices and of old databases. With a mock: refuse with two challenges, and with a nonce in Base64.
# Output seen: the lines that EXPECTED has below, with what a server says that checks each part.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5
cat > ask.py <<'PY'
import asyncio
import hashlib
import json
import re
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import aiohttp
import httpx
import requests
from requests.auth import HTTPDigestAuth

MD5 = 'Digest realm="a", nonce="b", qop="auth"'
CASES = {
    "MD5": [MD5],
    "SHA-256": ['Digest realm="a", nonce="b", qop="auth", algorithm=SHA-256'],
    "SHA-256 before MD5": ['Digest realm="a", nonce="b", qop="auth", algorithm=SHA-256', MD5 + ", algorithm=MD5"],
    "the same in one field": [
        'Digest realm="a", nonce="b", qop="auth", algorithm=SHA-256, Digest realm="a", nonce="b", qop="auth", algorithm=MD5'
    ],
    "MD5-sess": [MD5 + ", algorithm=MD5-sess"],
    "auth-int and auth": ['Digest realm="a", nonce="b", qop="auth-int, auth"'],
    "without qop": ['Digest realm="a", nonce="b"'],
    "a query": [MD5],
    "opaque": [MD5 + ', opaque="c"'],
    "a nonce with =": ['Digest realm="a", nonce="b=c==", qop="auth"'],
    "a realm with a comma": ['Digest realm="a, b", nonce="b", qop="auth"'],
    "blanks around =": ['Digest realm = "a", nonce = "b", qop = "auth"'],
    "small letters": ['digest realm="a", nonce="b", qop="auth"'],
    "Basic in front": ['Basic realm="a"', MD5],
    "Basic behind": [MD5 + ', Basic realm="a"'],
}
seen = {}


def check(name, target, header):
    if header is None:
        return "nothing is sent"
    if not header.lower().startswith("digest "):
        return f"'{header.split(' ')[0]}' is sent"
    pairs = re.findall(r'([a-z]+)=(?:"([^"]*)"|([^\s,]+))', header)
    given = {key: quoted or token for key, quoted, token in pairs}
    pair = r'([a-z]+) ?= ?"?([^",]+(?:, [^"]+(?="))?)"?'
    challenges = re.split(", (?=Digest|Basic)", ", ".join(CASES[name]))
    texts = [dict(re.findall(pair, challenge)) for challenge in challenges if challenge.lower().startswith("digest")]
    for key in ("realm", "nonce", "opaque"):
        if texts[0].get(key) != given.get(key):
            return f"another {key}" if given.get(key) else f"no {key}"
    if given.get("uri") != target:
        return "another uri"
    algorithm = given.get("algorithm", "MD5").upper()
    if algorithm not in [asked.get("algorithm", "MD5").upper() for asked in texts]:
        return "another algorithm"
    if ("qop" in given) != ("qop" in texts[0]):
        return "qop without need" if "qop" in given else "no qop"

    def digest(text):
        return hashlib.new("sha256" if algorithm.startswith("SHA") else "md5", text.encode()).hexdigest()

    first = digest(f"user:{given['realm']}:pass")
    if algorithm.endswith("-SESS"):
        first = digest(f"{first}:{given['nonce']}:{given['cnonce']}")
    second = f"GET:{target}"
    if given.get("qop") == "auth-int":
        second += ":" + digest("")
    middle = f"{given['nc']}:{given['cnonce']}:{given['qop']}:" if "qop" in given else ""
    response = digest(f"{first}:{given['nonce']}:{middle}{digest(second)}")
    return "logged in" if response == given["response"] else "a wrong response"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        library, number = self.path.split("?")[0].strip("/").split("/")
        name = list(CASES)[int(number)]
        answer = check(name, self.path, self.headers.get("Authorization"))
        if seen.get((name, library)) != "logged in":
            seen[name, library] = answer
        self.send_response(200 if answer == "logged in" else 401)
        if answer != "logged in":
            for challenge in CASES[name]:
                self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_address[1]}"


async def ask_aiohttp(url):
    async with aiohttp.ClientSession(middlewares=[aiohttp.DigestAuthMiddleware("user", "pass")]) as session:
        async with session.get(url):
            pass


ASK = {
    "requests": lambda url: requests.get(url, auth=HTTPDigestAuth("user", "pass")),
    "httpx": lambda url: httpx.get(url, auth=httpx.DigestAuth("user", "pass")),
    "aiohttp": lambda url: asyncio.run(ask_aiohttp(url)),
}
for library, ask in ASK.items():
    for number, name in enumerate(CASES):
        try:
            ask(f"{base}/{library}/{number}{'?q=1' if name == 'a query' else ''}")
        except Exception as error:
            seen[name, library] = type(error).__name__
calls = [[number, "?q=1" if name == "a query" else ""] for number, name in enumerate(CASES)]
for command in (["node", "ask.mjs"], ["go", "run", "."]):
    done = subprocess.run([*command, base, json.dumps(calls)], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        library, number, error = line.split("~")
        seen[list(CASES)[int(number)], library] = error
for (name, library), answer in seen.items():
    print(name, answer, library, sep="~")
PY
npm install --silent --no-audit --no-fund digest-fetch@3.1.1 @mhoc/axios-digest-auth@0.8.0 axios@1.21.1 urllib@4.9.2
cat > ask.mjs <<'JS'
import axiosDigest from '@mhoc/axios-digest-auth';
import DigestClient from 'digest-fetch';
import { request } from 'urllib';

const [, , base, calls] = process.argv;
const AxiosDigest = axiosDigest.default ?? axiosDigest;
const login = { username: 'user', password: 'pass' };
const clients = {
  'digest-fetch': (url) => new DigestClient('user', 'pass').fetch(url),
  'axios-digest-auth': (url) => new AxiosDigest(login).request({ url, method: 'GET', validateStatus: (status) => status < 400 }),
  urllib: (url) => request(url, { digestAuth: 'user:pass' }),
};
for (const [library, ask] of Object.entries(clients)) {
  for (const [number, query] of JSON.parse(calls)) {
    try {
      await ask(`${base}/${library}/${number}${query}`);
    } catch (error) {
      if (!error.response) console.log([library, number, error.name].join('~'));
    }
  }
}
process.exit();
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	"github.com/icholy/digest"
)

func main() {
	var calls [][]any
	if err := json.Unmarshal([]byte(os.Args[2]), &calls); err != nil {
		panic(err)
	}
	for _, call := range calls {
		client := http.Client{Transport: &digest.Transport{Username: "user", Password: "pass"}}
		if _, err := client.Get(fmt.Sprintf("%s/icholy/%v%v", os.Args[1], call[0], call[1])); err != nil {
			fmt.Printf("icholy~%v~an error\n", call[0])
		}
	}
}
GO
{
  go mod init finding.test/digest
  go get github.com/icholy/digest@v1.2.0
  go mod tidy
} 2> /dev/null
venv/bin/python ask.py | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
Basic behind: an error by icholy
Basic behind: logged in by aiohttp axios-digest-auth digest-fetch httpx requests urllib
Basic in front: 'Basic' is sent by digest-fetch
Basic in front: logged in by axios-digest-auth httpx icholy requests urllib
Basic in front: nothing is sent by aiohttp
MD5-sess: another algorithm by axios-digest-auth digest-fetch urllib
MD5-sess: logged in by aiohttp httpx requests
MD5-sess: nothing is sent by icholy
MD5: logged in by aiohttp axios-digest-auth digest-fetch httpx icholy requests urllib
SHA-256 before MD5: logged in by aiohttp axios-digest-auth digest-fetch httpx icholy requests urllib
SHA-256: another algorithm by axios-digest-auth digest-fetch urllib
SHA-256: logged in by aiohttp httpx icholy requests
a nonce with =: another nonce by axios-digest-auth
a nonce with =: logged in by aiohttp digest-fetch httpx icholy requests urllib
a query: another uri by axios-digest-auth
a query: logged in by aiohttp digest-fetch httpx icholy requests urllib
a realm with a comma: another realm by axios-digest-auth urllib
a realm with a comma: logged in by aiohttp digest-fetch httpx icholy requests
auth-int and auth: a wrong response by urllib
auth-int and auth: logged in by aiohttp axios-digest-auth digest-fetch httpx icholy
auth-int and auth: nothing is sent by requests
blanks around =: '' is sent by urllib
blanks around =: KeyError by requests
blanks around =: ProtocolError by httpx
blanks around =: another realm by axios-digest-auth
blanks around =: logged in by aiohttp icholy
blanks around =: no realm by digest-fetch
opaque: logged in by aiohttp digest-fetch httpx icholy requests urllib
opaque: no opaque by axios-digest-auth
small letters: logged in by aiohttp axios-digest-auth digest-fetch httpx icholy requests
small letters: nothing is sent by urllib
the same in one field: an error by icholy
the same in one field: logged in by aiohttp axios-digest-auth digest-fetch httpx requests urllib
without qop: logged in by aiohttp digest-fetch httpx icholy requests urllib
without qop: qop without need by axios-digest-auth
EXPECTED
diff expected seen
echo "clients of HTTP Digest log in as they were seen"
