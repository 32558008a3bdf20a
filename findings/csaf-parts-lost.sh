#!/bin/sh
# csaf-lib 0.1.0b12 (PyPI) and csaf 0.5.1 (crates.io), judged by @secvisogram/csaf-validator-lib 2.0.10 (npm), seen on 2026-12-01
# with Python 3.11, Rust 1.95 and Node 20.
#
# Guess before it was run: libraries read a valid VEX document of CSAF 2.0 with all its products, flags and groups, and write
# one that says the same.
# Seen: csaf-lib, by Red Hat, has no `first_affected`, `last_affected`, `first_fixed` and `recommended` (3.2.3.9), so a product
# that is affected is in no list any more. It drops groups of products and each `group_ids`, so a flag is left without a
# product, and a product outside the tree of branches. What it writes fails three mandatory tests (6.1.1, 6.1.27.9, 6.1.32),
# without a word. Hashes, serial numbers, involvements, aliases and acknowledgments are lost, too. csaf keeps all parts, but
# refuses each product with a CPE of version 2.3, with hashes, for which it looks for `file_name` instead of `filename`, or
# with `x_generic_uris` (3.1.3.3). Of a CPE of version 2.2 it writes `cpe:/a:acme:tool:5.0:*:*:*`, which the schema refuses.
# Whom it meets: who filters or rewrites advisories. With a mock: seed a document with groups, and ask for the lists of the
# answer.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > vex.json <<'JSON'
{"document": {
    "acknowledgments": [{"names": ["Ann"]}], "category": "csaf_vex", "csaf_version": "2.0", "title": "Finding",
    "notes": [{"audience": "all", "category": "summary", "text": "text"}],
    "publisher": {"category": "vendor", "name": "Acme", "namespace": "https://acme.test/"},
    "references": [{"category": "self", "summary": "self", "url": "https://acme.test/acme-1.json"}],
    "tracking": {
      "aliases": ["A-1"], "id": "ACME-1", "status": "final", "version": "1",
      "initial_release_date": "2026-01-02T03:04:05Z", "current_release_date": "2026-01-02T03:04:05Z",
      "revision_history": [{"date": "2026-01-02T03:04:05Z", "number": "1", "summary": "first"}]}},
  "product_tree": {
    "branches": [{"category": "vendor", "name": "Acme", "branches": [
      {"category": "product_version", "name": "1.0", "product": {"name": "Tool 1.0", "product_id": "P1"}},
      {"category": "product_version", "name": "2.0", "product": {"name": "Tool 2.0", "product_id": "P2"}},
      {"category": "product_version", "name": "3.0", "product": {"name": "Tool 3.0", "product_id": "P3"}},
      {"category": "product_version", "name": "4.0", "product": {"name": "Tool 4.0", "product_id": "P4"}}]}],
    "full_product_names": [{"name": "Tool 5.0", "product_id": "P5",
      "product_identification_helper": {"serial_numbers": ["S1"], "purl": "pkg:generic/tool@5.0"}}],
    "product_groups": [{"group_id": "G1", "product_ids": ["P4", "P5"]}]},
  "vulnerabilities": [{
    "cve": "CVE-2026-0001", "notes": [{"category": "description", "text": "text"}],
    "flags": [{"group_ids": ["G1"], "label": "vulnerable_code_not_present"}],
    "involvements": [{"party": "vendor", "status": "completed"}],
    "product_status": {"first_affected": ["P1"], "last_affected": ["P2"], "first_fixed": ["P3"], "recommended": ["P3"],
      "known_not_affected": ["P4", "P5"]},
    "remediations": [{"category": "vendor_fix", "details": "update", "product_ids": ["P1", "P2"],
      "entitlements": ["contract"], "restart_required": {"category": "service"}}],
    "threats": [{"category": "impact", "details": "none", "group_ids": ["G1"]}]}]}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check csaf-lib==0.1.0b12
cat > pass.py <<'PY'
import json
from pathlib import Path

from csaf_lib.models import CSAFVEX

HASH = {"algorithm": "sha256", "value": "37df33cb7464da5c7f077f4d56a32bc84987ec1d85b234537c1c1a4d4fc8d09d"}
HELPERS = {
    "CPE 2.2": {"cpe": "cpe:/a:acme:tool:5.0"},
    "CPE 2.3": {"cpe": "cpe:2.3:a:acme:tool:5.0:*:*:*:*:*:*:*"},
    "hashes": {"hashes": [{"file_hashes": [HASH], "filename": "tool.tgz"}]},
    "URIs": {"x_generic_uris": [{"namespace": "https://acme.test/ns", "uri": "urn:acme:tool"}]},
}
Path("by-csaf-lib.json").write_text(json.dumps(CSAFVEX.from_file("vex.json").to_dict(), default=str))
for name, helper in HELPERS.items():
    document = json.loads(Path("vex.json").read_text())
    document["product_tree"]["full_product_names"][0]["product_identification_helper"] = helper
    Path(f"with {name}.json").write_text(json.dumps(document))
PY
venv/bin/python pass.py
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
csaf = { version = "=0.5.1", default-features = false }
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use std::fs::{read_to_string, write};

fn main() {
    for name in ["vex", "with CPE 2.2", "with CPE 2.3", "with hashes", "with URIs"] {
        let text = read_to_string(format!("{name}.json")).unwrap();
        match serde_json::from_str::<csaf::Csaf>(&text) {
            Ok(read) => {
                write(format!("by-csaf of {name}.json"), serde_json::to_string(&read).unwrap()).unwrap();
                println!("csaf, {name}: read");
            }
            Err(error) => println!("csaf, {name}: {}", error.to_string().split(" at line").next().unwrap()),
        }
    }
}
RUST
CARGO_TARGET_DIR=target cargo run --quiet > seen
npm install --silent --no-audit --no-fund @secvisogram/csaf-validator-lib@2.0.10
cat > judge.mjs <<'JS'
import { readdirSync, readFileSync } from 'node:fs';
import * as mandatory from '@secvisogram/csaf-validator-lib/mandatoryTests.js';
import { csaf_2_0_strict } from '@secvisogram/csaf-validator-lib/schemaTests.js';
import validate from '@secvisogram/csaf-validator-lib/validate.js';

const read = (name) => JSON.parse(readFileSync(name, 'utf8'));
const parts = (value, path = '') =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([name, member]) => parts(member, Array.isArray(value) ? path : `${path}.${name}`))
    : [path.slice(1)];
for (const name of readdirSync('.').filter((one) => /^(vex|with .*|by-.*)\.json$/.test(one)).sort()) {
  const { tests } = await validate([csaf_2_0_strict, ...Object.values(mandatory)], read(name));
  const failed = tests.filter(({ isValid }) => !isValid).map((test) => test.name);
  console.log(`${name}: fails ${failed.join(' ') || 'no test'}`);
}
const before = new Set(parts(read('vex.json')));
for (const name of ['csaf', 'csaf-lib']) {
  const after = new Set(parts(read(name === 'csaf' ? 'by-csaf of vex.json' : 'by-csaf-lib.json')));
  for (const path of before) {
    if (!after.has(path)) {
      console.log(`${name} loses ${path}`);
    }
  }
}
JS
node judge.mjs >> seen
cat > expected <<'EXPECTED'
csaf, vex: read
csaf, with CPE 2.2: read
csaf, with CPE 2.3: invalid prefix for `cpe:2.3:a:acme:tool:5.0:*:*:*:*:*:*:*`
csaf, with hashes: missing field `file_name`
csaf, with URIs: invalid type: map, expected a string representing an URL
by-csaf of vex.json: fails no test
by-csaf of with CPE 2.2.json: fails csaf_2_0_strict
by-csaf-lib.json: fails mandatoryTest_6_1_1 mandatoryTest_6_1_27_9 mandatoryTest_6_1_32
vex.json: fails no test
with CPE 2.2.json: fails no test
with CPE 2.3.json: fails no test
with URIs.json: fails no test
with hashes.json: fails no test
csaf-lib loses document.acknowledgments.names
csaf-lib loses document.notes.audience
csaf-lib loses document.tracking.aliases
csaf-lib loses product_tree.full_product_names.name
csaf-lib loses product_tree.full_product_names.product_id
csaf-lib loses product_tree.full_product_names.product_identification_helper.serial_numbers
csaf-lib loses product_tree.full_product_names.product_identification_helper.purl
csaf-lib loses product_tree.product_groups.group_id
csaf-lib loses product_tree.product_groups.product_ids
csaf-lib loses vulnerabilities.flags.group_ids
csaf-lib loses vulnerabilities.involvements.party
csaf-lib loses vulnerabilities.involvements.status
csaf-lib loses vulnerabilities.product_status.first_affected
csaf-lib loses vulnerabilities.product_status.last_affected
csaf-lib loses vulnerabilities.product_status.first_fixed
csaf-lib loses vulnerabilities.product_status.recommended
csaf-lib loses vulnerabilities.remediations.entitlements
csaf-lib loses vulnerabilities.remediations.restart_required.category
csaf-lib loses vulnerabilities.threats.group_ids
EXPECTED
diff expected seen
echo "documents of CSAF keep and lose the parts that were seen"
