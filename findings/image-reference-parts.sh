#!/bin/sh
# docker-parse-image 3.0.1 and @swimlane/docker-reference 2.0.1 (npm), com.google.cloud.tools:jib-core 0.27.3 and
# org.testcontainers:testcontainers 1.21.3 (Maven Central), docker-image-py 0.2.0 (PyPI) and
# github.com/distribution/reference v0.6.0, seen on 2026-11-29 with Node 20, Java 17, Python 3.11 and Go 1.26.
#
# Guess before it was run: six parsers of image references agree, but for a host that is an IPv6 address.
# Seen: docker-parse-image reads a tag with a digest as one tag, a digest of sha512 as a tag, a path of four parts behind a
# port as a tag, and `localhost` as an organisation; its `fullname` has a path `library` in each registry, which only Docker
# Hub has. testcontainers refuses a tag with a digest, and it and jib refuse sha512. distribution/reference refuses each
# digest if nothing in the program imports its algorithm (`crypto/sha256`). jib and swimlane refuse IPv6. docker-image-py
# takes all.
# Whom it meets: who pins images by tag and digest. With a mock: pull once by a pinned reference through each tool.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
sha256=$(printf '%064d' 7)
cat > references <<TEXT
localhost/app
registry.test/app:v1
registry.test/team/app:v1@sha256:$sha256
registry.test/team/app@sha512:$sha256$sha256
registry.test:443/a/b/c/d:v1
[::1]:5000/app:v1
TEXT
npm install --silent --no-audit --no-fund docker-parse-image@3.0.1 @swimlane/docker-reference@2.0.1
cat > parse.cjs <<'JS'
const byParts = require('docker-parse-image');
const { parseFamiliarName } = require('@swimlane/docker-reference');

const READERS = {
  'docker-parse-image': (text) => {
    const { registry, namespace, repository, tag, fullname } = byParts(text);
    return `${registry ?? '-'} ${namespace ?? '-'}/${repository} ${tag ?? '-'}, in full ${fullname}`;
  },
  swimlane: (text) => {
    const { domain, repository, tag, digest } = parseFamiliarName(text);
    return `${domain} ${repository} ${tag ?? '-'} ${digest ?? '-'}`;
  },
};
for (const text of require('node:fs').readFileSync('references', 'utf8').trim().split('\n')) {
  for (const [name, read] of Object.entries(READERS)) {
    let answer = 'refused';
    try {
      answer = read(text);
    } catch {}
    console.log(`${text}, ${name}: ${answer}`);
  }
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>references</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.google.cloud.tools</groupId><artifactId>jib-core</artifactId><version>0.27.3</version></dependency>
    <dependency><groupId>org.testcontainers</groupId><artifactId>testcontainers</artifactId><version>1.21.3</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Parse.java <<'JAVA'
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testcontainers.utility.DockerImageName;

class Parse {
    public static void main(String[] arguments) throws Exception {
        for (String text : Files.readAllLines(Path.of("references"))) {
            String answer = "refused";
            try {
                ImageReference image = ImageReference.parse(text);
                answer = String.join(" ", image.getRegistry(), image.getRepository(), image.getTag().orElse("-"),
                    image.getDigest().orElse("-"));
            } catch (InvalidImageReferenceException error) {
            }
            System.out.println(text + ", jib: " + answer);
            answer = "refused";
            try {
                DockerImageName image = DockerImageName.parse(text);
                image.assertValid();
                answer = String.join(" ", image.getRegistry(), image.getRepository(), image.getVersionPart());
            } catch (IllegalArgumentException error) {
            }
            System.out.println(text + ", testcontainers: " + answer);
        }
    }
}
JAVA
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check docker-image-py==0.2.0
cat > parse.py <<'PY'
from docker_image.reference import Reference

with open("references", encoding="utf-8") as file:
    for text in file.read().split():
        image = Reference.parse_normalized_named(text)
        print(f"{text}, docker-image-py:", *image.split_hostname(), image.get("tag") or "-", image.get("digest") or "-")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/distribution/reference"
)

func main() {
	file, _ := os.ReadFile("references")
	for _, text := range strings.Fields(string(file)) {
		image, err := reference.ParseNormalizedNamed(text)
		if err != nil {
			fmt.Println(text+", distribution: refused,", err)
			continue
		}
		tag, digest := "-", "-"
		if tagged, ok := image.(reference.Tagged); ok {
			tag = tagged.Tag()
		}
		if digested, ok := image.(reference.Digested); ok {
			digest = digested.Digest().String()
		}
		fmt.Println(text+", distribution:", reference.Domain(image), reference.Path(image), tag, digest)
	}
}
GO
{
  go mod init finding.test/references
  go get github.com/distribution/reference@v0.6.0
  go mod tidy
} 2> /dev/null
{
  node parse.cjs
  java -cp 'classes/*' Parse.java 2> /dev/null
  venv/bin/python parse.py
  go run .
} | sed "s/$sha256/0/g" | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
[::1]:5000/app:v1, distribution: [::1]:5000 app v1 -
[::1]:5000/app:v1, docker-image-py: [::1]:5000 app v1 -
[::1]:5000/app:v1, docker-parse-image: [::1]:5000 -/app v1, in full [::1]:5000/library/app:v1
[::1]:5000/app:v1, jib: refused
[::1]:5000/app:v1, swimlane: refused
[::1]:5000/app:v1, testcontainers: [::1]:5000 app v1
localhost/app, distribution: localhost app - -
localhost/app, docker-image-py: localhost app - -
localhost/app, docker-parse-image: - localhost/app -, in full localhost/app:latest
localhost/app, jib: localhost app latest -
localhost/app, swimlane: localhost app - -
localhost/app, testcontainers: localhost app latest
registry.test/app:v1, distribution: registry.test app v1 -
registry.test/app:v1, docker-image-py: registry.test app v1 -
registry.test/app:v1, docker-parse-image: registry.test -/app v1, in full registry.test/library/app:v1
registry.test/app:v1, jib: registry.test app v1 -
registry.test/app:v1, swimlane: registry.test app v1 -
registry.test/app:v1, testcontainers: registry.test app v1
registry.test/team/app:v1@sha256:0, distribution: refused, unsupported digest algorithm
registry.test/team/app:v1@sha256:0, docker-image-py: registry.test team/app v1 sha256:0
registry.test/team/app:v1@sha256:0, docker-parse-image: registry.test team/app v1@sha256:0, in full registry.test/team/app:v1@sha256:0
registry.test/team/app:v1@sha256:0, jib: registry.test team/app v1 sha256:0
registry.test/team/app:v1@sha256:0, swimlane: registry.test team/app v1 sha256:0
registry.test/team/app:v1@sha256:0, testcontainers: refused
registry.test/team/app@sha512:00, distribution: refused, unsupported digest algorithm
registry.test/team/app@sha512:00, docker-image-py: registry.test team/app - sha512:00
registry.test/team/app@sha512:00, docker-parse-image: registry.test team/app sha512:00, in full registry.test/team/app:sha512:00
registry.test/team/app@sha512:00, jib: refused
registry.test/team/app@sha512:00, swimlane: registry.test team/app - sha512:00
registry.test/team/app@sha512:00, testcontainers: refused
registry.test:443/a/b/c/d:v1, distribution: registry.test:443 a/b/c/d v1 -
registry.test:443/a/b/c/d:v1, docker-image-py: registry.test:443 a/b/c/d v1 -
registry.test:443/a/b/c/d:v1, docker-parse-image: - -/registry.test 443/a/b/c/d:v1, in full library/registry.test:443/a/b/c/d:v1
registry.test:443/a/b/c/d:v1, jib: registry.test:443 a/b/c/d v1 -
registry.test:443/a/b/c/d:v1, swimlane: registry.test:443 a/b/c/d v1 -
registry.test:443/a/b/c/d:v1, testcontainers: registry.test:443 a/b/c/d v1
EXPECTED
diff expected seen
echo "parsers of image references behave as they were seen"
