#!/bin/sh
# `fetch` and `node:http` of Node, axios 1.21.1, got 14.6.5 and superagent 10.4.2 (npm), requests 2.34.2, httpx 0.28.1,
# aiohttp 3.14.5 and urllib3 2.8.0 (PyPI) and `net/http` of Go, seen on 2026-11-30 with Node 20.20, Python 3.11 and Go 1.26.
#
# Guess before it was run: nine clients (fetch, axios, got, superagent; requests, httpx, aiohttp, urllib3; Go) send the user
# and password of a URL as Basic, with `%40` and `%3A` decoded; fetch refuses, as its standard says; an empty password is sent
# by all.
# Seen: fetch does so. superagent does not decode: the password `p:ss`, which has to be `p%3Ass` in a URL, or may be `a:b` as
# it is, is sent as `p%3Ass` and `a%3Ab`, and `%25` stays. requests sends no login for `user@`, a user without a password, as
# keys of an API are, and it sends one for `user:@`; the others send both. urllib3 drops each login without a word. The
# others, `node:http` among them, decode and send all alike.
# Whom it meets: settings with one URL for an API, with its key in it. With a mock: let a password have a colon, and look at
# the login that it recorded.
# Output seen: the lines that EXPECTED has below, with the login as the server reads it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > logins <<'TEXT'
user:pass
user:
user
:pass
us%40er:p%3Ass
user:p%25ss
user:a:b
user:a+b
TEXT
npm install --silent --no-audit --no-fund axios@1.21.1 got@14.6.5 superagent@10.4.2
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import http from 'node:http';
import axios from 'axios';
import got from 'got';
import superagent from 'superagent';

const server = http.createServer((request, response) => {
  response.setHeader('Content-Type', 'text/plain');
  response.end(request.headers.authorization ?? 'none');
});
server.listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const clients = {
  fetch: async (url) => (await fetch(url)).text(),
  axios: async (url) => (await axios.get(url)).data,
  got: (url) => got(url, { retry: { limit: 0 } }).text(),
  superagent: async (url) => (await superagent.get(url)).text,
  'node:http': (url) =>
    new Promise((done) => {
      http.get(url, async (response) => done((await response.toArray()).join('')));
    }),
};
for (const login of readFileSync('logins', 'utf8').trim().split('\n')) {
  for (const [library, ask] of Object.entries(clients)) {
    let answer;
    try {
      answer = await ask(`http://${login}@127.0.0.1:${server.address().port}/`);
    } catch (error) {
      answer = error.name;
    }
    console.log([login, answer, library].join('~'));
  }
}
process.exit();
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
)

func main() {
	server := httptest.NewServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		answer := request.Header.Get("Authorization")
		if answer == "" {
			answer = "none"
		}
		_, _ = io.WriteString(writer, answer)
	}))
	defer server.Close()
	file, _ := os.ReadFile("logins")
	for _, login := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := "an error"
		if response, err := http.Get(strings.Replace(server.URL, "//", "//"+login+"@", 1)); err == nil {
			body, _ := io.ReadAll(response.Body)
			response.Body.Close()
			answer = string(body)
		}
		fmt.Printf("%s~%s~Go\n", login, answer)
	}
}
GO
go mod init finding.test/logins 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 urllib3==2.8.0
cat > ask.py <<'PY'
import asyncio
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import aiohttp
import httpx
import requests
import urllib3


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write((self.headers.get("Authorization") or "none").encode())

    def log_message(self, *_):
        pass


async def ask_aiohttp(url):
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return await response.text()


ASK = {
    "requests": lambda url: requests.get(url).text,
    "httpx": lambda url: httpx.get(url).text,
    "aiohttp": lambda url: asyncio.run(ask_aiohttp(url)),
    "urllib3": lambda url: urllib3.request("GET", url).data.decode(),
}
server = HTTPServer(("127.0.0.1", 0), Handler)
Thread(target=server.serve_forever, daemon=True).start()
with open("logins", encoding="utf-8") as file:
    logins = file.read().splitlines()
for login in logins:
    for library, ask in ASK.items():
        try:
            answer = ask(f"http://{login}@127.0.0.1:{server.server_port}/")
        except Exception as error:
            answer = type(error).__name__
        print(login, answer, library, sep="~")
PY
cat > show.py <<'PY'
import base64
import sys
from collections import defaultdict

groups = defaultdict(list)
for line in sys.stdin.read().splitlines():
    login, answer, library = line.split("~")
    if answer.startswith("Basic "):
        answer = ascii(base64.b64decode(answer[6:]))[1:]
    groups[login, answer].append(library)
for (login, answer), libraries in sorted(groups.items()):
    print(f"{login}: {answer} by {' '.join(sorted(libraries))}")
PY
{ node ask.mjs; venv/bin/python ask.py; go run .; } | python3 show.py > seen
cat > expected <<'EXPECTED'
:pass: ':pass' by Go aiohttp axios got httpx node:http requests superagent
:pass: TypeError by fetch
:pass: none by urllib3
us%40er:p%3Ass: 'us%40er:p%3Ass' by superagent
us%40er:p%3Ass: 'us@er:p:ss' by Go aiohttp axios got httpx node:http requests
us%40er:p%3Ass: TypeError by fetch
us%40er:p%3Ass: none by urllib3
user: 'user:' by Go aiohttp axios got httpx node:http superagent
user: TypeError by fetch
user: none by requests urllib3
user:: 'user:' by Go aiohttp axios got httpx node:http requests superagent
user:: TypeError by fetch
user:: none by urllib3
user:a+b: 'user:a+b' by Go aiohttp axios got httpx node:http requests superagent
user:a+b: TypeError by fetch
user:a+b: none by urllib3
user:a:b: 'user:a%3Ab' by superagent
user:a:b: 'user:a:b' by Go aiohttp axios got httpx node:http requests
user:a:b: TypeError by fetch
user:a:b: none by urllib3
user:p%25ss: 'user:p%25ss' by superagent
user:p%25ss: 'user:p%ss' by Go aiohttp axios got httpx node:http requests
user:p%25ss: TypeError by fetch
user:p%25ss: none by urllib3
user:pass: 'user:pass' by Go aiohttp axios got httpx node:http requests superagent
user:pass: TypeError by fetch
user:pass: none by urllib3
EXPECTED
diff expected seen
echo "logins in URLs are sent as they were seen"
