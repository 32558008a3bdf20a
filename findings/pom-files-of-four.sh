#!/bin/sh
# @cyclonedx/cdxgen 12.8.4 (npm), github.com/google/osv-scalibr v0.5.3 and github.com/aquasecurity/trivy v0.74.0, beside
# org.apache.maven:maven-model-builder 3.9.11 (Maven Central), seen on 2026-12-01 with Node 20, Go 1.26 and Java 17.
#
# Guess before it was run: three listers fill in versions from properties and dependencyManagement of the same pom.xml as
# Maven does; scope test, profiles and optional ones may be listed by some only.
# Seen: cdxgen fills in a property only if the version is nothing but its name: with `${v}.0`, `${project.version}`, or a
# version from dependencyManagement there is none, a property of a property stays `${w}`, blanks stay, and a comment within
# becomes a comma. None of the three knows a profile that is active by default (Maven, introduction to build profiles):
# osv-scalibr and trivy list 1.0, where Maven takes 2.0, and leave out a dependency of the profile. A range `[1.0,2.0)` is
# 1.0 for osv-scalibr, the text for cdxgen, and no version for trivy. trivy leaves out `provided` and optional ones, though
# both are on the path when the project is compiled, and `test`, which the two others list. If a property is not known,
# osv-scalibr leaves out the dependency.
# Whom it meets: who asks for advisories of a pom.xml without running Maven. With a mock: seed an advisory of the version
# that the profile sets.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "plain": ["", "<version>1.0</version>"],
  "blanks": ["", "<version> 1.0 </version>"],
  "comment": ["", "<version><!-- old -->1.0</version>"],
  "comment within": ["", "<version>1<!-- old -->.0</version>"],
  "property": ["<properties><v>1.0</v></properties>", "<version>${v}</version>"],
  "property within": ["<properties><v>1</v></properties>", "<version>${v}.0</version>"],
  "property of a property": ["<properties><v>${w}</v><w>1.0</w></properties>", "<version>${v}</version>"],
  "project.version": ["", "<version>${project.version}</version>"],
  "unknown property": ["", "<version>${env.NOT_THERE}</version>"],
  "managed": [
    "<dependencyManagement><dependencies><dependency><groupId>x.test</groupId><artifactId>a</artifactId><version>1.0</version></dependency></dependencies></dependencyManagement>",
    ""
  ],
  "managed scope": [
    "<dependencyManagement><dependencies><dependency><groupId>x.test</groupId><artifactId>a</artifactId><version>1.0</version><scope>test</scope></dependency></dependencies></dependencyManagement>",
    ""
  ],
  "range": ["", "<version>[1.0,2.0)</version>"],
  "exact range": ["", "<version>[1.0]</version>"],
  "test": ["", "<version>1.0</version><scope>test</scope>"],
  "provided": ["", "<version>1.0</version><scope>provided</scope>"],
  "optional": ["", "<version>1.0</version><optional>true</optional>"],
  "property of an active profile": [
    "<properties><v>1.0</v></properties><profiles><profile><id>p</id><activation><activeByDefault>true</activeByDefault></activation><properties><v>2.0</v></properties></profile></profiles>",
    "<version>${v}</version>"
  ],
  "dependency of an active profile": [
    "<profiles><profile><id>p</id><activation><activeByDefault>true</activeByDefault></activation><dependencies><dependency><groupId>x.test</groupId><artifactId>b</artifactId><version>2.0</version></dependency></dependencies></profile></profiles>",
    "<version>1.0</version>"
  ],
  "dependency of another profile": [
    "<profiles><profile><id>p</id><dependencies><dependency><groupId>x.test</groupId><artifactId>b</artifactId><version>2.0</version></dependency></dependencies></profile></profiles>",
    "<version>1.0</version>"
  ]
}
JSON
npm install --silent --no-audit --no-fund --omit=optional @cyclonedx/cdxgen@12.8.4
cat > ask.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parsePom } from '@cyclonedx/cdxgen/helpers/utils';

mkdirSync('files');
for (const [name, [project, dependency]] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  const one = `<dependency><groupId>x.test</groupId><artifactId>a</artifactId>${dependency}</dependency>`;
  writeFileSync(
    `files/${name}.xml`,
    `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion><groupId>x.test</groupId>
<artifactId>own</artifactId><version>7.0</version>${project}<dependencies>${one}</dependencies></project>
`,
  );
  const found = parsePom(`files/${name}.xml`).dependencies.map((one) => `${one.group}:${one.name} ${one.version ?? ''}`.trim());
  console.log(`${name}: cdxgen, ${found.sort().join(', ') || 'none'}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/aquasecurity/trivy/pkg/dependency/parser/java/pom"
	"github.com/google/osv-scalibr/binary/proto/config_go_proto"
	"github.com/google/osv-scalibr/extractor/filesystem"
	"github.com/google/osv-scalibr/extractor/filesystem/language/java/pomxml"
)

func say(path, name string, found []string, err error) {
	slices.Sort(found)
	if len(found) == 0 {
		found = []string{"none"}
	}
	if err != nil {
		found = []string{"refused"}
	}
	fmt.Printf("%s: %s, %s\n", strings.TrimSuffix(filepath.Base(path), ".xml"), name, strings.Join(found, ", "))
}

func main() {
	paths, _ := filepath.Glob("files/*.xml")
	for _, path := range paths {
		file, _ := os.Open(path)
		packages, _, err := pom.NewParser(path, pom.WithOffline(true)).Parse(context.Background(), file)
		var found []string
		for _, one := range packages {
			if one.Name != "x.test:own" {
				found = append(found, strings.TrimSpace(one.Name+" "+one.Version))
			}
		}
		say(path, "trivy", found, err)
		file, _ = os.Open(path)
		info, _ := file.Stat()
		extractor, err := pomxml.New(&config_go_proto.PluginConfig{})
		if err != nil {
			panic(err)
		}
		inventory, err := extractor.Extract(context.Background(), &filesystem.ScanInput{Path: path, Reader: file, Info: info})
		found = nil
		for _, one := range inventory.Packages {
			found = append(found, strings.TrimSpace(one.Name+" "+one.Version))
		}
		say(path, "osv-scalibr", found, err)
	}
}
GO
export GOEXPERIMENT=jsonv2
{
  go mod init finding.test/poms
  go get github.com/google/osv-scalibr@v0.5.3 github.com/aquasecurity/trivy@v0.74.0
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>poms</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>org.apache.maven</groupId><artifactId>maven-model-builder</artifactId><version>3.9.11</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Ask.java <<'JAVA'
import java.io.File;
import java.util.TreeSet;
import org.apache.maven.model.building.DefaultModelBuilderFactory;
import org.apache.maven.model.building.DefaultModelBuildingRequest;
import org.apache.maven.model.building.ModelBuildingException;
import org.apache.maven.model.building.ModelBuildingRequest;

class Ask {
    public static void main(String[] arguments) {
        for (var file : new File("files").listFiles()) {
            var request = new DefaultModelBuildingRequest().setPomFile(file)
                    .setValidationLevel(ModelBuildingRequest.VALIDATION_LEVEL_MINIMAL);
            var found = new TreeSet<String>();
            try {
                var model = new DefaultModelBuilderFactory().newInstance().build(request).getEffectiveModel();
                for (var one : model.getDependencies()) {
                    var scope = "compile".equals(one.getScope()) || one.getScope() == null ? "" : " (" + one.getScope() + ")";
                    found.add(one.getGroupId() + ":" + one.getArtifactId() + " " + one.getVersion() + scope);
                }
            } catch (ModelBuildingException error) {
                found.add("refused");
            }
            System.out.println(file.getName().replace(".xml", "") + ": Maven, " + String.join(", ", found));
        }
    }
}
JAVA
{
  node ask.mjs
  go run .
  java -cp 'classes/*' Ask.java
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
blanks: Maven, x.test:a 1.0
blanks: cdxgen, x.test:a  1.0
blanks: osv-scalibr, x.test:a 1.0
blanks: trivy, x.test:a 1.0
comment within: Maven, x.test:a 1.0
comment within: cdxgen, x.test:a 1,.0
comment within: osv-scalibr, x.test:a 1.0
comment within: trivy, x.test:a 1.0
comment: Maven, x.test:a 1.0
comment: cdxgen, x.test:a 1.0
comment: osv-scalibr, x.test:a 1.0
comment: trivy, x.test:a 1.0
dependency of an active profile: Maven, x.test:a 1.0, x.test:b 2.0
dependency of an active profile: cdxgen, x.test:a 1.0
dependency of an active profile: osv-scalibr, x.test:a 1.0
dependency of an active profile: trivy, x.test:a 1.0
dependency of another profile: Maven, x.test:a 1.0
dependency of another profile: cdxgen, x.test:a 1.0
dependency of another profile: osv-scalibr, x.test:a 1.0
dependency of another profile: trivy, x.test:a 1.0
exact range: Maven, x.test:a [1.0]
exact range: cdxgen, x.test:a [1.0]
exact range: osv-scalibr, x.test:a 1.0
exact range: trivy, x.test:a 1.0
managed scope: Maven, x.test:a 1.0 (test)
managed scope: cdxgen, x.test:a
managed scope: osv-scalibr, x.test:a 1.0
managed scope: trivy, none
managed: Maven, x.test:a 1.0
managed: cdxgen, x.test:a
managed: osv-scalibr, x.test:a 1.0
managed: trivy, x.test:a 1.0
optional: Maven, x.test:a 1.0
optional: cdxgen, x.test:a 1.0
optional: osv-scalibr, x.test:a 1.0
optional: trivy, none
plain: Maven, x.test:a 1.0
plain: cdxgen, x.test:a 1.0
plain: osv-scalibr, x.test:a 1.0
plain: trivy, x.test:a 1.0
project.version: Maven, x.test:a 7.0
project.version: cdxgen, x.test:a
project.version: osv-scalibr, x.test:a 7.0
project.version: trivy, x.test:a 7.0
property of a property: Maven, x.test:a 1.0
property of a property: cdxgen, x.test:a ${w}
property of a property: osv-scalibr, x.test:a 1.0
property of a property: trivy, x.test:a 1.0
property of an active profile: Maven, x.test:a 2.0
property of an active profile: cdxgen, x.test:a 1.0
property of an active profile: osv-scalibr, x.test:a 1.0
property of an active profile: trivy, x.test:a 1.0
property within: Maven, x.test:a 1.0
property within: cdxgen, x.test:a
property within: osv-scalibr, x.test:a 1.0
property within: trivy, x.test:a 1.0
property: Maven, x.test:a 1.0
property: cdxgen, x.test:a 1.0
property: osv-scalibr, x.test:a 1.0
property: trivy, x.test:a 1.0
provided: Maven, x.test:a 1.0 (provided)
provided: cdxgen, x.test:a 1.0
provided: osv-scalibr, x.test:a 1.0
provided: trivy, none
range: Maven, x.test:a [1.0,2.0)
range: cdxgen, x.test:a [1.0,2.0)
range: osv-scalibr, x.test:a 1.0
range: trivy, x.test:a
test: Maven, x.test:a 1.0 (test)
test: cdxgen, x.test:a 1.0
test: osv-scalibr, x.test:a 1.0
test: trivy, none
unknown property: Maven, x.test:a ${env.NOT_THERE}
unknown property: cdxgen, x.test:a
unknown property: osv-scalibr, none
unknown property: trivy, x.test:a
EXPECTED
diff expected seen
echo "files of Maven are listed as they were seen"
