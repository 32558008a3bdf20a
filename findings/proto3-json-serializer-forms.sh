#!/bin/sh
# proto3-json-serializer 3.0.6 with protobufjs 7.6.6 (npm) and protobuf 7.36.2 (PyPI), seen on 2026-11-30 with Node 20 and
# Python 3.11.
#
# Guess before it was run: the library that clients of Google read JSON with makes the binary form that protobuf makes, but
# for nanoseconds.
# Seen: those are right. A duration below zero is an error. The paths of a field mask stay as JSON has them, `displayName`,
# and the empty mask has one path without a name. `"1e2"` is 1, without a word; 100 is a valid reading of it only. A member
# that is null is an error, though it means the default, and a field by its name in the proto file, which readers have to
# take beside the JSON name, is dropped.
# Whom it meets: clients of google-gax that call by REST. With a mock: answer with a negative duration, a null and a mask, and
# look at what the client has.
# Output seen: the lines that EXPECTED has below, each with the bytes of the message.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
Duration "1.5s"
Duration "-1.5s"
FieldMask "displayName"
FieldMask ""
Int64Value "9007199254740993"
Int64Value "1e2"
Int64Value 1e2
Timestamp "2026-01-01T00:00:00.123456789Z"
Field {"typeUrl":"a","number":7}
Field {"type_url":"a","number":7}
Field {"typeUrl":"a","number":null}
TEXT
npm install --silent --no-audit --no-fund proto3-json-serializer@3.0.6 protobufjs@7.6.6
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { fromProto3JSON } = require('proto3-json-serializer');
const protobuf = require('protobufjs');

const root = protobuf.Root.fromJSON(require('protobufjs/google/protobuf/type.json'));
for (const file of ['duration', 'field_mask', 'timestamp', 'wrappers']) {
  root.addJSON(protobuf.common.get(`google/protobuf/${file}.proto`).nested);
}
root.resolveAll();
for (const line of readFileSync('texts', 'utf8').trim().split('\n')) {
  const [name, text] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
  const type = root.lookupType(`google.protobuf.${name}`);
  let answer;
  try {
    answer = Buffer.from(type.encode(fromProto3JSON(type, JSON.parse(text))).finish()).toString('hex') || 'nothing';
  } catch {
    answer = 'an error';
  }
  console.log(`${line}: proto3-json-serializer, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2
cat > read.py <<'PY'
from google.protobuf import duration_pb2, field_mask_pb2, json_format, timestamp_pb2, type_pb2, wrappers_pb2

KINDS = {
    "Duration": duration_pb2.Duration,
    "Field": type_pb2.Field,
    "FieldMask": field_mask_pb2.FieldMask,
    "Int64Value": wrappers_pb2.Int64Value,
    "Timestamp": timestamp_pb2.Timestamp,
}
with open("texts", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, text = line.split(" ", 1)
        print(f"{line}: protobuf, {json_format.Parse(text, KINDS[name]()).SerializeToString().hex() or 'nothing'}")
PY
{ node read.cjs; venv/bin/python read.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Duration "-1.5s": proto3-json-serializer, an error
Duration "-1.5s": protobuf, 08ffffffffffffffffff011080b6ca91feffffffff01
Duration "1.5s": proto3-json-serializer, 08011080cab5ee01
Duration "1.5s": protobuf, 08011080cab5ee01
Field {"typeUrl":"a","number":7}: proto3-json-serializer, 1807320161
Field {"typeUrl":"a","number":7}: protobuf, 1807320161
Field {"typeUrl":"a","number":null}: proto3-json-serializer, an error
Field {"typeUrl":"a","number":null}: protobuf, 320161
Field {"type_url":"a","number":7}: proto3-json-serializer, 1807
Field {"type_url":"a","number":7}: protobuf, 1807320161
FieldMask "": proto3-json-serializer, 0a00
FieldMask "": protobuf, nothing
FieldMask "displayName": proto3-json-serializer, 0a0b646973706c61794e616d65
FieldMask "displayName": protobuf, 0a0c646973706c61795f6e616d65
Int64Value "1e2": proto3-json-serializer, 0801
Int64Value "1e2": protobuf, 0864
Int64Value "9007199254740993": proto3-json-serializer, 088180808080808010
Int64Value "9007199254740993": protobuf, 088180808080808010
Int64Value 1e2: proto3-json-serializer, 0864
Int64Value 1e2: protobuf, 0864
Timestamp "2026-01-01T00:00:00.123456789Z": proto3-json-serializer, 0880f2d6ca0610959aef3a
Timestamp "2026-01-01T00:00:00.123456789Z": protobuf, 0880f2d6ca0610959aef3a
EXPECTED
diff expected seen
echo "JSON of proto3-json-serializer behaves as it was seen"
