#!/bin/sh
# com.flipkart.zjsonpatch:zjsonpatch 0.4.16, com.github.java-json-tools:json-patch 1.13 and org.eclipse.parsson:parsson 1.1.9
# (Maven Central), json-patch 5.0.0 (crates.io) and github.com/evanphx/json-patch/v5 v5.9.11, seen on 2026-11-30 with Java
# 17, Rust 1.95 and Go 1.26.
#
# Guess before it was run: five libraries apply each operation of RFC 6902 alike; parsson fails at a root that is no object.
# Seen: what is removed has to exist (RFC 6902, 4.2). zjsonpatch removes what is not there without an error, the `-` behind a
# list included, and goes on; and it does not find the member `~1` by `/~01`. The root may become any value (4.1): parsson
# refuses a number there, and evanphx a text and a number; of a move to the root evanphx makes a member with the empty name
# instead. Names of operations have one spelling (4), yet zjsonpatch and parsson take `Add`. Only java-json-tools and the
# crate do as the RFC says in all.
# Whom it meets: who relies on a failed patch to notice that somebody else was faster. With a mock: remove a member twice.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
{"a":1} [{"op":"add","path":"","value":2}]
{"a":1} [{"op":"replace","path":"","value":[1]}]
{"a":1} [{"op":"move","from":"/a","path":""}]
{"a":{"b":1}} [{"op":"move","from":"/a/b","path":"/a"}]
{"a":[1,2,3]} [{"op":"move","from":"/a/0","path":"/a/2"}]
{"a":[1]} [{"op":"remove","path":"/a/-"}]
{"a":1} [{"op":"remove","path":"/b"}]
{"a":1} [{"op":"replace","path":"/b","value":2}]
{"a":null} [{"op":"remove","path":"/a"}]
{"a":1} [{"op":"Add","path":"/b","value":2}]
{"a":1} [{"op":"add","path":"/b","value":2,"note":1}]
{"~1":1} [{"op":"replace","path":"/~01","value":2}]
"x" [{"op":"replace","path":"","value":"y"}]
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>patches</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.flipkart.zjsonpatch</groupId><artifactId>zjsonpatch</artifactId><version>0.4.16</version>
    </dependency>
    <dependency>
      <groupId>com.github.java-json-tools</groupId><artifactId>json-patch</artifactId><version>1.13</version>
    </dependency>
    <dependency><groupId>org.eclipse.parsson</groupId><artifactId>parsson</artifactId><version>1.1.9</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Patches.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.json.Json;
import jakarta.json.JsonStructure;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

class Patches {
    static void print(String line, String library, Callable<Object> result) {
        String text;
        try {
            text = String.valueOf(result.call());
        } catch (Exception error) {
            text = "refused";
        }
        System.out.printf("%s: %s, %s%n", line, library, text);
    }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split(" ");
            print(line, "zjsonpatch", () -> com.flipkart.zjsonpatch.JsonPatch.apply(
                    mapper.readTree(parts[1]), mapper.readTree(parts[0])));
            print(line, "java-json-tools", () -> com.github.fge.jsonpatch.JsonPatch.fromJson(
                    mapper.readTree(parts[1])).apply(mapper.readTree(parts[0])));
            print(line, "parsson", () -> Json.createPatch(Json.createReader(new StringReader(parts[1])).readArray())
                    .apply((JsonStructure) Json.createReader(new StringReader(parts[0])).readValue()));
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		document, text, _ := strings.Cut(line, " ")
		patch, err := jsonpatch.DecodePatch([]byte(text))
		var result []byte
		if err == nil {
			result, err = patch.Apply([]byte(document))
		}
		if err != nil {
			result = []byte("refused")
		}
		fmt.Printf("%s: evanphx, %s\n", line, result)
	}
}
GO
{
  go mod init finding.test/patches
  go get github.com/evanphx/json-patch/v5@v5.9.11
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
json-patch = "=5.0.0"
serde_json = "=1.0.154"
TOML
cat > src/main.rs <<'RUST'
use serde_json::Value;

fn apply(document: &str, patch: &str) -> Option<Value> {
    let mut document = serde_json::from_str(document).ok()?;
    json_patch::patch(&mut document, &serde_json::from_str::<json_patch::Patch>(patch).ok()?).ok()?;
    Some(document)
}

fn main() {
    for line in include_str!("../cases").lines() {
        let (document, patch) = line.split_once(' ').expect("a document and a patch");
        let text = apply(document, patch).map_or("refused".to_string(), |result| result.to_string());
        println!("{line}: json-patch, {text}");
    }
}
RUST
{ java -cp 'classes/*' Patches.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
"x" [{"op":"replace","path":"","value":"y"}]: evanphx, refused
"x" [{"op":"replace","path":"","value":"y"}]: java-json-tools, "y"
"x" [{"op":"replace","path":"","value":"y"}]: json-patch, "y"
"x" [{"op":"replace","path":"","value":"y"}]: parsson, refused
"x" [{"op":"replace","path":"","value":"y"}]: zjsonpatch, "y"
{"a":1} [{"op":"Add","path":"/b","value":2}]: evanphx, refused
{"a":1} [{"op":"Add","path":"/b","value":2}]: java-json-tools, refused
{"a":1} [{"op":"Add","path":"/b","value":2}]: json-patch, refused
{"a":1} [{"op":"Add","path":"/b","value":2}]: parsson, {"a":1,"b":2}
{"a":1} [{"op":"Add","path":"/b","value":2}]: zjsonpatch, {"a":1,"b":2}
{"a":1} [{"op":"add","path":"","value":2}]: evanphx, refused
{"a":1} [{"op":"add","path":"","value":2}]: java-json-tools, 2
{"a":1} [{"op":"add","path":"","value":2}]: json-patch, 2
{"a":1} [{"op":"add","path":"","value":2}]: parsson, refused
{"a":1} [{"op":"add","path":"","value":2}]: zjsonpatch, 2
{"a":1} [{"op":"add","path":"/b","value":2,"note":1}]: evanphx, {"a":1,"b":2}
{"a":1} [{"op":"add","path":"/b","value":2,"note":1}]: java-json-tools, {"a":1,"b":2}
{"a":1} [{"op":"add","path":"/b","value":2,"note":1}]: json-patch, {"a":1,"b":2}
{"a":1} [{"op":"add","path":"/b","value":2,"note":1}]: parsson, {"a":1,"b":2}
{"a":1} [{"op":"add","path":"/b","value":2,"note":1}]: zjsonpatch, {"a":1,"b":2}
{"a":1} [{"op":"move","from":"/a","path":""}]: evanphx, {"":1}
{"a":1} [{"op":"move","from":"/a","path":""}]: java-json-tools, 1
{"a":1} [{"op":"move","from":"/a","path":""}]: json-patch, 1
{"a":1} [{"op":"move","from":"/a","path":""}]: parsson, refused
{"a":1} [{"op":"move","from":"/a","path":""}]: zjsonpatch, 1
{"a":1} [{"op":"remove","path":"/b"}]: evanphx, refused
{"a":1} [{"op":"remove","path":"/b"}]: java-json-tools, refused
{"a":1} [{"op":"remove","path":"/b"}]: json-patch, refused
{"a":1} [{"op":"remove","path":"/b"}]: parsson, refused
{"a":1} [{"op":"remove","path":"/b"}]: zjsonpatch, {"a":1}
{"a":1} [{"op":"replace","path":"","value":[1]}]: evanphx, [1]
{"a":1} [{"op":"replace","path":"","value":[1]}]: java-json-tools, [1]
{"a":1} [{"op":"replace","path":"","value":[1]}]: json-patch, [1]
{"a":1} [{"op":"replace","path":"","value":[1]}]: parsson, [1]
{"a":1} [{"op":"replace","path":"","value":[1]}]: zjsonpatch, [1]
{"a":1} [{"op":"replace","path":"/b","value":2}]: evanphx, refused
{"a":1} [{"op":"replace","path":"/b","value":2}]: java-json-tools, refused
{"a":1} [{"op":"replace","path":"/b","value":2}]: json-patch, refused
{"a":1} [{"op":"replace","path":"/b","value":2}]: parsson, refused
{"a":1} [{"op":"replace","path":"/b","value":2}]: zjsonpatch, refused
{"a":[1,2,3]} [{"op":"move","from":"/a/0","path":"/a/2"}]: evanphx, {"a":[2,3,1]}
{"a":[1,2,3]} [{"op":"move","from":"/a/0","path":"/a/2"}]: java-json-tools, {"a":[2,3,1]}
{"a":[1,2,3]} [{"op":"move","from":"/a/0","path":"/a/2"}]: json-patch, {"a":[2,3,1]}
{"a":[1,2,3]} [{"op":"move","from":"/a/0","path":"/a/2"}]: parsson, {"a":[2,3,1]}
{"a":[1,2,3]} [{"op":"move","from":"/a/0","path":"/a/2"}]: zjsonpatch, {"a":[2,3,1]}
{"a":[1]} [{"op":"remove","path":"/a/-"}]: evanphx, refused
{"a":[1]} [{"op":"remove","path":"/a/-"}]: java-json-tools, refused
{"a":[1]} [{"op":"remove","path":"/a/-"}]: json-patch, refused
{"a":[1]} [{"op":"remove","path":"/a/-"}]: parsson, refused
{"a":[1]} [{"op":"remove","path":"/a/-"}]: zjsonpatch, {"a":[1]}
{"a":null} [{"op":"remove","path":"/a"}]: evanphx, {}
{"a":null} [{"op":"remove","path":"/a"}]: java-json-tools, {}
{"a":null} [{"op":"remove","path":"/a"}]: json-patch, {}
{"a":null} [{"op":"remove","path":"/a"}]: parsson, {}
{"a":null} [{"op":"remove","path":"/a"}]: zjsonpatch, {}
{"a":{"b":1}} [{"op":"move","from":"/a/b","path":"/a"}]: evanphx, {"a":1}
{"a":{"b":1}} [{"op":"move","from":"/a/b","path":"/a"}]: java-json-tools, {"a":1}
{"a":{"b":1}} [{"op":"move","from":"/a/b","path":"/a"}]: json-patch, {"a":1}
{"a":{"b":1}} [{"op":"move","from":"/a/b","path":"/a"}]: parsson, {"a":1}
{"a":{"b":1}} [{"op":"move","from":"/a/b","path":"/a"}]: zjsonpatch, {"a":1}
{"~1":1} [{"op":"replace","path":"/~01","value":2}]: evanphx, {"~1":2}
{"~1":1} [{"op":"replace","path":"/~01","value":2}]: java-json-tools, {"~1":2}
{"~1":1} [{"op":"replace","path":"/~01","value":2}]: json-patch, {"~1":2}
{"~1":1} [{"op":"replace","path":"/~01","value":2}]: parsson, {"~1":2}
{"~1":1} [{"op":"replace","path":"/~01","value":2}]: zjsonpatch, refused
EXPECTED
diff expected seen
echo "operations of JSON Patch behave as they were seen"
