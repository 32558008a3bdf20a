#!/bin/sh
# openapi-sampler 1.7.10 and json-schema-faker 0.6.3 (npm) and jsf 0.11.2 (PyPI), judged by jsonschema 4.26.0, seen on
# 2026-11-30 with Node 20 and Python 3.11.
#
# Guess before it was run: three makers of samples make valid ones of common schemas; openapi-sampler does not read patterns.
# Seen: it does not, nor does it read multiples, unique items and `not`. It and jsf leave out a required member that has no
# schema of its own, and no sample of the three keeps to rules for the names of members. jsf makes an empty object whatever
# number of members is asked for, may leave out a member that another one requires and make a value that `not` forbids, and
# ends in an error for a tuple (`prefixItems`), `contains` and a range below 1. json-schema-faker errs at names only. Formats,
# limits, lengths, `oneOf` and `allOf` are right in all.
# Whom it meets: mocks and examples that are made from schemas. With a mock: let a validator judge each sample once.
# Output seen: the lines that EXPECTED has below, for a hundred samples of each schema.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > schemas.json <<'JSON'
{
  "limits": {"type": "integer", "exclusiveMinimum": 5, "maximum": 6},
  "negative": {"type": "integer", "minimum": -9, "maximum": -5},
  "range below 1": {"type": "number", "minimum": 0.5, "exclusiveMaximum": 1},
  "multiple": {"type": "integer", "multipleOf": 7, "minimum": 1, "maximum": 20},
  "length": {"type": "string", "minLength": 12, "maxLength": 12},
  "pattern": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{2}$"},
  "time": {"type": "string", "format": "date-time"},
  "items": {"type": "array", "minItems": 3, "items": {"type": "integer"}},
  "unique": {"type": "array", "minItems": 2, "maxItems": 2, "uniqueItems": true, "items": {"enum": [1, 2]}},
  "contains": {"type": "array", "contains": {"const": 5}},
  "tuple": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false, "minItems": 2},
  "members": {"type": "object", "minProperties": 2, "additionalProperties": {"type": "integer"}},
  "names": {"type": "object", "minProperties": 1, "propertyNames": {"pattern": "^x-"}, "additionalProperties": {"type": "integer"}},
  "required": {"type": "object", "required": ["a"]},
  "dependent": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}, "required": ["a"],
    "dependentRequired": {"a": ["b"]}},
  "allOf": {"allOf": [{"type": "integer", "minimum": 3}, {"maximum": 4}]},
  "oneOf": {"oneOf": [{"type": "integer", "minimum": 3}, {"type": "string", "maxLength": 2}]},
  "not": {"type": "integer", "minimum": 1, "maximum": 2, "not": {"const": 1}}
}
JSON
npm install --silent --no-audit --no-fund openapi-sampler@1.7.10 json-schema-faker@0.6.3
cat > make.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { generate } from 'json-schema-faker';
import { sample } from 'openapi-sampler';

const schemas = JSON.parse(readFileSync('schemas.json', 'utf8'));
const samples = { 'openapi-sampler': {}, 'json-schema-faker': {} };
for (const [name, schema] of Object.entries(schemas)) {
  samples['openapi-sampler'][name] = Array.from({ length: 100 }, () => sample(structuredClone(schema)));
  const made = Array.from({ length: 100 }, () => generate(structuredClone(schema)));
  samples['json-schema-faker'][name] = await Promise.all(made);
}
writeFileSync('samples.json', JSON.stringify(samples));
JS
node make.mjs
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsf==0.11.2 jsonschema==4.26.0 rfc3339-validator==0.1.4
cat > judge.py <<'PY'
import json

from jsf import JSF
from jsonschema import Draft202012Validator

with open("schemas.json", encoding="utf-8") as file:
    schemas = json.load(file)
with open("samples.json", encoding="utf-8") as file:
    samples = json.load(file)


def judge(schema, made):
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    valid = sum(validator.is_valid(sample) for sample in made)
    return {0: "none valid", len(made): "all valid"}.get(valid, "some valid")


for name, schema in schemas.items():
    for maker, made in samples.items():
        print(f"{name}: {maker}, {judge(schema, made[name])}")
    try:
        answer = judge(schema, [JSF(schema).generate() for _ in range(100)])
    except (AttributeError, KeyError, ValueError) as error:
        answer = f"an error, {type(error).__name__}"
    print(f"{name}: jsf, {answer}")
PY
venv/bin/python -W ignore judge.py > seen
cat > expected <<'EXPECTED'
limits: openapi-sampler, all valid
limits: json-schema-faker, all valid
limits: jsf, all valid
negative: openapi-sampler, all valid
negative: json-schema-faker, all valid
negative: jsf, all valid
range below 1: openapi-sampler, all valid
range below 1: json-schema-faker, all valid
range below 1: jsf, an error, ValueError
multiple: openapi-sampler, none valid
multiple: json-schema-faker, all valid
multiple: jsf, all valid
length: openapi-sampler, all valid
length: json-schema-faker, all valid
length: jsf, all valid
pattern: openapi-sampler, none valid
pattern: json-schema-faker, all valid
pattern: jsf, all valid
time: openapi-sampler, all valid
time: json-schema-faker, all valid
time: jsf, all valid
items: openapi-sampler, all valid
items: json-schema-faker, all valid
items: jsf, all valid
unique: openapi-sampler, none valid
unique: json-schema-faker, all valid
unique: jsf, all valid
contains: openapi-sampler, all valid
contains: json-schema-faker, all valid
contains: jsf, an error, KeyError
tuple: openapi-sampler, all valid
tuple: json-schema-faker, all valid
tuple: jsf, an error, AttributeError
members: openapi-sampler, all valid
members: json-schema-faker, all valid
members: jsf, none valid
names: openapi-sampler, none valid
names: json-schema-faker, none valid
names: jsf, none valid
required: openapi-sampler, none valid
required: json-schema-faker, all valid
required: jsf, none valid
dependent: openapi-sampler, all valid
dependent: json-schema-faker, all valid
dependent: jsf, some valid
allOf: openapi-sampler, all valid
allOf: json-schema-faker, all valid
allOf: jsf, all valid
oneOf: openapi-sampler, all valid
oneOf: json-schema-faker, all valid
oneOf: jsf, all valid
not: openapi-sampler, none valid
not: json-schema-faker, all valid
not: jsf, some valid
EXPECTED
diff expected seen
echo "samples of schemas behave as they were seen"
