#!/bin/sh
# @opentelemetry/core 2.12.1 (npm), opentelemetry-api 1.45.2 (PyPI), go.opentelemetry.io/otel v1.47.0 and
# io.opentelemetry:opentelemetry-api 1.55.0 (Maven Central), seen on 2026-11-29 with Node 20, Python 3.11, Go 1.26 and Java
# 17.
#
# Guess before it was run: four propagators of W3C Baggage read each other's headers; properties of members get lost in
# some.
# Seen: Python writes a blank as `+` and reads `+` as a blank, as an HTML form does. Baggage has percent-encoding only, so
# `a b` from Python is `a+b` elsewhere, and `a+b` from Go, which leaves a plus as it is, is `a b` in Python. Python makes
# the properties of a member a part of its value; Java sends a property `ttl=5` on as `ttl%3D5`. JavaScript and Java drop a
# member with an empty value, which is valid. JavaScript and Python decode names, which have no encoding.
# Whom it meets: who sends labels of a test through several services. With a mock: look at the header that it recorded.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 'case=a%20b' 'case=a+b' 'case=a%2Bb' 'case=x;ttl=5;own' 'case=' 'a%41=x' 'case=1,user=caf%C3%A9' > headers
npm install --silent --no-audit --no-fund @opentelemetry/core@2.12.1 @opentelemetry/api@1.9.0
cat > pass.cjs <<'JS'
const { propagation, ROOT_CONTEXT } = require('@opentelemetry/api');
const { W3CBaggagePropagator } = require('@opentelemetry/core');

const propagator = new W3CBaggagePropagator();
const getter = { get: (carrier, name) => carrier[name], keys: Object.keys };
for (const baggage of require('node:fs').readFileSync('headers', 'utf8').trim().split('\n')) {
  const context = propagator.extract(ROOT_CONTEXT, { baggage }, getter);
  const entries = propagation.getBaggage(context)?.getAllEntries() ?? [];
  const sent = {};
  propagator.inject(context, sent, { set: (carrier, name, text) => Object.assign(carrier, { [name]: text }) });
  const read = entries.map(([name, { value }]) => `[${name}][${value}]`).join('');
  console.log(`${baggage} by JavaScript: ${read} sent on as ${sent.baggage ?? 'none'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-api==1.45.2
cat > pass.py <<'PY'
from opentelemetry.baggage import get_all
from opentelemetry.baggage.propagation import W3CBaggagePropagator

propagator = W3CBaggagePropagator()
with open("headers", encoding="utf-8") as file:
    for baggage in file.read().split():
        context = propagator.extract({"baggage": baggage})
        sent = {}
        propagator.inject(sent, context)
        read = "".join(f"[{name}][{value}]" for name, value in get_all(context).items())
        print(f"{baggage} by Python: {read} sent on as {sent.get('baggage', 'none')}")
PY
cat > main.go <<'GO'
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"go.opentelemetry.io/otel/baggage"
	"go.opentelemetry.io/otel/propagation"
)

func main() {
	file, _ := os.ReadFile("headers")
	for _, header := range strings.Fields(string(file)) {
		propagator := propagation.Baggage{}
		carrier := propagation.MapCarrier{"baggage": header}
		members := baggage.FromContext(propagator.Extract(context.Background(), carrier)).Members()
		slices.SortFunc(members, func(a, b baggage.Member) int { return cmp.Compare(a.Key(), b.Key()) })
		read, sent := "", []string{}
		for _, member := range members {
			read += fmt.Sprintf("[%s][%s]", member.Key(), member.Value())
			sent = append(sent, member.String())
		}
		fmt.Println(header, "by Go:", read, "sent on as", strings.Join(sent, ","))
	}
}
GO
{
  go mod init finding.test/baggage
  go get go.opentelemetry.io/otel@v1.47.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>baggage</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.opentelemetry</groupId><artifactId>opentelemetry-api</artifactId><version>1.55.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'1.10.0A'
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

class Pass {
    private static final TextMapGetter<Map<String, String>> GETTER = new TextMapGetter<>() {
        public Iterable<String> keys(Map<String, String> carrier) {
            return carrier.keySet();
        }

        public String get(Map<String, String> carrier, String name) {
            return carrier.get(name);
        }
    };

    public static void main(String[] arguments) throws Exception {
        W3CBaggagePropagator propagator = W3CBaggagePropagator.getInstance();
        for (String header : Files.readAllLines(Path.of("headers"))) {
            Context context = propagator.extract(Context.root(), Map.of("baggage", header), GETTER);
            StringBuilder read = new StringBuilder();
            Baggage.fromContext(context).forEach((name, entry) -> read.append("[" + name + "][" + entry.getValue() + "]"));
            Map<String, String> sent = new HashMap<>();
            propagator.inject(context, sent, Map::put);
            System.out.println(header + " by Java: " + read + " sent on as " + sent.getOrDefault("baggage", "none"));
        }
    }
}
1.10.0A
{
  node pass.cjs
  PYTHONIOENCODING=utf-8 venv/bin/python pass.py
  go run .
  java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'classes/*' Pass.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a%41=x by Go: [a%41][x] sent on as a%41=x
a%41=x by Java: [a%41][x] sent on as a%41=x
a%41=x by JavaScript: [aA][x] sent on as aA=x
a%41=x by Python: [aA][x] sent on as aA=x
case= by Go: [case][] sent on as case=
case= by Java:  sent on as none
case= by JavaScript:  sent on as none
case= by Python: [case][] sent on as case=
case=1,user=caf%C3%A9 by Go: [case][1][user][café] sent on as case=1,user=caf%C3%A9
case=1,user=caf%C3%A9 by Java: [case][1][user][café] sent on as case=1,user=caf%C3%A9
case=1,user=caf%C3%A9 by JavaScript: [case][1][user][café] sent on as case=1,user=caf%C3%A9
case=1,user=caf%C3%A9 by Python: [case][1][user][café] sent on as case=1,user=caf%C3%A9
case=a%20b by Go: [case][a b] sent on as case=a%20b
case=a%20b by Java: [case][a b] sent on as case=a%20b
case=a%20b by JavaScript: [case][a b] sent on as case=a%20b
case=a%20b by Python: [case][a b] sent on as case=a+b
case=a%2Bb by Go: [case][a+b] sent on as case=a+b
case=a%2Bb by Java: [case][a+b] sent on as case=a%2Bb
case=a%2Bb by JavaScript: [case][a+b] sent on as case=a%2Bb
case=a%2Bb by Python: [case][a+b] sent on as case=a%2Bb
case=a+b by Go: [case][a+b] sent on as case=a+b
case=a+b by Java: [case][a+b] sent on as case=a%2Bb
case=a+b by JavaScript: [case][a+b] sent on as case=a%2Bb
case=a+b by Python: [case][a b] sent on as case=a+b
case=x;ttl=5;own by Go: [case][x] sent on as case=x;ttl=5;own
case=x;ttl=5;own by Java: [case][x] sent on as case=x;ttl%3D5%3Bown
case=x;ttl=5;own by JavaScript: [case][x] sent on as case=x;ttl=5;own
case=x;ttl=5;own by Python: [case][x;ttl=5;own] sent on as case=x%3Bttl%3D5%3Bown
EXPECTED
diff expected seen
echo "propagators of baggage behave as they were seen"
