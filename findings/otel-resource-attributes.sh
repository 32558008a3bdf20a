#!/bin/sh
# @opentelemetry/resources 2.12.1 (npm), opentelemetry-sdk 1.45.2 (PyPI), go.opentelemetry.io/otel/sdk v1.47.0, opentelemetry_sdk
# 0.33.1 (crates.io) and io.opentelemetry:opentelemetry-sdk-extension-autoconfigure 1.68.0 (Maven Central), seen on 2026-11-30
# with Node 20, Python 3.11, Go 1.26, Rust 1.95 and Java 17.
#
# Guess before it was run: five SDKs decode percents in OTEL_RESOURCE_ATTRIBUTES; `a=b=c` is `a` with `b=c`; of `a=b,c` the
# pair without `=` is left out and `a` kept.
# Seen: Rust decodes nothing, so a comma, which has to be encoded (OpenTelemetry, resource SDK, environment variable), comes
# out as `%2C`. Keys are to be decoded, too: JavaScript alone does so. Of any error the whole value should be discarded (there):
# JavaScript discards it for `a=b=c`, a lone percent and a pair without a key or `=`; Java ends in an exception for the latter
# two, but keeps a lone percent; Go keeps `a` and reports an error of `a=b,c`, and also of a comma at the end; Python and Rust
# keep it and report none to the caller, and Rust has an attribute without a name. Java drops an empty value, and the others
# keep it.
# Whom it meets: one setting for services in several languages, whose traces are then joined by attributes. With a mock: let
# each service call it, and compare the resources of their spans.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > values <<'TEXT'
a=b,c=d
a=b%2Cc%3Dd
a=b%20c+d
a=b=c
a=b,c
a=b,c=
a=b,=c
a=b,
 a = b , c = d
a=b,a=c
a=b%c
a=b,c=100%
%61=b
a="b"
a="b,c"
a=b;c=d
a=b c
TEXT
npm install --silent --no-audit --no-fund @opentelemetry/api@1.9.0 @opentelemetry/resources@2.12.1
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const { detectResources, envDetector } = require('@opentelemetry/resources');

for (const text of readFileSync('values', 'utf8').trimEnd().split('\n')) {
  process.env.OTEL_RESOURCE_ATTRIBUTES = text;
  const { attributes } = detectResources({ detectors: [envDetector] });
  const pairs = Object.entries(attributes).map(([key, value]) => `[${key}|${value}]`);
  console.log(`${text} by JavaScript: ${pairs.sort().join('') || 'nothing'}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-sdk==1.45.2
cat > read.py <<'PY'
import logging
import os

from opentelemetry.sdk.resources import OTELResourceDetector

logging.disable()
with open("values", encoding="utf-8") as file:
    for text in file.read().splitlines():
        os.environ["OTEL_RESOURCE_ATTRIBUTES"] = text
        pairs = sorted(OTELResourceDetector().detect().attributes.items())
        print(f"{text} by Python: " + ("".join(f"[{key}|{value}]" for key, value in pairs) or "nothing"))
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>io.opentelemetry</groupId>
      <artifactId>opentelemetry-sdk-extension-autoconfigure</artifactId>
      <version>1.68.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import io.opentelemetry.sdk.autoconfigure.ResourceConfiguration;
import io.opentelemetry.sdk.autoconfigure.spi.internal.DefaultConfigProperties;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Map;

class Read {
    static String read(String text) {
        var pairs = new ArrayList<String>();
        var settings = DefaultConfigProperties.createFromMap(Map.of("otel.resource.attributes", text));
        try {
            ResourceConfiguration.createEnvironmentResource(settings)
                .getAttributes()
                .forEach((key, value) -> pairs.add("[" + key.getKey() + "|" + value + "]"));
        } catch (RuntimeException error) {
            return "refused";
        }
        Collections.sort(pairs);
        return pairs.isEmpty() ? "nothing" : String.join("", pairs);
    }

    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("values"))) System.out.println(text + " by Java: " + read(text));
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"strings"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/sdk/resource"
)

func main() {
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(error) {}))
	file, _ := os.ReadFile("values")
	for _, text := range strings.Split(strings.TrimRight(string(file), "\n"), "\n") {
		os.Setenv("OTEL_RESOURCE_ATTRIBUTES", text)
		found, err := resource.New(context.Background(), resource.WithFromEnv())
		answer := ""
		for _, pair := range found.Attributes() {
			answer += fmt.Sprintf("[%s|%s]", pair.Key, pair.Value.AsString())
		}
		if answer == "" {
			answer = "nothing"
		}
		if err != nil {
			answer += ", and an error"
		}
		fmt.Printf("%s by Go: %s\n", text, answer)
	}
}
GO
{
  go mod init finding.test/read
  go get go.opentelemetry.io/otel@v1.47.0 go.opentelemetry.io/otel/sdk@v1.47.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
opentelemetry_sdk = "=0.33.1"
TOML
cat > src/main.rs <<'RUST'
use opentelemetry_sdk::resource::{EnvResourceDetector, ResourceDetector};

fn main() {
    for text in include_str!("../values").lines() {
        std::env::set_var("OTEL_RESOURCE_ATTRIBUTES", text);
        let found = EnvResourceDetector::new().detect();
        let mut pairs: Vec<String> = found.iter().map(|(key, value)| format!("[{key}|{value}]")).collect();
        pairs.sort();
        let answer = if pairs.is_empty() { "nothing".to_string() } else { pairs.concat() };
        println!("{text} by Rust: {answer}");
    }
}
RUST
{
  node read.cjs 2> /dev/null
  venv/bin/python read.py
  java -cp 'classes/*' Read.java
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
 a = b , c = d by Go: [a|b][c|d]
 a = b , c = d by Java: [a|b][c|d]
 a = b , c = d by JavaScript: [a|b][c|d]
 a = b , c = d by Python: [a|b][c|d]
 a = b , c = d by Rust: [a|b][c|d]
%61=b by Go: [%61|b]
%61=b by Java: [%61|b]
%61=b by JavaScript: [a|b]
%61=b by Python: [%61|b]
%61=b by Rust: [%61|b]
a="b" by Go: [a|"b"]
a="b" by Java: [a|"b"]
a="b" by JavaScript: [a|"b"]
a="b" by Python: [a|"b"]
a="b" by Rust: [a|"b"]
a="b,c" by Go: [a|"b], and an error
a="b,c" by Java: refused
a="b,c" by JavaScript: nothing
a="b,c" by Python: [a|"b]
a="b,c" by Rust: [a|"b]
a=b c by Go: [a|b c]
a=b c by Java: [a|b c]
a=b c by JavaScript: [a|b c]
a=b c by Python: [a|b c]
a=b c by Rust: [a|b c]
a=b%20c+d by Go: [a|b c+d]
a=b%20c+d by Java: [a|b c+d]
a=b%20c+d by JavaScript: [a|b c+d]
a=b%20c+d by Python: [a|b c+d]
a=b%20c+d by Rust: [a|b%20c+d]
a=b%2Cc%3Dd by Go: [a|b,c=d]
a=b%2Cc%3Dd by Java: [a|b,c=d]
a=b%2Cc%3Dd by JavaScript: [a|b,c=d]
a=b%2Cc%3Dd by Python: [a|b,c=d]
a=b%2Cc%3Dd by Rust: [a|b%2Cc%3Dd]
a=b%c by Go: [a|b%c]
a=b%c by Java: [a|b%c]
a=b%c by JavaScript: nothing
a=b%c by Python: [a|b%c]
a=b%c by Rust: [a|b%c]
a=b, by Go: [a|b], and an error
a=b, by Java: [a|b]
a=b, by JavaScript: [a|b]
a=b, by Python: [a|b]
a=b, by Rust: [a|b]
a=b,=c by Go: [a|b]
a=b,=c by Java: refused
a=b,=c by JavaScript: nothing
a=b,=c by Python: [a|b]
a=b,=c by Rust: [a|b][|c]
a=b,a=c by Go: [a|c]
a=b,a=c by Java: [a|c]
a=b,a=c by JavaScript: [a|c]
a=b,a=c by Python: [a|c]
a=b,a=c by Rust: [a|c]
a=b,c by Go: [a|b], and an error
a=b,c by Java: refused
a=b,c by JavaScript: nothing
a=b,c by Python: [a|b]
a=b,c by Rust: [a|b]
a=b,c= by Go: [a|b][c|]
a=b,c= by Java: [a|b]
a=b,c= by JavaScript: [a|b][c|]
a=b,c= by Python: [a|b][c|]
a=b,c= by Rust: [a|b][c|]
a=b,c=100% by Go: [a|b][c|100%]
a=b,c=100% by Java: [a|b][c|100%]
a=b,c=100% by JavaScript: nothing
a=b,c=100% by Python: [a|b][c|100%]
a=b,c=100% by Rust: [a|b][c|100%]
a=b,c=d by Go: [a|b][c|d]
a=b,c=d by Java: [a|b][c|d]
a=b,c=d by JavaScript: [a|b][c|d]
a=b,c=d by Python: [a|b][c|d]
a=b,c=d by Rust: [a|b][c|d]
a=b;c=d by Go: [a|b;c=d]
a=b;c=d by Java: [a|b;c=d]
a=b;c=d by JavaScript: nothing
a=b;c=d by Python: [a|b;c=d]
a=b;c=d by Rust: [a|b;c=d]
a=b=c by Go: [a|b=c]
a=b=c by Java: [a|b=c]
a=b=c by JavaScript: nothing
a=b=c by Python: [a|b=c]
a=b=c by Rust: [a|b=c]
EXPECTED
diff expected seen
echo "attributes of OTEL_RESOURCE_ATTRIBUTES are read as they were seen"
