#!/bin/sh
# com.flipkart.zjsonpatch:zjsonpatch 0.4.16, com.github.java-json-tools:json-patch 1.13 and org.eclipse.parsson:parsson 1.1.9
# (Maven Central), github.com/wI2L/jsondiff v0.7.1 and gomodules.xyz/jsonpatch/v2 v2.5.0, and json-patch 5.0.0 (crates.io),
# seen on 2026-11-30 with Java 17, Go 1.26 and Rust 1.95.
#
# Guess before it was run: six libraries make of two documents a patch (RFC 6902) that leads from one to the other; from 1 to
# 1.0 there is none.
# Seen: jsondiff and java-json-tools put `move` for a removal and an addition of one value, after the removal was made: the
# patch moves the item that has taken its place, so the result is another document, without an error. jsondiff does so with
# `Factorize`; with `LCS` as well, it also moves to a place behind the end, which fails; and it copies 1 for the list `[1]`.
# It sees no change between integers above 2^53, and no change is the text `null`, which is no patch. zjsonpatch makes no
# patch if it looks for a moved value among members one of which is named `0`. gomodules, parsson and the crate are right in
# all.
# Whom it meets: who sends the change of a document instead of the whole. With a mock: read the resource after the patch, and
# compare it with the one that was meant.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
{"tags":["a","b"]} {"tags":["b","c","a"]}
{"tags":[2,2,1]} {"tags":[1,2]}
{"sets":[[],[],1,null]} {"sets":[[1],true]}
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}
{"name":"a","0":1} {"label":"a"}
{"size":9007199254740993} {"size":9007199254740992}
{"size":1} {"size":1.0}
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>changes</artifactId>
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
cat > Changes.java <<'JAVA'
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

class Changes {
    static JsonObject object(String text) {
        return Json.createReader(new StringReader(text)).readObject();
    }

    static void print(String line, String library, Callable<Object> patch) {
        String text;
        try {
            text = String.valueOf(patch.call());
        } catch (Exception error) {
            text = "no patch, " + error.getMessage();
        }
        System.out.printf("%s: %s %s%n", line, library, text);
    }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper mapper = new ObjectMapper();
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split(" ");
            JsonNode from = mapper.readTree(parts[0]);
            JsonNode to = mapper.readTree(parts[1]);
            print(line, "zjsonpatch", () -> com.flipkart.zjsonpatch.JsonDiff.asJson(from, to));
            print(line, "java-json-tools", () -> com.github.fge.jsonpatch.diff.JsonDiff.asJson(from, to));
            print(line, "parsson", () -> Json.createDiff(object(parts[0]), object(parts[1])));
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/wI2L/jsondiff"
	"gomodules.xyz/jsonpatch/v2"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		from, to, _ := strings.Cut(line, " ")
		plain, _ := jsondiff.CompareJSON([]byte(from), []byte(to))
		text, _ := json.Marshal(plain)
		fmt.Printf("%s: jsondiff %s\n", line, text)
		moves, _ := jsondiff.CompareJSON([]byte(from), []byte(to), jsondiff.Factorize())
		text, _ = json.Marshal(moves)
		fmt.Printf("%s: jsondiff, Factorize %s\n", line, text)
		both, _ := jsondiff.CompareJSON([]byte(from), []byte(to), jsondiff.Factorize(), jsondiff.LCS())
		text, _ = json.Marshal(both)
		fmt.Printf("%s: jsondiff, Factorize and LCS %s\n", line, text)
		operations, _ := jsonpatch.CreatePatch([]byte(from), []byte(to))
		text, _ = json.Marshal(operations)
		fmt.Printf("%s: gomodules %s\n", line, text)
	}
}
GO
{
  go mod init finding.test/changes
  go get github.com/wI2L/jsondiff@v0.7.1 gomodules.xyz/jsonpatch/v2@v2.5.0
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
serde_json = { version = "=1.0.154", features = ["preserve_order"] }
TOML
cat > src/main.rs <<'RUST'
use json_patch::{diff, patch, Patch};
use serde_json::Value;

// Judges each patch by applying it, which this crate does as RFC 6902 has it.
fn main() {
    for line in include_str!("../cases").lines() {
        let (from, to) = line.split_once(' ').expect("two documents");
        let made = diff(&serde_json::from_str(from).expect("JSON"), &serde_json::from_str(to).expect("JSON"));
        judge(line, "json-patch", &serde_json::to_string(&made).expect("JSON"));
    }
    for line in std::io::stdin().lines() {
        let line = line.expect("a line");
        let (case, rest) = line.split_once(": ").expect("a case");
        match rest.find(" [") {
            Some(at) => judge(case, &rest[..at], &rest[at + 1..]),
            None => println!("{line}"),
        }
    }
}

fn judge(case: &str, library: &str, text: &str) {
    let (from, to) = case.split_once(' ').expect("two documents");
    let mut result: Value = serde_json::from_str(from).expect("JSON");
    let answer = match patch(&mut result, &serde_json::from_str::<Patch>(text).expect("a patch")) {
        Ok(()) if result == serde_json::from_str::<Value>(to).expect("JSON") => "right".to_string(),
        Ok(()) => format!("{text} makes {result}"),
        Err(_) => format!("{text} fails"),
    };
    println!("{case}: {library} {answer}");
}
RUST
{ java -cp 'classes/*' Changes.java 2> /dev/null; go run .; } | CARGO_TARGET_DIR=target cargo run --quiet | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"name":"a","0":1} {"label":"a"}: gomodules right
{"name":"a","0":1} {"label":"a"}: java-json-tools right
{"name":"a","0":1} {"label":"a"}: json-patch right
{"name":"a","0":1} {"label":"a"}: jsondiff right
{"name":"a","0":1} {"label":"a"}: jsondiff, Factorize and LCS right
{"name":"a","0":1} {"label":"a"}: jsondiff, Factorize right
{"name":"a","0":1} {"label":"a"}: parsson right
{"name":"a","0":1} {"label":"a"}: zjsonpatch no patch, Object operation on array target
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: gomodules right
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: java-json-tools right
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: json-patch right
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: jsondiff right
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: jsondiff, Factorize [{"value":[0,0],"op":"replace","path":"/sets/0"},{"op":"copy","from":"/sets/1","path":"/sets/-"}] makes {"sets":[[0,0],1,1]}
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: jsondiff, Factorize and LCS [{"value":[0,0],"op":"replace","path":"/sets/0"},{"op":"copy","from":"/sets/1","path":"/sets/2"}] makes {"sets":[[0,0],1,1]}
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: parsson right
{"sets":[2,1]} {"sets":[[0,0],1,[1]]}: zjsonpatch right
{"sets":[[],[],1,null]} {"sets":[[1],true]}: gomodules right
{"sets":[[],[],1,null]} {"sets":[[1],true]}: java-json-tools [{"op":"remove","path":"/sets/2"},{"op":"move","path":"/sets/0/-","from":"/sets/2"},{"op":"replace","path":"/sets/1","value":true}] makes {"sets":[[null],true]}
{"sets":[[],[],1,null]} {"sets":[[1],true]}: json-patch right
{"sets":[[],[],1,null]} {"sets":[[1],true]}: jsondiff right
{"sets":[[],[],1,null]} {"sets":[[1],true]}: jsondiff, Factorize [{"op":"remove","path":"/sets/2"},{"op":"move","from":"/sets/2","path":"/sets/0/-"},{"value":true,"op":"replace","path":"/sets/1"}] makes {"sets":[[null],true]}
{"sets":[[],[],1,null]} {"sets":[[1],true]}: jsondiff, Factorize and LCS right
{"sets":[[],[],1,null]} {"sets":[[1],true]}: parsson right
{"sets":[[],[],1,null]} {"sets":[[1],true]}: zjsonpatch right
{"size":1} {"size":1.0}: gomodules right
{"size":1} {"size":1.0}: java-json-tools [] makes {"size":1}
{"size":1} {"size":1.0}: json-patch right
{"size":1} {"size":1.0}: jsondiff null
{"size":1} {"size":1.0}: jsondiff, Factorize and LCS null
{"size":1} {"size":1.0}: jsondiff, Factorize null
{"size":1} {"size":1.0}: parsson right
{"size":1} {"size":1.0}: zjsonpatch right
{"size":9007199254740993} {"size":9007199254740992}: gomodules right
{"size":9007199254740993} {"size":9007199254740992}: java-json-tools right
{"size":9007199254740993} {"size":9007199254740992}: json-patch right
{"size":9007199254740993} {"size":9007199254740992}: jsondiff null
{"size":9007199254740993} {"size":9007199254740992}: jsondiff, Factorize and LCS null
{"size":9007199254740993} {"size":9007199254740992}: jsondiff, Factorize null
{"size":9007199254740993} {"size":9007199254740992}: parsson right
{"size":9007199254740993} {"size":9007199254740992}: zjsonpatch right
{"tags":["a","b"]} {"tags":["b","c","a"]}: gomodules right
{"tags":["a","b"]} {"tags":["b","c","a"]}: java-json-tools right
{"tags":["a","b"]} {"tags":["b","c","a"]}: json-patch right
{"tags":["a","b"]} {"tags":["b","c","a"]}: jsondiff right
{"tags":["a","b"]} {"tags":["b","c","a"]}: jsondiff, Factorize and LCS [{"op":"move","from":"/tags/0","path":"/tags/2"},{"value":"c","op":"add","path":"/tags/1"}] fails
{"tags":["a","b"]} {"tags":["b","c","a"]}: jsondiff, Factorize right
{"tags":["a","b"]} {"tags":["b","c","a"]}: parsson right
{"tags":["a","b"]} {"tags":["b","c","a"]}: zjsonpatch right
{"tags":[2,2,1]} {"tags":[1,2]}: gomodules right
{"tags":[2,2,1]} {"tags":[1,2]}: java-json-tools right
{"tags":[2,2,1]} {"tags":[1,2]}: json-patch right
{"tags":[2,2,1]} {"tags":[1,2]}: jsondiff right
{"tags":[2,2,1]} {"tags":[1,2]}: jsondiff, Factorize and LCS [{"op":"move","from":"/tags/0","path":"/tags/1"},{"op":"remove","path":"/tags/0"}] makes {"tags":[2,1]}
{"tags":[2,2,1]} {"tags":[1,2]}: jsondiff, Factorize right
{"tags":[2,2,1]} {"tags":[1,2]}: parsson right
{"tags":[2,2,1]} {"tags":[1,2]}: zjsonpatch right
EXPECTED
diff expected seen
echo "patches that libraries make behave as they were seen"
