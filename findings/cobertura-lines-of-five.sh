#!/bin/sh
# cobertura-parse 1.0.5 and @cvrg-report/cobertura-json 0.1.3 (npm), pycobertura 4.1.0 and diff-cover 11.0.1 (PyPI) and
# edu.hm.hafner:coverage-model 0.49.0 (Maven Central), by which Jenkins reads coverage, seen on 2026-12-01 with Node 20, Python
# 3.11 and Java 17.
#
# Guess before it was run: five readers of Cobertura count the same lines as hit: lines that are in a method, too, are counted
# once, and classes that share a file are joined.
# Seen: of two classes that share line 2 of a file, which one of them hit, diff-cover has line 2 missed and 2 lines,
# pycobertura 3 lines, and coverage-model 3, of which line 2 is covered or missed as the classes are ordered, and two have the
# file twice. A branch of `50% (1/2)` makes a line with hits missed for pycobertura, and for diff-cover if asked for branches.
# Of `33.33% (1/3)`, as Coverlet writes it, cobertura-parse makes 33 of 33 branches. `100%` alone is the default of the
# attribute (coverage-04.dtd, line): coverage-model has the line missed, although it has hits, and has one of 4294967296 hits
# missed, too. Lines in methods are not counted twice by any; lines in methods only are not seen by any.
# Whom it meets: builds that fail below a share of covered lines. With a mock: cover one line of a file by two classes.
# Output seen: the lines that EXPECTED has below, hit lines of all, and branches for those that have them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir cases
cat > make.py <<'PY'
from pathlib import Path

RATES = 'line-rate="0.5" branch-rate="0" complexity="0"'
COUNTS = 'lines-covered="1" lines-valid="2" branches-covered="0" branches-valid="0" version="1" timestamp="0"'


def line(number, hits, more=""):
    return f'<line number="{number}" hits="{hits}"{more}/>'


def class_of(name, lines, methods=""):
    parts = f"<methods>{methods}</methods><lines>{lines}</lines>"
    return f'<class name="{name}" filename="a.java" {RATES}>{parts}</class>'


def branch(text):
    return line(1, 1, f' branch="true" condition-coverage="{text}"') + line(2, 0)


BOTH = line(1, 1) + line(2, 0)
METHOD = f'<method name="f" signature="()V" {RATES}><lines>{BOTH}</lines></method>'
CASES = {
    "one class": class_of("A", BOTH),
    "two classes": class_of("A", BOTH) + class_of("A$B", line(3, 1) + line(4, 0)),
    "a shared line, missed first": class_of("A", BOTH) + class_of("A$1", line(2, 3)),
    "a shared line, hit first": class_of("A$1", line(2, 3)) + class_of("A", BOTH),
    "lines also in a method": class_of("A", BOTH, METHOD),
    "lines in a method only": class_of("A", "", METHOD),
    "50% (1/2)": class_of("A", branch("50% (1/2)")),
    "33.33% (1/3)": class_of("A", branch("33.33% (1/3)")),
    "100%": class_of("A", branch("100%")),
    "many hits": class_of("A", line(1, 4294967296) + line(2, 0)),
}
for name, classes in CASES.items():
    Path("cases", name.replace("/", ":")).write_text(
        '<!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">'
        f'<coverage {RATES} {COUNTS}><packages><package name="p" {RATES}><classes>{classes}</classes></package></packages></coverage>'
    )
PY
python3 make.py
npm install --silent --no-audit --no-fund cobertura-parse@1.0.5 @cvrg-report/cobertura-json@0.1.3
cat > read.cjs <<'JS'
const { readdirSync, readFileSync } = require('node:fs');
const { promisify } = require('node:util');
const cvrg = require('@cvrg-report/cobertura-json');
const parse = require('cobertura-parse');

const readers = { 'cobertura-parse': promisify(parse.parseContent), 'cobertura-json': cvrg.parseContent };
(async () => {
  for (const name of readdirSync('cases')) {
    for (const [reader, read] of Object.entries(readers)) {
      const files = await read(readFileSync(`cases/${name}`, 'utf8'));
      const texts = files.map(({ lines, branches }) => {
        const more = branches?.found ? `, ${branches.hit} of ${branches.found} branches` : '';
        return `${lines.hit} of ${lines.found} lines${more}`;
      });
      console.log(`${name}: ${reader}, ${texts.join(', and ')}`);
    }
  }
})();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pycobertura==4.1.0 diff-cover==11.0.1
git init --quiet
cat > read.py <<'PY'
import os
from pathlib import Path
from xml.etree import ElementTree

from diff_cover.git_path import GitPathTool
from diff_cover.violationsreporters.violations_reporter import XmlCoverageReporter
from pycobertura import Cobertura

GitPathTool.set_cwd(os.getcwd())
for path in Path("cases").iterdir():
    report = Cobertura(path.read_text())
    print(f"{path.name}: pycobertura, {report.total_hits('a.java')} of {report.total_statements('a.java')} lines")
    for title, branches in {"diff-cover": False, "diff-cover with branches": True}.items():
        reporter = XmlCoverageReporter([ElementTree.parse(path).getroot()], branch_coverage=branches)
        lines, missed = reporter.measured_lines("a.java"), reporter.violations("a.java")
        print(f"{path.name}: {title}, {len(lines) - len(missed)} of {len(lines)} lines")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>coverage</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>edu.hm.hafner</groupId><artifactId>coverage-model</artifactId><version>0.49.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import edu.hm.hafner.coverage.Metric;
import edu.hm.hafner.coverage.parser.CoberturaParser;
import edu.hm.hafner.util.FilteredLog;
import java.io.File;
import java.io.FileReader;

class Read {
    public static void main(String[] arguments) throws Exception {
        for (File file : new File("cases").listFiles()) {
            var read = new CoberturaParser().parse(new FileReader(file), file.getName(), new FilteredLog("read"));
            String text = read.getValue(Metric.LINE).map(Object::toString).orElse("no lines");
            text += read.getValue(Metric.BRANCH).map(value -> ", " + value).orElse("");
            for (var one : read.getAllFileNodes()) {
                text += ", covered " + one.getCoveredLines() + ", missed " + one.getMissedLines();
            }
            System.out.println(file.getName() + ": coverage-model, " + text);
        }
    }
}
JAVA
{
  node read.cjs
  venv/bin/python read.py
  java -cp 'classes/*' Read.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
100%: cobertura-json, 1 of 2 lines
100%: cobertura-parse, 1 of 2 lines
100%: coverage-model, LINE: 0.00% (0/2), covered [], missed [1, 2]
100%: diff-cover with branches, 1 of 2 lines
100%: diff-cover, 1 of 2 lines
100%: pycobertura, 1 of 2 lines
33.33% (1:3): cobertura-json, 1 of 2 lines
33.33% (1:3): cobertura-parse, 1 of 2 lines, 33 of 33 branches
33.33% (1:3): coverage-model, LINE: 50.00% (1/2), BRANCH: 33.33% (1/3), covered [1], missed [2]
33.33% (1:3): diff-cover with branches, 0 of 2 lines
33.33% (1:3): diff-cover, 1 of 2 lines
33.33% (1:3): pycobertura, 0 of 2 lines
50% (1:2): cobertura-json, 1 of 2 lines
50% (1:2): cobertura-parse, 1 of 2 lines, 1 of 2 branches
50% (1:2): coverage-model, LINE: 50.00% (1/2), BRANCH: 50.00% (1/2), covered [1], missed [2]
50% (1:2): diff-cover with branches, 0 of 2 lines
50% (1:2): diff-cover, 1 of 2 lines
50% (1:2): pycobertura, 0 of 2 lines
a shared line, hit first: cobertura-json, 1 of 1 lines, and 1 of 2 lines
a shared line, hit first: cobertura-parse, 1 of 1 lines, and 1 of 2 lines
a shared line, hit first: coverage-model, LINE: 66.67% (2/3), covered [1], missed [2]
a shared line, hit first: diff-cover with branches, 1 of 2 lines
a shared line, hit first: diff-cover, 1 of 2 lines
a shared line, hit first: pycobertura, 2 of 3 lines
a shared line, missed first: cobertura-json, 1 of 2 lines, and 1 of 1 lines
a shared line, missed first: cobertura-parse, 1 of 2 lines, and 1 of 1 lines
a shared line, missed first: coverage-model, LINE: 66.67% (2/3), covered [1, 2], missed []
a shared line, missed first: diff-cover with branches, 1 of 2 lines
a shared line, missed first: diff-cover, 1 of 2 lines
a shared line, missed first: pycobertura, 2 of 3 lines
lines also in a method: cobertura-json, 1 of 2 lines
lines also in a method: cobertura-parse, 1 of 2 lines
lines also in a method: coverage-model, LINE: 50.00% (1/2), covered [1], missed [2]
lines also in a method: diff-cover with branches, 1 of 2 lines
lines also in a method: diff-cover, 1 of 2 lines
lines also in a method: pycobertura, 1 of 2 lines
lines in a method only: cobertura-json, 0 of 0 lines
lines in a method only: cobertura-parse, 0 of 0 lines
lines in a method only: coverage-model, LINE: n/a, covered [], missed []
lines in a method only: diff-cover with branches, 0 of 0 lines
lines in a method only: diff-cover, 0 of 0 lines
lines in a method only: pycobertura, 0 of 0 lines
many hits: cobertura-json, 1 of 2 lines
many hits: cobertura-parse, 1 of 2 lines
many hits: coverage-model, LINE: 0.00% (0/2), covered [], missed [1, 2]
many hits: diff-cover with branches, 1 of 2 lines
many hits: diff-cover, 1 of 2 lines
many hits: pycobertura, 1 of 2 lines
one class: cobertura-json, 1 of 2 lines
one class: cobertura-parse, 1 of 2 lines
one class: coverage-model, LINE: 50.00% (1/2), covered [1], missed [2]
one class: diff-cover with branches, 1 of 2 lines
one class: diff-cover, 1 of 2 lines
one class: pycobertura, 1 of 2 lines
two classes: cobertura-json, 1 of 2 lines, and 1 of 2 lines
two classes: cobertura-parse, 1 of 2 lines, and 1 of 2 lines
two classes: coverage-model, LINE: 50.00% (2/4), covered [1, 3], missed [2, 4]
two classes: diff-cover with branches, 2 of 4 lines
two classes: diff-cover, 2 of 4 lines
two classes: pycobertura, 2 of 4 lines
EXPECTED
diff expected seen
echo "reports of Cobertura behave as they were seen"
