#!/bin/sh
# test-results-parser 0.4.6 and junitxml-to-javascript 1.1.4 (npm), junitparser 5.0.3 and xunitparser 1.3.4 (PyPI),
# github.com/joshdk/go-junit v1.0.0, junit-parser 1.7.0 (crates.io) and org.apache.maven.surefire:surefire-report-parser 3.5.4
# (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26, Rust 1.95 and Java 17.
#
# Guess before it was run: seven readers of reports of JUnit give the same tests, with their results, times and messages; nested
# suites and reruns of Surefire differ.
# Seen: they do, and more. A suite may have suites (jenkins-junit.xsd): both of npm and xunitparser drop the tests of an inner
# one, here the one that failed, without an error. Of a failure that was run again, junitxml-to-javascript has the second message.
# Times may have a comma for thousands (surefire-test-report.xsd, SUREFIRE_TIME): only go-junit and junitparser read 1234.5;
# junitxml-to-javascript makes one second of it, test-results-parser NaN, as of no time, and the three others refuse the report,
# Surefire's own reader among them. A test that failed and then ended in an error, as at its clean-up, has one of the two for
# most, both for junitparser, and an AssertionError for xunitparser, which also wants a message for each skipped test. Both of
# npm call errors failures. test-results-parser leaves `&#10;` in a message.
# Whom it meets: builds that gather reports of several languages and count failures. With a mock: let a test of an inner suite
# fail, and look for it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
plain
<testsuites><testsuite name="s" tests="4" failures="1" errors="1" skipped="1" time="1.5">
<testcase classname="c" name="a" time="0.25"/>
<testcase classname="c" name="b" time="0.5"><failure message="bad" type="T">at line 1</failure></testcase>
<testcase classname="c" name="d" time="0.5"><error message="worse" type="T">at line 2</error></testcase>
<testcase classname="c" name="e" time="0.25"><skipped message="later"/></testcase>
</testsuite></testsuites>
==
one suite as the root
<testsuite name="s" tests="1" failures="0" errors="0" skipped="0" time="1"><testcase classname="c" name="a" time="1"/></testsuite>
==
suite in a suite
<testsuites><testsuite name="s" tests="2" failures="1" errors="0" skipped="0" time="2">
<testsuite name="t" tests="1" failures="1" errors="0" skipped="0" time="1"><testcase classname="c" name="a" time="1"><failure message="bad" type="T"/></testcase></testsuite>
<testcase classname="c" name="b" time="1"/>
</testsuite></testsuites>
==
no suites
<testsuites/>
==
time above 1000 s
<testsuite name="s" tests="1" failures="0" errors="0" skipped="0" time="1,234.5"><testcase classname="c" name="a" time="1,234.5"/></testsuite>
==
no time
<testsuite name="s" tests="1" failures="0" errors="0" skipped="0"><testcase classname="c" name="a"/></testsuite>
==
no class
<testsuite name="s" tests="1" failures="0" errors="0" skipped="0" time="1"><testcase name="a" time="1"/></testsuite>
==
no counts
<testsuite name="s"><testcase classname="c" name="a" time="1"/></testsuite>
==
failure without a message
<testsuite name="s" tests="1" failures="1" errors="0" skipped="0" time="1"><testcase classname="c" name="a" time="1"><failure type="T"><![CDATA[one < two]]></failure></testcase></testsuite>
==
failure and error
<testsuite name="s" tests="1" failures="1" errors="1" skipped="0" time="1"><testcase classname="c" name="a" time="1"><failure message="bad" type="T"/><error message="worse" type="T"/></testcase></testsuite>
==
flaky
<testsuite name="s" tests="1" failures="0" errors="0" skipped="0" flakes="1" time="1"><testcase classname="c" name="a" time="1"><flakyFailure message="bad" type="T"><stackTrace>at line 1</stackTrace></flakyFailure></testcase></testsuite>
==
run again
<testsuite name="s" tests="1" failures="1" errors="0" skipped="0" time="1"><testcase classname="c" name="a" time="1"><failure message="bad" type="T">at line 1</failure><rerunFailure message="bad again" type="T"><stackTrace>at line 2</stackTrace></rerunFailure></testcase></testsuite>
==
skipped with a text
<testsuite name="s" tests="1" failures="0" errors="0" skipped="1" time="0"><testcase classname="c" name="a" time="0"><skipped>later</skipped></testcase></testsuite>
==
properties and output
<testsuite name="s" tests="1" failures="1" errors="0" skipped="0" time="1"><properties><property name="k" value="v"/></properties><testcase classname="c" name="a" time="1"><properties><property name="k" value="v"/></properties><failure message="bad" type="T"/><system-out>failure?</system-out></testcase><system-err>none</system-err></testsuite>
==
break in a message
<testsuite name="s" tests="1" failures="1" errors="0" skipped="0" time="1"><testcase classname="c" name="a" time="1"><failure message="one&#10;two &lt;3&gt;" type="T"/></testcase></testsuite>
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check junitparser==5.0.3 xunitparser==1.3.4
cat > split.py <<'PY'
import os

os.mkdir("reports")
with open("texts", encoding="utf-8") as file:
    for text in file.read().split("==\n"):
        name, body = text.split("\n", 1)
        with open(f"reports/{name}", "w", encoding="utf-8") as report:
            report.write(f"<?xml version='1.0' encoding='UTF-8'?>\n{body}")
PY
venv/bin/python split.py
cat > read.py <<'PY'
import json
import os

import xunitparser
from junitparser import Error, Failure, JUnitXml, Skipped, TestSuite


def show(name, status, message, time):
    text = f" {json.dumps(message)}" if message else ""
    return f"{name} {status}{text} {'no time' if time is None else f'{time:g} s'}"


def by_junitparser(path):
    found = JUnitXml.fromfile(path)
    for one in found if isinstance(found, TestSuite) else (one for suite in found for one in suite):
        words = {Failure: "failed", Error: "error", Skipped: "skipped"}
        status = " and ".join(words[type(result)] for result in one.result if type(result) in words) or "passed"
        message = " and ".join(result.message for result in one.result if getattr(result, "message", None))
        yield show(one.name, status, message, one.time)


def by_xunitparser(path):
    with open(path, encoding="utf-8") as file:
        suite, _ = xunitparser.parse(file)
    for one in suite:
        yield show(one.methodname, one.result, one.message, one.time and one.time.total_seconds())


for name in os.listdir("reports"):
    for reader, read in {"junitparser": by_junitparser, "xunitparser": by_xunitparser}.items():
        try:
            answer = "; ".join(read(f"reports/{name}")) or "no tests"
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{name}: {answer}~{reader}")
PY
npm install --silent --no-audit --no-fund test-results-parser@0.4.6 junitxml-to-javascript@1.1.4
cat > read.mjs <<'JS'
import { readdirSync } from 'node:fs';
import Plain from 'junitxml-to-javascript';
import { parse } from 'test-results-parser';

const show = (name, status, message, time) => `${name} ${status}${message ? ` ${JSON.stringify(message)}` : ''} ${time} s`;
const flat = (suites) => suites.flatMap(({ cases, suites: inner = [] }) => [...cases, ...flat(inner)]);
const READERS = {
  'test-results-parser': (file) =>
    flat(parse({ type: 'junit', files: [file] }).suites).map((one) =>
      show(one.name, one.status, one.failure, one.duration / 1000),
    ),
  'junitxml-to-javascript': async (file) => {
    const { testsuites } = await new Plain().parseXMLFile(file);
    return testsuites
      .flatMap(({ testCases }) => testCases)
      .map((one) => show(one.name, one.result, one.message, one.duration));
  },
};
for (const file of readdirSync('reports')) {
  for (const [name, read] of Object.entries(READERS)) {
    const answer = await (async () => read(`reports/${file}`))().then(
      (lines) => lines.join('; ') || 'no tests',
      (error) => `refused, ${error.name}`,
    );
    console.log(`${file}: ${answer}~${name}`);
  }
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/joshdk/go-junit"
)

func lines(suites []junit.Suite) []string {
	var found []string
	for _, suite := range suites {
		for _, one := range suite.Tests {
			message := ""
			if one.Message != "" {
				message = fmt.Sprintf(" %q", one.Message)
			}
			found = append(found, fmt.Sprintf("%s %s%s %v s", one.Name, one.Status, message, one.Duration.Seconds()))
		}
		found = append(found, lines(suite.Suites)...)
	}
	return found
}

func main() {
	files, _ := os.ReadDir("reports")
	for _, file := range files {
		suites, err := junit.IngestFile("reports/" + file.Name())
		answer := strings.Join(lines(suites), "; ")
		if err != nil {
			answer = "refused"
		} else if answer == "" {
			answer = "no tests"
		}
		fmt.Printf("%s: %s~go-junit\n", file.Name(), answer)
	}
}
GO
{
  go mod init finding.test/reports
  go get github.com/joshdk/go-junit@v1.0.0
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
junit-parser = "=1.7.0"
TOML
cat > src/main.rs <<'RS'
use junit_parser::{TestStatus, TestSuite};
use std::fs::File;
use std::io::BufReader;

fn lines(suites: &[TestSuite]) -> Vec<String> {
    let mut found = Vec::new();
    for suite in suites {
        for one in &suite.cases {
            let (status, message) = match &one.status {
                TestStatus::Success => ("passed", ""),
                TestStatus::Failure(failure) => ("failed", failure.message.as_str()),
                TestStatus::Error(error) => ("error", error.message.as_str()),
                TestStatus::Skipped(skipped) => ("skipped", skipped.message.as_str()),
                };
            let message = if message.is_empty() { String::new() } else { format!(" {message:?}") };
            found.push(format!("{} {status}{message} {} s", one.original_name, one.time));
        }
        found.extend(lines(&suite.suites));
    }
    found
}

fn main() {
    for file in std::fs::read_dir("reports").unwrap() {
        let file = file.unwrap();
        let answer = match junit_parser::from_reader(BufReader::new(File::open(file.path()).unwrap())) {
            Err(_) => "refused".to_string(),
            Ok(report) => lines(&report.suites).join("; "),
        };
        let answer = if answer.is_empty() { "no tests".to_string() } else { answer };
        println!("{}: {answer}~junit-parser", file.file_name().to_str().unwrap());
    }
}
RS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>reports</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.apache.maven.surefire</groupId><artifactId>surefire-report-parser</artifactId><version>3.5.4</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringJoiner;
import org.apache.maven.plugin.surefire.log.api.NullConsoleLogger;
import org.apache.maven.plugins.surefire.report.TestSuiteXmlParser;

class Read {
    public static void main(String[] arguments) throws Exception {
        try (var files = Files.list(Path.of("reports"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                var found = new StringJoiner("; ").setEmptyValue("no tests");
                String answer;
                try {
                    for (var suite : new TestSuiteXmlParser(new NullConsoleLogger()).parse(file.toString())) {
                        for (var one : suite.getTestCases()) {
                            String status = one.hasFailure() ? "failed" : one.hasSkipped() ? "skipped" : "passed";
                            status = one.hasError() ? "error" : status;
                            String text = one.getFailureMessage();
                            String message = text == null || text.isEmpty() ? "" : " \"" + text.replace("\n", "\\n") + "\"";
                            found.add(one.getName() + " " + status + message + " " + one.getTime() + " s");
                        }
                    }
                    answer = found.toString().replace(".0 s", " s");
                } catch (Exception error) {
                    answer = "refused, " + error.getClass().getSimpleName();
                }
                System.out.println(file.getFileName() + ": " + answer + "~surefire-report-parser");
            }
        }
    }
}
JAVA
{
  node read.mjs
  venv/bin/python read.py
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
  java -cp 'classes/*' Read.java 2> /dev/null
} |
  sed 's/ PASS / passed /g; s/ succe\(eded\|ss\) / passed /g; s/ FAIL / failed /g; s/ SKIP / skipped /g; s/ failure / failed /g' |
  LC_ALL=C sort | awk -F '~' '
  $1 != group && group != "" { print line }
  $1 != group { line = $1 " by" }
  { group = $1; line = line " " $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
break in a message: a failed "one&#10;two <3>" 1 s by test-results-parser
break in a message: a failed "one\ntwo <3>" 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser xunitparser
failure and error: a error "worse" 1 s by go-junit junit-parser surefire-report-parser
failure and error: a failed "bad" 1 s by junitxml-to-javascript test-results-parser
failure and error: a failed and error "bad and worse" 1 s by junitparser
failure and error: refused, AssertionError by xunitparser
failure without a message: a failed 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
flaky: a passed 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
no class: a passed 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
no counts: a passed 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
no suites: no tests by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
no time: a passed 0 s by go-junit junit-parser junitxml-to-javascript surefire-report-parser
no time: a passed NaN s by test-results-parser
no time: a passed no time by junitparser xunitparser
one suite as the root: a passed 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
plain: a passed 0.25 s; b failed "bad" 0.5 s; d error "worse" 0.5 s; e skipped "later" 0.25 s by go-junit junit-parser junitparser surefire-report-parser xunitparser
plain: a passed 0.25 s; b failed "bad" 0.5 s; d failed "worse" 0.5 s; e skipped "later" 0.25 s by junitxml-to-javascript
plain: a passed 0.25 s; b failed "bad" 0.5 s; d failed "worse" 0.5 s; e skipped 0.25 s by test-results-parser
properties and output: a failed "bad" 1 s by go-junit junit-parser junitparser junitxml-to-javascript surefire-report-parser test-results-parser xunitparser
run again: a failed "bad again" 1 s by junitxml-to-javascript
run again: a failed "bad" 1 s by go-junit junit-parser junitparser surefire-report-parser test-results-parser xunitparser
skipped with a text: a skipped "skipped" 0 s by surefire-report-parser
skipped with a text: a skipped 0 s by go-junit junit-parser junitparser junitxml-to-javascript test-results-parser
skipped with a text: refused, TypeError by xunitparser
suite in a suite: a failed "bad" 1 s; b passed 1 s by surefire-report-parser
suite in a suite: b passed 1 s; a failed "bad" 1 s by go-junit junit-parser junitparser
suite in a suite: b passed 1 s by junitxml-to-javascript test-results-parser xunitparser
time above 1000 s: a passed 1 s by junitxml-to-javascript
time above 1000 s: a passed 1234.5 s by go-junit junitparser
time above 1000 s: a passed NaN s by test-results-parser
time above 1000 s: refused, SAXException by surefire-report-parser
time above 1000 s: refused, ValueError by xunitparser
time above 1000 s: refused by junit-parser
EXPECTED
diff expected seen
echo "reports of JUnit are read as they were seen"
