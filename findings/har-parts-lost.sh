#!/bin/sh
# github.com/google/martian/v3 v3.3.3 and github.com/chromedp/cdproto v0.160.2, de.sstoehr:har-reader 2.5.0 (Maven Central),
# har 0.9.0 (crates.io), haralyzer 2.4.0 (PyPI) and httpsnippet 3.0.10 (npm), seen on 2026-11-29 with Go 1.26, Java 17, Rust
# 1.95, Python 3.11 and Node 20.
#
# Guess before it was run: six readers of HAR 1.2 give what an entry has, without fields of the browser's own (`_queued`).
# Seen: browsers write times in parts of a millisecond. martian refuses the file for one such time, and har-reader cuts them
# to whole ones; it also cuts the start to milliseconds and writes it in UTC. Own fields are to be ignored (HAR 1.2, custom
# fields): cdproto and har lose them, har-reader does not, and haralyzer adds `_queued` to the time to the first byte. Of two
# headers with one name, httpsnippet sends the last. cdproto writes the text of an answer in Base64, but no `encoding` that
# says so. It and har lose a cookie's `sameSite`, which newer files have.
# Whom it meets: who replays a recording, or measures with it. With a mock: record a call with one header twice.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > in.har <<'JSON'
{"log": {"version": "1.2", "creator": {"name": "finding", "version": "1"},
  "pages": [{"id": "p", "title": "p", "startedDateTime": "2026-01-02T03:04:05.123456+09:00", "pageTimings": {"onLoad": 20}}],
  "entries": [{
    "pageref": "p", "startedDateTime": "2026-01-02T03:04:05.123456+09:00", "time": 12.75,
    "request": {
      "method": "PATCH", "url": "https://api.test/a?b=1&b=2", "httpVersion": "HTTP/2", "headersSize": -1, "bodySize": 7,
      "cookies": [{"name": "a", "value": "1", "sameSite": "Lax"}],
      "headers": [{"name": "X-Tag", "value": "1"}, {"name": "X-Tag", "value": "2"}],
      "queryString": [{"name": "b", "value": "1"}, {"name": "b", "value": "2"}],
      "postData": {"mimeType": "application/json", "params": [], "text": "{\"n\":1}"}},
    "response": {
      "status": 200, "statusText": "", "httpVersion": "HTTP/2", "headersSize": -1, "bodySize": 3, "cookies": [],
      "headers": [], "content": {"size": 3, "mimeType": "text/plain", "text": "abc"}, "redirectURL": ""},
    "cache": {}, "timings": {"blocked": 0.5, "send": 0, "wait": 12.25, "receive": 0, "_queued": 1.5}}]}}
JSON
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/chromedp/cdproto/har"
	martian "github.com/google/martian/v3/har"
)

func main() {
	text, _ := os.ReadFile("in.har")
	var read har.HAR
	if err := json.Unmarshal(text, &read); err != nil {
		panic(err)
	}
	written, _ := json.Marshal(read)
	os.WriteFile("cdproto.har", written, 0o600)
	fmt.Println("martian:", json.Unmarshal(text, &martian.HAR{}))
}
GO
{
  go mod init finding.test/har
  go get github.com/chromedp/cdproto@v0.160.2 github.com/google/martian/v3@v3.3.3
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>har</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>de.sstoehr</groupId><artifactId>har-reader</artifactId><version>2.5.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import de.sstoehr.harreader.HarReader;
import de.sstoehr.harreader.HarWriter;
import java.io.File;

class Pass {
    public static void main(String[] arguments) throws Exception {
        new HarWriter().writeTo(new File("har-reader.har"), new HarReader().readFromFile(new File("in.har")));
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
har = "=0.9.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    let read = har::from_path("in.har").expect("a valid file");
    std::fs::write("har.har", serde_json::to_string(&read).expect("JSON")).expect("a file");
}
RUST
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check haralyzer==2.4.0
cat > compare.py <<'PY'
import json
from pathlib import Path

from haralyzer import HarParser


def read(name):
    return json.loads(Path(f"{name}.har").read_text())


def compare(before, after, path):
    for key, value in before.items() if isinstance(before, dict) else enumerate(before):
        place = f"{path}/{key}"
        if isinstance(after, dict) and key not in after:
            print(f"{place} is lost")
        elif isinstance(value, (dict, list)):
            compare(value, after[key], place)
        elif value != after[key]:
            print(f"{place} is {after[key]}")


for library in ("cdproto", "har-reader", "har"):
    compare(read("in")["log"]["entries"][0], read(library)["log"]["entries"][0], f"{library}: ")
print(f"haralyzer: first byte after {HarParser(read('in')).pages[0].time_to_first_byte} ms")
PY
npm install --silent --no-audit --no-fund httpsnippet@3.0.10
cat > send.cjs <<'JS'
const { HTTPSnippet } = require('httpsnippet');

const { request } = JSON.parse(require('node:fs').readFileSync('in.har', 'utf8')).log.entries[0];
const command = new HTTPSnippet(request).convert('shell', 'curl');
console.log(`httpsnippet: ${command.match(/--header '[^']*'/g).join(' ')}`);
JS
go run . > seen
java -cp 'classes/*' Pass.java 2> /dev/null
CARGO_TARGET_DIR=target cargo run --quiet
{ venv/bin/python compare.py; node send.cjs; } >> seen
cat > expected <<'EXPECTED'
martian: json: cannot unmarshal number 12.75 into Go struct field Entry.log.entries.time of type int64
cdproto: /request/cookies/0/sameSite is lost
cdproto: /response/content/text is YWJj
cdproto: /timings/_queued is lost
har-reader: /startedDateTime is 2026-01-01T18:04:05.123+00:00
har-reader: /time is 12
har-reader: /timings/blocked is 0
har-reader: /timings/wait is 12
har: /request/cookies/0/sameSite is lost
har: /timings/_queued is lost
haralyzer: first byte after 14.25 ms
httpsnippet: --header 'x-tag: 2'
EXPECTED
diff expected seen
echo "readers of HAR behave as they were seen"
