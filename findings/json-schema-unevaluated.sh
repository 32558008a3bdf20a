#!/bin/sh
# ajv 8.20.0, @hyperjump/json-schema 1.18.0, @cfworker/json-schema 4.1.6, json-schema-library 11.6.2, @exodus/schemasafe 1.3.0
# and @criteria/json-schema-validation 0.10.0 (npm), jsonschema 4.26.0, jsonschema-rs 0.61.2 and jschon 0.11.1 (PyPI),
# github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 and github.com/google/jsonschema-go v0.4.3, and com.networknt:
# json-schema-validator 1.5.9 and com.github.erosb:json-sKema 0.24.0 (Maven Central), seen on 2026-12-01 with Node 20, Python
# 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: thirteen validators that name JSON Schema 2020-12 judge what is unevaluated alike; small ones miss
# `$dynamicRef`.
# Seen: one small one does, @cfworker, and the largest, ajv, is wrong most often. What `if` evaluates counts if it is met, and not
# if it is not (core, 10.2.2.1 and 11.3): for ajv it is the other way round, unless there is `then`. `contains` evaluates the
# items that match, and only those (10.3.1.3 and 11.2): ajv takes one match for all of the items, and none if `minContains` is 0.
# All items that `items` or `unevaluatedItems` judged within `anyOf` or `then` are evaluated (11.2): ajv refuses them, and within
# `allOf` it does not; json-schema-library refuses two of these. A `$dynamicRef` to a pointer is a `$ref` (8.2.3.2), which ajv can
# not compile. What is under `not` does not count: for json-sKema it does, and `$anchor` is dynamic for it.
# Whom it meets: descriptions of OpenAPI 3.1, whose schemas are closed by `unevaluatedProperties`, judged by ajv in a test and by
# another at the server. With a mock: send it a value with one member too many.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# A name, a schema, a value, and if the value is valid.
cat > cases <<'TEXT'
["if",{"if":{"properties":{"a":true},"required":["a"]},"unevaluatedProperties":false},{"a":1},true]
["if not met",{"if":{"properties":{"a":{"const":2}}},"else":{"properties":{"b":true}},"unevaluatedProperties":false},{"a":1,"b":1},false]
["if then",{"if":{"properties":{"a":true}},"then":{"properties":{"b":true}},"unevaluatedProperties":false},{"a":1,"b":1},true]
["if else",{"if":{"properties":{"a":true}},"else":{"properties":{"b":true}},"unevaluatedProperties":false},{"a":1},true]
["allOf",{"allOf":[{"properties":{"a":true}}],"unevaluatedProperties":false},{"a":1},true]
["cousins",{"allOf":[{"properties":{"a":true}},{"unevaluatedProperties":false}]},{"a":1},false]
["not",{"not":{"not":{"properties":{"a":true}}},"unevaluatedProperties":false},{"a":1},false]
["anyOf",{"anyOf":[{"properties":{"a":{"const":1}}},{"properties":{"b":true}}],"unevaluatedProperties":false},{"a":2,"b":1},false]
["$ref",{"$ref":"#/$defs/n","unevaluatedProperties":false,"$defs":{"n":{"properties":{"a":true}}}},{"a":1},true]
["contains",{"contains":{"type":"string"},"unevaluatedItems":{"type":"number"}},["a",1],true]
["contains in part",{"contains":{"type":"string"},"unevaluatedItems":false},["a",1],false]
["contains none",{"contains":{"type":"string"},"minContains":0,"unevaluatedItems":false},["a"],true]
["prefixItems, contains",{"prefixItems":[true],"contains":{"type":"string"},"unevaluatedItems":false},[1,"a"],true]
["items in allOf",{"allOf":[{"items":{"type":"number"}}],"unevaluatedItems":false},[1,2],true]
["items in anyOf",{"anyOf":[{"items":{"type":"number"}}],"unevaluatedItems":false},[1,2],true]
["items in then",{"if":{"minItems":1},"then":{"items":{"type":"number"}},"unevaluatedItems":false},[1,2],true]
["items in if",{"if":{"items":{"type":"number"}},"then":true,"unevaluatedItems":false},[1,2],true]
["unevaluatedItems in anyOf",{"anyOf":[{"unevaluatedItems":{"type":"number"}}],"unevaluatedItems":false},[1,2],true]
["$ref to $dynamicAnchor",{"$ref":"#s","$defs":{"s":{"$dynamicAnchor":"s","type":"string"}}},1,false]
["$dynamicRef to a pointer",{"$dynamicRef":"#/$defs/s","$defs":{"s":{"type":"string"}}},1,false]
["$dynamicRef to $anchor",{"$id":"https://h.test/a","$ref":"l","$defs":{"s":{"$dynamicAnchor":"i","type":"string"},"l":{"$id":"l","items":{"$dynamicRef":"#i"},"$defs":{"i":{"$anchor":"i"}}}}},[1],true]
["$dynamicRef to $dynamicAnchor",{"$id":"https://h.test/b","$ref":"m","$defs":{"s":{"$dynamicAnchor":"i","type":"string"},"m":{"$id":"m","items":{"$dynamicRef":"#i"},"$defs":{"i":{"$dynamicAnchor":"i"}}}}},[1],false]
TEXT
npm install --silent --no-audit --no-fund ajv@8.20.0 @hyperjump/json-schema@1.18.0 @cfworker/json-schema@4.1.6 \
  json-schema-library@11.6.2 @exodus/schemasafe@1.3.0 @criteria/json-schema-validation@0.10.0
cat > judge.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { Validator } from '@cfworker/json-schema';
import { isJSONValid } from '@criteria/json-schema-validation/draft-2020-12';
import { validator } from '@exodus/schemasafe';
import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import Ajv2020 from 'ajv/dist/2020.js';
import { compileSchema, draft2020 } from 'json-schema-library';

const validators = {
  ajv: (schema, value) => new Ajv2020.default({ strict: false }).compile(schema)(value),
  cfworker: (schema, value) => new Validator(schema, '2020-12').validate(value).valid,
  criteria: (schema, value) => isJSONValid(value, schema),
  hyperjump: async (schema, value) => {
    const id = schema.$id ?? 'https://h.test/schema';
    registerSchema(schema, id);
    const { valid } = await validate(id, value);
    unregisterSchema(id);
    return valid;
  },
  'json-schema-library': (schema, value) => compileSchema(schema, { drafts: [draft2020] }).validate(value).valid,
  schemasafe: (schema, value) => validator(schema, { mode: 'spec', isJSON: true })(value),
};
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [name, part, value] = JSON.parse(line);
  for (const [judge, isValid] of Object.entries(validators)) {
    let answer = 'an error';
    try {
      const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', ...structuredClone(part) };
      answer = (await isValid(schema, value)) ? 'valid' : 'invalid';
    } catch {}
    console.log(`${name}~${answer}~${judge}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonschema==4.26.0 jsonschema-rs==0.61.2 jschon==0.11.1
cat > judge.py <<'PY'
import json

import jschon
import jsonschema
import jsonschema_rs

jschon.create_catalog("2020-12")
VALIDATORS = {
    "jsonschema": lambda schema, value: jsonschema.Draft202012Validator(schema).is_valid(value),
    "jsonschema-rs": lambda schema, value: jsonschema_rs.Draft202012Validator(schema).is_valid(value),
    "jschon": lambda schema, value: jschon.JSONSchema(schema).evaluate(jschon.JSON(value)).valid,
}
for line in open("cases", encoding="utf-8").read().splitlines():
    name, part, value, _ = json.loads(line)
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **part}
    for judge, is_valid in VALIDATORS.items():
        print(f"{name}~{'valid' if is_valid(schema, value) else 'invalid'}~{judge}")
PY
cat > judge.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	google "github.com/google/jsonschema-go/jsonschema"
	santhosh "github.com/santhosh-tekuri/jsonschema/v6"
)

func bySanthosh(schema, value json.RawMessage) string {
	document, _ := santhosh.UnmarshalJSON(strings.NewReader(string(schema)))
	instance, _ := santhosh.UnmarshalJSON(strings.NewReader(string(value)))
	compiler := santhosh.NewCompiler()
	compiler.AddResource("https://h.test/schema", document)
	compiled, err := compiler.Compile("https://h.test/schema")
	if err != nil {
		return "an error"
	}
	return map[bool]string{true: "valid", false: "invalid"}[compiled.Validate(instance) == nil]
}

func byGoogle(schema, value json.RawMessage) string {
	var document google.Schema
	var instance any
	json.Unmarshal(value, &instance)
	if json.Unmarshal(schema, &document) != nil {
		return "an error"
	}
	resolved, err := document.Resolve(&google.ResolveOptions{BaseURI: "https://h.test/schema"})
	if err != nil {
		return "an error"
	}
	return map[bool]string{true: "valid", false: "invalid"}[resolved.Validate(instance) == nil]
}

func main() {
	cases, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		var parts []json.RawMessage
		var name string
		json.Unmarshal([]byte(line), &parts)
		json.Unmarshal(parts[0], &name)
		fmt.Printf("%s~%s~santhosh-tekuri\n", name, bySanthosh(parts[1], parts[2]))
		fmt.Printf("%s~%s~google\n", name, byGoogle(parts[1], parts[2]))
	}
}
GO
go mod init finding.test/judge 2> /dev/null
go get github.com/santhosh-tekuri/jsonschema/v6@v6.0.3 github.com/google/jsonschema-go@v0.4.3 2> /dev/null
go mod tidy 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>judge</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.networknt</groupId><artifactId>json-schema-validator</artifactId><version>1.5.9</version></dependency>
    <dependency><groupId>com.github.erosb</groupId><artifactId>json-sKema</artifactId><version>0.24.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Judge.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.erosb.jsonsKema.JsonParser;
import com.github.erosb.jsonsKema.SchemaLoader;
import com.github.erosb.jsonsKema.Validator;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.BiPredicate;

public class Judge {
    public static void main(String[] arguments) throws Exception {
        JsonSchemaFactory factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012);
        Map<String, BiPredicate<JsonNode, JsonNode>> validators = Map.of(
            "networknt", (schema, value) -> factory.getSchema(schema).validate(value).isEmpty(),
            "json-sKema", (schema, value) -> Validator.forSchema(new SchemaLoader(new JsonParser(schema.toString()).parse()).load())
                .validate(new JsonParser(value.toString()).parse()) == null);
        ObjectMapper mapper = new ObjectMapper();
        for (String line : Files.readAllLines(Path.of("cases"))) {
            JsonNode parts = mapper.readTree(line);
            ObjectNode schema = ((ObjectNode) parts.get(1)).put("$schema", "https://json-schema.org/draft/2020-12/schema");
            for (var validator : validators.entrySet()) {
                String answer;
                try {
                    answer = validator.getValue().test(schema, parts.get(2)) ? "valid" : "invalid";
                } catch (RuntimeException error) {
                    answer = "an error";
                }
                System.out.println(parts.get(0).asText() + "~" + answer + "~" + validator.getKey());
            }
        }
    }
}
JAVA
cat > compare.py <<'PY'
import json
import sys

with open("cases", encoding="utf-8") as file:
    cases = [json.loads(line) for line in file.read().splitlines()]
found = {}
for line in sys.stdin.read().splitlines():
    name, answer, judge = line.split("~")
    found.setdefault(name, {}).setdefault(answer, []).append(judge)
for name, _, _, valid in cases:
    right = "valid" if valid else "invalid"
    others = [f"{answer} for {' '.join(sorted(found[name][answer]))}" for answer in sorted(found[name]) if answer != right]
    count = len(found[name].get(right, []))
    print(f"{name}: {right} for {count}{''.join(f'; {other}' for other in others)}")
PY
{
  node judge.mjs
  venv/bin/python judge.py
  go run judge.go
  java -cp 'classes/*' Judge.java
} 2> errors | python3 compare.py > seen
cat > expected <<'EXPECTED'
if: valid for 12; invalid for ajv
if not met: invalid for 12; valid for ajv
if then: valid for 13
if else: valid for 12; invalid for ajv
allOf: valid for 13
cousins: invalid for 13
not: invalid for 12; valid for json-sKema
anyOf: invalid for 13
$ref: valid for 13
contains: valid for 13
contains in part: invalid for 12; valid for ajv
contains none: valid for 12; invalid for ajv
prefixItems, contains: valid for 13
items in allOf: valid for 13
items in anyOf: valid for 12; invalid for ajv
items in then: valid for 12; invalid for ajv
items in if: valid for 11; invalid for ajv json-schema-library
unevaluatedItems in anyOf: valid for 11; invalid for ajv json-schema-library
$ref to $dynamicAnchor: invalid for 12; an error for cfworker
$dynamicRef to a pointer: invalid for 11; an error for ajv; valid for cfworker
$dynamicRef to $anchor: valid for 12; invalid for json-sKema
$dynamicRef to $dynamicAnchor: invalid for 11; valid for ajv cfworker
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "what is unevaluated is judged as it was seen"
