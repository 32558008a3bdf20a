#!/bin/sh
# jsonpath-plus 10.4.0 (npm), jsonpath-rfc9535 1.0.1 (PyPI), com.jayway.jsonpath:json-path 2.9.0 (Maven Central) and
# github.com/PaesslerAG/jsonpath v0.1.1, seen on 2026-11-29 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: three readers of JSONPath that are older than RFC 9535 differ from it at filters only.
# Seen: Java refuses most of what is new. jsonpath-plus gives an empty list instead, without an error, for a filter without
# parentheses, a negative index, a negative step and two names in one bracket; for the empty slice `[0:0]` it gives the
# whole list. PaesslerAG and Java give nothing for a negative step, and PaesslerAG none for a filter with a function.
# `[?@.fix]` has a member that is null, and `[?(@.fix == null)]` has none that is absent (RFC 9535, 2.3.5): PaesslerAG
# leaves out the former, jsonpath-plus adds the latter. Java and PaesslerAG give a path to one place as the value, not as a
# list.
# Whom it meets: tests that expect a path to find nothing. With a mock: let the same path find something first.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > document.json <<'JSON'
{
  "scores": [1, 2, 3, 4, 5],
  "vulns": [{ "id": "A", "score": 9 }, { "id": "B", "score": 5, "fix": "1.2" }, { "id": "C", "score": 9, "fix": null }],
  "image": { "name": "nginx", "tag": "1" }
}
JSON
cat > paths <<'TEXT'
$.scores[-1]
$.scores[0:0]
$.scores[3:0:-2]
$.vulns[?@.score > 5].id
$.vulns[?@.fix].id
$.vulns[?length(@.id) == 1].id
$.vulns[?(@.fix == null)].id
$.image['name','tag']
$.image.name
TEXT
npm install --silent --no-audit --no-fund jsonpath-plus@10.4.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { JSONPath } from 'jsonpath-plus';

const json = JSON.parse(readFileSync('document.json', 'utf8'));
for (const path of readFileSync('paths', 'utf8').trim().split('\n')) {
  let answer = 'refused';
  try {
    answer = JSON.stringify(JSONPath({ path, json }));
  } catch {}
  console.log(`${path} by jsonpath-plus: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonpath-rfc9535==1.0.1
cat > read.py <<'PY'
import json

import jsonpath_rfc9535

with open("document.json", encoding="utf-8") as file:
    document = json.load(file)
with open("paths", encoding="utf-8") as file:
    for path in file.read().splitlines():
        values = jsonpath_rfc9535.find(path, document).values()
        print(f"{path} by jsonpath-rfc9535: {json.dumps(values, separators=(',', ':'))}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>paths</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.jayway.jsonpath</groupId><artifactId>json-path</artifactId><version>2.9.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.jayway.jsonpath.JsonPath;
import com.jayway.jsonpath.JsonPathException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.minidev.json.JSONValue;

class Read {
    public static void main(String[] arguments) throws Exception {
        String document = Files.readString(Path.of("document.json"));
        for (String path : Files.readAllLines(Path.of("paths"))) {
            String answer = "refused";
            try {
                answer = JSONValue.toJSONString(JsonPath.read(document, path));
            } catch (JsonPathException error) {
            }
            System.out.println(path + " by Java: " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/PaesslerAG/jsonpath"
)

func main() {
	text, _ := os.ReadFile("document.json")
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	paths, _ := os.ReadFile("paths")
	for _, path := range strings.Split(strings.TrimSpace(string(paths)), "\n") {
		answer := "refused"
		if found, err := jsonpath.Get(path, document); err == nil {
			written, _ := json.Marshal(found)
			answer = string(written)
		}
		fmt.Println(path, "by PaesslerAG:", answer)
	}
}
GO
{
  go mod init finding.test/paths
  go get github.com/PaesslerAG/jsonpath@v0.1.1
  go mod tidy
} 2> /dev/null
{ node read.mjs; venv/bin/python read.py; java -cp 'classes/*' Read.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
$.image.name by Java: "nginx"
$.image.name by PaesslerAG: "nginx"
$.image.name by jsonpath-plus: ["nginx"]
$.image.name by jsonpath-rfc9535: ["nginx"]
$.image['name','tag'] by Java: {"name":"nginx","tag":"1"}
$.image['name','tag'] by PaesslerAG: refused
$.image['name','tag'] by jsonpath-plus: []
$.image['name','tag'] by jsonpath-rfc9535: ["nginx","1"]
$.scores[-1] by Java: 5
$.scores[-1] by PaesslerAG: refused
$.scores[-1] by jsonpath-plus: []
$.scores[-1] by jsonpath-rfc9535: [5]
$.scores[0:0] by Java: []
$.scores[0:0] by PaesslerAG: []
$.scores[0:0] by jsonpath-plus: [1,2,3,4,5]
$.scores[0:0] by jsonpath-rfc9535: []
$.scores[3:0:-2] by Java: []
$.scores[3:0:-2] by PaesslerAG: []
$.scores[3:0:-2] by jsonpath-plus: []
$.scores[3:0:-2] by jsonpath-rfc9535: [4,2]
$.vulns[?(@.fix == null)].id by Java: ["C"]
$.vulns[?(@.fix == null)].id by PaesslerAG: ["C"]
$.vulns[?(@.fix == null)].id by jsonpath-plus: ["A","C"]
$.vulns[?(@.fix == null)].id by jsonpath-rfc9535: ["C"]
$.vulns[?@.fix].id by Java: refused
$.vulns[?@.fix].id by PaesslerAG: ["B"]
$.vulns[?@.fix].id by jsonpath-plus: []
$.vulns[?@.fix].id by jsonpath-rfc9535: ["B","C"]
$.vulns[?@.score > 5].id by Java: refused
$.vulns[?@.score > 5].id by PaesslerAG: refused
$.vulns[?@.score > 5].id by jsonpath-plus: []
$.vulns[?@.score > 5].id by jsonpath-rfc9535: ["A","C"]
$.vulns[?length(@.id) == 1].id by Java: refused
$.vulns[?length(@.id) == 1].id by PaesslerAG: []
$.vulns[?length(@.id) == 1].id by jsonpath-plus: []
$.vulns[?length(@.id) == 1].id by jsonpath-rfc9535: ["A","B","C"]
EXPECTED
diff expected seen
echo "readers of JSONPath behave as they were seen"
