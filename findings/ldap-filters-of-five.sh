#!/bin/sh
# ldap-filter 0.3.3 and @ldapjs/filter 2.1.1 (npm), ldap-filter 1.0.1 and ldap3 2.9.1 with its mock (PyPI) and
# com.unboundid:unboundid-ldapsdk 7.0.4 (Maven Central), seen on 2026-11-30 with Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: five libraries choose an entry by the same filters; only matching rules (`:=`) differ.
# Seen: those are a "no" or refused by all. In a filter, a backslash with two hex digits is a byte in UTF-8 (RFC 4515, 3).
# @ldapjs/filter reads such filters, but an entry never fits them, though its forerunner ldap-filter finds parentheses, stars
# and backslashes; both, and the one of PyPI, do not find `Zürich` by `Z\c3\bcrich`. Names of attributes have no case (RFC
# 4512, 2.5): two say no to `CN`. Both of npm refuse a name in digits, an option `;lang-en` and `~=`, which may be read as `=`
# (RFC 4511, 4.5.1.7.6); for the one of PyPI the option fits nothing. An empty value is refused by two, and `(&)`, which is
# true (RFC 4526), by three. unboundid is right in all but `:=` and `~=`, which it refuses.
# Whom it meets: tests against a directory that one of these plays. With a mock: seed a user whose name has a parenthesis or
# an `ü`, and let the client escape it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > filters <<'TEXT'
(cn=Ann Lee)
(cn=A*L*e)
(&(cn=Ann Lee)(!(sn=Roe)))
(CN=Ann Lee)
(cn;lang-en=Ann)
(1.3.6.1.4.1.32473.1=x)
(o=Acme \28Test\29)
(note=a\2ab)
(path=C:\5cbin)
(city=Zürich)
(city=Z\c3\bcrich)
(remark=)
(cn:=Ann Lee)
(cn~=Ann Lee)
(&)
(|)
TEXT
cat > entry.json <<'JSON'
{
  "cn": "Ann Lee",
  "cn;lang-en": "Ann",
  "sn": "Lee",
  "1.3.6.1.4.1.32473.1": "x",
  "o": "Acme (Test)",
  "note": "a*b",
  "path": "C:\\bin",
  "city": "Zürich",
  "remark": ""
}
JSON
npm install --silent --no-audit --no-fund ldap-filter@0.3.3 @ldapjs/filter@2.1.1
cat > match.mjs <<'JS'
import { readFileSync } from 'node:fs';
import filters from '@ldapjs/filter';
import old from 'ldap-filter';

const entry = JSON.parse(readFileSync('entry.json', 'utf8'));
const READERS = { 'ldap-filter of npm': old.parse, '@ldapjs/filter': filters.parseString };
for (const filter of readFileSync('filters', 'utf8').trim().split('\n')) {
  for (const [title, read] of Object.entries(READERS)) {
    let answer = 'refused';
    try {
      answer = read(filter).matches(entry) ? 'yes' : 'no';
    } catch {}
    console.log(`${filter} by ${title}: ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ldap-filter==1.0.1 ldap3==2.9.1
cat > match.py <<'PY'
import json

from ldap3 import MOCK_SYNC, Connection, Server
from ldap_filter import Filter

with open("entry.json", encoding="utf-8") as file:
    entry = json.load(file)
mock = Connection(Server("mock"), user="cn=user", password="user", client_strategy=MOCK_SYNC)
mock.strategy.add_entry("cn=user", {"userPassword": "user"})
mock.strategy.add_entry("cn=Ann Lee,o=Acme", dict(entry))
mock.bind()


def by_mock(text):
    mock.search("o=Acme", text)
    return bool(mock.response)


READERS = {"ldap-filter of PyPI": lambda text: Filter.parse(text).match(dict(entry)), "ldap3's mock": by_mock}
with open("filters", encoding="utf-8") as file:
    for text in file.read().splitlines():
        for title, read in READERS.items():
            try:
                answer = "yes" if read(text) else "no"
            except Exception:
                answer = "refused"
            print(f"{text} by {title}: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>filters</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.unboundid</groupId><artifactId>unboundid-ldapsdk</artifactId><version>7.0.4</version></dependency>
    <dependency><groupId>com.google.code.gson</groupId><artifactId>gson</artifactId><version>2.13.2</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Match.java <<'JAVA'
import com.google.gson.JsonParser;
import com.unboundid.ldap.sdk.Entry;
import com.unboundid.ldap.sdk.Filter;
import java.nio.file.Files;
import java.nio.file.Path;

class Match {
    public static void main(String[] arguments) throws Exception {
        Entry entry = new Entry("cn=Ann Lee,o=Acme");
        JsonParser.parseString(Files.readString(Path.of("entry.json"))).getAsJsonObject()
            .entrySet().forEach(member -> entry.addAttribute(member.getKey(), member.getValue().getAsString()));
        for (String text : Files.readAllLines(Path.of("filters"))) {
            String answer;
            try {
                answer = Filter.create(text).matchesEntry(entry) ? "yes" : "no";
            } catch (Exception error) {
                answer = "refused";
            }
            System.out.println(text + " by unboundid: " + answer);
        }
    }
}
JAVA
{ node match.mjs; PYTHONUTF8=1 venv/bin/python match.py; java -Dstdout.encoding=UTF-8 -cp 'classes/*' Match.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
(&(cn=Ann Lee)(!(sn=Roe))) by @ldapjs/filter: yes
(&(cn=Ann Lee)(!(sn=Roe))) by ldap-filter of PyPI: yes
(&(cn=Ann Lee)(!(sn=Roe))) by ldap-filter of npm: yes
(&(cn=Ann Lee)(!(sn=Roe))) by ldap3's mock: yes
(&(cn=Ann Lee)(!(sn=Roe))) by unboundid: yes
(&) by @ldapjs/filter: yes
(&) by ldap-filter of PyPI: refused
(&) by ldap-filter of npm: refused
(&) by ldap3's mock: refused
(&) by unboundid: yes
(1.3.6.1.4.1.32473.1=x) by @ldapjs/filter: refused
(1.3.6.1.4.1.32473.1=x) by ldap-filter of PyPI: yes
(1.3.6.1.4.1.32473.1=x) by ldap-filter of npm: refused
(1.3.6.1.4.1.32473.1=x) by ldap3's mock: yes
(1.3.6.1.4.1.32473.1=x) by unboundid: yes
(CN=Ann Lee) by @ldapjs/filter: no
(CN=Ann Lee) by ldap-filter of PyPI: no
(CN=Ann Lee) by ldap-filter of npm: yes
(CN=Ann Lee) by ldap3's mock: yes
(CN=Ann Lee) by unboundid: yes
(city=Z\c3\bcrich) by @ldapjs/filter: no
(city=Z\c3\bcrich) by ldap-filter of PyPI: no
(city=Z\c3\bcrich) by ldap-filter of npm: no
(city=Z\c3\bcrich) by ldap3's mock: yes
(city=Z\c3\bcrich) by unboundid: yes
(city=Zürich) by @ldapjs/filter: yes
(city=Zürich) by ldap-filter of PyPI: yes
(city=Zürich) by ldap-filter of npm: yes
(city=Zürich) by ldap3's mock: yes
(city=Zürich) by unboundid: yes
(cn:=Ann Lee) by @ldapjs/filter: refused
(cn:=Ann Lee) by ldap-filter of PyPI: no
(cn:=Ann Lee) by ldap-filter of npm: refused
(cn:=Ann Lee) by ldap3's mock: no
(cn:=Ann Lee) by unboundid: refused
(cn;lang-en=Ann) by @ldapjs/filter: refused
(cn;lang-en=Ann) by ldap-filter of PyPI: no
(cn;lang-en=Ann) by ldap-filter of npm: refused
(cn;lang-en=Ann) by ldap3's mock: yes
(cn;lang-en=Ann) by unboundid: yes
(cn=A*L*e) by @ldapjs/filter: yes
(cn=A*L*e) by ldap-filter of PyPI: yes
(cn=A*L*e) by ldap-filter of npm: yes
(cn=A*L*e) by ldap3's mock: yes
(cn=A*L*e) by unboundid: yes
(cn=Ann Lee) by @ldapjs/filter: yes
(cn=Ann Lee) by ldap-filter of PyPI: yes
(cn=Ann Lee) by ldap-filter of npm: yes
(cn=Ann Lee) by ldap3's mock: yes
(cn=Ann Lee) by unboundid: yes
(cn~=Ann Lee) by @ldapjs/filter: refused
(cn~=Ann Lee) by ldap-filter of PyPI: yes
(cn~=Ann Lee) by ldap-filter of npm: refused
(cn~=Ann Lee) by ldap3's mock: yes
(cn~=Ann Lee) by unboundid: refused
(note=a\2ab) by @ldapjs/filter: no
(note=a\2ab) by ldap-filter of PyPI: yes
(note=a\2ab) by ldap-filter of npm: yes
(note=a\2ab) by ldap3's mock: yes
(note=a\2ab) by unboundid: yes
(o=Acme \28Test\29) by @ldapjs/filter: no
(o=Acme \28Test\29) by ldap-filter of PyPI: yes
(o=Acme \28Test\29) by ldap-filter of npm: yes
(o=Acme \28Test\29) by ldap3's mock: yes
(o=Acme \28Test\29) by unboundid: yes
(path=C:\5cbin) by @ldapjs/filter: no
(path=C:\5cbin) by ldap-filter of PyPI: yes
(path=C:\5cbin) by ldap-filter of npm: yes
(path=C:\5cbin) by ldap3's mock: yes
(path=C:\5cbin) by unboundid: yes
(remark=) by @ldapjs/filter: refused
(remark=) by ldap-filter of PyPI: refused
(remark=) by ldap-filter of npm: yes
(remark=) by ldap3's mock: yes
(remark=) by unboundid: yes
(|) by @ldapjs/filter: refused
(|) by ldap-filter of PyPI: refused
(|) by ldap-filter of npm: refused
(|) by ldap3's mock: refused
(|) by unboundid: no
EXPECTED
diff expected seen
echo "filters of LDAP choose as they were seen"
