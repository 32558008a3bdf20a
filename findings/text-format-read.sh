#!/bin/sh
# protobuf 7.36.2 (PyPI), protobuf 3.7.2 and prost-reflect 0.16.5 (crates.io), google.golang.org/protobuf v1.36.12 and
# com.google.protobuf:protobuf-java 4.36.2 (Maven Central), seen on 2026-11-30 with Python 3.11, Rust 1.95, Go 1.26 and Java
# 17.
#
# Guess before it was run: five readers of the text format of protobuf make the same message; both in Rust refuse rarer forms.
# Seen: prost-reflect does not. The crate protobuf refuses lists in brackets, enumerations by number, separators, `-Infinity`,
# `5.`, `1.5f` and each Any that is written out, all of which the specification of the text format has. It also makes another
# message of some, without an error: 010 is octal, and ten for it; `\u00e9` is the text `u00e9`. Python keeps the backslash of
# `\?`, which is an escape as in C.
# Whom it meets: fixtures and settings in text form that services in several languages read. With a mock: write numbers without
# a zero in front, and repeat the name of a field instead of a list.
# Output seen: the lines that EXPECTED has below, each with the bytes that the message has.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
UninterpretedOption name { name_part: "a" is_extension: true } # a comment
UninterpretedOption name: < name_part: 'a', is_extension: t; >
UninterpretedOption name: [{ name_part: "a" is_extension: true }]
UninterpretedOption name: []
UninterpretedOption string_value: "a" 'b'
UninterpretedOption string_value: "\x41\102\t\?"
UninterpretedOption string_value: "\u00e9"
UninterpretedOption positive_int_value: 010
UninterpretedOption positive_int_value: 0x10
UninterpretedOption double_value: 5.
UninterpretedOption double_value: 1.5f
UninterpretedOption double_value: inf
UninterpretedOption double_value: -Infinity
FieldDescriptorProto type: 9
DescriptorProto reserved_name: ["a", "b"]
Duration seconds: 1, nanos: 2;
Any [type.googleapis.com/google.protobuf.Duration] { seconds: 1 }
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2
cat > read.py <<'PY'
from google.protobuf import any_pb2, descriptor_pb2, duration_pb2, text_format

with open("texts", encoding="utf-8") as file:
    for line in file.read().splitlines():
        kind, text = line.split(" ", 1)
        module = next(module for module in (any_pb2, descriptor_pb2, duration_pb2) if hasattr(module, kind))
        try:
            answer = text_format.Parse(text, getattr(module, kind)()).SerializeToString().hex()
        except text_format.ParseError:
            answer = "refused"
        print(line, answer or "nothing", "python", sep="~")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
hex = "=0.4.3"
prost = "=0.14.6"
prost-reflect = { version = "=0.16.5", features = ["text-format"] }
protobuf = "=3.7.2"
TOML
cat > src/main.rs <<'RS'
use prost::Message;
use prost_reflect::{DescriptorPool, DynamicMessage};
use protobuf::text_format::merge_from_str;
use protobuf::well_known_types::{any, duration};

fn by_protobuf(kind: &str, text: &str) -> Option<Vec<u8>> {
    let files = [protobuf::descriptor::file_descriptor(), any::file_descriptor(), duration::file_descriptor()];
    let mut message = files.iter().find_map(|file| file.message_by_package_relative_name(kind))?.new_instance();
    merge_from_str(&mut *message, text).ok()?;
    message.write_to_bytes_dyn().ok()
}

fn by_prost_reflect(kind: &str, text: &str) -> Option<Vec<u8>> {
    let descriptor = DescriptorPool::global().get_message_by_name(&format!("google.protobuf.{kind}"))?;
    Some(DynamicMessage::parse_text_format(descriptor, text).ok()?.encode_to_vec())
}

fn main() {
    for line in std::fs::read_to_string("texts").unwrap().lines() {
        let (kind, text) = line.split_once(' ').unwrap();
        for (name, content) in [("rust-protobuf", by_protobuf(kind, text)), ("prost-reflect", by_prost_reflect(kind, text))] {
            let answer = content.map_or("refused".to_string(), hex::encode);
            println!("{line}~{}~{name}", if answer.is_empty() { "nothing" } else { &answer });
        }
    }
}
RS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	_ "google.golang.org/protobuf/types/descriptorpb"
	_ "google.golang.org/protobuf/types/known/anypb"
	_ "google.golang.org/protobuf/types/known/durationpb"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		kind, text, _ := strings.Cut(line, " ")
		name := protoreflect.FullName("google.protobuf." + kind)
		class, _ := protoregistry.GlobalTypes.FindMessageByName(name)
		message := class.New().Interface()
		answer := "refused"
		if prototext.Unmarshal([]byte(text), message) == nil {
			content, _ := proto.Marshal(message)
			answer = fmt.Sprintf("%x", content)
		}
		if answer == "" {
			answer = "nothing"
		}
		fmt.Printf("%s~%s~go\n", line, answer)
	}
}
GO
{
  go mod init finding.test/read
  go get google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.google.protobuf</groupId>
      <artifactId>protobuf-java</artifactId>
      <version>4.36.2</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.google.protobuf.Any;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.UninterpretedOption;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;

class Read {
    public static void main(String[] arguments) throws Exception {
        Map<String, Message> kinds = Map.of(
            "UninterpretedOption", UninterpretedOption.getDefaultInstance(),
            "FieldDescriptorProto", FieldDescriptorProto.getDefaultInstance(),
            "DescriptorProto", DescriptorProto.getDefaultInstance(),
            "Duration", Duration.getDefaultInstance(),
            "Any", Any.getDefaultInstance());
        TypeRegistry types = TypeRegistry.newBuilder().add(Duration.getDescriptor()).build();
        TextFormat.Parser parser = TextFormat.Parser.newBuilder().setTypeRegistry(types).build();
        for (String line : Files.readAllLines(Path.of("texts"))) {
            String[] parts = line.split(" ", 2);
            Message.Builder message = kinds.get(parts[0]).newBuilderForType();
            String answer;
            try {
                parser.merge(parts[1], message);
                answer = HexFormat.of().formatHex(message.build().toByteArray());
            } catch (TextFormat.ParseException error) {
                answer = "refused";
            }
            System.out.println(line + "~" + (answer.isEmpty() ? "nothing" : answer) + "~java");
        }
    }
}
JAVA
{
  venv/bin/python read.py
  CARGO_TARGET_DIR=target cargo run --quiet
  go run .
  java -cp 'classes/*' Read.java
} | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 != text { print $1 }
  $1 FS $2 != group { line = "  " $2 " by" }
  { text = $1; group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
Any [type.googleapis.com/google.protobuf.Duration] { seconds: 1 }
  0a2c747970652e676f6f676c65617069732e636f6d2f676f6f676c652e70726f746f6275662e4475726174696f6e12020801 by go java prost-reflect python
  refused by rust-protobuf
DescriptorProto reserved_name: ["a", "b"]
  520161520162 by go java prost-reflect python
  refused by rust-protobuf
Duration seconds: 1, nanos: 2;
  08011002 by go java prost-reflect python
  refused by rust-protobuf
FieldDescriptorProto type: 9
  2809 by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption double_value: -Infinity
  31000000000000f0ff by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption double_value: 1.5f
  31000000000000f83f by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption double_value: 5.
  310000000000001440 by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption double_value: inf
  31000000000000f07f by go java prost-reflect python rust-protobuf
UninterpretedOption name { name_part: "a" is_extension: true } # a comment
  12050a01611001 by go java prost-reflect python rust-protobuf
UninterpretedOption name: < name_part: 'a', is_extension: t; >
  12050a01611001 by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption name: []
  nothing by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption name: [{ name_part: "a" is_extension: true }]
  12050a01611001 by go java prost-reflect python
  refused by rust-protobuf
UninterpretedOption positive_int_value: 010
  2008 by go java prost-reflect python
  200a by rust-protobuf
UninterpretedOption positive_int_value: 0x10
  2010 by go java prost-reflect python rust-protobuf
UninterpretedOption string_value: "\u00e9"
  3a02c3a9 by go java prost-reflect python
  3a057530306539 by rust-protobuf
UninterpretedOption string_value: "\x41\102\t\?"
  3a044142093f by go java prost-reflect rust-protobuf
  3a054142095c3f by python
UninterpretedOption string_value: "a" 'b'
  3a026162 by go java prost-reflect python rust-protobuf
EXPECTED
diff expected seen
echo "readers of the text format behave as they were seen"
