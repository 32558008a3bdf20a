#!/bin/sh
# betterproto2 0.10.0 with betterproto2_compiler 0.10.1 (PyPI), seen on 2026-11-29 with Python 3.11.
#
# Guess before it was run: a message that the mapping of protobuf to JSON allows is read and written on in binary form.
# Seen: a field mask, which is one text in JSON, ends in an AttributeError. An Int64Value as text, the form that writers use,
# is read as a text and fails with a TypeError only when the bytes are made. Each duration below zero is refused, and so are
# bytes in the alphabet for URLs or without padding, which readers are to accept.
# Whom it meets: JSON clients made by betterproto2. With a mock: let one answer have each form, or call it by gRPC.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check betterproto2==0.10.0 betterproto2_compiler==0.10.1 grpcio-tools==1.76.0
cat > rule.proto <<'PROTO'
syntax = "proto3";
package rule;
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/wrappers.proto";
message Rule {
  google.protobuf.FieldMask mask = 1;
  google.protobuf.Int64Value limit = 2;
  google.protobuf.Duration wait = 3;
  bytes data = 4;
}
PROTO
mkdir made
PATH="$folder/venv/bin:$PATH" venv/bin/python -m grpc_tools.protoc -I . --python_betterproto2_out=made rule.proto 2> /dev/null
cat > read.py <<'PY'
from made.rule import Rule

RULES = (
    {"mask": "displayName"},
    {"limit": "5"},
    {"limit": 5},
    {"wait": "2s"},
    {"wait": "-2s"},
    {"data": "/+8="},
    {"data": "_-8="},
    {"data": "/+8"},
)
for json in RULES:
    try:
        rule = Rule.from_dict(json)
    except Exception as error:
        print(f"{json}: not read, {type(error).__name__}")
        continue
    try:
        print(f"{json}: {len(bytes(rule))} bytes")
    except Exception as error:
        print(f"{json}: read, not written, {type(error).__name__}")
PY
venv/bin/python read.py > seen
cat > expected <<'EXPECTED'
{'mask': 'displayName'}: not read, AttributeError
{'limit': '5'}: read, not written, TypeError
{'limit': 5}: 4 bytes
{'wait': '2s'}: 4 bytes
{'wait': '-2s'}: not read, ValueError
{'data': '/+8='}: 4 bytes
{'data': '_-8='}: not read, Error
{'data': '/+8'}: not read, Error
EXPECTED
diff expected seen
echo "JSON of betterproto2 0.10.0 behaves as it was seen"
