#!/bin/sh
# cloudevents 10.0.0 (npm), cloudevents 2.2.0 (PyPI), github.com/cloudevents/sdk-go/v2 v2.16.2, io.cloudevents:
# cloudevents-json-jackson 4.0.1 (Maven Central) and cloudevents-sdk 0.9.0 (crates.io), seen on 2026-11-29 with Node 20,
# Python 3.11, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: five SDKs write a structured event as they read it, but for the digits of its time.
# Seen: JavaScript and Python give an event without a time the time of reading. Media types that end in `+json` are JSON
# (JSON format 1.0.2, 3.1), so their data may be an object: Go refuses it, Java if a dot is before `+json`, and Rust if a
# parameter is behind it. Data that is null is lost by JavaScript and Python. A text as data of `text/plain` is bytes in
# Base64 after Java. An attribute that is null is not set (chapter 2): Python refuses the event if it is `subject`, and Java
# makes the text `null` of an extension.
# Whom it meets: relays, and tests that compare an event with what was sent. With a mock: send events with a time and
# `application/json`, and one without each.
# Output seen: the lines that EXPECTED has below; what is not in a line stayed as it was.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > events <<'TEXT'
no-time {"specversion":"1.0","id":"1","source":"/a","type":"t","datacontenttype":"application/json","data":{"a":1}}
suffix-parameter {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/problem+json; charset=utf-8","data":{"a":1}}
suffix {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/problem+json","data":{"a":1}}
vendor {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/vnd.acme+json","data":{"a":1}}
data-null {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/json","data":null}
text {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"text/plain","data":"a"}
extension-null {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/json","ext":null,"data":1}
subject-null {"specversion":"1.0","id":"1","source":"/a","type":"t","time":"2026-01-01T00:00:00Z","datacontenttype":"application/json","subject":null,"data":1}
TEXT
npm install --silent --no-audit --no-fund cloudevents@10.0.0
cat > pass.cjs <<'JS'
const { HTTP } = require('cloudevents');

for (const line of require('node:fs').readFileSync('events', 'utf8').trim().split('\n')) {
  const [name] = line.split(' ');
  let answer = 'refused';
  try {
    const event = HTTP.toEvent({ headers: { 'content-type': 'application/cloudevents+json' }, body: line.slice(name.length + 1) });
    answer = HTTP.structured(event).body;
  } catch {}
  console.log(`${name} JavaScript ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cloudevents==2.2.0
cat > pass.py <<'PY'
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent

with open("events", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, text = line.split(" ", 1)
        try:
            answer = JSONFormat().write(JSONFormat().read(CloudEvent, text)).decode()
        except Exception:
            answer = "refused"
        print(name, "Python", answer)
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/cloudevents/sdk-go/v2/event"
)

func main() {
	file, _ := os.ReadFile("events")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, text, _ := strings.Cut(line, " ")
		answer := "refused"
		read := event.New()
		if json.Unmarshal([]byte(text), &read) == nil {
			written, _ := json.Marshal(read)
			answer = string(written)
		}
		fmt.Println(name, "Go", answer)
	}
}
GO
{
  go mod init finding.test/events
  go get github.com/cloudevents/sdk-go/v2@v2.16.2
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>events</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.cloudevents</groupId><artifactId>cloudevents-json-jackson</artifactId><version>4.0.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import io.cloudevents.jackson.JsonFormat;
import java.nio.file.Files;
import java.nio.file.Path;

class Pass {
    public static void main(String[] arguments) throws Exception {
        JsonFormat format = new JsonFormat();
        for (String line : Files.readAllLines(Path.of("events"))) {
            String[] parts = line.split(" ", 2);
            String answer = "refused";
            try {
                answer = new String(format.serialize(format.deserialize(parts[1].getBytes("UTF-8"))), "UTF-8");
            } catch (RuntimeException error) {
            }
            System.out.println(parts[0] + " Java " + answer);
        }
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
cloudevents-sdk = "=0.9.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for line in include_str!("../events").lines() {
        let (name, text) = line.split_once(' ').expect("a name and an event");
        let answer = match serde_json::from_str::<cloudevents::Event>(text) {
            Ok(event) => serde_json::to_string(&event).expect("JSON"),
            Err(_) => "refused".into(),
        };
        println!("{name} Rust {answer}");
    }
}
RUST
{
  node pass.cjs
  venv/bin/python pass.py
  go run .
  java -cp 'classes/*' Pass.java 2> /dev/null
  CARGO_TARGET_DIR=target cargo run --quiet
} > written
cat > compare.py <<'PY'
import json
from datetime import datetime

with open("events", encoding="utf-8") as file:
    sent = {name: json.loads(text) for name, text in (line.split(" ", 1) for line in file.read().splitlines())}
with open("written", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, sdk, text = line.split(" ", 2)
        if text == "refused":
            print(f"{name} by {sdk}: refused")
            continue
        before, after = sent[name], json.loads(text)
        if "time" in before and datetime.fromisoformat(before["time"]) == datetime.fromisoformat(after["time"]):
            after["time"] = before["time"]
        lost = before.keys() - after.keys()
        added = after.keys() - before.keys()
        changed = {member for member in before.keys() & after.keys() if before[member] != after[member]}
        for title, members in (("loses", lost), ("adds", added), ("changes", changed)):
            for member in sorted(members):
                print(f"{name} by {sdk}: {title} {member}" + ("" if member == "time" or title == "loses" else f" {json.dumps(after[member])}"))
PY
python3 compare.py | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
data-null by JavaScript: loses data
data-null by Python: loses data
extension-null by Go: loses ext
extension-null by Java: changes ext "null"
extension-null by Rust: loses ext
no-time by JavaScript: adds time
no-time by Python: adds time
subject-null by Go: loses subject
subject-null by Java: loses subject
subject-null by JavaScript: loses subject
subject-null by Python: refused
subject-null by Rust: loses subject
suffix by Go: refused
suffix-parameter by Go: refused
suffix-parameter by Rust: refused
text by Java: adds data_base64 "YQ=="
text by Java: loses data
vendor by Go: refused
vendor by Java: refused
EXPECTED
diff expected seen
echo "structured events behave as they were seen"
