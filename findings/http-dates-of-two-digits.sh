#!/bin/sh
# Werkzeug 3.1.9, WebOb 1.8.11 and Django 5.2.19 (PyPI), org.apache.httpcomponents.client5:httpclient5 5.6.5,
# org.springframework:spring-web 7.0.10, io.netty:netty-codec-http 4.2.20.Final and org.eclipse.jetty:jetty-http 12.1.14
# (Maven Central), httpdate 1.0.3 (crates.io) and `net/http` of Go, seen on 2026-11-30 with Python 3.11, Java 17, Rust 1.95
# and Go 1.26.
#
# Guess before it was run: nine readers (Go, httpdate, Werkzeug, WebOb, Django, httpclient5, Spring, Netty, Jetty) read all
# three forms of an HTTP date alike; years of two digits are moved by different rules.
# Seen: a year of two digits is in the past if it would be more than 50 years ahead (RFC 9110, 5.6.7). httpclient5 and spring
# move no year: 94 is 2094, whose day of the week is another, so they find no date in the RFC's own example. 72 is 46 years
# ahead: five read 1972, although the day of the week is right for 2072 only, and httpdate finds no date. Only Django goes by
# the rule. The form of `asctime` has two blanks before a day of one digit, which httpclient5 and spring do not read. The RFC
# has 60 for a leap second; eight of nine find no date in one.
# Whom it meets: caches and conditional requests of old servers, whose dates are ignored without a word. With a mock: answer
# with `Expires` and `Last-Modified` in the form of RFC 850.
# Output seen: the lines that EXPECTED has below, with who reads what.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
Sun, 06 Nov 1994 08:49:37 GMT
Sunday, 06-Nov-94 08:49:37 GMT
Sun Nov  6 08:49:37 1994
Sun Nov 06 08:49:37 1994
Wednesday, 06-Nov-69 08:49:37 GMT
Tuesday, 06-Nov-40 08:49:37 GMT
Saturday, 06-Nov-60 08:49:37 GMT
Sunday, 06-Nov-72 08:49:37 GMT
Saturday, 31 Dec 2016 23:59:60 GMT
Sat, 31 Dec 2016 23:59:60 GMT
TEXT
sed -i '/^Saturday, 31 /d; /^Wednesday, /d; /Nov 06 08:49:37 1994$/d' texts
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check Werkzeug==3.1.9 WebOb==1.8.11 Django==5.2.19
cat > read.py <<'PY'
from datetime import UTC, datetime

from django.utils.http import parse_http_date
from webob.datetime_utils import parse_date
from werkzeug import http

READERS = {
    "Werkzeug": http.parse_date,
    "WebOb": parse_date,
    "Django": lambda text: datetime.fromtimestamp(parse_http_date(text), UTC),
}
with open("texts", encoding="utf-8") as file:
    texts = file.read().splitlines()
for text in texts:
    for name, read in READERS.items():
        try:
            date = read(text)
        except ValueError:
            date = None
        print(text, date.strftime("%Y-%m-%dT%H:%M:%SZ") if date else "nothing", name, sep="~")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>dates</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.httpcomponents.client5</groupId><artifactId>httpclient5</artifactId><version>5.6.5</version>
    </dependency>
    <dependency>
      <groupId>org.springframework</groupId><artifactId>spring-web</artifactId><version>7.0.10</version>
    </dependency>
    <dependency><groupId>io.netty</groupId><artifactId>netty-codec-http</artifactId><version>4.2.20.Final</version></dependency>
    <dependency><groupId>org.eclipse.jetty</groupId><artifactId>jetty-http</artifactId><version>12.1.14</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Dates.java <<'JAVA'
import io.netty.handler.codec.DateFormatter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;
import org.apache.hc.client5.http.utils.DateUtils;
import org.eclipse.jetty.http.HttpDateTime;
import org.springframework.http.HttpHeaders;

class Dates {
    static void print(String text, String library, Function<String, Instant> read) {
        Instant answer;
        try {
            answer = read.apply(text);
        } catch (RuntimeException error) {
            answer = null;
        }
        System.out.println(text + "~" + (answer == null ? "nothing" : answer) + "~" + library);
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("texts"))) {
            print(line, "httpclient5", DateUtils::parseStandardDate);
            print(line, "netty", text -> DateFormatter.parseHttpDate(text).toInstant());
            print(line, "jetty", text -> HttpDateTime.parse(text).toInstant());
            print(line, "spring", text -> {
                var headers = new HttpHeaders();
                headers.set("Expires", text);
                return Instant.ofEpochMilli(headers.getFirstZonedDateTime("Expires").toInstant().toEpochMilli());
            });
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	file, _ := os.ReadFile("texts")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := "nothing"
		if date, err := http.ParseTime(text); err == nil {
			answer = date.UTC().Format(time.RFC3339)
		}
		fmt.Printf("%s~%s~Go\n", text, answer)
	}
}
GO
go mod init finding.test/dates 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
httpdate = "=1.0.3"
humantime = "=2.4.0"
TOML
cat > src/main.rs <<'RUST'
fn main() {
    for text in include_str!("../texts").lines() {
        let answer = httpdate::parse_http_date(text).map(|date| humantime::format_rfc3339_seconds(date).to_string());
        println!("{text}~{}~httpdate", answer.unwrap_or("nothing".to_string()));
    }
}
RUST
{
  venv/bin/python read.py
  java -cp 'classes/*' Dates.java
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} 2> errors | LC_ALL=C sort | awk -F '~' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 " by" }
  { group = $1 FS $2; line = line " " $3 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
Sat, 31 Dec 2016 23:59:60 GMT: 2017-01-01T00:00:00Z by WebOb
Sat, 31 Dec 2016 23:59:60 GMT: nothing by Django Go Werkzeug httpclient5 httpdate jetty netty spring
Saturday, 06-Nov-60 08:49:37 GMT: 2060-11-06T08:49:37Z by Django Go WebOb Werkzeug httpclient5 httpdate jetty netty spring
Sun Nov  6 08:49:37 1994: 1994-11-06T08:49:37Z by Django Go WebOb Werkzeug httpdate jetty netty
Sun Nov  6 08:49:37 1994: nothing by httpclient5 spring
Sun, 06 Nov 1994 08:49:37 GMT: 1994-11-06T08:49:37Z by Django Go WebOb Werkzeug httpclient5 httpdate jetty netty spring
Sunday, 06-Nov-72 08:49:37 GMT: 1972-11-06T08:49:37Z by Go WebOb Werkzeug jetty netty
Sunday, 06-Nov-72 08:49:37 GMT: 2072-11-06T08:49:37Z by Django httpclient5 spring
Sunday, 06-Nov-72 08:49:37 GMT: nothing by httpdate
Sunday, 06-Nov-94 08:49:37 GMT: 1994-11-06T08:49:37Z by Django Go WebOb Werkzeug httpdate jetty netty
Sunday, 06-Nov-94 08:49:37 GMT: nothing by httpclient5 spring
Tuesday, 06-Nov-40 08:49:37 GMT: 2040-11-06T08:49:37Z by Django Go WebOb Werkzeug httpclient5 httpdate jetty netty spring
EXPECTED
diff expected seen
echo "dates of HTTP behave as they were seen"
