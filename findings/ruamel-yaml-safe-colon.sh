#!/bin/sh
# ruamel.yaml 0.18.16 with ruamel.yaml.clib 0.2.15, seen on 2026-11-29 with Python 3.11.
#
# Guess before it was run: the two parsers of one package, C for `typ="safe"` and Python for the rest, read the same YAML.
# Behaviour: a plain scalar with a colon inside a flow mapping or a flow sequence, such as `{ a: b:c }`, is valid YAML 1.2
# (a colon that no space follows is part of the scalar). The parser in Python reads it; `YAML(typ="safe")`, which takes the
# parser in C, raises ScannerError. PyYAML 6.0.3 reads it by both of its parsers. In a block mapping all read it.
# Whom it meets: who loads `{ issuer: https://issuer.test }` by `YAML(typ="safe")`. Cure: `pure=True`, or quotes.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  ruamel.yaml==0.18.16 ruamel.yaml.clib==0.2.15 PyYAML==6.0.3
cat > "$folder/read.py" <<'PY'
import yaml
from ruamel.yaml import YAML

READERS = {
    "ruamel safe": YAML(typ="safe").load,
    "ruamel safe, pure": YAML(typ="safe", pure=True).load,
    "PyYAML": yaml.safe_load,
    "PyYAML in C": lambda text: yaml.load(text, yaml.CSafeLoader),
}
for text in ("a: b:c", "{ a: b:c }"):
    for name, read in READERS.items():
        try:
            print(f"{text} by {name}: {read(text)}")
        except Exception as error:
            print(f"{text} by {name}: {type(error).__name__}")
PY
"$folder/venv/bin/python" "$folder/read.py" > "$folder/seen"
cat > "$folder/expected" <<'EXPECTED'
a: b:c by ruamel safe: {'a': 'b:c'}
a: b:c by ruamel safe, pure: {'a': 'b:c'}
a: b:c by PyYAML: {'a': 'b:c'}
a: b:c by PyYAML in C: {'a': 'b:c'}
{ a: b:c } by ruamel safe: ScannerError
{ a: b:c } by ruamel safe, pure: {'a': 'b:c'}
{ a: b:c } by PyYAML: {'a': 'b:c'}
{ a: b:c } by PyYAML in C: {'a': 'b:c'}
EXPECTED
diff "$folder/expected" "$folder/seen"
echo "ruamel.yaml 0.18.16 behaves as it was seen"
