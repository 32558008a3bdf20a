#!/bin/sh
# protobuf and protobuf-json-mapping 3.7.2 (crates.io) and google.golang.org/protobuf v1.36.12, seen on 2026-11-30 with Rust
# 1.95 and Go 1.26.
#
# Guess before it was run: both make the same message of the JSON of a well-known type, and write it back; the one in Rust
# fails at numbers with an exponent.
# Seen: it does, and at `1.0` for an integer, whose value is whole. A duration between minus one and zero seconds is written
# without its sign: half a second below zero is half a second above, without an error, though the message itself is right.
# Paths of a field mask stay as JSON has them, `displayName`, so in the binary form they name no field; back in JSON all looks
# right. An Any is refused. Times and durations always get nine digits, which is allowed.
# Whom it meets: services in Rust that take JSON and call others by gRPC. With a mock: send one mask of two words by each
# wire, and a duration of `-0.5s`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
Duration "90s"
Duration "1.5s"
Duration "-1.5s"
Duration "-0.5s"
Timestamp "2024-01-01T00:00:00Z"
Timestamp "1969-12-31T23:59:59.5Z"
Timestamp "2024-01-01T00:00:00+01:00"
FieldMask "displayName,owner.emailAddress"
FieldMask ""
Int64Value "9007199254740993"
Int64Value 1e2
Int32Value 1.0
BytesValue "-_8"
DoubleValue "-Infinity"
Struct {"a":1,"b":[null]}
Any {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"}
TEXT
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
protobuf = "=3.7.2"
protobuf-json-mapping = "=3.7.2"
TOML
cat > src/main.rs <<'RUST'
use protobuf::well_known_types::{any::Any, duration::Duration, field_mask::FieldMask, struct_::Struct, timestamp::Timestamp};
use protobuf::well_known_types::wrappers::{BytesValue, DoubleValue, Int32Value, Int64Value};
use protobuf::MessageFull;

fn print<M: MessageFull>(line: &str, text: &str) {
    let answer = match protobuf_json_mapping::parse_from_str::<M>(text) {
        Err(_) => "refused".to_string(),
        Ok(message) => {
            let bytes: String = message.write_to_bytes().expect("bytes").iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{bytes}, written {}", protobuf_json_mapping::print_to_string(&message).expect("JSON"))
        }
    };
    println!("{line}: Rust, {answer}");
}

fn main() {
    for line in include_str!("../cases").lines() {
        let (name, text) = line.split_once(' ').expect("a type and its JSON");
        match name {
            "Any" => print::<Any>(line, text),
            "BytesValue" => print::<BytesValue>(line, text),
            "DoubleValue" => print::<DoubleValue>(line, text),
            "Duration" => print::<Duration>(line, text),
            "FieldMask" => print::<FieldMask>(line, text),
            "Int32Value" => print::<Int32Value>(line, text),
            "Int64Value" => print::<Int64Value>(line, text),
            "Struct" => print::<Struct>(line, text),
            _ => print::<Timestamp>(line, text),
        }
    }
}
RUST
cat > main.go <<'GO'
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	_ "google.golang.org/protobuf/types/known/anypb"
	_ "google.golang.org/protobuf/types/known/durationpb"
	_ "google.golang.org/protobuf/types/known/fieldmaskpb"
	_ "google.golang.org/protobuf/types/known/structpb"
	_ "google.golang.org/protobuf/types/known/timestamppb"
	_ "google.golang.org/protobuf/types/known/wrapperspb"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, text, _ := strings.Cut(line, " ")
		kind, _ := protoregistry.GlobalTypes.FindMessageByName(protoreflect.FullName("google.protobuf." + name))
		message := kind.New().Interface()
		if protojson.Unmarshal([]byte(text), message) != nil {
			fmt.Printf("%s: Go, refused\n", line)
			continue
		}
		binary, _ := proto.MarshalOptions{Deterministic: true}.Marshal(message)
		written, _ := protojson.Marshal(message)
		var compact bytes.Buffer
		json.Compact(&compact, written)
		fmt.Printf("%s: Go, %x, written %s\n", line, binary, compact.String())
	}
}
GO
{
  go mod init finding.test/forms
  go get google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
{ go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Any {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"}: Go, 0a2c747970652e676f6f676c65617069732e636f6d2f676f6f676c652e70726f746f6275662e4475726174696f6e12020801, written {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"}
Any {"@type":"type.googleapis.com/google.protobuf.Duration","value":"1s"}: Rust, refused
BytesValue "-_8": Go, 0a02fbff, written "+/8="
BytesValue "-_8": Rust, 0a02fbff, written "+/8="
DoubleValue "-Infinity": Go, 09000000000000f0ff, written "-Infinity"
DoubleValue "-Infinity": Rust, 09000000000000f0ff, written "-Infinity"
Duration "-0.5s": Go, 1080b6ca91feffffffff01, written "-0.500s"
Duration "-0.5s": Rust, 1080b6ca91feffffffff01, written "0.500000000s"
Duration "-1.5s": Go, 08ffffffffffffffffff011080b6ca91feffffffff01, written "-1.500s"
Duration "-1.5s": Rust, 08ffffffffffffffffff011080b6ca91feffffffff01, written "-1.500000000s"
Duration "1.5s": Go, 08011080cab5ee01, written "1.500s"
Duration "1.5s": Rust, 08011080cab5ee01, written "1.500000000s"
Duration "90s": Go, 085a, written "90s"
Duration "90s": Rust, 085a, written "90.000000000s"
FieldMask "": Go, , written ""
FieldMask "": Rust, , written ""
FieldMask "displayName,owner.emailAddress": Go, 0a0c646973706c61795f6e616d650a136f776e65722e656d61696c5f61646472657373, written "displayName,owner.emailAddress"
FieldMask "displayName,owner.emailAddress": Rust, 0a0b646973706c61794e616d650a126f776e65722e656d61696c41646472657373, written "displayName,owner.emailAddress"
Int32Value 1.0: Go, 0801, written 1
Int32Value 1.0: Rust, refused
Int64Value "9007199254740993": Go, 088180808080808010, written "9007199254740993"
Int64Value "9007199254740993": Rust, 088180808080808010, written "9007199254740993"
Int64Value 1e2: Go, 0864, written "100"
Int64Value 1e2: Rust, refused
Struct {"a":1,"b":[null]}: Go, 0a0e0a0161120911000000000000f03f0a0b0a0162120632040a020800, written {"a":1,"b":[null]}
Struct {"a":1,"b":[null]}: Rust, 0a0e0a0161120911000000000000f03f0a0b0a0162120632040a020800, written {"a": 1.0, "b": [null]}
Timestamp "1969-12-31T23:59:59.5Z": Go, 08ffffffffffffffffff011080cab5ee01, written "1969-12-31T23:59:59.500Z"
Timestamp "1969-12-31T23:59:59.5Z": Rust, 08ffffffffffffffffff011080cab5ee01, written "1969-12-31T23:59:59.500000000Z"
Timestamp "2024-01-01T00:00:00+01:00": Go, 08f0e4c7ac06, written "2023-12-31T23:00:00Z"
Timestamp "2024-01-01T00:00:00+01:00": Rust, 08f0e4c7ac06, written "2023-12-31T23:00:00.000000000Z"
Timestamp "2024-01-01T00:00:00Z": Go, 088081c8ac06, written "2024-01-01T00:00:00Z"
Timestamp "2024-01-01T00:00:00Z": Rust, 088081c8ac06, written "2024-01-01T00:00:00.000000000Z"
EXPECTED
diff expected seen
echo "the JSON of rust-protobuf behaves as it was seen"
