#!/bin/sh
# @opentelemetry/core 2.12.1 (npm), opentelemetry-api 1.45.2 (PyPI), go.opentelemetry.io/otel v1.47.0 and
# io.opentelemetry:opentelemetry-api 1.55.0 (Maven Central), seen on 2026-11-29 with Node 20, Python 3.11, Go 1.26 and Java
# 17.
#
# Guess before it was run: four propagators of W3C Trace Context agree, but for flags and versions that they do not know.
# Seen: of the flags, two bits have a meaning in Level 2; the others are reserved, and who sends on is to set them to zero.
# Go drops the whole trace if one of them is set, and the three others send it on as it came. The list in `tracestate` may
# have an empty member, as other lists of HTTP may; Java then drops the whole header.
# Whom it meets: traces through services in several languages. With a mock: look at both headers that it recorded.
# Output seen: the lines that EXPECTED has below, with the flags and the state that are sent on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
01|a=1,b=2
03|a=1
09|a=1
01|a=1 , b=2
01|a=1,,b=2
TEXT
npm install --silent --no-audit --no-fund @opentelemetry/core@2.12.1 @opentelemetry/api@1.9.0
cat > pass.cjs <<'JS'
const { ROOT_CONTEXT } = require('@opentelemetry/api');
const { W3CTraceContextPropagator } = require('@opentelemetry/core');

const propagator = new W3CTraceContextPropagator();
const getter = { get: (carrier, name) => carrier[name], keys: Object.keys };
for (const line of require('node:fs').readFileSync('headers', 'utf8').trim().split('\n')) {
  const [flags, tracestate] = line.split('|');
  const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-${flags}`;
  const sent = {};
  propagator.inject(propagator.extract(ROOT_CONTEXT, { traceparent, tracestate }, getter), sent, {
    set: (carrier, name, text) => Object.assign(carrier, { [name]: text }),
  });
  console.log(`${line} by JavaScript: ${sent.traceparent?.slice(-2) ?? 'no trace'} ${sent.tracestate ?? ''}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-api==1.45.2
cat > pass.py <<'PY'
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

propagator = TraceContextTextMapPropagator()
with open("headers", encoding="utf-8") as file:
    for line in file.read().splitlines():
        flags, state = line.split("|")
        sent = {}
        received = {"traceparent": f"00-{'1' * 32}-{'2' * 16}-{flags}", "tracestate": state}
        propagator.inject(sent, propagator.extract(received))
        parent = sent["traceparent"][-2:] if "traceparent" in sent else "no trace"
        print(f"{line} by Python: {parent} {sent.get('tracestate', '')}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"go.opentelemetry.io/otel/propagation"
)

func main() {
	file, _ := os.ReadFile("headers")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		flags, state, _ := strings.Cut(line, "|")
		parent := "00-" + strings.Repeat("1", 32) + "-" + strings.Repeat("2", 16) + "-" + flags
		received, sent := propagation.MapCarrier{"traceparent": parent, "tracestate": state}, propagation.MapCarrier{}
		propagator := propagation.TraceContext{}
		propagator.Inject(propagator.Extract(context.Background(), received), sent)
		answer := "no trace"
		if found := sent["traceparent"]; found != "" {
			answer = found[len(found)-2:]
		}
		fmt.Printf("%s by Go: %s %s\n", line, answer, sent["tracestate"])
	}
}
GO
{
  go mod init finding.test/traces
  go get go.opentelemetry.io/otel@v1.47.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>traces</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.opentelemetry</groupId><artifactId>opentelemetry-api</artifactId><version>1.55.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
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
        W3CTraceContextPropagator propagator = W3CTraceContextPropagator.getInstance();
        for (String line : Files.readAllLines(Path.of("headers"))) {
            String[] parts = line.split("\\|");
            String parent = "00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-" + parts[0];
            Map<String, String> sent = new HashMap<>();
            Map<String, String> received = Map.of("traceparent", parent, "tracestate", parts[1]);
            propagator.inject(propagator.extract(Context.root(), received, GETTER), sent, Map::put);
            String found = sent.get("traceparent");
            String answer = found == null ? "no trace" : found.substring(found.length() - 2);
            System.out.println(line + " by Java: " + answer + " " + sent.getOrDefault("tracestate", ""));
        }
    }
}
JAVA
{ node pass.cjs; venv/bin/python pass.py; go run .; java -cp 'classes/*' Pass.java; } | sed 's/ $//' | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
01|a=1 , b=2 by Go: 01 a=1,b=2
01|a=1 , b=2 by Java: 01 a=1,b=2
01|a=1 , b=2 by JavaScript: 01 a=1,b=2
01|a=1 , b=2 by Python: 01 a=1,b=2
01|a=1,,b=2 by Go: 01 a=1,b=2
01|a=1,,b=2 by Java: 01
01|a=1,,b=2 by JavaScript: 01 a=1,b=2
01|a=1,,b=2 by Python: 01 a=1,b=2
01|a=1,b=2 by Go: 01 a=1,b=2
01|a=1,b=2 by Java: 01 a=1,b=2
01|a=1,b=2 by JavaScript: 01 a=1,b=2
01|a=1,b=2 by Python: 01 a=1,b=2
03|a=1 by Go: 03 a=1
03|a=1 by Java: 03 a=1
03|a=1 by JavaScript: 03 a=1
03|a=1 by Python: 03 a=1
09|a=1 by Go: no trace
09|a=1 by Java: 09 a=1
09|a=1 by JavaScript: 09 a=1
09|a=1 by Python: 09 a=1
EXPECTED
diff expected seen
echo "propagators of traces behave as they were seen"
