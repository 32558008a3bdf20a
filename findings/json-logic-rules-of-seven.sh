#!/bin/sh
# json-logic-js 2.0.5, which JsonLogic names first, and json-logic-engine 5.0.7 (npm), datalogic-py 5.9.0 and jsonlogic-rs 0.5.0 (in
# Rust) and panzi-json-logic 1.0.1 (PyPI), github.com/diegoholiveira/jsonlogic/v3 v3.5.1 and io.github.jamsesso:json-logic-java
# 1.1.0 (Maven Central), seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: seven engines of JsonLogic give the value that its documentation has for each operation, in particular
# for what is true; one may differ for an empty list or the text "0".
# Seen: both are right in all, yet a list that is not empty (Truthy and falsy) is false in Java if it holds 0. Operations on numbers
# are those of JavaScript, but -1 % 3 is 2 for panzi. `cat` makes a text of each part: of `true` Go makes an error and panzi
# `True`, of null two make `null` and Java an exception, and of 3.0 two make `3.0`. 0 == false is an error in Go. The default of
# `var` is for what is missing; three take it for a null as well. `missing` names a member that is an empty text for
# json-logic-js and panzi alone, so a required field that a form left empty is not missed by five.
# Whom it meets: rules of flags or forms that are judged in a browser and at a server. With a mock: send empty texts and nulls.
# Output seen: the lines that EXPECTED has below: only rules of which not all have the right value.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A rule, its data, and the value that the documentation has, or follows from it.
cat > cases <<'TEXT'
[{"!!":["0"]},{},true]
[{"!!":[[]]},{},false]
[{"!!":[[0]]},{},true]
[{"!!":[-1]},{},true]
[{"!":[[]]},{},true]
[{"if":[[],"yes","no"]},{},"no"]
[{"if":["0","yes","no"]},{},"yes"]
[{"if":[false,1,false,2,3]},{},3]
[{"if":[false,1]},{},null]
[{"?:":[true,1,2]},{},1]
[{"and":[true,"",3]},{},""]
[{"or":[false,[],"a"]},{},"a"]
[{"==":[1,"1"]},{},true]
[{"==":[0,false]},{},true]
[{"===":[1,1.0]},{},true]
[{"!=":[1,"1"]},{},false]
[{">":["10",9]},{},true]
[{"<":[1,2,3]},{},true]
[{"<":[1,1,3]},{},false]
[{"<=":[1,1,3]},{},true]
[{"+":"3.14"},{},3.14]
[{"+":["1","2"]},{},3]
[{"+":[1,2,3]},{},6]
[{"-":2},{},-2]
[{"*":["2","3"]},{},6]
[{"/":[1,2]},{},0.5]
[{"%":[-1,3]},{},-1]
[{"max":[1,2,3]},{},3]
[{"cat":["a",1,true]},{},"a1true"]
[{"cat":["a",null]},{},"a"]
[{"cat":["pi is ",3.0]},{},"pi is 3"]
[{"substr":["jsonlogic",-5]},{},"logic"]
[{"substr":["jsonlogic",1,3]},{},"son"]
[{"substr":["jsonlogic",4,-2]},{},"log"]
[{"in":["b","abc"]},{},true]
[{"in":[1,[1,2]]},{},true]
[{"merge":[1,[2,[3]]]},{},[1,2,[3]]]
[{"var":["z",26]},{"a":1},26]
[{"var":["a",26]},{"a":null},null]
[{"var":"a.1.b"},{"a":[1,{"b":2}]},2]
[{"var":1},["a","b"],"b"]
[{"var":""},7,7]
[{"missing":["a","b"]},{"a":0},["b"]]
[{"missing":["a"]},{"a":""},["a"]]
[{"missing_some":[1,["a","b","c"]]},{"a":1},[]]
[{"missing_some":[2,["a","b","c"]]},{"a":1},["b","c"]]
[{"map":[[1,2],{"*":[{"var":""},2]}]},{},[2,4]]
[{"filter":[["0","",[],[1]],{"var":""}]},{},["0",[1]]]
[{"reduce":[[1,2],{"+":[{"var":"current"},{"var":"accumulator"}]},0]},{},3]
[{"all":[[],true]},{},false]
[{"none":[[],true]},{},true]
[{"some":[[1,2],{">":[{"var":""},1]}]},{},true]
TEXT
npm install --silent --no-audit --no-fund json-logic-js@2.0.5 json-logic-engine@5.0.7
cat > judge.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { LogicEngine } = require('json-logic-engine');
const { apply } = require('json-logic-js');

const engine = new LogicEngine();
const engines = { 'json-logic-js': apply, 'json-logic-engine': (rule, data) => engine.run(rule, data) };
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [rule, data] = JSON.parse(line);
  for (const [name, judge] of Object.entries(engines)) {
    let answer = 'an error';
    try {
      answer = JSON.stringify(judge(rule, data) ?? null);
    } catch {}
    console.log(`${line}~${answer}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check datalogic-py==5.9.0 jsonlogic-rs==0.5.0 panzi-json-logic==1.0.1
cat > judge.py <<'PY'
import json
import sys

import datalogic_py
import jsonlogic_rs
from json_logic import jsonLogic

ENGINES = {
    "datalogic": lambda rule, data: datalogic_py.apply(json.dumps(rule), json.dumps(data)),
    "jsonlogic-rs": jsonlogic_rs.apply,
    "panzi": jsonLogic,
}
for line in open("cases", encoding="utf-8").read().splitlines():
    rule, data, _ = json.loads(line)
    for name, judge in ENGINES.items():
        try:
            answer = json.dumps(judge(rule, data))
        except Exception as error:
            answer = "an error"
            print(line, name, type(error).__name__, error, file=sys.stderr)
        print(f"{line}~{answer}~{name}")
PY
cat > judge.go <<'GO'
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/diegoholiveira/jsonlogic/v3"
)

func main() {
	cases, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		var parts []json.RawMessage
		json.Unmarshal([]byte(line), &parts)
		var out bytes.Buffer
		answer := "an error"
		if err := jsonlogic.Apply(bytes.NewReader(parts[0]), bytes.NewReader(parts[1]), &out); err == nil {
			answer = strings.TrimSpace(out.String())
		}
		fmt.Printf("%s~%s~diegoholiveira\n", line, answer)
	}
}
GO
go mod init finding.test/judge 2> /dev/null
go get github.com/diegoholiveira/jsonlogic/v3@v3.5.1 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>judge</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.github.jamsesso</groupId><artifactId>json-logic-java</artifactId><version>1.1.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Judge.java <<'JAVA'
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonParser;
import io.github.jamsesso.jsonlogic.JsonLogic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;

public class Judge {
    public static void main(String[] arguments) throws Exception {
        Gson gson = new GsonBuilder().serializeNulls().create();
        for (String line : Files.readAllLines(Path.of("cases"))) {
            JsonArray parts = new JsonParser().parse(line).getAsJsonArray();
            String answer;
            try {
                Object data = gson.fromJson(parts.get(1), Object.class);
                Object found = new JsonLogic().apply(parts.get(0).toString(), data);
                answer = gson.toJson(found instanceof Collection<?> list ? new ArrayList<>(list) : found);
            } catch (Exception error) {
                answer = "an error";
                System.err.println(line + " jamsesso " + error);
            }
            System.out.println(line + "~" + answer + "~jamsesso");
        }
    }
}
JAVA
cat > compare.py <<'PY'
import json
import sys

found = {}
for line in sys.stdin.read().splitlines():
    text, answer, name = line.split("~")
    found.setdefault(text, {}).setdefault(answer if answer == "an error" else json.dumps(json.loads(answer)), []).append(name)
for text in open("cases", encoding="utf-8").read().splitlines():
    rule, data, right = json.loads(text)
    others = {}
    for answer, names in found[text].items():
        value = answer if answer == "an error" else json.loads(answer)
        same = value == right and isinstance(value, bool) == isinstance(right, bool)
        if answer == "an error" or not same:
            others[answer] = names
    if others:
        of = f" of {json.dumps(data)}" if data else ""
        print(f"{json.dumps(rule)}{of} is {json.dumps(right)}")
        for answer, names in sorted(others.items()):
            print(f"  {answer} by {' '.join(sorted(names))}")
print(f"cases: {len(found)}")
PY
{
  node judge.cjs
  venv/bin/python judge.py
  go run .
  java -cp 'classes/*' Judge.java
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
{"!!": [[0]]} is true
  false by jamsesso
{"==": [0, false]} is true
  an error by diegoholiveira
{"%": [-1, 3]} is -1
  2 by panzi
{"cat": ["a", 1, true]} is "a1true"
  "a1True" by panzi
  an error by diegoholiveira
{"cat": ["a", null]} is "a"
  "anull" by jsonlogic-rs panzi
  an error by jamsesso
{"cat": ["pi is ", 3.0]} is "pi is 3"
  "pi is 3.0" by datalogic jsonlogic-rs
{"var": ["a", 26]} of {"a": null} is null
  26 by diegoholiveira panzi
  26.0 by jamsesso
{"missing": ["a"]} of {"a": ""} is ["a"]
  [] by datalogic diegoholiveira jamsesso json-logic-engine jsonlogic-rs
cases: 52
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "rules of JsonLogic are judged as they were seen"
