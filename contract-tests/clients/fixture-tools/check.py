"""Holds fixtures that PyYAML loads to their schema, by python-jsonschema: SCHEMA FILE ..."""

import json
import sys

import yaml
from jsonschema import Draft202012Validator

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        Draft202012Validator(schema).validate(yaml.safe_load(file))
