#!/bin/sh
# protobufjs 8.8.1 (npm) and betterproto 2.0.0b7 with protobuf 7.36.2 (PyPI), seen on 2026-11-29 with Node 20 and Python 3.11.
#
# Guess before it was run: both have the JSON name that protobuf gives a field; names with two underscores may differ.
# Seen: protobuf drops each underscore and makes the next letter a capital, so `line_1` is `line1` in JSON. protobufjs leaves
# an underscore before a digit or a capital: it has no field `line1`, and `fromObject` drops the value without a word.
# betterproto writes `line1`, and drops it when it reads, its own JSON included. Of `foo_1a` it writes `foo1A`, and of
# `FOO_BAR` `fooBar`, which protobuf does not read. Letters alone are alike in all three.
# Whom it meets: who reads JSON of a gateway into messages with `address_line_1` or `sha_256`. With a mock: read back one such
# field. Cure: `keepCase` with the proto names in JSON, which all readers take.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' line_number line_1 sha_256 foo_1a FOO_BAR foo__bar foo_ > fields
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2 betterproto==2.0.0b7
cat > name.py <<'PY'
from dataclasses import make_dataclass
from pathlib import Path

import betterproto
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool

TEXT = 9
names = {}
for field in Path("fields").read_text().split():
    file = FileDescriptorProto(name="test.proto", syntax="proto3")
    file.message_type.add(name="Test").field.add(name=field, number=1, type=TEXT, label=1)
    pool = DescriptorPool()
    pool.Add(file)
    names[field] = pool.FindMessageTypeByName("Test").fields[0].json_name
    kind = make_dataclass("Test", [(field, str, betterproto.string_field(1))], bases=(betterproto.Message,))
    written = kind(**{field: "x"}).to_dict()
    answers = {
        "protobuf": getattr(kind().from_dict({names[field]: "x"}), field) == "x",
        "its own": getattr(kind().from_dict(written), field) == "x",
    }
    print(f"{field}: protobuf {names[field]}, betterproto {[*written][0]}, reads {answers}")
Path("names").write_text("\n".join(f"{field} {name}" for field, name in names.items()))
PY
npm install --silent --no-audit --no-fund protobufjs@8.8.1
cat > name.cjs <<'JS'
const { parse } = require('protobufjs');

for (const line of require('node:fs').readFileSync('names', 'utf8').split('\n')) {
  const [field, name] = line.split(' ');
  const kind = parse(`syntax = "proto3"; message Test { string ${field} = 1; }`).root.lookupType('Test');
  const read = kind.toObject(kind.fromObject({ [name]: 'x' }));
  console.log(`${field}: protobufjs ${Object.keys(kind.fields)[0]}, of ${name} it reads ${JSON.stringify(read)}`);
}
JS
{ venv/bin/python name.py; node name.cjs; } > seen
cat > expected <<'EXPECTED'
line_number: protobuf lineNumber, betterproto lineNumber, reads {'protobuf': True, 'its own': True}
line_1: protobuf line1, betterproto line1, reads {'protobuf': False, 'its own': False}
sha_256: protobuf sha256, betterproto sha256, reads {'protobuf': False, 'its own': False}
foo_1a: protobuf foo1a, betterproto foo1A, reads {'protobuf': False, 'its own': False}
FOO_BAR: protobuf FOOBAR, betterproto fooBar, reads {'protobuf': False, 'its own': False}
foo__bar: protobuf fooBar, betterproto fooBar, reads {'protobuf': False, 'its own': False}
foo_: protobuf foo, betterproto foo, reads {'protobuf': False, 'its own': False}
line_number: protobufjs lineNumber, of lineNumber it reads {"lineNumber":"x"}
line_1: protobufjs line_1, of line1 it reads {}
sha_256: protobufjs sha_256, of sha256 it reads {}
foo_1a: protobufjs foo_1a, of foo1a it reads {}
FOO_BAR: protobufjs FOO_BAR, of FOOBAR it reads {}
foo__bar: protobufjs foo_Bar, of fooBar it reads {}
foo_: protobufjs foo_, of foo it reads {}
EXPECTED
diff expected seen
echo "JSON names of fields behave as they were seen"
