#!/bin/sh
# axios 1.21.1, got 14.6.5, ky 1.9.1 and superagent 10.4.2 (npm) and requests 2.34.2, httpx 0.28.1, aiohttp 3.14.5 and urllib3
# 2.8.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: eight clients (axios, got, ky, superagent; requests, httpx, aiohttp, urllib3) send the same query
# for numbers, booleans and texts; lists and null differ; a query in the URL stays beside params.
# Seen: a boolean is `True` from requests and urllib3, and a TypeError in aiohttp. If the URL has a query already, urllib3
# adds a second question mark, so the last value in the URL becomes `1?q=a`; got, httpx and ky drop the URL's query, and got
# and httpx also do it for an object without parameters. Of an object, requests sends the name of its member as the value, ky
# `[object Object]`, and httpx and urllib3 the text of a dictionary of Python, which is what urllib3 sends for a list, too. A
# list is `q[]` in axios and one text with a comma in ky. Null is nothing, `q`, `q=`, `q=null` or `q=None`. urllib3 puts the
# parameters behind a fragment, and so sends none.
# Whom it meets: clients that change their library, and callers who follow a link with a query. With a mock: look at the URLs
# that it recorded.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "text": ["", {"q": "a b+c&d/é"}], "empty text": ["", {"q": ""}], "number": ["", {"q": 1.5}], "boolean": ["", {"q": true}],
  "null": ["", {"q": null}], "list": ["", {"q": ["a", "b"]}], "empty list": ["", {"q": []}], "list with null": ["", {"q": ["a", null]}],
  "object": ["", {"q": {"a": 1}}], "name[]": ["", {"q[]": "a"}], "query in the URL": ["?p=1", {"q": "a"}],
  "same name in the URL": ["?q=1", {"q": "a"}], "no parameters beside the URL": ["?p=1", {}], "fragment": ["#f", {"q": "a"}],
  "signs in the URL": ["?p=a+b%2Bc%20d|e'f", {"q": "a"}]
}
JSON
npm install --silent --no-audit --no-fund axios@1.21.1 got@14.6.5 ky@1.9.1 superagent@10.4.2
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import http from 'node:http';
import axios from 'axios';
import got from 'got';
import ky from 'ky';
import superagent from 'superagent';

const server = http.createServer((request, response) => response.end(request.url)).listen(0, '127.0.0.1');
await new Promise((done) => server.once('listening', done));
const clients = {
  axios: async (url, params) => (await axios.get(url, { params })).data,
  got: (url, searchParams) => got(url, { searchParams, retry: { limit: 0 } }).text(),
  ky: (url, searchParams) => ky(url, { searchParams }).text(),
  superagent: async (url, query) => (await superagent.get(url).query(query).buffer(true)).text,
};
for (const [name, [end, params]] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  for (const [library, ask] of Object.entries(clients)) {
    let answer;
    try {
      answer = await ask(`http://127.0.0.1:${server.address().port}/${end}`, structuredClone(params));
    } catch (error) {
      answer = error.name;
    }
    console.log([name, answer, library].join('~'));
  }
}
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check requests==2.34.2 httpx==0.28.1 aiohttp==3.14.5 urllib3==2.8.0
cat > ask.py <<'PY'
import asyncio
import json
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
        self.wfile.write(self.path.encode())

    def log_message(self, *_):
        pass


async def ask_aiohttp(url, params):
    async with aiohttp.ClientSession() as session, session.get(url, params=params) as response:
        return await response.text()


ASK = {
    "requests": lambda url, params: requests.get(url, params=params).text,
    "httpx": lambda url, params: httpx.get(url, params=params).text,
    "aiohttp": lambda url, params: asyncio.run(ask_aiohttp(url, params)),
    "urllib3": lambda url, params: urllib3.request("GET", url, fields=params).data.decode(),
}
server = HTTPServer(("127.0.0.1", 0), Handler)
Thread(target=server.serve_forever, daemon=True).start()
with open("cases.json", encoding="utf-8") as file:
    cases = json.load(file)
for name, (end, params) in cases.items():
    for library, ask in ASK.items():
        try:
            answer = ask(f"http://127.0.0.1:{server.server_port}/{end}", params)
        except (TypeError, ValueError) as error:
            answer = type(error).__name__
        print(name, answer, library, sep="~")
PY
{ node ask.mjs; venv/bin/python ask.py; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
boolean: /?q=True by requests urllib3
boolean: /?q=true by axios got httpx ky superagent
boolean: TypeError by aiohttp
empty list: /?q=%5B%5D by urllib3
empty list: /?q= by ky
empty list: /? by httpx
empty list: / by aiohttp axios requests superagent
empty list: RequestError by got
empty text: /?q= by aiohttp axios got httpx ky requests superagent urllib3
fragment: /?q=a by aiohttp axios got httpx ky requests superagent
fragment: / by urllib3
list with null: /?q%5B%5D=a by axios
list with null: /?q=%5B%27a%27%2C+None%5D by urllib3
list with null: /?q=a%2C by ky
list with null: /?q=a&q= by httpx
list with null: /?q=a&q by superagent
list with null: /?q=a by requests
list with null: RequestError by got
list with null: TypeError by aiohttp
list: /?q%5B%5D=a&q%5B%5D=b by axios
list: /?q=%5B%27a%27%2C+%27b%27%5D by urllib3
list: /?q=a%2Cb by ky
list: /?q=a&q=b by aiohttp httpx requests superagent
list: RequestError by got
name[]: /?q%5B%5D=a by aiohttp axios got httpx ky requests superagent urllib3
no parameters beside the URL: /?p=1 by aiohttp axios ky requests superagent urllib3
no parameters beside the URL: / by got httpx
null: /?q=None by urllib3
null: /?q=null by ky
null: /?q= by got httpx
null: /?q by superagent
null: / by axios requests
null: TypeError by aiohttp
number: /?q=1.5 by aiohttp axios got httpx ky requests superagent urllib3
object: /?q%5Ba%5D=1 by axios superagent
object: /?q=%5Bobject+Object%5D by ky
object: /?q=%7B%27a%27%3A+1%7D by httpx urllib3
object: /?q=a by requests
object: RequestError by got
object: TypeError by aiohttp
query in the URL: /?p=1&q=a by aiohttp axios requests superagent
query in the URL: /?p=1?q=a by urllib3
query in the URL: /?q=a by got httpx ky
same name in the URL: /?q=1&q=a by aiohttp axios requests superagent
same name in the URL: /?q=1?q=a by urllib3
same name in the URL: /?q=a by got httpx ky
signs in the URL: /?p=a+b%2Bc%20d%7Ce'f&q=a by aiohttp requests
signs in the URL: /?p=a+b%2Bc%20d%7Ce'f?q=a by urllib3
signs in the URL: /?p=a+b%2Bc%20d|e%27f&q=a by axios superagent
signs in the URL: /?q=a by got httpx ky
text: /?q=a%20b%2Bc%26d%2F%C3%A9 by superagent
text: /?q=a+b%2Bc%26d%2F%C3%A9 by axios got httpx ky requests urllib3
text: /?q=a+b%2Bc%26d/%C3%A9 by aiohttp
EXPECTED
diff expected seen
echo "values of a query are sent as they were seen"
