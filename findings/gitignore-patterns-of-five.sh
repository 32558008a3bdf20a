#!/bin/sh
# ignore 7.0.17 (npm), pathspec 1.1.1 and gitignore-parser 0.1.13 (PyPI), and github.com/go-git/go-git/v5 v5.19.3 and
# github.com/sabhiram/go-gitignore of 2021-09-23, seen on 2026-11-30 with git 2.39, Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: ignore (npm), pathspec and gitignore_parser (PyPI), go-git and go-gitignore ignore the same paths as
# git; trailing blanks or `**` in the middle of a name may differ.
# Seen: neither differs; other things do. A negated set is `[!a-c]` or `[^a-c]` (gitignore(5), fnmatch(3)): go-git and
# go-gitignore know the latter only, gitignore-parser the former only, and it reads the latter as its opposite. It, pathspec
# and go-git do not know `[[:digit:]]`. pathspec and go-gitignore take a file back whose folder is ignored (`d/` and `!d/a`),
# which is not possible (gitignore(5)). For go-git and go-gitignore `!*/` takes back all files of a folder, and `a/**` is `a`
# as well; gitignore-parser takes back nothing by `!*/`. For go-gitignore `?` is a question mark, and `d/a` is anywhere.
# gitignore-parser ignores a file `d` for `d/`, and does not know `\*`. ignore differs in nothing here, if its option for
# letters is set.
# Whom it meets: tools that pack a folder for an upload. With a mock: compare the list of files with `git ls-files` once.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
*.log, d/a.log
/d/a, x/d/a
d/a, x/d/a
d/, d
d/ !d/a, d/a
* !*/ !*.x, d/f.x
* !*/ !*.x, d/f.y
a/**, a
a/**/b, a/b
a**b, axxb
a?c, abc
[!a-c].txt, d.txt
[^a-c].txt, d.txt
[^a-c].txt, b.txt
[[:digit:]].txt, 5.txt
a\*b, a*b
TEXT
cat > ask-git.py <<'PY'
import os
import pathlib
import subprocess

ENVIRONMENT = os.environ | {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
for number, line in enumerate(open("cases", encoding="utf-8").read().splitlines()):
    patterns, path = line.split(", ")
    tree = pathlib.Path("trees", str(number))
    (tree / path).parent.mkdir(parents=True)
    (tree / path).touch()
    (tree / ".gitignore").write_text("\n".join(patterns.split(" ")) + "\n")
    subprocess.run(["git", "init", "--quiet", tree], check=True, env=ENVIRONMENT)
    asked = subprocess.run(["git", "-C", tree, "check-ignore", "--quiet", path], env=ENVIRONMENT)
    print(f"{line}: git {'ignored' if asked.returncode == 0 else 'taken'}")
PY
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pathspec==1.1.1 gitignore-parser==0.1.13
cat > ask.py <<'PY'
import pathlib
import warnings

import gitignore_parser
import pathspec

warnings.simplefilter("ignore")
for number, line in enumerate(open("cases", encoding="utf-8").read().splitlines()):
    patterns, path = line.split(", ")
    ignored = pathspec.GitIgnoreSpec.from_lines(patterns.split(" ")).match_file(path)
    print(f"{line}: pathspec {'ignored' if ignored else 'taken'}")
    tree = pathlib.Path("trees", str(number)).absolute()
    matches = gitignore_parser.parse_gitignore(tree / ".gitignore")
    steps = [tree / path, *(tree / path).parents]
    ignored = any(matches(step) for step in steps[: steps.index(tree)])
    print(f"{line}: gitignore-parser {'ignored' if ignored else 'taken'}")
PY
npm install --silent --no-audit --no-fund ignore@7.0.17
cat > ask.cjs <<'JS'
const ignore = require('ignore');

for (const line of require('node:fs').readFileSync('cases', 'utf8').trim().split('\n')) {
  const [patterns, path] = line.split(', ');
  const ignored = ignore({ ignorecase: false }).add(patterns.split(' ')).ignores(path);
  console.log(`${line}: ignore ${ignored ? 'ignored' : 'taken'}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
	ignore "github.com/sabhiram/go-gitignore"
)

func word(ignored bool) string {
	if ignored {
		return "ignored"
	}
	return "taken"
}

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		text, path, _ := strings.Cut(line, ", ")
		var patterns []gitignore.Pattern
		for _, pattern := range strings.Split(text, " ") {
			patterns = append(patterns, gitignore.ParsePattern(pattern, nil))
		}
		matcher := gitignore.NewMatcher(patterns)
		steps := strings.Split(path, "/")
		ignored := false
		for at := 1; at <= len(steps) && !ignored; at++ {
			ignored = matcher.Match(steps[:at], at < len(steps))
		}
		fmt.Printf("%s: go-git %s\n", line, word(ignored))
		fmt.Printf("%s: go-gitignore %s\n", line, word(ignore.CompileIgnoreLines(strings.Split(text, " ")...).MatchesPath(path)))
	}
}
GO
{
  go mod init finding.test/ignore
  go get github.com/go-git/go-git/v5@v5.19.3 github.com/sabhiram/go-gitignore@v0.0.0-20210923224102-525f6e181f06
  go mod tidy
} 2> /dev/null
{ python3 ask-git.py; venv/bin/python ask.py; node ask.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
* !*/ !*.x, d/f.x: git taken
* !*/ !*.x, d/f.x: gitignore-parser ignored
* !*/ !*.x, d/f.x: go-git taken
* !*/ !*.x, d/f.x: go-gitignore taken
* !*/ !*.x, d/f.x: ignore taken
* !*/ !*.x, d/f.x: pathspec taken
* !*/ !*.x, d/f.y: git ignored
* !*/ !*.x, d/f.y: gitignore-parser ignored
* !*/ !*.x, d/f.y: go-git taken
* !*/ !*.x, d/f.y: go-gitignore taken
* !*/ !*.x, d/f.y: ignore ignored
* !*/ !*.x, d/f.y: pathspec ignored
*.log, d/a.log: git ignored
*.log, d/a.log: gitignore-parser ignored
*.log, d/a.log: go-git ignored
*.log, d/a.log: go-gitignore ignored
*.log, d/a.log: ignore ignored
*.log, d/a.log: pathspec ignored
/d/a, x/d/a: git taken
/d/a, x/d/a: gitignore-parser taken
/d/a, x/d/a: go-git taken
/d/a, x/d/a: go-gitignore taken
/d/a, x/d/a: ignore taken
/d/a, x/d/a: pathspec taken
[!a-c].txt, d.txt: git ignored
[!a-c].txt, d.txt: gitignore-parser ignored
[!a-c].txt, d.txt: go-git taken
[!a-c].txt, d.txt: go-gitignore taken
[!a-c].txt, d.txt: ignore ignored
[!a-c].txt, d.txt: pathspec ignored
[[:digit:]].txt, 5.txt: git ignored
[[:digit:]].txt, 5.txt: gitignore-parser taken
[[:digit:]].txt, 5.txt: go-git taken
[[:digit:]].txt, 5.txt: go-gitignore ignored
[[:digit:]].txt, 5.txt: ignore ignored
[[:digit:]].txt, 5.txt: pathspec taken
[^a-c].txt, b.txt: git taken
[^a-c].txt, b.txt: gitignore-parser ignored
[^a-c].txt, b.txt: go-git taken
[^a-c].txt, b.txt: go-gitignore taken
[^a-c].txt, b.txt: ignore taken
[^a-c].txt, b.txt: pathspec taken
[^a-c].txt, d.txt: git ignored
[^a-c].txt, d.txt: gitignore-parser taken
[^a-c].txt, d.txt: go-git ignored
[^a-c].txt, d.txt: go-gitignore ignored
[^a-c].txt, d.txt: ignore ignored
[^a-c].txt, d.txt: pathspec ignored
a**b, axxb: git ignored
a**b, axxb: gitignore-parser ignored
a**b, axxb: go-git ignored
a**b, axxb: go-gitignore ignored
a**b, axxb: ignore ignored
a**b, axxb: pathspec ignored
a/**, a: git taken
a/**, a: gitignore-parser taken
a/**, a: go-git ignored
a/**, a: go-gitignore ignored
a/**, a: ignore taken
a/**, a: pathspec taken
a/**/b, a/b: git ignored
a/**/b, a/b: gitignore-parser ignored
a/**/b, a/b: go-git ignored
a/**/b, a/b: go-gitignore ignored
a/**/b, a/b: ignore ignored
a/**/b, a/b: pathspec ignored
a?c, abc: git ignored
a?c, abc: gitignore-parser ignored
a?c, abc: go-git ignored
a?c, abc: go-gitignore taken
a?c, abc: ignore ignored
a?c, abc: pathspec ignored
a\*b, a*b: git ignored
a\*b, a*b: gitignore-parser taken
a\*b, a*b: go-git ignored
a\*b, a*b: go-gitignore ignored
a\*b, a*b: ignore ignored
a\*b, a*b: pathspec ignored
d/ !d/a, d/a: git ignored
d/ !d/a, d/a: gitignore-parser ignored
d/ !d/a, d/a: go-git ignored
d/ !d/a, d/a: go-gitignore taken
d/ !d/a, d/a: ignore ignored
d/ !d/a, d/a: pathspec taken
d/, d: git taken
d/, d: gitignore-parser ignored
d/, d: go-git taken
d/, d: go-gitignore taken
d/, d: ignore taken
d/, d: pathspec taken
d/a, x/d/a: git taken
d/a, x/d/a: gitignore-parser taken
d/a, x/d/a: go-git taken
d/a, x/d/a: go-gitignore ignored
d/a, x/d/a: ignore taken
d/a, x/d/a: pathspec taken
EXPECTED
diff expected seen
echo "patterns of gitignore behave as they were seen"
