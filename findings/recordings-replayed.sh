#!/bin/sh
# nock 14.0.17 and @pollyjs/core 6.0.6 with adapter-fetch 6.0.7 (npm), vcrpy 9.4.2 and betamax 0.9.0 (PyPI) and
# gopkg.in/dnaeon/go-vcr.v4 v4.0.8, seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: five recorders give a client the same answers while they record and when they replay; one of them
# joins two headers.
# Seen: none does, but polly and nock lose the first of two cookies, polly as soon as it records, and both lose the words
# behind a status. While nock records, fetch ends in an error for 204, and while it or polly does, for 304; such answers go
# well without a recorder. Replayed in another order, vcrpy and betamax answer a call with the answer to another body, token or
# accepted type, as they compare method and URL unless they are told more; nock does so for tokens and types, and vcrpy for
# values of a query. go-vcr, which compares all of it, is right in all.
# Whom it meets: tests on recordings whose calls run side by side. With a mock: make two calls that differ in their body only,
# in both orders.
# Output seen: the lines that EXPECTED has below, where an answer is not the one that the client has without a recorder.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund nock@14.0.17 \
  @pollyjs/core@6.0.6 @pollyjs/adapter-fetch@6.0.7 @pollyjs/persister-fs@6.0.6
cat > server.mjs <<'JS'
import { createServer } from 'node:http';

const server = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += part;
  const { authorization = 'nobody', accept } = request.headers;
  switch (request.url.split('?')[0]) {
    case '/cookies':
      return response.setHeader('set-cookie', ['a=1', 'b=2']).end('cookies');
    case '/reason':
      return response.writeHead(299, 'Odd').end('reason');
    case '/nothing':
      return response.writeHead(204).end();
    case '/unchanged':
      return response.writeHead(304, { etag: '"1"' }).end();
    case '/who':
      return response.end(authorization);
    case '/form':
      return response.end(accept);
    case '/query':
      return response.end(request.url);
    default:
      return response.end(body);
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
JS
cat > calls.json <<'JSON'
[
  ["GET /cookies", {}],
  ["GET /reason", {}],
  ["GET /nothing", {}],
  ["GET /unchanged", {}],
  ["POST /echo", { "body": "{\"id\":1}" }],
  ["POST /echo", { "body": "{\"id\":2}" }],
  ["GET /who", { "authorization": "Bearer a" }],
  ["GET /who", { "authorization": "Bearer b" }],
  ["GET /form", { "accept": "text/csv" }],
  ["GET /form", { "accept": "text/plain" }],
  ["GET /query?x=1&x=2", {}],
  ["GET /query?x=2&x=1", {}]
]
JSON
node server.mjs > base &
server=$!
trap 'kill "$server"; rm -rf "$folder"' EXIT
while [ ! -s base ]; do sleep 0.1; done
cat > record.mjs <<'JS'
import { readFileSync } from 'node:fs';
import FetchAdapter from '@pollyjs/adapter-fetch';
import { Polly } from '@pollyjs/core';
import FSPersister from '@pollyjs/persister-fs';

const base = readFileSync('base', 'utf8').trim();
const calls = JSON.parse(readFileSync('calls.json', 'utf8'));
async function make(list, name, when) {
  for (const [line, { body, ...headers }] of list) {
    const [method, path] = line.split(' ');
    let answer;
    try {
      const response = await fetch(base + path, { method, headers, body });
      answer = `${response.status} ${response.statusText} ${await response.text()} ${response.headers.getSetCookie()}`;
    } catch {
      answer = 'an error';
    }
    console.log([line, body ?? Object.values(headers).join(), name, when, answer.trim()].join('~'));
  }
}
await make(calls, 'fetch', 'plain');
Polly.register(FetchAdapter);
Polly.register(FSPersister);
for (const [mode, list] of [['record', calls], ['replay', calls.toReversed()]]) {
  const persisterOptions = { fs: { recordingsDir: 'polly' } };
  const polly = new Polly('calls', { adapters: ['fetch'], persister: 'fs', persisterOptions, mode, logLevel: 'silent' });
  await make(list, 'polly', mode);
  await polly.stop();
}
const { default: nock } = await import('nock');
nock.recorder.rec({ output_objects: true, dont_print: true });
await make(calls, 'nock', 'record');
const recorded = JSON.parse(JSON.stringify(nock.recorder.play()));
nock.restore();
nock.recorder.clear();
nock.activate();
nock.disableNetConnect();
nock.define(recorded);
await make(calls.toReversed(), 'nock', 'replay');
process.exit();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check vcrpy==9.4.2 betamax==0.9.0 requests==2.34.2
cat > record.py <<'PY'
import json

import betamax
import requests
import vcr

with open("base", encoding="utf-8") as file:
    base = file.read().strip()
with open("calls.json", encoding="utf-8") as file:
    calls = json.load(file)


def make(session, calls, name, when):
    for line, given in calls:
        method, path = line.split(" ")
        headers = {key: value for key, value in given.items() if key != "body"}
        response = session.request(method, base + path, headers=headers, data=given.get("body"))
        cookies = ",".join(response.raw.headers.getlist("set-cookie"))
        answer = f"{response.status_code} {response.reason} {response.text} {cookies}"
        print(line, next(iter(given.values()), ""), name, when, answer.strip(), sep="~")


make(requests.Session(), calls, "requests", "plain")
for when, order in (("record", calls), ("replay", calls[::-1])):
    with vcr.use_cassette("vcrpy.yaml", record_mode="once"):
        make(requests.Session(), order, "vcrpy", when)
    session = requests.Session()
    with betamax.Betamax(session, cassette_library_dir=".").use_cassette("betamax", record="once"):
        make(session, order, "betamax", when)
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"

	"gopkg.in/dnaeon/go-vcr.v4/pkg/recorder"
)

func make(client *http.Client, calls [][2]any, base, name, when string) {
	for _, call := range calls {
		method, path, _ := strings.Cut(call[0].(string), " ")
		var body io.Reader
		given := call[1].(map[string]any)
		if text, ok := given["body"].(string); ok {
			body = strings.NewReader(text)
		}
		request, _ := http.NewRequest(method, base+path, body)
		variant := ""
		for name, value := range given {
			variant = value.(string)
			if name != "body" {
				request.Header.Set(name, variant)
			}
		}
		answer := "an error"
		if response, err := client.Do(request); err == nil {
			content, _ := io.ReadAll(response.Body)
			cookies := strings.Join(response.Header.Values("Set-Cookie"), ",")
			answer = strings.TrimSpace(fmt.Sprintf("%s %s %s", response.Status, content, cookies))
		}
		fmt.Println(strings.Join([]string{call[0].(string), variant, name, when, answer}, "~"))
	}
}

func main() {
	file, _ := os.ReadFile("base")
	base := strings.TrimSpace(string(file))
	file, _ = os.ReadFile("calls.json")
	var calls [][2]any
	json.Unmarshal(file, &calls)
	make(http.DefaultClient, calls, base, "net/http", "plain")
	for _, when := range []string{"record", "replay"} {
		vcr, _ := recorder.New("go-vcr", recorder.WithMode(recorder.ModeRecordOnce))
		make(vcr.GetDefaultClient(), calls, base, "go-vcr", when)
		vcr.Stop()
		slices.Reverse(calls)
	}
}
GO
{
  go mod init finding.test/record
  go get gopkg.in/dnaeon/go-vcr.v4@v4.0.8
  go mod tidy
} 2> /dev/null
{ node record.mjs; venv/bin/python record.py; go run .; } > answers
awk -F '~' '
  { call = $1 ($2 == "" ? "" : " with " $2) }
  $4 == "plain" { plain[call] = plain[call] == "" || plain[call] == $5 ? $5 : "several" }
  $4 != "plain" { seen[++count] = call "~" $4 " by " $3 "~" $5 }
  END {
    for (call in plain) print call ": " plain[call]
    for (i = 1; i <= count; i++) {
      split(seen[i], parts, "~")
      if (parts[3] != plain[parts[1]]) print parts[1] ", " parts[2] ": " parts[3]
    }
  }' answers | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
GET /cookies, record by polly: 200 OK cookies b=2
GET /cookies, replay by nock: 200 OK cookies b=2
GET /cookies, replay by polly: 200 OK cookies b=2
GET /cookies: 200 OK cookies a=1,b=2
GET /form with text/csv, replay by betamax: 200 OK text/plain
GET /form with text/csv, replay by nock: 200 OK text/plain
GET /form with text/csv, replay by vcrpy: 200 OK text/plain
GET /form with text/csv: 200 OK text/csv
GET /form with text/plain, replay by betamax: 200 OK text/csv
GET /form with text/plain, replay by nock: 200 OK text/csv
GET /form with text/plain, replay by vcrpy: 200 OK text/csv
GET /form with text/plain: 200 OK text/plain
GET /nothing, record by nock: an error
GET /nothing, replay by nock: an error
GET /nothing: 204 No Content
GET /query?x=1&x=2, replay by vcrpy: 200 OK /query?x=2&x=1
GET /query?x=1&x=2: 200 OK /query?x=1&x=2
GET /query?x=2&x=1, replay by vcrpy: 200 OK /query?x=1&x=2
GET /query?x=2&x=1: 200 OK /query?x=2&x=1
GET /reason, record by polly: 299 OK reason
GET /reason, replay by nock: 299  reason
GET /reason, replay by polly: 299 OK reason
GET /reason: 299 Odd reason
GET /unchanged, record by nock: an error
GET /unchanged, record by polly: an error
GET /unchanged, replay by nock: an error
GET /unchanged: 304 Not Modified
GET /who with Bearer a, replay by betamax: 200 OK Bearer b
GET /who with Bearer a, replay by nock: 200 OK Bearer b
GET /who with Bearer a, replay by vcrpy: 200 OK Bearer b
GET /who with Bearer a: 200 OK Bearer a
GET /who with Bearer b, replay by betamax: 200 OK Bearer a
GET /who with Bearer b, replay by nock: 200 OK Bearer a
GET /who with Bearer b, replay by vcrpy: 200 OK Bearer a
GET /who with Bearer b: 200 OK Bearer b
POST /echo with {"id":1}, replay by betamax: 200 OK {"id":2}
POST /echo with {"id":1}, replay by vcrpy: 200 OK {"id":2}
POST /echo with {"id":1}: 200 OK {"id":1}
POST /echo with {"id":2}, replay by betamax: 200 OK {"id":1}
POST /echo with {"id":2}, replay by vcrpy: 200 OK {"id":1}
POST /echo with {"id":2}: 200 OK {"id":2}
EXPECTED
diff expected seen
echo "recorders behave as they were seen"
