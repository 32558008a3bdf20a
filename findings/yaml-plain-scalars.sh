#!/bin/sh
# serde_yaml_ng 0.10.0, serde-saphyr 2.2.0 and yaml-rust2 0.13.2 (crates.io), github.com/goccy/go-yaml v1.19.2 and
# go.yaml.in/yaml/v3 v3.0.6, and org.snakeyaml:snakeyaml-engine 3.2 with its core schema (Maven Central), seen on 2026-11-30
# with Rust 1.95, Go 1.26 and Java 17.
#
# Guess before it was run: six readers of YAML give a plain scalar the type of the core schema of YAML 1.2; a zero in front
# makes a text in Rust.
# Seen: in serde_yaml_ng only. The core schema (YAML 1.2.2, 10.3.2) has 012 as twelve: two read it so, it is ten for both of
# Go, as in YAML 1.1, and 12.0 in serde-saphyr; 08 is a text in goccy and a float in yaml.v3. serde-saphyr takes `yes`, `on`
# and `y` for true if the value may be any JSON, and refuses `.inf`. yaml-rust2 has `NULL` as a text and does not look at
# `!!int`. goccy reads 1e3 as a text, and so 2^64, which is a float in three and refused by serde_yaml_ng. 1_000 is a number
# in three and 0b11 in four, and both are texts in the core schema. snakeyaml-engine follows it in all.
# Whom it meets: fixtures with phone numbers, file modes or country codes that services in two languages read. With a mock:
# put quotes around what is a text.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 012 08 0o12 1e3 1_000 0b11 18446744073709551616 yes on y NULL .inf 2024-01-01 '! 1' '!!int "1"' > texts
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
serde-saphyr = "=2.2.0"
serde_json = "=1.0.154"
serde_yaml_ng = "=0.10.0"
yaml-rust2 = "=0.13.2"
TOML
cat > src/main.rs <<'RUST'
use yaml_rust2::{Yaml, YamlLoader};

fn json(value: serde_json::Value) -> String {
    match value {
        serde_json::Value::String(_) => format!("text {value}"),
        _ => value.to_string(),
    }
}

fn ng(value: serde_yaml_ng::Value) -> String {
    match value {
        serde_yaml_ng::Value::Tagged(tagged) => format!("tag {} of {}", tagged.tag, ng(tagged.value)),
        serde_yaml_ng::Value::String(text) => format!("text {text:?}"),
        serde_yaml_ng::Value::Number(number) => number.to_string(),
        serde_yaml_ng::Value::Bool(flag) => flag.to_string(),
        serde_yaml_ng::Value::Null => "null".to_string(),
        _ => "another".to_string(),
    }
}

fn rust2(value: &Yaml) -> String {
    match value {
        Yaml::String(text) => format!("text {text:?}"),
        Yaml::Real(text) => format!("float {text}"),
        Yaml::Integer(number) => number.to_string(),
        Yaml::Boolean(flag) => flag.to_string(),
        Yaml::Null => "null".to_string(),
        _ => "another".to_string(),
    }
}

fn main() {
    for text in include_str!("../texts").lines() {
        let refused = || "refused".to_string();
        println!("{text}: serde_yaml_ng, {}", serde_yaml_ng::from_str(text).map(ng).unwrap_or_else(|_| refused()));
        println!("{text}: serde-saphyr, {}", serde_saphyr::from_str(text).map(json).unwrap_or_else(|_| refused()));
        let read = YamlLoader::load_from_str(text);
        println!("{text}: yaml-rust2, {}", read.map(|values| rust2(&values[0])).unwrap_or_else(|_| refused()));
    }
}
RUST
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	goccy "github.com/goccy/go-yaml"
	"go.yaml.in/yaml/v3"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		show(text, "goccy", func(data []byte, value any) error { return goccy.Unmarshal(data, value) })
		show(text, "yaml.v3", yaml.Unmarshal)
	}
}

func show(text, library string, read func([]byte, any) error) {
	var value any
	if read([]byte(text), &value) != nil {
		fmt.Printf("%s: %s, refused\n", text, library)
		return
	}
	switch value := value.(type) {
	case string:
		fmt.Printf("%s: %s, text %q\n", text, library, value)
	case float64:
		fmt.Printf("%s: %s, float %v\n", text, library, value)
	case nil:
		fmt.Printf("%s: %s, null\n", text, library)
	default:
		fmt.Printf("%s: %s, %v\n", text, library, value)
	}
}
GO
{
  go mod init finding.test/scalars
  go get github.com/goccy/go-yaml@v1.19.2 go.yaml.in/yaml/v3@v3.0.6
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>scalars</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.snakeyaml</groupId><artifactId>snakeyaml-engine</artifactId><version>3.2</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Scalars.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.CoreSchema;

class Scalars {
    public static void main(String[] arguments) throws Exception {
        LoadSettings settings = LoadSettings.builder().setSchema(new CoreSchema()).build();
        for (String text : Files.readAllLines(Path.of("texts"))) {
            Object value = new Load(settings).loadFromString(text);
            String kind = value instanceof Double ? "float " + value : String.valueOf(value);
            System.out.println(text + ": snakeyaml-engine, " + (value instanceof String ? "text \"" + value + '"' : kind));
        }
    }
}
JAVA
{ CARGO_TARGET_DIR=target cargo run --quiet; go run .; java -cp 'classes/*' Scalars.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
! 1: goccy, text "1"
! 1: serde-saphyr, text "1"
! 1: serde_yaml_ng, tag !! of 1
! 1: snakeyaml-engine, text "1"
! 1: yaml-rust2, text "1"
! 1: yaml.v3, 1
!!int "1": goccy, 1
!!int "1": serde-saphyr, 1
!!int "1": serde_yaml_ng, 1
!!int "1": snakeyaml-engine, 1
!!int "1": yaml-rust2, text "1"
!!int "1": yaml.v3, 1
.inf: goccy, float +Inf
.inf: serde-saphyr, refused
.inf: serde_yaml_ng, .inf
.inf: snakeyaml-engine, float Infinity
.inf: yaml-rust2, float .inf
.inf: yaml.v3, float +Inf
012: goccy, 10
012: serde-saphyr, 12.0
012: serde_yaml_ng, text "012"
012: snakeyaml-engine, 12
012: yaml-rust2, 12
012: yaml.v3, 10
08: goccy, text "08"
08: serde-saphyr, 8.0
08: serde_yaml_ng, text "08"
08: snakeyaml-engine, 8
08: yaml-rust2, 8
08: yaml.v3, float 8
0b11: goccy, 3
0b11: serde-saphyr, 3
0b11: serde_yaml_ng, 3
0b11: snakeyaml-engine, text "0b11"
0b11: yaml-rust2, text "0b11"
0b11: yaml.v3, 3
0o12: goccy, 10
0o12: serde-saphyr, 10
0o12: serde_yaml_ng, 10
0o12: snakeyaml-engine, 10
0o12: yaml-rust2, 10
0o12: yaml.v3, 10
18446744073709551616: goccy, text "18446744073709551616"
18446744073709551616: serde-saphyr, 1.8446744073709552e+19
18446744073709551616: serde_yaml_ng, refused
18446744073709551616: snakeyaml-engine, 18446744073709551616
18446744073709551616: yaml-rust2, float 18446744073709551616
18446744073709551616: yaml.v3, float 1.8446744073709552e+19
1_000: goccy, 1000
1_000: serde-saphyr, 1000
1_000: serde_yaml_ng, text "1_000"
1_000: snakeyaml-engine, text "1_000"
1_000: yaml-rust2, text "1_000"
1_000: yaml.v3, 1000
1e3: goccy, text "1e3"
1e3: serde-saphyr, 1000.0
1e3: serde_yaml_ng, 1000.0
1e3: snakeyaml-engine, float 1000.0
1e3: yaml-rust2, float 1e3
1e3: yaml.v3, float 1000
2024-01-01: goccy, text "2024-01-01"
2024-01-01: serde-saphyr, text "2024-01-01"
2024-01-01: serde_yaml_ng, text "2024-01-01"
2024-01-01: snakeyaml-engine, text "2024-01-01"
2024-01-01: yaml-rust2, text "2024-01-01"
2024-01-01: yaml.v3, 2024-01-01 00:00:00 +0000 UTC
NULL: goccy, null
NULL: serde-saphyr, null
NULL: serde_yaml_ng, null
NULL: snakeyaml-engine, null
NULL: yaml-rust2, text "NULL"
NULL: yaml.v3, null
on: goccy, text "on"
on: serde-saphyr, true
on: serde_yaml_ng, text "on"
on: snakeyaml-engine, text "on"
on: yaml-rust2, text "on"
on: yaml.v3, text "on"
y: goccy, text "y"
y: serde-saphyr, true
y: serde_yaml_ng, text "y"
y: snakeyaml-engine, text "y"
y: yaml-rust2, text "y"
y: yaml.v3, text "y"
yes: goccy, text "yes"
yes: serde-saphyr, true
yes: serde_yaml_ng, text "yes"
yes: snakeyaml-engine, text "yes"
yes: yaml-rust2, text "yes"
yes: yaml.v3, text "yes"
EXPECTED
diff expected seen
echo "plain scalars of YAML behave as they were seen"
