#!/bin/sh
# avsc 5.7.9 (npm), avro 1.12.2 and fastavro 1.13.1 (PyPI), github.com/hamba/avro/v2 v2.31.0, org.apache.avro:avro 1.12.2 (Maven
# Central) and apache-avro 0.22.0 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: five checks of Avro say alike whether a reader's schema can read what a writer's schema wrote, and
# fastavro reads what they allow; defaults of enumerations may be missed.
# Seen: those are read by all. Decimals match if precision and scale are the same (Avro 1.12, schema resolution), and only
# apache-avro looks at them. The four others allow another scale: Java and hamba then read 1.23 as 0.123, without a word, and
# both libraries of PyPI as 1.23. A record matches by its name without the namespace, which avsc misses. apache-avro does not
# know a record by its alias, and knows a field by one. A default of a union may be of any branch since 1.12: avsc and hamba
# refuse the schema. For unions and symbols that overlap, apache-avro says "in part", as it does for a union that has no record
# of that name, and the others no.
# Whom it meets: who checks schemas in one language and reads events in another. With a mock: change a scale in a new schema,
# and read an old event by it.
# Output seen: the lines that EXPECTED has below; fastavro writes a value by the first schema and reads it by the second.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs.json <<'JSON'
{
  "another scale": [
    { "type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 2 },
    { "type": "bytes", "logicalType": "decimal", "precision": 4, "scale": 3 }
  ],
  "record of another namespace": [
    { "type": "record", "name": "a.R", "fields": [] }, { "type": "record", "name": "b.R", "fields": [] }
  ],
  "record by alias": [
    { "type": "record", "name": "R", "fields": [] }, { "type": "record", "name": "S", "aliases": ["R"], "fields": [] }
  ],
  "record of another name": [
    { "type": "record", "name": "R", "fields": [] }, { "type": "record", "name": "S", "fields": [] }
  ],
  "record of another name in a union": [
    ["null", { "type": "record", "name": "R", "fields": [] }], ["null", { "type": "record", "name": "S", "fields": [] }]
  ],
  "field by alias": [
    { "type": "record", "name": "R", "fields": [{ "name": "x", "type": "int" }] },
    { "type": "record", "name": "R", "fields": [{ "name": "y", "type": "int", "aliases": ["x"] }] }
  ],
  "field added, default of the second branch": [
    { "type": "record", "name": "R", "fields": [] },
    { "type": "record", "name": "R", "fields": [{ "name": "x", "type": ["null", "int"], "default": 3 }] }
  ],
  "field added, no default": [
    { "type": "record", "name": "R", "fields": [] },
    { "type": "record", "name": "R", "fields": [{ "name": "x", "type": ["null", "int"] }] }
  ],
  "symbol gone": [
    { "type": "enum", "name": "E", "symbols": ["A", "B"] }, { "type": "enum", "name": "E", "symbols": ["A"] }
  ],
  "symbol gone, default": [
    { "type": "enum", "name": "E", "symbols": ["A", "B"] },
    { "type": "enum", "name": "E", "symbols": ["A"], "default": "A" }
  ],
  "branch gone": [["null", "int", "string"], ["null", "int"]],
  "int to union of null and long": ["int", ["null", "long"]],
  "string to bytes": ["string", "bytes"]
}
JSON
cat > values.json <<'JSON'
{
  "record of another namespace": {}, "record by alias": {}, "record of another name": {},
  "record of another name in a union": {}, "field by alias": { "x": 1 },
  "field added, default of the second branch": {}, "field added, no default": {},
  "symbol gone": "A", "symbol gone, default": "B", "branch gone": 1, "int to union of null and long": 1, "string to bytes": "a"
}
JSON
npm install --silent --no-audit --no-fund avsc@5.7.9
cat > resolve.mjs <<'JS'
import { readFileSync } from 'node:fs';
import avro from 'avsc';

for (const [title, [writer, reader]] of Object.entries(JSON.parse(readFileSync('pairs.json', 'utf8')))) {
  let answer = 'yes';
  try {
    const type = avro.Type.forSchema(reader);
    try {
      type.createResolver(avro.Type.forSchema(writer));
    } catch {
      answer = 'no';
    }
  } catch {
    answer = 'refused';
  }
  console.log(`${title}: avsc, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check avro==1.12.2 fastavro==1.13.1
cat > resolve.py <<'PY'
import decimal
import io
import json

import avro.io
import avro.schema
import fastavro
from avro.compatibility import ReaderWriterCompatibilityChecker

pairs = json.load(open("pairs.json", encoding="utf-8"))
values = json.load(open("values.json", encoding="utf-8")) | {"another scale": decimal.Decimal("1.23")}
for title, (writer, reader) in pairs.items():
    schemas = [avro.schema.parse(json.dumps(schema)) for schema in (reader, writer)]
    found = ReaderWriterCompatibilityChecker().get_compatibility(*schemas)
    print(f"{title}: PyPI, {'yes' if found.compatibility.name == 'compatible' else 'no'}")
    file = io.BytesIO()
    fastavro.schemaless_writer(file, writer, values[title])
    file.seek(0)
    try:
        answer = f"{values[title]} is {fastavro.schemaless_reader(file, writer, reader)}"
    except Exception as error:
        answer = f"refused, {type(error).__name__}"
    print(f"{title}: fastavro, {answer}")
writer, reader = [avro.schema.parse(json.dumps(schema)) for schema in pairs["another scale"]]
bytes_of_123 = avro.io.BinaryDecoder(io.BytesIO(b"\x02\x7b"))
print(f"another scale: PyPI, 1.23 is {avro.io.DatumReader(writer, reader).read(bytes_of_123)}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"

	"github.com/hamba/avro/v2"
)

func parse(text json.RawMessage) (avro.Schema, error) {
	return avro.ParseWithCache(string(text), "", &avro.SchemaCache{})
}

func main() {
	file, _ := os.ReadFile("pairs.json")
	var pairs map[string][2]json.RawMessage
	if err := json.Unmarshal(file, &pairs); err != nil {
		panic(err)
	}
	for title, pair := range pairs {
		answer := "refused"
		if reader, err := parse(pair[1]); err == nil {
			writer, _ := parse(pair[0])
			answer = map[bool]string{true: "yes", false: "no"}[avro.NewSchemaCompatibility().Compatible(reader, writer) == nil]
		}
		fmt.Printf("%s: hamba, %s\n", title, answer)
	}
	writer, _ := parse(pairs["another scale"][0])
	reader, _ := parse(pairs["another scale"][1])
	schema, _ := avro.NewSchemaCompatibility().Resolve(reader, writer)
	var read *big.Rat
	_ = avro.Unmarshal(schema, []byte{2, 123}, &read)
	fmt.Printf("another scale: hamba, 1.23 is %s\n", read.FloatString(3))
}
GO
{
  go mod init finding.test/resolve
  go get github.com/hamba/avro/v2@v2.31.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>resolve</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.apache.avro</groupId><artifactId>avro</artifactId><version>1.12.2</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Resolve.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;

class Resolve {
    static Schema parse(JsonNode schema) {
        return new Schema.Parser().parse(schema.toString());
    }

    public static void main(String[] arguments) throws Exception {
        for (var pair : new ObjectMapper().readTree(Path.of("pairs.json").toFile()).properties()) {
            var schemas = pair.getValue();
            var found = SchemaCompatibility.checkReaderWriterCompatibility(parse(schemas.get(1)), parse(schemas.get(0)));
            var answer = found.getType() == SchemaCompatibilityType.COMPATIBLE ? "yes" : "no";
            System.out.println(pair.getKey() + ": Java, " + answer);
            if (pair.getKey().equals("another scale")) {
                var model = new GenericData();
                model.addLogicalTypeConversion(new Conversions.DecimalConversion());
                var reader = new GenericDatumReader<>(parse(schemas.get(0)), parse(schemas.get(1)), model);
                var read = reader.read(null, DecoderFactory.get().binaryDecoder(new byte[] {2, 123}, null));
                System.out.println(pair.getKey() + ": Java, 1.23 is " + read);
            }
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
apache-avro = "=0.22.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use apache_avro::schema_compatibility::{Compatibility, SchemaCompatibility};
use apache_avro::Schema;

fn main() {
    let pairs: serde_json::Value = serde_json::from_str(include_str!("../pairs.json")).unwrap();
    for (title, pair) in pairs.as_object().unwrap() {
        let (writer, reader) = (Schema::parse(&pair[0]).unwrap(), Schema::parse(&pair[1]).unwrap());
        let answer = match SchemaCompatibility::can_read(&writer, &reader) {
            Ok(Compatibility::Full) => "yes",
            Ok(Compatibility::Partial) => "in part",
            Err(_) => "no",
        };
        println!("{title}: Rust, {answer}");
    }
}
RUST
{
  node resolve.mjs
  venv/bin/python resolve.py
  go run .
  java -cp 'classes/*' Resolve.java
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
another scale: Java, 1.23 is 0.123
another scale: Java, yes
another scale: PyPI, 1.23 is 1.23
another scale: PyPI, yes
another scale: Rust, no
another scale: avsc, yes
another scale: fastavro, 1.23 is 1.23
another scale: hamba, 1.23 is 0.123
another scale: hamba, yes
branch gone: Java, no
branch gone: PyPI, no
branch gone: Rust, in part
branch gone: avsc, no
branch gone: fastavro, 1 is 1
branch gone: hamba, no
field added, default of the second branch: Java, yes
field added, default of the second branch: PyPI, yes
field added, default of the second branch: Rust, yes
field added, default of the second branch: avsc, refused
field added, default of the second branch: fastavro, {} is {'x': 3}
field added, default of the second branch: hamba, refused
field added, no default: Java, no
field added, no default: PyPI, no
field added, no default: Rust, no
field added, no default: avsc, no
field added, no default: fastavro, refused, SchemaResolutionError
field added, no default: hamba, no
field by alias: Java, yes
field by alias: PyPI, yes
field by alias: Rust, yes
field by alias: avsc, yes
field by alias: fastavro, {'x': 1} is {'y': 1}
field by alias: hamba, yes
int to union of null and long: Java, yes
int to union of null and long: PyPI, yes
int to union of null and long: Rust, yes
int to union of null and long: avsc, yes
int to union of null and long: fastavro, 1 is 1
int to union of null and long: hamba, yes
record by alias: Java, yes
record by alias: PyPI, yes
record by alias: Rust, no
record by alias: avsc, yes
record by alias: fastavro, {} is {}
record by alias: hamba, yes
record of another name in a union: Java, no
record of another name in a union: PyPI, no
record of another name in a union: Rust, in part
record of another name in a union: avsc, no
record of another name in a union: fastavro, refused, SchemaResolutionError
record of another name in a union: hamba, no
record of another name: Java, no
record of another name: PyPI, no
record of another name: Rust, no
record of another name: avsc, no
record of another name: fastavro, refused, SchemaResolutionError
record of another name: hamba, no
record of another namespace: Java, yes
record of another namespace: PyPI, yes
record of another namespace: Rust, yes
record of another namespace: avsc, no
record of another namespace: fastavro, {} is {}
record of another namespace: hamba, yes
string to bytes: Java, yes
string to bytes: PyPI, yes
string to bytes: Rust, yes
string to bytes: avsc, yes
string to bytes: fastavro, a is b'a'
string to bytes: hamba, yes
symbol gone, default: Java, yes
symbol gone, default: PyPI, yes
symbol gone, default: Rust, yes
symbol gone, default: avsc, yes
symbol gone, default: fastavro, B is A
symbol gone, default: hamba, yes
symbol gone: Java, no
symbol gone: PyPI, no
symbol gone: Rust, in part
symbol gone: avsc, no
symbol gone: fastavro, A is A
symbol gone: hamba, no
EXPECTED
diff expected seen
echo "schemas of Avro are resolved as they were seen"
