#!/bin/sh
# com.networknt:json-schema-validator 3.0.9 and com.github.erosb:json-sKema 0.32.0 (Maven Central),
# github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 and boon 0.6.1 (crates.io), seen on 2026-11-30 with Java 17, Go 1.26 and
# Rust 1.95.
#
# Guess before it was run: four validators of draft 2020-12 that are told to judge `format` agree, but for leap seconds.
# Seen: networknt takes no address below a top domain that it does not know, so each of `.test` is refused, and `localhost` is
# not; nor a host name with its final dot. boon and santhosh refuse the template `/a{?page*}`, whose star RFC 6570 (2.4.2)
# has. santhosh takes braces and `é` in a URI, which RFC 3986 does not have. For json-sKema a broken pointer, template,
# pattern or host name is valid, and `192.0.2.01` and a duration with a fraction, which RFC 3339 (appendix A) does not have.
# Leap seconds are valid in UTC for all, and in another offset for two; twelve digits of a fraction are refused by one.
# Whom it meets: contracts that are judged in two languages, with data of a test domain. With a mock: send an address of
# `example.test`.
# Output seen: the lines that EXPECTED has below; of each text 1 says that it is valid.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
date-time 2016-12-31T23:59:60Z
date-time 2024-12-31T15:59:60-08:00
date-time 2024-01-01T00:00:00.123456789012Z
duration PT1.5S
email ann@example.com
email ann@example.test
email ann@localhost
hostname example.test.
hostname -a.test
hostname a_b.test
ipv4 192.0.2.01
uri https://example.test/a
uri https://example.test/{x}
uri https://example.test/é
uri-reference a\b
uri-template /a{?page*}
uri-template /a{x
json-pointer /a~2b
regex [a
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>formats</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.networknt</groupId><artifactId>json-schema-validator</artifactId><version>3.0.9</version>
    </dependency>
    <dependency><groupId>com.github.erosb</groupId><artifactId>json-sKema</artifactId><version>0.32.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Formats.java <<'JAVA'
import com.github.erosb.jsonsKema.FormatValidationPolicy;
import com.github.erosb.jsonsKema.JsonParser;
import com.github.erosb.jsonsKema.SchemaLoader;
import com.github.erosb.jsonsKema.Validator;
import com.github.erosb.jsonsKema.ValidatorConfig;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.nio.file.Files;
import java.nio.file.Path;

class Formats {
    public static void main(String[] arguments) throws Exception {
        var registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        var config = new ValidatorConfig(FormatValidationPolicy.ALWAYS);
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split(" ");
            String schema = "{\"format\":\"" + parts[0] + "\"}";
            String value = '"' + parts[1].replace("\\", "\\\\") + '"';
            boolean networknt = registry.getSchema(schema).validate(value, InputFormat.JSON,
                    context -> context.executionConfig(execution -> execution.formatAssertionsEnabled(true))).isEmpty();
            System.out.println(line + ": networknt " + (networknt ? 1 : 0));
            boolean skema = Validator.create(new SchemaLoader(new JsonParser(schema).parse()).load(), config)
                    .validate(new JsonParser(value).parse()) == null;
            System.out.println(line + ": json-sKema " + (skema ? 1 : 0));
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

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		format, text, _ := strings.Cut(line, " ")
		compiler := jsonschema.NewCompiler()
		compiler.AssertFormat()
		compiler.AddResource("schema.json", map[string]any{"format": format})
		valid := 0
		if compiler.MustCompile("schema.json").Validate(text) == nil {
			valid = 1
		}
		fmt.Printf("%s: santhosh %d\n", line, valid)
	}
}
GO
{
  go mod init finding.test/formats
  go get github.com/santhosh-tekuri/jsonschema/v6@v6.0.3
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
boon = "=0.6.1"
serde_json = "=1.0.154"
TOML
cat > src/main.rs <<'RUST'
use boon::{Compiler, Schemas};
use serde_json::json;

fn main() {
    for line in include_str!("../cases").lines() {
        let (format, text) = line.split_once(' ').expect("a format and a text");
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.enable_format_assertions();
        compiler.add_resource("schema.json", json!({ "format": format })).expect("a schema");
        let index = compiler.compile("schema.json", &mut schemas).expect("a schema");
        println!("{line}: boon {}", schemas.validate(&json!(text), index).is_ok() as u8);
    }
}
RUST
{ java -cp 'classes/*' Formats.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
date-time 2016-12-31T23:59:60Z: boon 1
date-time 2016-12-31T23:59:60Z: json-sKema 1
date-time 2016-12-31T23:59:60Z: networknt 1
date-time 2016-12-31T23:59:60Z: santhosh 1
date-time 2024-01-01T00:00:00.123456789012Z: boon 1
date-time 2024-01-01T00:00:00.123456789012Z: json-sKema 0
date-time 2024-01-01T00:00:00.123456789012Z: networknt 1
date-time 2024-01-01T00:00:00.123456789012Z: santhosh 1
date-time 2024-12-31T15:59:60-08:00: boon 1
date-time 2024-12-31T15:59:60-08:00: json-sKema 0
date-time 2024-12-31T15:59:60-08:00: networknt 0
date-time 2024-12-31T15:59:60-08:00: santhosh 1
duration PT1.5S: boon 0
duration PT1.5S: json-sKema 1
duration PT1.5S: networknt 0
duration PT1.5S: santhosh 0
email ann@example.com: boon 1
email ann@example.com: json-sKema 1
email ann@example.com: networknt 1
email ann@example.com: santhosh 1
email ann@example.test: boon 1
email ann@example.test: json-sKema 1
email ann@example.test: networknt 0
email ann@example.test: santhosh 1
email ann@localhost: boon 1
email ann@localhost: json-sKema 1
email ann@localhost: networknt 1
email ann@localhost: santhosh 1
hostname -a.test: boon 0
hostname -a.test: json-sKema 1
hostname -a.test: networknt 0
hostname -a.test: santhosh 0
hostname a_b.test: boon 0
hostname a_b.test: json-sKema 1
hostname a_b.test: networknt 0
hostname a_b.test: santhosh 0
hostname example.test.: boon 1
hostname example.test.: json-sKema 1
hostname example.test.: networknt 0
hostname example.test.: santhosh 1
ipv4 192.0.2.01: boon 0
ipv4 192.0.2.01: json-sKema 1
ipv4 192.0.2.01: networknt 0
ipv4 192.0.2.01: santhosh 0
json-pointer /a~2b: boon 0
json-pointer /a~2b: json-sKema 1
json-pointer /a~2b: networknt 0
json-pointer /a~2b: santhosh 0
regex [a: boon 0
regex [a: json-sKema 1
regex [a: networknt 0
regex [a: santhosh 0
uri https://example.test/a: boon 1
uri https://example.test/a: json-sKema 1
uri https://example.test/a: networknt 1
uri https://example.test/a: santhosh 1
uri https://example.test/{x}: boon 0
uri https://example.test/{x}: json-sKema 0
uri https://example.test/{x}: networknt 0
uri https://example.test/{x}: santhosh 1
uri https://example.test/é: boon 0
uri https://example.test/é: json-sKema 1
uri https://example.test/é: networknt 0
uri https://example.test/é: santhosh 1
uri-reference a\b: boon 0
uri-reference a\b: json-sKema 1
uri-reference a\b: networknt 0
uri-reference a\b: santhosh 0
uri-template /a{?page*}: boon 0
uri-template /a{?page*}: json-sKema 1
uri-template /a{?page*}: networknt 1
uri-template /a{?page*}: santhosh 0
uri-template /a{x: boon 0
uri-template /a{x: json-sKema 1
uri-template /a{x: networknt 0
uri-template /a{x: santhosh 0
EXPECTED
diff expected seen
echo "formats of JSON Schema behave as they were seen"
