#!/bin/sh
# @ldapjs/dn 1.1.0 and rfc2253 0.2.0 (npm), ldap3 2.9.1, cryptography 50.0.2 and distinguishedname 1.0.2 (PyPI),
# com.unboundid:unboundid-ldapsdk 7.0.4 and org.bouncycastle:bcprov-jdk18on 1.81 (Maven Central), `LdapName` of Java and
# github.com/go-ldap/ldap/v3 v3.4.15, seen on 2026-11-30 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: nine readers of distinguished names give the same first value, escapes included; `#` with hex
# digits is missed by the oldest.
# Seen: unboundid and go-ldap follow RFC 4514 in all, and LdapName in all but `#`. A backslash before a sign stands for that
# sign (2.4, 3): both of npm take the sign and the next letter for two hex digits if the letter is one, so `a\+b` is `a` or
# has a control character, and `\ Ann` loses its A. Escaped bytes are UTF-8: bcprov, rfc2253 and distinguishedname make
# `ZÃ¼rich`. `=` and a `#` that is not in front need no escape: bcprov and ldap3 refuse the former, ldap3 the latter, and
# rfc2253 takes the next part into the value. ldap3 hands out escapes as they were written and refuses types in digits;
# cryptography refuses types in small letters, which have no case (RFC 4512, 1.4). Both refuse an empty value. Only bcprov,
# go-ldap and unboundid give the text of `#` with hex digits (2.4).
# Whom it meets: services that take a group or the subject of a certificate (RFC 8705) out of such a name. With a mock: seed a
# name with a plus and one with `\C3\BC`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > names <<'TEXT'
CN=Ann+UID=a1,O=Acme
cn=Ann,o=Acme
2.5.4.3=Ann,O=Acme
CN=Smith\, Ann,O=Acme
CN=a\+b,O=Acme
CN=\ Ann\ ,O=Acme
CN=\#1,O=Acme
CN=a#b,O=Acme
CN=a=b,O=Acme
CN=Z\C3\BCrich,O=Acme
CN=#0C03416E6E,O=Acme
CN=,O=Acme
TEXT
npm install --silent --no-audit --no-fund @ldapjs/dn@1.1.0 rfc2253@0.2.0
cat > name.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { DN } from '@ldapjs/dn';
import rfc2253 from 'rfc2253';

const READERS = {
  '@ldapjs/dn': (name, type) => DN.fromString(name).rdnAt(0).getValue(type),
  rfc2253: (name, type) => rfc2253.parse(name).get(type),
};
for (const name of readFileSync('names', 'utf8').trim().split('\n')) {
  for (const [title, read] of Object.entries(READERS)) {
    let answer = 'refused';
    try {
      const value = read(name, name.split('=')[0]);
      answer = typeof value === 'string' ? JSON.stringify(value) : `a ${value.constructor.name}`;
    } catch {}
    console.log(`${name} by ${title}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ldap3==2.9.1 cryptography==50.0.2 distinguishedname==1.0.2
cat > name.py <<'PY'
import json

from cryptography import x509
from distinguishedname import string_to_dn
from ldap3.utils.dn import parse_dn

READERS = {
    "ldap3": lambda name: parse_dn(name)[0][1],
    "cryptography": lambda name: next(iter(x509.Name.from_rfc4514_string(name).rdns[-1])).value,
    "distinguishedname": lambda name: string_to_dn(name)[0][0].partition("=")[2],
}
with open("names", encoding="utf-8") as file:
    for name in file.read().splitlines():
        for title, read in READERS.items():
            try:
                answer = json.dumps(read(name), ensure_ascii=False)
            except Exception:
                answer = "refused"
            print(f"{name} by {title}: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>names</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.unboundid</groupId><artifactId>unboundid-ldapsdk</artifactId><version>7.0.4</version></dependency>
    <dependency><groupId>org.bouncycastle</groupId><artifactId>bcprov-jdk18on</artifactId><version>1.81</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Names.java <<'JAVA'
import com.unboundid.ldap.sdk.RDN;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import javax.naming.ldap.LdapName;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.X500Name;

class Names {
    private interface Reader {
        Object read(String name) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, Reader> readers = Map.of(
            "LdapName", name -> {
                LdapName read = new LdapName(name);
                return read.getRdn(read.size() - 1).getValue();
            },
            "unboundid", name -> new com.unboundid.ldap.sdk.DN(name).getRDN().getAttributeValues()[0],
            "bcprov", name -> ((ASN1String) new X500Name(name).getRDNs()[0].getTypesAndValues()[0].getValue()).getString());
        for (String name : Files.readAllLines(Path.of("names"))) {
            readers.forEach((title, reader) -> {
                String answer = "refused";
                try {
                    Object value = reader.read(name);
                    answer = value instanceof String ? "\"" + value + "\"" : "a " + value.getClass().getSimpleName();
                } catch (Exception error) {
                }
                System.out.println(name + " by " + title + ": " + answer);
            });
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/go-ldap/ldap/v3"
)

func main() {
	file, _ := os.ReadFile("names")
	for _, name := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := "refused"
		if read, err := ldap.ParseDN(name); err == nil {
			answer = fmt.Sprintf("%q", read.RDNs[0].Attributes[0].Value)
		}
		fmt.Printf("%s by go-ldap: %s\n", name, answer)
	}
}
GO
{
  go mod init finding.test/names
  go get github.com/go-ldap/ldap/v3@v3.4.15
  go mod tidy
} 2> /dev/null
{ node name.mjs; PYTHONUTF8=1 venv/bin/python name.py; java -Dstdout.encoding=UTF-8 -cp 'classes/*' Names.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
2.5.4.3=Ann,O=Acme by @ldapjs/dn: "Ann"
2.5.4.3=Ann,O=Acme by LdapName: "Ann"
2.5.4.3=Ann,O=Acme by bcprov: "Ann"
2.5.4.3=Ann,O=Acme by cryptography: "Ann"
2.5.4.3=Ann,O=Acme by distinguishedname: "Ann"
2.5.4.3=Ann,O=Acme by go-ldap: "Ann"
2.5.4.3=Ann,O=Acme by ldap3: refused
2.5.4.3=Ann,O=Acme by rfc2253: "Ann"
2.5.4.3=Ann,O=Acme by unboundid: "Ann"
CN=#0C03416E6E,O=Acme by @ldapjs/dn: a BerReader
CN=#0C03416E6E,O=Acme by LdapName: a byte[]
CN=#0C03416E6E,O=Acme by bcprov: "Ann"
CN=#0C03416E6E,O=Acme by cryptography: "\f\u0003Ann"
CN=#0C03416E6E,O=Acme by distinguishedname: "#0C03416E6E"
CN=#0C03416E6E,O=Acme by go-ldap: "Ann"
CN=#0C03416E6E,O=Acme by ldap3: refused
CN=#0C03416E6E,O=Acme by rfc2253: "\f\u0003Ann"
CN=#0C03416E6E,O=Acme by unboundid: "Ann"
CN=,O=Acme by @ldapjs/dn: ""
CN=,O=Acme by LdapName: ""
CN=,O=Acme by bcprov: ""
CN=,O=Acme by cryptography: refused
CN=,O=Acme by distinguishedname: ""
CN=,O=Acme by go-ldap: ""
CN=,O=Acme by ldap3: refused
CN=,O=Acme by rfc2253: ""
CN=,O=Acme by unboundid: ""
CN=Ann+UID=a1,O=Acme by @ldapjs/dn: "Ann"
CN=Ann+UID=a1,O=Acme by LdapName: "Ann"
CN=Ann+UID=a1,O=Acme by bcprov: "Ann"
CN=Ann+UID=a1,O=Acme by cryptography: "Ann"
CN=Ann+UID=a1,O=Acme by distinguishedname: "Ann"
CN=Ann+UID=a1,O=Acme by go-ldap: "Ann"
CN=Ann+UID=a1,O=Acme by ldap3: "Ann"
CN=Ann+UID=a1,O=Acme by rfc2253: "Ann"
CN=Ann+UID=a1,O=Acme by unboundid: "Ann"
CN=Smith\, Ann,O=Acme by @ldapjs/dn: "Smith, Ann"
CN=Smith\, Ann,O=Acme by LdapName: "Smith, Ann"
CN=Smith\, Ann,O=Acme by bcprov: "Smith, Ann"
CN=Smith\, Ann,O=Acme by cryptography: "Smith, Ann"
CN=Smith\, Ann,O=Acme by distinguishedname: "Smith, Ann"
CN=Smith\, Ann,O=Acme by go-ldap: "Smith, Ann"
CN=Smith\, Ann,O=Acme by ldap3: "Smith\\, Ann"
CN=Smith\, Ann,O=Acme by rfc2253: "Smith, Ann"
CN=Smith\, Ann,O=Acme by unboundid: "Smith, Ann"
CN=Z\C3\BCrich,O=Acme by @ldapjs/dn: "Zürich"
CN=Z\C3\BCrich,O=Acme by LdapName: "Zürich"
CN=Z\C3\BCrich,O=Acme by bcprov: "ZÃ¼rich"
CN=Z\C3\BCrich,O=Acme by cryptography: "Zürich"
CN=Z\C3\BCrich,O=Acme by distinguishedname: "ZÃ¼rich"
CN=Z\C3\BCrich,O=Acme by go-ldap: "Zürich"
CN=Z\C3\BCrich,O=Acme by ldap3: "Z\\C3\\BCrich"
CN=Z\C3\BCrich,O=Acme by rfc2253: "ZÃ¼rich"
CN=Z\C3\BCrich,O=Acme by unboundid: "Zürich"
CN=\ Ann\ ,O=Acme by @ldapjs/dn: "nn"
CN=\ Ann\ ,O=Acme by LdapName: " Ann "
CN=\ Ann\ ,O=Acme by bcprov: " Ann "
CN=\ Ann\ ,O=Acme by cryptography: " Ann "
CN=\ Ann\ ,O=Acme by distinguishedname: "Ann"
CN=\ Ann\ ,O=Acme by go-ldap: " Ann "
CN=\ Ann\ ,O=Acme by ldap3: "\\ Ann\\ "
CN=\ Ann\ ,O=Acme by rfc2253: "\nnn "
CN=\ Ann\ ,O=Acme by unboundid: " Ann "
CN=\#1,O=Acme by @ldapjs/dn: "#1"
CN=\#1,O=Acme by LdapName: "#1"
CN=\#1,O=Acme by bcprov: "#1"
CN=\#1,O=Acme by cryptography: "#1"
CN=\#1,O=Acme by distinguishedname: "1"
CN=\#1,O=Acme by go-ldap: "#1"
CN=\#1,O=Acme by ldap3: "\\#1"
CN=\#1,O=Acme by rfc2253: "#1"
CN=\#1,O=Acme by unboundid: "#1"
CN=a#b,O=Acme by @ldapjs/dn: "a#b"
CN=a#b,O=Acme by LdapName: "a#b"
CN=a#b,O=Acme by bcprov: "a#b"
CN=a#b,O=Acme by cryptography: "a#b"
CN=a#b,O=Acme by distinguishedname: "a#b"
CN=a#b,O=Acme by go-ldap: "a#b"
CN=a#b,O=Acme by ldap3: refused
CN=a#b,O=Acme by rfc2253: "a\u000bO=Acme"
CN=a#b,O=Acme by unboundid: "a#b"
CN=a=b,O=Acme by @ldapjs/dn: "a=b"
CN=a=b,O=Acme by LdapName: "a=b"
CN=a=b,O=Acme by bcprov: refused
CN=a=b,O=Acme by cryptography: "a=b"
CN=a=b,O=Acme by distinguishedname: "a=b"
CN=a=b,O=Acme by go-ldap: "a=b"
CN=a=b,O=Acme by ldap3: refused
CN=a=b,O=Acme by rfc2253: "a=b"
CN=a=b,O=Acme by unboundid: "a=b"
CN=a\+b,O=Acme by @ldapjs/dn: "a"
CN=a\+b,O=Acme by LdapName: "a+b"
CN=a\+b,O=Acme by bcprov: "a+b"
CN=a\+b,O=Acme by cryptography: "a+b"
CN=a\+b,O=Acme by distinguishedname: "a+b"
CN=a\+b,O=Acme by go-ldap: "a+b"
CN=a\+b,O=Acme by ldap3: "a\\+b"
CN=a\+b,O=Acme by rfc2253: "a\u000b"
CN=a\+b,O=Acme by unboundid: "a+b"
cn=Ann,o=Acme by @ldapjs/dn: "Ann"
cn=Ann,o=Acme by LdapName: "Ann"
cn=Ann,o=Acme by bcprov: "Ann"
cn=Ann,o=Acme by cryptography: refused
cn=Ann,o=Acme by distinguishedname: "Ann"
cn=Ann,o=Acme by go-ldap: "Ann"
cn=Ann,o=Acme by ldap3: "Ann"
cn=Ann,o=Acme by rfc2253: "Ann"
cn=Ann,o=Acme by unboundid: "Ann"
EXPECTED
diff expected seen
echo "readers of names in LDAP behave as they were seen"
