#!/bin/sh
# google-gax 5.0.8 (npm) and com.google.api:api-common 2.50.0 (Maven Central), seen on 2026-11-29 with Node 20 and Java 17.
#
# Guess before it was run: the class `PathTemplate` of each reads the names that it writes.
# Seen: the one in JavaScript cuts a segment of two variables at each of `-`, `_`, `.` and `~`, so a name that it wrote itself
# is refused if a value has one of them. Its `**` is two segments exactly (google.api.http: any number): one segment gives the
# text `a/undefined`, three are refused. The one in Java reads all of them.
# Whom it meets: who takes identifiers out of resource names. With a mock: seed names with a dash, and split names by hand.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > names <<'TEXT'
repos/{a}~{b} repos/x~y
repos/{a}~{b} repos/x-1~y
files/{name}.{ending} files/v1_2.json
repos/{repo=**} repos/a
repos/{repo=**} repos/a/b
repos/{repo=**} repos/a/b/c
TEXT
npm install --silent --no-audit --no-fund google-gax@5.0.8
cat > read.cjs <<'JS'
const { PathTemplate } = require('google-gax');

for (const line of require('node:fs').readFileSync('names', 'utf8').trim().split('\n')) {
  const [template, name] = line.split(' ');
  let answer = 'refused';
  try {
    answer = Object.entries(new PathTemplate(template).match(name)).map(([key, value]) => `${key}=${value}`).join(', ');
  } catch {}
  console.log(`JavaScript, ${line}: ${answer}`);
}
const template = new PathTemplate('repos/{a}~{b}');
console.log(`JavaScript writes ${template.render({ a: 'x-1', b: 'y' })}`);
JS
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
        for (String line : Files.readAllLines(Path.of("names"))) {
            String[] parts = line.split(" ");
            var values = PathTemplate.create(parts[0]).match(parts[1]);
            System.out.println("Java, " + line + ": " + (values == null ? "refused" : values));
        }
    }
}
JAVA
{ node read.cjs; java -cp 'classes/*' Names.java; } > seen
cat > expected <<'EXPECTED'
JavaScript, repos/{a}~{b} repos/x~y: a=x, b=y
JavaScript, repos/{a}~{b} repos/x-1~y: refused
JavaScript, files/{name}.{ending} files/v1_2.json: refused
JavaScript, repos/{repo=**} repos/a: repo=a/undefined
JavaScript, repos/{repo=**} repos/a/b: repo=a/b
JavaScript, repos/{repo=**} repos/a/b/c: refused
JavaScript writes repos/x-1~y
Java, repos/{a}~{b} repos/x~y: {a=x, b=y}
Java, repos/{a}~{b} repos/x-1~y: {a=x-1, b=y}
Java, files/{name}.{ending} files/v1_2.json: {name=v1_2, ending=json}
Java, repos/{repo=**} repos/a: {repo=a}
Java, repos/{repo=**} repos/a/b: {repo=a/b}
Java, repos/{repo=**} repos/a/b/c: {repo=a/b/c}
EXPECTED
diff expected seen
echo "PathTemplate of google-gax 5.0.8 behaves as it was seen"
