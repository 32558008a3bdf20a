#!/bin/sh
# asyncssh 2.24.1, sshpubkeys 3.3.1 and authkeyline 0.2.0 (PyPI), golang.org/x/crypto v0.59.0 and org.apache.sshd:sshd-core
# 2.16.0 (Maven Central), seen on 2026-11-30 with Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: five libraries read options, key and comment of each valid line of authorized_keys alike; a comment
# with blanks may be cut.
# Seen: no comment is. A quote in an option is escaped by a backslash (sshd(8), authorized_keys file format), and only
# authkeyline reads each: sshpubkeys cannot decode the key behind one that has a blank, or takes the comma after it for an
# escaped one; sshd-core leaves the backslashes in the value, and refuses a quote that is followed by a comma. Before another
# letter a backslash stands for itself: asyncssh drops it, so `\n` of a command is `n`. An option such as `environment` may
# come twice: sshd-core joins the two by a comma, which a value may have as well. x/crypto leaves quotes and escapes to its
# user. sshpubkeys does not know `verify-required` and refuses the line.
# Whom it meets: who keeps keys in a service and writes such files from it. With a mock: seed a user with a key whose command
# has a quote and a backslash.
# Output seen: the lines that EXPECTED has below: options one by one, and the comment in brackets.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
cat > lines <<'TEXT'
ssh-ed25519 KEY
ssh-ed25519 KEY Ann of the lab # 2
command="echo a,b",no-pty ssh-ed25519 KEY c
restrict,command="echo \"a b\"" ssh-ed25519 KEY c
command="a=\"b\",c" ssh-ed25519 KEY c
command="printf 'a\nb'" ssh-ed25519 KEY c
environment="A=1",environment="B=2 3" ssh-ed25519 KEY c
environment="A=1,B=2" ssh-ed25519 KEY c
restrict,verify-required ssh-ed25519 KEY c
restrict,pty,user-rc ssh-ed25519 KEY c
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check asyncssh==2.24.1 sshpubkeys==3.3.1 authkeyline==0.2.0
cat > read.py <<'PY'
import asyncssh
import authkeyline
import sshpubkeys

key = asyncssh.generate_private_key("ssh-ed25519")
text = key.export_public_key().decode().split()[1]
open("key", "w").write(text)


def flat(options):
    for name, values in options.items():
        if isinstance(values, dict):
            values = [f"{left}={right}" for left, right in values.items()]
        for value in values if isinstance(values, list) else [values]:
            yield name if value is True else f"{name}={value}"


def by_asyncssh(line):
    return flat(asyncssh.import_authorized_keys(line + "\n").validate(key.convert_to_public(), "", "192.0.2.1", None))


def by_sshpubkeys(line):
    read = sshpubkeys.SSHKey(line)
    read.parse()
    return [*flat(read.options), f"({read.comment or ''})"]


def by_authkeyline(line):
    read = authkeyline.parse_line(line)
    options = [each.name if each.value is None else f"{each.name}={each.value}" for each in read.options]
    return [*options, f"({read.comment})"]


for line in open("lines", encoding="utf-8").read().splitlines():
    for library in (by_asyncssh, by_sshpubkeys, by_authkeyline):
        try:
            answer = "  ".join(library(line.replace("KEY", text)))
        except (sshpubkeys.exceptions.InvalidKeyError, ValueError):
            answer = "refused"
        print(f"{line}: {library.__name__[3:]}, {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/crypto/ssh"
)

func main() {
	key, _ := os.ReadFile("key")
	file, _ := os.ReadFile("lines")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		_, comment, options, _, err := ssh.ParseAuthorizedKey([]byte(strings.ReplaceAll(line, "KEY", string(key))))
		answer := strings.Join(append(options, "("+comment+")"), "  ")
		if err != nil {
			answer = "refused"
		}
		fmt.Printf("%s: x/crypto, %s\n", line, answer)
	}
}
GO
{
  go mod init finding.test/read
  go get golang.org/x/crypto@v0.59.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.apache.sshd</groupId><artifactId>sshd-core</artifactId><version>2.16.0</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import org.apache.sshd.common.config.keys.AuthorizedKeyEntry;

class Read {
    public static void main(String[] arguments) throws Exception {
        var key = Files.readString(Path.of("key"));
        for (var line : Files.readAllLines(Path.of("lines"))) {
            var answer = new StringBuilder();
            try {
                var entry = AuthorizedKeyEntry.parseAuthorizedKeyEntry(line.replace("KEY", key));
                for (var option : new TreeMap<>(entry.getLoginOptions()).entrySet()) {
                    var flag = option.getValue().equals("true");
                    answer.append(option.getKey()).append(flag ? "" : "=" + option.getValue()).append("  ");
                }
                answer.append("(").append(entry.getComment() == null ? "" : entry.getComment()).append(")");
            } catch (IllegalArgumentException error) {
                answer = new StringBuilder("refused");
            }
            System.out.println(line + ": sshd-core, " + answer);
        }
    }
}
JAVA
{
  venv/bin/python read.py
  go run .
  java -cp 'classes/*' Read.java
} > answers
LC_ALL=C sort answers > seen
cat > expected <<'EXPECTED'
command="a=\"b\",c" ssh-ed25519 KEY c: asyncssh, command=a="b",c
command="a=\"b\",c" ssh-ed25519 KEY c: authkeyline, command=a="b",c  (c)
command="a=\"b\",c" ssh-ed25519 KEY c: sshd-core, refused
command="a=\"b\",c" ssh-ed25519 KEY c: sshpubkeys, command=a=\b\,c  (c)
command="a=\"b\",c" ssh-ed25519 KEY c: x/crypto, command="a=\"b\",c"  (c)
command="echo a,b",no-pty ssh-ed25519 KEY c: asyncssh, command=echo a,b  no-pty
command="echo a,b",no-pty ssh-ed25519 KEY c: authkeyline, command=echo a,b  no-pty  (c)
command="echo a,b",no-pty ssh-ed25519 KEY c: sshd-core, command=echo a,b  no-pty  (c)
command="echo a,b",no-pty ssh-ed25519 KEY c: sshpubkeys, command=echo a,b  no-pty  (c)
command="echo a,b",no-pty ssh-ed25519 KEY c: x/crypto, command="echo a,b"  no-pty  (c)
command="printf 'a\nb'" ssh-ed25519 KEY c: asyncssh, command=printf 'anb'
command="printf 'a\nb'" ssh-ed25519 KEY c: authkeyline, command=printf 'a\nb'  (c)
command="printf 'a\nb'" ssh-ed25519 KEY c: sshd-core, command=printf 'a\nb'  (c)
command="printf 'a\nb'" ssh-ed25519 KEY c: sshpubkeys, command=printf 'a\nb'  (c)
command="printf 'a\nb'" ssh-ed25519 KEY c: x/crypto, command="printf 'a\nb'"  (c)
environment="A=1",environment="B=2 3" ssh-ed25519 KEY c: asyncssh, environment=A=1  environment=B=2 3
environment="A=1",environment="B=2 3" ssh-ed25519 KEY c: authkeyline, environment=A=1  environment=B=2 3  (c)
environment="A=1",environment="B=2 3" ssh-ed25519 KEY c: sshd-core, environment=A=1,B=2 3  (c)
environment="A=1",environment="B=2 3" ssh-ed25519 KEY c: sshpubkeys, environment=A=1  environment=B=2 3  (c)
environment="A=1",environment="B=2 3" ssh-ed25519 KEY c: x/crypto, environment="A=1"  environment="B=2 3"  (c)
environment="A=1,B=2" ssh-ed25519 KEY c: asyncssh, environment=A=1,B=2
environment="A=1,B=2" ssh-ed25519 KEY c: authkeyline, environment=A=1,B=2  (c)
environment="A=1,B=2" ssh-ed25519 KEY c: sshd-core, environment=A=1,B=2  (c)
environment="A=1,B=2" ssh-ed25519 KEY c: sshpubkeys, environment=A=1,B=2  (c)
environment="A=1,B=2" ssh-ed25519 KEY c: x/crypto, environment="A=1,B=2"  (c)
restrict,command="echo \"a b\"" ssh-ed25519 KEY c: asyncssh, restrict  command=echo "a b"
restrict,command="echo \"a b\"" ssh-ed25519 KEY c: authkeyline, restrict  command=echo "a b"  (c)
restrict,command="echo \"a b\"" ssh-ed25519 KEY c: sshd-core, command=echo \"a b\"  restrict  (c)
restrict,command="echo \"a b\"" ssh-ed25519 KEY c: sshpubkeys, refused
restrict,command="echo \"a b\"" ssh-ed25519 KEY c: x/crypto, restrict  command="echo \"a b\""  (c)
restrict,pty,user-rc ssh-ed25519 KEY c: asyncssh, restrict  pty  user-rc
restrict,pty,user-rc ssh-ed25519 KEY c: authkeyline, restrict  pty  user-rc  (c)
restrict,pty,user-rc ssh-ed25519 KEY c: sshd-core, pty  restrict  user-rc  (c)
restrict,pty,user-rc ssh-ed25519 KEY c: sshpubkeys, restrict  pty  user-rc  (c)
restrict,pty,user-rc ssh-ed25519 KEY c: x/crypto, restrict  pty  user-rc  (c)
restrict,verify-required ssh-ed25519 KEY c: asyncssh, restrict  verify-required
restrict,verify-required ssh-ed25519 KEY c: authkeyline, restrict  verify-required  (c)
restrict,verify-required ssh-ed25519 KEY c: sshd-core, restrict  verify-required  (c)
restrict,verify-required ssh-ed25519 KEY c: sshpubkeys, refused
restrict,verify-required ssh-ed25519 KEY c: x/crypto, restrict  verify-required  (c)
ssh-ed25519 KEY Ann of the lab # 2: asyncssh, 
ssh-ed25519 KEY Ann of the lab # 2: authkeyline, (Ann of the lab # 2)
ssh-ed25519 KEY Ann of the lab # 2: sshd-core, (Ann of the lab # 2)
ssh-ed25519 KEY Ann of the lab # 2: sshpubkeys, (Ann of the lab # 2)
ssh-ed25519 KEY Ann of the lab # 2: x/crypto, (Ann of the lab # 2)
ssh-ed25519 KEY: asyncssh, 
ssh-ed25519 KEY: authkeyline, ()
ssh-ed25519 KEY: sshd-core, ()
ssh-ed25519 KEY: sshpubkeys, ()
ssh-ed25519 KEY: x/crypto, ()
EXPECTED
diff expected seen
echo "options of authorized_keys are read as they were seen"
