#!/bin/sh
# biscuit-python 0.4.0 (PyPI), which is biscuit-rust for Python, github.com/biscuit-auth/biscuit-go/v2 v2.2.0 and
# org.biscuitsec:biscuit 4.0.1 (Maven Central), seen on 2026-11-30 with Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: Biscuit in Rust and Java evaluates the same for the same text (dates, texts, integers), errors
# aside. The one in Go was added after.
# Seen: sums, precedence, offsets of times and bytes are alike, and a fraction of a second is cut by each (a date counts whole
# seconds, Biscuit's schema). In Java an escape within a text stays as it is written: `"a\"b"` has four letters and never
# equals the three of a token that was made by another. Go refuses `\"`, a number below zero, `!=` and the operators on bits.
# `[1, 2]` is a set for Go and Java and an ordered list for Rust, which writes a set as `{1, 2}`; that is refused by the two
# others, so no text with `union` or `intersection` is right for all three. A date before 1970 is refused by Rust, right in
# Java, and above each later one in Go. `===`, `null` and `any` are known by Rust only.
# Whom it meets: who keeps the checks of several services in one file (Biscuit documentation, Datalog, expressions). With a
# mock: issue a token with a quote in a name, and let each service check it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > checks <<'TEXT'
1 + 2 * 3 == 7
7 / 2 == 3
-7 / 2 == -3
1 != 2
6 & 3 == 2
true || false && false
2026-11-30T12:00:00+01:00 == 2026-11-30T11:00:00Z
2026-11-30T12:00:00.5Z == 2026-11-30T12:00:00Z
1960-01-01T00:00:00Z < 2026-11-30T12:00:00Z
"é".length() == 2
hex:00ff.length() == 2
hex:00FF == hex:00ff
"abc".matches("b")
"a" + "b" == "ab"
"a\"b".length() == 3
"a\\b".length() == 3
"a\nb".length() == 3
name("a\"b")
[1, 2].contains(1)
[1, 2].contains([1])
[1, 2].union([3]).length() == 3
["a", "b"] == ["b", "a"]
{1, 2}.contains(1)
{1, 2}.union({3}).length() == 3
1 === 1
null == null
[1, 2].any($x -> $x > 1)
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check biscuit-python==0.4.0
cat > check.py <<'PY'
from datetime import timedelta

from biscuit_auth import AuthorizationError, AuthorizerBuilder, BiscuitBuilder, KeyPair

keys = KeyPair()
token = BiscuitBuilder('name("a\\"b")').build(keys.private_key)
open("token", "wb").write(bytes(token.to_bytes()))
open("key", "w").write(bytes(keys.public_key.to_bytes()).hex())
for check in open("checks", encoding="utf-8").read().splitlines():
    try:
        builder = AuthorizerBuilder(f"check if {check}; allow if true;")
        limits = builder.limits()
        limits.max_time = timedelta(seconds=20)
        builder.set_limits(limits)
        builder.build(token).authorize()
        answer = "yes"
    except AuthorizationError as error:
        answer = "refused" if "Invalid type" in str(error) else "no"
    except Exception:
        answer = "refused"
    print(f"{check}: Rust, {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>check</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.biscuitsec</groupId><artifactId>biscuit</artifactId><version>4.0.1</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Check.java <<'JAVA'
import biscuit.format.schema.Schema.PublicKey.Algorithm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.biscuitsec.biscuit.crypto.PublicKey;
import org.biscuitsec.biscuit.datalog.RunLimits;
import org.biscuitsec.biscuit.error.Error;
import org.biscuitsec.biscuit.token.Biscuit;

class Check {
    public static void main(String[] arguments) throws Exception {
        var key = new PublicKey(Algorithm.Ed25519, Files.readString(Path.of("key")));
        var token = Biscuit.from_bytes(Files.readAllBytes(Path.of("token")), key);
        for (var check : Files.readAllLines(Path.of("checks"))) {
            String answer;
            try {
                var authorizer = token.authorizer();
                authorizer.add_check("check if " + check).allow();
                authorizer.authorize(new RunLimits(1000, 100, Duration.ofSeconds(20)));
                answer = "yes";
            } catch (Error.FailedLogic error) {
                answer = "no";
            } catch (Error error) {
                answer = "refused";
            }
            System.out.println(check + ": Java, " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/biscuit-auth/biscuit-go/v2"
	"github.com/biscuit-auth/biscuit-go/v2/datalog"
	"github.com/biscuit-auth/biscuit-go/v2/parser"
)

func answer(token *biscuit.Biscuit, key []byte, text string) string {
	check, err := parser.FromStringCheck("check if " + text)
	if err != nil {
		return "refused"
	}
	authorizer, err := token.Authorizer(key, biscuit.WithWorldOptions(datalog.WithMaxDuration(20*time.Second)))
	if err != nil {
		panic(err)
	}
	authorizer.AddCheck(check)
	allow, _ := parser.FromStringPolicy("allow if true")
	authorizer.AddPolicy(allow)
	if authorizer.Authorize() != nil {
		return "no"
	}
	return "yes"
}

func main() {
	text, _ := os.ReadFile("key")
	key, _ := hex.DecodeString(string(text))
	bytes, _ := os.ReadFile("token")
	token, err := biscuit.Unmarshal(bytes)
	if err != nil {
		panic(err)
	}
	file, _ := os.ReadFile("checks")
	for _, check := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		fmt.Printf("%s: Go, %s\n", check, answer(token, key, check))
	}
}
GO
{
  go mod init finding.test/check
  go get github.com/biscuit-auth/biscuit-go/v2@v2.2.0
  go mod tidy
} 2> /dev/null
{
  venv/bin/python check.py
  java -Dfile.encoding=UTF-8 -Dstdout.encoding=UTF-8 -cp 'classes/*' Check.java
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
"a" + "b" == "ab": Go, yes
"a" + "b" == "ab": Java, yes
"a" + "b" == "ab": Rust, yes
"a\"b".length() == 3: Go, refused
"a\"b".length() == 3: Java, no
"a\"b".length() == 3: Rust, yes
"a\\b".length() == 3: Go, yes
"a\\b".length() == 3: Java, no
"a\\b".length() == 3: Rust, yes
"a\nb".length() == 3: Go, yes
"a\nb".length() == 3: Java, no
"a\nb".length() == 3: Rust, yes
"abc".matches("b"): Go, yes
"abc".matches("b"): Java, yes
"abc".matches("b"): Rust, yes
"é".length() == 2: Go, yes
"é".length() == 2: Java, yes
"é".length() == 2: Rust, yes
-7 / 2 == -3: Go, refused
-7 / 2 == -3: Java, yes
-7 / 2 == -3: Rust, yes
1 != 2: Go, refused
1 != 2: Java, yes
1 != 2: Rust, yes
1 + 2 * 3 == 7: Go, yes
1 + 2 * 3 == 7: Java, yes
1 + 2 * 3 == 7: Rust, yes
1 === 1: Go, refused
1 === 1: Java, refused
1 === 1: Rust, yes
1960-01-01T00:00:00Z < 2026-11-30T12:00:00Z: Go, no
1960-01-01T00:00:00Z < 2026-11-30T12:00:00Z: Java, yes
1960-01-01T00:00:00Z < 2026-11-30T12:00:00Z: Rust, refused
2026-11-30T12:00:00+01:00 == 2026-11-30T11:00:00Z: Go, yes
2026-11-30T12:00:00+01:00 == 2026-11-30T11:00:00Z: Java, yes
2026-11-30T12:00:00+01:00 == 2026-11-30T11:00:00Z: Rust, yes
2026-11-30T12:00:00.5Z == 2026-11-30T12:00:00Z: Go, yes
2026-11-30T12:00:00.5Z == 2026-11-30T12:00:00Z: Java, yes
2026-11-30T12:00:00.5Z == 2026-11-30T12:00:00Z: Rust, yes
6 & 3 == 2: Go, refused
6 & 3 == 2: Java, yes
6 & 3 == 2: Rust, yes
7 / 2 == 3: Go, yes
7 / 2 == 3: Java, yes
7 / 2 == 3: Rust, yes
["a", "b"] == ["b", "a"]: Go, yes
["a", "b"] == ["b", "a"]: Java, yes
["a", "b"] == ["b", "a"]: Rust, no
[1, 2].any($x -> $x > 1): Go, refused
[1, 2].any($x -> $x > 1): Java, refused
[1, 2].any($x -> $x > 1): Rust, yes
[1, 2].contains(1): Go, yes
[1, 2].contains(1): Java, yes
[1, 2].contains(1): Rust, yes
[1, 2].contains([1]): Go, yes
[1, 2].contains([1]): Java, yes
[1, 2].contains([1]): Rust, no
[1, 2].union([3]).length() == 3: Go, yes
[1, 2].union([3]).length() == 3: Java, yes
[1, 2].union([3]).length() == 3: Rust, refused
hex:00FF == hex:00ff: Go, yes
hex:00FF == hex:00ff: Java, yes
hex:00FF == hex:00ff: Rust, yes
hex:00ff.length() == 2: Go, yes
hex:00ff.length() == 2: Java, yes
hex:00ff.length() == 2: Rust, yes
name("a\"b"): Go, refused
name("a\"b"): Java, no
name("a\"b"): Rust, yes
null == null: Go, refused
null == null: Java, refused
null == null: Rust, yes
true || false && false: Go, yes
true || false && false: Java, yes
true || false && false: Rust, yes
{1, 2}.contains(1): Go, refused
{1, 2}.contains(1): Java, refused
{1, 2}.contains(1): Rust, yes
{1, 2}.union({3}).length() == 3: Go, refused
{1, 2}.union({3}).length() == 3: Java, refused
{1, 2}.union({3}).length() == 3: Rust, yes
EXPECTED
diff expected seen
echo "checks of Biscuit are evaluated as they were seen"
