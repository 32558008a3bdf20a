#!/bin/sh
# pbjson-types 0.9.0 and prost-reflect 0.16.5 (crates.io) and protobuf 7.36.2 (PyPI), seen on 2026-11-29 with Rust 1.95 and
# Python 3.11.
#
# Guess before it was run: the well-known types of pbjson have the JSON that prost-reflect and protobuf read and write.
# Seen: pbjson has a field mask as an object with a list of paths. It refuses the text that the mapping of protobuf to JSON
# has, and what it writes is refused by both others. It ends a time in `+00:00`, although writers are to use `Z`. An int64
# of `100.0` or `1e2` is valid, as its value is whole; pbjson refuses both. A leap second, which RFC 3339 has, gets a
# thousand million nanoseconds from pbjson, which no Timestamp may have; prost-reflect makes the second before of it, and
# protobuf refuses it.
# Whom it meets: services in Rust behind JSON. With a mock: send an update with a mask of two words, and compare times as
# times.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
FieldMask "displayName,source.ip"
FieldMask {"paths":["display_name"]}
Timestamp "2026-01-01T00:00:00.5Z"
Timestamp "2026-06-30T23:59:60Z"
Duration "-1.5s"
Int64Value "100"
Int64Value 100.0
Int64Value 1e2
TEXT
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
pbjson-types = "=0.9.0"
prost-reflect = { version = "=0.16.5", features = ["serde"] }
serde = "1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use pbjson_types::{Duration, FieldMask, Int64Value, Timestamp};
use prost_reflect::{DescriptorPool, DynamicMessage};
use serde::{de::DeserializeOwned, Serialize};

fn typed<T: DeserializeOwned + Serialize>(text: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(&serde_json::from_str::<T>(text)?)
}

fn reflected(name: &str, text: &str) -> Result<String, serde_json::Error> {
    let kind = DescriptorPool::global().get_message_by_name(name).expect("a well-known type");
    let message = DynamicMessage::deserialize(kind, &mut serde_json::Deserializer::from_str(text))?;
    serde_json::to_string(&message)
}

fn main() {
    for line in include_str!("../texts").lines() {
        let (name, text) = line.split_once(' ').expect("a type and a text");
        let written = match name {
            "FieldMask" => typed::<FieldMask>(text),
            "Timestamp" => typed::<Timestamp>(text),
            "Duration" => typed::<Duration>(text),
            _ => typed::<Int64Value>(text),
        };
        println!("{line} by pbjson: {}", written.unwrap_or("refused".into()));
        let written = reflected(&format!("google.protobuf.{name}"), text);
        println!("{line} by prost-reflect: {}", written.unwrap_or("refused".into()));
    }
    let leap: Timestamp = serde_json::from_str("\"2026-06-30T23:59:60Z\"").expect("a time");
    println!("leap second by pbjson: {} nanoseconds", leap.nanos);
}
RUST
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check protobuf==7.36.2
cat > pass.py <<'PY'
from google.protobuf import duration_pb2, field_mask_pb2, json_format, timestamp_pb2, wrappers_pb2

KINDS = {
    "FieldMask": field_mask_pb2.FieldMask,
    "Timestamp": timestamp_pb2.Timestamp,
    "Duration": duration_pb2.Duration,
    "Int64Value": wrappers_pb2.Int64Value,
}
with open("texts", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, text = line.split(" ", 1)
        try:
            answer = json_format.MessageToJson(json_format.Parse(text, KINDS[name]()))
        except json_format.ParseError:
            answer = "refused"
        print(f"{line} by protobuf: {answer}")
PY
{ CARGO_TARGET_DIR=target cargo run --quiet; venv/bin/python pass.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Duration "-1.5s" by pbjson: "-1.500s"
Duration "-1.5s" by prost-reflect: "-1.500s"
Duration "-1.5s" by protobuf: "-1.500s"
FieldMask "displayName,source.ip" by pbjson: refused
FieldMask "displayName,source.ip" by prost-reflect: "displayName,source.ip"
FieldMask "displayName,source.ip" by protobuf: "displayName,source.ip"
FieldMask {"paths":["display_name"]} by pbjson: {"paths":["display_name"]}
FieldMask {"paths":["display_name"]} by prost-reflect: refused
FieldMask {"paths":["display_name"]} by protobuf: refused
Int64Value "100" by pbjson: "100"
Int64Value "100" by prost-reflect: "100"
Int64Value "100" by protobuf: "100"
Int64Value 100.0 by pbjson: refused
Int64Value 100.0 by prost-reflect: "100"
Int64Value 100.0 by protobuf: "100"
Int64Value 1e2 by pbjson: refused
Int64Value 1e2 by prost-reflect: "100"
Int64Value 1e2 by protobuf: "100"
Timestamp "2026-01-01T00:00:00.5Z" by pbjson: "2026-01-01T00:00:00.500+00:00"
Timestamp "2026-01-01T00:00:00.5Z" by prost-reflect: "2026-01-01T00:00:00.500Z"
Timestamp "2026-01-01T00:00:00.5Z" by protobuf: "2026-01-01T00:00:00.500Z"
Timestamp "2026-06-30T23:59:60Z" by pbjson: "2026-06-30T23:59:60+00:00"
Timestamp "2026-06-30T23:59:60Z" by prost-reflect: "2026-06-30T23:59:59Z"
Timestamp "2026-06-30T23:59:60Z" by protobuf: refused
leap second by pbjson: 1000000000 nanoseconds
EXPECTED
diff expected seen
echo "well-known types of pbjson behave as they were seen"
