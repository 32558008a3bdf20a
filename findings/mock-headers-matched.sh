#!/bin/sh
# nock 14.0.17 and undici 7.30.2 (npm), responses 0.26.3, requests-mock 1.12.1, respx 0.23.1 with httpx 0.28.1, pook 2.1.6 and
# pytest-httpserver 1.2.0 (PyPI), github.com/jarcoal/httpmock v1.4.2 and github.com/h2non/gock v1.2.0, seen on 2026-11-30 with
# Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: nine mocks that expect a header take it with its name in any case, and as one of several lines;
# lists of values, blanks and repeated headers differ.
# Seen: a name has no case (RFC 9110, 5.1), but responses takes `X-A` only for `X-A`. Two lines of one name are the list of one
# line (5.3): if `1, 2` is expected, only nock takes two lines (requests always sends one), and if `1` is, httpmock takes them
# and looks at the first. gock reads a value as a pattern that may stand anywhere, so `1` is also `11`, and `a.c` is `abc`. If
# an empty value is expected, nock and httpmock take a call without the header. Blanks in a list and around `;`, which mean
# nothing, and the case of `Bearer` (11.1) count for all, so a client that changes its library fails.
# Whom it meets: tests that pass or fail by how a client writes its headers. With a mock: look at the headers that it recorded.
# Output seen: the lines that EXPECTED has below, with the header that is expected, those that are sent, and who takes them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
x-a: 1|X-A: 1
X-A: 1|x-a: 1
x-a: b|x-a: B
x-a: 1|x-a: 11
x-a: a.c|x-a: abc
x-a: 1, 2|x-a: 1|x-a: 2
x-a: 1, 2|x-a: 1, 2
x-a: 1, 2|x-a: 1,2
x-a: 1|x-a: 1, 2
x-a: 1|x-a: 1|x-a: 2
x-a: 2|x-a: 1|x-a: 2
x-a: |x-a: 
x-a: |x-b: 1
authorization: Bearer a|authorization: bearer a
content-type: text/csv; charset=utf-8|content-type: text/csv;charset=utf-8
TEXT
npm install --silent --no-audit --no-fund nock@14.0.17 undici@7.30.2
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { MockAgent, request } from 'undici';

const lines = readFileSync('pairs', 'utf8').trim().split('\n');
function sentHeaders(pairs) {
  const headers = {};
  for (const [name, value] of pairs) headers[name] = name in headers ? [headers[name], value].flat() : value;
  return headers;
}
async function show(name, call) {
  for (const line of lines) {
    const [[header, value], ...pairs] = line.split('|').map((pair) => pair.split(/: /));
    let taken;
    try {
      taken = (await call(header, value, sentHeaders(pairs))) === 'taken';
    } catch {
      taken = false;
    }
    console.log(`${line}~${name}~${taken}`);
  }
}
await show('undici', async (header, value, headers) => {
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent.get('http://api.test').intercept({ path: '/', headers: { [header]: value } }).reply(200, 'taken');
  return (await request('http://api.test/', { dispatcher: agent, headers })).body.text();
});
const { default: nock } = await import('nock');
nock.disableNetConnect();
await show('nock', async (header, value, headers) => {
  nock.cleanAll();
  nock('http://api.test').get('/').matchHeader(header, value).reply(200, 'taken');
  const response = await new Promise((answered, failed) => {
    http.get('http://api.test/', { headers }, answered).on('error', failed);
  });
  let text = '';
  for await (const part of response) text += part;
  return text;
});
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check responses==0.26.3 requests-mock==1.12.1 requests==2.34.2 \
  respx==0.23.1 httpx==0.28.1 pook==2.1.6 pytest-httpserver==1.2.0
cat > call.py <<'PY'
import http.client

import httpx
import pook
import requests
import requests_mock
import responses
import respx
from pytest_httpserver import HTTPServer

URL = "http://api.test/"


def joined(pairs):
    """requests has one line for each name."""
    headers = {}
    for name, value in pairs:
        headers[name] = f"{headers[name]}, {value}" if name in headers else value
    return headers


def by_responses(expected, pairs):
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.get(URL, body="taken", match=[responses.matchers.header_matcher(expected)])
        return requests.get(URL, headers=joined(pairs)).text


def by_requests_mock(expected, pairs):
    with requests_mock.Mocker() as mock:
        mock.get(URL, text="taken", request_headers=expected)
        return requests.get(URL, headers=joined(pairs)).text


def by_respx(expected, pairs):
    with respx.mock(assert_all_called=False) as mock:
        mock.get(URL, headers=expected).respond(text="taken")
        return httpx.get(URL, headers=pairs).text


def by_pook(expected, pairs):
    with pook.use():
        pook.get(URL, headers=expected).reply(200).body("taken")
        return requests.get(URL, headers=joined(pairs)).text


def by_pytest_httpserver(expected, pairs):
    with HTTPServer() as server:
        server.expect_request("/", headers=expected).respond_with_data("taken")
        connection = http.client.HTTPConnection("localhost", server.port)
        connection.putrequest("GET", "/")
        for name, value in pairs:
            connection.putheader(name, value)
        connection.endheaders()
        return connection.getresponse().read().decode()


UNEXPECTED = (
    requests.ConnectionError,
    requests_mock.NoMockAddress,
    respx.models.AllMockedAssertionError,
    pook.exceptions.PookNoMatches,
)
with open("pairs", encoding="utf-8") as file:
    lines = file.read().splitlines()
for call in (by_responses, by_requests_mock, by_respx, by_pook, by_pytest_httpserver):
    for line in lines:
        expected, *pairs = [tuple(pair.split(": ")) for pair in line.split("|")]
        try:
            taken = call(dict([expected]), pairs) == "taken"
        except UNEXPECTED:
            taken = False
        print(line, call.__name__[3:].replace("_", "-"), str(taken).lower(), sep="~")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/h2non/gock"
	"github.com/jarcoal/httpmock"
)

const url = "http://api.test/"

func show(line, name string, pairs []string, transport http.RoundTripper) {
	request, _ := http.NewRequest("GET", url, nil)
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, ": ")
		request.Header.Add(name, value)
	}
	taken := false
	if answer, err := transport.RoundTrip(request); err == nil {
		body, _ := io.ReadAll(answer.Body)
		taken = string(body) == "taken"
	}
	fmt.Printf("%s~%s~%t\n", line, name, taken)
}

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.Trim(string(file), "\n"), "\n") {
		pairs := strings.Split(line, "|")
		name, value, _ := strings.Cut(pairs[0], ": ")
		mock := httpmock.NewMockTransport()
		mock.RegisterMatcherResponder("GET", url, httpmock.HeaderIs(name, value), httpmock.NewStringResponder(200, "taken"))
		show(line, "httpmock", pairs[1:], mock)
		gock.OffAll()
		gock.New(url).MatchHeader(name, value).Reply(200).BodyString("taken")
		show(line, "gock", pairs[1:], gock.NewTransport())
	}
}
GO
{
  go mod init finding.test/call
  go get github.com/h2non/gock@v1.2.0 github.com/jarcoal/httpmock@v1.4.2
  go mod tidy
} 2> /dev/null
{ node call.mjs; venv/bin/python call.py 2> /dev/null; go run .; } | LC_ALL=C sort | sed 's/|/ => /' | awk -F '~' '
  $1 != pair && pair != "" { print pair ":" names; names = "" }
  { pair = $1 }
  $3 == "true" { names = names " " $2 }
  END { print pair ":" names }' > seen
cat > expected <<'EXPECTED'
X-A: 1 => x-a: 1: gock httpmock nock pook pytest-httpserver requests-mock respx undici
authorization: Bearer a => authorization: bearer a:
content-type: text/csv; charset=utf-8 => content-type: text/csv;charset=utf-8:
x-a: 1, 2 => x-a: 1, 2: gock httpmock nock pook pytest-httpserver requests-mock responses respx undici
x-a: 1, 2 => x-a: 1,2:
x-a: 1, 2 => x-a: 1|x-a: 2: nock pook requests-mock responses
x-a: 1 => X-A: 1: gock httpmock nock pook pytest-httpserver requests-mock respx undici
x-a: 1 => x-a: 1, 2: gock
x-a: 1 => x-a: 11: gock
x-a: 1 => x-a: 1|x-a: 2: gock httpmock
x-a: 2 => x-a: 1|x-a: 2: gock
x-a: a.c => x-a: abc: gock
x-a: b => x-a: B:
x-a:  => x-a: : gock httpmock nock pook pytest-httpserver requests-mock responses respx undici
x-a:  => x-b: 1: httpmock nock
EXPECTED
diff expected seen
echo "mocks of headers behave as they were seen"
