#!/bin/sh
# github.com/owenrumney/go-sarif v3.3.1 and v2.3.3, com.contrastsecurity:java-sarif 2.0 (Maven Central) and sarif-tools 3.0.5
# (PyPI), seen on 2026-11-29 with Go 1.26, Java 17 and Python 3.11.
#
# Guess before it was run: a log of SARIF 2.1.0 means the same after it was read and written; levels come from the rules.
# Seen: go-sarif 3 writes each number and flag that was absent as 0 and false, although the default is -1 or true. A result
# of rule R2 gets `ruleIndex` 0, which is R1, a rule is no longer `enabled`, a file is its own parent, and a region has the
# byte 0. go-sarif 2 writes `"shortDescription": null`, which the schema refuses. A result without a level has its rule's, or
# none if it is no failure (3.27.10): java-sarif gives `warning` for each. sarif-tools has a KeyError if a result names its
# rule by index only, and overlooks overrides of an invocation and accepted suppressions.
# Whom it meets: pipelines that merge or filter reports. With a mock: upload a report before and after such a tool.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > in.sarif <<'JSON'
{"version": "2.1.0", "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "runs": [{
  "tool": {"driver": {"name": "finding", "rules": [{"id": "R1", "defaultConfiguration": {"level": "error"}}, {"id": "R2"}]}},
  "invocations": [{"executionSuccessful": true, "ruleConfigurationOverrides": [
    {"descriptor": {"id": "R2", "index": 1}, "configuration": {"level": "note"}}]}],
  "artifacts": [{"location": {"uri": "a.c"}}],
  "results": [
    {"ruleId": "R1", "message": {"text": "by name"}},
    {"ruleIndex": 0, "message": {"text": "by index"}},
    {"ruleId": "R1", "kind": "pass", "message": {"text": "no failure"}},
    {"ruleId": "R1", "suppressions": [{"kind": "inSource", "status": "accepted"}], "message": {"text": "suppressed"}},
    {"ruleId": "R2", "message": {"text": "overridden"}, "locations": [{"physicalLocation": {
      "artifactLocation": {"uri": "a.c"}, "region": {"startLine": 3}}}]}]}]}
JSON
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"os"

	two "github.com/owenrumney/go-sarif/v2/sarif"
	three "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

func write(name string, report any) {
	text, err := json.Marshal(report)
	if err != nil {
		panic(err)
	}
	os.WriteFile(name, text, 0o600)
}

func main() {
	text, _ := os.ReadFile("in.sarif")
	if report, err := two.FromBytes(text); err == nil {
		write("go-sarif 2.sarif", report)
	}
	if report, err := three.FromBytes(text); err == nil {
		write("go-sarif 3.sarif", report)
	}
}
GO
{
  go mod init finding.test/sarif
  go get github.com/owenrumney/go-sarif/v2@v2.3.3 github.com/owenrumney/go-sarif/v3@v3.3.1
  go mod tidy
} 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sarif-tools==3.0.5
cat > read.py <<'PY'
import json
from pathlib import Path

from sarif.sarif_file import SarifFile

LOG = json.loads(Path("in.sarif").read_text())


def added(before, after, path):
    for key, value in after.items() if isinstance(after, dict) else enumerate(after):
        if isinstance(before, dict) and key not in before:
            if value in (0, False, None):
                print(f"{path}/{key} {json.dumps(value)}")
        elif isinstance(value, (dict, list)):
            added(before[key], value, f"{path}/{key}")


for name in ("go-sarif 2", "go-sarif 3"):
    added(LOG["runs"][0], json.loads(Path(f"{name}.sarif").read_text())["runs"][0], f"{name} adds ")
for result in LOG["runs"][0]["results"]:
    log = {**LOG, "runs": [{**LOG["runs"][0], "results": [result]}]}
    try:
        answer = ", ".join(record["Severity"] for record in SarifFile("in.sarif", log).get_records())
    except KeyError as error:
        answer = f"KeyError {error}"
    print(f"sarif-tools, {result['message']['text']}: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>sarif</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.contrastsecurity</groupId><artifactId>java-sarif</artifactId><version>2.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.contrastsecurity.sarif.SarifSchema210;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;

class Read {
    public static void main(String[] arguments) throws Exception {
        var log = new ObjectMapper().readValue(new File("in.sarif"), SarifSchema210.class);
        for (var result : log.getRuns().get(0).getResults()) {
            System.out.println("java-sarif, " + result.getMessage().getText() + ": " + result.getLevel());
        }
    }
}
JAVA
go run .
{ venv/bin/python read.py; java -cp 'classes/*' Read.java; } > seen
cat > expected <<'EXPECTED'
go-sarif 2 adds /tool/driver/rules/0/shortDescription null
go-sarif 2 adds /tool/driver/rules/1/shortDescription null
go-sarif 2 adds /artifacts/0/length 0
go-sarif 2 adds /results/3/suppressions/0/location null
go-sarif 2 adds /results/3/suppressions/0/guid null
go-sarif 2 adds /results/3/suppressions/0/justification null
go-sarif 3 adds /artifacts/0/length 0
go-sarif 3 adds /artifacts/0/location/index 0
go-sarif 3 adds /artifacts/0/parentIndex 0
go-sarif 3 adds /invocations/0/ruleConfigurationOverrides/0/configuration/enabled false
go-sarif 3 adds /invocations/0/ruleConfigurationOverrides/0/configuration/rank 0
go-sarif 3 adds /results/0/rank 0
go-sarif 3 adds /results/0/ruleIndex 0
go-sarif 3 adds /results/1/rank 0
go-sarif 3 adds /results/2/rank 0
go-sarif 3 adds /results/2/ruleIndex 0
go-sarif 3 adds /results/3/rank 0
go-sarif 3 adds /results/3/ruleIndex 0
go-sarif 3 adds /results/4/locations/0/id 0
go-sarif 3 adds /results/4/locations/0/physicalLocation/artifactLocation/index 0
go-sarif 3 adds /results/4/locations/0/physicalLocation/region/byteOffset 0
go-sarif 3 adds /results/4/locations/0/physicalLocation/region/charOffset 0
go-sarif 3 adds /results/4/rank 0
go-sarif 3 adds /results/4/ruleIndex 0
go-sarif 3 adds /tool/driver/isComprehensive false
go-sarif 3 adds /tool/driver/rules/0/defaultConfiguration/enabled false
go-sarif 3 adds /tool/driver/rules/0/defaultConfiguration/rank 0
sarif-tools, by name: error
sarif-tools, by index: KeyError 'ruleId'
sarif-tools, no failure: none
sarif-tools, suppressed: error
sarif-tools, overridden: warning
java-sarif, by name: warning
java-sarif, by index: warning
java-sarif, no failure: warning
java-sarif, suppressed: warning
java-sarif, overridden: warning
EXPECTED
diff expected seen
echo "logs of SARIF behave as they were seen"
