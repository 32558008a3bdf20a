#!/bin/sh
# codeowners 5.1.1, codeowners-utils 1.0.2 and @snyk/github-codeowners 1.1.0 (npm), codeowners 0.9.0 (PyPI),
# github.com/hmarr/codeowners v1.2.1 and github.com/hairyhenderson/go-codeowners v0.7.1, and codeowners 0.1.3 and
# codeowners-rs 0.1.1 (crates.io), seen on 2026-11-30 with Node 20, Python 3.11, Go 1.26 and Rust 1.95.
#
# Guess before it was run: the libraries name the same owners for the paths of a file as GitHub documents it; `docs/*` (one
# level only), and a rule without owners, may differ.
# Seen: both do, and more. `docs/*` has no files of its subfolders (GitHub, About code owners, example): the first two of npm
# give them an owner. A rule without owners takes them away; for hairyhenderson it is not there. It also finds `docs/*` and
# `apps/docs` below other folders. A comment may follow the owners: for codeowners of npm each word of it is an owner, for
# those of PyPI and Rust `@b` in it, and snyk refuses the whole file, as for blanks before a pattern or a comment; for
# codeowners of npm such a pattern is empty, and matches nothing. Paths are case-sensitive: not for the three of npm and
# codeowners of Rust. For that one `/*.js` has `x/y.js`. A blank of a path, written `\ `, is read by four; `?` is a sign for
# six. Only hmarr and codeowners-rs say in all cases what GitHub documents.
# Whom it meets: who assigns advisories or changes to teams by the file of a repository. With a mock: send a change of one file
# of a subfolder, and look whom the receiver names.
# Output seen: the lines that EXPECTED has below; a line is the rules, the path and the owners.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
[
  [["*.js @a", "x.js @b"], "x.js"],
  [["*.js @a b@example.org @c/d"], "x.js"],
  [["docs/* @a"], "docs/x"],
  [["docs/* @a"], "docs/x/y"],
  [["docs/* @a"], "x/docs/y"],
  [["docs/ @a"], "x/docs/y/z"],
  [["apps/docs @a"], "x/apps/docs/y"],
  [["**/logs @a"], "x/logs/y"],
  [["* @a", "/x/y"], "x/y/z"],
  [["*.js @a # of @b"], "x.js"],
  [["* @a", "  *.js @b"], "x.js"],
  [["* @a", "  # note"], "x.js"],
  [["/x\\ y/ @a"], "x y/z"],
  [["*.JS @a"], "x.js"],
  [["/*.js @a"], "x/y.js"],
  [["/x?.js @a"], "xy.js"]
]
JSON
npm install --silent --no-audit --no-fund codeowners@5.1.1 codeowners-utils@1.0.2 @snyk/github-codeowners@1.1.0
cat > ask.cjs <<'JS'
const { readFileSync, writeFileSync } = require('node:fs');
const Codeowners = require('codeowners');
const { matchFile, parse } = require('codeowners-utils');
const { OwnershipEngine } = require('@snyk/github-codeowners/dist/lib/ownership');

for (const [lines, path] of JSON.parse(readFileSync('cases.json', 'utf8'))) {
  const text = `${lines.join('\n')}\n`;
  writeFileSync('CODEOWNERS', text);
  const answers = {
    'codeowners of npm': () => new Codeowners(process.cwd()).getOwner(path),
    'codeowners-utils': () => matchFile(path, parse(text))?.owners,
    snyk: () => OwnershipEngine.FromCodeownersFile('CODEOWNERS').calcFileOwnership(path),
  };
  for (const [name, ask] of Object.entries(answers)) {
    let answer = 'refused';
    try {
      answer = ask()?.join(' ') || 'none';
    } catch {}
    console.log(`${lines.join('; ')}, ${path}: ${name}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check codeowners==0.9.0
cat > ask.py <<'PY'
import json

from codeowners import CodeOwners

for lines, path in json.load(open("cases.json", encoding="utf-8")):
    found = CodeOwners("\n".join(lines)).of(path)
    print(f"{'; '.join(lines)}, {path}: codeowners of PyPI,", " ".join(owner for _, owner in found) or "none")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	hairyhenderson "github.com/hairyhenderson/go-codeowners"
	"github.com/hmarr/codeowners"
)

func joined(owners []string) string {
	if len(owners) == 0 {
		return "none"
	}
	return strings.Join(owners, " ")
}

func main() {
	file, _ := os.ReadFile("cases.json")
	var cases [][2]json.RawMessage
	if err := json.Unmarshal(file, &cases); err != nil {
		panic(err)
	}
	for _, one := range cases {
		var lines []string
		var path string
		_ = json.Unmarshal(one[0], &lines)
		_ = json.Unmarshal(one[1], &path)
		text := strings.Join(lines, "\n") + "\n"
		title := strings.Join(lines, "; ") + ", " + path
		rules, err := codeowners.ParseFile(strings.NewReader(text))
		if err != nil {
			panic(err)
		}
		var owners []string
		if rule, _ := rules.Match(path); rule != nil {
			for _, owner := range rule.Owners {
				owners = append(owners, owner.String())
			}
		}
		fmt.Printf("%s: hmarr, %s\n", title, joined(owners))
		read, err := hairyhenderson.FromReader(strings.NewReader(text), "/")
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s: hairyhenderson, %s\n", title, joined(read.Owners(path)))
	}
}
GO
{
  go mod init finding.test/owners
  go get github.com/hmarr/codeowners@v1.2.1 github.com/hairyhenderson/go-codeowners@v0.7.1
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
codeowners = "=0.1.3"
codeowners-rs = "=0.1.1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
fn joined(owners: Vec<String>) -> String {
    if owners.is_empty() { "none".to_string() } else { owners.join(" ") }
}

fn main() {
    let cases: Vec<(Vec<String>, String)> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for (lines, path) in cases {
        let (text, title) = (lines.join("\n") + "\n", lines.join("; "));
        let owners = codeowners::from_reader(text.as_bytes());
        let found = owners.of(&path).into_iter().flatten().map(|owner| owner.to_string()).collect();
        println!("{title}, {path}: codeowners of Rust, {}", joined(found));
        let rules = codeowners_rs::parse(&text).into_ruleset();
        let found = rules.owners(&path).into_iter().flatten().map(|owner| owner.value.clone()).collect();
        println!("{title}, {path}: codeowners-rs, {}", joined(found));
    }
}
RUST
{
  node ask.cjs 2> /dev/null
  venv/bin/python ask.py
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
* @a;   # note, x.js: codeowners of PyPI, @a
* @a;   # note, x.js: codeowners of Rust, @a
* @a;   # note, x.js: codeowners of npm, @a
* @a;   # note, x.js: codeowners-rs, @a
* @a;   # note, x.js: codeowners-utils, @a
* @a;   # note, x.js: hairyhenderson, @a
* @a;   # note, x.js: hmarr, @a
* @a;   # note, x.js: snyk, refused
* @a;   *.js @b, x.js: codeowners of PyPI, @b
* @a;   *.js @b, x.js: codeowners of Rust, @b
* @a;   *.js @b, x.js: codeowners of npm, @a
* @a;   *.js @b, x.js: codeowners-rs, @b
* @a;   *.js @b, x.js: codeowners-utils, @b
* @a;   *.js @b, x.js: hairyhenderson, @b
* @a;   *.js @b, x.js: hmarr, @b
* @a;   *.js @b, x.js: snyk, refused
* @a; /x/y, x/y/z: codeowners of PyPI, none
* @a; /x/y, x/y/z: codeowners of Rust, none
* @a; /x/y, x/y/z: codeowners of npm, none
* @a; /x/y, x/y/z: codeowners-rs, none
* @a; /x/y, x/y/z: codeowners-utils, none
* @a; /x/y, x/y/z: hairyhenderson, @a
* @a; /x/y, x/y/z: hmarr, none
* @a; /x/y, x/y/z: snyk, none
**/logs @a, x/logs/y: codeowners of PyPI, @a
**/logs @a, x/logs/y: codeowners of Rust, @a
**/logs @a, x/logs/y: codeowners of npm, @a
**/logs @a, x/logs/y: codeowners-rs, @a
**/logs @a, x/logs/y: codeowners-utils, @a
**/logs @a, x/logs/y: hairyhenderson, @a
**/logs @a, x/logs/y: hmarr, @a
**/logs @a, x/logs/y: snyk, @a
*.JS @a, x.js: codeowners of PyPI, none
*.JS @a, x.js: codeowners of Rust, @a
*.JS @a, x.js: codeowners of npm, @a
*.JS @a, x.js: codeowners-rs, none
*.JS @a, x.js: codeowners-utils, @a
*.JS @a, x.js: hairyhenderson, none
*.JS @a, x.js: hmarr, none
*.JS @a, x.js: snyk, @a
*.js @a # of @b, x.js: codeowners of PyPI, @a @b
*.js @a # of @b, x.js: codeowners of Rust, @a @b
*.js @a # of @b, x.js: codeowners of npm, @a # of @b
*.js @a # of @b, x.js: codeowners-rs, @a
*.js @a # of @b, x.js: codeowners-utils, @a
*.js @a # of @b, x.js: hairyhenderson, @a
*.js @a # of @b, x.js: hmarr, @a
*.js @a # of @b, x.js: snyk, refused
*.js @a b@example.org @c/d, x.js: codeowners of PyPI, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: codeowners of Rust, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: codeowners of npm, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: codeowners-rs, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: codeowners-utils, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: hairyhenderson, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: hmarr, @a b@example.org @c/d
*.js @a b@example.org @c/d, x.js: snyk, @a b@example.org @c/d
*.js @a; x.js @b, x.js: codeowners of PyPI, @b
*.js @a; x.js @b, x.js: codeowners of Rust, @b
*.js @a; x.js @b, x.js: codeowners of npm, @b
*.js @a; x.js @b, x.js: codeowners-rs, @b
*.js @a; x.js @b, x.js: codeowners-utils, @b
*.js @a; x.js @b, x.js: hairyhenderson, @b
*.js @a; x.js @b, x.js: hmarr, @b
*.js @a; x.js @b, x.js: snyk, @b
/*.js @a, x/y.js: codeowners of PyPI, none
/*.js @a, x/y.js: codeowners of Rust, @a
/*.js @a, x/y.js: codeowners of npm, none
/*.js @a, x/y.js: codeowners-rs, none
/*.js @a, x/y.js: codeowners-utils, none
/*.js @a, x/y.js: hairyhenderson, none
/*.js @a, x/y.js: hmarr, none
/*.js @a, x/y.js: snyk, none
/x?.js @a, xy.js: codeowners of PyPI, @a
/x?.js @a, xy.js: codeowners of Rust, @a
/x?.js @a, xy.js: codeowners of npm, none
/x?.js @a, xy.js: codeowners-rs, @a
/x?.js @a, xy.js: codeowners-utils, @a
/x?.js @a, xy.js: hairyhenderson, none
/x?.js @a, xy.js: hmarr, @a
/x?.js @a, xy.js: snyk, @a
/x\ y/ @a, x y/z: codeowners of PyPI, @a
/x\ y/ @a, x y/z: codeowners of Rust, none
/x\ y/ @a, x y/z: codeowners of npm, none
/x\ y/ @a, x y/z: codeowners-rs, @a
/x\ y/ @a, x y/z: codeowners-utils, none
/x\ y/ @a, x y/z: hairyhenderson, @a
/x\ y/ @a, x y/z: hmarr, @a
/x\ y/ @a, x y/z: snyk, refused
apps/docs @a, x/apps/docs/y: codeowners of PyPI, none
apps/docs @a, x/apps/docs/y: codeowners of Rust, @a
apps/docs @a, x/apps/docs/y: codeowners of npm, none
apps/docs @a, x/apps/docs/y: codeowners-rs, none
apps/docs @a, x/apps/docs/y: codeowners-utils, none
apps/docs @a, x/apps/docs/y: hairyhenderson, @a
apps/docs @a, x/apps/docs/y: hmarr, none
apps/docs @a, x/apps/docs/y: snyk, none
docs/ @a, x/docs/y/z: codeowners of PyPI, @a
docs/ @a, x/docs/y/z: codeowners of Rust, @a
docs/ @a, x/docs/y/z: codeowners of npm, @a
docs/ @a, x/docs/y/z: codeowners-rs, @a
docs/ @a, x/docs/y/z: codeowners-utils, @a
docs/ @a, x/docs/y/z: hairyhenderson, @a
docs/ @a, x/docs/y/z: hmarr, @a
docs/ @a, x/docs/y/z: snyk, @a
docs/* @a, docs/x/y: codeowners of PyPI, none
docs/* @a, docs/x/y: codeowners of Rust, none
docs/* @a, docs/x/y: codeowners of npm, @a
docs/* @a, docs/x/y: codeowners-rs, none
docs/* @a, docs/x/y: codeowners-utils, @a
docs/* @a, docs/x/y: hairyhenderson, none
docs/* @a, docs/x/y: hmarr, none
docs/* @a, docs/x/y: snyk, none
docs/* @a, docs/x: codeowners of PyPI, @a
docs/* @a, docs/x: codeowners of Rust, @a
docs/* @a, docs/x: codeowners of npm, @a
docs/* @a, docs/x: codeowners-rs, @a
docs/* @a, docs/x: codeowners-utils, @a
docs/* @a, docs/x: hairyhenderson, @a
docs/* @a, docs/x: hmarr, @a
docs/* @a, docs/x: snyk, @a
docs/* @a, x/docs/y: codeowners of PyPI, none
docs/* @a, x/docs/y: codeowners of Rust, @a
docs/* @a, x/docs/y: codeowners of npm, none
docs/* @a, x/docs/y: codeowners-rs, none
docs/* @a, x/docs/y: codeowners-utils, none
docs/* @a, x/docs/y: hairyhenderson, @a
docs/* @a, x/docs/y: hmarr, none
docs/* @a, x/docs/y: snyk, none
EXPECTED
diff expected seen
echo "files of owners are read as they were seen"
