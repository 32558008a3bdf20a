#!/bin/sh
# github.com/casbin/casbin/v2 v2.135.0, casbin 5.51.1 (npm), casbin 1.43.0 (PyPI) and org.casbin:jcasbin 1.81.0 (Maven
# Central), seen on 2026-11-30 with Go 1.26, Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: keyMatch, keyMatch2 to 5, keyGet, keyGet2 and 3, globMatch and ipMatch of casbin for Go, Node, Python
# (and Java) answer alike for the examples and for usual paths.
# Seen: the functions of paths do, with one exception: for keyMatch2 of Node `/v1/:id:cancel`, the form of a custom method,
# matches nothing. globMatch is another function in each: Python lacks `{a,b}`, Java `[^ab]`, in neither may `**` stand for no
# segment, and in Node `*` leaves out names that begin with a point. ipMatch of Java refuses each address of IPv6. The
# documentation has one table of functions for all languages.
# Whom it meets: services in two languages that share one model and policy. With a mock: seed rules of keyMatch3, and drive each
# service once.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
keyMatch /v1/a /v1/*
keyMatch2 /v1/a /v1/:id
keyMatch2 /v1/a:cancel /v1/:id:cancel
keyMatch3 /v1/a:cancel /v1/{id}:cancel
keyMatch4 /v1/a/x/a /v1/{id}/x/{id}
keyMatch5 /v1/a?all=1 /v1/{id}
globMatch /v1/a /v1/*
globMatch /v1/.a /v1/*
globMatch /v1/a /v1/{a,b}
globMatch /v1/c /v1/[^ab]
globMatch /v1/a /v1/**/a
ipMatch 192.0.2.1 192.0.2.0/24
ipMatch 2001:db8::1 2001:db8::/32
TEXT
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/casbin/casbin/v2/util"
)

func main() {
	functions := map[string]func(string, string) bool{"keyMatch": util.KeyMatch, "keyMatch2": util.KeyMatch2,
		"keyMatch3": util.KeyMatch3, "keyMatch4": util.KeyMatch4, "keyMatch5": util.KeyMatch5, "ipMatch": util.IPMatch,
		"globMatch": func(key, pattern string) bool {
			matched, err := util.GlobMatch(key, pattern)
			return matched && err == nil
		}}
	file, _ := os.ReadFile("cases")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		words := strings.Split(line, " ")
		fmt.Printf("%s: Go %v\n", line, functions[words[0]](words[1], words[2]))
	}
}
GO
{
  go mod init finding.test/functions
  go get github.com/casbin/casbin/v2@v2.135.0
  go mod tidy
} 2> /dev/null
npm install --silent --no-audit --no-fund casbin@5.51.1
cat > match.cjs <<'JS'
const { Util } = require('casbin');

for (const line of require('node:fs').readFileSync('cases', 'utf8').trim().split('\n')) {
  const [name, key, pattern] = line.split(' ');
  console.log(`${line}: Node ${(Util[`${name}Func`] ?? Util[name])(key, pattern)}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check casbin==1.43.0
cat > match.py <<'PY'
from casbin.util import builtin_operators as functions

NAMES = {"globMatch": functions.glob_match, "ipMatch": functions.ip_match, "keyMatch": functions.key_match}
NAMES |= {f"keyMatch{number}": getattr(functions, f"key_match{number}") for number in range(2, 6)}
with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, key, pattern = line.split(" ")
        print(f"{line}: Python {str(NAMES[name](key, pattern)).lower()}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>functions</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.casbin</groupId><artifactId>jcasbin</artifactId><version>1.81.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Match.java <<'JAVA'
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.casbin.jcasbin.util.BuiltInFunctions;

class Match {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] words = line.split(" ");
            Object answer;
            try {
                answer = BuiltInFunctions.class.getMethod(words[0], String.class, String.class).invoke(null, words[1], words[2]);
            } catch (InvocationTargetException error) {
                answer = "refused, " + error.getCause().getMessage();
            }
            System.out.println(line + ": Java " + answer);
        }
    }
}
JAVA
{ go run .; node match.cjs; venv/bin/python match.py; java -cp 'classes/*' Match.java 2> /dev/null | grep ': Java '; } |
  LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
globMatch /v1/.a /v1/*: Go true
globMatch /v1/.a /v1/*: Java true
globMatch /v1/.a /v1/*: Node false
globMatch /v1/.a /v1/*: Python true
globMatch /v1/a /v1/**/a: Go true
globMatch /v1/a /v1/**/a: Java false
globMatch /v1/a /v1/**/a: Node true
globMatch /v1/a /v1/**/a: Python false
globMatch /v1/a /v1/*: Go true
globMatch /v1/a /v1/*: Java true
globMatch /v1/a /v1/*: Node true
globMatch /v1/a /v1/*: Python true
globMatch /v1/a /v1/{a,b}: Go true
globMatch /v1/a /v1/{a,b}: Java true
globMatch /v1/a /v1/{a,b}: Node true
globMatch /v1/a /v1/{a,b}: Python false
globMatch /v1/c /v1/[^ab]: Go true
globMatch /v1/c /v1/[^ab]: Java false
globMatch /v1/c /v1/[^ab]: Node true
globMatch /v1/c /v1/[^ab]: Python true
ipMatch 192.0.2.1 192.0.2.0/24: Go true
ipMatch 192.0.2.1 192.0.2.0/24: Java true
ipMatch 192.0.2.1 192.0.2.0/24: Node true
ipMatch 192.0.2.1 192.0.2.0/24: Python true
ipMatch 2001:db8::1 2001:db8::/32: Go true
ipMatch 2001:db8::1 2001:db8::/32: Java refused, invalid argument: ip1 in IPMatch() function is not an IP address.
ipMatch 2001:db8::1 2001:db8::/32: Node true
ipMatch 2001:db8::1 2001:db8::/32: Python true
keyMatch /v1/a /v1/*: Go true
keyMatch /v1/a /v1/*: Java true
keyMatch /v1/a /v1/*: Node true
keyMatch /v1/a /v1/*: Python true
keyMatch2 /v1/a /v1/:id: Go true
keyMatch2 /v1/a /v1/:id: Java true
keyMatch2 /v1/a /v1/:id: Node true
keyMatch2 /v1/a /v1/:id: Python true
keyMatch2 /v1/a:cancel /v1/:id:cancel: Go true
keyMatch2 /v1/a:cancel /v1/:id:cancel: Java true
keyMatch2 /v1/a:cancel /v1/:id:cancel: Node false
keyMatch2 /v1/a:cancel /v1/:id:cancel: Python true
keyMatch3 /v1/a:cancel /v1/{id}:cancel: Go true
keyMatch3 /v1/a:cancel /v1/{id}:cancel: Java true
keyMatch3 /v1/a:cancel /v1/{id}:cancel: Node true
keyMatch3 /v1/a:cancel /v1/{id}:cancel: Python true
keyMatch4 /v1/a/x/a /v1/{id}/x/{id}: Go true
keyMatch4 /v1/a/x/a /v1/{id}/x/{id}: Java true
keyMatch4 /v1/a/x/a /v1/{id}/x/{id}: Node true
keyMatch4 /v1/a/x/a /v1/{id}/x/{id}: Python true
keyMatch5 /v1/a?all=1 /v1/{id}: Go true
keyMatch5 /v1/a?all=1 /v1/{id}: Java true
keyMatch5 /v1/a?all=1 /v1/{id}: Node true
keyMatch5 /v1/a?all=1 /v1/{id}: Python true
EXPECTED
diff expected seen
echo "functions of casbin behave as they were seen"
