#!/bin/sh
# jsonata 2.2.2 (npm), jsonata-python 0.7.1 (PyPI), github.com/blues/jsonata-go v1.5.4 and github.com/xiatechs/jsonata-go
# v1.8.8, and com.dashjoin:jsonata 0.9.9 and com.ibm.jsonata4java:JSONata4Java 2.5.1 (Maven Central), seen on 2026-11-30 with
# Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: five ports of JSONata give what the reference gives, or refuse; texts of dates may differ in Go.
# Seen: for xiatechs noon at +01:00 is midnight in UTC of that day (`$toMillis`), and 1/3 has eight digits. JSONata4Java sorts
# `^(>qty)` upwards, has a name that is absent be null, and writes 0.14 as 141% by the picture of the documentation. `%` of
# it, the parent, is its own object. dashjoin refuses to sort by prices of which only one has a fraction. For both libraries
# in Go a member that is null neither exists nor is null, `&` leaves it out, and a blank in a URL is `+`. blues gives
# nothing, without an error, for `@$l`, and for an empty list. The reference has `$base64encode` of `ñ` in ISO 8859-1, each
# port in UTF-8. jsonata-python and JSONata4Java keep an integer above 2^53.
# Whom it meets: mappings that are made in an editor, in JavaScript, and run in another language. With a mock: seed times
# with an offset, and a member that is null.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > document.json <<'JSON'
{
  "nul": null, "none": [], "big": 9007199254740993,
  "order": {
    "id": "o1",
    "lines": [
      { "sku": "a", "qty": 2, "price": 2.5 }, { "sku": "b", "qty": 1, "price": 10 }, { "sku": "c", "qty": 5, "price": 1 }
    ]
  }
}
JSON
cat > expressions <<'TEXT'
$toMillis("2026-11-30T12:00:00+01:00")
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]")
1/3
order.lines^(>qty).sku
order.lines^(price).sku
order.lines.(%.id & sku)
order.lines@$l.{"s": $l.sku}
order.lines#$i.($i & sku)
order.lines[-1].sku
$exists(nul)
nul = null
nosuch = nul
"a" & nul & "b"
none
$formatNumber(0.14, "01%")
$formatNumber(12345.6, "#,###.00")
$formatInteger(1999, "I")
$number("0x10")
$number(" 1")
$encodeUrlComponent("a b")
$base64encode("ñ")
big
TEXT
npm install --silent --no-audit --no-fund jsonata@2.2.2
cat > evaluate.mjs <<'JS'
import { readFileSync } from 'node:fs';
import jsonata from 'jsonata';

const document = JSON.parse(readFileSync('document.json', 'utf8'));
for (const expression of readFileSync('expressions', 'utf8').trim().split('\n')) {
  let answer = 'refused';
  try {
    answer = JSON.stringify(await jsonata(expression).evaluate(document)) ?? 'nothing';
  } catch {}
  console.log(`${expression}: reference, ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check jsonata-python==0.7.1
cat > evaluate.py <<'PY'
import json

import jsonata

with open("document.json", encoding="utf-8") as file:
    document = json.load(file)
with open("expressions", encoding="utf-8") as file:
    for expression in file.read().splitlines():
        try:
            value = jsonata.Jsonata(expression).evaluate(document)
            answer = "nothing" if value is None else json.dumps(value, separators=(",", ":"), ensure_ascii=False)
        except Exception:
            answer = "refused"
        print(f"{expression}: Python, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	blues "github.com/blues/jsonata-go"
	xiatechs "github.com/xiatechs/jsonata-go"
)

func evaluated(evaluate func() (any, error)) string {
	value, err := evaluate()
	if err != nil && err.Error() == "no results found" {
		return "nothing"
	}
	if err != nil {
		return "refused"
	}
	written, _ := json.Marshal(value)
	return string(written)
}

func main() {
	text, _ := os.ReadFile("document.json")
	var document any
	if err := json.Unmarshal(text, &document); err != nil {
		panic(err)
	}
	expressions, _ := os.ReadFile("expressions")
	for _, expression := range strings.Split(strings.TrimSpace(string(expressions)), "\n") {
		fmt.Printf("%s: blues, %s\n", expression, evaluated(func() (any, error) {
			compiled, err := blues.Compile(expression)
			if err != nil {
				return nil, err
			}
			return compiled.Eval(document)
		}))
		fmt.Printf("%s: xiatechs, %s\n", expression, evaluated(func() (any, error) {
			compiled, err := xiatechs.Compile(expression)
			if err != nil {
				return nil, err
			}
			return compiled.Eval(document)
		}))
	}
}
GO
{
  go mod init finding.test/evaluate
  go get github.com/blues/jsonata-go@v1.5.4 github.com/xiatechs/jsonata-go@v1.8.8
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>evaluate</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.dashjoin</groupId><artifactId>jsonata</artifactId><version>0.9.9</version></dependency>
    <dependency>
      <groupId>com.ibm.jsonata4java</groupId><artifactId>JSONata4Java</artifactId><version>2.5.1</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Evaluate.java <<'JAVA'
import com.api.jsonata4java.expressions.Expressions;
import com.dashjoin.jsonata.Jsonata;
import com.dashjoin.jsonata.json.Json;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

class Evaluate {
    static void show(String expression, String library, Callable<Object> evaluate) {
        var answer = "refused";
        try {
            var value = evaluate.call();
            answer = value == null ? "nothing" : new ObjectMapper().writeValueAsString(value);
        } catch (Exception error) {
        }
        System.out.println(expression + ": " + library + ", " + answer);
    }

    public static void main(String[] arguments) throws Exception {
        var document = Files.readString(Path.of("document.json"));
        for (var expression : Files.readAllLines(Path.of("expressions"))) {
            show(expression, "dashjoin", () -> Jsonata.jsonata(expression).evaluate(Json.parseJson(document)));
            show(expression, "IBM", () -> Expressions.parse(expression).evaluate(new ObjectMapper().readTree(document)));
        }
    }
}
JAVA
{
  node evaluate.mjs
  venv/bin/python evaluate.py
  go run .
  java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'classes/*' Evaluate.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
"a" & nul & "b": IBM, "anullb"
"a" & nul & "b": Python, "anullb"
"a" & nul & "b": blues, "ab"
"a" & nul & "b": dashjoin, "anullb"
"a" & nul & "b": reference, "anullb"
"a" & nul & "b": xiatechs, "ab"
$base64encode("ñ"): IBM, "w7E="
$base64encode("ñ"): Python, "w7E="
$base64encode("ñ"): blues, "w7E="
$base64encode("ñ"): dashjoin, "w7E="
$base64encode("ñ"): reference, "8Q=="
$base64encode("ñ"): xiatechs, "w7E="
$encodeUrlComponent("a b"): IBM, "a%20b"
$encodeUrlComponent("a b"): Python, "a%20b"
$encodeUrlComponent("a b"): blues, "a+b"
$encodeUrlComponent("a b"): dashjoin, "a%20b"
$encodeUrlComponent("a b"): reference, "a%20b"
$encodeUrlComponent("a b"): xiatechs, "a+b"
$exists(nul): IBM, true
$exists(nul): Python, true
$exists(nul): blues, false
$exists(nul): dashjoin, true
$exists(nul): reference, true
$exists(nul): xiatechs, false
$formatInteger(1999, "I"): IBM, refused
$formatInteger(1999, "I"): Python, "MCMXCIX"
$formatInteger(1999, "I"): blues, refused
$formatInteger(1999, "I"): dashjoin, "MCMXCIX"
$formatInteger(1999, "I"): reference, "MCMXCIX"
$formatInteger(1999, "I"): xiatechs, refused
$formatNumber(0.14, "01%"): IBM, "141%"
$formatNumber(0.14, "01%"): Python, "14%"
$formatNumber(0.14, "01%"): blues, "14%"
$formatNumber(0.14, "01%"): dashjoin, "14%"
$formatNumber(0.14, "01%"): reference, "14%"
$formatNumber(0.14, "01%"): xiatechs, "14%"
$formatNumber(12345.6, "#,###.00"): IBM, "12,345.60"
$formatNumber(12345.6, "#,###.00"): Python, "12,345.60"
$formatNumber(12345.6, "#,###.00"): blues, "12,345.60"
$formatNumber(12345.6, "#,###.00"): dashjoin, "12,345.60"
$formatNumber(12345.6, "#,###.00"): reference, "12,345.60"
$formatNumber(12345.6, "#,###.00"): xiatechs, "12,345.60"
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]"): IBM, "2026-11-30 Monday"
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]"): Python, "2026-11-30 Monday"
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]"): blues, "2026-11-30 Monday"
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]"): dashjoin, "2026-11-30 Monday"
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]"): reference, "2026-11-30 Monday"
$fromMillis(1796042096789, "[Y]-[M01]-[D01] [FNn]"): xiatechs, "2026-11-30 Monday"
$number(" 1"): IBM, 1
$number(" 1"): Python, 1
$number(" 1"): blues, refused
$number(" 1"): dashjoin, 1
$number(" 1"): reference, refused
$number(" 1"): xiatechs, refused
$number("0x10"): IBM, 16
$number("0x10"): Python, 16
$number("0x10"): blues, refused
$number("0x10"): dashjoin, 16
$number("0x10"): reference, 16
$number("0x10"): xiatechs, refused
$toMillis("2026-11-30T12:00:00+01:00"): IBM, 1796036400000
$toMillis("2026-11-30T12:00:00+01:00"): Python, 1796036400000
$toMillis("2026-11-30T12:00:00+01:00"): blues, 1796036400000
$toMillis("2026-11-30T12:00:00+01:00"): dashjoin, 1796036400000
$toMillis("2026-11-30T12:00:00+01:00"): reference, 1796036400000
$toMillis("2026-11-30T12:00:00+01:00"): xiatechs, 1795996800000
1/3: IBM, 0.3333333333333333
1/3: Python, 0.3333333333333333
1/3: blues, 0.3333333333333333
1/3: dashjoin, 0.3333333333333333
1/3: reference, 0.3333333333333333
1/3: xiatechs, 0.33333334
big: IBM, 9007199254740993
big: Python, 9007199254740993
big: blues, 9007199254740992
big: dashjoin, 9007199254740992
big: reference, 9007199254740992
big: xiatechs, 9007199254740992
none: IBM, []
none: Python, []
none: blues, nothing
none: dashjoin, []
none: reference, []
none: xiatechs, []
nosuch = nul: IBM, true
nosuch = nul: Python, false
nosuch = nul: blues, false
nosuch = nul: dashjoin, false
nosuch = nul: reference, false
nosuch = nul: xiatechs, false
nul = null: IBM, true
nul = null: Python, true
nul = null: blues, false
nul = null: dashjoin, true
nul = null: reference, true
nul = null: xiatechs, false
order.lines#$i.($i & sku): IBM, refused
order.lines#$i.($i & sku): Python, ["0a","1b","2c"]
order.lines#$i.($i & sku): blues, nothing
order.lines#$i.($i & sku): dashjoin, ["0a","1b","2c"]
order.lines#$i.($i & sku): reference, ["0a","1b","2c"]
order.lines#$i.($i & sku): xiatechs, nothing
order.lines.(%.id & sku): IBM, ["o1","o1","o1"]
order.lines.(%.id & sku): Python, ["o1a","o1b","o1c"]
order.lines.(%.id & sku): blues, refused
order.lines.(%.id & sku): dashjoin, ["o1a","o1b","o1c"]
order.lines.(%.id & sku): reference, ["o1a","o1b","o1c"]
order.lines.(%.id & sku): xiatechs, refused
order.lines@$l.{"s": $l.sku}: IBM, refused
order.lines@$l.{"s": $l.sku}: Python, [{"s":"a"},{"s":"b"},{"s":"c"}]
order.lines@$l.{"s": $l.sku}: blues, nothing
order.lines@$l.{"s": $l.sku}: dashjoin, [{"s":"a"},{"s":"b"},{"s":"c"}]
order.lines@$l.{"s": $l.sku}: reference, [{"s":"a"},{"s":"b"},{"s":"c"}]
order.lines@$l.{"s": $l.sku}: xiatechs, refused
order.lines[-1].sku: IBM, "c"
order.lines[-1].sku: Python, "c"
order.lines[-1].sku: blues, "c"
order.lines[-1].sku: dashjoin, "c"
order.lines[-1].sku: reference, "c"
order.lines[-1].sku: xiatechs, "c"
order.lines^(>qty).sku: IBM, ["b","a","c"]
order.lines^(>qty).sku: Python, ["c","a","b"]
order.lines^(>qty).sku: blues, ["c","a","b"]
order.lines^(>qty).sku: dashjoin, ["c","a","b"]
order.lines^(>qty).sku: reference, ["c","a","b"]
order.lines^(>qty).sku: xiatechs, ["c","a","b"]
order.lines^(price).sku: IBM, ["c","a","b"]
order.lines^(price).sku: Python, ["c","a","b"]
order.lines^(price).sku: blues, ["c","a","b"]
order.lines^(price).sku: dashjoin, refused
order.lines^(price).sku: reference, ["c","a","b"]
order.lines^(price).sku: xiatechs, ["c","a","b"]
EXPECTED
diff expected seen
echo "ports of JSONata evaluate as they were seen"
