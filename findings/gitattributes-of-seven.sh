#!/bin/sh
# git 2.39.5 (of Debian 12), pygit2 1.21.0 (libgit2) and dulwich 1.2.21 (PyPI), org.eclipse.jgit 7.3.0 (Maven Central),
# github.com/go-git/go-git/v5 v5.19.3, gix-attributes 0.37.1 (crates.io) and git-attributes 1.0.0 (npm), seen on 2026-11-30
# with Python 3.11, Java 17, Go 1.26, Rust 1.95 and Node 20.
#
# Guess before it was run: the libraries give a path the attributes that git gives it; macros and quoted patterns may
# differ.
# Seen: only gix and git agree in all. If go-git is asked for more than one name, the first line that matches wins,
# although the last one is to (gitattributes(5)): `f.x !a` and `f.x a=2` do nothing. `binary` stands for `-diff -merge
# -text` (the same, using macro attributes): dulwich knows no macro at all, go-git not this one and none in a macro, and
# git-attributes takes `-diff` from it only. After `-binary` the three are set for JGit and unset for libgit2; git does not
# expand what is not set. After `!binary` libgit2 keeps them. For it, a macro has to be defined above its use, and `a=` is
# `a`, not an empty value. Patterns in double quotes match nothing for JGit, dulwich and libgit2. git-attributes has an
# attribute named `!a`, matches `d/f.x` at any depth and expands braces.
# Whom it meets: who looks in a repository for what is generated, vendored or left out of an archive (`export-ignore`).
# With a mock: serve a file with a general line and an exception below it.
# Output seen: the lines that EXPECTED has below; a line is the file, the path, and its attributes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
[
  [["*.x a -b c=1"], "f.x"],
  [["*.x a=1", "f.x a=2"], "f.x"],
  [["*.x a", "f.x !a"], "f.x"],
  [["*.x binary"], "f.x"],
  [["*.x binary", "f.x diff"], "f.x"],
  [["*.x diff binary"], "f.x"],
  [["*.x binary", "f.x -binary"], "f.x"],
  [["*.x binary", "f.x !binary"], "f.x"],
  [["[attr]m a -b", "*.x m"], "f.x"],
  [["[attr]m a -b", "[attr]n m c", "*.x n"], "f.x"],
  [["*.x m", "[attr]m a"], "f.x"],
  [["\"x y\" a"], "x y"],
  [["x[[:space:]]y a"], "x y"],
  [["docs/* a"], "docs/d/f.x"],
  [["docs/** a"], "docs/d/f.x"],
  [["d/**/f.x a"], "d/f.x"],
  [["/f.x a"], "d/f.x"],
  [["d/f.x a"], "e/d/f.x"],
  [["*.x a=1 a"], "f.x"],
  [["*.x a="], "f.x"],
  [["f[!a-c] a"], "fd"],
  [["{f,g}.x a"], "f.x"],
  [["* a"], ".x"]
]
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pygit2==1.21.0 dulwich==1.2.21
cat > ask.py <<'PY'
import json
import os
import subprocess

import pygit2
from dulwich.repo import Repo

NAMES = ["a", "b", "binary", "c", "diff", "m", "merge", "n", "text"]


def joined(found):
    words = {True: "set", False: "unset"}
    known = {name: words.get(value, f"'{value}'") for name, value in found.items() if value is not None}
    return " ".join(f"{name}:{known[name]}" for name in sorted(known)) or "none"


def of_git(folder, path):
    lines = subprocess.run(["git", "check-attr", "-a", path], cwd=folder, check=True, capture_output=True, text=True).stdout
    found = {}
    for line in lines.splitlines():
        _, name, value = (line + " ").split(": ")
        found[name] = {"set ": True, "unset ": False}.get(value, value[:-1])
    return found


def of_libgit2(folder, path):
    repository = pygit2.Repository(folder)
    return {name: repository.get_attr(path, name) for name in NAMES}


def of_dulwich(folder, path):
    found = Repo(folder).get_gitattributes().match_path(path.encode())
    return {name.decode(): value.decode() if isinstance(value, bytes) else value for name, value in found.items()}


for number, (lines, path) in enumerate(json.load(open("cases.json", encoding="utf-8"))):
    folder = f"repositories/{number}"
    os.makedirs(os.path.dirname(f"{folder}/{path}"))
    subprocess.run(["git", "init", "--quiet", folder], check=True)
    for name, text in ((".gitattributes", "\n".join(lines) + "\n"), (path, "")):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as file:
            file.write(text)
    for name, ask in {"git": of_git, "libgit2": of_libgit2, "dulwich": of_dulwich}.items():
        print(f"{'; '.join(lines)}, {path}: {name}, {joined(ask(folder, path))}")
PY
npm install --silent --no-audit --no-fund git-attributes@1.0.0
cat > ask.cjs <<'JS'
const { readFileSync } = require('node:fs');
const GitAttributes = require('git-attributes');

const words = { true: 'set', false: 'unset' };
for (const [lines, path] of JSON.parse(readFileSync('cases.json', 'utf8'))) {
  const attributes = new GitAttributes();
  attributes.parse(`${lines.join('\n')}\n`);
  const found = Object.entries(attributes.attrsForPath(path)).filter(([, value]) => value !== undefined && value !== null);
  const texts = found.map(([name, value]) => `${name}:${words[value] ?? `'${value}'`}`).sort();
  console.log(`${lines.join('; ')}, ${path}: git-attributes, ${texts.join(' ') || 'none'}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitattributes"
)

var names = []string{"a", "b", "binary", "c", "diff", "m", "merge", "n", "text"}

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
		answer := "refused"
		stack, err := gitattributes.ReadAttributes(strings.NewReader(strings.Join(lines, "\n")+"\n"), nil, true)
		if err == nil {
			answer = ""
			found, _ := gitattributes.NewMatcher(stack).Match(strings.Split(path, "/"), names)
			for _, name := range names {
				if one := found[name]; one == nil || one.IsUnspecified() {
					continue
				} else if one.IsValueSet() {
					answer += fmt.Sprintf(" %s:'%s'", name, one.Value())
				} else {
					answer += fmt.Sprintf(" %s:%s", name, map[bool]string{true: "set", false: "unset"}[one.IsSet()])
				}
			}
			if answer = strings.TrimSpace(answer); answer == "" {
				answer = "none"
			}
		}
		fmt.Printf("%s, %s: go-git, %s\n", strings.Join(lines, "; "), path, answer)
	}
}
GO
{
  go mod init finding.test/attributes
  go get github.com/go-git/go-git/v5@v5.19.3
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>attributes</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.eclipse.jgit</groupId><artifactId>org.eclipse.jgit</artifactId><version>7.3.0.202506031305-r</version></dependency>
    <dependency><groupId>com.fasterxml.jackson.core</groupId><artifactId>jackson-databind</artifactId><version>2.20.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.ArrayList;
import java.util.TreeSet;
import org.eclipse.jgit.attributes.Attribute;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.treewalk.FileTreeIterator;
import org.eclipse.jgit.treewalk.TreeWalk;

class Ask {
    public static void main(String[] arguments) throws Exception {
        var number = 0;
        for (var one : new ObjectMapper().readTree(new File("cases.json"))) {
            var lines = new ArrayList<String>();
            one.get(0).forEach(line -> lines.add(line.asText()));
            var path = one.get(1).asText();
            var found = new TreeSet<String>();
            try (var repository = new FileRepositoryBuilder().setWorkTree(new File("repositories/" + number++)).build();
                    var walk = new TreeWalk(repository)) {
                walk.setOperationType(TreeWalk.OperationType.CHECKIN_OP);
                walk.addTree(new FileTreeIterator(repository));
                walk.setRecursive(true);
                while (walk.next()) {
                    if (!walk.getPathString().equals(path)) continue;
                    for (var attribute : walk.getAttributes().getAll()) {
                        var value = switch (attribute.getState()) {
                            case SET -> "set";
                            case UNSET -> "unset";
                            case UNSPECIFIED -> "unspecified";
                            case CUSTOM -> "'" + attribute.getValue() + "'";
                        };
                        if (!value.equals("unspecified")) found.add(attribute.getKey() + ":" + value);
                    }
                }
            }
            var answer = found.isEmpty() ? "none" : String.join(" ", found);
            System.out.println(String.join("; ", lines) + ", " + path + ": JGit, " + answer);
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
gix-attributes = "=0.37.1"
gix-glob = "=0.29.1"
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use gix_attributes::{search::{MetadataCollection, Outcome}, Search, StateRef};

fn main() {
    let cases: Vec<(Vec<String>, String)> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for (lines, path) in cases {
        let mut collection = MetadataCollection::default();
        let mut search = Search::new_globals(std::iter::empty::<String>(), &mut Vec::new(), &mut collection).unwrap();
        let text = lines.join("\n") + "\n";
        search.add_patterns_buffer(text.as_bytes(), ".gitattributes".into(), None, &mut collection, true).unwrap();
        let mut outcome = Outcome::default();
        outcome.initialize(&collection);
        let case = gix_glob::pattern::Case::Sensitive;
        search.pattern_matching_relative_path(path.as_str().into(), case, Some(false), &mut outcome);
        let mut found = Vec::new();
        for one in outcome.iter() {
            let value = match one.assignment.state {
                StateRef::Set => "set".to_string(),
                StateRef::Unset => "unset".to_string(),
                StateRef::Value(value) => format!("'{}'", value.as_bstr()),
                StateRef::Unspecified => continue,
            };
            found.push(format!("{}:{value}", one.assignment.name.as_str()));
        }
        found.sort();
        let answer = if found.is_empty() { "none".to_string() } else { found.join(" ") };
        println!("{}, {path}: gix, {answer}", lines.join("; "));
    }
}
RUST
{
  venv/bin/python ask.py
  node ask.cjs
  go run .
  java -cp 'classes/*' Ask.java
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
"x y" a, x y: JGit, none
"x y" a, x y: dulwich, none
"x y" a, x y: git, a:set
"x y" a, x y: git-attributes, a:set
"x y" a, x y: gix, a:set
"x y" a, x y: go-git, a:set
"x y" a, x y: libgit2, none
* a, .x: JGit, a:set
* a, .x: dulwich, a:set
* a, .x: git, a:set
* a, .x: git-attributes, none
* a, .x: gix, a:set
* a, .x: go-git, a:set
* a, .x: libgit2, a:set
*.x a -b c=1, f.x: JGit, a:set b:unset c:'1'
*.x a -b c=1, f.x: dulwich, a:set b:unset c:'1'
*.x a -b c=1, f.x: git, a:set b:unset c:'1'
*.x a -b c=1, f.x: git-attributes, a:set b:unset c:'1'
*.x a -b c=1, f.x: gix, a:set b:unset c:'1'
*.x a -b c=1, f.x: go-git, a:set b:unset c:'1'
*.x a -b c=1, f.x: libgit2, a:set b:unset c:'1'
*.x a; f.x !a, f.x: JGit, none
*.x a; f.x !a, f.x: dulwich, none
*.x a; f.x !a, f.x: git, none
*.x a; f.x !a, f.x: git-attributes, !a:set a:set
*.x a; f.x !a, f.x: gix, none
*.x a; f.x !a, f.x: go-git, a:set
*.x a; f.x !a, f.x: libgit2, none
*.x a=, f.x: JGit, a:''
*.x a=, f.x: dulwich, a:''
*.x a=, f.x: git, a:''
*.x a=, f.x: git-attributes, a:''
*.x a=, f.x: gix, a:''
*.x a=, f.x: go-git, a:''
*.x a=, f.x: libgit2, a:set
*.x a=1 a, f.x: JGit, a:set
*.x a=1 a, f.x: dulwich, a:set
*.x a=1 a, f.x: git, a:set
*.x a=1 a, f.x: git-attributes, a:set
*.x a=1 a, f.x: gix, a:set
*.x a=1 a, f.x: go-git, a:set
*.x a=1 a, f.x: libgit2, a:set
*.x a=1; f.x a=2, f.x: JGit, a:'2'
*.x a=1; f.x a=2, f.x: dulwich, a:'2'
*.x a=1; f.x a=2, f.x: git, a:'2'
*.x a=1; f.x a=2, f.x: git-attributes, a:'2'
*.x a=1; f.x a=2, f.x: gix, a:'2'
*.x a=1; f.x a=2, f.x: go-git, a:'1'
*.x a=1; f.x a=2, f.x: libgit2, a:'2'
*.x binary, f.x: JGit, binary:set diff:unset merge:unset text:unset
*.x binary, f.x: dulwich, binary:set
*.x binary, f.x: git, binary:set diff:unset merge:unset text:unset
*.x binary, f.x: git-attributes, binary:set diff:unset
*.x binary, f.x: gix, binary:set diff:unset merge:unset text:unset
*.x binary, f.x: go-git, binary:set
*.x binary, f.x: libgit2, binary:set diff:unset merge:unset text:unset
*.x binary; f.x !binary, f.x: JGit, none
*.x binary; f.x !binary, f.x: dulwich, none
*.x binary; f.x !binary, f.x: git, none
*.x binary; f.x !binary, f.x: git-attributes, !binary:set binary:set diff:unset
*.x binary; f.x !binary, f.x: gix, none
*.x binary; f.x !binary, f.x: go-git, binary:set
*.x binary; f.x !binary, f.x: libgit2, diff:unset merge:unset text:unset
*.x binary; f.x -binary, f.x: JGit, binary:unset diff:set merge:set text:set
*.x binary; f.x -binary, f.x: dulwich, binary:unset
*.x binary; f.x -binary, f.x: git, binary:unset
*.x binary; f.x -binary, f.x: git-attributes, binary:unset diff:unset
*.x binary; f.x -binary, f.x: gix, binary:unset
*.x binary; f.x -binary, f.x: go-git, binary:set
*.x binary; f.x -binary, f.x: libgit2, binary:unset diff:unset merge:unset text:unset
*.x binary; f.x diff, f.x: JGit, binary:set diff:set merge:unset text:unset
*.x binary; f.x diff, f.x: dulwich, binary:set diff:set
*.x binary; f.x diff, f.x: git, binary:set diff:set merge:unset text:unset
*.x binary; f.x diff, f.x: git-attributes, binary:set diff:set
*.x binary; f.x diff, f.x: gix, binary:set diff:set merge:unset text:unset
*.x binary; f.x diff, f.x: go-git, binary:set diff:set
*.x binary; f.x diff, f.x: libgit2, binary:set diff:set merge:unset text:unset
*.x diff binary, f.x: JGit, binary:set diff:unset merge:unset text:unset
*.x diff binary, f.x: dulwich, binary:set diff:set
*.x diff binary, f.x: git, binary:set diff:unset merge:unset text:unset
*.x diff binary, f.x: git-attributes, binary:set diff:unset
*.x diff binary, f.x: gix, binary:set diff:unset merge:unset text:unset
*.x diff binary, f.x: go-git, binary:set diff:set
*.x diff binary, f.x: libgit2, binary:set diff:unset merge:unset text:unset
*.x m; [attr]m a, f.x: JGit, a:set m:set
*.x m; [attr]m a, f.x: dulwich, m:set
*.x m; [attr]m a, f.x: git, a:set m:set
*.x m; [attr]m a, f.x: git-attributes, m:set
*.x m; [attr]m a, f.x: gix, a:set m:set
*.x m; [attr]m a, f.x: go-git, a:set m:set
*.x m; [attr]m a, f.x: libgit2, m:set
/f.x a, d/f.x: JGit, none
/f.x a, d/f.x: dulwich, none
/f.x a, d/f.x: git, none
/f.x a, d/f.x: git-attributes, none
/f.x a, d/f.x: gix, none
/f.x a, d/f.x: go-git, none
/f.x a, d/f.x: libgit2, none
[attr]m a -b; *.x m, f.x: JGit, a:set b:unset m:set
[attr]m a -b; *.x m, f.x: dulwich, m:set
[attr]m a -b; *.x m, f.x: git, a:set b:unset m:set
[attr]m a -b; *.x m, f.x: git-attributes, m:set
[attr]m a -b; *.x m, f.x: gix, a:set b:unset m:set
[attr]m a -b; *.x m, f.x: go-git, a:set b:unset m:set
[attr]m a -b; *.x m, f.x: libgit2, a:set b:unset m:set
[attr]m a -b; [attr]n m c; *.x n, f.x: JGit, a:set b:unset c:set m:set n:set
[attr]m a -b; [attr]n m c; *.x n, f.x: dulwich, n:set
[attr]m a -b; [attr]n m c; *.x n, f.x: git, a:set b:unset c:set m:set n:set
[attr]m a -b; [attr]n m c; *.x n, f.x: git-attributes, n:set
[attr]m a -b; [attr]n m c; *.x n, f.x: gix, a:set b:unset c:set m:set n:set
[attr]m a -b; [attr]n m c; *.x n, f.x: go-git, c:set m:set n:set
[attr]m a -b; [attr]n m c; *.x n, f.x: libgit2, a:set b:unset c:set m:set n:set
d/**/f.x a, d/f.x: JGit, a:set
d/**/f.x a, d/f.x: dulwich, a:set
d/**/f.x a, d/f.x: git, a:set
d/**/f.x a, d/f.x: git-attributes, a:set
d/**/f.x a, d/f.x: gix, a:set
d/**/f.x a, d/f.x: go-git, a:set
d/**/f.x a, d/f.x: libgit2, a:set
d/f.x a, e/d/f.x: JGit, none
d/f.x a, e/d/f.x: dulwich, none
d/f.x a, e/d/f.x: git, none
d/f.x a, e/d/f.x: git-attributes, a:set
d/f.x a, e/d/f.x: gix, none
d/f.x a, e/d/f.x: go-git, none
d/f.x a, e/d/f.x: libgit2, none
docs/* a, docs/d/f.x: JGit, none
docs/* a, docs/d/f.x: dulwich, none
docs/* a, docs/d/f.x: git, none
docs/* a, docs/d/f.x: git-attributes, none
docs/* a, docs/d/f.x: gix, none
docs/* a, docs/d/f.x: go-git, none
docs/* a, docs/d/f.x: libgit2, none
docs/** a, docs/d/f.x: JGit, a:set
docs/** a, docs/d/f.x: dulwich, a:set
docs/** a, docs/d/f.x: git, a:set
docs/** a, docs/d/f.x: git-attributes, a:set
docs/** a, docs/d/f.x: gix, a:set
docs/** a, docs/d/f.x: go-git, a:set
docs/** a, docs/d/f.x: libgit2, a:set
f[!a-c] a, fd: JGit, a:set
f[!a-c] a, fd: dulwich, a:set
f[!a-c] a, fd: git, a:set
f[!a-c] a, fd: git-attributes, a:set
f[!a-c] a, fd: gix, a:set
f[!a-c] a, fd: go-git, none
f[!a-c] a, fd: libgit2, a:set
x[[:space:]]y a, x y: JGit, a:set
x[[:space:]]y a, x y: dulwich, a:set
x[[:space:]]y a, x y: git, a:set
x[[:space:]]y a, x y: git-attributes, none
x[[:space:]]y a, x y: gix, a:set
x[[:space:]]y a, x y: go-git, none
x[[:space:]]y a, x y: libgit2, a:set
{f,g}.x a, f.x: JGit, none
{f,g}.x a, f.x: dulwich, none
{f,g}.x a, f.x: git, none
{f,g}.x a, f.x: git-attributes, a:set
{f,g}.x a, f.x: gix, none
{f,g}.x a, f.x: go-git, none
{f,g}.x a, f.x: libgit2, none
EXPECTED
diff expected seen
echo "attributes of git are read as they were seen"
