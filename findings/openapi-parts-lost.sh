#!/bin/sh
# io.swagger.parser.v3:swagger-parser 2.1.48 (Maven Central), github.com/getkin/kin-openapi v0.153.0 and openapiv3 2.2.0
# (crates.io), seen on 2026-11-30 with Java 17, Go 1.26 and Rust 1.95; Node 20 compares.
#
# Guess before it was run: three libraries that read and write OpenAPI 3.0 keep all that is in a document; defaults may come
# in, and an extension may be lost.
# Seen: kin-openapi and openapiv3 lose a default that is null; an example whose value is null, which says so, is refused by
# the former and empty after the latter. openapiv3 loses `xml` of a schema, and adds `style` beside `content` and a
# description that is null, neither of which the specification allows. kin-openapi writes a maximum of 9007199254740993 one
# lower. swagger-parser encodes the example of a schema of bytes in Base64 once more, and refuses the body of a link that is
# an object. A callback may have extensions: two refuse it.
# Whom it meets: tools that read, change and write the document of an API. With a mock: serve the document before and after,
# and compare the answers.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
default null|{"components":{"schemas":{"S":{"type":"string","nullable":true,"default":null}}}}
example null|{"components":{"examples":{"E":{"summary":"none","value":null}}}}
large maximum|{"components":{"schemas":{"S":{"type":"integer","maximum":9007199254740993}}}}
xml|{"components":{"schemas":{"S":{"type":"string","xml":{"name":"s","attribute":true}}}}}
bytes|{"components":{"schemas":{"S":{"type":"string","format":"byte","default":"AAE=","example":"AAE="}}}}
uuid|{"components":{"schemas":{"S":{"type":"string","format":"uuid","example":"F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"}}}}
time|{"components":{"schemas":{"S":{"type":"string","format":"date-time","example":"2024-01-01T00:00:00.5+01:00"}}}}
number as example of text|{"components":{"schemas":{"S":{"type":"string","example":"01"}}}}
server variable|{"servers":[{"url":"https://{h}.test","variables":{"h":{"default":"a","enum":["a","b"]}}}]}
parameter with content|{"components":{"parameters":{"P":{"name":"p","in":"query","content":{"application/json":{}}}}}}
body of a link|{"components":{"links":{"L":{"operationId":"get","requestBody":{"a":1}}}}}
extension in paths|{"paths":{"x-note":1}}
extension in responses|{"paths":{"/a":{"get":{"responses":{"200":{"description":""},"x-note":1}}}}}
extension in a callback|{"components":{"callbacks":{"C":{"x-note":1}}}}
extension that is null|{"components":{"schemas":{"S":{"type":"string","x-note":null}}}}
TEXT
cat > expand.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

mkdirSync('documents');
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [name, members] = line.split('|');
  const base = { openapi: '3.0.3', info: { title: 't', version: '1' }, servers: [{ url: '/' }], paths: {} };
  const document = { ...base, ...JSON.parse(members) };
  writeFileSync(`documents/${name}`, members.includes('9007199254740993')
    ? JSON.stringify(document).replace('9007199254740992', '9007199254740993')
    : JSON.stringify(document));
}
JS
node expand.mjs
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>documents</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>io.swagger.parser.v3</groupId><artifactId>swagger-parser</artifactId><version>2.1.48</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Documents.java <<'JAVA'
import io.swagger.v3.core.util.Json;
import io.swagger.v3.parser.OpenAPIV3Parser;
import java.io.File;
import java.nio.file.Files;

class Documents {
    public static void main(String[] arguments) throws Exception {
        for (File file : new File("documents").listFiles()) {
            var result = new OpenAPIV3Parser().readContents(Files.readString(file.toPath()));
            var messages = result.getMessages();
            String text = messages.isEmpty() ? Json.mapper().writeValueAsString(result.getOpenAPI()) : messages.get(0);
            System.out.println("swagger-parser|" + file.getName() + "|" + text);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

func main() {
	files, _ := os.ReadDir("documents")
	for _, file := range files {
		text, _ := os.ReadFile("documents/" + file.Name())
		document, err := openapi3.NewLoader().LoadFromData(text)
		if err == nil {
			err = document.Validate(context.Background())
		}
		var written []byte
		if err == nil {
			written, err = json.Marshal(document)
		}
		if err != nil {
			first, _, _ := strings.Cut(err.Error(), "\n")
			written = []byte(first)
		}
		fmt.Printf("kin-openapi|%s|%s\n", file.Name(), written)
	}
}
GO
{
  go mod init finding.test/documents
  go get github.com/getkin/kin-openapi/openapi3@v0.153.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
openapiv3 = "=2.2.0"
serde_json = "=1.0.154"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for file in std::fs::read_dir("documents").expect("a folder") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        let answer = match serde_json::from_str::<openapiv3::OpenAPI>(&text) {
            Ok(document) => serde_json::to_string(&document).expect("JSON"),
            Err(error) => error.to_string(),
        };
        println!("openapiv3|{}|{answer}", path.file_name().expect("a name").to_string_lossy());
    }
}
RUST
cat > compare.mjs <<'JS'
import { readFileSync } from 'node:fs';

const texts = (name, value) =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, member]) => texts(`${name}/${key}`, member)).concat(`${name}/`)
    : [`${name}: ${JSON.stringify(value)}`];

// A number stays a text, so that none is rounded here.
const parts = (text) => new Set(texts('', JSON.parse(text.replace(/([:[,])(-?\d[\d.eE+-]*)(?=[,}\]])/g, '$1"number $2"'))));

for (const line of readFileSync('written', 'utf8').trim().split('\n')) {
  const [library, name, text] = line.split('|');
  if (!text.startsWith('{')) {
    console.log(`${name}: ${library} refuses it, ${text}`);
    continue;
  }
  const [before, after] = [parts(readFileSync(`documents/${name}`, 'utf8')), parts(text)];
  const gone = [...before].filter((part) => !after.has(part));
  const come = [...after].filter((part) => !before.has(part));
  for (const part of gone) console.log(`${name}: ${library} loses ${part}`);
  for (const part of come) console.log(`${name}: ${library} adds ${part}`);
}
JS
{ java -cp 'classes/*' Documents.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } > written
node compare.mjs | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
body of a link: swagger-parser refuses it, attribute components.links.L.requestBody is not of type `string`
bytes: swagger-parser adds /components/schemas/S/example: "QUFFPQ=="
bytes: swagger-parser loses /components/schemas/S/example: "AAE="
default null: kin-openapi loses /components/schemas/S/default: null
default null: openapiv3 loses /components/schemas/S/default: null
example null: kin-openapi refuses it, invalid components: example "E": no value or externalValue field
example null: openapiv3 loses /components/examples/E/value: null
extension in a callback: openapiv3 refuses it, invalid type: integer `1`, expected struct PathItem at line 1 column 133
extension in a callback: swagger-parser refuses it, attribute components.callbacks.x-note is not of type `object`
extension that is null: swagger-parser loses /components/schemas/S/x-note: null
large maximum: kin-openapi adds /components/schemas/S/maximum: "number 9007199254740992"
large maximum: kin-openapi loses /components/schemas/S/maximum: "number 9007199254740993"
parameter with content: openapiv3 adds /components/parameters/P/style: "form"
parameter with content: swagger-parser adds /components/parameters/P/required: false
server variable: openapiv3 adds /servers/0/variables/h/description: null
uuid: swagger-parser adds /components/schemas/S/example: "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
uuid: swagger-parser loses /components/schemas/S/example: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"
xml: openapiv3 loses /components/schemas/S/xml/
xml: openapiv3 loses /components/schemas/S/xml/attribute: true
xml: openapiv3 loses /components/schemas/S/xml/name: "s"
EXPECTED
diff expected seen
echo "documents of OpenAPI behave as they were seen after reading and writing"
