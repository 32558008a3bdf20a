#!/bin/sh
# com.google.api:api-common 2.50.0 (Maven Central), go.einride.tech/aip v0.86.0 and google-api-core 2.44.0 (PyPI), seen on
# 2026-11-30 with Java 17, Go 1.26 and Python 3.11.
#
# Guess before it was run: three libraries say alike which names fit the pattern `shippers/{shipper}`, and what the shipper is.
# Seen: they agree on plain names, `-` and names with more parts. A name with its service in front (AIP-122, full resource
# names) fits for Java and Go, and not for Python. Go takes a slash in front, which only Go does, and its `Validate` refuses
# the name of a revision, `a@1` (AIP-162), that its `Match` takes. Java decodes: of `a%2Fb` it makes the shipper `a/b`, which
# would be a name of two parts, and it takes an empty shipper; Java and Python take `{x}`, a variable that nobody filled in.
# Whom it meets: services that check names in one language and clients that take them apart in another. With a mock: ask for
# `shippers/` and `shippers/a@1`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' shippers/a shippers/- shippers/a@1 shippers/a:archive shippers/ /shippers/a //example.test/shippers/a \
  shippers/a/ shippers/a%2Fb 'shippers/a b' shippers/{x} shippers/a/sites/b > names
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>names</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.google.api</groupId><artifactId>api-common</artifactId><version>2.50.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Names.java <<'JAVA'
import com.google.api.pathtemplate.PathTemplate;
import java.nio.file.Files;
import java.nio.file.Path;

class Names {
    public static void main(String[] arguments) throws Exception {
        PathTemplate template = PathTemplate.create("shippers/{shipper}");
        for (String name : Files.readAllLines(Path.of("names"))) {
            var values = template.match(name);
            System.out.println(name + ": Java, " + (values == null ? "no" : "'" + values.get("shipper") + "'"));
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

	"go.einride.tech/aip/resourcename"
)

func main() {
	file, _ := os.ReadFile("names")
	for _, name := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		answer := "no"
		if resourcename.Match("shippers/{shipper}", name) {
			var shipper string
			answer = "yes, but not by Sscan"
			if resourcename.Sscan(name, "shippers/{shipper}", &shipper) == nil {
				answer = "'" + shipper + "'"
			}
		}
		valid := "valid"
		if resourcename.Validate(name) != nil {
			valid = "not valid"
		}
		fmt.Printf("%s: Go, %s; %s\n", name, answer, valid)
	}
}
GO
{
  go mod init finding.test/names
  go get go.einride.tech/aip@v0.86.0
  go mod tidy
} 2> /dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check google-api-core==2.44.0
cat > names.py <<'PY'
from google.api_core import path_template

with open("names", encoding="utf-8") as file:
    for name in file.read().splitlines():
        fits = path_template.validate("shippers/{shipper}", name)
        print(f"{name}: Python, {'yes' if fits else 'no'}")
PY
{ java -cp 'classes/*' Names.java; go run .; venv/bin/python names.py 2> /dev/null; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
//example.test/shippers/a: Go, 'a'; valid
//example.test/shippers/a: Java, 'a'
//example.test/shippers/a: Python, no
/shippers/a: Go, 'a'; valid
/shippers/a: Java, no
/shippers/a: Python, no
shippers/-: Go, '-'; valid
shippers/-: Java, '-'
shippers/-: Python, yes
shippers/: Go, no; not valid
shippers/: Java, ''
shippers/: Python, no
shippers/a b: Go, 'a b'; not valid
shippers/a b: Java, 'a b'
shippers/a b: Python, yes
shippers/a%2Fb: Go, 'a%2Fb'; not valid
shippers/a%2Fb: Java, 'a/b'
shippers/a%2Fb: Python, yes
shippers/a/: Go, no; not valid
shippers/a/: Java, no
shippers/a/: Python, no
shippers/a/sites/b: Go, no; valid
shippers/a/sites/b: Java, no
shippers/a/sites/b: Python, no
shippers/a: Go, 'a'; valid
shippers/a: Java, 'a'
shippers/a: Python, yes
shippers/a:archive: Go, 'a:archive'; not valid
shippers/a:archive: Java, 'a:archive'
shippers/a:archive: Python, yes
shippers/a@1: Go, 'a@1'; not valid
shippers/a@1: Java, 'a@1'
shippers/a@1: Python, yes
shippers/{x}: Go, no; not valid
shippers/{x}: Java, '{x}'
shippers/{x}: Python, yes
EXPECTED
diff expected seen
echo "patterns of resource names behave as they were seen"
