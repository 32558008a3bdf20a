#!/bin/sh
# dev.cel:cel 0.14.0 (Maven Central), cel.dev/cel-go v0.33.2 and cel 0.15.0 (crates.io), seen on 2026-11-30 with Java 17, Go
# 1.26 and Rust 1.95.
#
# Guess before it was run: three libraries give simple expressions of CEL the same value; the one in Rust does not compare
# numbers of two types.
# Seen: it does, `1 < 1.5` included, which the checkers of the two others refuse. As texts, values differ: 1.0 is `1.0` in
# Java and `1` in the others, 1.5e21 has three forms, and 1.5 s is `1.500s` in Java and `1.5s` in the others. `string` of a
# time in another offset keeps the offset in Go, and is in UTC in Java and Rust. `getMilliseconds` of 1.5 s is 500 in Java,
# the part behind the seconds, and 1500 in the others; `getSeconds` and `getMinutes` count all in the three.
# Whom it meets: rules that make keys, labels or messages of values, and are judged in two languages. With a mock: compare
# such a text of two services.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > expressions <<'TEXT'
string(1.0)
string(1.5e21)
string(100000000.0)
string(duration('90s'))
string(duration('1.5s'))
string(duration('-1.5s'))
string(timestamp('2024-01-01T00:00:00.5Z'))
string(timestamp('2024-01-01T01:00:00+01:00'))
duration('90m').getMinutes()
duration('90s').getSeconds()
duration('1.5s').getMilliseconds()
timestamp('2024-12-31T23:30:00Z').getFullYear('Europe/Berlin')
timestamp('2024-12-31T23:30:00.25Z').getMilliseconds()
1 < 1.5
[1] == [1.0]
dyn(1) == 1.0
-7 % 3
size('é')
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>values</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>dev.cel</groupId><artifactId>cel</artifactId><version>0.14.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Values.java <<'JAVA'
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.runtime.CelRuntimeFactory;
import java.nio.file.Files;
import java.nio.file.Path;

class Values {
    public static void main(String[] arguments) throws Exception {
        var compiler = CelCompilerFactory.standardCelCompilerBuilder().build();
        var runtime = CelRuntimeFactory.standardCelRuntimeBuilder().build();
        for (String line : Files.readAllLines(Path.of("expressions"))) {
            String answer;
            try {
                answer = String.valueOf(runtime.createProgram(compiler.compile(line).getAst()).eval());
            } catch (Exception error) {
                answer = "refused";
            }
            System.out.println(line + ": Java, " + answer);
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

	"cel.dev/cel-go/cel"
)

func evaluate(environment *cel.Env, text string) any {
	tree, issues := environment.Compile(text)
	if issues.Err() != nil {
		return "refused"
	}
	program, err := environment.Program(tree)
	if err != nil {
		return "refused"
	}
	value, _, err := program.Eval(map[string]any{})
	if err != nil {
		return "refused"
	}
	return value.Value()
}

func main() {
	environment, _ := cel.NewEnv()
	file, _ := os.ReadFile("expressions")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		fmt.Printf("%s: Go, %v\n", line, evaluate(environment, line))
	}
}
GO
{
  go mod init finding.test/values
  go get cel.dev/cel-go/cel@v0.33.2
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
cel = "=0.15.0"
TOML
cat > src/main.rs <<'RUST'
use cel::{Context, Program, Value};

fn evaluate(text: &str) -> String {
    match Program::compile(text).ok().and_then(|program| program.execute(&Context::default()).ok()) {
        Some(Value::String(value)) => value.to_string(),
        Some(Value::Int(value)) => value.to_string(),
        Some(Value::Bool(value)) => value.to_string(),
        _ => "refused".to_string(),
    }
}

fn main() {
    for line in include_str!("../expressions").lines() {
        println!("{line}: Rust, {}", evaluate(line));
    }
}
RUST
{ java -cp 'classes/*' Values.java; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
-7 % 3: Go, -1
-7 % 3: Java, -1
-7 % 3: Rust, -1
1 < 1.5: Go, refused
1 < 1.5: Java, refused
1 < 1.5: Rust, true
[1] == [1.0]: Go, refused
[1] == [1.0]: Java, refused
[1] == [1.0]: Rust, true
duration('1.5s').getMilliseconds(): Go, 1500
duration('1.5s').getMilliseconds(): Java, 500
duration('1.5s').getMilliseconds(): Rust, 1500
duration('90m').getMinutes(): Go, 90
duration('90m').getMinutes(): Java, 90
duration('90m').getMinutes(): Rust, 90
duration('90s').getSeconds(): Go, 90
duration('90s').getSeconds(): Java, 90
duration('90s').getSeconds(): Rust, 90
dyn(1) == 1.0: Go, true
dyn(1) == 1.0: Java, true
dyn(1) == 1.0: Rust, true
size('é'): Go, 1
size('é'): Java, 1
size('é'): Rust, 1
string(1.0): Go, 1
string(1.0): Java, 1.0
string(1.0): Rust, 1
string(1.5e21): Go, 1.5e+21
string(1.5e21): Java, 1.5E21
string(1.5e21): Rust, 1500000000000000000000
string(100000000.0): Go, 1e+08
string(100000000.0): Java, 1.0E8
string(100000000.0): Rust, 100000000
string(duration('-1.5s')): Go, -1.5s
string(duration('-1.5s')): Java, -1.500s
string(duration('-1.5s')): Rust, -1.5s
string(duration('1.5s')): Go, 1.5s
string(duration('1.5s')): Java, 1.500s
string(duration('1.5s')): Rust, 1.5s
string(duration('90s')): Go, 90s
string(duration('90s')): Java, 90s
string(duration('90s')): Rust, 90s
string(timestamp('2024-01-01T00:00:00.5Z')): Go, 2024-01-01T00:00:00.5Z
string(timestamp('2024-01-01T00:00:00.5Z')): Java, 2024-01-01T00:00:00.500Z
string(timestamp('2024-01-01T00:00:00.5Z')): Rust, 2024-01-01T00:00:00.5Z
string(timestamp('2024-01-01T01:00:00+01:00')): Go, 2024-01-01T01:00:00+01:00
string(timestamp('2024-01-01T01:00:00+01:00')): Java, 2024-01-01T00:00:00Z
string(timestamp('2024-01-01T01:00:00+01:00')): Rust, 2024-01-01T00:00:00Z
timestamp('2024-12-31T23:30:00.25Z').getMilliseconds(): Go, 250
timestamp('2024-12-31T23:30:00.25Z').getMilliseconds(): Java, 250
timestamp('2024-12-31T23:30:00.25Z').getMilliseconds(): Rust, 250
timestamp('2024-12-31T23:30:00Z').getFullYear('Europe/Berlin'): Go, 2025
timestamp('2024-12-31T23:30:00Z').getFullYear('Europe/Berlin'): Java, 2025
timestamp('2024-12-31T23:30:00Z').getFullYear('Europe/Berlin'): Rust, 2025
EXPECTED
diff expected seen
echo "texts of values in CEL behave as they were seen"
