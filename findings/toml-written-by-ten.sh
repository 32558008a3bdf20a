#!/bin/sh
# @iarna/toml 3.0.0, smol-toml 1.9.1, json2toml 6.1.2 and tomlify-j0.4 3.0.0 (npm), and toml 0.10.2, tomli-w 1.2.0, tomlkit
# 0.15.2, pytoml 0.1.21, rtoml 0.14.0 and pytomlpp 1.1.0 (PyPI), seen on 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: what ten writers of TOML make of JSON is read back unchanged by `tomllib`; 1.0 may become 1 in
# JavaScript.
# Seen: by two of ten, tomli-w and tomlkit, which refuse null, as TOML has none (1 and 1.0 count as one number here); smol-toml and rtoml err at null only: one drops the member, one
# writes a text "null". @iarna/toml writes a small number as `1e-7.undefined`. json2toml puts a member that comes after a list of
# objects into the last of them, and an inner object beside the list, and loses an empty object. tomlify drops the number from a
# list of a number and an object; toml makes the name of its member of an object in two lists. pytomlpp loses a text that is one
# line end. A control character is written as it is by three, and a list with null loses it, or has a text "None".
# Whom it meets: settings and reports that a program makes of an API's JSON. With a mock: write one answer as TOML, and compare.
# Output seen: the lines that EXPECTED has below, for each writer that is not right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
[
  {"a": 1, "b": 1.5, "c": true, "d": "x"},
  {"a": 1e-7},
  {"a": 1e21},
  {"a": {}},
  {"a": {"b": 1}, "c": 2},
  {"a": [{"b": 1}], "c": 2},
  {"a": [{"b": 1}, {"c": {"d": 2}}]},
  {"a": [1, "b"]},
  {"a": [1, {"b": 2}]},
  {"a": [[{"b": 1}]]},
  {"": 1},
  {"a\"b": 1},
  {"a": "\n"},
  {"a": "\u0001"},
  {"a": "\u007f"},
  {"a": null},
  {"a": [null]}
]
JSON
npm install --silent --no-audit --no-fund @iarna/toml@3.0.0 smol-toml@1.9.1 json2toml@6.1.2 tomlify-j0.4@3.0.0
cat > write.mjs <<'JS'
import { readFileSync } from 'node:fs';
import iarna from '@iarna/toml';
import json2toml from 'json2toml';
import * as smol from 'smol-toml';
import tomlify from 'tomlify-j0.4';

const WRITERS = {
  '@iarna/toml': iarna.stringify,
  'smol-toml': smol.stringify,
  json2toml: (value) => json2toml(value),
  tomlify: (value) => tomlify.toToml(value, { space: 0 }),
};
const cases = JSON.parse(readFileSync('cases.json', 'utf8'));
const written = Object.entries(WRITERS).map(([name, write]) => [
  name,
  cases.map((value) => {
    try {
      return write(value);
    } catch {
      return null;
    }
  }),
]);
console.log(JSON.stringify(Object.fromEntries(written)));
JS
node write.mjs > written.json
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check toml==0.10.2 tomli-w==1.2.0 tomlkit==0.15.2 pytoml==0.1.21 rtoml==0.14.0 \
  pytomlpp==1.1.0
cat > judge.py <<'PY'
import json
import tomllib

import pytoml
import pytomlpp
import rtoml
import toml
import tomli_w
import tomlkit

written = json.load(open("written.json", encoding="utf-8"))
cases = json.load(open("cases.json", encoding="utf-8"))
for library in [toml, tomli_w, tomlkit, pytoml, rtoml, pytomlpp]:
    texts = written[library.__name__] = []
    for value in cases:
        try:
            texts.append(library.dumps(value))
        except Exception:
            texts.append(None)
for index, value in enumerate(cases):
    right = 0
    for name, texts in written.items():
        text = texts[index]
        if text is None:
            print(f"{json.dumps(value)}: {name}, refused")
            continue
        try:
            answer = "right" if tomllib.loads(text) == value else "other data"
        except tomllib.TOMLDecodeError:
            answer = "no TOML"
        if answer == "right":
            right += 1
        else:
            print(f"{json.dumps(value)}: {name}, {answer}, {json.dumps(text)}")
    print(f"{json.dumps(value)}: right by {right} of {len(written)}")
PY
venv/bin/python judge.py > seen
cat > expected <<'EXPECTED'
{"a": 1, "b": 1.5, "c": true, "d": "x"}: right by 10 of 10
{"a": 1e-07}: @iarna/toml, no TOML, "a = 1e-7.undefined\n"
{"a": 1e-07}: right by 9 of 10
{"a": 1e+21}: right by 10 of 10
{"a": {}}: json2toml, other data, ""
{"a": {}}: right by 9 of 10
{"a": {"b": 1}, "c": 2}: right by 10 of 10
{"a": [{"b": 1}], "c": 2}: json2toml, other data, "[[a]]\nb = 1\nc = 2\n"
{"a": [{"b": 1}], "c": 2}: right by 9 of 10
{"a": [{"b": 1}, {"c": {"d": 2}}]}: json2toml, other data, "[[a]]\nb = 1\n[[a]]\n[c]\nd = 2\n"
{"a": [{"b": 1}, {"c": {"d": 2}}]}: right by 9 of 10
{"a": [1, "b"]}: tomlify, refused
{"a": [1, "b"]}: right by 9 of 10
{"a": [1, {"b": 2}]}: json2toml, no TOML, "a = [1,{\"b\":2}]\n"
{"a": [1, {"b": 2}]}: tomlify, other data, "[[a]]\nb = 2.0"
{"a": [1, {"b": 2}]}: toml, refused
{"a": [1, {"b": 2}]}: right by 7 of 10
{"a": [[{"b": 1}]]}: json2toml, no TOML, "a = [[{\"b\":1}]]\n"
{"a": [[{"b": 1}]]}: toml, other data, "a = [ [ [ \"b\",],],]\n"
{"a": [[{"b": 1}]]}: right by 8 of 10
{"": 1}: json2toml, no TOML, " = 1\n"
{"": 1}: tomlify, refused
{"": 1}: pytoml, no TOML, " = 1\n"
{"": 1}: right by 7 of 10
{"a\"b": 1}: json2toml, no TOML, "\"a\"b\" = 1\n"
{"a\"b": 1}: right by 9 of 10
{"a": "\n"}: pytomlpp, other data, "a = '''\n'''"
{"a": "\n"}: right by 9 of 10
{"a": "\u0001"}: toml, refused
{"a": "\u0001"}: right by 9 of 10
{"a": "\u007f"}: json2toml, no TOML, "a = \"\u007f\"\n"
{"a": "\u007f"}: tomlify, no TOML, "a = \"\u007f\""
{"a": "\u007f"}: toml, refused
{"a": "\u007f"}: pytoml, no TOML, "a = \"\u007f\"\n"
{"a": "\u007f"}: right by 6 of 10
{"a": null}: @iarna/toml, other data, ""
{"a": null}: smol-toml, other data, "\n"
{"a": null}: json2toml, refused
{"a": null}: tomlify, other data, ""
{"a": null}: toml, other data, ""
{"a": null}: tomli_w, refused
{"a": null}: tomlkit, refused
{"a": null}: pytoml, other data, "#a = null  # To use: uncomment and replace null with value\n"
{"a": null}: rtoml, other data, "a = \"null\"\n"
{"a": null}: pytomlpp, refused
{"a": null}: right by 0 of 10
{"a": [null]}: @iarna/toml, other data, "a = [ ]\n"
{"a": [null]}: smol-toml, refused
{"a": [null]}: json2toml, no TOML, "a = [null]\n"
{"a": [null]}: tomlify, other data, "a = []"
{"a": [null]}: toml, other data, "a = [ \"None\",]\n"
{"a": [null]}: tomli_w, refused
{"a": [null]}: tomlkit, refused
{"a": [null]}: pytoml, refused
{"a": [null]}: rtoml, other data, "a = [\"null\"]\n"
{"a": [null]}: pytomlpp, refused
{"a": [null]}: right by 0 of 10
EXPECTED
diff expected seen
echo "TOML is written as it was seen"
