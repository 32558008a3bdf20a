#!/bin/sh
# openapi-diff 0.24.1 (npm), org.openapitools.openapidiff:openapi-diff-core 2.1.0 (Maven Central) and
# github.com/oasdiff/oasdiff v1.38.0, seen on 2026-11-29 with Node 20, Java 17 and Go 1.26.
#
# Guess before it was run: three tools that compare OpenAPI documents agree which of ten changes break clients; limits
# differ.
# Seen: they agree on two. The one of npm overlooks each parameter and each enumeration: a required parameter that is new
# and a value that is no longer taken do not break. A body that no longer takes other members breaks for it alone; the two
# others say nothing. The one in Java overlooks an answer that may be null now, and refuses a request that takes more (a
# number instead of an integer) and a header that is only written in capitals, which has no case; oasdiff warns of the
# latter.
# Whom it meets: gates on the document of an API. With a mock: run the old client's tests against the new document.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > old.json <<'JSON'
{"openapi": "3.0.3", "info": {"title": "finding", "version": "1"}, "paths": {"/a": {
  "get": {
    "parameters": [
      {"name": "kind", "in": "query", "schema": {"type": "string", "enum": ["x", "y"]}},
      {"name": "tag", "in": "header", "schema": {"type": "string"}}],
    "responses": {"200": {"description": "found", "content": {"application/json": {"schema": {
      "type": "object", "required": ["size"], "properties": {
        "size": {"type": "integer"}, "state": {"type": "string", "enum": ["p", "q"]}, "note": {"type": "string"}}}}}}}},
  "post": {
    "requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {
      "name": {"type": "string", "maxLength": 20}, "count": {"type": "integer"}}}}}},
    "responses": {"201": {"description": "made"}}}}}}
JSON
cat > change.py <<'PY'
from pathlib import Path

OLD = Path("old.json").read_text()
CLOSED = '{"type": "object", "additionalProperties": false, "properties"'
CHANGES = {
    "answer has a new value": ('["p", "q"]', '["p", "q", "r"]'),
    "answer may be null": ('"note": {"type": "string"}', '"note": {"type": "string", "nullable": true}'),
    "answer lacks a member": ('"required": ["size"], ', ""),
    "request takes a number": ('"count": {"type": "integer"}', '"count": {"type": "number"}'),
    "request has a shorter text": ('"maxLength": 20', '"maxLength": 5'),
    "request has no other members": ('{"type": "object", "properties"', CLOSED),
    "request needs a body": ('"requestBody": {', '"requestBody": {"required": true, '),
    "parameter is required": ('"in": "header", ', '"in": "header", "required": true, '),
    "parameter lacks a value": ('["x", "y"]', '["x"]'),
    "header in capitals": ('"name": "tag"', '"name": "TAG"'),
}
for name, (before, after) in CHANGES.items():
    Path(f"{name}.json").write_text(OLD.replace(before, after))
PY
python3 change.py
npm install --silent --no-audit --no-fund openapi-diff@0.24.1
cat > compare.cjs <<'JS'
const { readFileSync, readdirSync } = require('node:fs');
const { diffSpecs } = require('openapi-diff');

const source = (location) => ({ content: readFileSync(location, 'utf8'), location, format: 'openapi3' });
const compare = async (file) => {
  const { breakingDifferencesFound } = await diffSpecs({ sourceSpec: source('old.json'), destinationSpec: source(file) });
  console.log(`${file.replace('.json', '')}: openapi-diff, ${breakingDifferencesFound ? 'breaks' : 'fits'}`);
};
Promise.all(readdirSync('.').filter((file) => / .*json$/.test(file)).map(compare));
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>compare</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.openapitools.openapidiff</groupId><artifactId>openapi-diff-core</artifactId><version>2.1.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Compare.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.openapidiff.core.OpenApiCompare;

class Compare {
    public static void main(String[] arguments) throws Exception {
        try (var paths = Files.newDirectoryStream(Path.of("."), "* *.json")) {
            for (Path path : paths) {
                String name = path.getFileName().toString();
                boolean fits = OpenApiCompare.fromLocations("old.json", name).isCompatible();
                System.out.println(name.replace(".json", "") + ": openapi-diff-core, " + (fits ? "fits" : "breaks"));
            }
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/oasdiff/oasdiff/checker"
	"github.com/oasdiff/oasdiff/diff"
	"github.com/oasdiff/oasdiff/load"
)

func read(name string) *load.SpecInfo {
	document, err := load.NewSpecInfo(openapi3.NewLoader(), load.NewSource(name))
	if err != nil {
		panic(err)
	}
	return document
}

func main() {
	names, _ := filepath.Glob("* *.json")
	for _, name := range names {
		report, sources, err := diff.GetWithOperationsSourcesMap(diff.NewConfig(), read("old.json"), read(name))
		if err != nil {
			panic(err)
		}
		answer := "fits"
		for _, change := range checker.CheckBackwardCompatibility(checker.NewConfig(checker.GetAllChecks()), report, sources) {
			if answer = "warns"; change.GetLevel() == checker.ERR {
				answer = "breaks"
				break
			}
		}
		fmt.Printf("%s: oasdiff, %s\n", strings.TrimSuffix(name, ".json"), answer)
	}
}
GO
{
  go mod init finding.test/compare
  go get github.com/oasdiff/oasdiff@v1.38.0
  go mod tidy
} 2> /dev/null
{ node compare.cjs; java -cp 'classes/*' Compare.java 2> /dev/null; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
answer has a new value: oasdiff, breaks
answer has a new value: openapi-diff, fits
answer has a new value: openapi-diff-core, breaks
answer lacks a member: oasdiff, breaks
answer lacks a member: openapi-diff, breaks
answer lacks a member: openapi-diff-core, breaks
answer may be null: oasdiff, breaks
answer may be null: openapi-diff, fits
answer may be null: openapi-diff-core, fits
header in capitals: oasdiff, warns
header in capitals: openapi-diff, fits
header in capitals: openapi-diff-core, breaks
parameter is required: oasdiff, breaks
parameter is required: openapi-diff, fits
parameter is required: openapi-diff-core, breaks
parameter lacks a value: oasdiff, breaks
parameter lacks a value: openapi-diff, fits
parameter lacks a value: openapi-diff-core, breaks
request has a shorter text: oasdiff, breaks
request has a shorter text: openapi-diff, breaks
request has a shorter text: openapi-diff-core, breaks
request has no other members: oasdiff, fits
request has no other members: openapi-diff, breaks
request has no other members: openapi-diff-core, fits
request needs a body: oasdiff, breaks
request needs a body: openapi-diff, fits
request needs a body: openapi-diff-core, breaks
request takes a number: oasdiff, fits
request takes a number: openapi-diff, fits
request takes a number: openapi-diff-core, breaks
EXPECTED
diff expected seen
echo "differences of OpenAPI behave as they were seen"
