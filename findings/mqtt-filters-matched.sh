#!/bin/sh
# mqtt-match 3.0.0, mqtt-pattern 2.1.1, mqtt-wildcard 3.0.9, mqtt-emitter 4.1.0 and mqemitter 7.1.0 (npm), paho-mqtt 2.2.0 and
# aiomqtt 2.5.1 (PyPI), github.com/eclipse/paho.golang v0.23.0 and github.com/mochi-mqtt/server/v2 v2.7.9, com.hivemq:
# hivemq-mqtt-client 1.3.7 and org.eclipse.paho.client.mqttv3 and mqttv5.client 1.2.5 (Maven Central) and rumqttc 0.25.1
# (crates.io), seen on 2026-12-01 with Node 20, Python 3.11, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: thirteen libraries match topics of MQTT with filters alike; small ones miss that a wildcard in front
# matches no topic with `$` in front, and that `a/#` matches `a`.
# Seen: the second is missed by none, and the first by ten (MQTT 5.0, 4.7.2). A server does not send such a topic for `#`, but if
# the client also subscribes to `$SYS/#`, these call the handler of `#` with it. rumqttc takes a topic with `$` in front for one
# that nothing matches, `$SYS/#` included. A level may be empty (4.7.1.1), and `+` matches it (4.7.1.3): both libraries of paho
# for Java and mqtt-pattern do not, so `a/+` misses the topic `a/`, which the server sent. Only paho-mqtt and mochi are right.
# Whom it meets: who handles topics by filters at the client, beside messages of a server about itself. With a mock: send the
# topics of each handler to all of them.
# Output seen: the lines that EXPECTED has below: what is right, a filter and a topic, and whose answer is another.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
yes a/b/c/# a/b/c
yes a/# a
yes a/# a/
yes a/# a/b/c
no a/# ab
yes # a/b
yes # /a
yes # /
no # $SYS/a
no +/a $SYS/a
yes $SYS/# $SYS/a
yes $SYS/+/b $SYS/a/b
yes a/$b/# a/$b/c
yes a/+ a/$b
no + /a
yes /+ /a
yes +/+ /a
no a/+ a
yes a/+ a/
yes +/a/# b/a
yes a/+/b a//b
no a/b a//b
no a a/
no a A
no a.b a/b
no a.b acb
yes a/(b) a/(b)
yes a/b[c] a/b[c]
yes a/b*c a/b*c
no a/b*c a/bbc
yes +/b* a/b*
TEXT
npm install --silent --no-audit --no-fund mqtt-match@3.0.0 mqtt-pattern@2.1.1 mqtt-wildcard@3.0.9 mqtt-emitter@4.1.0 mqemitter@7.1.0
cat > match.cjs <<'JS'
const { readFileSync } = require('node:fs');
const mqttMatch = require('mqtt-match');
const mqttPattern = require('mqtt-pattern');
const mqttWildcard = require('mqtt-wildcard');
const MqttEmitter = require('mqtt-emitter');
const mqemitter = require('mqemitter');

const matchers = {
  'mqtt-match': (filter, topic) => mqttMatch(filter, topic),
  'mqtt-pattern': (filter, topic) => mqttPattern.matches(filter, topic),
  'mqtt-wildcard': (filter, topic) => mqttWildcard(topic, filter) !== null,
  'mqtt-emitter': (filter, topic) => {
    let called = false;
    const emitter = new MqttEmitter();
    emitter.on(filter, () => {
      called = true;
    });
    emitter.emit(topic, 'text');
    return called;
  },
  mqemitter: (filter, topic) =>
    new Promise((resolve) => {
      const emitter = mqemitter();
      let called = false;
      const listen = (_, done) => {
        called = true;
        done();
      };
      emitter.on(filter, listen, () => emitter.emit({ topic }, () => resolve(called)));
    }),
};
(async () => {
  for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
    const [, filter, topic] = line.split(' ');
    for (const [name, match] of Object.entries(matchers)) {
      console.log(`${line}~${(await match(filter, topic)) ? 'yes' : 'no'}~${name}`);
    }
  }
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check paho-mqtt==2.2.0 aiomqtt==2.5.1
cat > match.py <<'PY'
from aiomqtt import Topic
from paho.mqtt.client import topic_matches_sub

MATCHERS = {
    "paho of Python": topic_matches_sub,
    "aiomqtt": lambda filter, topic: Topic(topic).matches(filter),
}
with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        _, filter, topic = line.split(" ")
        for name, match in MATCHERS.items():
            try:
                answer = "yes" if match(filter, topic) else "no"
            except ValueError:
                answer = "refused"
            print(f"{line}~{answer}~{name}")
PY
cat > match.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/eclipse/paho.golang/packets"
	"github.com/eclipse/paho.golang/paho"
	mqtt "github.com/mochi-mqtt/server/v2"
	mochi "github.com/mochi-mqtt/server/v2/packets"
)

func byPaho(filter, topic string) bool {
	called := false
	router := paho.NewStandardRouter()
	router.RegisterHandler(filter, func(*paho.Publish) { called = true })
	router.Route(&packets.Publish{Topic: topic, Properties: &packets.Properties{}})
	return called
}

func byMochi(filter, topic string) bool {
	index := mqtt.NewTopicsIndex()
	index.Subscribe("client", mochi.Subscription{Filter: filter})
	return len(index.Subscribers(topic).Subscriptions) > 0
}

func main() {
	cases, _ := os.ReadFile("cases")
	answers := map[bool]string{true: "yes", false: "no"}
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		parts := strings.Split(line, " ")
		fmt.Printf("%s~%s~paho of Go\n", line, answers[byPaho(parts[1], parts[2])])
		fmt.Printf("%s~%s~mochi\n", line, answers[byMochi(parts[1], parts[2])])
	}
}
GO
go mod init finding.test/match 2> /dev/null
go get github.com/eclipse/paho.golang@v0.23.0 github.com/mochi-mqtt/server/v2@v2.7.9 2> /dev/null
go mod tidy 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>match</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.hivemq</groupId><artifactId>hivemq-mqtt-client</artifactId><version>1.3.7</version></dependency>
    <dependency>
      <groupId>org.eclipse.paho</groupId><artifactId>org.eclipse.paho.client.mqttv3</artifactId><version>1.2.5</version>
    </dependency>
    <dependency>
      <groupId>org.eclipse.paho</groupId><artifactId>org.eclipse.paho.mqttv5.client</artifactId><version>1.2.5</version>
    </dependency>
  </dependencies>
</project>
XML
cat > Match.java <<'JAVA'
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiPredicate;
import org.eclipse.paho.mqttv5.common.util.MqttTopicValidator;

public class Match {
    public static void main(String[] arguments) throws Exception {
        Map<String, BiPredicate<String, String>> matchers = Map.of(
            "hivemq", (filter, topic) -> MqttTopicFilter.of(filter).matches(MqttTopic.of(topic)),
            "paho-v3 of Java", (filter, topic) -> org.eclipse.paho.client.mqttv3.MqttTopic.isMatched(filter, topic),
            "paho-v5 of Java", (filter, topic) -> MqttTopicValidator.isMatched(filter, topic));
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split(" ");
            for (var matcher : matchers.entrySet()) {
                String answer;
                try {
                    answer = matcher.getValue().test(parts[1], parts[2]) ? "yes" : "no";
                } catch (IllegalArgumentException error) {
                    answer = "refused";
                }
                System.out.println(line + "~" + answer + "~" + matcher.getKey());
            }
        }
    }
}
JAVA
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "match"
version = "0.0.0"
edition = "2021"

[dependencies]
rumqttc = { version = "=0.25.1", default-features = false }
TOML
cat > src/main.rs <<'RS'
fn main() {
    for line in std::fs::read_to_string("cases").unwrap().lines() {
        let parts: Vec<&str> = line.split(' ').collect();
        let answer = if rumqttc::matches(parts[2], parts[1]) { "yes" } else { "no" };
        println!("{line}~{answer}~rumqttc");
    }
}
RS
{
  node match.cjs
  venv/bin/python match.py
  go run match.go
  java -cp 'classes/*' Match.java
  CARGO_TARGET_DIR=target cargo run --quiet
} 2> errors | LC_ALL=C sort | awk -F '~' '
  { right = $1; sub(/ .*/, "", right); all[$1]++ }
  $2 == right { next }
  { wrong[$1 ": " $2 " for"] = wrong[$1 ": " $2 " for"] ", " $3 }
  END {
    for (one in wrong) print one substr(wrong[one], 2)
    for (one in all) count = all[one]
    print "matchers: " count
  }
' | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
matchers: 13
no # $SYS/a: yes for aiomqtt, hivemq, mqemitter, mqtt-emitter, mqtt-match, mqtt-pattern, mqtt-wildcard, paho of Go, paho-v3 of Java, paho-v5 of Java
no +/a $SYS/a: yes for aiomqtt, hivemq, mqemitter, mqtt-emitter, mqtt-match, mqtt-pattern, mqtt-wildcard, paho of Go, paho-v3 of Java, paho-v5 of Java
yes $SYS/# $SYS/a: no for rumqttc
yes $SYS/+/b $SYS/a/b: no for rumqttc
yes +/+ /a: no for mqtt-pattern, paho-v3 of Java, paho-v5 of Java
yes a/+ a/: no for mqtt-pattern, paho-v3 of Java, paho-v5 of Java
yes a/+/b a//b: no for mqtt-pattern, paho-v3 of Java, paho-v5 of Java
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "filters of MQTT are matched as they were seen"
