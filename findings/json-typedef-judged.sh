#!/bin/sh
# ajv 8.20.0 and jtd 0.1.1 (npm), jtd 0.1.1 (PyPI) and jtd 0.3.1 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11 and
# Rust 1.95.
#
# Guess before it was run: four validators of JSON Type Definition (RFC 8927) judge alike, but for leap seconds.
# Seen: jtd of PyPI refuses those, which are valid in RFC 3339, by which the RFC goes, and lower case (5.6). ajv takes an
# object for a list if its elements may be anything, a space for the `T` and an offset without minutes; it finds a member
# `constructor` in each object, and its strict mode, the default, refuses a schema with a description in its `metadata`, which
# is for just that. jtd of npm takes inherited names for members too, but elsewhere: of `{"toString":1}` it says that the
# schema has it, and `toString` is a kind of each discriminator. The one of crates.io is right in all.
# Whom it meets: messages checked by one definition in two languages. With a mock: send an object for a list of any elements,
# and a time with a leap second.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
valid|{"type":"timestamp"}|"1990-12-31T23:59:60Z"
valid|{"type":"timestamp"}|"1990-12-31T15:59:60-08:00"
valid|{"type":"timestamp"}|"2024-01-01T00:00:00.123456789012Z"
valid|{"type":"timestamp"}|"2024-01-01t00:00:00z"
invalid|{"type":"timestamp"}|"2024-01-01 00:00:00Z"
invalid|{"type":"timestamp"}|"2024-01-01T00:00:00+00"
invalid|{"type":"timestamp"}|"2024-02-30T00:00:00Z"
valid|{"type":"uint8"}|1e2
invalid|{"type":"int8"}|true
valid|{"optionalProperties":{"constructor":{"type":"string"}}}|{}
invalid|{"properties":{}}|{"toString":1}
invalid|{"discriminator":"kind","mapping":{"a":{"properties":{}}}}|{"kind":"toString"}
invalid|{"elements":{}}|{"a":1}
valid|{"elements":{},"nullable":true}|null
valid|{"type":"string","metadata":{"description":"A name"}}|"a"
not a schema|{"type":"string","description":"A name"}|"a"
not a schema|{"type":"int64"}|1
not a schema|{"type":"string","nullable":1}|null
not a schema|{"enum":["a","a"]}|"a"
not a schema|{"ref":"name"}|"a"
not a schema|{"discriminator":"kind","mapping":{"a":{}}}|{"kind":"a"}
TEXT
npm install --silent --no-audit --no-fund ajv@8.20.0 jtd@0.1.1
cat > judge.cjs <<'JS'
const { readFileSync } = require('node:fs');
const Ajv = require('ajv/dist/jtd').default;
const jtd = require('jtd');

const word = (valid) => (valid ? 'valid' : 'invalid');
const LIBRARIES = {
  ajv: (schema) => {
    const validate = new Ajv().compile(schema);
    return (instance) => validate(instance);
  },
  'jtd (npm)': (schema) => {
    if (!jtd.isSchema(schema) || !jtd.isValidSchema(schema)) throw new Error('not a schema');
    return (instance) => jtd.validate(schema, instance).length === 0;
  },
};
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [right, schema, instance] = line.split('|');
  for (const [name, compile] of Object.entries(LIBRARIES)) {
    let answer = 'not a schema';
    try {
      answer = word(compile(JSON.parse(schema))(JSON.parse(instance)));
    } catch {}
    console.log(`${line}: ${name}, ${answer === right ? 'right' : answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jtd==0.1.1
cat > judge.py <<'PY'
import json

import jtd

for line in open("cases", encoding="utf-8").read().splitlines():
    right, schema, instance = line.split("|")
    try:
        compiled = jtd.Schema.from_dict(json.loads(schema))
        compiled.validate()
        answer = "invalid" if jtd.validate(schema=compiled, instance=json.loads(instance)) else "valid"
    except (AttributeError, KeyError, TypeError, ValueError):
        answer = "not a schema"
    print(f"{line}: jtd (PyPI), {'right' if answer == right else answer}")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
jtd = "=0.3.1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use jtd::{Schema, SerdeSchema};

fn judge(schema: &str, instance: &str) -> &'static str {
    let Ok(read) = serde_json::from_str::<SerdeSchema>(schema) else { return "not a schema" };
    let Ok(schema) = Schema::from_serde_schema(read) else { return "not a schema" };
    if schema.validate().is_err() {
        return "not a schema";
    }
    let instance = serde_json::from_str(instance).expect("JSON");
    match jtd::validate(&schema, &instance, Default::default()) {
        Ok(errors) if errors.is_empty() => "valid",
        _ => "invalid",
    }
}

fn main() {
    for line in include_str!("../cases").lines() {
        let parts: Vec<&str> = line.split('|').collect();
        let answer = judge(parts[1], parts[2]);
        println!("{line}: jtd (crates.io), {}", if answer == parts[0] { "right" } else { answer });
    }
}
RUST
{ node judge.cjs; venv/bin/python judge.py; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
invalid|{"discriminator":"kind","mapping":{"a":{"properties":{}}}}|{"kind":"toString"}: ajv, right
invalid|{"discriminator":"kind","mapping":{"a":{"properties":{}}}}|{"kind":"toString"}: jtd (PyPI), right
invalid|{"discriminator":"kind","mapping":{"a":{"properties":{}}}}|{"kind":"toString"}: jtd (crates.io), right
invalid|{"discriminator":"kind","mapping":{"a":{"properties":{}}}}|{"kind":"toString"}: jtd (npm), valid
invalid|{"elements":{}}|{"a":1}: ajv, valid
invalid|{"elements":{}}|{"a":1}: jtd (PyPI), right
invalid|{"elements":{}}|{"a":1}: jtd (crates.io), right
invalid|{"elements":{}}|{"a":1}: jtd (npm), right
invalid|{"properties":{}}|{"toString":1}: ajv, right
invalid|{"properties":{}}|{"toString":1}: jtd (PyPI), right
invalid|{"properties":{}}|{"toString":1}: jtd (crates.io), right
invalid|{"properties":{}}|{"toString":1}: jtd (npm), valid
invalid|{"type":"int8"}|true: ajv, right
invalid|{"type":"int8"}|true: jtd (PyPI), right
invalid|{"type":"int8"}|true: jtd (crates.io), right
invalid|{"type":"int8"}|true: jtd (npm), right
invalid|{"type":"timestamp"}|"2024-01-01 00:00:00Z": ajv, valid
invalid|{"type":"timestamp"}|"2024-01-01 00:00:00Z": jtd (PyPI), right
invalid|{"type":"timestamp"}|"2024-01-01 00:00:00Z": jtd (crates.io), valid
invalid|{"type":"timestamp"}|"2024-01-01 00:00:00Z": jtd (npm), right
invalid|{"type":"timestamp"}|"2024-01-01T00:00:00+00": ajv, valid
invalid|{"type":"timestamp"}|"2024-01-01T00:00:00+00": jtd (PyPI), right
invalid|{"type":"timestamp"}|"2024-01-01T00:00:00+00": jtd (crates.io), right
invalid|{"type":"timestamp"}|"2024-01-01T00:00:00+00": jtd (npm), right
invalid|{"type":"timestamp"}|"2024-02-30T00:00:00Z": ajv, right
invalid|{"type":"timestamp"}|"2024-02-30T00:00:00Z": jtd (PyPI), right
invalid|{"type":"timestamp"}|"2024-02-30T00:00:00Z": jtd (crates.io), right
invalid|{"type":"timestamp"}|"2024-02-30T00:00:00Z": jtd (npm), right
not a schema|{"discriminator":"kind","mapping":{"a":{}}}|{"kind":"a"}: ajv, right
not a schema|{"discriminator":"kind","mapping":{"a":{}}}|{"kind":"a"}: jtd (PyPI), right
not a schema|{"discriminator":"kind","mapping":{"a":{}}}|{"kind":"a"}: jtd (crates.io), right
not a schema|{"discriminator":"kind","mapping":{"a":{}}}|{"kind":"a"}: jtd (npm), right
not a schema|{"enum":["a","a"]}|"a": ajv, right
not a schema|{"enum":["a","a"]}|"a": jtd (PyPI), right
not a schema|{"enum":["a","a"]}|"a": jtd (crates.io), right
not a schema|{"enum":["a","a"]}|"a": jtd (npm), right
not a schema|{"ref":"name"}|"a": ajv, right
not a schema|{"ref":"name"}|"a": jtd (PyPI), right
not a schema|{"ref":"name"}|"a": jtd (crates.io), right
not a schema|{"ref":"name"}|"a": jtd (npm), right
not a schema|{"type":"int64"}|1: ajv, right
not a schema|{"type":"int64"}|1: jtd (PyPI), right
not a schema|{"type":"int64"}|1: jtd (crates.io), right
not a schema|{"type":"int64"}|1: jtd (npm), right
not a schema|{"type":"string","description":"A name"}|"a": ajv, right
not a schema|{"type":"string","description":"A name"}|"a": jtd (PyPI), right
not a schema|{"type":"string","description":"A name"}|"a": jtd (crates.io), right
not a schema|{"type":"string","description":"A name"}|"a": jtd (npm), right
not a schema|{"type":"string","nullable":1}|null: ajv, right
not a schema|{"type":"string","nullable":1}|null: jtd (PyPI), right
not a schema|{"type":"string","nullable":1}|null: jtd (crates.io), right
not a schema|{"type":"string","nullable":1}|null: jtd (npm), right
valid|{"elements":{},"nullable":true}|null: ajv, right
valid|{"elements":{},"nullable":true}|null: jtd (PyPI), right
valid|{"elements":{},"nullable":true}|null: jtd (crates.io), right
valid|{"elements":{},"nullable":true}|null: jtd (npm), right
valid|{"optionalProperties":{"constructor":{"type":"string"}}}|{}: ajv, invalid
valid|{"optionalProperties":{"constructor":{"type":"string"}}}|{}: jtd (PyPI), right
valid|{"optionalProperties":{"constructor":{"type":"string"}}}|{}: jtd (crates.io), right
valid|{"optionalProperties":{"constructor":{"type":"string"}}}|{}: jtd (npm), right
valid|{"type":"string","metadata":{"description":"A name"}}|"a": ajv, not a schema
valid|{"type":"string","metadata":{"description":"A name"}}|"a": jtd (PyPI), right
valid|{"type":"string","metadata":{"description":"A name"}}|"a": jtd (crates.io), right
valid|{"type":"string","metadata":{"description":"A name"}}|"a": jtd (npm), right
valid|{"type":"timestamp"}|"1990-12-31T15:59:60-08:00": ajv, right
valid|{"type":"timestamp"}|"1990-12-31T15:59:60-08:00": jtd (PyPI), invalid
valid|{"type":"timestamp"}|"1990-12-31T15:59:60-08:00": jtd (crates.io), right
valid|{"type":"timestamp"}|"1990-12-31T15:59:60-08:00": jtd (npm), right
valid|{"type":"timestamp"}|"1990-12-31T23:59:60Z": ajv, right
valid|{"type":"timestamp"}|"1990-12-31T23:59:60Z": jtd (PyPI), invalid
valid|{"type":"timestamp"}|"1990-12-31T23:59:60Z": jtd (crates.io), right
valid|{"type":"timestamp"}|"1990-12-31T23:59:60Z": jtd (npm), right
valid|{"type":"timestamp"}|"2024-01-01T00:00:00.123456789012Z": ajv, right
valid|{"type":"timestamp"}|"2024-01-01T00:00:00.123456789012Z": jtd (PyPI), right
valid|{"type":"timestamp"}|"2024-01-01T00:00:00.123456789012Z": jtd (crates.io), right
valid|{"type":"timestamp"}|"2024-01-01T00:00:00.123456789012Z": jtd (npm), right
valid|{"type":"timestamp"}|"2024-01-01t00:00:00z": ajv, right
valid|{"type":"timestamp"}|"2024-01-01t00:00:00z": jtd (PyPI), invalid
valid|{"type":"timestamp"}|"2024-01-01t00:00:00z": jtd (crates.io), right
valid|{"type":"timestamp"}|"2024-01-01t00:00:00z": jtd (npm), right
valid|{"type":"uint8"}|1e2: ajv, right
valid|{"type":"uint8"}|1e2: jtd (PyPI), right
valid|{"type":"uint8"}|1e2: jtd (crates.io), right
valid|{"type":"uint8"}|1e2: jtd (npm), right
EXPECTED
diff expected seen
echo "type definitions in JSON judge as they were seen"
