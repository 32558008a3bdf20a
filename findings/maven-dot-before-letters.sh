#!/bin/sh
# org.apache.maven:maven-artifact 3.9.11 (Maven Central), univers 32.0.1 (PyPI), github.com/masahiro331/go-mvn-version of
# 2026-01-19 and github.com/google/osv-scalibr v0.5.3, seen on 2026-11-29 with Java 17, Python 3.11 and Go 1.26.
#
# Guess before it was run: three libraries order usual versions as Maven's own class does.
# Seen: for Maven, 3.8.8 and 4.0.0-rc-4 alike, a dot and a dash before letters are the same: `1.0.0.RC1` is `1.0.0-RC1`. The
# three others put the dash first. univers holds `1.0.RELEASE` above 1.0, which Maven has as equal. Milestones, snapshots,
# numbers and Final are ordered alike.
# Whom it meets: who asks if a version lies in the range of an advisory. With a mock: use one separator in the seeded
# versions.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
1.0.0-RC1 1.0.0.RC1
2.0-x 2.0.x
1.0 1.0.RELEASE
1.0 1.0.Final
1.0-m1 1.0-milestone-1
1.0-rc1 1.0-SNAPSHOT
1.0.0.RC2 1.0.0.RC10
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>order</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.apache.maven</groupId><artifactId>maven-artifact</artifactId><version>3.9.11</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Order.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.maven.artifact.versioning.ComparableVersion;

class Order {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("pairs"))) {
            String[] pair = line.split(" ");
            int order = new ComparableVersion(pair[0]).compareTo(new ComparableVersion(pair[1]));
            System.out.println(pair[0] + " and " + pair[1] + ": Maven " + "<=>".charAt(Integer.signum(order) + 1));
        }
    }
}
JAVA
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1
cat > order.py <<'PY'
from univers.versions import MavenVersion

with open("pairs", encoding="utf-8") as file:
    for line in file.read().splitlines():
        left, right = (MavenVersion(text) for text in line.split(" "))
        print(f"{left.string} and {right.string}: univers {'<' if left < right else '>' if left > right else '='}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/google/osv-scalibr/semantic"
	"github.com/masahiro331/go-mvn-version"
)

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		pair := strings.Split(line, " ")
		order, err := semantic.MustParse(pair[0], "Maven").CompareStr(pair[1])
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s and %s: osv-scalibr %c\n", pair[0], pair[1], "<=>"[order+1])
		left, _ := version.NewVersion(pair[0])
		right, _ := version.NewVersion(pair[1])
		fmt.Printf("%s and %s: go-mvn-version %c\n", pair[0], pair[1], "<=>"[left.Compare(right)+1])
	}
}
GO
{
  go mod init finding.test/order
  go get github.com/google/osv-scalibr@v0.5.3 github.com/masahiro331/go-mvn-version@v0.0.0-20260119054159-d21fcd2e7de1
  go mod tidy
} 2> /dev/null
{ java -cp 'classes/*' Order.java; venv/bin/python order.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 and 1.0.Final: Maven =
1.0 and 1.0.Final: go-mvn-version =
1.0 and 1.0.Final: osv-scalibr =
1.0 and 1.0.Final: univers =
1.0 and 1.0.RELEASE: Maven =
1.0 and 1.0.RELEASE: go-mvn-version =
1.0 and 1.0.RELEASE: osv-scalibr =
1.0 and 1.0.RELEASE: univers <
1.0-m1 and 1.0-milestone-1: Maven =
1.0-m1 and 1.0-milestone-1: go-mvn-version =
1.0-m1 and 1.0-milestone-1: osv-scalibr =
1.0-m1 and 1.0-milestone-1: univers =
1.0-rc1 and 1.0-SNAPSHOT: Maven <
1.0-rc1 and 1.0-SNAPSHOT: go-mvn-version <
1.0-rc1 and 1.0-SNAPSHOT: osv-scalibr <
1.0-rc1 and 1.0-SNAPSHOT: univers <
1.0.0-RC1 and 1.0.0.RC1: Maven =
1.0.0-RC1 and 1.0.0.RC1: go-mvn-version <
1.0.0-RC1 and 1.0.0.RC1: osv-scalibr <
1.0.0-RC1 and 1.0.0.RC1: univers <
1.0.0.RC2 and 1.0.0.RC10: Maven <
1.0.0.RC2 and 1.0.0.RC10: go-mvn-version <
1.0.0.RC2 and 1.0.0.RC10: osv-scalibr <
1.0.0.RC2 and 1.0.0.RC10: univers <
2.0-x and 2.0.x: Maven =
2.0-x and 2.0.x: go-mvn-version <
2.0-x and 2.0.x: osv-scalibr <
2.0-x and 2.0.x: univers <
EXPECTED
diff expected seen
echo "orders of Maven versions behave as they were seen"
