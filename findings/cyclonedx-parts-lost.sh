#!/bin/sh
# cyclonedx-python-lib 11.12.0 (PyPI), org.cyclonedx:cyclonedx-core-java 10.2.1 (Maven Central) and
# github.com/CycloneDX/cyclonedx-go v0.12.0, seen on 2026-11-29 with Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: three libraries that read and write CycloneDX 1.6 write each part of a document that they read.
# Seen: Python loses compositions, annotations and what a component provides, and of a vulnerability the time of its
# rejection and its proof of concept; a document without a serial number gets one. Java loses a time whose fraction has not
# three digits, the proof of concept, the workaround, and what a component provides; a property without a value, which is
# valid, has the value null after it, which is not. Go keeps all of it, and gives the property an empty value. None says a
# word.
# Whom it meets: pipelines that enrich an SBOM with VEX. With a mock: compare the document before and after such a tool.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > bom.json <<'JSON'
{
  "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
  "bomFormat": "CycloneDX",
  "specVersion": "1.6",
  "version": 1,
  "metadata": { "timestamp": "2026-05-01T12:20:30+02:00", "component": { "type": "container", "bom-ref": "app", "name": "app" } },
  "components": [
    { "type": "library", "bom-ref": "lib", "name": "lib" },
    { "type": "cryptographic-asset", "bom-ref": "aes", "name": "aes", "cryptoProperties": { "assetType": "algorithm" } }
  ],
  "dependencies": [
    { "ref": "app", "dependsOn": ["lib"] },
    { "ref": "lib", "provides": ["aes"] }
  ],
  "vulnerabilities": [
    {
      "bom-ref": "vuln",
      "id": "CVE-2026-0001",
      "published": "2026-01-01T00:00:00.5Z",
      "rejected": "2026-02-01T00:00:00.123456Z",
      "proofOfConcept": { "reproductionSteps": "none" },
      "workaround": "stop it",
      "analysis": { "state": "not_affected", "justification": "code_not_reachable" },
      "affects": [{ "ref": "lib", "versions": [{ "version": "1.0", "status": "affected" }] }]
    }
  ],
  "properties": [{ "name": "checked" }],
  "compositions": [{ "aggregate": "incomplete", "assemblies": ["app"] }],
  "annotations": [
    {
      "subjects": ["lib"],
      "annotator": { "individual": { "name": "Example" } },
      "timestamp": "2026-01-01T00:00:00Z",
      "text": "checked"
    }
  ]
}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cyclonedx-python-lib==11.12.0
cat > pass.py <<'PY'
import json

from cyclonedx.model.bom import Bom
from cyclonedx.output.json import JsonV1Dot6

with open("bom.json", encoding="utf-8") as file:
    bom = Bom.from_json(json.load(file))
with open("by-Python.json", "w", encoding="utf-8") as file:
    file.write(JsonV1Dot6(bom).output_as_string())
PY
venv/bin/python pass.py
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>bom</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.cyclonedx</groupId><artifactId>cyclonedx-core-java</artifactId><version>10.2.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import org.cyclonedx.Version;
import org.cyclonedx.generators.BomGeneratorFactory;
import org.cyclonedx.model.Bom;
import org.cyclonedx.parsers.JsonParser;

class Pass {
    public static void main(String[] arguments) throws Exception {
        Bom bom = new JsonParser().parse(new File("bom.json"));
        Files.writeString(Path.of("by-Java.json"), BomGeneratorFactory.createJson(Version.VERSION_16, bom).toJsonString());
    }
}
JAVA
java -cp 'classes/*' Pass.java 2> /dev/null
cat > main.go <<'GO'
package main

import (
	"os"

	"github.com/CycloneDX/cyclonedx-go"
)

func main() {
	file, _ := os.Open("bom.json")
	bom := new(cyclonedx.BOM)
	if err := cyclonedx.NewBOMDecoder(file, cyclonedx.BOMFileFormatJSON).Decode(bom); err != nil {
		panic(err)
	}
	written, _ := os.Create("by-Go.json")
	if err := cyclonedx.NewBOMEncoder(written, cyclonedx.BOMFileFormatJSON).Encode(bom); err != nil {
		panic(err)
	}
}
GO
{
  go mod init finding.test/bom
  go get github.com/CycloneDX/cyclonedx-go@v0.12.0
  go mod tidy
} 2> /dev/null
go run .
cat > compare.py <<'PY'
import json


def parts(value, path=""):
    """The path of each value, with an element of a list under its name or reference."""
    if isinstance(value, dict):
        for name, member in value.items():
            yield from parts(member, f"{path}.{name}")
    elif isinstance(value, list):
        for element in value:
            title = element.get("bom-ref") or element.get("ref") or element.get("name") or "" if isinstance(element, dict) else element
            yield from parts(element, f"{path}[{title}]")
    else:
        yield path[1:], value


with open("bom.json", encoding="utf-8") as file:
    before = dict(parts(json.load(file)))
for name in ("Go", "Java", "Python"):
    with open(f"by-{name}.json", encoding="utf-8") as file:
        after = dict(parts(json.load(file)))
    for path in sorted(before.keys() - after.keys() - {"$schema"}):
        print(f"{name} loses {path}")
    for path in sorted(after.keys() - before.keys() - {"serialNumber"}):
        print(f"{name} adds {path}: {json.dumps(after[path])}")
PY
python3 compare.py > seen
cat > expected <<'EXPECTED'
Go adds properties[checked].value: ""
Java loses dependencies[lib].provides[aes]
Java loses vulnerabilities[vuln].proofOfConcept.reproductionSteps
Java loses vulnerabilities[vuln].published
Java loses vulnerabilities[vuln].rejected
Java loses vulnerabilities[vuln].workaround
Java adds properties[checked].value: null
Python loses annotations[].annotator.individual.name
Python loses annotations[].subjects[lib]
Python loses annotations[].text
Python loses annotations[].timestamp
Python loses compositions[].aggregate
Python loses compositions[].assemblies[app]
Python loses dependencies[lib].provides[aes]
Python loses vulnerabilities[vuln].proofOfConcept.reproductionSteps
Python loses vulnerabilities[vuln].rejected
Python adds dependencies[aes].ref: "aes"
EXPECTED
diff expected seen
echo "libraries of CycloneDX behave as they were seen"
