#!/bin/sh
# spdx3toopenvex 0.0.1 with spdx-python-model 0.0.1 (PyPI), read by github.com/openvex/go-vex v0.2.9, seen on 2026-12-01 with
# Python 3.11 and Go 1.26.
#
# Expected: a converter of VEX from SPDX 3.0.1 (security profile) to OpenVEX 0.2.0 keeps status, products and times of each
# statement.
# Seen: notes stay, times do not. A relationship has a time of publication (`publishedTime`), and of two about one product the
# later one counts, in OpenVEX as well (statement, timestamp): the converter writes none, so that all statements have the time
# of the conversion. It writes `not_affected` behind `affected`, so the product that turned out to be affected in February is
# not for go-vex. One that was withdrawn (`withdrawnTime`) is written as if it were in force. A vulnerability without a CVE,
# with an identifier of GitHub only, is left out without a word, affected as it is; of two CVE the first one is kept. The
# package URL in `packageUrl` is lost, so such a product has no identifier. The time of an action is `action_statement_time`,
# which OpenVEX calls `action_statement_timestamp`.
# Whom it meets: who publishes VEX from an SBOM of SPDX 3, as Yocto makes it. With a mock: seed two statements of one product.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.py <<'PY'
import json
from pathlib import Path

AT = "https://a.test/"


def element(kind, title, **more):
    return {"type": kind, "spdxId": AT + title, "creationInfo": "_:made"} | more


def identifier(kind, text):
    return {"type": "ExternalIdentifier", "externalIdentifierType": kind, "identifier": text}


def vex(name, status, link, vulnerability, product, month, **more):
    times = {"security_publishedTime": f"2026-{month}-01T00:00:00Z"}
    ends = {"from": AT + vulnerability, "to": [AT + product], "relationshipType": link}
    return element(f"security_Vex{status}VulnAssessmentRelationship", name, **ends, **times, **more)


NO_CODE = {"security_justificationType": "vulnerableCodeNotPresent"}
ACTION = {"security_actionStatement": "update", "security_actionStatementTime": "2026-03-01T00:00:00Z"}
CVES = [identifier("cve", "CVE-2026-0001"), identifier("cve", "CVE-2026-0002")]
graph = [
    {"type": "CreationInfo", "@id": "_:made", "specVersion": "3.0.1", "created": "2026-03-01T00:00:00Z", "createdBy": [AT + "acme"]},
    element("Organization", "acme", name="Acme"),
    element("software_Package", "one", name="one", externalIdentifier=[identifier("packageUrl", "pkg:generic/one@1")]),
    element("software_Package", "two", name="two", software_packageUrl="pkg:generic/two@1"),
    element("security_Vulnerability", "cve", externalIdentifier=CVES),
    element("security_Vulnerability", "other", externalIdentifier=[identifier("securityOther", "GHSA-2222-3333-4444")]),
    vex("first", "NotAffected", "doesNotAffect", "cve", "one", "01", **NO_CODE),
    vex("second", "Affected", "affects", "cve", "one", "02", **ACTION),
    vex("withdrawn", "NotAffected", "doesNotAffect", "cve", "two", "01", security_withdrawnTime="2026-02-01T00:00:00Z", **NO_CODE),
    vex("without a CVE", "Affected", "affects", "other", "two", "01", **ACTION),
]
Path("spdx.json").write_text(json.dumps({"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": graph}))
PY
python3 make.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check spdx3toopenvex==0.0.1 spdx-python-model==0.0.1
venv/bin/spdx3toopenvex --spdx-in spdx.json --openvex-out openvex.json --author Acme
cat > list.py <<'PY'
import json
from pathlib import Path

for statement in json.loads(Path("openvex.json").read_text())["statements"]:
    more = ", ".join(sorted(statement.keys() - {"vulnerability", "products", "status"}))
    for product in statement["products"]:
        name = f"{product['@id'][15:]} ({product.get('identifiers', {}).get('purl', 'no package URL')})"
        print(f"{statement['vulnerability']['name']}, {name}: {statement['status']}, with {more}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"

	"github.com/openvex/go-vex/pkg/vex"
)

func main() {
	document, err := vex.Load("openvex.json")
	if err != nil {
		panic(err)
	}
	for _, name := range []string{"one", "two"} {
		for _, vulnerability := range []string{"CVE-2026-0001", "CVE-2026-0002", "GHSA-2222-3333-4444"} {
			found := "nothing"
			if statement := document.EffectiveStatement("https://a.test/"+name, vulnerability); statement != nil {
				found = string(statement.Status)
			}
			fmt.Printf("go-vex says of %s and %s: %s\n", name, vulnerability, found)
		}
	}
}
GO
{
  go mod init finding.test/vex
  go get github.com/openvex/go-vex@v0.2.9
  go mod tidy
} 2> /dev/null
{ python3 list.py; go run .; } > seen
cat > expected <<'EXPECTED'
CVE-2026-0001, one (pkg:generic/one@1): affected, with action_statement, action_statement_time
CVE-2026-0001, one (pkg:generic/one@1): not_affected, with justification
CVE-2026-0001, two (no package URL): not_affected, with justification
go-vex says of one and CVE-2026-0001: not_affected
go-vex says of one and CVE-2026-0002: nothing
go-vex says of one and GHSA-2222-3333-4444: nothing
go-vex says of two and CVE-2026-0001: not_affected
go-vex says of two and CVE-2026-0002: nothing
go-vex says of two and GHSA-2222-3333-4444: nothing
EXPECTED
diff expected seen
echo "VEX of SPDX 3 is converted as it was seen"
