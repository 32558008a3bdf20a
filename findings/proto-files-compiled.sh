#!/bin/sh
# protobufjs 8.8.1 (npm), protox 0.10.0 and protobuf-parse 3.7.2 (crates.io), github.com/bufbuild/protocompile v0.14.1 and
# com.squareup.wire:wire-schema-jvm 7.2.0 (Maven Central) beside protoc of grpcio-tools 1.85.1 (PyPI), seen on 2026-11-30 with
# Node 20, Rust 1.95, Go 1.26, Java 17 and Python 3.11.
#
# Guess before it was run: compilers of proto files make of a valid one what protoc makes; edition 2024 and options of
# extension ranges, neither of which is in the table, are refused by some.
# Seen: digits behind a zero are octal in proto files (language specification, integer literals), for which protobuf-parse and
# wire have `int32 x = 010` as the field 10 and not 8; both sides then find the other's field unknown, without an error.
# `\u00e9` in a text (string literals) is `é` for two only; protobufjs and wire make two letters of the two bytes `\xc3\xa9`.
# The oneofs that `optional` makes have to come last (descriptor.proto), or a runtime such as the one of Go refuses the file:
# protobufjs and protobuf-parse put them first. Refused are a blank behind a minus, a field with the name `inf`, groups, and
# angle brackets in an option, each by one to three. Only protocompile is as protoc in all; protox lacks editions.
# Whom it meets: services that serve descriptors by reflection, and clients of several compilers. With a mock: compile its
# proto files by each, and compare the descriptors.
# Output seen: the lines that EXPECTED has below, each with a file, and what becomes of its field.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir files out src
cd files
cat > default.proto <<'PROTO'
syntax = "proto2"; package a; message M { required int32 x = 0x8 [default = -010]; }
PROTO
cat > octal.proto <<'PROTO'
syntax = "proto3"; package a; message M { int32 x = 010; }
PROTO
cat > letter.proto <<'PROTO'
syntax = "proto2"; package a; message M { optional string x = 1 [default = "caf\u00e9" ', ' "\103\xc3\xa9"]; }
PROTO
cat > blank.proto <<'PROTO'
syntax = "proto2"; package a; message M { optional int32 x = 1 [default = - 5]; }
PROTO
cat > inf.proto <<'PROTO'
syntax = "proto3"; package a; message M { int32 inf = 1; }
PROTO
cat > group.proto <<'PROTO'
syntax = "proto2"; package a; message M { optional group X = 1 { optional int32 y = 1; } }
PROTO
cat > option.proto <<'PROTO'
syntax = "proto3"; package a; import "google/protobuf/descriptor.proto"; message O { O o = 1; int32 i = 2; }
extend google.protobuf.FieldOptions { O o = 50001; }
message M { int32 x = 1 [(o) = { o < i: 1 > }]; }
PROTO
cat > edition.proto <<'PROTO'
edition = "2023"; package a; message M { int32 x = 1; }
PROTO
cat > oneof.proto <<'PROTO'
syntax = "proto3"; package a; message M { optional int32 x = 1; oneof o { int32 y = 2; } }
PROTO
cd ..
npm install --silent --no-audit --no-fund protobufjs@8.8.1
cat > compile.mjs <<'JS'
import { readdirSync, writeFileSync } from 'node:fs';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';

for (const file of readdirSync('files')) {
  try {
    const root = new protobuf.Root();
    root.resolvePath = (_, name) => (name.startsWith('google/') ? name : `files/${name}`);
    const syntax = root.loadSync(file).resolveAll().lookupType('a.M')._edition;
    const set = root.toDescriptor(syntax);
    writeFileSync(`out/${file}.protobufjs`, descriptor.FileDescriptorSet.encode(set).finish());
  } catch {}
}
JS
cat > Cargo.toml <<'TOML'
[package]
name = "compile"
version = "0.0.0"
edition = "2021"

[dependencies]
protobuf = "=3.7.2"
protobuf-parse = "=3.7.2"
protox = "=0.10.0"
TOML
cat > src/main.rs <<'RS'
use protobuf::Message;

fn main() {
    for entry in std::fs::read_dir("files").unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let mut compiler = protox::Compiler::new(["files"]).unwrap();
        if compiler.open_file(&file).is_ok() {
            std::fs::write(format!("out/{file}.protox"), compiler.encode_file_descriptor_set()).unwrap();
        }
        let mut parser = protobuf_parse::Parser::new();
        parser.pure().include("files").input(format!("files/{file}"));
        if let Ok(set) = parser.file_descriptor_set() {
            std::fs::write(format!("out/{file}.protobuf-parse"), set.write_to_bytes().unwrap()).unwrap();
        }
    }
}
RS
cat > main.go <<'GO'
package main

import (
	"context"
	"os"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
)

func main() {
	entries, _ := os.ReadDir("files")
	for _, entry := range entries {
		source := &protocompile.SourceResolver{ImportPaths: []string{"files"}}
		compiler := protocompile.Compiler{Resolver: protocompile.WithStandardImports(source)}
		files, err := compiler.Compile(context.Background(), entry.Name())
		if err == nil {
			file := protodesc.ToFileDescriptorProto(files[0])
			content, _ := proto.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{file}})
			os.WriteFile("out/"+entry.Name()+".protocompile", content, 0o644)
		}
	}
}
GO
{
  go mod init finding.test/compile
  go get github.com/bufbuild/protocompile@v0.14.1
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>compile</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.squareup.wire</groupId>
      <artifactId>wire-schema-jvm</artifactId>
      <version>7.2.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Compile.java <<'JAVA'
import com.squareup.wire.schema.Field;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.MessageType;
import com.squareup.wire.schema.OneOf;
import com.squareup.wire.schema.SchemaLoader;
import java.io.File;
import java.util.List;
import okio.FileSystem;

class Compile {
    public static void main(String[] arguments) {
        for (File file : new File("files").listFiles()) {
            String answer;
            try {
                SchemaLoader loader = new SchemaLoader(FileSystem.SYSTEM);
                loader.initRoots(List.of(Location.get("files", file.getName())), List.of());
                MessageType message = (MessageType) loader.loadSchema().getType("a.M");
                Field field = message.getDeclaredFields().get(0);
                answer = field.getName() + " = " + field.getTag();
                if (field.getDefault() != null) {
                    answer += " default " + field.getDefault();
                }
                for (OneOf oneof : message.getOneOfs()) {
                    answer += " oneofs " + oneof.getName();
                }
            } catch (RuntimeException error) {
                answer = "refused";
            }
            System.out.println(file.getName() + "~" + answer + "~wire");
        }
    }
}
JAVA
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio-tools==1.85.1
for file in files/*; do
  venv/bin/python -m grpc_tools.protoc -I files -o "out/$(basename "$file").protoc" "$file"
done
node compile.mjs
CARGO_TARGET_DIR=target cargo run --quiet
go run .
cat > show.py <<'PY'
from pathlib import Path

from google.protobuf.descriptor_pb2 import FileDescriptorSet

for file in Path("files").iterdir():
    for name in ("protoc", "protobufjs", "protox", "protobuf-parse", "protocompile"):
        out = Path("out", f"{file.name}.{name}")
        answer = "refused"
        if out.exists():
            files = FileDescriptorSet.FromString(out.read_bytes()).file
            message = next(message for each in files for message in each.message_type if message.name == "M")
            field = message.field[0]
            answer = f"{field.name} = {field.number}"
            if field.default_value:
                answer += f" default {field.default_value}"
            if message.oneof_decl:
                answer += " oneofs " + ", ".join(oneof.name for oneof in message.oneof_decl)
        print(file.name, answer, name, sep="~")
PY
{ venv/bin/python show.py; java -cp 'classes/*' Compile.java; } | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
blank.proto: refused by protobufjs wire
blank.proto: x = 1 default -5 by protobuf-parse protoc protocompile protox
default.proto: refused by wire
default.proto: x = 8 default -10 by protobuf-parse
default.proto: x = 8 default -8 by protobufjs protoc protocompile protox
edition.proto: refused by protobuf-parse protox wire
edition.proto: x = 1 by protobufjs protoc protocompile
group.proto: refused by wire
group.proto: x = 1 by protobuf-parse protobufjs protoc protocompile protox
inf.proto: inf = 1 by protobufjs protoc protocompile protox wire
inf.proto: refused by protobuf-parse
letter.proto: x = 1 default caf00e9, CÃ© by protobufjs
letter.proto: x = 1 default cafu00e9, CÃ© by wire
letter.proto: x = 1 default cafu00e9, Cé by protobuf-parse
letter.proto: x = 1 default café, Cé by protoc protocompile protox
octal.proto: x = 10 by protobuf-parse wire
octal.proto: x = 8 by protobufjs protoc protocompile protox
oneof.proto: x = 1 oneofs _x, o by protobuf-parse protobufjs
oneof.proto: x = 1 oneofs o, _x by protoc protocompile protox
oneof.proto: x = 1 oneofs o by wire
option.proto: refused by protobuf-parse protobufjs wire
option.proto: x = 1 by protoc protocompile protox
EXPECTED
diff expected seen
echo "compilers of proto files behave as they were seen"
