#!/bin/sh
# @opentelemetry/propagator-b3 2.12.0 (npm), opentelemetry-propagator-b3 1.45.1 (PyPI),
# go.opentelemetry.io/contrib/propagators/b3 v1.47.0 and io.opentelemetry:opentelemetry-extension-trace-propagators 1.55.0
# (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: four propagators of B3 send on what they received, with a trace of 64 bits filled up with zeros;
# some lose the debug flag.
# Seen: Python does lose it. A header without a sampling state leaves the decision to the receiver (B3, sampling state). Only
# Go sends it on so; JavaScript and Java write `-0`, so that no service behind them records the trace, and Python `-1`, so
# that all do. `0` alone says not to record, and only Go sends it on; the others say nothing. Of a header with digits in
# capitals, which B3 does not have, Go makes `0` as well, and Python reads it.
# Whom it meets: traces that start at a proxy which does not decide. With a mock: send the header without a state, and look at
# what it received.
# Output seen: the lines that EXPECTED has below, each with the header that came and the one that was sent on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90
b3: a3ce929d0e0e4736-00f067aa0ba902b7-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1
b3: 0
b3: 80F198EE56343BA864FE8B2A57D3EFF7-E457B5A2E4D86BD1-1
TEXT
npm install --silent --no-audit --no-fund @opentelemetry/api@1.9.1 @opentelemetry/core@2.12.1 @opentelemetry/propagator-b3@2.12.0
cat > pass.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { ROOT_CONTEXT, defaultTextMapGetter, defaultTextMapSetter } from '@opentelemetry/api';
import { B3InjectEncoding, B3Propagator } from '@opentelemetry/propagator-b3';

const propagator = new B3Propagator({ injectEncoding: B3InjectEncoding.SINGLE_HEADER });
for (const line of readFileSync('headers', 'utf8').trim().split('\n')) {
  const received = Object.fromEntries(line.split(' | ').map((header) => header.split(': ')));
  const sent = {};
  propagator.inject(propagator.extract(ROOT_CONTEXT, received, defaultTextMapGetter), sent, defaultTextMapSetter);
  const written = Object.entries(sent).map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort().join(' | ');
  console.log(`${line} -> JavaScript, ${written || 'nothing'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-api==1.45.2 opentelemetry-propagator-b3==1.45.1
cat > pass.py <<'PY'
from opentelemetry.context import Context
from opentelemetry.propagators.b3 import B3SingleFormat

propagator = B3SingleFormat()
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

	"go.opentelemetry.io/contrib/propagators/b3"
	"go.opentelemetry.io/otel/propagation"
)

func main() {
	file, _ := os.ReadFile("headers")
	propagator := b3.New(b3.WithInjectEncoding(b3.B3SingleHeader))
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
  go get go.opentelemetry.io/contrib/propagators/b3@v1.47.0 go.opentelemetry.io/otel@v1.47.0
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
import io.opentelemetry.extension.trace.propagation.B3Propagator;
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
        var propagator = B3Propagator.injectingSingleHeader();
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
b3: 0 -> Go, b3: 0
b3: 0 -> Java, nothing
b3: 0 -> JavaScript, nothing
b3: 0 -> Python, nothing
b3: 80F198EE56343BA864FE8B2A57D3EFF7-E457B5A2E4D86BD1-1 -> Go, b3: 0
b3: 80F198EE56343BA864FE8B2A57D3EFF7-E457B5A2E4D86BD1-1 -> Java, nothing
b3: 80F198EE56343BA864FE8B2A57D3EFF7-E457B5A2E4D86BD1-1 -> JavaScript, nothing
b3: 80F198EE56343BA864FE8B2A57D3EFF7-E457B5A2E4D86BD1-1 -> Python, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1 -> Go, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1 -> Java, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-0
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1 -> JavaScript, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-0
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1 -> Python, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90 -> Go, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90 -> Java, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90 -> JavaScript, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1-05e3ac9a4f6e3b90 -> Python, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d -> Go, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d -> Java, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d -> JavaScript, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d
b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-d -> Python, b3: 80f198ee56343ba864fe8b2a57d3eff7-e457b5a2e4d86bd1-1
b3: a3ce929d0e0e4736-00f067aa0ba902b7-1 -> Go, b3: 0000000000000000a3ce929d0e0e4736-00f067aa0ba902b7-1
b3: a3ce929d0e0e4736-00f067aa0ba902b7-1 -> Java, b3: 0000000000000000a3ce929d0e0e4736-00f067aa0ba902b7-1
b3: a3ce929d0e0e4736-00f067aa0ba902b7-1 -> JavaScript, b3: 0000000000000000a3ce929d0e0e4736-00f067aa0ba902b7-1
b3: a3ce929d0e0e4736-00f067aa0ba902b7-1 -> Python, b3: 0000000000000000a3ce929d0e0e4736-00f067aa0ba902b7-1
EXPECTED
diff expected seen
echo "propagators of B3 behave as they were seen"
