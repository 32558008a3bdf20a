#!/bin/sh
# `fetch` of Node, axios 1.21.1, got 14.6.5 and superagent 10.4.2 (npm), requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5 and
# urllib3 2.8.0 (PyPI) and `net/http` of Go, seen on 2026-11-30 with Node 20.20, Python 3.11 and Go 1.26.
#
# Guess before it was run: nine clients (fetch of Node, axios, got, superagent; requests, httpx, aiohttp, urllib3; Go) follow
# a redirect with the same method and body: 303 becomes GET, 307 and 308 stay, POST at 301 and 302 becomes GET; other methods
# (PUT, DELETE) stay at 301 and 302. Each resolves a relative Location and keeps the fragment.
# Seen: the fragment was not tried. At 301 and 302 only POST may become GET (RFC 9110, 15.4.2 and 15.4.3): Go and superagent
# make GET of a DELETE and a PUT, too, and requests and httpx at 302. requests repeats a PUT at 301 without its body. got and
# urllib3 repeat a POST with it. 304 is no redirect (15.4.5), and a Location in it is followed by axios and got, as one in 300
# is by them alone. urllib3 makes GET of a HEAD at 303, and superagent follows no HEAD. httpx and aiohttp, and got at 303,
# leave the Content-Type on a GET that has no body. `%2f` becomes `%2F` in requests, urllib3 and aiohttp, which is the same
# (RFC 3986, 2.1), but not for who compares texts.
# Whom it meets: clients of an API that moved. With a mock: answer a PUT with 301, and look at the body of the second call.
# Output seen: the lines that EXPECTED has below, with each second call.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund axios@1.21.1 got@14.6.5 superagent@10.4.2
cat > ask.mjs <<'JS'
import axios from 'axios';
import got from 'got';
import superagent from 'superagent';

const [, , base, text] = process.argv;
const clients = {
  fetch: (url, method, body) => fetch(url, { method, body, headers: body && { 'content-type': 'text/plain' } }),
  axios: (url, method, body) => axios({ url, method, data: body, headers: body && { 'content-type': 'text/plain' } }),
  got: (url, method, body) =>
    got(url, { method, body, headers: body && { 'content-type': 'text/plain' }, throwHttpErrors: false, retry: { limit: 0 } }),
  superagent: (url, method, body) => {
    const request = superagent(method, url).ok(() => true);
    return body ? request.type('text/plain').send(body) : request;
  },
};
for (const [library, ask] of Object.entries(clients)) {
  for (const [number, method, body] of JSON.parse(text)) {
    await ask(`${base}/${library}/${number}`, method, body ?? undefined).catch(() => {});
  }
}
process.exit();
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func main() {
	var calls [][]any
	if err := json.Unmarshal([]byte(os.Args[2]), &calls); err != nil {
		panic(err)
	}
	for _, call := range calls {
		var body io.Reader
		if text, ok := call[2].(string); ok {
			body = strings.NewReader(text)
		}
		request, _ := http.NewRequest(call[1].(string), fmt.Sprintf("%s/Go/%v", os.Args[1], call[0]), body)
		if body != nil {
			request.Header.Set("Content-Type", "text/plain")
		}
		if response, err := http.DefaultClient.Do(request); err == nil {
			response.Body.Close()
		}
	}
}
GO
go mod init finding.test/redirects 2> /dev/null
go build -o ask-go .
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 urllib3==2.8.0
cat > ask.py <<'PY'
import asyncio
import json
import subprocess
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import aiohttp
import httpx
import requests
import urllib3

CASES = {
    "POST 301": ["POST", "text", 301, "/end"],
    "POST 302": ["POST", "text", 302, "/end"],
    "POST 303": ["POST", "text", 303, "/end"],
    "POST 307": ["POST", "text", 307, "/end"],
    "POST 308": ["POST", "text", 308, "/end"],
    "PUT 301": ["PUT", "text", 301, "/end"],
    "PUT 302": ["PUT", "text", 302, "/end"],
    "PUT 303": ["PUT", "text", 303, "/end"],
    "PATCH 302": ["PATCH", "text", 302, "/end"],
    "DELETE 301": ["DELETE", None, 301, "/end"],
    "DELETE 302": ["DELETE", None, 302, "/end"],
    "DELETE 303": ["DELETE", None, 303, "/end"],
    "HEAD 302": ["HEAD", None, 302, "/end"],
    "HEAD 303": ["HEAD", None, 303, "/end"],
    "GET 300": ["GET", None, 300, "/end"],
    "GET 304": ["GET", None, 304, "/end"],
    "GET 302 to ?q=1": ["GET", None, 302, "?q=1"],
    "GET 302 to ../end": ["GET", None, 302, "../end"],
    "GET 302 to /a b": ["GET", None, 302, "/a b"],
    "GET 302 to /a%2fb": ["GET", None, 302, "/a%2fb"],
}
seen = {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    first = None

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length).decode()
        if self.headers.get("Transfer-Encoding"):
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size).decode()
                self.rfile.readline()
            self.rfile.readline()
        parts = self.path.strip("/").split("/")
        if len(parts) == 2 and parts[1].isdigit():
            name = list(CASES)[int(parts[1])]
            Handler.first = name, parts[0]
            seen[Handler.first] = "not followed"
            self.send_response(CASES[name][2])
            self.send_header("Location", CASES[name][3])
        else:
            given = [self.command, self.path.replace(Handler.first[1], "*") if "to" in Handler.first[0] else "", body]
            given.append("with a type of text" if self.headers.get("Content-Type") and not body else "")
            seen[Handler.first] = " ".join(part for part in given if part)
            self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = answer

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_address[1]}"
TYPE = {"Content-Type": "text/plain"}


async def ask_aiohttp(url, method, body):
    async with aiohttp.ClientSession() as session, session.request(
        method, url, data=body, headers=TYPE if body else {}, allow_redirects=True
    ):
        pass


ASK = {
    "requests": lambda url, method, body: requests.request(
        method, url, data=body, headers=TYPE if body else {}, allow_redirects=True
    ),
    "httpx": lambda url, method, body: httpx.request(
        method, url, content=body, headers=TYPE if body else {}, follow_redirects=True
    ),
    "aiohttp": lambda url, method, body: asyncio.run(ask_aiohttp(url, method, body)),
    "urllib3": lambda url, method, body: urllib3.request(method, url, body=body, headers=TYPE if body else {}),
}
calls = [[number, method, body] for number, (method, body, _, _) in enumerate(CASES.values())]
for library, ask in ASK.items():
    for number, method, body in calls:
        try:
            ask(f"{base}/{library}/{number}", method, body)
        except Exception as error:
            seen[list(CASES)[number], library] = type(error).__name__
for command in (["node", "ask.mjs"], ["./ask-go"]):
    subprocess.run([*command, base, json.dumps(calls)], check=True, timeout=60)
for (name, library), answer in seen.items():
    print(name, answer, library, sep="~")
PY
venv/bin/python ask.py | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
DELETE 301: DELETE by aiohttp axios fetch got httpx requests urllib3
DELETE 301: GET by Go superagent
DELETE 302: DELETE by aiohttp axios fetch got urllib3
DELETE 302: GET by Go httpx requests superagent
DELETE 303: GET by Go aiohttp axios fetch got httpx requests superagent urllib3
GET 300: GET by axios got
GET 300: not followed by Go aiohttp fetch httpx requests superagent urllib3
GET 302 to ../end: GET /end by Go aiohttp axios fetch got httpx requests superagent urllib3
GET 302 to /a b: GET /a%20b by Go aiohttp axios fetch got httpx requests superagent urllib3
GET 302 to /a%2fb: GET /a%2Fb by aiohttp requests urllib3
GET 302 to /a%2fb: GET /a%2fb by Go axios fetch got httpx superagent
GET 302 to ?q=1: GET /*/16?q=1 by Go aiohttp axios fetch got httpx requests superagent urllib3
GET 304: GET by axios got
GET 304: not followed by Go aiohttp fetch httpx requests superagent urllib3
HEAD 302: HEAD by Go aiohttp axios fetch got httpx requests urllib3
HEAD 302: not followed by superagent
HEAD 303: GET by urllib3
HEAD 303: HEAD by Go aiohttp axios fetch got httpx requests
HEAD 303: not followed by superagent
PATCH 302: GET with a type of text by httpx
PATCH 302: GET by Go requests superagent
PATCH 302: PATCH text by aiohttp axios fetch got urllib3
POST 301: GET with a type of text by aiohttp httpx
POST 301: GET by Go axios fetch requests superagent
POST 301: POST text by got urllib3
POST 302: GET with a type of text by aiohttp httpx
POST 302: GET by Go axios fetch requests superagent
POST 302: POST text by got urllib3
POST 303: GET with a type of text by aiohttp got httpx
POST 303: GET by Go axios fetch requests superagent urllib3
POST 307: POST text by Go aiohttp axios fetch got httpx requests superagent urllib3
POST 308: POST text by Go aiohttp axios fetch got httpx requests superagent urllib3
PUT 301: GET by Go superagent
PUT 301: PUT text by aiohttp axios fetch got httpx urllib3
PUT 301: PUT by requests
PUT 302: GET with a type of text by httpx
PUT 302: GET by Go requests superagent
PUT 302: PUT text by aiohttp axios fetch got urllib3
PUT 303: GET with a type of text by aiohttp got httpx
PUT 303: GET by Go axios fetch requests superagent urllib3
EXPECTED
diff expected seen
echo "redirects are followed as they were seen"
