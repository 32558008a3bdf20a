#!/bin/sh
# com.squareup.okhttp3:okhttp-jvm 5.5.1, org.springframework:spring-core 7.0.10 and com.google.guava:guava 33.8.0-jre (Maven
# Central), mime 0.3.18 and mediatype 0.23.0 (crates.io) and `mime` of Go, seen on 2026-11-30 with Java 17, Rust 1.95 and Go
# 1.26.
#
# Guess before it was run: six readers of Content-Type give the same type and parameters, but mime keeps the quotes of a value.
# Seen: spring keeps them, with their backslashes, and mime does not. A blank before `;` is allowed (RFC 9110, 5.6.6): okhttp
# and mime refuse it. So is nothing between two `;` or behind the last: guava refuses both, and Go and both crates the former.
# In quotes a backslash says that the next letter stands for itself (5.6.4); okhttp and mime refuse `\"` and give `\\` as it
# is. An empty text in quotes is refused by mime. okhttp takes off single quotes, which are a part of the value. mediatype
# keeps capitals of a type, which has no case.
# Whom it meets: clients that choose a reader by the type, or read `boundary` and `charset`. With a mock: answer with
# `application/json ; charset="utf-8"`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
text/plain;a=b
text/plain; a="b"
Text/Plain; A=b
text/plain ; a=b
text/plain; a=b;
text/plain; ; a=b
text/plain; a="b;c"
text/plain; a="b\"c"
text/plain; a="b\\c"
text/plain; a='b'
text/plain; a=""
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>types</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.squareup.okhttp3</groupId><artifactId>okhttp-jvm</artifactId><version>5.5.1</version></dependency>
    <dependency>
      <groupId>org.springframework</groupId><artifactId>spring-core</artifactId><version>7.0.10</version>
    </dependency>
    <dependency><groupId>com.google.guava</groupId><artifactId>guava</artifactId><version>33.8.0-jre</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Types.java <<'JAVA'
import com.google.common.collect.Iterables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import okhttp3.MediaType;
import org.springframework.util.MimeTypeUtils;

class Types {
    static void print(String text, String library, UnaryOperator<String> read) {
        String answer;
        try {
            answer = read.apply(text);
        } catch (IllegalArgumentException error) {
            answer = "refused";
        }
        System.out.println(text + ": " + library + ", " + answer);
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("texts"))) {
            print(line, "okhttp", text -> {
                MediaType type = MediaType.get(text);
                return type.type() + "/" + type.subtype() + " with " + type.parameter("a");
            });
            print(line, "spring", text -> {
                var type = MimeTypeUtils.parseMimeType(text);
                return type.getType() + "/" + type.getSubtype() + " with " + type.getParameter("a");
            });
            print(line, "guava", text -> {
                var type = com.google.common.net.MediaType.parse(text);
                return type.type() + "/" + type.subtype() + " with " + Iterables.getFirst(type.parameters().get("a"), null);
            });
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"mime"
	"os"
	"strings"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, parameters, err := mime.ParseMediaType(text)
		if err != nil {
			fmt.Printf("%s: Go, refused\n", text)
			continue
		}
		fmt.Printf("%s: Go, %s with %s\n", text, name, parameters["a"])
	}
}
GO
go mod init finding.test/types 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
mediatype = "=0.23.0"
mime = "=0.3.18"
TOML
cat > src/main.rs <<'RUST'
use mediatype::{MediaType, Name, ReadParams};
use mime::Mime;

fn main() {
    let refused = || "refused".to_string();
    for text in include_str!("../texts").lines() {
        let read = text.parse::<Mime>().map(|read| {
            let value = read.get_param("a").map_or("null".to_string(), |value| value.to_string());
            format!("{} with {value}", read.essence_str())
        });
        println!("{text}: mime, {}", read.unwrap_or_else(|_| refused()));
        let read = MediaType::parse(text).map(|read| {
            let value = Name::new("a").and_then(|name| read.get_param(name));
            let value = value.map_or("null".to_string(), |value| value.unquoted_str().into_owned());
            format!("{} with {value}", read.essence())
        });
        println!("{text}: mediatype, {}", read.unwrap_or_else(|_| refused()));
    }
}
RUST
{ java -cp 'classes/*' Types.java; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Text/Plain; A=b: Go, text/plain with b
Text/Plain; A=b: guava, text/plain with b
Text/Plain; A=b: mediatype, Text/Plain with b
Text/Plain; A=b: mime, text/plain with b
Text/Plain; A=b: okhttp, text/plain with b
Text/Plain; A=b: spring, text/plain with b
text/plain ; a=b: Go, text/plain with b
text/plain ; a=b: guava, text/plain with b
text/plain ; a=b: mediatype, text/plain with b
text/plain ; a=b: mime, refused
text/plain ; a=b: okhttp, refused
text/plain ; a=b: spring, text/plain with b
text/plain; ; a=b: Go, refused
text/plain; ; a=b: guava, refused
text/plain; ; a=b: mediatype, refused
text/plain; ; a=b: mime, refused
text/plain; ; a=b: okhttp, text/plain with b
text/plain; ; a=b: spring, text/plain with b
text/plain; a="": Go, text/plain with 
text/plain; a="": guava, text/plain with 
text/plain; a="": mediatype, text/plain with 
text/plain; a="": mime, refused
text/plain; a="": okhttp, text/plain with 
text/plain; a="": spring, text/plain with ""
text/plain; a="b": Go, text/plain with b
text/plain; a="b": guava, text/plain with b
text/plain; a="b": mediatype, text/plain with b
text/plain; a="b": mime, text/plain with b
text/plain; a="b": okhttp, text/plain with b
text/plain; a="b": spring, text/plain with "b"
text/plain; a="b;c": Go, text/plain with b;c
text/plain; a="b;c": guava, text/plain with b;c
text/plain; a="b;c": mediatype, text/plain with b;c
text/plain; a="b;c": mime, text/plain with b;c
text/plain; a="b;c": okhttp, text/plain with b;c
text/plain; a="b;c": spring, text/plain with "b;c"
text/plain; a="b\"c": Go, text/plain with b"c
text/plain; a="b\"c": guava, text/plain with b"c
text/plain; a="b\"c": mediatype, text/plain with b"c
text/plain; a="b\"c": mime, refused
text/plain; a="b\"c": okhttp, refused
text/plain; a="b\"c": spring, text/plain with "b\"c"
text/plain; a="b\\c": Go, text/plain with b\c
text/plain; a="b\\c": guava, text/plain with b\c
text/plain; a="b\\c": mediatype, text/plain with b\c
text/plain; a="b\\c": mime, text/plain with b\\c
text/plain; a="b\\c": okhttp, text/plain with b\\c
text/plain; a="b\\c": spring, text/plain with "b\\c"
text/plain; a='b': Go, text/plain with 'b'
text/plain; a='b': guava, text/plain with 'b'
text/plain; a='b': mediatype, text/plain with 'b'
text/plain; a='b': mime, text/plain with 'b'
text/plain; a='b': okhttp, text/plain with b
text/plain; a='b': spring, text/plain with 'b'
text/plain; a=b;: Go, text/plain with b
text/plain; a=b;: guava, refused
text/plain; a=b;: mediatype, text/plain with b
text/plain; a=b;: mime, text/plain with b
text/plain; a=b;: okhttp, text/plain with b
text/plain; a=b;: spring, text/plain with b
text/plain;a=b: Go, text/plain with b
text/plain;a=b: guava, text/plain with b
text/plain;a=b: mediatype, text/plain with b
text/plain;a=b: mime, text/plain with b
text/plain;a=b: okhttp, text/plain with b
text/plain;a=b: spring, text/plain with b
EXPECTED
diff expected seen
echo "media types behave as they were seen"
