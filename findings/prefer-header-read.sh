#!/bin/sh
# parse-prefer-header 1.0.0 (npm), preferhdr 1.0.0 (PyPI) and org.apache.olingo:odata-server-core 5.0.0 (Maven Central), seen on
# 2026-11-30 with Node 20, Python 3.11 and Java 17.
#
# Guess before it was run: three readers of `Prefer` (RFC 7240) find the same preferences; parse-prefer-header, which says that
# it makes names of JavaScript of them, has parameters beside them.
# Seen: it has, so that a parameter `level` of `return` and a preference `return-level` are one name, of which the first wins.
# It keeps the backslashes of a text in quotes, and makes a preference with an empty name of a comma in front. Olingo drops the
# whole header for one part that it cannot read, here `note=a=b`: `return=minimal` beside it is gone, without an error; preferhdr
# drops that part, parse-prefer-header reads it as `a=b`. An empty value is no value (RFC 7240, 2): Olingo has an empty text.
# Whom it meets: services that are asked for small answers. With a mock: send `note=a=b, return=minimal`, and look at what comes.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > headers <<'TEXT'
return=minimal
respond-async, wait=100
wait = 10
Return=Minimal
return=minimal, return=representation
return=minimal; level="high"
return=minimal; level=high; depth=2
return-level=low, return=minimal; level=high
note="a,b; c", return=minimal
note="say \"hi\"", return=minimal
note="", return=minimal
note=x;, return=minimal
note=a=b, return=minimal
, return=minimal
odata.maxpagesize=50, return=minimal
TEXT
npm install --silent --no-audit --no-fund parse-prefer-header@1.0.0
cat > read.cjs <<'JS'
const { readFileSync } = require('node:fs');
const parse = require('parse-prefer-header');

for (const line of readFileSync('headers', 'utf8').trim().split('\n')) {
  console.log(`${line} | parse-prefer-header: ${JSON.stringify(parse(line))}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check preferhdr==1.0.0
cat > read.py <<'PY'
import json

import preferhdr

for line in open("headers", encoding="utf-8").read().splitlines():
    found = {}
    for one in preferhdr.parse(line):
        found[one.token] = [one.value, dict(one.params)] if one.params else one.value
    print(f"{line} | preferhdr: {json.dumps(found, separators=(',', ':'))}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>read</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.apache.olingo</groupId><artifactId>odata-server-core</artifactId><version>5.0.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.StringJoiner;
import org.apache.olingo.server.api.OData;
import org.apache.olingo.server.api.prefer.Preferences;

class Read {
    public static void main(String[] arguments) throws Exception {
        List<String> names = List.of("respond-async", "wait", "return", "return-level", "note", "odata.maxpagesize");
        for (String line : Files.readAllLines(Path.of("headers"))) {
            Preferences found = OData.newInstance().createPreferences(List.of(line));
            StringJoiner text = new StringJoiner(",", "{", "}");
            for (String name : names) {
                Preferences.Preference one = found.getPreference(name);
                if (one != null) {
                    String value = one.getValue() == null ? "null" : "\"" + one.getValue() + "\"";
                    text.add("\"" + name + "\":" + (one.getParameters().isEmpty() ? value : "[" + value + "," + one.getParameters() + "]"));
                }
            }
            System.out.println(line + " | Olingo: " + text);
        }
    }
}
JAVA
{ node read.cjs; venv/bin/python read.py; java -cp 'classes/*' Read.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
, return=minimal | Olingo: {"return":"minimal"}
, return=minimal | parse-prefer-header: {"":true,"return":"minimal"}
, return=minimal | preferhdr: {"return":"minimal"}
Return=Minimal | Olingo: {"return":"Minimal"}
Return=Minimal | parse-prefer-header: {"return":"Minimal"}
Return=Minimal | preferhdr: {"return":"Minimal"}
note="", return=minimal | Olingo: {"return":"minimal","note":""}
note="", return=minimal | parse-prefer-header: {"note":true,"return":"minimal"}
note="", return=minimal | preferhdr: {"note":null,"return":"minimal"}
note="a,b; c", return=minimal | Olingo: {"return":"minimal","note":"a,b; c"}
note="a,b; c", return=minimal | parse-prefer-header: {"note":"a,b; c","return":"minimal"}
note="a,b; c", return=minimal | preferhdr: {"note":"a,b; c","return":"minimal"}
note="say \"hi\"", return=minimal | Olingo: {"return":"minimal","note":"say "hi""}
note="say \"hi\"", return=minimal | parse-prefer-header: {"note":"say \\\"hi\\\"","return":"minimal"}
note="say \"hi\"", return=minimal | preferhdr: {"note":"say \"hi\"","return":"minimal"}
note=a=b, return=minimal | Olingo: {}
note=a=b, return=minimal | parse-prefer-header: {"note":"a=b","return":"minimal"}
note=a=b, return=minimal | preferhdr: {"return":"minimal"}
note=x;, return=minimal | Olingo: {"return":"minimal","note":"x"}
note=x;, return=minimal | parse-prefer-header: {"note":"x","return":"minimal"}
note=x;, return=minimal | preferhdr: {"note":"x","return":"minimal"}
odata.maxpagesize=50, return=minimal | Olingo: {"return":"minimal","odata.maxpagesize":"50"}
odata.maxpagesize=50, return=minimal | parse-prefer-header: {"odataMaxpagesize":"50","return":"minimal"}
odata.maxpagesize=50, return=minimal | preferhdr: {"odata.maxpagesize":"50","return":"minimal"}
respond-async, wait=100 | Olingo: {"respond-async":null,"wait":"100"}
respond-async, wait=100 | parse-prefer-header: {"respondAsync":true,"wait":"100"}
respond-async, wait=100 | preferhdr: {"respond-async":null,"wait":"100"}
return-level=low, return=minimal; level=high | Olingo: {"return":["minimal",{level=high}],"return-level":"low"}
return-level=low, return=minimal; level=high | parse-prefer-header: {"returnLevel":"low","return":"minimal"}
return-level=low, return=minimal; level=high | preferhdr: {"return-level":"low","return":["minimal",{"level":"high"}]}
return=minimal | Olingo: {"return":"minimal"}
return=minimal | parse-prefer-header: {"return":"minimal"}
return=minimal | preferhdr: {"return":"minimal"}
return=minimal, return=representation | Olingo: {"return":"minimal"}
return=minimal, return=representation | parse-prefer-header: {"return":"minimal"}
return=minimal, return=representation | preferhdr: {"return":"minimal"}
return=minimal; level="high" | Olingo: {"return":["minimal",{level=high}]}
return=minimal; level="high" | parse-prefer-header: {"return":"minimal","returnLevel":"high"}
return=minimal; level="high" | preferhdr: {"return":["minimal",{"level":"high"}]}
return=minimal; level=high; depth=2 | Olingo: {"return":["minimal",{depth=2, level=high}]}
return=minimal; level=high; depth=2 | parse-prefer-header: {"return":"minimal","returnLevel":"high","returnDepth":"2"}
return=minimal; level=high; depth=2 | preferhdr: {"return":["minimal",{"level":"high","depth":"2"}]}
wait = 10 | Olingo: {"wait":"10"}
wait = 10 | parse-prefer-header: {"wait":"10"}
wait = 10 | preferhdr: {"wait":"10"}
EXPECTED
diff expected seen
echo "preferences in headers are read as they were seen"
