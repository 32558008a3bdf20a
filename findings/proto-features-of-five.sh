#!/bin/sh
# @bufbuild/protobuf 2.17.0 and protobufjs 8.8.1 (npm), protobuf 7.36.2 (PyPI) with upb and in pure Python, and
# google.golang.org/protobuf v1.36.12, seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26; grpcio-tools 1.85.1 compiles.
#
# Guess before it was run: five runtimes of protobuf read and write fields of edition 2023 with features alike, but for one
# error of protobufjs; a number that a closed enumeration lacks is an unknown field in all.
# Seen: presence, packing and messages between marks are alike. Of a closed enumeration (protobuf, enum behavior), Go takes
# each number for a known value, as that page says, so 2 and then 5 is 5 for it and 2 for the others; protobuf-es keeps such a
# number in a list, though not in a single field. A oneof that has a number, and then such a value, is the number for
# three, the value in Go, and nothing in pure Python. protobufjs drops what it does not know when it writes again, so the
# value is gone behind it. A message with the other wire type, as from a peer with other features, is an unknown field for
# four, and the whole message is refused by protobuf-es.
# Whom it meets: services that pass on messages of newer peers, and files that move from proto2 to editions. With a mock:
# answer with a value of an enumeration that the client lacks, and read what it sends back.
# Output seen: the lines that EXPECTED has below, each with what was read as JSON, and the bytes that are written again.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > t.proto <<'PROTO'
edition = "2023";
package t;

message M {
  int32 explicit = 1;
  int32 implicit = 2 [features.field_presence = IMPLICIT];
  repeated int32 packed = 3;
  repeated int32 expanded = 4 [features.repeated_field_encoding = EXPANDED];
  Part prefixed = 5;
  Part delimited = 6 [features.message_encoding = DELIMITED];
  repeated Part parts = 7 [features.message_encoding = DELIMITED];
  Open open = 8;
  Closed closed = 9;
  repeated Closed many = 10;
  int32 seven = 12 [default = 7];
  Closed second = 13 [default = C2];
  oneof choice {
    int32 number = 14;
    Closed kind = 15;
  }
  Open implicit_open = 16 [features.field_presence = IMPLICIT];
  int32 needed = 17 [features.field_presence = LEGACY_REQUIRED];
}
message Part {
  int32 x = 1;
}
enum Open {
  O0 = 0;
  O1 = 1;
}
enum Closed {
  option features.enum_type = CLOSED;
  C1 = 1;
  C2 = 2;
}
PROTO
cat > cases <<'TEXT'
explicit zero|0800880101
implicit zero|1000880101
packed in one|1a020102880101
packed one by one|18011802880101
expanded one by one|20012002880101
expanded in one|22020102880101
message with a length|2a020801880101
message between marks|33080134880101
marks where a length is declared|2b08012c880101
length where marks are declared|32020801880101
two messages between marks|3b08013c3b08023c880101
open, number 5|4005880101
closed, number 2|4802880101
closed, number 5|4805880101
closed, 2 and then 5|48024805880101
closed list, numbers 1 5 2|5203010502880101
oneof, number and then closed 5|70017805880101
default that is written|6007880101
implicit open zero|800100880101
required one missing|0801
TEXT
npm install --silent --no-audit --no-fund @bufbuild/protobuf@2.17.0 protobufjs@8.8.1
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2 grpcio-tools==1.85.1
venv/bin/python -m grpc_tools.protoc -I. --include_imports --descriptor_set_out=t.bin t.proto
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createFileRegistry, fromBinary, toBinary, toJson } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import protobufjs from 'protobufjs';

const schema = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync('t.bin'))).getMessage('t.M');
const type = (await protobufjs.load('t.proto')).lookupType('t.M');
const sorted = (value) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort().map(([key, part]) => [key, sorted(part)]))
    : value;
const READERS = {
  'protobuf-es': (bytes) => {
    const found = fromBinary(schema, bytes);
    return [toJson(schema, found), toBinary(schema, found)];
  },
  protobufjs: (bytes) => {
    const found = type.decode(bytes);
    return [type.toObject(found, { enums: String }), type.encode(found).finish()];
  },
};
for (const line of readFileSync('cases', 'utf8').trim().split('\n')) {
  const [title, hex] = line.split('|');
  for (const [name, read] of Object.entries(READERS)) {
    let answer = 'refused';
    try {
      const [value, bytes] = read(Buffer.from(hex, 'hex'));
      answer = `${JSON.stringify(sorted(value))} ${Buffer.from(bytes).toString('hex')}`;
    } catch {}
    console.log(`${title} by ${name}: ${answer}`);
  }
}
JS
cat > read.py <<'PY'
import json
import sys

from google.protobuf import descriptor_pb2, descriptor_pool, json_format, message_factory

pool = descriptor_pool.DescriptorPool()
with open("t.bin", "rb") as file:
    for part in descriptor_pb2.FileDescriptorSet.FromString(file.read()).file:
        pool.Add(part)
kind = message_factory.GetMessageClass(pool.FindMessageTypeByName("t.M"))
for line in open("cases", encoding="utf-8").read().splitlines():
    title, text = line.split("|")
    answer = "refused"
    try:
        found = kind.FromString(bytes.fromhex(text))
        value = json_format.MessageToDict(found)
        answer = json.dumps(value, sort_keys=True, separators=(",", ":")) + " " + found.SerializeToString(deterministic=True).hex()
    except Exception:
        pass
    print(f"{title} by {sys.argv[1]}: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

func main() {
	file, _ := os.ReadFile("t.bin")
	set := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(file, set); err != nil {
		panic(err)
	}
	files, err := protodesc.NewFiles(set)
	if err != nil {
		panic(err)
	}
	kind, _ := files.FindDescriptorByName("t.M")
	cases, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(cases)), "\n") {
		title, text, _ := strings.Cut(line, "|")
		given, _ := hex.DecodeString(text)
		found := dynamicpb.NewMessage(kind.(protoreflect.MessageDescriptor))
		answer := "refused"
		if proto.Unmarshal(given, found) == nil {
			made, _ := protojson.Marshal(found)
			var value any
			json.NewDecoder(bytes.NewReader(made)).Decode(&value)
			sorted, _ := json.Marshal(value)
			wire, _ := proto.MarshalOptions{Deterministic: true}.Marshal(found)
			answer = fmt.Sprintf("%s %x", sorted, wire)
		}
		fmt.Printf("%s by Go: %s\n", title, answer)
	}
}
GO
{
  go mod init finding.test/read
  go get google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
{
  node read.mjs
  venv/bin/python read.py 'Python upb'
  PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION=python venv/bin/python read.py 'Python pure' 2> /dev/null
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
closed list, numbers 1 5 2 by Go: {"many":["C1",5,"C2"],"needed":1} 5203010502880101
closed list, numbers 1 5 2 by Python pure: {"many":["C1","C2"],"needed":1} 520201028801015005
closed list, numbers 1 5 2 by Python upb: {"many":["C1","C2"],"needed":1} 520201028801015005
closed list, numbers 1 5 2 by protobuf-es: {"many":["C1",5,"C2"],"needed":1} 5203010502880101
closed list, numbers 1 5 2 by protobufjs: {"many":["C1","C2"],"needed":1} 52020102880101
closed, 2 and then 5 by Go: {"closed":5,"needed":1} 4805880101
closed, 2 and then 5 by Python pure: {"closed":"C2","needed":1} 48028801014805
closed, 2 and then 5 by Python upb: {"closed":"C2","needed":1} 48028801014805
closed, 2 and then 5 by protobuf-es: {"closed":"C2","needed":1} 48028801014805
closed, 2 and then 5 by protobufjs: {"closed":"C2","needed":1} 4802880101
closed, number 2 by Go: {"closed":"C2","needed":1} 4802880101
closed, number 2 by Python pure: {"closed":"C2","needed":1} 4802880101
closed, number 2 by Python upb: {"closed":"C2","needed":1} 4802880101
closed, number 2 by protobuf-es: {"closed":"C2","needed":1} 4802880101
closed, number 2 by protobufjs: {"closed":"C2","needed":1} 4802880101
closed, number 5 by Go: {"closed":5,"needed":1} 4805880101
closed, number 5 by Python pure: {"needed":1} 8801014805
closed, number 5 by Python upb: {"needed":1} 8801014805
closed, number 5 by protobuf-es: {"needed":1} 8801014805
closed, number 5 by protobufjs: {"needed":1} 880101
default that is written by Go: {"needed":1,"seven":7} 6007880101
default that is written by Python pure: {"needed":1,"seven":7} 6007880101
default that is written by Python upb: {"needed":1,"seven":7} 6007880101
default that is written by protobuf-es: {"needed":1,"seven":7} 6007880101
default that is written by protobufjs: {"needed":1,"seven":7} 6007880101
expanded in one by Go: {"expanded":[1,2],"needed":1} 20012002880101
expanded in one by Python pure: {"expanded":[1,2],"needed":1} 20012002880101
expanded in one by Python upb: {"expanded":[1,2],"needed":1} 20012002880101
expanded in one by protobuf-es: {"expanded":[1,2],"needed":1} 20012002880101
expanded in one by protobufjs: {"expanded":[1,2],"needed":1} 20012002880101
expanded one by one by Go: {"expanded":[1,2],"needed":1} 20012002880101
expanded one by one by Python pure: {"expanded":[1,2],"needed":1} 20012002880101
expanded one by one by Python upb: {"expanded":[1,2],"needed":1} 20012002880101
expanded one by one by protobuf-es: {"expanded":[1,2],"needed":1} 20012002880101
expanded one by one by protobufjs: {"expanded":[1,2],"needed":1} 20012002880101
explicit zero by Go: {"explicit":0,"needed":1} 0800880101
explicit zero by Python pure: {"explicit":0,"needed":1} 0800880101
explicit zero by Python upb: {"explicit":0,"needed":1} 0800880101
explicit zero by protobuf-es: {"explicit":0,"needed":1} 0800880101
explicit zero by protobufjs: {"explicit":0,"needed":1} 0800880101
implicit open zero by Go: {"needed":1} 880101
implicit open zero by Python pure: {"needed":1} 880101
implicit open zero by Python upb: {"needed":1} 880101
implicit open zero by protobuf-es: {"needed":1} 880101
implicit open zero by protobufjs: {"needed":1} 880101
implicit zero by Go: {"needed":1} 880101
implicit zero by Python pure: {"needed":1} 880101
implicit zero by Python upb: {"needed":1} 880101
implicit zero by protobuf-es: {"needed":1} 880101
implicit zero by protobufjs: {"needed":1} 880101
length where marks are declared by Go: {"needed":1} 88010132020801
length where marks are declared by Python pure: {"needed":1} 88010132020801
length where marks are declared by Python upb: {"needed":1} 88010132020801
length where marks are declared by protobuf-es: refused
length where marks are declared by protobufjs: {"needed":1} 880101
marks where a length is declared by Go: {"needed":1} 8801012b08012c
marks where a length is declared by Python pure: {"needed":1} 8801012b08012c
marks where a length is declared by Python upb: {"needed":1} 8801012b08012c
marks where a length is declared by protobuf-es: refused
marks where a length is declared by protobufjs: {"needed":1} 880101
message between marks by Go: {"delimited":{"x":1},"needed":1} 33080134880101
message between marks by Python pure: {"delimited":{"x":1},"needed":1} 33080134880101
message between marks by Python upb: {"delimited":{"x":1},"needed":1} 33080134880101
message between marks by protobuf-es: {"delimited":{"x":1},"needed":1} 33080134880101
message between marks by protobufjs: {"delimited":{"x":1},"needed":1} 33080134880101
message with a length by Go: {"needed":1,"prefixed":{"x":1}} 2a020801880101
message with a length by Python pure: {"needed":1,"prefixed":{"x":1}} 2a020801880101
message with a length by Python upb: {"needed":1,"prefixed":{"x":1}} 2a020801880101
message with a length by protobuf-es: {"needed":1,"prefixed":{"x":1}} 2a020801880101
message with a length by protobufjs: {"needed":1,"prefixed":{"x":1}} 2a020801880101
oneof, number and then closed 5 by Go: {"kind":5,"needed":1} 8801017805
oneof, number and then closed 5 by Python pure: {"needed":1} 8801017805
oneof, number and then closed 5 by Python upb: {"needed":1,"number":1} 70018801017805
oneof, number and then closed 5 by protobuf-es: {"needed":1,"number":1} 70018801017805
oneof, number and then closed 5 by protobufjs: {"needed":1,"number":1} 7001880101
open, number 5 by Go: {"needed":1,"open":5} 4005880101
open, number 5 by Python pure: {"needed":1,"open":5} 4005880101
open, number 5 by Python upb: {"needed":1,"open":5} 4005880101
open, number 5 by protobuf-es: {"needed":1,"open":5} 4005880101
open, number 5 by protobufjs: {"needed":1,"open":5} 4005880101
packed in one by Go: {"needed":1,"packed":[1,2]} 1a020102880101
packed in one by Python pure: {"needed":1,"packed":[1,2]} 1a020102880101
packed in one by Python upb: {"needed":1,"packed":[1,2]} 1a020102880101
packed in one by protobuf-es: {"needed":1,"packed":[1,2]} 1a020102880101
packed in one by protobufjs: {"needed":1,"packed":[1,2]} 1a020102880101
packed one by one by Go: {"needed":1,"packed":[1,2]} 1a020102880101
packed one by one by Python pure: {"needed":1,"packed":[1,2]} 1a020102880101
packed one by one by Python upb: {"needed":1,"packed":[1,2]} 1a020102880101
packed one by one by protobuf-es: {"needed":1,"packed":[1,2]} 1a020102880101
packed one by one by protobufjs: {"needed":1,"packed":[1,2]} 1a020102880101
required one missing by Go: refused
required one missing by Python pure: refused
required one missing by Python upb: refused
required one missing by protobuf-es: refused
required one missing by protobufjs: refused
two messages between marks by Go: {"needed":1,"parts":[{"x":1},{"x":2}]} 3b08013c3b08023c880101
two messages between marks by Python pure: {"needed":1,"parts":[{"x":1},{"x":2}]} 3b08013c3b08023c880101
two messages between marks by Python upb: {"needed":1,"parts":[{"x":1},{"x":2}]} 3b08013c3b08023c880101
two messages between marks by protobuf-es: {"needed":1,"parts":[{"x":1},{"x":2}]} 3b08013c3b08023c880101
two messages between marks by protobufjs: {"needed":1,"parts":[{"x":1},{"x":2}]} 3b08013c3b08023c880101
EXPECTED
diff expected seen
echo "fields with features are read and written as they were seen"
