#!/bin/sh
# @opentelemetry/propagator-aws-xray 2.2.0 (npm), opentelemetry-propagator-aws-xray 1.0.2 (PyPI),
# go.opentelemetry.io/contrib/propagators/aws v1.47.0 and io.opentelemetry.contrib:opentelemetry-aws-xray-propagator
# 1.50.0-alpha (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: four propagators read the parts of a header of X-Ray in any order, with or without blanks; a header
# without a parent gives no trace.
# Seen: so it is without a parent, and in any order. Of `Root=…; Parent=…`, as some write it, Go drops the whole trace. A
# header without `Sampled` leaves the decision open: JavaScript drops the trace, and the others send `Sampled=0` on, so that
# nobody records it. `Sampled=?` asks for the decision: Go makes 0 of it, and three drop the trace. `Lineage`, by which
# Lambda ends loops, is sent on by Java only.
# Whom it meets: traces behind load balancers and functions. With a mock: send the header without `Sampled`, and look at what
# it received.
# Output seen: the lines that EXPECTED has below, each with the header that came and the one that was sent on.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Sampled=1;Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793; Parent=53995c3f42cd8ad8; Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=?
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:a87bd80c:1
X-Amzn-Trace-Id: Self=1-5759e989-bd862e3fe1be46a994272793;Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Own=5
TEXT
npm install --silent --no-audit --no-fund @opentelemetry/api@1.9.1 @opentelemetry/core@2.12.1 @opentelemetry/propagator-aws-xray@2.2.0
cat > pass.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { ROOT_CONTEXT, defaultTextMapGetter, defaultTextMapSetter } from '@opentelemetry/api';
import { AWSXRayPropagator } from '@opentelemetry/propagator-aws-xray';

const propagator = new AWSXRayPropagator();
for (const line of readFileSync('headers', 'utf8').trim().split('\n')) {
  const received = Object.fromEntries(line.split(' | ').map((header) => header.split(': ')));
  const sent = {};
  propagator.inject(propagator.extract(ROOT_CONTEXT, received, defaultTextMapGetter), sent, defaultTextMapSetter);
  const written = Object.entries(sent).map(([name, value]) => `${name.toLowerCase()}: ${value}`).sort().join(' | ');
  console.log(`${line} -> JavaScript, ${written || 'nothing'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-api==1.45.2 opentelemetry-propagator-aws-xray==1.0.2
cat > pass.py <<'PY'
from opentelemetry.context import Context
from opentelemetry.propagators.aws import AwsXRayPropagator

propagator = AwsXRayPropagator()
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

	"go.opentelemetry.io/contrib/propagators/aws/xray"
	"go.opentelemetry.io/otel/propagation"
)

func main() {
	file, _ := os.ReadFile("headers")
	propagator := xray.Propagator{}
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
  go get go.opentelemetry.io/contrib/propagators/aws@v1.47.0 go.opentelemetry.io/otel@v1.47.0
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
      <groupId>io.opentelemetry.contrib</groupId><artifactId>opentelemetry-aws-xray-propagator</artifactId>
      <version>1.50.0-alpha</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.contrib.awsxray.propagator.AwsXrayPropagator;
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
        var propagator = AwsXrayPropagator.getInstance();
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
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793; Parent=53995c3f42cd8ad8; Sampled=1 -> Go, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793; Parent=53995c3f42cd8ad8; Sampled=1 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793; Parent=53995c3f42cd8ad8; Sampled=1 -> JavaScript, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793; Parent=53995c3f42cd8ad8; Sampled=1 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8 -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8 -> JavaScript, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1 -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1 -> JavaScript, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:a87bd80c:1 -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:a87bd80c:1 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:a87bd80c:1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:a87bd80c:1 -> JavaScript, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Lineage=1:a87bd80c:1 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Own=5 -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Own=5 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Own=5 -> JavaScript, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1;Own=5 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=? -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=? -> Java, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=? -> JavaScript, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=? -> Python, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1 -> Go, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1 -> Java, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1 -> JavaScript, nothing
X-Amzn-Trace-Id: Root=1-5759e988-bd862e3fe1be46a994272793;Sampled=1 -> Python, nothing
X-Amzn-Trace-Id: Sampled=1;Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793 -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Sampled=1;Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Sampled=1;Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793 -> JavaScript, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Sampled=1;Parent=53995c3f42cd8ad8;Root=1-5759e988-bd862e3fe1be46a994272793 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1
X-Amzn-Trace-Id: Self=1-5759e989-bd862e3fe1be46a994272793;Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0 -> Go, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Self=1-5759e989-bd862e3fe1be46a994272793;Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0 -> Java, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Self=1-5759e989-bd862e3fe1be46a994272793;Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0 -> JavaScript, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
X-Amzn-Trace-Id: Self=1-5759e989-bd862e3fe1be46a994272793;Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0 -> Python, x-amzn-trace-id: Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0
EXPECTED
diff expected seen
echo "propagators of X-Ray behave as they were seen"
