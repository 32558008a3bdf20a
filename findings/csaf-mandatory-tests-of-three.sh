#!/bin/sh
# @secvisogram/csaf-validator-lib 2.0.10 (npm), csaf-lib 0.1.0b12 and turvallisuusneuvonta 2025.10.2 (PyPI), by which cvrf2csaf
# judges what it made, seen on 2026-12-01 with Node 20 and Python 3.11.
#
# Expected: three libraries that have the mandatory tests of CSAF 2.0 (6.1) pass the same documents of the profile VEX.
# Seen: the two of Python have not all tests: names of weaknesses (6.1.11) and translators (6.1.15) pass csaf-lib, scores,
# contradictions and statements pass turvallisuusneuvonta. But two also fail documents that are right. A product that is not
# affected needs a flag or threat for it or for a group that it is in (6.1.27.9), and an affected one a remediation so
# (6.1.27.10): csaf-lib does not look into groups. It overlooks that a product cannot be both `last_affected` and `first_fixed`
# (6.1.6). turvallisuusneuvonta knows only products of `full_product_names`, so each that is in a branch or made by a
# relationship, where most are, is not defined for it (6.1.1).
# Whom it meets: who takes advisories of others only if they pass. With a mock: seed a flag with `group_ids`, and products in
# branches.
# Output seen: the lines that EXPECTED has below; the first word of a name says what CSAF says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir cases
cat > make.py <<'PY'
import json
from pathlib import Path


def document(tree, vulnerability, **more):
    tracking = {"id": "ACME-1", "status": "final", "version": "1", "initial_release_date": "2026-01-02T03:04:05Z"}
    tracking |= {"current_release_date": "2026-01-02T03:04:05Z"}
    tracking |= {"revision_history": [{"date": "2026-01-02T03:04:05Z", "number": "1", "summary": "first"}]}
    head = {"category": "csaf_vex", "csaf_version": "2.0", "title": "Finding", "tracking": tracking}
    head |= {"notes": [{"category": "summary", "text": "text"}]}
    head |= {"publisher": {"category": "vendor", "name": "Acme", "namespace": "https://acme.test/"}}
    head |= {"references": [{"category": "self", "summary": "self", "url": "https://acme.test/acme-1.json"}]}
    about = {"cve": "CVE-2026-0001", "notes": [{"category": "description", "text": "text"}]}
    return {"document": head | more, "product_tree": tree, "vulnerabilities": [about | vulnerability]}


def product(number):
    return {"name": f"Tool {number}", "product_id": f"P{number}"}


def branch(category, name, **more):
    return {"category": category, "name": name} | more


def score(number, severity):
    vector = "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H"
    return [{"products": ["P1"], "cvss_v3": {"version": "3.1", "vectorString": vector, "baseScore": number, "baseSeverity": severity}}]


def status(**lists):
    return {"product_status": lists}


NAMES = {"full_product_names": [product(1), product(2)]}
VERSIONS = [branch("product_version", str(number), product=product(number)) for number in (1, 2)]
BRANCHES = {"branches": [branch("vendor", "Acme", branches=VERSIONS)]}
GROUP = {"product_groups": [{"group_id": "G1", "product_ids": ["P1", "P2"]}]}
ENDS = {"product_reference": "P1", "relates_to_product_reference": "P2"}
RELATION = {"relationships": [{"category": "installed_on", "full_product_name": product(3)} | ENDS]}
FIXED, NOT, AFFECTED = status(fixed=["P1"]), status(known_not_affected=["P1"]), status(known_affected=["P1"])
CASES = {
    "pass: a product by name": document(NAMES, FIXED),
    "pass: a product in a branch": document(BRANCHES, FIXED),
    "pass: a product by a relationship": document(NAMES | RELATION, status(fixed=["P3"])),
    "pass: a score": document(NAMES, FIXED | {"scores": score(9.8, "CRITICAL")}),
    "fail: another score than the vector's": document(NAMES, FIXED | {"scores": score(5.0, "MEDIUM")}),
    "fail: a product without definition": document(NAMES, status(fixed=["P9"])),
    "fail: two definitions": document(NAMES | {"branches": [branch("vendor", "Acme", product=product(1))]}, FIXED),
    "fail: another name of a weakness": document(NAMES, FIXED | {"cwe": {"id": "CWE-79", "name": "XSS"}}),
    "fail: fixed and affected": document(NAMES, status(first_fixed=["P1"], last_affected=["P1"], fixed=["P2"])),
    "fail: no source of a translation": document(
        NAMES, FIXED, publisher={"category": "translator", "name": "Acme", "namespace": "https://acme.test/"}
    ),
    "fail: not affected, no reason": document(NAMES, NOT),
    "fail: affected, no action": document(NAMES, AFFECTED),
}
for title, ids in {"product": {"product_ids": ["P1"]}, "group": {"group_ids": ["G1"]}}.items():
    parts = {
        "flag": NOT | {"flags": [{"label": "component_not_present"} | ids]},
        "threat": NOT | {"threats": [{"category": "impact", "details": "none"} | ids]},
        "remediation": AFFECTED | {"remediations": [{"category": "vendor_fix", "details": "update"} | ids]},
    }
    for part, vulnerability in parts.items():
        CASES[f"pass: a {part} of a {title}"] = document(NAMES | GROUP, vulnerability)
for name, content in CASES.items():
    Path("cases", name).write_text(json.dumps(content))
PY
python3 make.py
npm install --silent --no-audit --no-fund @secvisogram/csaf-validator-lib@2.0.10
cat > judge.mjs <<'JS'
import { readdirSync, readFileSync } from 'node:fs';
import * as mandatory from '@secvisogram/csaf-validator-lib/mandatoryTests.js';
import { csaf_2_0_strict } from '@secvisogram/csaf-validator-lib/schemaTests.js';
import validate from '@secvisogram/csaf-validator-lib/validate.js';

for (const name of readdirSync('cases')) {
  const document = JSON.parse(readFileSync(`cases/${name}`, 'utf8'));
  const { tests } = await validate([csaf_2_0_strict, ...Object.values(mandatory)], document);
  const failed = tests.filter(({ isValid }) => !isValid).map((test) => test.name.replace('mandatoryTest_', ''));
  console.log(`${name}: csaf-validator-lib, ${failed.join(' ') || 'pass'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check csaf-lib==0.1.0b12 turvallisuusneuvonta==2025.10.2
cat > judge.py <<'PY'
import json
import warnings
from pathlib import Path

import turvallisuusneuvonta
from csaf_lib.verification import Verifier

warnings.simplefilter("ignore")
for path in Path("cases").iterdir():
    content = json.loads(path.read_text())
    failed = [one.test_name for one in Verifier(content).run_all().results if one.status.name == "FAIL"]
    print(f"{path.name}: csaf-lib, {', '.join(failed) or 'pass'}")
    answer = "pass" if turvallisuusneuvonta.is_valid(content) else "fail"
    tests = set(turvallisuusneuvonta.__all__) - {"is_valid", "is_valid_translator"}
    failed = sorted(name for name in tests if not getattr(turvallisuusneuvonta, name)(content))
    print(f"{path.name}: turvallisuusneuvonta, {answer} {' '.join(failed)}".rstrip())
PY
{
  node judge.mjs
  venv/bin/python judge.py
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
fail: a product without definition: csaf-lib, Product ID Definition Check (Missing)
fail: a product without definition: csaf-validator-lib, 6_1_1
fail: a product without definition: turvallisuusneuvonta, fail is_valid_defined_product_ids
fail: affected, no action: csaf-lib, Action Statement Requirement
fail: affected, no action: csaf-validator-lib, 6_1_27_10
fail: affected, no action: turvallisuusneuvonta, pass
fail: another name of a weakness: csaf-lib, pass
fail: another name of a weakness: csaf-validator-lib, 6_1_11
fail: another name of a weakness: turvallisuusneuvonta, pass
fail: another score than the vector's: csaf-lib, CVSS Calculation Validation
fail: another score than the vector's: csaf-validator-lib, 6_1_9
fail: another score than the vector's: turvallisuusneuvonta, pass
fail: fixed and affected: csaf-lib, pass
fail: fixed and affected: csaf-validator-lib, 6_1_6
fail: fixed and affected: turvallisuusneuvonta, pass
fail: no source of a translation: csaf-lib, pass
fail: no source of a translation: csaf-validator-lib, 6_1_15
fail: no source of a translation: turvallisuusneuvonta, fail
fail: not affected, no reason: csaf-lib, Impact Statement Requirement
fail: not affected, no reason: csaf-validator-lib, 6_1_27_9
fail: not affected, no reason: turvallisuusneuvonta, pass
fail: two definitions: csaf-lib, Product ID Definition Check (Multiple)
fail: two definitions: csaf-validator-lib, 6_1_2
fail: two definitions: turvallisuusneuvonta, fail is_valid_unique_product_ids
pass: a flag of a group: csaf-lib, Impact Statement Requirement
pass: a flag of a group: csaf-validator-lib, pass
pass: a flag of a group: turvallisuusneuvonta, pass
pass: a flag of a product: csaf-lib, pass
pass: a flag of a product: csaf-validator-lib, pass
pass: a flag of a product: turvallisuusneuvonta, pass
pass: a product by a relationship: csaf-lib, pass
pass: a product by a relationship: csaf-validator-lib, pass
pass: a product by a relationship: turvallisuusneuvonta, fail is_valid_defined_product_ids
pass: a product by name: csaf-lib, pass
pass: a product by name: csaf-validator-lib, pass
pass: a product by name: turvallisuusneuvonta, pass
pass: a product in a branch: csaf-lib, pass
pass: a product in a branch: csaf-validator-lib, pass
pass: a product in a branch: turvallisuusneuvonta, fail is_valid_defined_product_ids
pass: a remediation of a group: csaf-lib, Action Statement Requirement
pass: a remediation of a group: csaf-validator-lib, pass
pass: a remediation of a group: turvallisuusneuvonta, pass
pass: a remediation of a product: csaf-lib, pass
pass: a remediation of a product: csaf-validator-lib, pass
pass: a remediation of a product: turvallisuusneuvonta, pass
pass: a score: csaf-lib, pass
pass: a score: csaf-validator-lib, pass
pass: a score: turvallisuusneuvonta, pass
pass: a threat of a group: csaf-lib, Impact Statement Requirement
pass: a threat of a group: csaf-validator-lib, pass
pass: a threat of a group: turvallisuusneuvonta, pass
pass: a threat of a product: csaf-lib, pass
pass: a threat of a product: csaf-validator-lib, pass
pass: a threat of a product: turvallisuusneuvonta, pass
EXPECTED
diff expected seen
echo "mandatory tests of CSAF behave as they were seen"
