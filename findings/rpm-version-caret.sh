#!/bin/sh
# rpm-vercmp 0.1.2, version-utils 0.3.2 and univers 32.0.1 (PyPI), io.github.nscuro:versatile 0.7.0 (Maven Central) and
# github.com/knqyf263/go-rpm-version of 2017-07-16, seen on 2026-11-30 with Python 3.11, Java 17 and Go 1.26.
#
# Guess before it was run: five libraries order versions of rpm alike; one may not know the caret.
# Seen: three do not. By rpm-version(7) a caret is above its release and below the next part, so 1.0^20240101, a snapshot after
# 1.0, is below 1.0.1. For rpm-vercmp, version-utils and go-rpm-version it is a separator such as a dot, so the snapshot is
# above, and taken for fixed. Of 1.0^ and 1.0~ version-utils makes an IndexError. versatile cannot compare a version without a
# release with one that has a release (NullPointerException). Tildes, letters and zeros are ordered alike.
# Whom it meets: who asks if a package of Fedora has an advisory's fix. With a mock: seed a fix of 1.0.1 and a snapshot.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
1.0^20240101 1.0
1.0^20240101 1.0.1
1.0^20240101 1.0a
1.0^git1~pre 1.0^git1
1.0~rc1^git1 1.0~rc1
1.0^ 1.0~
1.0~rc1 1.0
1.0a 1.0.1
1.010 1.10
1.0-1 1.0-1.fc40
1.0 1.0-1
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check rpm-vercmp==0.1.2 version-utils==0.3.2 univers==32.0.1
cat > order.py <<'PY'
import rpm_vercmp
import version_utils.rpm
from univers.versions import RpmVersion


def parts(text):
    version, _, release = text.partition("-")
    return "0", version, release


def univers(left, right):
    left, right = RpmVersion(left), RpmVersion(right)
    return (left > right) - (left < right)


LIBRARIES = {
    "rpm-vercmp": rpm_vercmp.vercmp,
    "version-utils": lambda left, right: version_utils.rpm.compare_evrs(parts(left), parts(right)),
    "univers": univers,
}
for line in open("pairs", encoding="utf-8").read().splitlines():
    for name, compare in LIBRARIES.items():
        try:
            answer = "<=>"[compare(*line.split(" ")) + 1]
        except Exception as error:
            answer = type(error).__name__
        print(f"{line}: {name} {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>order</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.github.nscuro</groupId><artifactId>versatile</artifactId><version>0.7.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Order.java <<'JAVA'
import io.github.nscuro.versatile.version.Version;
import io.github.nscuro.versatile.version.VersioningScheme;
import java.nio.file.Files;
import java.nio.file.Path;

class Order {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("pairs"))) {
            String[] pair = line.split(" ");
            String answer;
            try {
                Version left = Version.forScheme(VersioningScheme.RPM, pair[0]);
                Version right = Version.forScheme(VersioningScheme.RPM, pair[1]);
                answer = "" + "<=>".charAt(Integer.signum(left.compareTo(right)) + 1);
            } catch (RuntimeException error) {
                answer = error.getClass().getSimpleName();
            }
            System.out.println(line + ": versatile " + answer);
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

	version "github.com/knqyf263/go-rpm-version"
)

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		left, right, _ := strings.Cut(line, " ")
		order := version.NewVersion(left).Compare(version.NewVersion(right))
		fmt.Printf("%s: go-rpm-version %c\n", line, "<=>"[order+1])
	}
}
GO
{
  go mod init finding.test/order
  go get github.com/knqyf263/go-rpm-version@v0.0.0-20170716094938-74609b86c936
  go mod tidy
} 2> /dev/null
{ venv/bin/python order.py; java -cp 'classes/*' Order.java; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0 1.0-1: go-rpm-version <
1.0 1.0-1: rpm-vercmp <
1.0 1.0-1: univers <
1.0 1.0-1: versatile NullPointerException
1.0 1.0-1: version-utils <
1.0-1 1.0-1.fc40: go-rpm-version <
1.0-1 1.0-1.fc40: rpm-vercmp <
1.0-1 1.0-1.fc40: univers <
1.0-1 1.0-1.fc40: versatile <
1.0-1 1.0-1.fc40: version-utils <
1.010 1.10: go-rpm-version =
1.010 1.10: rpm-vercmp =
1.010 1.10: univers =
1.010 1.10: versatile =
1.010 1.10: version-utils =
1.0^ 1.0~: go-rpm-version >
1.0^ 1.0~: rpm-vercmp >
1.0^ 1.0~: univers >
1.0^ 1.0~: versatile >
1.0^ 1.0~: version-utils IndexError
1.0^20240101 1.0.1: go-rpm-version >
1.0^20240101 1.0.1: rpm-vercmp >
1.0^20240101 1.0.1: univers <
1.0^20240101 1.0.1: versatile <
1.0^20240101 1.0.1: version-utils >
1.0^20240101 1.0: go-rpm-version >
1.0^20240101 1.0: rpm-vercmp >
1.0^20240101 1.0: univers >
1.0^20240101 1.0: versatile >
1.0^20240101 1.0: version-utils >
1.0^20240101 1.0a: go-rpm-version >
1.0^20240101 1.0a: rpm-vercmp >
1.0^20240101 1.0a: univers <
1.0^20240101 1.0a: versatile <
1.0^20240101 1.0a: version-utils >
1.0^git1~pre 1.0^git1: go-rpm-version <
1.0^git1~pre 1.0^git1: rpm-vercmp <
1.0^git1~pre 1.0^git1: univers <
1.0^git1~pre 1.0^git1: versatile <
1.0^git1~pre 1.0^git1: version-utils <
1.0a 1.0.1: go-rpm-version <
1.0a 1.0.1: rpm-vercmp <
1.0a 1.0.1: univers <
1.0a 1.0.1: versatile <
1.0a 1.0.1: version-utils <
1.0~rc1 1.0: go-rpm-version <
1.0~rc1 1.0: rpm-vercmp <
1.0~rc1 1.0: univers <
1.0~rc1 1.0: versatile <
1.0~rc1 1.0: version-utils <
1.0~rc1^git1 1.0~rc1: go-rpm-version >
1.0~rc1^git1 1.0~rc1: rpm-vercmp >
1.0~rc1^git1 1.0~rc1: univers >
1.0~rc1^git1 1.0~rc1: versatile >
1.0~rc1^git1 1.0~rc1: version-utils >
EXPECTED
diff expected seen
echo "orders of rpm versions behave as they were seen"
