#!/bin/sh
# com.github.f4b6a3:ulid-creator 5.2.4 and de.huxhorn.sulky:de.huxhorn.sulky.ulid 8.3.0 (Maven Central),
# github.com/oklog/ulid/v2 v2.1.2, and ulid 3.0.0 and rusty_ulid 2.0.1 (crates.io), seen on 2026-11-30 with Java 17, Go 1.26
# and Rust 1.95.
#
# Guess before it was run: five libraries read a ULID in small letters, and the letters I, L and O as the digits 1, 1 and 0.
# Seen: small letters, yes. The alphabet of ULID is Crockford's Base32, in which a reader takes I and L for 1 and O for 0,
# since people mistake them. Both in Java and rusty_ulid do; ulid of crates.io and `ParseStrict` of oklog refuse such a text,
# and `Parse` of oklog, which does not check letters, gives another identifier for it without an error. U, which stands for
# nothing, is refused by all but that one.
# Whom it meets: identifiers that somebody typed from a screen or a ticket. With a mock: ask for one with an O in place of a
# 0.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 01ARZ3NDEKTSV4RRFFQ69G5FA1 01arz3ndektsv4rrffq69g5fa1 01ARZ3NDEKTSV4RRFFQ69G5FAL 01ARZ3NDEKTSV4RRFFQ69G5FOI \
  O1ARZ3NDEKTSV4RRFFQ69G5FA1 01ARZ3NDEKTSV4RRFFQ69G5FAU > texts
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>identifiers</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.github.f4b6a3</groupId><artifactId>ulid-creator</artifactId><version>5.2.4</version></dependency>
    <dependency>
      <groupId>de.huxhorn.sulky</groupId><artifactId>de.huxhorn.sulky.ulid</artifactId><version>8.3.0</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Identifiers.java <<'JAVA'
import com.github.f4b6a3.ulid.Ulid;
import de.huxhorn.sulky.ulid.ULID;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

class Identifiers {
    static void print(String text, String library, Function<String, Object> read) {
        String answer;
        try {
            answer = read.apply(text).toString();
        } catch (IllegalArgumentException error) {
            answer = "refused";
        }
        System.out.printf("%s: %s, %s%n", text, library, answer);
    }

    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("texts"))) {
            print(text, "ulid-creator", Ulid::from);
            print(text, "sulky", ULID::parseULID);
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

	"github.com/oklog/ulid/v2"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Fields(string(file)) {
		show(text, "oklog, Parse", ulid.Parse)
		show(text, "oklog, ParseStrict", ulid.ParseStrict)
	}
}

func show(text, library string, read func(string) (ulid.ULID, error)) {
	identifier, err := read(text)
	if err != nil {
		fmt.Printf("%s: %s, refused\n", text, library)
		return
	}
	fmt.Printf("%s: %s, %s\n", text, library, identifier)
}
GO
{
  go mod init finding.test/identifiers
  go get github.com/oklog/ulid/v2@v2.1.2
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
rusty_ulid = { version = "=2.0.1", default-features = false }
ulid = { version = "=3.0.0", default-features = false }
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for text in include_str!("../texts").lines() {
        let answer = ulid::Ulid::from_string(text).map_or("refused".to_string(), |identifier| identifier.to_string());
        println!("{text}: ulid, {answer}");
        let answer = text.parse::<rusty_ulid::Ulid>().map_or("refused".to_string(), |identifier| identifier.to_string());
        println!("{text}: rusty_ulid, {answer}");
    }
}
RUST
{ java -cp 'classes/*' Identifiers.java; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
01ARZ3NDEKTSV4RRFFQ69G5FA1: oklog, Parse, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FA1: oklog, ParseStrict, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FA1: rusty_ulid, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FA1: sulky, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FA1: ulid, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FA1: ulid-creator, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FAL: oklog, Parse, 01ARZ3NDEKTSV4RRFFQ69G5FFZ
01ARZ3NDEKTSV4RRFFQ69G5FAL: oklog, ParseStrict, refused
01ARZ3NDEKTSV4RRFFQ69G5FAL: rusty_ulid, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FAL: sulky, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FAL: ulid, refused
01ARZ3NDEKTSV4RRFFQ69G5FAL: ulid-creator, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01ARZ3NDEKTSV4RRFFQ69G5FAU: oklog, Parse, 01ARZ3NDEKTSV4RRFFQ69G5FFZ
01ARZ3NDEKTSV4RRFFQ69G5FAU: oklog, ParseStrict, refused
01ARZ3NDEKTSV4RRFFQ69G5FAU: rusty_ulid, refused
01ARZ3NDEKTSV4RRFFQ69G5FAU: sulky, refused
01ARZ3NDEKTSV4RRFFQ69G5FAU: ulid, refused
01ARZ3NDEKTSV4RRFFQ69G5FAU: ulid-creator, refused
01ARZ3NDEKTSV4RRFFQ69G5FOI: oklog, Parse, 01ARZ3NDEKTSV4RRFFQ69G5FZZ
01ARZ3NDEKTSV4RRFFQ69G5FOI: oklog, ParseStrict, refused
01ARZ3NDEKTSV4RRFFQ69G5FOI: rusty_ulid, 01ARZ3NDEKTSV4RRFFQ69G5F01
01ARZ3NDEKTSV4RRFFQ69G5FOI: sulky, 01ARZ3NDEKTSV4RRFFQ69G5F01
01ARZ3NDEKTSV4RRFFQ69G5FOI: ulid, refused
01ARZ3NDEKTSV4RRFFQ69G5FOI: ulid-creator, 01ARZ3NDEKTSV4RRFFQ69G5F01
01arz3ndektsv4rrffq69g5fa1: oklog, Parse, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01arz3ndektsv4rrffq69g5fa1: oklog, ParseStrict, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01arz3ndektsv4rrffq69g5fa1: rusty_ulid, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01arz3ndektsv4rrffq69g5fa1: sulky, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01arz3ndektsv4rrffq69g5fa1: ulid, 01ARZ3NDEKTSV4RRFFQ69G5FA1
01arz3ndektsv4rrffq69g5fa1: ulid-creator, 01ARZ3NDEKTSV4RRFFQ69G5FA1
O1ARZ3NDEKTSV4RRFFQ69G5FA1: oklog, Parse, refused
O1ARZ3NDEKTSV4RRFFQ69G5FA1: oklog, ParseStrict, refused
O1ARZ3NDEKTSV4RRFFQ69G5FA1: rusty_ulid, 01ARZ3NDEKTSV4RRFFQ69G5FA1
O1ARZ3NDEKTSV4RRFFQ69G5FA1: sulky, 01ARZ3NDEKTSV4RRFFQ69G5FA1
O1ARZ3NDEKTSV4RRFFQ69G5FA1: ulid, refused
O1ARZ3NDEKTSV4RRFFQ69G5FA1: ulid-creator, 01ARZ3NDEKTSV4RRFFQ69G5FA1
EXPECTED
diff expected seen
echo "ULIDs with letters that look like digits behave as they were seen"
