#!/bin/sh
# nock 14.0.17 and undici 7.30.2 (npm), responses 0.26.3, requests-mock 1.12.1, respx 0.23.1 with httpx 0.28.1 and pook 2.1.6
# (PyPI), github.com/jarcoal/httpmock v1.4.2 and github.com/h2non/gock v1.2.0, seen on 2026-11-30 with Node 20, Python 3.11 and
# Go 1.26.
#
# Guess before it was run: eight mocks that expect a URL take it with its query in another order; a slash at its end may
# differ.
# Seen: gock reads the path as a pattern that may go on, so `/a` is also `/ab` and `/a/`, and `/a.b` is `/axb`; it,
# requests-mock and pook take queries with more in them. requests-mock does not tell `?x=A` from `?x=a`, or `/A` from `/a`.
# For gock and respx `/a%2Fb` is `/a/b`. Of two values, respx, pook, nock and undici keep the order, and four do not. If no
# query is expected, only nock and undici refuse one. `%20` and `+` in a query, and `%c3` and `%C3`, are one text for all but
# httpmock.
# Whom it meets: tests that pass although the client asks for something else. With a mock: look at the URL that it recorded.
# Output seen: the lines that EXPECTED has below, with the URL that is expected, the one that is called, and who takes it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
?x=1&y=2 ?y=2&x=1
?x=1 ?x=1&y=2
/a /a?x=1
?x=1&x=2 ?x=2&x=1
?x=1&x=2 ?x=2
?x=A ?x=a
/A /a
/a /a/
/a /ab
/a.b /axb
/a%2Fb /a/b
?q=a%20b ?q=a+b
?q=%c3%a9 ?q=%C3%A9
TEXT
npm install --silent --no-audit --no-fund nock@14.0.17 undici@7.30.2
cat > call.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { MockAgent, request } from 'undici';

const pairs = readFileSync('pairs', 'utf8').trim().split('\n').map((line) => line.split(' '));
const path = (text) => (text.startsWith('?') ? `/${text}` : text);
async function show(pair, name, call) {
  let taken;
  try {
    taken = (await call()) === 'taken';
  } catch {
    taken = false;
  }
  console.log(`${pair.join(' ')}\t${name}\t${taken}`);
}
for (const pair of pairs) {
  await show(pair, 'undici', async () => {
    const agent = new MockAgent();
    agent.disableNetConnect();
    agent.get('https://api.test').intercept({ path: path(pair[0]) }).reply(200, 'taken');
    return (await request(`https://api.test${path(pair[1])}`, { dispatcher: agent })).body.text();
  });
}
const { default: nock } = await import('nock');
nock.disableNetConnect();
for (const pair of pairs) {
  nock.cleanAll();
  nock('https://api.test').get(path(pair[0])).reply(200, 'taken');
  await show(pair, 'nock', async () => (await fetch(`https://api.test${path(pair[1])}`)).text());
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check \
  responses==0.26.3 requests-mock==1.12.1 respx==0.23.1 httpx==0.28.1 pook==2.1.6 requests==2.34.2
cat > call.py <<'PY'
import httpx
import pook
import requests
import requests_mock
import responses
import respx


def by_responses(expected, called):
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mock:
        mock.get(expected, body="taken")
        return requests.get(called).text


def by_requests_mock(expected, called):
    with requests_mock.Mocker() as mock:
        mock.get(expected, text="taken")
        return requests.get(called).text


def by_respx(expected, called):
    with respx.mock(assert_all_called=False) as mock:
        mock.get(expected).respond(text="taken")
        return httpx.get(called).text


def by_pook(expected, called):
    with pook.use():
        pook.get(expected).reply(200).body("taken")
        return requests.get(called).text


def url(text):
    return "https://api.test" + ("/" + text if text.startswith("?") else text)


UNEXPECTED = (
    requests.ConnectionError,
    requests_mock.NoMockAddress,
    respx.models.AllMockedAssertionError,
    pook.exceptions.PookNoMatches,
)
with open("pairs", encoding="utf-8") as file:
    lines = file.read().splitlines()
for call in (by_responses, by_requests_mock, by_respx, by_pook):
    for line in lines:
        try:
            taken = call(*(url(text) for text in line.split(" "))) == "taken"
        except UNEXPECTED:
            taken = False
        print(line, call.__name__[3:].replace("_", "-"), str(taken).lower(), sep="\t")
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

func url(text string) string {
	if strings.HasPrefix(text, "?") {
		text = "/" + text
	}
	return "https://api.test" + text
}

func show(line, name string, transport http.RoundTripper) {
	client := http.Client{Transport: transport}
	taken := false
	if answer, err := client.Get(url(strings.Fields(line)[1])); err == nil {
		body, _ := io.ReadAll(answer.Body)
		taken = string(body) == "taken"
	}
	fmt.Printf("%s\t%s\t%t\n", line, name, taken)
}

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		expected := url(strings.Fields(line)[0])
		mock := httpmock.NewMockTransport()
		mock.RegisterResponder("GET", expected, httpmock.NewStringResponder(200, "taken"))
		show(line, "httpmock", mock)
		gock.OffAll()
		gock.New(expected).Reply(200).BodyString("taken")
		show(line, "gock", gock.NewTransport())
	}
}
GO
{
  go mod init finding.test/call
  go get github.com/h2non/gock@v1.2.0 github.com/jarcoal/httpmock@v1.4.2
  go mod tidy
} 2> /dev/null
{ node call.mjs; venv/bin/python call.py; go run .; } | LC_ALL=C sort | awk -F '\t' '
  $1 != pair && pair != "" { print pair ":" names; names = "" }
  { pair = $1 }
  $3 == "true" { names = names " " $2 }
  END { print pair ":" names }' > seen
cat > expected <<'EXPECTED'
/A /a: requests-mock
/a /a/: gock
/a /a?x=1: gock httpmock pook requests-mock responses respx
/a /ab: gock
/a%2Fb /a/b: gock respx
/a.b /axb: gock
?q=%c3%a9 ?q=%C3%A9: gock nock pook requests-mock responses respx undici
?q=a%20b ?q=a+b: gock nock pook requests-mock responses respx undici
?x=1 ?x=1&y=2: gock pook requests-mock
?x=1&x=2 ?x=2:
?x=1&x=2 ?x=2&x=1: gock httpmock requests-mock responses
?x=1&y=2 ?y=2&x=1: gock httpmock nock pook requests-mock responses respx undici
?x=A ?x=a: requests-mock
EXPECTED
diff expected seen
echo "mocks of URLs behave as they were seen"
