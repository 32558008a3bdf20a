#!/bin/sh
# docker 7.2.0 (PyPI), @balena/dockerignore 1.0.2 and @zeit/dockerignore 0.0.5 (npm) and github.com/moby/patternmatcher v0.6.1,
# seen on 2026-11-30 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: docker (PyPI), @balena/dockerignore and @zeit/dockerignore (npm) leave out the same files as
# moby/patternmatcher, which docker itself uses; `**` and exceptions below a folder may differ.
# Seen: both are as guessed: docker of PyPI finds no file below a folder by an exception with `**`, and `**d` is `xd` for docker
# alone. Sets differ as well. A pattern follows `filepath.Match` of Go (documentation of .dockerignore), so a negated set is
# `[^a-c]`, and a backslash makes a star plain: docker of PyPI reads `[^a-c]` as a set with `^` in it, `[!a-c]` as a negated
# one, and a backslash as itself. A build by it sends files that docker leaves out, and leaves out files that docker sends.
# Whom it meets: tests that build an image through a library. With a mock: compare the files of the two builds once.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
*.log, d/a.log
**/*.log, d/a.log
d !d/a, d/a
d/** !d/**/*.md, d/e/a.md
* !d/e, d/e/f
a?c, abc
*, .env
x/**/z, x/z
**d, xd
[a-c].x, b.x
[^a-c].x, d.x
[^a-c].x, b.x
[!a-c].x, d.x
a\*b, a*b
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check docker==7.2.0
cat > leave.py <<'PY'
import pathlib
import tempfile

from docker.utils.build import exclude_paths

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        patterns, path = line.split(", ")
        with tempfile.TemporaryDirectory() as root:
            target = pathlib.Path(root, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()
            print(f"{line}: docker of PyPI {'sent' if path in exclude_paths(root, patterns.split(' ')) else 'left out'}")
PY
npm install --silent --no-audit --no-fund @balena/dockerignore@1.0.2 @zeit/dockerignore@0.0.5
cat > leave.cjs <<'JS'
const LIBRARIES = { balena: require('@balena/dockerignore'), zeit: require('@zeit/dockerignore') };

for (const line of require('node:fs').readFileSync('cases', 'utf8').trim().split('\n')) {
  const [patterns, path] = line.split(', ');
  for (const [name, make] of Object.entries(LIBRARIES)) {
    console.log(`${line}: ${name} ${make().add(patterns.split(' ')).ignores(path) ? 'left out' : 'sent'}`);
  }
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/moby/patternmatcher"
)

func main() {
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		patterns, path, _ := strings.Cut(line, ", ")
		matcher, err := patternmatcher.New(strings.Split(patterns, " "))
		if err != nil {
			panic(err)
		}
		answer := "sent"
		if leave, _ := matcher.MatchesOrParentMatches(path); leave {
			answer = "left out"
		}
		fmt.Printf("%s: moby %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/leave
  go get github.com/moby/patternmatcher@v0.6.1
  go mod tidy
} 2> /dev/null
{ venv/bin/python leave.py; node leave.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
* !d/e, d/e/f: balena sent
* !d/e, d/e/f: docker of PyPI sent
* !d/e, d/e/f: moby sent
* !d/e, d/e/f: zeit sent
**/*.log, d/a.log: balena left out
**/*.log, d/a.log: docker of PyPI left out
**/*.log, d/a.log: moby left out
**/*.log, d/a.log: zeit left out
**d, xd: balena sent
**d, xd: docker of PyPI sent
**d, xd: moby left out
**d, xd: zeit sent
*, .env: balena left out
*, .env: docker of PyPI left out
*, .env: moby left out
*, .env: zeit left out
*.log, d/a.log: balena sent
*.log, d/a.log: docker of PyPI sent
*.log, d/a.log: moby sent
*.log, d/a.log: zeit sent
[!a-c].x, d.x: balena sent
[!a-c].x, d.x: docker of PyPI left out
[!a-c].x, d.x: moby sent
[!a-c].x, d.x: zeit sent
[^a-c].x, b.x: balena sent
[^a-c].x, b.x: docker of PyPI left out
[^a-c].x, b.x: moby sent
[^a-c].x, b.x: zeit sent
[^a-c].x, d.x: balena left out
[^a-c].x, d.x: docker of PyPI sent
[^a-c].x, d.x: moby left out
[^a-c].x, d.x: zeit left out
[a-c].x, b.x: balena left out
[a-c].x, b.x: docker of PyPI left out
[a-c].x, b.x: moby left out
[a-c].x, b.x: zeit left out
a?c, abc: balena left out
a?c, abc: docker of PyPI left out
a?c, abc: moby left out
a?c, abc: zeit left out
a\*b, a*b: balena left out
a\*b, a*b: docker of PyPI sent
a\*b, a*b: moby left out
a\*b, a*b: zeit left out
d !d/a, d/a: balena sent
d !d/a, d/a: docker of PyPI sent
d !d/a, d/a: moby sent
d !d/a, d/a: zeit sent
d/** !d/**/*.md, d/e/a.md: balena sent
d/** !d/**/*.md, d/e/a.md: docker of PyPI left out
d/** !d/**/*.md, d/e/a.md: moby sent
d/** !d/**/*.md, d/e/a.md: zeit sent
x/**/z, x/z: balena left out
x/**/z, x/z: docker of PyPI left out
x/**/z, x/z: moby left out
x/**/z, x/z: zeit left out
EXPECTED
diff expected seen
echo "patterns of dockerignore behave as they were seen"
