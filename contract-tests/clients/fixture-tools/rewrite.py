"""Loads a fixture and writes it again, as a tool of its users does: TOOL FILE. Rows are made in the order of the keys."""

import sys

import yaml
from ruamel.yaml import YAML

tool, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    text = file.read()
if tool == "PyYAML":
    yaml.safe_dump(yaml.safe_load(text), sys.stdout, allow_unicode=True, sort_keys=False)
else:
    kind = YAML()
    kind.dump(kind.load(text), sys.stdout)
