#!/bin/sh
# ajv 8.20.0, @cfworker/json-schema 4.1.6 and @hyperjump/json-schema 1.18.0 (npm), jsonschema 4.26.0 and jsonschema-rs 0.61.2
# (PyPI), com.networknt:json-schema-validator 1.5.9 (Maven Central) and github.com/santhosh-tekuri/jsonschema/v6 v6.0.3, seen
# on 2026-11-29 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: seven validators of draft 2020-12 judge alike, but for multiples of a hundredth, by floats.
# Seen: 19.99 is a multiple of 0.01 for five and not for ajv and jsonschema, unless ajv is given `multipleOfPrecision`. ajv
# finds a member `toString` in each object, and judges a `constructor` that is not there, because it looks at inherited ones
# (its option `ownProperties`). For networknt, 1 and 1.0 in a list are unique, though JSON Schema has one number; `$` of its
# patterns, and of jsonschema's, is also before a last line end. In jsonschema `\d` has the digits of all scripts. Patterns
# are to be as in ECMA-262 (core, 6.4).
# Whom it meets: prices and names checked in two languages. With a mock: send 19.99, and a resource that lacks `toString`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
{"multipleOf":0.01}; 19.99
{"multipleOf":0.01}; 1.234
{"required":["toString"]}; {}
{"properties":{"constructor":{"type":"number"}}}; {}
{"uniqueItems":true}; [1,1.0]
{"uniqueItems":true}; [1,true]
{"pattern":"^a$"}; "a\n"
{"pattern":"^\\d$"}; "\u0664"
{"const":1}; 1.0
TEXT
npm install --silent --no-audit --no-fund ajv@8.20.0 @cfworker/json-schema@4.1.6 @hyperjump/json-schema@1.18.0
cat > judge.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import { registerSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020 } from 'ajv/dist/2020.js';

const $schema = 'https://json-schema.org/draft/2020-12/schema';
for (const [index, line] of readFileSync('cases', 'utf8').trim().split('\n').entries()) {
  const [schema, value] = line.split('; ').map((text) => JSON.parse(text));
  const $id = `https://finding.test/${index}`;
  registerSchema({ $id, $schema, ...schema });
  console.log(`${line}: ajv, ${new Ajv2020({ strict: false }).validate(schema, value)}`);
  console.log(`${line}: cfworker, ${new Validator(schema, '2020-12').validate(value).valid}`);
  console.log(`${line}: hyperjump, ${(await validate($id, value)).valid}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonschema==4.26.0 jsonschema-rs==0.61.2
cat > judge.py <<'PY'
import json

import jsonschema
import jsonschema_rs

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        schema, value = (json.loads(text) for text in line.split("; "))
        for name, library in {"jsonschema": jsonschema, "jsonschema-rs": jsonschema_rs}.items():
            valid = library.Draft202012Validator(schema).is_valid(value)
            print(f"{line}: {name}, {json.dumps(valid)}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>judge</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.networknt</groupId><artifactId>json-schema-validator</artifactId><version>1.5.9</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Judge.java <<'JAVA'
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.file.Files;
import java.nio.file.Path;

class Judge {
    public static void main(String[] arguments) throws Exception {
        var factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split("; ");
            boolean valid = factory.getSchema(parts[0]).validate(parts[1], InputFormat.JSON).isEmpty();
            System.out.println(line + ": networknt, " + valid);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	file, _ := os.ReadFile("cases")
	for index, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		schema, value, _ := strings.Cut(line, "; ")
		document, _ := jsonschema.UnmarshalJSON(strings.NewReader(schema))
		compiler := jsonschema.NewCompiler()
		url := fmt.Sprintf("https://finding.test/%d", index)
		if err := compiler.AddResource(url, document); err != nil {
			panic(err)
		}
		read, _ := jsonschema.UnmarshalJSON(strings.NewReader(value))
		fmt.Printf("%s: santhosh-tekuri, %t\n", line, compiler.MustCompile(url).Validate(read) == nil)
	}
}
GO
{
  go mod init finding.test/judge
  go get github.com/santhosh-tekuri/jsonschema/v6@v6.0.3
  go mod tidy
} 2> /dev/null
{ node judge.mjs; venv/bin/python judge.py; java -cp 'classes/*' Judge.java 2> /dev/null; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"const":1}; 1.0: ajv, true
{"const":1}; 1.0: cfworker, true
{"const":1}; 1.0: hyperjump, true
{"const":1}; 1.0: jsonschema, true
{"const":1}; 1.0: jsonschema-rs, true
{"const":1}; 1.0: networknt, true
{"const":1}; 1.0: santhosh-tekuri, true
{"multipleOf":0.01}; 1.234: ajv, false
{"multipleOf":0.01}; 1.234: cfworker, false
{"multipleOf":0.01}; 1.234: hyperjump, false
{"multipleOf":0.01}; 1.234: jsonschema, false
{"multipleOf":0.01}; 1.234: jsonschema-rs, false
{"multipleOf":0.01}; 1.234: networknt, false
{"multipleOf":0.01}; 1.234: santhosh-tekuri, false
{"multipleOf":0.01}; 19.99: ajv, false
{"multipleOf":0.01}; 19.99: cfworker, true
{"multipleOf":0.01}; 19.99: hyperjump, true
{"multipleOf":0.01}; 19.99: jsonschema, false
{"multipleOf":0.01}; 19.99: jsonschema-rs, true
{"multipleOf":0.01}; 19.99: networknt, true
{"multipleOf":0.01}; 19.99: santhosh-tekuri, true
{"pattern":"^\\d$"}; "\u0664": ajv, false
{"pattern":"^\\d$"}; "\u0664": cfworker, false
{"pattern":"^\\d$"}; "\u0664": hyperjump, false
{"pattern":"^\\d$"}; "\u0664": jsonschema, true
{"pattern":"^\\d$"}; "\u0664": jsonschema-rs, false
{"pattern":"^\\d$"}; "\u0664": networknt, false
{"pattern":"^\\d$"}; "\u0664": santhosh-tekuri, false
{"pattern":"^a$"}; "a\n": ajv, false
{"pattern":"^a$"}; "a\n": cfworker, false
{"pattern":"^a$"}; "a\n": hyperjump, false
{"pattern":"^a$"}; "a\n": jsonschema, true
{"pattern":"^a$"}; "a\n": jsonschema-rs, false
{"pattern":"^a$"}; "a\n": networknt, true
{"pattern":"^a$"}; "a\n": santhosh-tekuri, false
{"properties":{"constructor":{"type":"number"}}}; {}: ajv, false
{"properties":{"constructor":{"type":"number"}}}; {}: cfworker, true
{"properties":{"constructor":{"type":"number"}}}; {}: hyperjump, true
{"properties":{"constructor":{"type":"number"}}}; {}: jsonschema, true
{"properties":{"constructor":{"type":"number"}}}; {}: jsonschema-rs, true
{"properties":{"constructor":{"type":"number"}}}; {}: networknt, true
{"properties":{"constructor":{"type":"number"}}}; {}: santhosh-tekuri, true
{"required":["toString"]}; {}: ajv, true
{"required":["toString"]}; {}: cfworker, false
{"required":["toString"]}; {}: hyperjump, false
{"required":["toString"]}; {}: jsonschema, false
{"required":["toString"]}; {}: jsonschema-rs, false
{"required":["toString"]}; {}: networknt, false
{"required":["toString"]}; {}: santhosh-tekuri, false
{"uniqueItems":true}; [1,1.0]: ajv, false
{"uniqueItems":true}; [1,1.0]: cfworker, false
{"uniqueItems":true}; [1,1.0]: hyperjump, false
{"uniqueItems":true}; [1,1.0]: jsonschema, false
{"uniqueItems":true}; [1,1.0]: jsonschema-rs, false
{"uniqueItems":true}; [1,1.0]: networknt, true
{"uniqueItems":true}; [1,1.0]: santhosh-tekuri, false
{"uniqueItems":true}; [1,true]: ajv, true
{"uniqueItems":true}; [1,true]: cfworker, true
{"uniqueItems":true}; [1,true]: hyperjump, true
{"uniqueItems":true}; [1,true]: jsonschema, true
{"uniqueItems":true}; [1,true]: jsonschema-rs, true
{"uniqueItems":true}; [1,true]: networknt, true
{"uniqueItems":true}; [1,true]: santhosh-tekuri, true
EXPECTED
diff expected seen
echo "validators of JSON Schema behave as they were seen"
