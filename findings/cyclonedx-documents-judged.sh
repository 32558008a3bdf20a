#!/bin/sh
# @cyclonedx/cyclonedx-library 10.3.0 with ajv 8.20.0, ajv-formats 3.0.1 and ajv-formats-draft2019 1.6.1 (npm),
# cyclonedx-python-lib 11.12.0 (PyPI) and org.cyclonedx:cyclonedx-core-java 10.2.1 (Maven Central), seen on 2026-12-01 with
# Node 20, Python 3.11 and Java 17.
#
# Expected: three libraries of CycloneDX judge a document by one schema (1.6), and so they agree.
# Seen: the formats of the schema are read in three ways. A link is an `iri-reference` (RFC 3987, 2.2): for JavaScript a blank,
# a lone percent sign and `git@acme.test:a.git` are one, for Java and Python not, so that an SBOM that was checked when it was
# made is refused where it arrives. `ssh://git@acme.test:a/b.git`, whose port is no number, is refused by Python only. A time
# is a `date-time` (RFC 3339, 5.6): a blank for the T passes in JavaScript and Java, and a leap second, which is right, fails
# in Python.
# Whom it meets: who publishes SBOMs that others check. With a mock: upload one with the address of a repository as git has it.
# Output seen: the lines that EXPECTED has below; the first word is what the formats of JSON Schema say.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir cases
cat > make.py <<'PY'
import json
from pathlib import Path


def document(component=None, **more):
    plain = {"type": "library", "bom-ref": "a", "name": "a", "version": "1"}
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "components": [plain | (component or {})]} | more


def link(url):
    return document({"externalReferences": [{"type": "vcs", "url": url}]})


def made(time):
    return document(metadata={"timestamp": time})


def author(email):
    return document(metadata={"authors": [{"name": "Ann", "email": email}]})


CASES = {
    "yes, plain": document(),
    "yes, link": link("https://acme.test/a"),
    "yes, link with letters": link("https://acme.test/é"),
    "yes, empty link": link(""),
    "no, link with a blank": link("https://acme.test/a b"),
    "no, link with a lone percent": link("https://acme.test/100%"),
    "no, link as of git": link("git@acme.test:a.git"),
    "no, link as of git with ssh": link("ssh://git@acme.test:a/b.git"),
    "yes, time with offset": made("2026-01-02T03:04:05+09:00"),
    "yes, time with nine digits": made("2026-01-02T03:04:05.123456789Z"),
    "yes, time in small letters": made("2026-01-02t03:04:05z"),
    "yes, leap second": made("2016-12-31T23:59:60Z"),
    "no, time with a blank": made("2026-01-02 03:04:05Z"),
    "no, time without zone": made("2026-01-02T03:04:05"),
    "yes, address with letters": author("é@acme.test"),
    "no, address without host": author("ann"),
    "yes, serial number": document(serialNumber="urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79"),
    "no, unknown member": document({"x": 1}),
    "no, two licence expressions": document({"licenses": [{"expression": "MIT"}, {"expression": "Apache-2.0"}]}),
}
for name, content in CASES.items():
    Path("cases", name).write_text(json.dumps(content))
PY
python3 make.py
npm install --silent --no-audit --no-fund @cyclonedx/cyclonedx-library@10.3.0 ajv@8.20.0 ajv-formats@3.0.1 ajv-formats-draft2019@1.6.1
cat > judge.mjs <<'JS'
import { readdirSync, readFileSync } from 'node:fs';
import { Validation } from '@cyclonedx/cyclonedx-library';

const validator = new Validation.JsonStrictValidator('1.6');
for (const name of readdirSync('cases')) {
  const fault = await validator.validate(readFileSync(`cases/${name}`, 'utf8'));
  console.log(`${name}: JavaScript, ${fault === null ? 'yes' : 'no'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'cyclonedx-python-lib[json-validation]==11.12.0'
cat > judge.py <<'PY'
from pathlib import Path

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

validator = JsonStrictValidator(SchemaVersion.V1_6)
for path in Path("cases").iterdir():
    print(f"{path.name}: Python, {'yes' if validator.validate_str(path.read_text()) is None else 'no'}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>judge</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.cyclonedx</groupId><artifactId>cyclonedx-core-java</artifactId><version>10.2.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Judge.java <<'JAVA'
import java.io.File;
import org.cyclonedx.Version;
import org.cyclonedx.parsers.JsonParser;

class Judge {
    public static void main(String[] arguments) throws Exception {
        for (File file : new File("cases").listFiles()) {
            boolean valid = new JsonParser().validate(file, Version.VERSION_16).isEmpty();
            System.out.println(file.getName() + ": Java, " + (valid ? "yes" : "no"));
        }
    }
}
JAVA
{
  node judge.mjs
  venv/bin/python judge.py
  java -cp 'classes/*' Judge.java 2> /dev/null
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
no, address without host: Java, no
no, address without host: JavaScript, no
no, address without host: Python, no
no, link as of git with ssh: Java, yes
no, link as of git with ssh: JavaScript, yes
no, link as of git with ssh: Python, no
no, link as of git: Java, no
no, link as of git: JavaScript, yes
no, link as of git: Python, no
no, link with a blank: Java, no
no, link with a blank: JavaScript, yes
no, link with a blank: Python, no
no, link with a lone percent: Java, no
no, link with a lone percent: JavaScript, yes
no, link with a lone percent: Python, no
no, time with a blank: Java, yes
no, time with a blank: JavaScript, yes
no, time with a blank: Python, no
no, time without zone: Java, no
no, time without zone: JavaScript, no
no, time without zone: Python, no
no, two licence expressions: Java, no
no, two licence expressions: JavaScript, no
no, two licence expressions: Python, no
no, unknown member: Java, no
no, unknown member: JavaScript, no
no, unknown member: Python, no
yes, address with letters: Java, no
yes, address with letters: JavaScript, yes
yes, address with letters: Python, yes
yes, empty link: Java, yes
yes, empty link: JavaScript, yes
yes, empty link: Python, yes
yes, leap second: Java, yes
yes, leap second: JavaScript, yes
yes, leap second: Python, no
yes, link with letters: Java, yes
yes, link with letters: JavaScript, yes
yes, link with letters: Python, yes
yes, link: Java, yes
yes, link: JavaScript, yes
yes, link: Python, yes
yes, plain: Java, yes
yes, plain: JavaScript, yes
yes, plain: Python, yes
yes, serial number: Java, yes
yes, serial number: JavaScript, yes
yes, serial number: Python, yes
yes, time in small letters: Java, yes
yes, time in small letters: JavaScript, yes
yes, time in small letters: Python, yes
yes, time with nine digits: Java, yes
yes, time with nine digits: JavaScript, yes
yes, time with nine digits: Python, yes
yes, time with offset: Java, yes
yes, time with offset: JavaScript, yes
yes, time with offset: Python, yes
EXPECTED
diff expected seen
echo "documents of CycloneDX are judged as they were seen"
