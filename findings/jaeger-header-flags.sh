#!/bin/sh
# @opentelemetry/propagator-jaeger 2.12.0 (npm), opentelemetry-propagator-jaeger 1.45.1 (PyPI),
# go.opentelemetry.io/contrib/propagators/jaeger v1.47.0 and io.opentelemetry:opentelemetry-extension-trace-propagators 1.55.0
# (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: four propagators read each header of Jaeger, short identifiers and `%3A` for its colons included,
# and send it on in full length.
# Seen: Go and Python find no trace in a header with `%3A`, which the other two decode. Of the flags, 1 is
# sampled and 2 is debug, which forces a trace to be kept: Python sets both for each trace that is sampled, and JavaScript and
# Java drop the second. Go loses the baggage in `uberctx-`. Short identifiers are alike.
# Whom it meets: services that move from Jaeger's clients, and bills for traces that are forced. With a mock: send flags 1, and
# look at the flags that it received.
# Output seen: the lines that EXPECTED has below, each with the headers that came and those that were sent on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:3
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0
uber-trace-id: 3ce929d0e0e4736:f067aa0ba902b7:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7%3Ae457b5a2e4d86bd1%3A0%3A1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 | uberctx-team: a%20b
TEXT
npm install --silent --no-audit --no-fund @opentelemetry/api@1.9.1 @opentelemetry/core@2.12.1 @opentelemetry/propagator-jaeger@2.12.0
cat > pass.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { ROOT_CONTEXT, defaultTextMapGetter, defaultTextMapSetter } from '@opentelemetry/api';
import { JaegerPropagator } from '@opentelemetry/propagator-jaeger';

const propagator = new JaegerPropagator();
for (const line of readFileSync('headers', 'utf8').trim().split('\n')) {
  const received = Object.fromEntries(line.split(' | ').map((header) => header.split(': ')));
  const sent = {};
  propagator.inject(propagator.extract(ROOT_CONTEXT, received, defaultTextMapGetter), sent, defaultTextMapSetter);
  const written = Object.entries(sent).map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort().join(' | ');
  console.log(`${line} -> JavaScript, ${written || 'nothing'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-api==1.45.2 opentelemetry-propagator-jaeger==1.45.1
cat > pass.py <<'PY'
from opentelemetry.context import Context
from opentelemetry.propagators.jaeger import JaegerPropagator

propagator = JaegerPropagator()
with open("headers", encoding="utf-8") as file:
    for line in file.read().splitlines():
        sent = {}
        received = dict(header.split(": ") for header in line.split(" | "))
        propagator.inject(sent, propagator.extract(received, Context()))
        written = " | ".join(sorted(f"{name.lower()}: {value}" for name, value in sent.items()))
        print(f"{line} -> Python, {written or 'nothing'}")
PY
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"sort"
	"strings"

	"go.opentelemetry.io/contrib/propagators/jaeger"
	"go.opentelemetry.io/otel/propagation"
)

func main() {
	file, _ := os.ReadFile("headers")
	propagator := jaeger.Jaeger{}
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		received, sent := propagation.HeaderCarrier{}, propagation.HeaderCarrier{}
		for _, header := range strings.Split(line, " | ") {
			name, value, _ := strings.Cut(header, ": ")
			received.Set(name, value)
		}
		propagator.Inject(propagator.Extract(context.Background(), received), sent)
		written := []string{}
		for name, values := range sent {
			written = append(written, strings.ToLower(name)+": "+values[0])
		}
		sort.Strings(written)
		if len(written) == 0 {
			written = []string{"nothing"}
		}
		fmt.Printf("%s -> Go, %s\n", line, strings.Join(written, " | "))
	}
}
GO
{
  go mod init finding.test/pass
  go get go.opentelemetry.io/contrib/propagators/jaeger@v1.47.0 go.opentelemetry.io/otel@v1.47.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>pass</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>io.opentelemetry</groupId><artifactId>opentelemetry-extension-trace-propagators</artifactId>
      <version>1.55.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.extension.trace.propagation.JaegerPropagator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

class Pass {
    static final TextMapGetter<Map<String, String>> GETTER = new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> headers) {
            return headers.keySet();
        }

        @Override
        public String get(Map<String, String> headers, String name) {
            return headers.get(name);
        }
    };

    public static void main(String[] arguments) throws Exception {
        var propagator = JaegerPropagator.getInstance();
        for (String line : Files.readAllLines(Path.of("headers"))) {
            Map<String, String> received = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String header : line.split(" \\| ")) {
                received.put(header.split(": ")[0], header.split(": ")[1]);
            }
            var written = new ArrayList<String>();
            propagator.inject(
                propagator.extract(Context.root(), received, GETTER),
                written,
                (list, name, value) -> list.add(name.toLowerCase(Locale.ROOT) + ": " + value));
            written.sort(null);
            System.out.println(line + " -> Java, " + (written.isEmpty() ? "nothing" : String.join(" | ", written)));
        }
    }
}
JAVA
{ node pass.mjs; venv/bin/python pass.py; go run .; java -cp 'classes/*' Pass.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
uber-trace-id: 3ce929d0e0e4736:f067aa0ba902b7:0:1 -> Go, uber-trace-id: 000000000000000003ce929d0e0e4736:00f067aa0ba902b7:0:1
uber-trace-id: 3ce929d0e0e4736:f067aa0ba902b7:0:1 -> Java, uber-trace-id: 000000000000000003ce929d0e0e4736:00f067aa0ba902b7:0:1
uber-trace-id: 3ce929d0e0e4736:f067aa0ba902b7:0:1 -> JavaScript, uber-trace-id: 000000000000000003ce929d0e0e4736:00f067aa0ba902b7:0:01
uber-trace-id: 3ce929d0e0e4736:f067aa0ba902b7:0:1 -> Python, uber-trace-id: 000000000000000003ce929d0e0e4736:00f067aa0ba902b7:0000000000000000:03
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7%3Ae457b5a2e4d86bd1%3A0%3A1 -> Go, nothing
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7%3Ae457b5a2e4d86bd1%3A0%3A1 -> Java, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7%3Ae457b5a2e4d86bd1%3A0%3A1 -> JavaScript, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:01
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7%3Ae457b5a2e4d86bd1%3A0%3A1 -> Python, nothing
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0 -> Go, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0 -> Java, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0 -> JavaScript, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:00
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:0 -> Python, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0000000000000000:00
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 -> Go, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 -> Java, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 -> JavaScript, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:01
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 -> Python, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0000000000000000:03
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 | uberctx-team: a%20b -> Go, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 | uberctx-team: a%20b -> Java, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 | uberctx-team: a%20b
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 | uberctx-team: a%20b -> JavaScript, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:01 | uberctx-team: a%20b
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1 | uberctx-team: a%20b -> Python, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0000000000000000:03 | uberctx-team: a%20b
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:3 -> Go, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:3
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:3 -> Java, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:1
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:3 -> JavaScript, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:01
uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0:3 -> Python, uber-trace-id: 80f198ee56343ba864fe8b2a57d3eff7:e457b5a2e4d86bd1:0000000000000000:03
EXPECTED
diff expected seen
echo "propagators of Jaeger behave as they were seen"
