#!/bin/sh
# vexipy 0.3.0 (PyPI) and github.com/openvex/go-vex v0.2.9, seen on 2026-12-01 with Python 3.11 and Go 1.26.
#
# Expected: documents of OpenVEX 0.2.0 say the same of a product after vexipy read and wrote them, and after go-vex merged two
# of them.
# Seen: nothing is lost, but other things are said. A statement without a time has that of its document (OpenVEX, inheritance),
# and of two about one product and vulnerability the later one counts: vexipy gives such a statement the time of the reading,
# so that an old "not affected" outdoes a newer "affected". Its `to_json` writes `id` and `context` for `@id` and `@context`,
# and reads them back, but for go-vex the document has no products and says nothing; only `by_alias` writes OpenVEX, with many
# members that are null. go-vex keeps inherited times when it merges. A vulnerability may have other names (`aliases`): of the
# merged document it says by the CVE that the product is affected, by the alias of that CVE that it is fixed, as only the older
# statement has it.
# Whom it meets: who collects statements of several sources. With a mock: seed one statement with a time, and an older one
# without.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > one.json <<'JSON'
{"@context": "https://openvex.dev/ns/v0.2.0", "@id": "https://openvex.dev/docs/one", "author": "Acme", "version": 1,
  "timestamp": "2026-01-01T00:00:00Z",
  "statements": [
    {"vulnerability": {"name": "CVE-2026-0001"}, "products": [{"@id": "pkg:npm/tool@1.0"}], "status": "affected",
      "action_statement": "update", "timestamp": "2026-03-01T00:00:00Z"},
    {"vulnerability": {"name": "CVE-2026-0001"}, "products": [{"@id": "pkg:npm/tool@1.0"}], "status": "not_affected",
      "justification": "component_not_present"},
    {"vulnerability": {"name": "CVE-2026-0002", "aliases": ["GHSA-2222-3333-4444"]}, "products": [{"@id": "pkg:npm/tool@1.0"}],
      "status": "fixed"}]}
JSON
cat > two.json <<'JSON'
{"@context": "https://openvex.dev/ns/v0.2.0", "@id": "https://openvex.dev/docs/two", "author": "Acme", "version": 1,
  "timestamp": "2026-02-01T00:00:00Z",
  "statements": [
    {"vulnerability": {"name": "CVE-2026-0001"}, "products": [{"@id": "pkg:npm/tool@1.0"}], "status": "under_investigation"},
    {"vulnerability": {"name": "CVE-2026-0002"}, "products": [{"@id": "pkg:npm/tool@1.0"}], "status": "affected",
      "action_statement": "update"}]}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check vexipy==0.3.0
cat > pass.py <<'PY'
from pathlib import Path

from vexipy import Document

document = Document.from_json(Path("one.json").read_text())
Path("by vexipy.json").write_text(document.to_json())
Path("by vexipy with by_alias.json").write_text(document.to_json(by_alias=True))
Document.from_json(document.to_json())
PY
venv/bin/python pass.py
cat > main.go <<'GO'
package main

import (
	"fmt"

	"github.com/openvex/go-vex/pkg/vex"
)

func say(title string, document *vex.VEX) {
	for _, vulnerability := range []string{"CVE-2026-0001", "CVE-2026-0002", "GHSA-2222-3333-4444"} {
		found := "nothing"
		if statement := document.EffectiveStatement("pkg:npm/tool@1.0", vulnerability); statement != nil {
			found = string(statement.Status)
		}
		fmt.Printf("%s: %s, %s\n", title, vulnerability, found)
	}
}

func main() {
	documents := []*vex.VEX{}
	for _, name := range []string{"one", "two", "by vexipy", "by vexipy with by_alias"} {
		document, err := vex.Load(name + ".json")
		if err != nil {
			panic(err)
		}
		say(name, document)
		documents = append(documents, document)
	}
	merged, err := vex.MergeDocuments(documents[:2])
	if err != nil {
		panic(err)
	}
	say("one and two merged", merged)
}
GO
{
  go mod init finding.test/merged
  go get github.com/openvex/go-vex@v0.2.9
  go mod tidy
} 2> /dev/null
go run . > seen
cat > expected <<'EXPECTED'
one: CVE-2026-0001, affected
one: CVE-2026-0002, fixed
one: GHSA-2222-3333-4444, fixed
two: CVE-2026-0001, under_investigation
two: CVE-2026-0002, affected
two: GHSA-2222-3333-4444, nothing
by vexipy: CVE-2026-0001, nothing
by vexipy: CVE-2026-0002, nothing
by vexipy: GHSA-2222-3333-4444, nothing
by vexipy with by_alias: CVE-2026-0001, not_affected
by vexipy with by_alias: CVE-2026-0002, fixed
by vexipy with by_alias: GHSA-2222-3333-4444, fixed
one and two merged: CVE-2026-0001, affected
one and two merged: CVE-2026-0002, affected
one and two merged: GHSA-2222-3333-4444, fixed
EXPECTED
diff expected seen
echo "documents of OpenVEX are merged and passed on as they were seen"
