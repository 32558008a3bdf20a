#!/bin/sh
# @bufbuild/protobuf 2.17.0 (npm), protobuf 7.36.2 (PyPI), com.google.protobuf:protobuf-java-util 4.33.0 (Maven Central) and
# google.golang.org/protobuf v1.36.11 and v1.36.12, seen on 2026-11-29 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: four runtimes read one google.protobuf.Any from JSON and write it as it was.
# Seen: Go before v1.36.12 writes an Empty inside of an Any with `"value": {}`, and the three others refuse what it wrote;
# v1.36.12 leaves it out, and reads both. protobuf-es writes the host of `@type` as `type.googleapis.com`, whatever it was,
# so who looks up types by their whole URL no longer finds them. Numbers of a Struct are `1.0` in two. The order of members
# is no matter to any.
# Whom it meets: services that put Empty into details or results of operations. With a mock: answer with such a detail, and
# read it by each client.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
duration {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.5s"}
host {"@type":"types.test/google.protobuf.Duration","value":"1.5s"}
emptyWithValue {"@type":"type.googleapis.com/google.protobuf.Empty","value":{}}
empty {"@type":"type.googleapis.com/google.protobuf.Empty"}
struct {"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":1}}
order {"value":"1.5s","@type":"type.googleapis.com/google.protobuf.Duration"}
TEXT
npm install --silent --no-audit --no-fund @bufbuild/protobuf@2.17.0
cat > pass.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createRegistry, fromJsonString, toJsonString } from '@bufbuild/protobuf';
import { AnySchema, DurationSchema, EmptySchema, StructSchema } from '@bufbuild/protobuf/wkt';

const registry = createRegistry(DurationSchema, EmptySchema, StructSchema);
for (const line of readFileSync('texts', 'utf8').trim().split('\n')) {
  const [name, text] = line.split(' ');
  let answer;
  try {
    const message = fromJsonString(AnySchema, text, { registry });
    const { value, ...type } = JSON.parse(toJsonString(AnySchema, message, { registry }));
    answer = JSON.stringify({ ...type, value });
  } catch {
    answer = 'refused';
  }
  console.log(`${name} by protobuf-es: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2
cat > pass.py <<'PY'
import json

from google.protobuf import any_pb2, duration_pb2, empty_pb2, json_format, struct_pb2

KINDS = (duration_pb2, empty_pb2, struct_pb2)
with open("texts", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, text = line.split(" ")
        try:
            answer = json.dumps(json_format.MessageToDict(json_format.Parse(text, any_pb2.Any())), separators=(",", ":"))
        except json_format.ParseError:
            answer = "refused"
        print(f"{name} by Python: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/anypb"
	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/emptypb"
	_ "google.golang.org/protobuf/types/known/structpb"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, text, _ := strings.Cut(line, " ")
		var message anypb.Any
		answer := "refused"
		if protojson.Unmarshal([]byte(text), &message) == nil {
			written, _ := protojson.Marshal(&message)
			answer = strings.ReplaceAll(string(written), " ", "")
		}
		fmt.Printf("%s by Go %s: %s\n", name, os.Args[1], answer)
	}
}
GO
go mod init finding.test/pass 2> /dev/null
for version in v1.36.11 v1.36.12; do
  go get "google.golang.org/protobuf@$version" 2> /dev/null
  go run . "$version"
done > by-go
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>pass</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.google.protobuf</groupId><artifactId>protobuf-java-util</artifactId><version>4.33.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Pass.java <<'JAVA'
import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Empty;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.util.JsonFormat;
import java.nio.file.Files;
import java.nio.file.Path;

class Pass {
    public static void main(String[] arguments) throws Exception {
        var types = JsonFormat.TypeRegistry.newBuilder();
        types.add(Duration.getDescriptor()).add(Empty.getDescriptor()).add(Struct.getDescriptor());
        for (String line : Files.readAllLines(Path.of("texts"))) {
            String[] parts = line.split(" ");
            String answer;
            try {
                var message = Any.newBuilder();
                JsonFormat.parser().usingTypeRegistry(types.build()).merge(parts[1], message);
                var printer = JsonFormat.printer().omittingInsignificantWhitespace();
                answer = printer.usingTypeRegistry(types.build()).print(message);
            } catch (InvalidProtocolBufferException error) {
                answer = "refused";
            }
            System.out.println(parts[0] + " by Java: " + answer);
        }
    }
}
JAVA
{ cat by-go; node pass.mjs; venv/bin/python pass.py; java -cp 'classes/*' Pass.java 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
duration by Go v1.36.11: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
duration by Go v1.36.12: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
duration by Java: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
duration by Python: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
duration by protobuf-es: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
empty by Go v1.36.11: {"@type":"type.googleapis.com/google.protobuf.Empty","value":{}}
empty by Go v1.36.12: {"@type":"type.googleapis.com/google.protobuf.Empty"}
empty by Java: {"@type":"type.googleapis.com/google.protobuf.Empty"}
empty by Python: {"@type":"type.googleapis.com/google.protobuf.Empty"}
empty by protobuf-es: {"@type":"type.googleapis.com/google.protobuf.Empty"}
emptyWithValue by Go v1.36.11: {"@type":"type.googleapis.com/google.protobuf.Empty","value":{}}
emptyWithValue by Go v1.36.12: {"@type":"type.googleapis.com/google.protobuf.Empty"}
emptyWithValue by Java: refused
emptyWithValue by Python: refused
emptyWithValue by protobuf-es: refused
host by Go v1.36.11: {"@type":"types.test/google.protobuf.Duration","value":"1.500s"}
host by Go v1.36.12: {"@type":"types.test/google.protobuf.Duration","value":"1.500s"}
host by Java: {"@type":"types.test/google.protobuf.Duration","value":"1.500s"}
host by Python: {"@type":"types.test/google.protobuf.Duration","value":"1.500s"}
host by protobuf-es: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
order by Go v1.36.11: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
order by Go v1.36.12: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
order by Java: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
order by Python: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
order by protobuf-es: {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1.500s"}
struct by Go v1.36.11: {"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":1}}
struct by Go v1.36.12: {"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":1}}
struct by Java: {"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":1.0}}
struct by Python: {"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":1.0}}
struct by protobuf-es: {"@type":"type.googleapis.com/google.protobuf.Struct","value":{"a":1}}
EXPECTED
diff expected seen
echo "messages of any type behave as they were seen"
