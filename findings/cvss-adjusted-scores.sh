#!/bin/sh
# vuln-vects 1.1.0, @turingpointde/cvss.js 2.1.0 and cvss4 1.0.7 (npm), cvsslib 1.0.0 (PyPI), us.springett:cvss-calculator 1.4.3
# (Maven Central), and cvss 3.0.0 and nvd-cvss 0.1.1 (crates.io), seen on 2026-12-01 with Node 20, Python 3.11, Java 17 and Rust
# 1.95.
#
# Guess before it was run: seven libraries take each valid vector, those of 3.1 in any order, and only 4.0 is refused by older
# ones. Expected: they give it the same base, temporal and environmental scores.
# Seen: a modified metric that is not given has the value of its base metric (CVSS 3.1, 4). vuln-vects, which is much used, has
# 10 for `CR:L`, which lowers 9.8 to 9.5, 8.6 for `MAV:L` instead of 8.4, and 9.6 for `MS:C`, which is 10. It does not round
# scores of 2.0. nvd-cvss has base scores only for 3.x and wants the preferred order of 3.1, where any is
# valid (6); it refuses each vector of 2.0. In 4.0, `CR:L/IR:L/AR:L` is 8.9: it has 9.2, overlooks `MSI:S`, which is 10, and
# writes `CR:H/IR:H/AR:H/E:A` into each vector. cvss-calculator has -1 for environmental scores of 2.0 and 3.0, and drops these
# metrics of a vector that it writes. The score of cvss is the base score for 2.0 and 3.x, and the adjusted one for 4.0.
# Whom it meets: who ranks advisories by their own environment. With a mock: seed `CR:L`, and expect 9.5.
# Output seen: the lines that EXPECTED has below, with base, temporal and environmental score as far as the library has them;
# for 4.0 the one score.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > vectors <<'TEXT'
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L
AV:N/AC:L/Au:N/C:P/I:P/A:P
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S
TEXT
npm install --silent --no-audit --no-fund vuln-vects@1.1.0 @turingpointde/cvss.js@2.1.0 cvss4@1.0.7
cat > score.cjs <<'JS'
const { CVSS } = require('@turingpointde/cvss.js');
const cvss4 = require('cvss4');
const { parseCvssVector } = require('vuln-vects');

const scorers = {
  'vuln-vects': (text) => {
    const { baseScore, temporalScore, environmentalScore } = parseCvssVector(text);
    return [baseScore, temporalScore, environmentalScore];
  },
  'cvss.js': (text) => {
    const read = CVSS(text);
    const adjusted = text.startsWith('CVSS:3') ? [read.getTemporalScore(), read.getEnvironmentalScore()] : [];
    return [read.getScore(), ...adjusted];
  },
  cvss4: (text) =>
    text.startsWith('CVSS:4')
      ? [cvss4.calculateBaseScoreV4(text)]
      : [cvss4.calculateBaseScore(text), cvss4.calculateTemporalScore(text), cvss4.calculateEnvironmentalScore(text)],
};
for (const text of require('node:fs').readFileSync('vectors', 'utf8').trim().split('\n')) {
  for (const [name, score] of Object.entries(scorers)) {
    let answer = 'refused';
    try {
      answer = score(text).map((one) => one ?? '-').join(' ');
    } catch {}
    console.log(`${text}: ${name}, ${answer}`);
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check cvsslib==1.0.0
cat > score.py <<'PY'
from cvsslib import calculate_vector, cvss2, cvss3, cvss31

MODULES = {"CVSS:3.0": cvss3, "CVSS:3.1": cvss31}
with open("vectors", encoding="utf-8") as file:
    for text in file.read().splitlines():
        try:
            scores = calculate_vector(text, MODULES.get(text[:8], cvss2))
            answer = " ".join("-" if one is None else str(one) for one in scores)
        except Exception:
            answer = "refused"
        print(f"{text}: cvsslib, {answer}")
PY
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>scores</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>us.springett</groupId><artifactId>cvss-calculator</artifactId><version>1.4.3</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Scores.java <<'JAVA'
import java.nio.file.Files;
import java.nio.file.Path;
import us.springett.cvss.Cvss;
import us.springett.cvss.Score;

class Scores {
    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("vectors"))) {
            String answer;
            try {
                Cvss read = Cvss.fromVector(line);
                Score score = read.calculateScore();
                answer = score.getBaseScore() + " " + score.getTemporalScore() + " " + score.getEnvironmentalScore();
                String written = read.getVector();
                answer += written.contains("/CR:") || written.contains("/TD:") || !line.matches(".*/(CR|TD):.*")
                        ? "" : ", writes " + written;
            } catch (Exception error) {
                answer = "refused";
            }
            System.out.println(line + ": cvss-calculator, " + answer);
        }
    }
}
JAVA
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
cvss = "=3.0.0"
nvd-cvss = "=0.1.1"
TOML
cat > src/main.rs <<'RUST'
fn of_nvd(text: &str) -> Option<String> {
    let (score, written) = match text.get(..6) {
        Some("CVSS:3") => text.parse::<nvd_cvss::v3::CVSS>().map(|read| (read.base_score, read.to_string())),
        Some("CVSS:4") => text.parse::<nvd_cvss::v4::CVSS>().map(|read| (read.base_score, read.to_string())),
        _ => text.parse::<nvd_cvss::v2::CVSS>().map(|read| (read.base_score, read.to_string())),
    }
    .ok()?;
    Some(if written == text { score.to_string() } else { format!("{score}, writes {written}") })
}

fn main() {
    for text in include_str!("../vectors").lines() {
        let read: Option<cvss::Cvss> = text.parse().ok();
        let adjusted = text.parse::<cvss::v3::Vector>().map(|read| format!(" - {}", read.environmental_score().value()));
        let adjusted = adjusted.unwrap_or_default();
        println!("{text}: cvss, {}{adjusted}", read.map_or("refused".to_string(), |read| read.score().to_string()));
        println!("{text}: nvd-cvss, {}", of_nvd(text).unwrap_or("refused".to_string()));
    }
}
RUST
{
  node score.cjs
  venv/bin/python score.py
  java -cp 'classes/*' Scores.java
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: cvss, 7.5
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: cvss-calculator, 7.5 7.5 -1.0, writes (AV:N/AC:L/Au:N/C:P/I:P/A:P)
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: cvss.js, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: cvss4, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: cvsslib, 7.5 - 1.9
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: nvd-cvss, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P/CDP:ND/TD:L/CR:ND/IR:ND/AR:ND: vuln-vects, 7.48465909275 - 1.8711647731875
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: cvss, 7.5
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: cvss-calculator, 7.5 5.0 -1.0
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: cvss.js, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: cvss4, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: cvsslib, 7.5 5.0 -
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: nvd-cvss, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P/E:U/RL:OF/RC:UC: vuln-vects, 7.48465909275 4.981414859179762 -
AV:N/AC:L/Au:N/C:P/I:P/A:P: cvss, 7.5
AV:N/AC:L/Au:N/C:P/I:P/A:P: cvss-calculator, 7.5 7.5 -1.0
AV:N/AC:L/Au:N/C:P/I:P/A:P: cvss.js, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P: cvss4, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P: cvsslib, 7.5 - -
AV:N/AC:L/Au:N/C:P/I:P/A:P: nvd-cvss, refused
AV:N/AC:L/Au:N/C:P/I:P/A:P: vuln-vects, 7.48465909275 - -
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss, 9.8 - 9.5
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss-calculator, 9.8 9.8 -1.0, writes CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss.js, 9.8 9.8 9.5
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss4, 9.8 9.8 9.5
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvsslib, 9.8 9.8 9.5
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: nvd-cvss, 9.8, writes CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: vuln-vects, 9.8 - 10
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: cvss, 9.8 - 9.8
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: cvss-calculator, 9.8 9.8 9.8
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: cvss.js, 9.8 9.8 9.8
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: cvss4, 9.8 9.8 9.8
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: cvsslib, 9.8 9.8 9.8
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: nvd-cvss, refused
CVSS:3.1/A:H/I:H/C:H/S:U/UI:N/PR:N/AC:L/AV:N: vuln-vects, 9.8 - -
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: cvss, 8.8 - 10
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: cvss-calculator, 8.8 8.8 10.0
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: cvss.js, 8.8 8.8 10
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: cvss4, 8.8 8.8 10
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: cvsslib, 8.8 8.8 10.0
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: nvd-cvss, 8.8, writes CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H
CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H/MS:C: vuln-vects, 8.8 - 9.6
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss, 9.8 - 9.5
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss-calculator, 9.8 9.8 9.5
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss.js, 9.8 9.8 9.5
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvss4, 9.8 9.8 9.5
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: cvsslib, 9.8 9.8 9.5
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: nvd-cvss, 9.8, writes CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/CR:L: vuln-vects, 9.8 - 10
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: cvss, 9.8 - 9.3
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: cvss-calculator, 9.8 9.3 9.3
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: cvss.js, 9.8 9.3 9.3
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: cvss4, 9.8 9.3 9.3
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: cvsslib, 9.8 9.3 9.3
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: nvd-cvss, 9.8, writes CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:P: vuln-vects, 9.8 9.3 -
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: cvss, 9.8 - 8.4
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: cvss-calculator, 9.8 9.8 8.4
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: cvss.js, 9.8 9.8 8.4
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: cvss4, 9.8 9.8 8.4
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: cvsslib, 9.8 9.8 8.4
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: nvd-cvss, 9.8, writes CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/MAV:L: vuln-vects, 9.8 - 8.6
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: cvss, 9.8 - 9.8
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: cvss-calculator, 9.8 9.8 9.8
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: cvss.js, 9.8 9.8 9.8
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: cvss4, 9.8 9.8 9.8
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: cvsslib, 9.8 9.8 9.8
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: nvd-cvss, 9.8
CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H: vuln-vects, 9.8 - -
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: cvss, 8.9
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: cvss-calculator, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: cvss.js, 8.9
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: cvss4, 8.9
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: cvsslib, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: nvd-cvss, 9.2, writes CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L/E:A
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:L/IR:L/AR:L: vuln-vects, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: cvss, 8.1
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: cvss-calculator, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: cvss.js, 8.1
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: cvss4, 8.1
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: cvsslib, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: nvd-cvss, 8.1, writes CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:H/IR:H/AR:H/E:N
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U: vuln-vects, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: cvss, 10
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: cvss-calculator, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: cvss.js, 10
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: cvss4, 10
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: cvsslib, refused
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: nvd-cvss, 9.3, writes CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/CR:H/IR:H/AR:H/E:A
CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/MSI:S: vuln-vects, refused
EXPECTED
diff expected seen
echo "scores of adjusted vectors of CVSS behave as they were seen"
