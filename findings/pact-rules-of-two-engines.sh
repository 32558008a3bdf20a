#!/bin/sh
# pact-python 4.2.0 with pact-python-ffi 0.5.12.1 (PyPI) and au.com.dius.pact.core:matchers 4.6.17 (Maven Central), seen on
# 2026-11-30 with Python 3.11 and Java 17.
#
# Guess before it was run: pact_ffi (PyPI pact-python) and pact-jvm match the same requests by the same matching rules; only
# dates and `decimal` differ. More exactly: integers as 1.0, regular expressions that match a part only, date formats with
# days that do not exist, and semver are where they differ.
# Seen: regular expressions, semver and 1.0 are alike. One pact file is read by the core in Rust, which is in all Pact
# libraries but the one of the JVM, and by that one. 1e2 is no `number` and no `decimal` for the JVM, an integer of 20 digits
# is none for Rust. 30 February is a date and 24:00 a time for the JVM. Both take more than a rule seems to say: the text
# "true" for `boolean`, "2026-1-1" for `yyyy-MM-dd`, one digit for `SSS`, a Tuesday that is a Monday, and 2.5 like 1.
# Whom it meets: a consumer in JavaScript, Python or Go whose provider is verified on the JVM. With a mock: answer with
# `2026-1-1` and with "true", and see which of the client's own checks notice.
# Output seen: the lines that EXPECTED has below, with each rule, each value and who takes it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > rules <<'TEXT'
integer~{"pact:matcher:type": "integer", "value": 1}~1 | 1.0 | 1e2 | "1" | 9007199254740993 | 99999999999999999999
decimal~{"pact:matcher:type": "decimal", "value": 1.5}~1.5 | 1.0 | 1 | 1e-2 | 1e2
number~{"pact:matcher:type": "number", "value": 1}~1 | 1.0 | 1e2 | "1"
boolean~{"pact:matcher:type": "boolean", "value": true}~false | "true" | 1
null~{"pact:matcher:type": "null"}~null | ""
like a text~{"pact:matcher:type": "type", "value": "a"}~"" | null | 1
like 1~{"pact:matcher:type": "type", "value": 1}~2 | 2.5 | "2"
like 1.5~{"pact:matcher:type": "type", "value": 1.5}~2.5 | 2
regex \d+~{"pact:matcher:type": "regex", "regex": "\\d+", "value": "1"}~"12" | "a1b" | 12
regex ^\d+$~{"pact:matcher:type": "regex", "regex": "^\\d+$", "value": "1"}~"12" | "12\n"
include b~{"pact:matcher:type": "include", "value": "b"}~"abc" | ["b"]
yyyy-MM-dd~{"pact:matcher:type": "date", "format": "yyyy-MM-dd", "value": "2026-01-01"}~"2026-02-28" | "2026-02-30" | "2026-1-1"
HH:mm~{"pact:matcher:type": "time", "format": "HH:mm", "value": "10:00"}~"23:59" | "24:00" | "9:00"
XXX~{"pact:matcher:type": "timestamp", "format": "yyyy-MM-dd'T'HH:mm:ssXXX", "value": "2026-01-01T10:00:00+02:00"}~"2026-01-01T10:00:00Z" | "2026-01-01T10:00:00+00:00" | "2026-01-01T10:00:00+0000"
SSSX~{"pact:matcher:type": "timestamp", "format": "yyyy-MM-dd'T'HH:mm:ss.SSSX", "value": "2026-01-01T10:00:00.123Z"}~"2026-01-01T10:00:00.123Z" | "2026-01-01T10:00:00.1Z" | "2026-01-01T10:00:00.123+02"
EEE, d MMM yyyy~{"pact:matcher:type": "date", "format": "EEE, d MMM yyyy", "value": "Sun, 1 Nov 2026"}~"Mon, 2 Nov 2026" | "Tue, 2 Nov 2026" | "Mon, 02 Nov 2026"
at least 1~{"pact:matcher:type": "type", "min": 1, "value": ["a"]}~["b", "c"] | [] | [1]
semver~{"pact:matcher:type": "semver", "value": "1.0.0"}~"1.0.0-rc.1+b" | "1.0" | "01.0.0"
equal to 1~1~1 | 1.0
equal to 1.0~1.0~1 | 1.0 | 1.00
equal to 100~100~1e2 | 100.0
each value an integer~{"pact:matcher:type": "each-value", "value": {"k": 1}, "rules": [{"pact:matcher:type": "integer"}]}~{"k": 2} | {"x": 2, "y": 3} | {"x": "a"} | {}
each key k\d~{"pact:matcher:type": "each-key", "value": {"k1": 1}, "rules": [{"pact:matcher:type": "regex", "regex": "k\\d"}]}~{"k2": 1} | {"x": 1} | {"k1": 1, "k2": 2} | {}
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pact-python==4.2.0 pact-python-ffi==0.5.12.1
cat > ask.py <<'PY'
import http.client

from pact import Pact

pact = Pact("consumer", "provider").with_specification("V4")
with open("rules", encoding="utf-8") as file:
    rules = [line.split("~") for line in file.read().splitlines()]
calls = []
for number, (name, rule, texts) in enumerate(rules):
    body = f'{{"a": {rule}}}'
    pact.upon_receiving(name).with_request("POST", f"/{number}").with_body(body, "application/json").will_respond_with(200)
    for text in texts.split(" | "):
        calls.append([name, number, text])
pact.write_file(".", overwrite=True)
with open("calls", "w", encoding="utf-8") as file:
    file.writelines(f"{name}\t{number}\t{text}\n" for name, number, text in calls)
with pact.serve(raises=False, verbose=False) as server:
    for name, number, text in calls:
        connection = http.client.HTTPConnection(server.host, server.port)
        connection.request("POST", f"/{number}", f'{{"a": {text}}}', {"Content-Type": "application/json"})
        print(name, text, "pact_ffi", "yes" if connection.getresponse().status == 200 else "no", sep="\t")
        connection.close()
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>pact</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>au.com.dius.pact.core</groupId><artifactId>matchers</artifactId><version>4.6.17</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-nop</artifactId><version>2.0.17</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import au.com.dius.pact.core.matchers.RequestMatching;
import au.com.dius.pact.core.model.ContentType;
import au.com.dius.pact.core.model.DefaultPactReader;
import au.com.dius.pact.core.model.OptionalBody;
import au.com.dius.pact.core.model.Request;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Ask {
    public static void main(String[] arguments) throws Exception {
        var pact = DefaultPactReader.INSTANCE.loadPact(new File("consumer-provider.json"));
        for (String line : Files.readAllLines(Path.of("calls"))) {
            String[] call = line.split("\t");
            var body = OptionalBody.body("{\"a\": " + call[2] + "}", ContentType.getJSON());
            var headers = new HashMap<>(Map.of("Content-Type", List.of("application/json")));
            var request = new Request("POST", "/" + call[1], new HashMap<>(), headers, body);
            boolean matched = pact.getInteractions().stream()
                .map(interaction -> interaction.asSynchronousRequestResponse().getRequest())
                .filter(expected -> expected.getPath().equals(request.getPath()))
                .anyMatch(expected -> RequestMatching.requestMismatches(expected, request).matchedOk());
            System.out.println(String.join("\t", call[0], call[2], "pact-jvm", matched ? "yes" : "no"));
        }
    }
}
JAVA
{ venv/bin/python ask.py 2> /dev/null; java -cp 'classes/*' Ask.java; } | LC_ALL=C sort | awk -F '\t' '
  $1 FS $2 != group && group != "" { print line }
  $1 FS $2 != group { line = $1 ": " $2 }
  { group = $1 FS $2; line = line ", " $3 " " $4 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
EEE, d MMM yyyy: "Mon, 02 Nov 2026", pact-jvm yes, pact_ffi yes
EEE, d MMM yyyy: "Mon, 2 Nov 2026", pact-jvm yes, pact_ffi yes
EEE, d MMM yyyy: "Tue, 2 Nov 2026", pact-jvm yes, pact_ffi yes
HH:mm: "23:59", pact-jvm yes, pact_ffi yes
HH:mm: "24:00", pact-jvm yes, pact_ffi no
HH:mm: "9:00", pact-jvm yes, pact_ffi yes
SSSX: "2026-01-01T10:00:00.123+02", pact-jvm yes, pact_ffi yes
SSSX: "2026-01-01T10:00:00.123Z", pact-jvm yes, pact_ffi yes
SSSX: "2026-01-01T10:00:00.1Z", pact-jvm yes, pact_ffi yes
XXX: "2026-01-01T10:00:00+0000", pact-jvm no, pact_ffi no
XXX: "2026-01-01T10:00:00+00:00", pact-jvm yes, pact_ffi yes
XXX: "2026-01-01T10:00:00Z", pact-jvm yes, pact_ffi yes
at least 1: ["b", "c"], pact-jvm yes, pact_ffi yes
at least 1: [1], pact-jvm no, pact_ffi no
at least 1: [], pact-jvm no, pact_ffi no
boolean: "true", pact-jvm yes, pact_ffi yes
boolean: 1, pact-jvm no, pact_ffi no
boolean: false, pact-jvm yes, pact_ffi yes
decimal: 1, pact-jvm no, pact_ffi no
decimal: 1.0, pact-jvm yes, pact_ffi yes
decimal: 1.5, pact-jvm yes, pact_ffi yes
decimal: 1e-2, pact-jvm yes, pact_ffi yes
decimal: 1e2, pact-jvm no, pact_ffi yes
each key k\d: {"k1": 1, "k2": 2}, pact-jvm yes, pact_ffi yes
each key k\d: {"k2": 1}, pact-jvm yes, pact_ffi yes
each key k\d: {"x": 1}, pact-jvm no, pact_ffi no
each key k\d: {}, pact-jvm yes, pact_ffi yes
each value an integer: {"k": 2}, pact-jvm yes, pact_ffi yes
each value an integer: {"x": "a"}, pact-jvm no, pact_ffi no
each value an integer: {"x": 2, "y": 3}, pact-jvm yes, pact_ffi yes
each value an integer: {}, pact-jvm yes, pact_ffi yes
equal to 1: 1, pact-jvm yes, pact_ffi yes
equal to 1: 1.0, pact-jvm no, pact_ffi no
equal to 1.0: 1, pact-jvm no, pact_ffi no
equal to 1.0: 1.0, pact-jvm yes, pact_ffi yes
equal to 1.0: 1.00, pact-jvm yes, pact_ffi yes
equal to 100: 100.0, pact-jvm no, pact_ffi no
equal to 100: 1e2, pact-jvm no, pact_ffi no
include b: "abc", pact-jvm yes, pact_ffi yes
include b: ["b"], pact-jvm yes, pact_ffi yes
integer: "1", pact-jvm no, pact_ffi no
integer: 1, pact-jvm yes, pact_ffi yes
integer: 1.0, pact-jvm no, pact_ffi no
integer: 1e2, pact-jvm no, pact_ffi no
integer: 9007199254740993, pact-jvm yes, pact_ffi yes
integer: 99999999999999999999, pact-jvm yes, pact_ffi no
like 1: "2", pact-jvm no, pact_ffi no
like 1: 2, pact-jvm yes, pact_ffi yes
like 1: 2.5, pact-jvm yes, pact_ffi yes
like 1.5: 2, pact-jvm yes, pact_ffi yes
like 1.5: 2.5, pact-jvm yes, pact_ffi yes
like a text: "", pact-jvm yes, pact_ffi yes
like a text: 1, pact-jvm no, pact_ffi no
like a text: null, pact-jvm no, pact_ffi no
null: "", pact-jvm no, pact_ffi no
null: null, pact-jvm yes, pact_ffi yes
number: "1", pact-jvm no, pact_ffi no
number: 1, pact-jvm yes, pact_ffi yes
number: 1.0, pact-jvm yes, pact_ffi yes
number: 1e2, pact-jvm no, pact_ffi yes
regex \d+: "12", pact-jvm yes, pact_ffi yes
regex \d+: "a1b", pact-jvm no, pact_ffi no
regex \d+: 12, pact-jvm yes, pact_ffi yes
regex ^\d+$: "12", pact-jvm yes, pact_ffi yes
regex ^\d+$: "12\n", pact-jvm no, pact_ffi no
semver: "01.0.0", pact-jvm no, pact_ffi no
semver: "1.0", pact-jvm no, pact_ffi no
semver: "1.0.0-rc.1+b", pact-jvm yes, pact_ffi yes
yyyy-MM-dd: "2026-02-28", pact-jvm yes, pact_ffi yes
yyyy-MM-dd: "2026-02-30", pact-jvm yes, pact_ffi no
yyyy-MM-dd: "2026-1-1", pact-jvm yes, pact_ffi yes
EXPECTED
diff expected seen
echo "rules of Pact behave as they were seen"
