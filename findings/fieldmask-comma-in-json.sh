#!/bin/sh
# @bufbuild/protobuf 2.17.0 (npm) and protobuf 6.33.0 (PyPI), seen on 2026-11-29.
#
# Guess before it was run: a path of a google.protobuf.FieldMask that its JSON cannot carry is refused when it is written.
# Behaviour: the JSON of a mask is one text with commas between the paths. A path that has a comma itself, as a map key in
# backticks may (AIP-161), is written without a word, and read back as two paths. Other paths that do not survive, such as
# `a_B`, are refused by both.
# Whom it meets: who sends masks with keys of maps over JSON. Cure: the binary form, or a mask of the whole map.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @bufbuild/protobuf@2.17.0
cat > mask.mjs <<'JS'
import { create, fromJson, toJson } from '@bufbuild/protobuf';
import { FieldMaskSchema } from '@bufbuild/protobuf/wkt';

for (const path of ['labels.`a.b`', 'labels.`a,b`', 'a_B']) {
  try {
    const json = toJson(FieldMaskSchema, create(FieldMaskSchema, { paths: [path] }));
    console.log(`npm ${path}: ${json} ${fromJson(FieldMaskSchema, json).paths.length}`);
  } catch {
    console.log(`npm ${path}: refused`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==6.33.0
cat > mask.py <<'PY'
from google.protobuf import json_format
from google.protobuf.field_mask_pb2 import FieldMask

for path in ("labels.`a.b`", "labels.`a,b`", "a_B"):
    try:
        text = json_format.MessageToJson(FieldMask(paths=[path]))
        print(f"PyPI {path}: {text.strip(chr(34))} {len(json_format.Parse(text, FieldMask()).paths)}")
    except Exception:
        print(f"PyPI {path}: refused")
PY
{ node mask.mjs; venv/bin/python mask.py; } > seen
cat > expected <<'EXPECTED'
npm labels.`a.b`: labels.`a.b` 1
npm labels.`a,b`: labels.`a,b` 2
npm a_B: refused
PyPI labels.`a.b`: labels.`a.b` 1
PyPI labels.`a,b`: labels.`a,b` 2
PyPI a_B: refused
EXPECTED
diff expected seen
echo "FieldMask in JSON behaves as it was seen"
