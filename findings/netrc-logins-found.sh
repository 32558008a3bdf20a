#!/bin/sh
# netrc 0.1.4 and netrc-parser 3.1.6 (npm), tinynetrc 1.3.1 (PyPI) and github.com/bgentry/go-netrc of 2014-04-22, seen on
# 2026-11-30 with curl 7.88, Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: netrc and netrc-parser (npm), tinynetrc (PyPI), jdxcode/netrc and bgentry/go-netrc find the same
# login for a machine as curl, but for quotes in a password.
# Seen (jdxcode/netrc is not to be had): quotes are as guessed. netrc-parser finds no login behind tabs, line ends of Windows,
# an empty line or a second machine of one line, but the one of a machine in a comment line. Both of npm cut a password at `#`.
# They and tinynetrc have no `default`, and tinynetrc drops a backslash. netrc-parser and go-netrc take a machine in a macro for
# one. Of two entries for one machine, netrc and tinynetrc take the last, the others and curl the first. curl alone finds a
# machine in letters of another case.
# Whom it meets: tests that write a login for a tool. With a mock: write one machine a line, with blanks, and a password of
# letters and digits.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import pathlib

CASES = {
    "plain": "machine r.test login ann password pw\n",
    "lines": "machine r.test\n  login ann\n  password pw\n",
    "tabs": "machine\tr.test\tlogin\tann\tpassword\tpw\n",
    "windows": "machine r.test\r\nlogin ann\r\npassword pw\r\n",
    "empty line": "machine r.test\n\n  login ann\n  password pw\n",
    "one line": "machine x.test login x password x machine r.test login ann password pw\n",
    "comment": "# machine r.test login old password old\nmachine r.test login ann password pw\n",
    "number sign": "machine r.test login ann password p#w\n",
    "backslash": "machine r.test login ann password p\\w\n",
    "quotes": 'machine r.test login ann password "pw"\n',
    "default": "machine x.test login x password x\ndefault login ann password pw\n",
    "macro": "machine x.test login x password x\nmacdef init\nmachine r.test\n\nmachine r.test login ann password pw\n",
    "two": "machine r.test login ann password pw\nmachine r.test login bob password p2\n",
    "capitals": "machine R.test login ann password pw\n",
}
for name, text in CASES.items():
    file = pathlib.Path("cases", name)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode())
    file.chmod(0o600)
PY
python3 write.py
cat > ask-curl.py <<'PY'
import base64
import http.server
import pathlib
import subprocess
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        text = self.headers.get("authorization", "").removeprefix("Basic ")
        body = base64.b64decode(text) or b"none"
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
port = server.server_port
for file in sorted(pathlib.Path("cases").iterdir()):
    command = ["curl", "--silent", "--netrc-file", file, "--noproxy", "*", "--resolve", f"r.test:{port}:127.0.0.1"]
    answer = subprocess.run([*command, f"http://r.test:{port}/"], capture_output=True, check=True).stdout.decode()
    print(f"{file.name}: curl {answer}")
server.shutdown()
PY
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check tinynetrc==1.3.1
cat > find.py <<'PY'
import pathlib

from tinynetrc import Netrc

for file in sorted(pathlib.Path("cases").iterdir()):
    found = Netrc(str(file)).get("r.test") or {}
    answer = f"{found['login']}:{found['password']}" if found.get("login") else "none"
    print(f"{file.name}: tinynetrc {answer}")
PY
npm install --silent --no-audit --no-fund netrc@0.1.4 netrc-parser@3.1.6
cat > find.cjs <<'JS'
const { readdirSync } = require('node:fs');
const netrc = require('netrc');
const { Netrc } = require('netrc-parser');

const text = (found) => (found?.login ? `${found.login}:${found.password}` : 'none');
for (const name of readdirSync('cases')) {
  console.log(`${name}: netrc ${text(netrc(`cases/${name}`)['r.test'])}`);
  const parser = new Netrc(`cases/${name}`);
  parser.loadSync();
  console.log(`${name}: netrc-parser ${text(parser.machines['r.test'])}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"

	"github.com/bgentry/go-netrc/netrc"
)

func main() {
	files, _ := os.ReadDir("cases")
	for _, file := range files {
		read, err := netrc.ParseFile("cases/" + file.Name())
		if err != nil {
			fmt.Printf("%s: go-netrc refused, %v\n", file.Name(), err)
			continue
		}
		answer := "none"
		if found := read.FindMachine("r.test"); found != nil && found.Login != "" {
			answer = found.Login + ":" + found.Password
		}
		fmt.Printf("%s: go-netrc %s\n", file.Name(), answer)
	}
}
GO
{
  go mod init finding.test/logins
  go get github.com/bgentry/go-netrc@v0.0.0-20140422174119-9fd32a8b3d3d
  go mod tidy
} 2> /dev/null
{ python3 ask-curl.py; venv/bin/python find.py; node find.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
backslash: curl ann:p\w
backslash: go-netrc ann:p\w
backslash: netrc ann:p\w
backslash: netrc-parser ann:p\w
backslash: tinynetrc ann:pw
capitals: curl ann:pw
capitals: go-netrc none
capitals: netrc none
capitals: netrc-parser none
capitals: tinynetrc none
comment: curl ann:pw
comment: go-netrc ann:pw
comment: netrc ann:pw
comment: netrc-parser old:old
comment: tinynetrc ann:pw
default: curl ann:pw
default: go-netrc ann:pw
default: netrc none
default: netrc-parser none
default: tinynetrc none
empty line: curl ann:pw
empty line: go-netrc ann:pw
empty line: netrc ann:pw
empty line: netrc-parser none
empty line: tinynetrc ann:pw
lines: curl ann:pw
lines: go-netrc ann:pw
lines: netrc ann:pw
lines: netrc-parser ann:pw
lines: tinynetrc ann:pw
macro: curl ann:pw
macro: go-netrc none
macro: netrc ann:pw
macro: netrc-parser none
macro: tinynetrc ann:pw
number sign: curl ann:p#w
number sign: go-netrc ann:p#w
number sign: netrc ann:p
number sign: netrc-parser ann:p
number sign: tinynetrc ann:p#w
one line: curl ann:pw
one line: go-netrc ann:pw
one line: netrc ann:pw
one line: netrc-parser none
one line: tinynetrc ann:pw
plain: curl ann:pw
plain: go-netrc ann:pw
plain: netrc ann:pw
plain: netrc-parser ann:pw
plain: tinynetrc ann:pw
quotes: curl ann:pw
quotes: go-netrc ann:"pw"
quotes: netrc ann:"pw"
quotes: netrc-parser ann:"pw"
quotes: tinynetrc ann:pw
tabs: curl ann:pw
tabs: go-netrc ann:pw
tabs: netrc ann:pw
tabs: netrc-parser none
tabs: tinynetrc ann:pw
two: curl ann:pw
two: go-netrc ann:pw
two: netrc bob:p2
two: netrc-parser ann:pw
two: tinynetrc bob:p2
windows: curl ann:pw
windows: go-netrc ann:pw
windows: netrc ann:pw
windows: netrc-parser none
windows: tinynetrc ann:pw
EXPECTED
diff expected seen
echo "logins of netrc behave as they were seen"
