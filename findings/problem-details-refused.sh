#!/bin/sh
# org.zalando:jackson-datatype-problem 0.27.1 (Maven Central), github.com/moogar0880/problems v1.0.1, and problem_details
# 0.11.0 and http-api-problem 0.60.0 (crates.io), seen on 2026-11-29 with Java 17, Go 1.26 and Rust 1.95.
#
# Guess before it was run: four readers of problem details read each valid problem and write it on; types may be checked.
# Seen: a member of the wrong type is to be ignored (RFC 9457, 3.1); all four refuse the problem for a status that is a text.
# Extensions may have any name (3.2): zalando refuses a problem with a `cause` that is a text, and moogar0880 drops each
# extension, without a word. A problem without a type is `about:blank`; moogar0880 writes the type `""`, which is the URL of
# the answer itself. Absent titles and unknown statuses are read alike.
# Whom it meets: clients that show why a call failed, and get an error of the reader instead. With a mock: let one refusal
# have a `cause`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > problems <<'TEXT'
{"title":"Gone","status":410}
{"title":"Gone","status":"410"}
{"title":"Gone","status":410,"cause":"moved"}
{"title":"Gone","status":410,"balance":30}
{"status":799}
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>problem</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.zalando</groupId><artifactId>jackson-datatype-problem</artifactId><version>0.27.1</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Pass.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.zalando.problem.Problem;
import org.zalando.problem.jackson.ProblemModule;

class Pass {
    public static void main(String[] arguments) throws Exception {
        var mapper = new ObjectMapper().registerModule(new ProblemModule());
        for (String line : Files.readAllLines(Path.of("problems"))) {
            String answer;
            try {
                answer = mapper.writeValueAsString(mapper.readValue(line, Problem.class));
            } catch (Exception error) {
                answer = "refused, " + error.getClass().getSimpleName();
            }
            System.out.println(line + " by zalando: " + answer);
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

	"github.com/moogar0880/problems"
)

func main() {
	file, _ := os.ReadFile("problems")
	for _, line := range strings.Fields(string(file)) {
		var problem problems.Problem
		answer := "refused"
		if json.Unmarshal([]byte(line), &problem) == nil {
			written, _ := json.Marshal(problem)
			answer = string(written)
		}
		fmt.Printf("%s by moogar0880: %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/problem
  go get github.com/moogar0880/problems@v1.0.1
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
http-api-problem = "=0.60.0"
problem_details = "=0.11.0"
serde = "1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use http_api_problem::HttpApiProblem;
use problem_details::ProblemDetails;
use serde::{de::DeserializeOwned, Serialize};
use serde_json::{Map, Value};

fn pass<T: DeserializeOwned + Serialize>(text: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(&serde_json::from_str::<T>(text)?)
}

fn main() {
    for line in include_str!("../problems").lines() {
        let written = pass::<ProblemDetails<Map<String, Value>>>(line).unwrap_or("refused".into());
        println!("{line} by problem_details: {written}");
        println!("{line} by http-api-problem: {}", pass::<HttpApiProblem>(line).unwrap_or("refused".into()));
    }
}
RUST
{ java -cp 'classes/*' Pass.java 2> /dev/null; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"status":799} by http-api-problem: {"status":799}
{"status":799} by moogar0880: {"type":"","title":"","status":799}
{"status":799} by problem_details: {"status":799}
{"status":799} by zalando: {"status":799}
{"title":"Gone","status":"410"} by http-api-problem: refused
{"title":"Gone","status":"410"} by moogar0880: refused
{"title":"Gone","status":"410"} by problem_details: refused
{"title":"Gone","status":"410"} by zalando: refused, JsonMappingException
{"title":"Gone","status":410,"balance":30} by http-api-problem: {"status":410,"title":"Gone","balance":30}
{"title":"Gone","status":410,"balance":30} by moogar0880: {"type":"","title":"Gone","status":410}
{"title":"Gone","status":410,"balance":30} by problem_details: {"status":410,"title":"Gone","balance":30}
{"title":"Gone","status":410,"balance":30} by zalando: {"title":"Gone","status":410,"balance":30}
{"title":"Gone","status":410,"cause":"moved"} by http-api-problem: {"status":410,"title":"Gone","cause":"moved"}
{"title":"Gone","status":410,"cause":"moved"} by moogar0880: {"type":"","title":"Gone","status":410}
{"title":"Gone","status":410,"cause":"moved"} by problem_details: {"status":410,"title":"Gone","cause":"moved"}
{"title":"Gone","status":410,"cause":"moved"} by zalando: refused, MismatchedInputException
{"title":"Gone","status":410} by http-api-problem: {"status":410,"title":"Gone"}
{"title":"Gone","status":410} by moogar0880: {"type":"","title":"Gone","status":410}
{"title":"Gone","status":410} by problem_details: {"status":410,"title":"Gone"}
{"title":"Gone","status":410} by zalando: {"title":"Gone","status":410}
EXPECTED
diff expected seen
echo "readers of problem details behave as they were seen"
