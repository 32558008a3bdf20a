#!/bin/sh
# com.google.protobuf:protobuf-java-util 4.36.2 (Maven Central), google.golang.org/protobuf v1.36.12 and prost-types 0.14.6
# (crates.io), seen on 2026-11-30 with Java 17, Go 1.26 and Rust 1.95.
#
# Guess before it was run: three readers of google.protobuf.Timestamp and Duration as texts take and refuse the same; prost
# takes small letters and a blank for the `T`.
# Seen: the reader of JSON in Java goes on counting: 30 February is 1 March, 24:00 is the next day and second 60 the next
# minute. It logs a warning that this becomes an error in 2027. A fraction behind a comma, which RFC 3339 (5.6) does not have,
# is dropped by Java and read by Go. More than nine digits are cut by Java and prost, though nanoseconds are all that fits.
# prost takes a day without a time and a time without an offset as UTC, and a duration longer than any may be. Whole texts of
# RFC 3339 are read alike.
# Whom it meets: services in Java behind clients that count days by hand. With a mock: send `2023-02-29T00:00:00Z` as an
# expiry.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 2024-01-01T00:00:00Z 2024-01-01T00:00:00.5+01:00 2024-01-01t00:00:00z 2024-01-01T00:00:00.1234567890Z \
  2024-02-30T00:00:00Z 2023-02-29T00:00:00Z 2024-01-01T24:00:00Z 2016-12-31T23:59:60Z 2024-01-01T00:00:00,5Z 2024-01-01 \
  2024-01-01T00:00:00 1.5s -0.5s 01s +1s 1.1234567891s 315576000001s > texts
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>times</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.google.protobuf</groupId><artifactId>protobuf-java-util</artifactId><version>4.36.2</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Times.java <<'JAVA'
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import java.nio.file.Files;
import java.nio.file.Path;

class Times {
    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("texts"))) {
            Message.Builder message = text.endsWith("s") ? Duration.newBuilder() : Timestamp.newBuilder();
            String answer;
            try {
                JsonFormat.parser().merge('"' + text + '"', message);
                answer = JsonFormat.printer().print(message).replace("\"", "");
            } catch (Exception error) {
                answer = "refused";
            }
            System.out.println(text + ": Java, " + answer);
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

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Fields(string(file)) {
		var message proto.Message = &timestamppb.Timestamp{}
		if strings.HasSuffix(text, "s") {
			message = &durationpb.Duration{}
		}
		answer := "refused"
		if protojson.Unmarshal([]byte(`"`+text+`"`), message) == nil {
			written, _ := protojson.Marshal(message)
			answer = strings.Trim(string(written), `"`)
		}
		fmt.Printf("%s: Go, %s\n", text, answer)
	}
}
GO
{
  go mod init finding.test/times
  go get google.golang.org/protobuf@v1.36.12
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
prost-types = "=0.14.6"
TOML
cat > src/main.rs <<'RUST'
use prost_types::{Duration, Timestamp};

fn main() {
    for text in include_str!("../texts").lines() {
        let answer = if text.ends_with('s') {
            text.parse::<Duration>().map(|time| time.to_string()).ok()
        } else {
            text.parse::<Timestamp>().map(|time| time.to_string()).ok()
        };
        println!("{text}: prost, {}", answer.unwrap_or("refused".to_string()));
    }
}
RUST
{ java -cp 'classes/*' Times.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
+1s: Go, 1s
+1s: Java, 1s
+1s: prost, refused
-0.5s: Go, -0.500s
-0.5s: Java, -0.500s
-0.5s: prost, -0.500s
01s: Go, refused
01s: Java, 1s
01s: prost, 1s
1.1234567891s: Go, refused
1.1234567891s: Java, 1.123456789s
1.1234567891s: prost, 1.123456789s
1.5s: Go, 1.500s
1.5s: Java, 1.500s
1.5s: prost, 1.500s
2016-12-31T23:59:60Z: Go, refused
2016-12-31T23:59:60Z: Java, 2017-01-01T00:00:00Z
2016-12-31T23:59:60Z: prost, 2016-12-31T23:59:59Z
2023-02-29T00:00:00Z: Go, refused
2023-02-29T00:00:00Z: Java, 2023-03-01T00:00:00Z
2023-02-29T00:00:00Z: prost, refused
2024-01-01: Go, refused
2024-01-01: Java, refused
2024-01-01: prost, 2024-01-01T00:00:00Z
2024-01-01T00:00:00,5Z: Go, 2024-01-01T00:00:00.500Z
2024-01-01T00:00:00,5Z: Java, 2024-01-01T00:00:00Z
2024-01-01T00:00:00,5Z: prost, refused
2024-01-01T00:00:00.1234567890Z: Go, refused
2024-01-01T00:00:00.1234567890Z: Java, 2024-01-01T00:00:00.123456789Z
2024-01-01T00:00:00.1234567890Z: prost, 2024-01-01T00:00:00.123456789Z
2024-01-01T00:00:00.5+01:00: Go, 2023-12-31T23:00:00.500Z
2024-01-01T00:00:00.5+01:00: Java, 2023-12-31T23:00:00.500Z
2024-01-01T00:00:00.5+01:00: prost, 2023-12-31T23:00:00.500Z
2024-01-01T00:00:00: Go, refused
2024-01-01T00:00:00: Java, refused
2024-01-01T00:00:00: prost, 2024-01-01T00:00:00Z
2024-01-01T00:00:00Z: Go, 2024-01-01T00:00:00Z
2024-01-01T00:00:00Z: Java, 2024-01-01T00:00:00Z
2024-01-01T00:00:00Z: prost, 2024-01-01T00:00:00Z
2024-01-01T24:00:00Z: Go, refused
2024-01-01T24:00:00Z: Java, 2024-01-02T00:00:00Z
2024-01-01T24:00:00Z: prost, refused
2024-01-01t00:00:00z: Go, refused
2024-01-01t00:00:00z: Java, refused
2024-01-01t00:00:00z: prost, 2024-01-01T00:00:00Z
2024-02-30T00:00:00Z: Go, refused
2024-02-30T00:00:00Z: Java, 2024-03-01T00:00:00Z
2024-02-30T00:00:00Z: prost, refused
315576000001s: Go, refused
315576000001s: Java, refused
315576000001s: prost, 315576000001s
EXPECTED
diff expected seen
echo "times as texts behave as they were seen"
