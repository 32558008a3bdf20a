#!/bin/sh
# nsyslog-parser 0.10.1 (npm), pycef 1.11, cefp 0.0.2 and pourover 0.1b8 (PyPI) and com.fluenda:parcefone 2.1.0 (Maven Central),
# seen on 2026-11-30 with Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: five readers of the Common Event Format (CEF) read the same header and extension of valid lines;
# escaped pipes and equals signs are missed by one or two.
# Seen: only cefp decodes what is escaped: a pipe and a backslash in the header, an equals sign, a backslash and a line break in
# the extension (CEF, Character encoding). The four others leave the backslashes, so a path has each of them twice, and an
# address with a query is none; nsyslog-parser cuts a value at `\=`. For pycef a header with a backslash or an equals sign, which
# needs no escape there, loses its name and its severity, which begin the first key of the extension. pourover has no extension
# if a value has a pipe, which needs none there, and refuses a severity in words. pycef renames `cs1` by its label; a key that is
# not in the dictionary is dropped by parcefone. nsyslog-parser makes a field without a name of an empty extension.
# Whom it meets: who sends events of logins to another system, with addresses or paths in them. With a mock: log a request whose
# query has two parameters.
# Output seen: the lines that EXPECTED has below: name, severity and extension.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > lines <<'TEXT'
CEF:0|V|P|1.0|100|worm stopped|10|src=192.0.2.1 suser=ann msg=one two
CEF:0|V|P|1.0|100|a\|b|5|msg=x
CEF:0|V|P|1.0|100|a=b|5|msg=x
CEF:0|V|P|1.0|100|a\\b|5|msg=x
CEF:0|V|P|1.0|100|n|5|msg=a|b
CEF:0|V|P|1.0|100|n|5|msg=a\=b
CEF:0|V|P|1.0|100|n|5|request=https://h.test/?a\=1&b\=2 msg=x
CEF:0|V|P|1.0|100|n|5|filePath=C:\\new msg=x
CEF:0|V|P|1.0|100|n|5|filePath=C:\\ msg=x
CEF:0|V|P|1.0|100|n|5|msg=one\ntwo suser=ann
CEF:0|V|P|1.0|100|n|5|msg=one  two suser=ann
CEF:0|V|P|1.0|100|n|Very-High|msg=x
CEF:0|V|P|1.0|100|n|5|
CEF:1|V|P|1.0|100|n|5|msg=x
CEF:0|V|P|1.0|100|n|5|cs1Label=Rule cs1=a b
CEF:0|V|P|1.0|100|n|5|ownKey=1 msg=x
CEF:0|V|P|1.0|100|n|5|msg=(x) [y] {z}
TEXT
npm install --silent --no-audit --no-fund nsyslog-parser@0.10.1
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const parse = require('nsyslog-parser');

for (const [at, line] of readFileSync('lines', 'utf8').trim().split('\n').entries()) {
  const { cef, fields = {} } = parse(line);
  const pairs = Object.keys(fields).sort().map((key) => ` ${key}=${JSON.stringify(fields[key])}`);
  const answer = cef ? `${cef.name} ${cef.severity}:${pairs.join('')}` : 'no CEF';
  console.log(`${String(at).padStart(2, 0)}~${line}~${answer}~nsyslog-parser`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pycef==1.11 cefp==0.0.2 pourover==0.1b8
cat > read.py <<'PY'
import json
import logging

import pourover
import pycef
from cefp import CEFParser

HEADERS = {"DeviceVendor", "DeviceProduct", "DeviceVersion", "DeviceEventClassID", "CEFVersion", "DeviceName", "DeviceSeverity"}


def show(name, severity, fields):
    pairs = "".join(f" {key}={json.dumps(value)}" for key, value in sorted(fields.items()))
    return f"{name} {severity}:{pairs}"


def by_pycef(line):
    found = pycef.parse(line)
    fields = {key: value for key, value in found.items() if key not in HEADERS | {"Name", "Severity"}}
    return show(found["Name"], found.get("Severity"), fields)


def by_cefp(line):
    found = CEFParser.parse(line)
    return show(found["name"], found["severity"], found["extension"])


def by_pourover(line):
    found = pourover.parse_line(line)
    return show(found.name, found.severity, found.extensions if found.has_extensions else {})


logging.disable()
with open("lines", encoding="utf-8") as file:
    for at, line in enumerate(file.read().splitlines()):
        for reader, read in {"pycef": by_pycef, "cefp": by_cefp, "pourover": by_pourover}.items():
            try:
                answer = read(line)
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{at:02}", line, answer, reader, sep="~")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>events</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.fluenda</groupId><artifactId>parcefone</artifactId><version>2.1.0</version></dependency>
    <dependency><groupId>org.glassfish</groupId><artifactId>jakarta.el</artifactId><version>3.0.4</version></dependency>
    <dependency>
      <groupId>org.hibernate</groupId><artifactId>hibernate-validator</artifactId><version>5.4.3.Final</version>
    </dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.fluenda.parcefone.event.CommonEvent;
import com.fluenda.parcefone.parser.CEFParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

class Read {
    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("lines"));
        for (int at = 0; at < lines.size(); at++) {
            String answer = "refused";
            CommonEvent event = new CEFParser().parse(lines.get(at), true, true, Locale.ENGLISH);
            if (event != null) {
                var text = new StringBuilder();
                new TreeMap<>(event.getExtension(true)).forEach((key, value) -> {
                    String shown = value instanceof java.net.InetAddress one ? one.getHostAddress() : value.toString();
                    text.append(" " + key + "=\"" + shown.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"");
                });
                answer = event.getHeader().get("name") + " " + event.getHeader().get("severity") + ":" + text;
            }
            System.out.println(String.format("%02d", at) + "~" + lines.get(at) + "~" + answer + "~parcefone");
        }
    }
}
JAVA
{ node read.cjs; venv/bin/python read.py; java -cp 'classes/*' Read.java; } 2> /dev/null | LC_ALL=C sort | awk -F '~' '
  BEGIN { text = "-" }
  $1 FS $3 != group && group != "" { print line }
  $1 != text { print $2 }
  $1 FS $3 != group { line = "  " $3 " by" }
  { text = $1; group = $1 FS $3; line = line " " $4 }
  END { print line }
' > seen
cat > expected <<'EXPECTED'
CEF:0|V|P|1.0|100|worm stopped|10|src=192.0.2.1 suser=ann msg=one two
  worm stopped 10: msg="one two" src="192.0.2.1" suser="ann" by cefp nsyslog-parser parcefone pourover pycef
CEF:0|V|P|1.0|100|a\|b|5|msg=x
   None: a\|b|5|msg="x" by pycef
  a\|b 5: msg="x" by nsyslog-parser parcefone pourover
  a|b 5: msg="x" by cefp
CEF:0|V|P|1.0|100|a=b|5|msg=x
   None: b|5|msg="x" by pycef
  a=b 5: msg="x" by cefp nsyslog-parser parcefone pourover
CEF:0|V|P|1.0|100|a\\b|5|msg=x
   None: a\\b|5|msg="x" by pycef
  a\\b 5: msg="x" by nsyslog-parser parcefone pourover
  a\b 5: msg="x" by cefp
CEF:0|V|P|1.0|100|n|5|msg=a|b
  n 5: msg="a|b" by cefp nsyslog-parser parcefone pycef
  n 5: by pourover
CEF:0|V|P|1.0|100|n|5|msg=a\=b
  n 5: msg="a=b" by cefp
  n 5: msg="a\\" by nsyslog-parser
  n 5: msg="a\\=b" by parcefone pourover pycef
CEF:0|V|P|1.0|100|n|5|request=https://h.test/?a\=1&b\=2 msg=x
  n 5: msg="x" request="https://h.test/?a=1&b=2" by cefp
  n 5: msg="x" request="https://h.test/?a\\" by nsyslog-parser
  n 5: msg="x" request="https://h.test/?a\\=1&b\\=2" by parcefone pourover pycef
CEF:0|V|P|1.0|100|n|5|filePath=C:\\new msg=x
  n 5: filePath="C:\\\\new" msg="x" by nsyslog-parser parcefone pourover pycef
  n 5: filePath="C:\\new" msg="x" by cefp
CEF:0|V|P|1.0|100|n|5|filePath=C:\\ msg=x
  n 5: filePath="C:\\" msg="x" by cefp
  n 5: filePath="C:\\\\" msg="x" by nsyslog-parser parcefone pourover pycef
CEF:0|V|P|1.0|100|n|5|msg=one\ntwo suser=ann
  n 5: msg="one\\ntwo" suser="ann" by nsyslog-parser parcefone pourover pycef
  n 5: msg="one\ntwo" suser="ann" by cefp
CEF:0|V|P|1.0|100|n|5|msg=one  two suser=ann
  n 5: msg="one  two" suser="ann" by cefp nsyslog-parser parcefone pourover pycef
CEF:0|V|P|1.0|100|n|Very-High|msg=x
  n Very-High: msg="x" by cefp nsyslog-parser parcefone pycef
  refused, UnsupportedValueError by pourover
CEF:0|V|P|1.0|100|n|5|
  n 5: ="" by nsyslog-parser
  n 5: by cefp parcefone pourover pycef
CEF:1|V|P|1.0|100|n|5|msg=x
  n 5: msg="x" by cefp nsyslog-parser parcefone pourover pycef
CEF:0|V|P|1.0|100|n|5|cs1Label=Rule cs1=a b
  n 5: Rule="a b" by pycef
  n 5: cs1="a b" cs1Label="Rule" by cefp nsyslog-parser parcefone pourover
CEF:0|V|P|1.0|100|n|5|ownKey=1 msg=x
  n 5: msg="x" ownKey="1" by cefp nsyslog-parser pourover pycef
  n 5: msg="x" by parcefone
CEF:0|V|P|1.0|100|n|5|msg=(x) [y] {z}
  n 5: msg="(x) [y] {z}" by cefp nsyslog-parser parcefone pourover pycef
EXPECTED
diff expected seen
echo "events in CEF are read as they were seen"
