#!/bin/sh
# software.amazon.event.ruler:event-ruler 1.8.1 (Maven Central), moto 5.2.5 (PyPI) and serverless-offline-aws-eventbridge 2.2.4
# (npm), seen on 2026-12-01 with Java 17, Python 3.11 and Node 20.
#
# Guess before it was run: the library of which EventBridge is made (in Java), and two that stand in for EventBridge in tests, match
# an event with a pattern alike, where they know the operator; newer operators are missed, with an error.
# Seen: moto knows all of them, and takes `true` for 1, also in a range of numbers. It never matches within an object that is in a
# list, which EventBridge does (Amazon EventBridge, event patterns, arrays). An empty list has no value for it, yet `exists` is
# met. An address with bits behind the prefix is no network for it. serverless-offline says that it does not know `wildcard` and
# `cidr`, but what it does not know within `anything-but` or `prefix` it takes for a value: `anything-but` with a prefix is met by
# each event, also by one without the field. It joins members of two objects in a list to one match, has objects for `exists`,
# which is met by leaves only (comparison operators, exists), and texts in ranges of numbers. With `$or`, other fields are not
# looked at; `$or` below the top, a null, and a prefix for a number end in errors that say nothing of that.
# Whom it meets: tests of subscriptions to events that run against such a stand-in. With a mock: give it the events that a pattern
# should not match, too.
# Output seen: the lines that EXPECTED has below: a pattern and an event, the answer of the library in Java, and other answers.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
[{"a":["x","y"]},{"a":["z","y"]}]
[{"a":["1"]},{"a":1}]
[{"a":[1]},{"a":true}]
[{"a":[0]},{"a":false}]
[{"a":[null]},{"a":null}]
[{"a":{"b":["x"]}},{"a":{"b":"x"}}]
[{"a":{"b":["x"]}},{"a":[{"b":"y"},{"b":"x"}]}]
[{"a":{"b":["x"],"c":["y"]}},{"a":[{"b":"x","c":"z"},{"b":"w","c":"y"}]}]
[{"a":[{"prefix":"x"}]},{"a":["z","xy"]}]
[{"a":[{"prefix":"x"}]},{"a":1}]
[{"a":[{"prefix":{"equals-ignore-case":"X"}}]},{"a":"xy"}]
[{"a":[{"suffix":"x"}]},{"a":"yx"}]
[{"a":[{"equals-ignore-case":"X"}]},{"a":"x"}]
[{"a":[{"wildcard":"x*z"}]},{"a":"xyz"}]
[{"a":[{"anything-but":"x"}]},{"a":"y"}]
[{"a":[{"anything-but":"x"}]},{"b":"y"}]
[{"a":[{"anything-but":"x"}]},{"a":["x","y"]}]
[{"a":[{"anything-but":{"prefix":"x"}}]},{"a":"xy"}]
[{"a":[{"anything-but":{"suffix":["x","y"]}}]},{"a":"yx"}]
[{"a":[{"exists":true}]},{"a":null}]
[{"a":[{"exists":true}]},{"a":[]}]
[{"a":[{"exists":true}]},{"a":{"b":1}}]
[{"a":{"b":[{"exists":false}]}},{"c":1}]
[{"a":[{"numeric":[">",0,"<=",5]}]},{"a":5}]
[{"a":[{"numeric":[">",0]}]},{"a":"1"}]
[{"a":[{"numeric":[">",0]}]},{"a":true}]
[{"a":[{"cidr":"10.0.0.0/8"}]},{"a":"10.1.2.3"}]
[{"a":[{"cidr":"10.0.0.5/8"}]},{"a":"10.1.2.3"}]
[{"$or":[{"a":["x"]},{"b":["y"]}]},{"b":"y"}]
[{"c":["z"],"$or":[{"a":["x"]},{"b":["y"]}]},{"b":"y"}]
[{"a":{"$or":[{"b":["x"]},{"c":["y"]}]}},{"a":{"c":"y"}}]
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>match</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>software.amazon.event.ruler</groupId><artifactId>event-ruler</artifactId><version>1.8.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Match.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import software.amazon.event.ruler.Machine;

public class Match {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            JsonNode pair = new ObjectMapper().readTree(line);
            Machine machine = new Machine();
            machine.addRule("rule", pair.get(0).toString());
            boolean met = !machine.rulesForJSONEvent(pair.get(1).toString()).isEmpty();
            System.out.println(line + "~" + (met ? "yes" : "no") + "~Java");
        }
    }
}
JAVA
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check moto==5.2.5
cat > match.py <<'PY'
import json

from moto.events.models import EventPattern, EventPatternParser

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        pattern, event = json.loads(line)
        text = json.dumps(pattern)
        met = EventPattern(text, EventPatternParser(text).parse()).matches_event(event)
        print(f"{line}~{'yes' if met else 'no'}~moto")
PY
npm install --silent --no-audit --no-fund --legacy-peer-deps serverless-offline-aws-eventbridge@2.2.4
cat > match.cjs <<'JS'
const { readFileSync } = require('node:fs');
const Plugin = require('serverless-offline-aws-eventbridge');

// It has no function for one event, so that an instance without a server is asked.
const plugin = Object.create(Plugin.prototype);
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [detail, event] = JSON.parse(line);
  const entry = { EventBusName: 'bus', Source: 'test', DetailType: 'test', Detail: JSON.stringify(event) };
  let answer;
  try {
    const subscriber = { functionKey: 'f', event: { eventBus: 'bus', pattern: { source: ['test'], detail } } };
    answer = plugin.verifyIsSubscribed(subscriber, entry) ? 'yes' : 'no';
  } catch (error) {
    answer = error.message.includes('not supported') ? 'not supported' : error.message.split(/\n| to search/)[0];
  }
  console.log(`${line}~${answer}~serverless-offline`);
}
JS
java -cp 'classes/*' Match.java > right 2> errors
{
  venv/bin/python match.py
  node match.cjs
} 2>> errors | awk -F '~' '
  NR == FNR { right[$1] = $2; line[$1] = $1 " " $2; order[++count] = $1; next }
  $2 != right[$1] { line[$1] = line[$1] "\n  " $3 ": " $2 }
  END { for (at = 1; at <= count; at++) print line[order[at]] }
' right - > seen
cat > expected <<'EXPECTED'
[{"a":["x","y"]},{"a":["z","y"]}] yes
[{"a":["1"]},{"a":1}] no
[{"a":[1]},{"a":true}] no
  moto: yes
[{"a":[0]},{"a":false}] no
  moto: yes
[{"a":[null]},{"a":null}] yes
  serverless-offline: Cannot use 'in' operator
[{"a":{"b":["x"]}},{"a":{"b":"x"}}] yes
[{"a":{"b":["x"]}},{"a":[{"b":"y"},{"b":"x"}]}] yes
  moto: no
[{"a":{"b":["x"],"c":["y"]}},{"a":[{"b":"x","c":"z"},{"b":"w","c":"y"}]}] no
  serverless-offline: yes
[{"a":[{"prefix":"x"}]},{"a":["z","xy"]}] yes
[{"a":[{"prefix":"x"}]},{"a":1}] no
  serverless-offline: value.startsWith is not a function
[{"a":[{"prefix":{"equals-ignore-case":"X"}}]},{"a":"xy"}] yes
  serverless-offline: no
[{"a":[{"suffix":"x"}]},{"a":"yx"}] yes
[{"a":[{"equals-ignore-case":"X"}]},{"a":"x"}] yes
[{"a":[{"wildcard":"x*z"}]},{"a":"xyz"}] yes
  serverless-offline: not supported
[{"a":[{"anything-but":"x"}]},{"a":"y"}] yes
[{"a":[{"anything-but":"x"}]},{"b":"y"}] no
  serverless-offline: yes
[{"a":[{"anything-but":"x"}]},{"a":["x","y"]}] yes
  serverless-offline: no
[{"a":[{"anything-but":{"prefix":"x"}}]},{"a":"xy"}] no
  serverless-offline: yes
[{"a":[{"anything-but":{"suffix":["x","y"]}}]},{"a":"yx"}] no
  serverless-offline: yes
[{"a":[{"exists":true}]},{"a":null}] yes
[{"a":[{"exists":true}]},{"a":[]}] no
  moto: yes
  serverless-offline: yes
[{"a":[{"exists":true}]},{"a":{"b":1}}] no
  serverless-offline: yes
[{"a":{"b":[{"exists":false}]}},{"c":1}] yes
[{"a":[{"numeric":[">",0,"<=",5]}]},{"a":5}] yes
[{"a":[{"numeric":[">",0]}]},{"a":"1"}] no
  serverless-offline: yes
[{"a":[{"numeric":[">",0]}]},{"a":true}] no
  moto: yes
[{"a":[{"cidr":"10.0.0.0/8"}]},{"a":"10.1.2.3"}] yes
  serverless-offline: not supported
[{"a":[{"cidr":"10.0.0.5/8"}]},{"a":"10.1.2.3"}] yes
  moto: no
  serverless-offline: not supported
[{"$or":[{"a":["x"]},{"b":["y"]}]},{"b":"y"}] yes
[{"c":["z"],"$or":[{"a":["x"]},{"b":["y"]}]},{"b":"y"}] no
  serverless-offline: yes
[{"a":{"$or":[{"b":["x"]},{"c":["y"]}]}},{"a":{"c":"y"}}] yes
  serverless-offline: Parse error on line 1:
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "patterns of EventBridge are matched as they were seen"
