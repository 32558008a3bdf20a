#!/bin/sh
# lcov-parse 1.0.0, parse-lcov 1.0.4 and @friedemannsommer/lcov-parser 5.0.2 (npm), lcov-cobertura 2.1.1 (PyPI) and lcov 0.8.2
# (crates.io), seen on 2026-11-30 with Node 20, Python 3.11 and Rust 1.95.
#
# Guess before it was run: five readers of LCOV count the same lines, branches and functions; functions of LCOV 2 with an end
# line are misread by older ones.
# Seen: they are, by four: the function is called `3` or `3,f`, and its calls are lost or counted for a second function
# (geninfo(1), tracefile format, FN). Since LCOV 2.2 functions are `FNL` and `FNA`, which only @friedemannsommer knows; for the
# others the file has none, without an error, and lcov refuses it, as it does a comment, a version of a file, an exception of a
# branch, a branch that is an expression and MC/DC. The name of a function may have a comma, as in C++ it does with its
# parameters: all of npm cut it there. A file that two tests cover has two sections, of which each line is hit here: none joins
# them, three and lcov have the file twice with half its lines, and lcov-cobertura keeps the last.
# Whom it meets: builds that fail below a share of covered lines or functions. With a mock: cover one file by two tests, and
# compare the share with that of genhtml.
# Output seen: the lines that EXPECTED has below: lines and branches that were hit, of all, and functions with line and calls.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > texts <<'TEXT'
plain
TN:
SF:a.c
FN:1,f
FNDA:2,f
FNF:1
FNH:1
BRDA:2,0,0,1
BRDA:2,0,1,-
BRF:2
BRH:1
DA:1,2
DA:2,0
LF:2
LH:1
end_of_record
%%
function with its end
TN:
SF:a.c
FN:1,3,f
FNDA:2,f
FNF:1
FNH:1
DA:1,2
LF:1
LH:1
end_of_record
%%
function by number (FNL and FNA)
TN:
SF:a.c
FNL:0,1,3
FNA:0,2,f
FNF:1
FNH:1
DA:1,2
LF:1
LH:1
end_of_record
%%
function with a comma
TN:
SF:a.c
FN:1,f(int, long)
FNDA:2,f(int, long)
FNF:1
FNH:1
DA:1,2
LF:1
LH:1
end_of_record
%%
line with a checksum
TN:
SF:a.c
DA:1,2,dGVzdA==
DA:2,0,dGVzdB==
LF:2
LH:1
end_of_record
%%
branch of an exception
TN:
SF:a.c
BRDA:1,e0,0,1
BRDA:1,e0,1,0
BRF:2
BRH:1
DA:1,2
LF:1
LH:1
end_of_record
%%
branch as an expression
TN:
SF:a.c
BRDA:1,0,x > 1,1
BRDA:1,0,x <= 1,0
BRF:2
BRH:1
DA:1,2
LF:1
LH:1
end_of_record
%%
no summary
TN:
SF:a.c
BRDA:1,0,0,1
BRDA:1,0,1,0
DA:1,2
DA:2,0
end_of_record
%%
two tests of one file
TN:one
SF:a.c
DA:1,2
DA:2,0
LF:2
LH:1
end_of_record
TN:two
SF:a.c
DA:1,0
DA:2,3
LF:2
LH:1
end_of_record
%%
comment and version
# made by a test
TN:
SF:a.c
VER:1
DA:1,2
LF:1
LH:1
end_of_record
%%
conditions (MCDC)
TN:
SF:a.c
MCDC:1,2,t,1,0,a
MCDC:1,2,f,0,0,a
MCF:2
MCH:1
DA:1,2
LF:1
LH:1
end_of_record
%%
no test name
SF:a.c
DA:1,2
LF:1
LH:1
end_of_record
TEXT
npm install --silent --no-audit --no-fund lcov-parse@1.0.0 parse-lcov@1.0.4 @friedemannsommer/lcov-parser@5.0.2
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import sommer from '@friedemannsommer/lcov-parser/sync';
import source from 'lcov-parse';
import parse from 'parse-lcov';

const show = (file, lines, branches, functions) => {
  const count = (hits) => `${hits.filter((hit) => hit > 0).length}/${hits.length}`;
  const named = functions.map(({ name, line, hit }) => ` ${name}@${line}=${hit}`).join('');
  return `${file} lines ${count(lines)} branches ${count(branches)}${named}`;
};
const details = (files) =>
  files.map(({ file, lines, branches, functions }) =>
    show(
      file,
      lines.details.map(({ hit }) => hit),
      (branches?.details ?? []).map(({ taken }) => taken),
      functions?.details ?? [],
    ),
  );
const READERS = {
  'lcov-parse': (text) =>
    new Promise((resolve, reject) => {
      source(text, (error, files) => (error ? reject(new Error(error)) : resolve(details(files))));
    }),
  'parse-lcov': (text) => details((parse.default ?? parse)(text)),
  '@friedemannsommer/lcov-parser': (text) =>
    sommer({ from: text }).map(({ path, lines, branches, functions }) =>
      show(
        path,
        lines.details.map(({ hit }) => hit),
        branches.details.map(({ hit, isCovered, taken }) => Number(isCovered ?? taken ?? hit)),
        functions.details,
      ),
    ),
};
for (const one of readFileSync('texts', 'utf8').split('%%\n')) {
  const end = one.indexOf('\n');
  for (const [name, read] of Object.entries(READERS)) {
    const answer = await (async () => read(one.slice(end + 1)))().then(
      (lines) => lines.join('; ') || 'nothing',
      ({ name }) => `refused, ${name}`,
    );
    console.log(`${one.slice(0, end)}: ${answer}~${name}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check lcov-cobertura==2.1.1
cat > read.py <<'PY'
from lcov_cobertura import LcovCobertura


def read(text):
    for package in LcovCobertura(text).parse()["packages"].values():
        for name, one in package["classes"].items():
            lines = f"lines {one['lines-covered']}/{one['lines-total']}"
            branches = f"branches {one['branches-covered']}/{one['branches-total']}"
            functions = "".join(f" {function}@{line}={hits}" for function, (line, hits) in one["methods"].items())
            yield f"{name} {lines} {branches}{functions}"


with open("texts", encoding="utf-8") as file:
    for text in file.read().split("%%\n"):
        name, body = text.split("\n", 1)
        try:
            answer = "; ".join(read(body))
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{name}: {answer}~lcov-cobertura")
PY
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "read"
version = "0.0.0"
edition = "2021"

[dependencies]
lcov = "=0.8.2"
TOML
cat > src/main.rs <<'RS'
use lcov::{Reader, Report};

fn count(hits: &[u64]) -> String {
    format!("{}/{}", hits.iter().filter(|hit| **hit > 0).count(), hits.len())
}

fn read(text: &str) -> Option<Vec<String>> {
    let report = Report::from_reader(Reader::new(text.as_bytes())).ok()?;
    let sections = report.sections.iter().map(|(key, one)| {
        let lines: Vec<u64> = one.lines.values().map(|line| line.count).collect();
        let branches: Vec<u64> = one.branches.values().map(|branch| branch.taken.unwrap_or(0)).collect();
        let functions = one.functions.iter().map(|(key, function)| {
            let line = function.start_line.map_or("none".to_string(), |line| line.to_string());
            format!(" {}@{line}={}", key.name, function.count)
        });
        let file = key.source_file.display();
        format!("{file} lines {} branches {}{}", count(&lines), count(&branches), functions.collect::<String>())
    });
    Some(sections.collect())
}

fn main() {
    for one in std::fs::read_to_string("texts").unwrap().split("%%\n") {
        let (name, text) = one.split_once('\n').unwrap();
        println!("{name}: {}~lcov", read(text).map_or("refused".to_string(), |lines| lines.join("; ")));
    }
}
RS
{ node read.mjs; venv/bin/python read.py; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort | awk -F '~' '
  $1 != group && group != "" { print line }
  $1 != group { line = $1 " by" }
  { group = $1; line = line " " $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
branch as an expression: a.c lines 1/1 branches 1/2 by @friedemannsommer/lcov-parser lcov-cobertura lcov-parse parse-lcov
branch as an expression: refused by lcov
branch of an exception: a.c lines 1/1 branches 1/2 by @friedemannsommer/lcov-parser lcov-cobertura lcov-parse parse-lcov
branch of an exception: refused by lcov
comment and version: a.c lines 1/1 branches 0/0 by @friedemannsommer/lcov-parser lcov-cobertura lcov-parse parse-lcov
comment and version: refused by lcov
conditions (MCDC): a.c lines 1/1 branches 0/0 by @friedemannsommer/lcov-parser lcov-cobertura lcov-parse parse-lcov
conditions (MCDC): refused by lcov
function by number (FNL and FNA): a.c lines 1/1 branches 0/0 f@1=2 by @friedemannsommer/lcov-parser
function by number (FNL and FNA): a.c lines 1/1 branches 0/0 by lcov-cobertura lcov-parse parse-lcov
function by number (FNL and FNA): refused by lcov
function with a comma: a.c lines 1/1 branches 0/0 f(int, long)@1=2 by lcov lcov-cobertura
function with a comma: a.c lines 1/1 branches 0/0 f(int@1=2 by @friedemannsommer/lcov-parser lcov-parse parse-lcov
function with its end: a.c lines 1/1 branches 0/0 3,f@1=0 f@0=2 by lcov-cobertura
function with its end: a.c lines 1/1 branches 0/0 3,f@1=0 f@none=2 by lcov
function with its end: a.c lines 1/1 branches 0/0 3@1=undefined by lcov-parse parse-lcov
function with its end: a.c lines 1/1 branches 0/0 f@1=2 by @friedemannsommer/lcov-parser
line with a checksum: a.c lines 1/2 branches 0/0 by @friedemannsommer/lcov-parser lcov lcov-cobertura lcov-parse parse-lcov
no summary: a.c lines 1/2 branches 1/2 by @friedemannsommer/lcov-parser lcov lcov-cobertura lcov-parse parse-lcov
no test name: a.c lines 1/1 branches 0/0 by @friedemannsommer/lcov-parser lcov lcov-cobertura lcov-parse parse-lcov
plain: a.c lines 1/2 branches 1/2 f@1=2 by @friedemannsommer/lcov-parser lcov lcov-cobertura lcov-parse parse-lcov
two tests of one file: a.c lines 1/2 branches 0/0; a.c lines 1/2 branches 0/0 by @friedemannsommer/lcov-parser lcov lcov-parse parse-lcov
two tests of one file: a.c lines 1/2 branches 0/0 by lcov-cobertura
EXPECTED
diff expected seen
echo "texts of LCOV are read as they were seen"
