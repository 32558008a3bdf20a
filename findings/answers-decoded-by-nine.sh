#!/bin/sh
# `fetch` of Node, axios 1.21.1, got 14.6.5 and superagent 10.4.2 (npm), requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5 and
# urllib3 2.8.0 (PyPI) and `net/http` of Go, seen on 2026-11-30 with Node 20.20, Python 3.11 and Go 1.26.
#
# Guess before it was run: nine clients (fetch, axios, got, superagent; requests, httpx, aiohttp, urllib3; Go) decode gzip,
# GZIP, x-gzip and deflate alike; raw deflate, two codings and gzip of two members fail in some; an unknown coding is given as
# it is.
# Seen: raw deflate is no valid answer and was taken out. gzip may have several members (RFC 1952, 2.2), as servers make that
# add to a file: httpx gives the text of the first one, without an error. An answer may have several codings in their order,
# also in two fields (RFC 9110, 8.4 and 5.3). Only fetch, httpx, requests and urllib3 decode them; the five others give the
# bytes as if they were the text. `x-gzip` is to be read as gzip (8.4.1.3), and five do not, httpx among them. Go decodes
# nothing but gzip, for which it asks by itself.
# Whom it meets: clients behind a proxy that compresses once more, and of logs that are stored in parts. With a mock: answer
# with gzip of two members, and with two codings.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund axios@1.21.1 got@14.6.5 superagent@10.4.2
cat > ask.mjs <<'JS'
import axios from 'axios';
import got from 'got';
import superagent from 'superagent';

const [, , base, count] = process.argv;
const clients = {
  fetch: async (url) => (await fetch(url)).text(),
  axios: async (url) => (await axios.get(url)).data,
  got: (url) => got(url, { retry: { limit: 0 } }).text(),
  superagent: async (url) => (await superagent.get(url)).text,
};
for (let number = 0; number < Number(count); number += 1) {
  for (const [library, ask] of Object.entries(clients)) {
    const answer = await ask(`${base}/${number}`).catch(() => null);
    console.log(JSON.stringify([number, answer, library]));
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
	"strconv"
)

func main() {
	count, _ := strconv.Atoi(os.Args[2])
	for number := range count {
		var answer any
		if response, err := http.Get(fmt.Sprintf("%s/%d", os.Args[1], number)); err == nil {
			if body, err := io.ReadAll(response.Body); err == nil {
				answer = string(body)
			}
			response.Body.Close()
		}
		line, _ := json.Marshal([]any{number, answer, "Go"})
		fmt.Println(string(line))
	}
}
GO
go mod init finding.test/decode 2> /dev/null
go build -o ask-go .
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 urllib3==2.8.0
cat > ask.py <<'PY'
import asyncio
import gzip
import json
import subprocess
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import aiohttp
import httpx
import requests
import urllib3

TEXT = b"a text"
CASES = {
    "gzip": ["gzip", gzip.compress(TEXT)],
    "GZIP": ["GZIP", gzip.compress(TEXT)],
    "x-gzip": ["x-gzip", gzip.compress(TEXT)],
    "deflate": ["deflate", zlib.compress(TEXT)],
    "Deflate": ["Deflate", zlib.compress(TEXT)],
    "identity": ["identity", TEXT],
    "deflate, gzip": ["deflate, gzip", gzip.compress(zlib.compress(TEXT))],
    "deflate,gzip": ["deflate,gzip", gzip.compress(zlib.compress(TEXT))],
    "gzip, gzip": ["gzip, gzip", gzip.compress(gzip.compress(TEXT))],
    "two fields": ["deflate\ngzip", gzip.compress(zlib.compress(TEXT))],
    "gzip of two members": ["gzip", gzip.compress(TEXT[:2]) + gzip.compress(TEXT[2:])],
    "gzip of nothing": ["gzip", b""],
    "an unknown coding": ["x-new", TEXT],
}


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        codings, body = list(CASES.values())[int(self.path[1:])]
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", str(len(body)))
        for coding in codings.split("\n"):
            self.send_header("Content-Encoding", coding)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


async def ask_aiohttp(url):
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return await response.read()


def show(name, answer, library):
    _, body = CASES[name]
    expected = b"" if name == "gzip of nothing" else TEXT
    if isinstance(answer, str):
        answer = answer.encode()
    kind = "the text" if answer == expected else "an error" if answer is None else "another text"
    if answer == b"" != expected:
        kind = "nothing"
    elif answer == TEXT[:2]:
        kind = "the first member"
    elif answer not in (None, expected) and (answer == body or answer[:1] in (b"\x1f", b"x", b"K")):
        kind = "bytes that are not decoded"
    print(name, kind, library, sep="~")


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
Thread(target=server.serve_forever, daemon=True).start()
base = f"http://127.0.0.1:{server.server_port}"
ASK = {
    "requests": lambda url: requests.get(url).content,
    "httpx": lambda url: httpx.get(url).content,
    "aiohttp": lambda url: asyncio.run(ask_aiohttp(url)),
    "urllib3": lambda url: urllib3.request("GET", url, retries=False).data,
}
names = list(CASES)
for library, ask in ASK.items():
    for number, name in enumerate(names):
        try:
            answer = ask(f"{base}/{number}")
        except Exception:
            answer = None
        show(name, answer, library)
for command in (["node", "ask.mjs"], ["./ask-go"]):
    done = subprocess.run([*command, base, str(len(names))], check=True, timeout=120, capture_output=True)
    for line in done.stdout.decode(errors="replace").splitlines():
        number, answer, library = json.loads(line)
        show(names[number], answer, library)
PY
venv/bin/python ask.py | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
Deflate: bytes that are not decoded by Go
Deflate: the text by aiohttp axios fetch got httpx requests superagent urllib3
GZIP: the text by Go aiohttp axios fetch got httpx requests superagent urllib3
an unknown coding: the text by Go aiohttp axios fetch got httpx requests superagent urllib3
deflate, gzip: bytes that are not decoded by Go aiohttp axios got superagent
deflate, gzip: the text by fetch httpx requests urllib3
deflate,gzip: bytes that are not decoded by Go aiohttp axios got superagent
deflate,gzip: the text by fetch httpx requests urllib3
deflate: bytes that are not decoded by Go
deflate: the text by aiohttp axios fetch got httpx requests superagent urllib3
gzip of nothing: the text by Go aiohttp axios fetch got httpx requests superagent urllib3
gzip of two members: the first member by httpx
gzip of two members: the text by Go aiohttp axios fetch got requests superagent urllib3
gzip, gzip: bytes that are not decoded by Go aiohttp axios got superagent
gzip, gzip: the text by fetch httpx requests urllib3
gzip: the text by Go aiohttp axios fetch got httpx requests superagent urllib3
identity: the text by Go aiohttp axios fetch got httpx requests superagent urllib3
two fields: bytes that are not decoded by Go aiohttp axios got superagent
two fields: the text by fetch httpx requests urllib3
x-gzip: bytes that are not decoded by Go aiohttp got httpx superagent
x-gzip: the text by axios fetch requests urllib3
EXPECTED
diff expected seen
echo "answers are decoded as they were seen"
