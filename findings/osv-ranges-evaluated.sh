#!/bin/sh
# io.github.nscuro:versatile 0.7.0 (Maven Central) and appthreat-vulnerability-db 7.0.3 (PyPI), seen on 2026-11-30 with Java 17
# and Python 3.11.
#
# Guess before it was run: both say of each version what the algorithm of the OSV schema (evaluation) says; events that are not
# in order may be missed by one.
# Seen: the order is only recommended there, and vulnerability-db has no range at all if `fixed` comes first, a gap too few in
# another order, and nothing for an `introduced` without an end behind a closed range. If a range begins with a pre-release of
# its fix, it drops the beginning, so 1.0.0 is in [2.0.0-alpha.2, 2.0.0); it counts no epoch that only one side has. `limit` may
# be `*`: versatile refuses it. versatile knows `Debian` and `Alpine`, but records have `Debian:12` and `Alpine:v3.20`: these,
# crates.io, Packagist and Hex have a general order for it, in which a candidate is above its release and an epoch is a part.
# Whom it meets: who imports advisories of OSV. With a mock: seed one with several ranges, and one of `Debian:12`.
# Output seen: the lines that EXPECTED has below; the first word is what the algorithm says.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases <<'TEXT'
in|npm|introduced 0, fixed 2.0.0|1.0.0
in|npm|introduced 0, last_affected 2.0.0|2.0.0
out|npm|introduced 1.0.0, fixed 2.0.0, introduced 2.5.0, fixed 3.0.0|2.2.0
in|npm|introduced 1.0.0, fixed 2.0.0, introduced 2.5.0|3.0.0
in|npm|fixed 2.0.0, introduced 0|1.0.0
out|npm|introduced 3.0.0, introduced 0, fixed 2.0.0, fixed 4.0.0|2.5.0
out|npm|introduced 2.0.0-alpha.2, fixed 2.0.0|1.0.0
out|npm|introduced 0, fixed 2.0.0, limit *|5.0.0
in|crates.io|introduced 0, fixed 2.0.0|2.0.0-rc.1
in|Packagist|introduced 0, fixed 2.0.0|2.0.0-RC1
in|Hex|introduced 0, fixed 2.0.0|2.0.0-rc.1
in|Debian|introduced 0, fixed 2.0-1|2.0~rc1-1
in|Debian:12|introduced 0, fixed 2.0-1|2.0~rc1-1
in|Debian:12|introduced 0, fixed 1:2.0-1|3.0-1
in|Alpine:v3.20|introduced 0, fixed 1.0-r0|1.0_rc1-r0
TEXT
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
import io.github.nscuro.versatile.VersUtils;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

class Has {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("cases"))) {
            String[] parts = line.split("\\|");
            List<Map.Entry<String, String>> events = new ArrayList<>();
            for (String event : parts[2].split(", ")) {
                String[] pair = event.split(" ");
                events.add(Map.entry(pair[0], pair[1]));
            }
            String answer;
            try {
                Vers range = VersUtils.versFromOsvRange("ECOSYSTEM", parts[1], events, Map.of());
                answer = (range.contains(parts[3]) ? "in " : "out of ") + range;
            } catch (RuntimeException error) {
                answer = "refused, " + error.getClass().getSimpleName();
            }
            System.out.println(line + ": versatile, " + answer);
        }
    }
}
JAVA
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check appthreat-vulnerability-db==7.0.3
cat > has.py <<'PY'
from vdb.lib.osv import OSVSource
from vdb.lib.utils import to_purl_vers
from vdb.lib.vers.range import VersionRange

PURLS = {
    "npm": "npm/a",
    "crates.io": "cargo/a",
    "Packagist": "composer/a/b",
    "Hex": "hex/a",
    "Debian": "deb/debian/a",
    "Alpine": "apk/alpine/a",
}
source = OSVSource()
for line in open("cases", encoding="utf-8").read().splitlines():
    _, ecosystem, events, version = line.split("|")
    record = {
        "schema_version": "1.7.0",
        "id": "CVE-2026-0001",
        "published": "2026-01-01T00:00:00Z",
        "modified": "2026-01-01T00:00:00Z",
        "details": "A finding",
        "affected": [
            {
                "package": {"ecosystem": ecosystem, "name": "a", "purl": f"pkg:{PURLS[ecosystem.split(':')[0]]}"},
                "ranges": [{"type": "ECOSYSTEM", "events": [dict([event.split(" ")]) for event in events.split(", ")]}],
            }
        ],
    }
    ranges = [
        to_purl_vers(package["vendor"], package["versions"])
        for converted in source.convert5(source.convert(record))
        for package in converted["containers"]["cna"]["affected"]
    ]
    contained = any(VersionRange.from_string(text).contains(version) for text in ranges if text)
    print(f"{line}: vulnerability-db, {'in' if contained else 'out of'} {' and '.join(text or '(empty)' for text in ranges)}")
PY
{ java -cp 'classes/*' Has.java; venv/bin/python has.py; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
in|Alpine:v3.20|introduced 0, fixed 1.0-r0|1.0_rc1-r0: versatile, out of vers:generic/>=0|<1.0-r0
in|Alpine:v3.20|introduced 0, fixed 1.0-r0|1.0_rc1-r0: vulnerability-db, in vers:apk/>=0.0.0|<1.0-r0|!=1.0-r0
in|Debian:12|introduced 0, fixed 1:2.0-1|3.0-1: versatile, out of vers:generic/>=0|<1%3A2.0-1
in|Debian:12|introduced 0, fixed 1:2.0-1|3.0-1: vulnerability-db, out of vers:deb/>=0.0.0|<1:2.0-1|!=1:2.0-1
in|Debian:12|introduced 0, fixed 2.0-1|2.0~rc1-1: versatile, out of vers:generic/>=0|<2.0-1
in|Debian:12|introduced 0, fixed 2.0-1|2.0~rc1-1: vulnerability-db, in vers:deb/>=0.0.0|<2.0-1|!=2.0-1
in|Debian|introduced 0, fixed 2.0-1|2.0~rc1-1: versatile, in vers:deb/>=0|<2.0-1
in|Debian|introduced 0, fixed 2.0-1|2.0~rc1-1: vulnerability-db, in vers:deb/>=0.0.0|<2.0-1|!=2.0-1
in|Hex|introduced 0, fixed 2.0.0|2.0.0-rc.1: versatile, out of vers:generic/>=0|<2.0.0
in|Hex|introduced 0, fixed 2.0.0|2.0.0-rc.1: vulnerability-db, in vers:hex/>=0.0.0|<2.0.0|!=2.0.0
in|Packagist|introduced 0, fixed 2.0.0|2.0.0-RC1: versatile, out of vers:generic/>=0|<2.0.0
in|Packagist|introduced 0, fixed 2.0.0|2.0.0-RC1: vulnerability-db, in vers:composer/>=0.0.0|<2.0.0|!=2.0.0
in|crates.io|introduced 0, fixed 2.0.0|2.0.0-rc.1: versatile, out of vers:generic/>=0|<2.0.0
in|crates.io|introduced 0, fixed 2.0.0|2.0.0-rc.1: vulnerability-db, in vers:cargo/>=0.0.0|<2.0.0|!=2.0.0
in|npm|fixed 2.0.0, introduced 0|1.0.0: versatile, in vers:npm/>=0|<2.0.0
in|npm|fixed 2.0.0, introduced 0|1.0.0: vulnerability-db, out of 
in|npm|introduced 0, fixed 2.0.0|1.0.0: versatile, in vers:npm/>=0|<2.0.0
in|npm|introduced 0, fixed 2.0.0|1.0.0: vulnerability-db, in vers:npm/>=0.0.0|<2.0.0|!=2.0.0
in|npm|introduced 0, last_affected 2.0.0|2.0.0: versatile, in vers:npm/>=0|<=2.0.0
in|npm|introduced 0, last_affected 2.0.0|2.0.0: vulnerability-db, in vers:npm/>=0.0.0|<=2.0.0
in|npm|introduced 1.0.0, fixed 2.0.0, introduced 2.5.0|3.0.0: versatile, in vers:npm/>=1.0.0|<2.0.0|>=2.5.0
in|npm|introduced 1.0.0, fixed 2.0.0, introduced 2.5.0|3.0.0: vulnerability-db, out of vers:npm/>=1.0.0|<2.0.0|!=2.0.0
out|npm|introduced 0, fixed 2.0.0, limit *|5.0.0: versatile, refused, SemverException
out|npm|introduced 0, fixed 2.0.0, limit *|5.0.0: vulnerability-db, out of vers:npm/>=0.0.0|<2.0.0|!=2.0.0 and (empty)
out|npm|introduced 1.0.0, fixed 2.0.0, introduced 2.5.0, fixed 3.0.0|2.2.0: versatile, out of vers:npm/>=1.0.0|<2.0.0|>=2.5.0|<3.0.0
out|npm|introduced 1.0.0, fixed 2.0.0, introduced 2.5.0, fixed 3.0.0|2.2.0: vulnerability-db, out of vers:npm/>=1.0.0|<2.0.0|!=2.0.0 and vers:npm/>=2.5.0|<3.0.0|!=3.0.0
out|npm|introduced 2.0.0-alpha.2, fixed 2.0.0|1.0.0: versatile, out of vers:npm/>=2.0.0-alpha.2|<2.0.0
out|npm|introduced 2.0.0-alpha.2, fixed 2.0.0|1.0.0: vulnerability-db, in vers:npm/<2.0.0|!=2.0.0
out|npm|introduced 3.0.0, introduced 0, fixed 2.0.0, fixed 4.0.0|2.5.0: versatile, out of vers:npm/>=0|<2.0.0|>=3.0.0|<4.0.0
out|npm|introduced 3.0.0, introduced 0, fixed 2.0.0, fixed 4.0.0|2.5.0: vulnerability-db, in vers:npm/>=0.0.0|<2.0.0|!=2.0.0 and vers:npm/>=0.0.0|<4.0.0|!=4.0.0
EXPECTED
diff expected seen
echo "ranges of OSV are evaluated as they were seen"
