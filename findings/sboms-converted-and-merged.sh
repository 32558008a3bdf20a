#!/bin/sh
# sbomconvert 0.1.0 and sbommerge 0.2.0 with lib4sbom 0.10.4, judged by spdx-tools 0.8.5 (PyPI), seen on 2026-12-01 with Python
# 3.11.
#
# Expected: a converter and a merger of SBOMs keep names, versions, licences and dependencies between CycloneDX 1.6 and SPDX
# 2.3.
# Seen: licences and dependencies do not stay. Both look for a component by its name only: with lib 2.0 and lib 3.0 in one
# document, what depends on 3.0 depends on 2.0 afterwards. sbomconvert leaves out the application, and the document describes
# its dependencies instead. Of a licence that has a name only it makes the expression `MIT AND UNKNOWN `, and what was declared
# is concluded as well. It writes 3.28.0 for the list of licences, of which SPDX has two numbers (2.3, 6.7): spdx-tools refuses
# each document. On the way back all licences are lost, and so is the version of the application. sbommerge keeps each
# `bom-ref`, which is unique in a document (CycloneDX, bom-ref): two components of two documents have one, and it is open what
# depends on whose. Both applications are lost, their dependencies are those of a new one, together with indirect ones, and a
# vulnerability that does not affect is lost with its analysis.
# Whom it meets: who publishes one SBOM for several parts. With a mock: seed two versions of one package, and ask what depends on
# the second.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > one.json <<'JSON'
{"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
  "metadata": {"component": {"type": "application", "bom-ref": "app", "name": "app", "version": "1.0"}},
  "components": [
    {"type": "library", "bom-ref": "core", "name": "core", "version": "1.0", "purl": "pkg:npm/core@1.0",
      "licenses": [{"license": {"id": "MIT"}}, {"license": {"name": "Acme License"}}]},
    {"type": "library", "bom-ref": "two", "name": "lib", "version": "2.0", "purl": "pkg:npm/lib@2.0",
      "licenses": [{"expression": "MIT OR Apache-2.0"}]},
    {"type": "library", "bom-ref": "three", "name": "lib", "version": "3.0", "purl": "pkg:npm/lib@3.0"}],
  "dependencies": [{"ref": "app", "dependsOn": ["core", "two"]}, {"ref": "core", "dependsOn": ["three"]}],
  "vulnerabilities": [{"id": "CVE-2026-0001", "affects": [{"ref": "core"}], "analysis": {"state": "not_affected"}}]}
JSON
cat > two.json <<'JSON'
{"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
  "metadata": {"component": {"type": "application", "bom-ref": "app", "name": "web", "version": "2.0"}},
  "components": [
    {"type": "library", "bom-ref": "core", "name": "core", "version": "5.0", "purl": "pkg:npm/core@5.0"},
    {"type": "library", "bom-ref": "more", "name": "more", "version": "1.0", "purl": "pkg:npm/more@1.0"}],
  "dependencies": [{"ref": "app", "dependsOn": ["core"]}, {"ref": "core", "dependsOn": ["more"]}]}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sbomconvert==0.1.0 sbommerge==0.2.0 lib4sbom==0.10.4 spdx-tools==0.8.5
venv/bin/sbomconvert --input-file one.json --sbom spdx --format json --output-file spdx.json
venv/bin/sbomconvert --input-file spdx.json --sbom cyclonedx --format json --output-file back.json
venv/bin/sbommerge --sbom-type cyclonedx --format json --output-file merged.json one.json two.json > /dev/null || test -s merged.json
cat > compare.py <<'PY'
import json
from pathlib import Path

from spdx_tools.spdx.parser.parse_anything import parse_file
from spdx_tools.spdx.parser.error import SPDXParsingError


def read(name):
    return json.loads(Path(name).read_text())


def cyclonedx(name):
    document = read(name)
    titles = {}
    for component in [*document["components"], document["metadata"]["component"]]:
        title = f"{component['name']} {component.get('version', 'without version')}"
        titles.setdefault(component["bom-ref"], []).append(title)
        licences = [json.dumps(one.get("license", one), sort_keys=True) for one in component.get("licenses", [])]
        print(f"{name}: {title}, {'; '.join(licences) or 'no licence'}")
    for dependency in document["dependencies"]:
        for other in dependency["dependsOn"]:
            print(f"{name}: {' or '.join(titles[dependency['ref']])} depends on {' or '.join(titles[other])}")
    print(f"{name}: {len(document.get('vulnerabilities', []))} vulnerabilities")


cyclonedx("one.json")
document = read("spdx.json")
titles = {one["SPDXID"]: f"{one['name']} {one.get('versionInfo', 'without version')}" for one in document["packages"]}
titles["SPDXRef-DOCUMENT"] = "the document"
for one in document["packages"]:
    print(f"spdx.json: {titles[one['SPDXID']]}, declared {one.get('licenseDeclared')!r}, concluded {one.get('licenseConcluded')!r}")
for one in document["relationships"]:
    print(f"spdx.json: {titles[one['spdxElementId']]} {one['relationshipType']} {titles[one['relatedSpdxElement']]}")
try:
    parse_file("spdx.json")
    print("spdx.json: read by spdx-tools")
except SPDXParsingError as error:
    print(f"spdx.json: {error.get_messages()[0]}")
cyclonedx("back.json")
cyclonedx("merged.json")
PY
venv/bin/python compare.py > seen
cat > expected <<'EXPECTED'
one.json: core 1.0, {"id": "MIT"}; {"name": "Acme License"}
one.json: lib 2.0, {"expression": "MIT OR Apache-2.0"}
one.json: lib 3.0, no licence
one.json: app 1.0, no licence
one.json: app 1.0 depends on core 1.0
one.json: app 1.0 depends on lib 2.0
one.json: core 1.0 depends on lib 3.0
one.json: 1 vulnerabilities
spdx.json: core 1.0, declared 'MIT AND UNKNOWN ', concluded 'MIT AND UNKNOWN '
spdx.json: lib 2.0, declared 'MIT OR Apache-2.0', concluded 'MIT OR Apache-2.0'
spdx.json: lib 3.0, declared None, concluded None
spdx.json: the document DESCRIBES core 1.0
spdx.json: the document DESCRIBES lib 2.0
spdx.json: core 1.0 DEPENDS_ON lib 2.0
spdx.json: Error while parsing Document: ['Error while parsing version 3.28.0: 3.28.0 is not a valid version string']
back.json: core 1.0, no licence
back.json: lib 2.0, no licence
back.json: lib 3.0, no licence
back.json: app without version, no licence
back.json: app without version depends on core 1.0
back.json: app without version depends on lib 2.0
back.json: core 1.0 depends on lib 2.0
back.json: 0 vulnerabilities
merged.json: MERGETOOL-one-json-two-json without version, no licence
merged.json: core 1.0, {"id": "MIT"}; {"id": "UNKNOWN", "name": ""}
merged.json: lib 2.0, {"acknowledgement": "concluded", "expression": "MIT OR Apache-2.0"}
merged.json: lib 3.0, no licence
merged.json: core 5.0, no licence
merged.json: more 1.0, no licence
merged.json: SBOM-MERGETOOL-one-json-two-json without version, no licence
merged.json: SBOM-MERGETOOL-one-json-two-json without version depends on MERGETOOL-one-json-two-json without version
merged.json: core 1.0 or core 5.0 depends on lib 2.0
merged.json: core 1.0 or core 5.0 depends on more 1.0
merged.json: MERGETOOL-one-json-two-json without version depends on core 1.0 or core 5.0
merged.json: MERGETOOL-one-json-two-json without version depends on lib 2.0
merged.json: MERGETOOL-one-json-two-json without version depends on more 1.0
merged.json: 0 vulnerabilities
EXPECTED
diff expected seen
echo "SBOMs are converted and merged as they were seen"
