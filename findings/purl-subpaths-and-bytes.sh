#!/bin/sh
# packageurl-js 2.0.1 (npm), packageurl-python 0.17.6 (PyPI), com.github.package-url:packageurl-java 1.5.0 (Maven Central) and
# github.com/package-url/packageurl-go v0.1.7, seen on 2026-11-30 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: four libraries read the same name, version, qualifier and subpath of a package URL; one keeps an
# empty qualifier.
# Seen: none keeps it. Encoded bytes are UTF-8 (ECMA-427, character encoding): the library in Java makes a letter of each
# byte, so `caf%C3%A9` is `cafÃ©`, in all four parts. Empty and dot segments of a subpath are dropped when it is read (the
# steps for parsing): the library in Go keeps an empty one and a dot in front, and refuses the whole URL for a dot between two
# segments. Slashes behind the colon and at the end, and blanks, are read alike by all.
# Whom it meets: who compares packages of an SBOM in two languages. With a mock: seed a package whose name has an `é`, and one
# with a subpath.
# Output seen: the lines that EXPECTED has below, each with name, version, qualifier and subpath.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > urls <<'TEXT'
pkg:generic/ns/tool@1.0
pkg://generic/ns/tool@1.0
pkg:generic/a%20tool@1.0
pkg:generic/caf%C3%A9@1.0
pkg:generic/tool@%C3%BC1
pkg:generic/tool@1.0?note=%C3%BC
pkg:generic/tool@1.0#docs/%C3%BC
pkg:generic/tool@1.0#docs/guide/
pkg:generic/tool@1.0#docs//guide
pkg:generic/tool@1.0#./docs/guide
pkg:generic/tool@1.0#docs/./guide
pkg:generic/tool@1.0?os=&note=x
TEXT
npm install --silent --no-audit --no-fund packageurl-js@2.0.1
cat > parts.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { PackageURL } from 'packageurl-js';

for (const text of readFileSync('urls', 'utf8').trim().split('\n')) {
  let answer = 'refused';
  try {
    const { name, version, qualifiers, subpath } = PackageURL.fromString(text);
    answer = JSON.stringify([name, version, qualifiers?.note ?? '', subpath ?? '']);
  } catch {}
  console.log(`${text} by npm: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packageurl-python==0.17.6
cat > parts.py <<'PY'
import json

from packageurl import PackageURL

with open("urls", encoding="utf-8") as file:
    for text in file.read().split():
        try:
            url = PackageURL.from_string(text)
            parts = [url.name, url.version, url.qualifiers.get("note", ""), url.subpath or ""]
            answer = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
        except ValueError:
            answer = "refused"
        print(f"{text} by PyPI: {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>urls</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.github.package-url</groupId><artifactId>packageurl-java</artifactId><version>1.5.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Parts.java <<'JAVA'
import com.github.packageurl.MalformedPackageURLException;
import com.github.packageurl.PackageURL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

class Parts {
    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("urls"))) {
            String answer = "refused";
            try {
                PackageURL url = new PackageURL(text);
                String note = Objects.requireNonNullElse(url.getQualifiers(), Map.<String, String>of()).get("note");
                answer = Stream.of(url.getName(), url.getVersion(), note, url.getSubpath())
                    .map(part -> '"' + Objects.requireNonNullElse(part, "") + '"')
                    .collect(Collectors.joining(",", "[", "]"));
            } catch (MalformedPackageURLException error) {
            }
            System.out.println(text + " by Maven: " + answer);
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/package-url/packageurl-go"
)

func main() {
	file, _ := os.ReadFile("urls")
	for _, text := range strings.Fields(string(file)) {
		answer := "refused"
		if url, err := packageurl.FromString(text); err == nil {
			parts, _ := json.Marshal([]string{url.Name, url.Version, url.Qualifiers.Map()["note"], url.Subpath})
			answer = string(parts)
		}
		fmt.Printf("%s by Go: %s\n", text, answer)
	}
}
GO
{
  go mod init finding.test/urls
  go get github.com/package-url/packageurl-go@v0.1.7
  go mod tidy
} 2> /dev/null
{
  node parts.mjs
  PYTHONUTF8=1 venv/bin/python parts.py
  go run .
  java -Dstdout.encoding=UTF-8 -cp 'classes/*' Parts.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
pkg://generic/ns/tool@1.0 by Go: ["tool","1.0","",""]
pkg://generic/ns/tool@1.0 by Maven: ["tool","1.0","",""]
pkg://generic/ns/tool@1.0 by PyPI: ["tool","1.0","",""]
pkg://generic/ns/tool@1.0 by npm: ["tool","1.0","",""]
pkg:generic/a%20tool@1.0 by Go: ["a tool","1.0","",""]
pkg:generic/a%20tool@1.0 by Maven: ["a tool","1.0","",""]
pkg:generic/a%20tool@1.0 by PyPI: ["a tool","1.0","",""]
pkg:generic/a%20tool@1.0 by npm: ["a tool","1.0","",""]
pkg:generic/caf%C3%A9@1.0 by Go: ["café","1.0","",""]
pkg:generic/caf%C3%A9@1.0 by Maven: ["cafÃ©","1.0","",""]
pkg:generic/caf%C3%A9@1.0 by PyPI: ["café","1.0","",""]
pkg:generic/caf%C3%A9@1.0 by npm: ["café","1.0","",""]
pkg:generic/ns/tool@1.0 by Go: ["tool","1.0","",""]
pkg:generic/ns/tool@1.0 by Maven: ["tool","1.0","",""]
pkg:generic/ns/tool@1.0 by PyPI: ["tool","1.0","",""]
pkg:generic/ns/tool@1.0 by npm: ["tool","1.0","",""]
pkg:generic/tool@%C3%BC1 by Go: ["tool","ü1","",""]
pkg:generic/tool@%C3%BC1 by Maven: ["tool","Ã¼1","",""]
pkg:generic/tool@%C3%BC1 by PyPI: ["tool","ü1","",""]
pkg:generic/tool@%C3%BC1 by npm: ["tool","ü1","",""]
pkg:generic/tool@1.0#./docs/guide by Go: ["tool","1.0","","./docs/guide"]
pkg:generic/tool@1.0#./docs/guide by Maven: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#./docs/guide by PyPI: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#./docs/guide by npm: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/%C3%BC by Go: ["tool","1.0","","docs/ü"]
pkg:generic/tool@1.0#docs/%C3%BC by Maven: ["tool","1.0","","docs/Ã¼"]
pkg:generic/tool@1.0#docs/%C3%BC by PyPI: ["tool","1.0","","docs/ü"]
pkg:generic/tool@1.0#docs/%C3%BC by npm: ["tool","1.0","","docs/ü"]
pkg:generic/tool@1.0#docs/./guide by Go: refused
pkg:generic/tool@1.0#docs/./guide by Maven: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/./guide by PyPI: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/./guide by npm: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs//guide by Go: ["tool","1.0","","docs//guide"]
pkg:generic/tool@1.0#docs//guide by Maven: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs//guide by PyPI: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs//guide by npm: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/guide/ by Go: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/guide/ by Maven: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/guide/ by PyPI: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0#docs/guide/ by npm: ["tool","1.0","","docs/guide"]
pkg:generic/tool@1.0?note=%C3%BC by Go: ["tool","1.0","ü",""]
pkg:generic/tool@1.0?note=%C3%BC by Maven: ["tool","1.0","Ã¼",""]
pkg:generic/tool@1.0?note=%C3%BC by PyPI: ["tool","1.0","ü",""]
pkg:generic/tool@1.0?note=%C3%BC by npm: ["tool","1.0","ü",""]
pkg:generic/tool@1.0?os=&note=x by Go: ["tool","1.0","x",""]
pkg:generic/tool@1.0?os=&note=x by Maven: ["tool","1.0","x",""]
pkg:generic/tool@1.0?os=&note=x by PyPI: ["tool","1.0","x",""]
pkg:generic/tool@1.0?os=&note=x by npm: ["tool","1.0","x",""]
EXPECTED
diff expected seen
echo "parts of package URLs are read as they were seen"
