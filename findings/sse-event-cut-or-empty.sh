#!/bin/sh
# sseclient-py 1.9.0 and httpx-sse 0.4.3 (PyPI), eventsource-parser 3.1.1 (npm), and github.com/r3labs/sse/v2 v2.10.0,
# github.com/tmaxmax/go-sse v0.12.0 and github.com/launchdarkly/eventsource v1.11.0, seen on 2026-11-29 with Python 3.11, Node
# 20 and Go 1.26.
#
# Guess before it was run: six readers of event streams give the same events, but for U+2028 in sseclient-py.
# Seen: that one is read well by all. An event that the end of the stream cuts is to be thrown away (HTML, server-sent events,
# interpretation); sseclient-py and r3labs give it. An event without data is to be none; httpx-sse and the three in Go give
# one. A line `data` alone is an event with an empty text; r3labs drops it.
# Whom it meets: who ends a stream in the middle, as tests of reconnection do. With a mock: cut the connection inside an
# event, and look at what the client took from it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir streams
printf 'data: a\342\200\250b\n\n' > streams/1-separator
printf 'data: a\n\ndata: b\n' > streams/2-cut
printf 'id: 7\n\ndata: a\n\n' > streams/3-without-data
printf 'data\n\ndata: a\n\n' > streams/4-empty
npm install --silent --no-audit --no-fund eventsource-parser@3.1.1
cat > read.mjs <<'JS'
import { readdirSync, readFileSync } from 'node:fs';
import { createParser } from 'eventsource-parser';

for (const name of readdirSync('streams').sort()) {
  const texts = [];
  createParser({ onEvent: ({ data }) => texts.push(data) }).feed(readFileSync(`streams/${name}`, 'utf8'));
  console.log(`${name}, eventsource-parser: ${texts.map((text) => `[${text}]`).join('')}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sseclient-py==1.9.0 httpx-sse==0.4.3 httpx==0.28.1
cat > read.py <<'PY'
from pathlib import Path

import httpx
import httpx_sse
import sseclient


def by_httpx(stream):
    answer = httpx.Response(200, headers={"content-type": "text/event-stream"}, content=stream)
    with httpx.Client(transport=httpx.MockTransport(lambda _: answer)) as client:
        with httpx_sse.connect_sse(client, "GET", "http://events.test/") as source:
            return list(source.iter_sse())


READERS = {"sseclient-py": lambda stream: sseclient.SSEClient(iter([stream])).events(), "httpx-sse": by_httpx}
for path in sorted(Path("streams").iterdir()):
    for name, read in READERS.items():
        print(f"{path.name}, {name}: " + "".join(f"[{event.data}]" for event in read(path.read_bytes())))
PY
cat > main.go <<'GO'
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"time"

	"github.com/launchdarkly/eventsource"
	r3labs "github.com/r3labs/sse/v2"
	tmaxmax "github.com/tmaxmax/go-sse"
)

type never struct{}

func (never) NextBackOff() time.Duration { return -1 }
func (never) Reset()                     {}

func main() {
	entries, _ := os.ReadDir("streams")
	for _, entry := range entries {
		stream, _ := os.ReadFile("streams/" + entry.Name())

		texts := ""
		server := httptest.NewServer(http.HandlerFunc(func(answer http.ResponseWriter, _ *http.Request) {
			answer.Header().Set("Content-Type", "text/event-stream")
			_, _ = answer.Write(stream)
		}))
		client := r3labs.NewClient(server.URL)
		client.ReconnectStrategy = never{}
		_ = client.SubscribeRaw(func(event *r3labs.Event) { texts += "[" + string(event.Data) + "]" })
		server.Close()
		fmt.Printf("%s, r3labs: %s\n", entry.Name(), texts)

		texts = ""
		for event, err := range tmaxmax.Read(bytes.NewReader(stream), nil) {
			if err == nil {
				texts += "[" + event.Data + "]"
			}
		}
		fmt.Printf("%s, tmaxmax: %s\n", entry.Name(), texts)

		texts = ""
		decoder := eventsource.NewDecoder(bytes.NewReader(stream))
		for event, err := decoder.Decode(); err == nil; event, err = decoder.Decode() {
			texts += "[" + event.Data() + "]"
		}
		fmt.Printf("%s, launchdarkly: %s\n", entry.Name(), texts)
	}
}
GO
{
  go mod init finding.test/events
  go get github.com/r3labs/sse/v2@v2.10.0 github.com/tmaxmax/go-sse@v0.12.0 github.com/launchdarkly/eventsource@v1.11.0
  go mod tidy
} 2> /dev/null
{ node read.mjs; PYTHONIOENCODING=utf-8 venv/bin/python read.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1-separator, eventsource-parser: [a b]
1-separator, httpx-sse: [a b]
1-separator, launchdarkly: [a b]
1-separator, r3labs: [a b]
1-separator, sseclient-py: [a b]
1-separator, tmaxmax: [a b]
2-cut, eventsource-parser: [a]
2-cut, httpx-sse: [a]
2-cut, launchdarkly: [a]
2-cut, r3labs: [a][b]
2-cut, sseclient-py: [a][b]
2-cut, tmaxmax: [a]
3-without-data, eventsource-parser: [a]
3-without-data, httpx-sse: [][a]
3-without-data, launchdarkly: [][a]
3-without-data, r3labs: [][a]
3-without-data, sseclient-py: [a]
3-without-data, tmaxmax: [][a]
4-empty, eventsource-parser: [][a]
4-empty, httpx-sse: [][a]
4-empty, launchdarkly: [][a]
4-empty, r3labs: [a]
4-empty, sseclient-py: [][a]
4-empty, tmaxmax: [][a]
EXPECTED
diff expected seen
echo "readers of event streams behave as they were seen"
