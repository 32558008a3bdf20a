#!/bin/sh
# git 2.39.5 (of Debian 12), pygit2 1.21.0 (libgit2) and dulwich 1.2.21 (PyPI), org.eclipse.jgit 7.3.0 (Maven Central),
# github.com/go-git/go-git/v5 v5.19.3, gix-config 0.62.2 (crates.io) and parse-git-config 3.0.0 (npm), seen on 2026-12-01
# with Python 3.11, Java 17, Go 1.26, Rust 1.95 and Node 20.
#
# Guess before it was run: six libraries read the same values of a config file as git; quotes within a value, continued
# lines and keys without a value may differ in npm and go-git.
# Seen: JGit, libgit2, dulwich and gix differ, too. A key without a value is true (git-config(1), syntax): dulwich has the
# text `true`, libgit2 no text, and JGit gives the empty text for it and none for `b =`, the other way round. A line is
# continued by a backslash, and what follows is kept: dulwich drops a blank, and go-git adds a line break. `[a.S]` is an
# old form of a subsection, in lower case (the same): JGit, dulwich and gix do not find it, and go-git
# refuses the file. A value behind the header, which git reads, is lost for JGit, and go-git refuses the file.
# parse-git-config knows sections and names in their own case only, the last of two values, no `]` or escaped quote in a
# subsection, no quotes or escapes within a value, and no comment behind a header: the section is then not found.
# Whom it meets: who looks for remotes and submodules of a repository to name its source. With a mock: serve a repository
# whose url is continued on a second line.
# Output seen: the lines that EXPECTED has below; a line is the file, the key and the values.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir files
cat > cases.json <<'JSON'
[
  [["[A]", "B = c"], ["a", "", "b"]],
  [["[a] b = c"], ["a", "", "b"]],
  [["[a \"S\"]", "b = c"], ["a", "S", "b"]],
  [["[a \"S\"]", "b = c"], ["a", "s", "b"]],
  [["[a.S]", "b = c"], ["a", "s", "b"]],
  [["[a \"x\\\"y\"]", "b = c"], ["a", "x\"y", "b"]],
  [["[a \"x\\\\y\"]", "b = c"], ["a", "x\\y", "b"]],
  [["[a \"x]y\"]", "b = c"], ["a", "x]y", "b"]],
  [["[a]", "b = c", "[d]", "e = f", "[a]", "b = g"], ["a", "", "b"]],
  [["[a]", "b"], ["a", "", "b"]],
  [["[a]", "b ="], ["a", "", "b"]],
  [["[a]", "b = c \"d  e\" f"], ["a", "", "b"]],
  [["[a]", "b = c#note"], ["a", "", "b"]],
  [["[a]", "b = \"c # d\""], ["a", "", "b"]],
  [["[a]", "b = c \\", " d"], ["a", "", "b"]],
  [["[a]", "b = c\\td"], ["a", "", "b"]],
  [["[a]", "b = \\\"c\\\""], ["a", "", "b"]],
  [["[a] ; note", "# note", "b = c"], ["a", "", "b"]]
]
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pygit2==1.21.0 dulwich==1.2.21
cat > ask.py <<'PY'
import json
import subprocess

import pygit2
from dulwich.config import ConfigFile


def of_git(path, section, subsection, name):
    key = ".".join(filter(None, (section, subsection, name)))
    done = subprocess.run(["git", "config", "--file", path, "--null", "--get-all", key], capture_output=True, text=True)
    if done.returncode > 1:
        raise ValueError(done.stderr)
    return done.stdout.split("\0")[:-1]


def of_libgit2(path, section, subsection, name):
    return list(pygit2.Config(path).get_multivar(".".join(filter(None, (section, subsection, name)))))


def of_dulwich(path, section, subsection, name):
    key = tuple(part.encode() for part in (section, subsection) if part)
    try:
        return [value.decode() for value in ConfigFile.from_path(path).get_multivar(key, name.encode())]
    except KeyError:
        return []


for number, (lines, key) in enumerate(json.load(open("cases.json", encoding="utf-8"))):
    path = f"files/{number}"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    for name, ask in {"git": of_git, "libgit2": of_libgit2, "dulwich": of_dulwich}.items():
        try:
            answer = json.dumps(ask(path, *key), separators=(",", ":"))
        except Exception:
            answer = "refused"
        print(f"{'; '.join(lines)}, {'/'.join(filter(None, key))}: {name}, {answer}")
PY
npm install --silent --no-audit --no-fund parse-git-config@3.0.0
cat > ask.cjs <<'JS'
const { readFileSync } = require('node:fs');
const parse = require('parse-git-config');

for (const [number, [lines, key]] of JSON.parse(readFileSync('cases.json', 'utf8')).entries()) {
  const [section, subsection, name] = key;
  let answer = 'refused';
  try {
    const read = parse.expandKeys(parse.sync({ path: `files/${number}` }));
    const found = (subsection ? read[section]?.[subsection] : read[section])?.[name];
    answer = JSON.stringify(found === undefined ? [] : [found].flat());
  } catch {}
  console.log(`${lines.join('; ')}, ${key.filter(Boolean).join('/')}: parse-git-config, ${answer}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/config"
)

func main() {
	file, _ := os.ReadFile("cases.json")
	var cases [][2][]string
	if err := json.Unmarshal(file, &cases); err != nil {
		panic(err)
	}
	for _, one := range cases {
		lines, key := one[0], one[1]
		read, answer := config.New(), "refused"
		if err := config.NewDecoder(strings.NewReader(strings.Join(lines, "\n") + "\n")).Decode(read); err == nil {
			options := read.Section(key[0]).Options
			if key[1] != "" {
				options = read.Section(key[0]).Subsection(key[1]).Options
			}
			written, _ := json.Marshal(append([]string{}, options.GetAll(key[2])...))
			answer = string(written)
		}
		key = slices.DeleteFunc(key, func(part string) bool { return part == "" })
		fmt.Printf("%s, %s: go-git, %s\n", strings.Join(lines, "; "), strings.Join(key, "/"), answer)
	}
}
GO
{
  go mod init finding.test/config
  go get github.com/go-git/go-git/v5@v5.19.3
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>config</artifactId>
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
import java.util.Arrays;
import java.util.stream.Collectors;
import org.eclipse.jgit.errors.ConfigInvalidException;
import org.eclipse.jgit.lib.Config;

class Ask {
    public static void main(String[] arguments) throws Exception {
        var mapper = new ObjectMapper();
        for (var one : mapper.readValue(new File("cases.json"), String[][][].class)) {
            var key = one[1];
            var answer = "refused";
            try {
                var config = new Config();
                config.fromText(String.join("\n", one[0]) + "\n");
                answer = mapper.writeValueAsString(config.getStringList(key[0], key[1].isEmpty() ? null : key[1], key[2]));
            } catch (ConfigInvalidException error) {
            }
            var name = Arrays.stream(key).filter(part -> !part.isEmpty()).collect(Collectors.joining("/"));
            System.out.println(String.join("; ", one[0]) + ", " + name + ": JGit, " + answer);
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
gix-config = { version = "=0.62.2", features = ["sha1"] }
serde_json = "1"
TOML
cat > src/main.rs <<'RUST'
use gix_config::File;

fn main() {
    let cases: Vec<(Vec<String>, [String; 3])> = serde_json::from_str(include_str!("../cases.json")).unwrap();
    for (lines, [section, subsection, name]) in cases {
        let text = lines.join("\n") + "\n";
        let part = Some(subsection.as_str()).filter(|part| !part.is_empty());
        let answer = match File::try_from(text.as_str()) {
            Ok(file) => {
                let found = file.strings_by(&section, part.map(Into::into), &name).unwrap_or_default();
                let texts: Vec<String> = found.iter().map(|one| one.to_string()).collect();
                serde_json::to_string(&texts).unwrap()
            }
            Err(_) => "refused".to_string(),
        };
        let key = [Some(section.as_str()), part, Some(name.as_str())].into_iter().flatten().collect::<Vec<_>>().join("/");
        println!("{}, {key}: gix, {answer}", lines.join("; "));
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
[A]; B = c, a/b: JGit, ["c"]
[A]; B = c, a/b: dulwich, ["c"]
[A]; B = c, a/b: git, ["c"]
[A]; B = c, a/b: gix, ["c"]
[A]; B = c, a/b: go-git, ["c"]
[A]; B = c, a/b: libgit2, ["c"]
[A]; B = c, a/b: parse-git-config, []
[a "S"]; b = c, a/S/b: JGit, ["c"]
[a "S"]; b = c, a/S/b: dulwich, ["c"]
[a "S"]; b = c, a/S/b: git, ["c"]
[a "S"]; b = c, a/S/b: gix, ["c"]
[a "S"]; b = c, a/S/b: go-git, ["c"]
[a "S"]; b = c, a/S/b: libgit2, ["c"]
[a "S"]; b = c, a/S/b: parse-git-config, ["c"]
[a "S"]; b = c, a/s/b: JGit, []
[a "S"]; b = c, a/s/b: dulwich, []
[a "S"]; b = c, a/s/b: git, []
[a "S"]; b = c, a/s/b: gix, []
[a "S"]; b = c, a/s/b: go-git, []
[a "S"]; b = c, a/s/b: libgit2, []
[a "S"]; b = c, a/s/b: parse-git-config, []
[a "x\"y"]; b = c, a/x"y/b: JGit, ["c"]
[a "x\"y"]; b = c, a/x"y/b: dulwich, ["c"]
[a "x\"y"]; b = c, a/x"y/b: git, ["c"]
[a "x\"y"]; b = c, a/x"y/b: gix, ["c"]
[a "x\"y"]; b = c, a/x"y/b: go-git, ["c"]
[a "x\"y"]; b = c, a/x"y/b: libgit2, ["c"]
[a "x\"y"]; b = c, a/x"y/b: parse-git-config, []
[a "x\\y"]; b = c, a/x\y/b: JGit, ["c"]
[a "x\\y"]; b = c, a/x\y/b: dulwich, ["c"]
[a "x\\y"]; b = c, a/x\y/b: git, ["c"]
[a "x\\y"]; b = c, a/x\y/b: gix, ["c"]
[a "x\\y"]; b = c, a/x\y/b: go-git, ["c"]
[a "x\\y"]; b = c, a/x\y/b: libgit2, ["c"]
[a "x\\y"]; b = c, a/x\y/b: parse-git-config, ["c"]
[a "x]y"]; b = c, a/x]y/b: JGit, ["c"]
[a "x]y"]; b = c, a/x]y/b: dulwich, ["c"]
[a "x]y"]; b = c, a/x]y/b: git, ["c"]
[a "x]y"]; b = c, a/x]y/b: gix, ["c"]
[a "x]y"]; b = c, a/x]y/b: go-git, ["c"]
[a "x]y"]; b = c, a/x]y/b: libgit2, ["c"]
[a "x]y"]; b = c, a/x]y/b: parse-git-config, []
[a.S]; b = c, a/s/b: JGit, []
[a.S]; b = c, a/s/b: dulwich, []
[a.S]; b = c, a/s/b: git, ["c"]
[a.S]; b = c, a/s/b: gix, []
[a.S]; b = c, a/s/b: go-git, refused
[a.S]; b = c, a/s/b: libgit2, ["c"]
[a.S]; b = c, a/s/b: parse-git-config, []
[a] ; note; # note; b = c, a/b: JGit, ["c"]
[a] ; note; # note; b = c, a/b: dulwich, ["c"]
[a] ; note; # note; b = c, a/b: git, ["c"]
[a] ; note; # note; b = c, a/b: gix, ["c"]
[a] ; note; # note; b = c, a/b: go-git, ["c"]
[a] ; note; # note; b = c, a/b: libgit2, ["c"]
[a] ; note; # note; b = c, a/b: parse-git-config, []
[a] b = c, a/b: JGit, []
[a] b = c, a/b: dulwich, ["c"]
[a] b = c, a/b: git, ["c"]
[a] b = c, a/b: gix, ["c"]
[a] b = c, a/b: go-git, refused
[a] b = c, a/b: libgit2, ["c"]
[a] b = c, a/b: parse-git-config, []
[a]; b = "c # d", a/b: JGit, ["c # d"]
[a]; b = "c # d", a/b: dulwich, ["c # d"]
[a]; b = "c # d", a/b: git, ["c # d"]
[a]; b = "c # d", a/b: gix, ["c # d"]
[a]; b = "c # d", a/b: go-git, ["c # d"]
[a]; b = "c # d", a/b: libgit2, ["c # d"]
[a]; b = "c # d", a/b: parse-git-config, ["c # d"]
[a]; b = \"c\", a/b: JGit, ["\"c\""]
[a]; b = \"c\", a/b: dulwich, ["\"c\""]
[a]; b = \"c\", a/b: git, ["\"c\""]
[a]; b = \"c\", a/b: gix, ["\"c\""]
[a]; b = \"c\", a/b: go-git, ["\"c\""]
[a]; b = \"c\", a/b: libgit2, ["\"c\""]
[a]; b = \"c\", a/b: parse-git-config, ["\\\"c\\\""]
[a]; b = c "d  e" f, a/b: JGit, ["c d  e f"]
[a]; b = c "d  e" f, a/b: dulwich, ["c d  e f"]
[a]; b = c "d  e" f, a/b: git, ["c d  e f"]
[a]; b = c "d  e" f, a/b: gix, ["c d  e f"]
[a]; b = c "d  e" f, a/b: go-git, ["c d  e f"]
[a]; b = c "d  e" f, a/b: libgit2, ["c d  e f"]
[a]; b = c "d  e" f, a/b: parse-git-config, ["c \"d  e\" f"]
[a]; b = c \;  d, a/b: JGit, ["c  d"]
[a]; b = c \;  d, a/b: dulwich, ["c d"]
[a]; b = c \;  d, a/b: git, ["c  d"]
[a]; b = c \;  d, a/b: gix, ["c  d"]
[a]; b = c \;  d, a/b: go-git, ["c \n d"]
[a]; b = c \;  d, a/b: libgit2, ["c  d"]
[a]; b = c \;  d, a/b: parse-git-config, ["c \\"]
[a]; b = c#note, a/b: JGit, ["c"]
[a]; b = c#note, a/b: dulwich, ["c"]
[a]; b = c#note, a/b: git, ["c"]
[a]; b = c#note, a/b: gix, ["c"]
[a]; b = c#note, a/b: go-git, ["c"]
[a]; b = c#note, a/b: libgit2, ["c"]
[a]; b = c#note, a/b: parse-git-config, ["c"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: JGit, ["c","g"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: dulwich, ["c","g"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: git, ["c","g"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: gix, ["c","g"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: go-git, ["c","g"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: libgit2, ["c","g"]
[a]; b = c; [d]; e = f; [a]; b = g, a/b: parse-git-config, ["g"]
[a]; b = c\td, a/b: JGit, ["c\td"]
[a]; b = c\td, a/b: dulwich, ["c\td"]
[a]; b = c\td, a/b: git, ["c\td"]
[a]; b = c\td, a/b: gix, ["c\td"]
[a]; b = c\td, a/b: go-git, ["c\td"]
[a]; b = c\td, a/b: libgit2, ["c\td"]
[a]; b = c\td, a/b: parse-git-config, ["c\\td"]
[a]; b =, a/b: JGit, [null]
[a]; b =, a/b: dulwich, [""]
[a]; b =, a/b: git, [""]
[a]; b =, a/b: gix, [""]
[a]; b =, a/b: go-git, [""]
[a]; b =, a/b: libgit2, [""]
[a]; b =, a/b: parse-git-config, [""]
[a]; b, a/b: JGit, [""]
[a]; b, a/b: dulwich, ["true"]
[a]; b, a/b: git, [""]
[a]; b, a/b: gix, [""]
[a]; b, a/b: go-git, [""]
[a]; b, a/b: libgit2, [null]
[a]; b, a/b: parse-git-config, [true]
EXPECTED
diff expected seen
echo "config files of git are read as they were seen"
