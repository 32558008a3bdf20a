#!/bin/sh
# jmespath 0.16.0 and @jmespath-community/jmespath 1.3.0 (npm), jmespath 1.1.0 (PyPI), github.com/jmespath/go-jmespath v0.4.0,
# io.burt:jmespath-jackson 0.6.0 (Maven Central) and jmespath 0.5.0 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11,
# Go 1.26, Java 17 and Rust 1.95.
#
# Guess before it was run: six libraries give one answer to one expression of JMESPath; `to_number` may take more in JavaScript.
# Seen: it takes 0x10, blanks and the empty text there, and `1_000` in Python and Go, though only a number of JSON is one (its
# specification, `to_number`). `<` is for numbers, and everything else makes it null (comparison operators): jmespath of npm
# finds an item without `n`, and one whose `n` is null, to be below 6, and compares texts. So does jmespath of PyPI, which
# has an error of Python instead for a number and a text. Both libraries of npm have `a` as the least of b, a and C, and sort
# them C, a, b. `sort_by` of Go sorts the list inside the document, so the next expression, `list[::-1]`, has another answer;
# it gives null, without an error, if one item lacks the key. The mean of an empty list is null: Go gives a number that JSON
# cannot have, and Rust an error. Java keeps null in `mixed[]`, and does not sort numbers by themselves.
# Whom it meets: filters of command lines, tests and policies that move to another language. With a mock: seed a resource
# without the member that a filter compares.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > document.json <<'JSON'
{
  "items": [{ "id": "x", "n": 5 }, { "id": "y", "n": 10 }, { "id": "z" }, { "id": "w", "n": null }],
  "list": [3, 1, 2], "words": ["b", "a", "C"], "mixed": [1, null, [2]], "empty": [], "s": "abc"
}
JSON
cat > expressions <<'TEXT'
items[?n < `6`].id
items[?n >= `6`].id
items[?n > '5'].id
s < 'b'
min(words)
sort(words)
avg(empty)
mixed[]
sort_by(list, &@)
list[::-1]
sort_by(items, &n)[].id
sum(items[].n)
to_number('1e3')
to_number('0x10')
to_number('')
to_number(' 1 ')
to_number('1_000')
items[?n].id
TEXT
npm install --silent --no-audit --no-fund jmespath@0.16.0 @jmespath-community/jmespath@1.3.0
cat > search.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { search as community } from '@jmespath-community/jmespath';
import jmespath from 'jmespath';

const document = JSON.parse(readFileSync('document.json', 'utf8'));
for (const expression of readFileSync('expressions', 'utf8').trim().split('\n')) {
  for (const [library, search] of Object.entries({ npm: jmespath.search, community })) {
    let answer = 'refused';
    try {
      answer = JSON.stringify(search(document, expression));
    } catch {}
    console.log(`${expression}: ${library}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jmespath==1.1.0
cat > search.py <<'PY'
import json

import jmespath

with open("document.json", encoding="utf-8") as file:
    document = json.load(file)
with open("expressions", encoding="utf-8") as file:
    for expression in file.read().splitlines():
        try:
            answer = json.dumps(jmespath.search(expression, document), separators=(",", ":"))
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{expression}: PyPI, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/jmespath/go-jmespath"
)

func main() {
	text, _ := os.ReadFile("document.json")
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	expressions, _ := os.ReadFile("expressions")
	for _, expression := range strings.Split(strings.TrimSpace(string(expressions)), "\n") {
		answer := "refused"
		if found, err := jmespath.Search(expression, document); err == nil {
			written, err := json.Marshal(found)
			answer = string(written)
			if err != nil {
				answer = fmt.Sprint(found)
			}
		}
		fmt.Printf("%s: Go, %s\n", expression, answer)
	}
}
GO
{
  go mod init finding.test/search
  go get github.com/jmespath/go-jmespath@v0.4.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>search</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.burt</groupId><artifactId>jmespath-jackson</artifactId><version>0.6.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Search.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import io.burt.jmespath.jackson.JacksonRuntime;
import java.nio.file.Files;
import java.nio.file.Path;

class Search {
    public static void main(String[] arguments) throws Exception {
        var document = new ObjectMapper().readTree(Path.of("document.json").toFile());
        for (var expression : Files.readAllLines(Path.of("expressions"))) {
            String answer;
            try {
                answer = new JacksonRuntime().compile(expression).search(document).toString();
            } catch (RuntimeException error) {
                answer = "refused";
            }
            System.out.println(expression + ": Java, " + answer);
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
jmespath = "=0.5.0"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use jmespath::Variable;

fn main() {
    let document = Variable::from_json(include_str!("../document.json")).unwrap();
    for expression in include_str!("../expressions").lines() {
        let found = jmespath::compile(expression).and_then(|compiled| compiled.search(document.clone()));
        let answer = found.map(|value| serde_json::to_string(&*value).unwrap()).unwrap_or("refused".into());
        println!("{expression}: Rust, {answer}");
    }
}
RUST
{
  node search.mjs
  venv/bin/python search.py
  go run .
  java -cp 'classes/*' Search.java
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
avg(empty): Go, NaN
avg(empty): Java, null
avg(empty): PyPI, null
avg(empty): Rust, refused
avg(empty): community, null
avg(empty): npm, null
items[?n < `6`].id: Go, ["x"]
items[?n < `6`].id: Java, ["x"]
items[?n < `6`].id: PyPI, ["x"]
items[?n < `6`].id: Rust, ["x"]
items[?n < `6`].id: community, ["x"]
items[?n < `6`].id: npm, ["x","z","w"]
items[?n > '5'].id: Go, []
items[?n > '5'].id: Java, []
items[?n > '5'].id: PyPI, refused, TypeError
items[?n > '5'].id: Rust, []
items[?n > '5'].id: community, []
items[?n > '5'].id: npm, ["y"]
items[?n >= `6`].id: Go, ["y"]
items[?n >= `6`].id: Java, ["y"]
items[?n >= `6`].id: PyPI, ["y"]
items[?n >= `6`].id: Rust, ["y"]
items[?n >= `6`].id: community, ["y"]
items[?n >= `6`].id: npm, ["y"]
items[?n].id: Go, ["x","y"]
items[?n].id: Java, ["x","y"]
items[?n].id: PyPI, ["x","y"]
items[?n].id: Rust, ["x","y"]
items[?n].id: community, ["x","y"]
items[?n].id: npm, ["x","y"]
list[::-1]: Go, [3,2,1]
list[::-1]: Java, [2,1,3]
list[::-1]: PyPI, [2,1,3]
list[::-1]: Rust, [2,1,3]
list[::-1]: community, [2,1,3]
list[::-1]: npm, [2,1,3]
min(words): Go, "C"
min(words): Java, "C"
min(words): PyPI, "C"
min(words): Rust, "C"
min(words): community, "a"
min(words): npm, "a"
mixed[]: Go, [1,2]
mixed[]: Java, [1,null,2]
mixed[]: PyPI, [1,2]
mixed[]: Rust, [1,2]
mixed[]: community, [1,2]
mixed[]: npm, [1,2]
s < 'b': Go, null
s < 'b': Java, null
s < 'b': PyPI, true
s < 'b': Rust, null
s < 'b': community, null
s < 'b': npm, true
sort(words): Go, ["C","a","b"]
sort(words): Java, ["C","a","b"]
sort(words): PyPI, ["C","a","b"]
sort(words): Rust, ["C","a","b"]
sort(words): community, ["C","a","b"]
sort(words): npm, ["C","a","b"]
sort_by(items, &n)[].id: Go, null
sort_by(items, &n)[].id: Java, refused
sort_by(items, &n)[].id: PyPI, refused, JMESPathTypeError
sort_by(items, &n)[].id: Rust, refused
sort_by(items, &n)[].id: community, refused
sort_by(items, &n)[].id: npm, refused
sort_by(list, &@): Go, [1,2,3]
sort_by(list, &@): Java, refused
sort_by(list, &@): PyPI, [1,2,3]
sort_by(list, &@): Rust, [1,2,3]
sort_by(list, &@): community, [1,2,3]
sort_by(list, &@): npm, [1,2,3]
sum(items[].n): Go, 15
sum(items[].n): Java, 15.0
sum(items[].n): PyPI, 15
sum(items[].n): Rust, 15.0
sum(items[].n): community, 15
sum(items[].n): npm, 15
to_number(' 1 '): Go, null
to_number(' 1 '): Java, 1
to_number(' 1 '): PyPI, 1
to_number(' 1 '): Rust, 1
to_number(' 1 '): community, 1
to_number(' 1 '): npm, 1
to_number(''): Go, null
to_number(''): Java, null
to_number(''): PyPI, null
to_number(''): Rust, null
to_number(''): community, 0
to_number(''): npm, 0
to_number('0x10'): Go, null
to_number('0x10'): Java, null
to_number('0x10'): PyPI, null
to_number('0x10'): Rust, null
to_number('0x10'): community, 16
to_number('0x10'): npm, 16
to_number('1_000'): Go, 1000
to_number('1_000'): Java, null
to_number('1_000'): PyPI, 1000
to_number('1_000'): Rust, null
to_number('1_000'): community, null
to_number('1_000'): npm, null
to_number('1e3'): Go, 1000
to_number('1e3'): Java, 1000
to_number('1e3'): PyPI, 1000.0
to_number('1e3'): Rust, 1000.0
to_number('1e3'): community, 1000
to_number('1e3'): npm, 1000
EXPECTED
diff expected seen
echo "expressions of JMESPath are answered as they were seen"
