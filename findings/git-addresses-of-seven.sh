#!/bin/sh
# git-url-parse 16.1.0, parse-github-url 1.0.4, parse-repo 1.0.4 and giturl 2.0.0 (npm), giturlparse 0.16.0 and git-url-parse
# 1.2.2 (PyPI) and github.com/whilp/git-urls v1.0.0, seen on 2026-11-30 with git 2.39, Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: they name the same host, owner and name of a repository; ports, and the form of scp without a user,
# may differ.
# Seen: both do, and more. In `git@h.test:2222/n.git` a folder follows the colon (git-clone(1), GIT URLS), and git asks for
# `2222/n.git`: giturlparse makes port 222 and owner 2 of it. The other way round, a port is an owner for giturl and a part of
# the host for parse-github-url; for parse-repo the host is then `localhost`, as for three more. A folder in a folder is lost to
# three, one of which takes the subfolder for the repository; for git-url-parse of PyPI the host is then `https`, and for a
# slash at the end it is `o`. An address without an owner confuses two. The form without a user has no host for git-url-parse of
# npm, another one for parse-github-url, and is not valid for giturlparse, nor is `ssh://` without a user. `#v1`, by which npm
# names a revision, is part of the name for giturlparse and of the path for giturl, and an error for git-url-parse of PyPI; whilp
# does not know `git+https`.
# Whom it meets: who finds a package by the repository in its metadata. With a mock: seed a repository of a subgroup.
# Output seen: the lines that EXPECTED has below; first what git asks a host for, by its own reading.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > addresses <<'TEXT'
https://h.test/o/n.git
https://h.test/o/n/
https://h.test:8443/o/n.git
https://h.test/g/o/n.git
https://h.test/n.git
ssh://git@h.test:2222/o/n.git
ssh://h.test/o/n.git
git@h.test:o/n.git
git@h.test:g/o/n.git
git@h.test:/o/n.git
git@h.test:2222/n.git
h.test:o/n.git
git+https://h.test/o/n.git#v1
TEXT
cat > ssh.sh <<'TEXT'
#!/bin/sh
for one; do words="${words-} $one"; done
echo "asks$words" >&2
exit 1
TEXT
chmod +x ssh.sh
export GIT_SSH="$PWD/ssh.sh" GIT_SSH_VARIANT=ssh GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
while read -r address; do
  case $address in
    http* | git+*) ;;
    *) echo "$address: git $(git -c protocol.version=0 ls-remote "$address" 2>&1 | grep asks)" ;;
  esac
done < addresses > asked
npm install --silent --no-audit --no-fund git-url-parse@16.1.0 parse-github-url@1.0.4 parse-repo@1.0.4 giturl@2.0.0
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import gitUrlParse from 'git-url-parse';
import { parse } from 'giturl';
import parseGithubUrl from 'parse-github-url';
import parseRepo from 'parse-repo';

const readers = {
  'git-url-parse of npm': ({ resource, port, owner, name }) => [resource, port, owner, name],
  'parse-github-url': ({ host, owner, name }) => [host, '', owner, name],
  'parse-repo': ({ host, owner, project }) => [host, '', owner, project],
  giturl: (address) => [address],
};
const parsers = [gitUrlParse, parseGithubUrl, parseRepo, parse];
for (const address of readFileSync('addresses', 'utf8').trim().split('\n')) {
  Object.entries(readers).forEach(([name, read], at) => {
    console.log(`${address}: ${name}, ${read(parsers[at](address)).map((part) => part || '-').join(' ')}`);
  });
}
JS
venv() {
  python3 -m venv "$1"
  "$1/bin/pip" install --quiet --disable-pip-version-check "$2"
}
venv one giturlparse==0.16.0
venv two git-url-parse==1.2.2
cat > read.py <<'PY'
import sys

import giturlparse

for address in open("addresses", encoding="utf-8").read().splitlines():
    try:
        found = giturlparse.parse(address)
        if getattr(found, "valid", True):
            host = found.host if hasattr(found, "host") else found.resource
            parts = [host, found.port, found.owner, found.name]
        else:
            parts = ["not valid"]
    except giturlparse.parser.ParserError:
        parts = ["refused"]
    print(f"{address}: {sys.argv[1]},", " ".join(part or "-" for part in parts))
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	giturls "github.com/whilp/git-urls"
)

func main() {
	file, _ := os.ReadFile("addresses")
	for _, address := range strings.Fields(string(file)) {
		found, err := giturls.Parse(address)
		if err != nil {
			panic(err)
		}
		host, port := found.Hostname(), found.Port()
		if host == "" {
			host = "-"
		}
		if port == "" {
			port = "-"
		}
		fmt.Printf("%s: whilp, %s %s %s\n", address, host, port, found.Path)
	}
}
GO
{
  go mod init finding.test/addresses
  go get github.com/whilp/git-urls@v1.0.0
  go mod tidy
} 2> /dev/null
{
  node read.mjs
  one/bin/python read.py giturlparse
  two/bin/python read.py 'git-url-parse of PyPI'
  go run .
} | LC_ALL=C sort > read
cat asked read > seen
cat > expected <<'EXPECTED'
ssh://git@h.test:2222/o/n.git: git asks -p 2222 git@h.test git-upload-pack '/o/n.git'
ssh://h.test/o/n.git: git asks h.test git-upload-pack '/o/n.git'
git@h.test:o/n.git: git asks git@h.test git-upload-pack 'o/n.git'
git@h.test:g/o/n.git: git asks git@h.test git-upload-pack 'g/o/n.git'
git@h.test:/o/n.git: git asks git@h.test git-upload-pack '/o/n.git'
git@h.test:2222/n.git: git asks git@h.test git-upload-pack '2222/n.git'
h.test:o/n.git: git asks h.test git-upload-pack 'o/n.git'
git+https://h.test/o/n.git#v1: git-url-parse of PyPI, refused
git+https://h.test/o/n.git#v1: git-url-parse of npm, h.test - o n
git+https://h.test/o/n.git#v1: giturl, http://h.test/o/n.git#v1
git+https://h.test/o/n.git#v1: giturlparse, h.test - o n.git#v1
git+https://h.test/o/n.git#v1: parse-github-url, h.test - o n
git+https://h.test/o/n.git#v1: parse-repo, h.test - o n
git+https://h.test/o/n.git#v1: whilp, - - git+https://h.test/o/n.git#v1
git@h.test:/o/n.git: git-url-parse of PyPI, h.test - o n
git@h.test:/o/n.git: git-url-parse of npm, h.test - /o n
git@h.test:/o/n.git: giturl, http://h.test//o/n
git@h.test:/o/n.git: giturlparse, h.test - o n
git@h.test:/o/n.git: parse-github-url, h.test - - o
git@h.test:/o/n.git: parse-repo, localhost - - n
git@h.test:/o/n.git: whilp, h.test - /o/n.git
git@h.test:2222/n.git: git-url-parse of PyPI, h.test - 2222 n
git@h.test:2222/n.git: git-url-parse of npm, h.test - 2222 n
git@h.test:2222/n.git: giturl, http://h.test/2222/n
git@h.test:2222/n.git: giturlparse, h.test 222 2 n
git@h.test:2222/n.git: parse-github-url, h.test - 2222 n
git@h.test:2222/n.git: parse-repo, h.test - 2222 n
git@h.test:2222/n.git: whilp, h.test - 2222/n.git
git@h.test:g/o/n.git: git-url-parse of PyPI, h.test - g/o n
git@h.test:g/o/n.git: git-url-parse of npm, h.test - g/o n
git@h.test:g/o/n.git: giturl, http://h.test/g/o/n
git@h.test:g/o/n.git: giturlparse, h.test - g n
git@h.test:g/o/n.git: parse-github-url, h.test - g o
git@h.test:g/o/n.git: parse-repo, localhost - - n
git@h.test:g/o/n.git: whilp, h.test - g/o/n.git
git@h.test:o/n.git: git-url-parse of PyPI, h.test - o n
git@h.test:o/n.git: git-url-parse of npm, h.test - o n
git@h.test:o/n.git: giturl, http://h.test/o/n
git@h.test:o/n.git: giturlparse, h.test - o n
git@h.test:o/n.git: parse-github-url, h.test - o n
git@h.test:o/n.git: parse-repo, h.test - o n
git@h.test:o/n.git: whilp, h.test - o/n.git
h.test:o/n.git: git-url-parse of PyPI, h.test - o n
h.test:o/n.git: git-url-parse of npm, - - o n
h.test:o/n.git: giturl, http://h.test/o/n
h.test:o/n.git: giturlparse, not valid
h.test:o/n.git: parse-github-url, o - o n.git
h.test:o/n.git: parse-repo, localhost - - n
h.test:o/n.git: whilp, h.test - o/n.git
https://h.test/g/o/n.git: git-url-parse of PyPI, https - /h.test/g/o n
https://h.test/g/o/n.git: git-url-parse of npm, h.test - g/o n
https://h.test/g/o/n.git: giturl, https://h.test/g/o/n
https://h.test/g/o/n.git: giturlparse, h.test - g n
https://h.test/g/o/n.git: parse-github-url, h.test - g o
https://h.test/g/o/n.git: parse-repo, h.test - - n
https://h.test/g/o/n.git: whilp, h.test - /g/o/n.git
https://h.test/n.git: git-url-parse of PyPI, h.test - - n
https://h.test/n.git: git-url-parse of npm, h.test - - n
https://h.test/n.git: giturl, https://h.test/n
https://h.test/n.git: giturlparse, h.test - - n.git
https://h.test/n.git: parse-github-url, h.test - n.git -
https://h.test/n.git: parse-repo, h.test - - n
https://h.test/n.git: whilp, h.test - /n.git
https://h.test/o/n.git: git-url-parse of PyPI, h.test - o n
https://h.test/o/n.git: git-url-parse of npm, h.test - o n
https://h.test/o/n.git: giturl, https://h.test/o/n
https://h.test/o/n.git: giturlparse, h.test - o n
https://h.test/o/n.git: parse-github-url, h.test - o n
https://h.test/o/n.git: parse-repo, h.test - o n
https://h.test/o/n.git: whilp, h.test - /o/n.git
https://h.test/o/n/: git-url-parse of PyPI, o - n -
https://h.test/o/n/: git-url-parse of npm, h.test - o n
https://h.test/o/n/: giturl, https://h.test/o/n
https://h.test/o/n/: giturlparse, h.test - o n
https://h.test/o/n/: parse-github-url, h.test - o n
https://h.test/o/n/: parse-repo, h.test - - n
https://h.test/o/n/: whilp, h.test - /o/n/
https://h.test:8443/o/n.git: git-url-parse of PyPI, h.test 8443 o n
https://h.test:8443/o/n.git: git-url-parse of npm, h.test 8443 o n
https://h.test:8443/o/n.git: giturl, https://h.test/8443/o/n
https://h.test:8443/o/n.git: giturlparse, h.test :8443 o n
https://h.test:8443/o/n.git: parse-github-url, h.test:8443 - o n
https://h.test:8443/o/n.git: parse-repo, localhost - - n
https://h.test:8443/o/n.git: whilp, h.test 8443 /o/n.git
ssh://git@h.test:2222/o/n.git: git-url-parse of PyPI, h.test 2222 o n
ssh://git@h.test:2222/o/n.git: git-url-parse of npm, h.test 2222 o n
ssh://git@h.test:2222/o/n.git: giturl, http://h.test/2222/o/n
ssh://git@h.test:2222/o/n.git: giturlparse, h.test 2222 o n
ssh://git@h.test:2222/o/n.git: parse-github-url, h.test:2222 - o n
ssh://git@h.test:2222/o/n.git: parse-repo, localhost - - n
ssh://git@h.test:2222/o/n.git: whilp, h.test 2222 /o/n.git
ssh://h.test/o/n.git: git-url-parse of PyPI, h.test - o n
ssh://h.test/o/n.git: git-url-parse of npm, h.test - o n
ssh://h.test/o/n.git: giturl, http://h.test/o/n
ssh://h.test/o/n.git: giturlparse, not valid
ssh://h.test/o/n.git: parse-github-url, h.test - o n
ssh://h.test/o/n.git: parse-repo, h.test - o n
ssh://h.test/o/n.git: whilp, h.test - /o/n.git
EXPECTED
diff expected seen
echo "addresses of repositories are read as they were seen"
