#!/bin/sh
# ghsa-client 1.14.0, univers 32.0.1 and appthreat-vulnerability-db 7.0.3 (PyPI) and io.github.nscuro:versatile 0.7.0 (Maven
# Central), seen on 2026-11-30 with Python 3.11 and Java 17.
#
# Guess before it was run: four libraries agree about ranges of GitHub advisories (`>= 1.0, < 2.0`) for usual versions; epochs
# and pre-releases of PyPI may differ.
# Seen: ghsa-client makes each bound one of SemVer, without a word: `< 1.2.3.4` is `< 1.2.3`, so 1.2.3.3 is not affected, be it
# of pip, NuGet or RubyGems, `< 1!2.0` is `< 2.0`, and `<= 2.0.0.Final` does not have 2.0.0. For pip, NuGet and RubyGems
# versatile evaluates ranges with two bounds and fails for those with one, which most advisories have. It gives Composer, Rust
# and Actions a general order, in which a candidate is above its release. vulnerability-db ignores the epoch, and 1.0.dev1 is
# not below 1.0 for it. It and univers have no Pub and no Swift. Only univers is right about all the others.
# Whom it meets: who asks if a version is affected. With a mock: seed ranges with one bound and with four numbers.
# Output seen: the lines that EXPECTED has below; the first word is what the order of the ecosystem says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
in|pip|>= 1.0, < 2.0|1.5
in|pip|< 2.0|1.5
in|pip|< 1.2.3.4|1.2.3.3
in|pip|< 1!2.0|3.0
in|pip|< 1.0|1.0.dev1
out|pip|<= 1.0|1.0.post1
in|nuget|< 1.2.3.4|1.2.3.3
in|rubygems|< 1.2.3.4|1.2.3.3
in|maven|<= 2.0.0.Final|2.0.0
in|npm|< 2.0.0-rc.10|2.0.0-rc.9
in|go|< 1.2.0|1.2.0-rc.1
in|composer|< 2.0.0|2.0.0-RC1
in|rust|< 2.0.0|2.0.0-rc.1
in|actions|< 2.0.0|2.0.0-rc.1
in|pub|< 2.0.0|1.0.0
in|swift|< 2.0.0|1.0.0
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check ghsa-client==1.14.0 univers==32.0.1 appthreat-vulnerability-db==7.0.3
cat > has.py <<'PY'
import univers.version_range
import vdb.lib.vers
from ghsa_client.models.version import SemanticVersion, VersionPredicate

SCHEMES = {
    "pip": "pypi",
    "rubygems": "gem",
    "go": "golang",
    "rust": "cargo",
    "actions": "github",
}


def ghsa_client(ecosystem, text, version):
    read = SemanticVersion.parse(version)
    return all(read.matches_predicate(VersionPredicate.from_str(bound)) for bound in text.split(","))


def by_univers(ecosystem, text, version):
    read = univers.version_range.build_range_from_github_advisory_constraint(SCHEMES.get(ecosystem, ecosystem), text)
    return read.version_class(version) in read


def vulnerability_db(ecosystem, text, version):
    read = vdb.lib.vers.build_range_from_github_advisory_constraint(SCHEMES.get(ecosystem, ecosystem), text)
    return read.contains(version)


READERS = {"ghsa-client": ghsa_client, "univers": by_univers, "vulnerability-db": vulnerability_db}
for line in open("cases", encoding="utf-8").read().splitlines():
    for name, contains in READERS.items():
        try:
            answer = "in" if contains(*line.split("|")[1:]) else "out"
        except Exception as error:
            answer = type(error).__name__
        print(f"{line}: {name}, {answer}")
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
import io.github.nscuro.versatile.VersException;
import io.github.nscuro.versatile.VersUtils;
import java.nio.file.Files;
import java.nio.file.Path;

class Has {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split("\\|");
            String answer;
            try {
                answer = VersUtils.versFromGhsaRange(parts[1].toUpperCase(), parts[2]).contains(parts[3]) ? "in" : "out";
            } catch (VersException error) {
                answer = error.getClass().getSimpleName();
            }
            System.out.println(line + ": versatile, " + answer);
        }
    }
}
JAVA
{ venv/bin/python has.py; java -cp 'classes/*' Has.java; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
in|actions|< 2.0.0|2.0.0-rc.1: ghsa-client, in
in|actions|< 2.0.0|2.0.0-rc.1: univers, in
in|actions|< 2.0.0|2.0.0-rc.1: versatile, out
in|actions|< 2.0.0|2.0.0-rc.1: vulnerability-db, in
in|composer|< 2.0.0|2.0.0-RC1: ghsa-client, in
in|composer|< 2.0.0|2.0.0-RC1: univers, in
in|composer|< 2.0.0|2.0.0-RC1: versatile, out
in|composer|< 2.0.0|2.0.0-RC1: vulnerability-db, in
in|go|< 1.2.0|1.2.0-rc.1: ghsa-client, in
in|go|< 1.2.0|1.2.0-rc.1: univers, in
in|go|< 1.2.0|1.2.0-rc.1: versatile, in
in|go|< 1.2.0|1.2.0-rc.1: vulnerability-db, in
in|maven|<= 2.0.0.Final|2.0.0: ghsa-client, out
in|maven|<= 2.0.0.Final|2.0.0: univers, in
in|maven|<= 2.0.0.Final|2.0.0: versatile, in
in|maven|<= 2.0.0.Final|2.0.0: vulnerability-db, in
in|npm|< 2.0.0-rc.10|2.0.0-rc.9: ghsa-client, in
in|npm|< 2.0.0-rc.10|2.0.0-rc.9: univers, in
in|npm|< 2.0.0-rc.10|2.0.0-rc.9: versatile, in
in|npm|< 2.0.0-rc.10|2.0.0-rc.9: vulnerability-db, in
in|nuget|< 1.2.3.4|1.2.3.3: ghsa-client, out
in|nuget|< 1.2.3.4|1.2.3.3: univers, in
in|nuget|< 1.2.3.4|1.2.3.3: versatile, VersException
in|nuget|< 1.2.3.4|1.2.3.3: vulnerability-db, in
in|pip|< 1!2.0|3.0: ghsa-client, out
in|pip|< 1!2.0|3.0: univers, in
in|pip|< 1!2.0|3.0: versatile, VersException
in|pip|< 1!2.0|3.0: vulnerability-db, out
in|pip|< 1.0|1.0.dev1: ghsa-client, out
in|pip|< 1.0|1.0.dev1: univers, in
in|pip|< 1.0|1.0.dev1: versatile, VersException
in|pip|< 1.0|1.0.dev1: vulnerability-db, out
in|pip|< 1.2.3.4|1.2.3.3: ghsa-client, out
in|pip|< 1.2.3.4|1.2.3.3: univers, in
in|pip|< 1.2.3.4|1.2.3.3: versatile, VersException
in|pip|< 1.2.3.4|1.2.3.3: vulnerability-db, in
in|pip|< 2.0|1.5: ghsa-client, in
in|pip|< 2.0|1.5: univers, in
in|pip|< 2.0|1.5: versatile, VersException
in|pip|< 2.0|1.5: vulnerability-db, in
in|pip|>= 1.0, < 2.0|1.5: ghsa-client, in
in|pip|>= 1.0, < 2.0|1.5: univers, in
in|pip|>= 1.0, < 2.0|1.5: versatile, in
in|pip|>= 1.0, < 2.0|1.5: vulnerability-db, in
in|pub|< 2.0.0|1.0.0: ghsa-client, in
in|pub|< 2.0.0|1.0.0: univers, KeyError
in|pub|< 2.0.0|1.0.0: versatile, in
in|pub|< 2.0.0|1.0.0: vulnerability-db, VersError
in|rubygems|< 1.2.3.4|1.2.3.3: ghsa-client, out
in|rubygems|< 1.2.3.4|1.2.3.3: univers, in
in|rubygems|< 1.2.3.4|1.2.3.3: versatile, VersException
in|rubygems|< 1.2.3.4|1.2.3.3: vulnerability-db, in
in|rust|< 2.0.0|2.0.0-rc.1: ghsa-client, in
in|rust|< 2.0.0|2.0.0-rc.1: univers, in
in|rust|< 2.0.0|2.0.0-rc.1: versatile, out
in|rust|< 2.0.0|2.0.0-rc.1: vulnerability-db, in
in|swift|< 2.0.0|1.0.0: ghsa-client, in
in|swift|< 2.0.0|1.0.0: univers, KeyError
in|swift|< 2.0.0|1.0.0: versatile, in
in|swift|< 2.0.0|1.0.0: vulnerability-db, VersError
out|pip|<= 1.0|1.0.post1: ghsa-client, in
out|pip|<= 1.0|1.0.post1: univers, out
out|pip|<= 1.0|1.0.post1: versatile, VersException
out|pip|<= 1.0|1.0.post1: vulnerability-db, out
EXPECTED
diff expected seen
echo "ranges of GitHub advisories are evaluated as they were seen"
