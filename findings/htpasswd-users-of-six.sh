#!/bin/sh
# htpasswd-js 1.0.2, http-auth 4.2.1 and verdaccio-htpasswd 13.1.3 (npm), libpass 1.9.4 (PyPI), github.com/tg123/go-htpasswd
# v1.2.5 and github.com/abbot/go-http-auth v0.4.0, seen on 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: readers of htpasswd files accept the user of each form that htpasswd writes; comments, blank lines
# and `$2a$` are missed by some.
# Seen: none of those is. The program writes SHA-256 and SHA-512 by `-2` and `-5` (manual page of htpasswd 2.4): the three of
# npm and abbot say of each such user that the password is wrong, and both of Go of one by crypt (`-d`), without a word about
# the form. Bcrypt has three prefixes: http-auth lacks `$2b$`, which most libraries write. By MD5, as `-m` has it, no password
# with an `ä` is right for the three of npm, which share apache-md5; by the other forms it is. tg123 reports a comment as a
# bad line, and goes on. Only libpass accepts each user.
# Whom it meets: who shares one such file between a proxy and services. With a mock: seed a user by each form, and log in.
# Output seen: the lines that EXPECTED has below. The hashes are of the passwords that stand in users.json.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > file <<'TEXT'
# a comment
bcrypt:$2y$04$2qdT1TLdgahQVUQnbXOTtOWq4.0YGlWmmZZUup2nPCH8MhGCLJMP6
apr1:$apr1$Q409tf70$XwaSiIFEma7gnJzXzKYTP0
sha:{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=
sha256:$5$mLmlg/32GPYYvp0d$99OCi97xqOeAnKgt5th.rlud5Ef6D5mkQo87Rd6dQw1
sha512:$6$JETSaNjPu3x.MUoz$VvZsaTEwnJbwVrJdCemIvmKKwOvnmwkeXU6bBX/nF/Gyf/d8xW.LSVgPD.2nBCWNyPKdABQIZzwcUvLYffzbb0
des:0aMnkr9cTrZBA

bcrypt2a:$2a$04$2qdT1TLdgahQVUQnbXOTtOWq4.0YGlWmmZZUup2nPCH8MhGCLJMP6
bcrypt2b:$2b$04$2qdT1TLdgahQVUQnbXOTtOWq4.0YGlWmmZZUup2nPCH8MhGCLJMP6
two words:{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=
é:{SHA}L55TUjtiq8FBorTWAZ0jy6g129A=
accent:$apr1$qE6ZQiId$7miTDd9CuvVzEdzibijXN/
accent of sha:{SHA}I7dElEdfX4dJgLdnbVEeI9iG2mQ=
colon:{SHA}3OptnM09ILoVSfbZtd3mB0IViII=
TEXT
cat > users.json <<'JSON'
{
  "bcrypt": "correct horse", "bcrypt2a": "correct horse", "bcrypt2b": "correct horse", "apr1": "correct horse",
  "sha": "correct horse", "sha256": "correct horse", "sha512": "correct horse", "des": "horse",
  "two words": "correct horse", "é": "correct horse", "accent": "pässword", "accent of sha": "pässword", "colon": "a:b"
}
JSON
npm install --silent --no-audit --no-fund htpasswd-js@1.0.2 http-auth@4.2.1 verdaccio-htpasswd@13.1.3
cat > login.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import auth from 'http-auth';
import htpasswd from 'htpasswd-js';
import { parseHTPasswd, verifyPassword } from './node_modules/verdaccio-htpasswd/build/utils.js';

const data = readFileSync('file', 'utf8');
const guard = auth.basic({ realm: 'a', file: 'file' });
const server = createServer(guard.check((_, answer) => answer.end())).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const libraries = {
  'htpasswd-js': (username, password) => htpasswd.authenticate({ username, password, data }),
  verdaccio: (name, password) => verifyPassword(password, parseHTPasswd(data)[name]),
  'http-auth': async (name, password) => {
    const authorization = `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
    const answer = await fetch(`http://127.0.0.1:${server.address().port}/`, { headers: { authorization } });
    return answer.ok;
  },
};
for (const [name, password] of Object.entries(JSON.parse(readFileSync('users.json', 'utf8')))) {
  for (const [library, login] of Object.entries(libraries)) {
    console.log(`${name}: ${library}, ${(await login(name, password)) ? 'yes' : 'no'}`);
  }
}
server.close();
server.closeAllConnections();
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check libpass==1.9.4 bcrypt==5.0.0
cat > login.py <<'PY'
import json

from passlib.apache import HtpasswdFile

file = HtpasswdFile("file")
for name, password in json.load(open("users.json", encoding="utf-8")).items():
    print(f"{name}: libpass, {'yes' if file.check_password(name, password) else 'no'}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	auth "github.com/abbot/go-http-auth"
	htpasswd "github.com/tg123/go-htpasswd"
)

var words = map[bool]string{true: "yes", false: "no"}

func main() {
	text, _ := os.ReadFile("users.json")
	var users map[string]string
	if err := json.Unmarshal(text, &users); err != nil {
		panic(err)
	}
	file, err := htpasswd.New("file", htpasswd.DefaultSystems, func(bad error) { fmt.Println("a line: tg123,", bad) })
	if err != nil {
		panic(err)
	}
	abbot := auth.NewBasicAuthenticator("a", auth.HtpasswdFileProvider("file"))
	for name, password := range users {
		request, _ := http.NewRequest(http.MethodGet, "/", nil)
		request.SetBasicAuth(name, password)
		fmt.Printf("%s: tg123, %s\n", name, words[file.Match(name, password)])
		fmt.Printf("%s: abbot, %s\n", name, words[abbot.CheckAuth(request) != ""])
	}
}
GO
{
  go mod init finding.test/login
  go get github.com/tg123/go-htpasswd@v1.2.5 github.com/abbot/go-http-auth@v0.4.0
  go mod tidy
} 2> /dev/null
{ node login.mjs; PYTHONUTF8=1 venv/bin/python login.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a line: tg123, malformed line, no colon: # a comment
accent of sha: abbot, yes
accent of sha: htpasswd-js, yes
accent of sha: http-auth, yes
accent of sha: libpass, yes
accent of sha: tg123, yes
accent of sha: verdaccio, yes
accent: abbot, yes
accent: htpasswd-js, no
accent: http-auth, no
accent: libpass, yes
accent: tg123, yes
accent: verdaccio, no
apr1: abbot, yes
apr1: htpasswd-js, yes
apr1: http-auth, yes
apr1: libpass, yes
apr1: tg123, yes
apr1: verdaccio, yes
bcrypt2a: abbot, yes
bcrypt2a: htpasswd-js, yes
bcrypt2a: http-auth, yes
bcrypt2a: libpass, yes
bcrypt2a: tg123, yes
bcrypt2a: verdaccio, yes
bcrypt2b: abbot, yes
bcrypt2b: htpasswd-js, yes
bcrypt2b: http-auth, no
bcrypt2b: libpass, yes
bcrypt2b: tg123, yes
bcrypt2b: verdaccio, yes
bcrypt: abbot, yes
bcrypt: htpasswd-js, yes
bcrypt: http-auth, yes
bcrypt: libpass, yes
bcrypt: tg123, yes
bcrypt: verdaccio, yes
colon: abbot, yes
colon: htpasswd-js, yes
colon: http-auth, yes
colon: libpass, yes
colon: tg123, yes
colon: verdaccio, yes
des: abbot, no
des: htpasswd-js, yes
des: http-auth, yes
des: libpass, yes
des: tg123, no
des: verdaccio, yes
sha256: abbot, no
sha256: htpasswd-js, no
sha256: http-auth, no
sha256: libpass, yes
sha256: tg123, yes
sha256: verdaccio, no
sha512: abbot, no
sha512: htpasswd-js, no
sha512: http-auth, no
sha512: libpass, yes
sha512: tg123, yes
sha512: verdaccio, no
sha: abbot, yes
sha: htpasswd-js, yes
sha: http-auth, yes
sha: libpass, yes
sha: tg123, yes
sha: verdaccio, yes
two words: abbot, yes
two words: htpasswd-js, yes
two words: http-auth, yes
two words: libpass, yes
two words: tg123, yes
two words: verdaccio, yes
é: abbot, yes
é: htpasswd-js, yes
é: http-auth, yes
é: libpass, yes
é: tg123, yes
é: verdaccio, yes
EXPECTED
diff expected seen
echo "users of htpasswd are accepted as they were seen"
