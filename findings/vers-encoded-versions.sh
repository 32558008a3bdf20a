#!/bin/sh
# univers 32.0.1 (PyPI) and io.github.nscuro:versatile 0.7.0 (Maven Central), seen on 2026-11-29 with Python 3.11 and Java 17.
#
# Guess before it was run: two readers of VERS ranges (`vers:npm/>=1.0.0|<2.0.0`) agree, but for schemes that one lacks.
# Seen: a version in a range is percent-encoded, so an epoch of rpm and deb has `%3A`. univers does not decode it: 3.0-1 is
# not below `1%3A2.0-1` for it, without a word, `%2B` becomes `-2B`, and deb and pypi are refused. VERS compares by the order
# of the scheme only; versatile leaves candidates of 2.0 out of `<2.0` for pypi and gem, although they are below it in both.
# versatile refuses nuget and composer. Of several intervals, gaps and `!=`, both say the same.
# Whom it meets: who asks if a package is affected by an advisory of VulnerableCode or Dependency-Track. With a mock: seed one
# range with an epoch.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
vers:rpm/<1%3A2.0-1 3.0-1
vers:deb/<1%3A2.0 3.0
vers:npm/1.0.0%2Bbuild 1.0.0+build
vers:pypi/>=1.0|<2.0 2.0rc1
vers:gem/>=1.0|<2.0 2.0.rc1
vers:npm/>=1.0.0|<2.0.0 2.0.0-rc.1
vers:deb/<2.0 2.0~rc1
vers:nuget/<=1.0 1.0.0
vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0 0.5.0
vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0 1.5.0
vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0 2.6.0
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check univers==32.0.1
cat > has.py <<'PY'
from univers.version_range import VersionRange

with open("cases", encoding="utf-8") as file:
    for line in file.read().splitlines():
        text, version = line.split(" ")
        try:
            read = VersionRange.from_string(text)
            answer = "yes" if read.version_class(version) in read else "no"
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{version} in {text}: univers, {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>ranges</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>io.github.nscuro</groupId><artifactId>versatile</artifactId><version>0.7.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Has.java <<'JAVA'
import io.github.nscuro.versatile.Vers;
import java.nio.file.Files;
import java.nio.file.Path;

class Has {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split(" ");
            String answer;
            try {
                answer = Vers.parse(parts[0]).contains(parts[1]) ? "yes" : "no";
            } catch (RuntimeException error) {
                answer = "refused, " + error.getClass().getSimpleName();
            }
            System.out.println(parts[1] + " in " + parts[0] + ": versatile, " + answer);
        }
    }
}
JAVA
{ venv/bin/python has.py; java -cp 'classes/*' Has.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
0.5.0 in vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0: univers, no
0.5.0 in vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0: versatile, no
1.0.0 in vers:nuget/<=1.0: univers, yes
1.0.0 in vers:nuget/<=1.0: versatile, refused, VersException
1.0.0+build in vers:npm/1.0.0%2Bbuild: univers, no
1.0.0+build in vers:npm/1.0.0%2Bbuild: versatile, yes
1.5.0 in vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0: univers, yes
1.5.0 in vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0: versatile, yes
2.0.0-rc.1 in vers:npm/>=1.0.0|<2.0.0: univers, yes
2.0.0-rc.1 in vers:npm/>=1.0.0|<2.0.0: versatile, yes
2.0.rc1 in vers:gem/>=1.0|<2.0: univers, yes
2.0.rc1 in vers:gem/>=1.0|<2.0: versatile, no
2.0rc1 in vers:pypi/>=1.0|<2.0: univers, yes
2.0rc1 in vers:pypi/>=1.0|<2.0: versatile, no
2.0~rc1 in vers:deb/<2.0: univers, yes
2.0~rc1 in vers:deb/<2.0: versatile, yes
2.6.0 in vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0: univers, no
2.6.0 in vers:npm/<1.0.0|!=0.5.0|1.5.0|>=2.0.0|<2.5.0: versatile, no
3.0 in vers:deb/<1%3A2.0: univers, refused, InvalidVersion
3.0 in vers:deb/<1%3A2.0: versatile, yes
3.0-1 in vers:rpm/<1%3A2.0-1: univers, no
3.0-1 in vers:rpm/<1%3A2.0-1: versatile, yes
EXPECTED
diff expected seen
echo "ranges of VERS behave as they were seen"
