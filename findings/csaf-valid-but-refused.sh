#!/bin/sh
# github.com/gocsaf/csaf/v3 v3.7.0, seen on 2026-11-29 with Go 1.26.
#
# Guess before it was run: a document that this library finds valid by the schema of CSAF 2.0 is also read by it.
# Seen: its schema check finds no fault, and `LoadAdvisory` refuses the same document if it thanks somebody, as a whole or
# for one vulnerability: the schema has `acknowledgments`, and its type the other spelling, with one more letter. Hashes of
# a product are a list in the schema and one object in its type, so they end the document, too. Without both, all is read,
# and times are written as they were.
# Whom it meets: importers of advisories, which miss each one that names its finder. With a mock: serve one with
# `acknowledgments`. Cure: drop these members before.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > plain.json <<'JSON'
{"document": {
    "category": "csaf_base", "csaf_version": "2.0", "title": "Finding",
    "publisher": {"category": "vendor", "name": "Acme", "namespace": "https://acme.test"},
    "tracking": {
      "id": "ACME-1", "status": "final", "version": "1.0.0", "initial_release_date": "2026-01-02T03:04:05.125+09:00",
      "current_release_date": "2026-01-02T03:04:05.125+09:00",
      "revision_history": [{"date": "2026-01-02T03:04:05.125+09:00", "number": "1.0.0", "summary": "first"}]}},
  "product_tree": {"full_product_names": [{"name": "Tool 1.0", "product_id": "P1"}]},
  "vulnerabilities": [{"cve": "CVE-2026-0001", "product_status": {"fixed": ["P1"]}, "scores": [{
    "products": ["P1"], "cvss_v3": {"version": "3.1", "vectorString": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H",
      "baseScore": 9.8, "baseSeverity": "CRITICAL"}}]}]}
JSON
cat > change.py <<'PY'
import json
from pathlib import Path

THANKS = [{"names": ["Ann"], "summary": "found it"}]
HASH = {"algorithm": "sha256", "value": "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d"}


def document():
    return json.loads(Path("plain.json").read_text())


thanks, found, hashes = document(), document(), document()
thanks["document"]["acknowledgments"] = THANKS
found["vulnerabilities"][0]["acknowledgments"] = THANKS
helper = {"hashes": [{"file_hashes": [HASH], "filename": "tool.tgz"}]}
hashes["product_tree"]["full_product_names"][0]["product_identification_helper"] = helper
for name, changed in {"thanks": thanks, "thanks for one": found, "hashes": hashes}.items():
    Path(f"{name}.json").write_text(json.dumps(changed))
PY
python3 change.py
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/gocsaf/csaf/v3/csaf"
)

func main() {
	for _, name := range []string{"plain", "thanks", "thanks for one", "hashes"} {
		text, _ := os.ReadFile(name + ".json")
		var document any
		json.Unmarshal(text, &document)
		faults, err := csaf.ValidateCSAF(document)
		if err != nil {
			panic(err)
		}
		advisory, err := csaf.LoadAdvisory(name + ".json")
		fmt.Printf("%s: %d faults by the schema, read: %t\n", name, len(faults), err == nil)
		if err != nil {
			kind, place, _ := strings.Cut(err.Error(), " field ")
			fmt.Printf("%s: %s\n%s: field %s\n", name, kind, name, place)
			continue
		}
		written, _ := json.Marshal(advisory)
		var before, after struct {
			Document struct {
				Tracking struct {
					Date string `json:"current_release_date"`
				}
			}
		}
		json.Unmarshal(text, &before)
		json.Unmarshal(written, &after)
		fmt.Printf("%s: %s is written as %s\n", name, before.Document.Tracking.Date, after.Document.Tracking.Date)
	}
}
GO
{
  go mod init finding.test/csaf
  go get github.com/gocsaf/csaf/v3@v3.7.0
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
plain: 0 faults by the schema, read: true
plain: 2026-01-02T03:04:05.125+09:00 is written as 2026-01-02T03:04:05.125+09:00
thanks: 0 faults by the schema, read: false
thanks: JSON decoding error: json: unknown
thanks: field "acknowledgments"
thanks for one: 0 faults by the schema, read: false
thanks for one: JSON decoding error: json: unknown
thanks for one: field "acknowledgments"
hashes: 0 faults by the schema, read: false
hashes: JSON decoding error: json: cannot unmarshal array into Go struct
hashes: field ProductIdentificationHelper.product_tree.full_product_names.product_identification_helper.hashes of type csaf.Hashes
EXPECTED
diff expected seen
echo "documents of CSAF behave as they were seen"
