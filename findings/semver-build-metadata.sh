#!/bin/sh
# com.github.zafarkhaja:java-semver 0.10.2 and org.semver4j:semver4j 6.0.0 (Maven Central), semver 1.0.28 (crates.io), and
# golang.org/x/mod v0.43.0, github.com/Masterminds/semver/v3 v3.5.0, github.com/hashicorp/go-version v1.9.0 and
# github.com/blang/semver/v4 v4.0.0, seen on 2026-11-30 with Java 17, Rust 1.95 and Go 1.26.
#
# Guess before it was run: seven libraries ignore build metadata in the order of versions; only the one in Rust counts it, as
# it says.
# Seen: Semantic Versioning (10) has versions that differ in build metadata only have the same precedence. `compareTo` of
# java-semver counts it as well, so 1.0.0+b is above 1.0.0 and is a reason to upgrade; it has `compareToIgnoreBuildMetadata`
# beside. For semver4j two such versions compare as 0, but `isEqualTo` says no: neither is above the other, and they are not
# equal. The four in Go hold them equal. Pre-releases are ordered alike.
# Whom it meets: who asks for newer versions of artifacts that are built several times. With a mock: seed 1.0.0+1 and 1.0.0+2.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > pairs <<'TEXT'
1.0.0+a 1.0.0+b
1.0.0 1.0.0+b
1.0.0-rc.1+x 1.0.0-rc.1
1.0.0-alpha.10 1.0.0-alpha.9
TEXT
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>order</artifactId>
  <version>0</version>
  <dependencies>
    <dependency>
      <groupId>com.github.zafarkhaja</groupId><artifactId>java-semver</artifactId><version>0.10.2</version>
    </dependency>
    <dependency><groupId>org.semver4j</groupId><artifactId>semver4j</artifactId><version>6.0.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Order.java <<'JAVA'
import com.github.zafarkhaja.semver.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import org.semver4j.Semver;

class Order {
    static String sign(int order, boolean equal) {
        return "<=>".charAt(Integer.signum(order) + 1) + (equal ? ", equal" : ", not equal");
    }

    public static void main(String[] arguments) throws Exception {
        for (String line : Files.readAllLines(Path.of("pairs"))) {
            String[] pair = line.split(" ");
            Version one = Version.parse(pair[0]);
            Version other = Version.parse(pair[1]);
            System.out.println(line + ": java-semver " + sign(one.compareTo(other), one.equals(other)));
            Semver first = new Semver(pair[0]);
            Semver second = new Semver(pair[1]);
            System.out.println(line + ": semver4j " + sign(first.compareTo(second), first.isEqualTo(second)));
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

	masterminds "github.com/Masterminds/semver/v3"
	blang "github.com/blang/semver/v4"
	hashicorp "github.com/hashicorp/go-version"
	mod "golang.org/x/mod/semver"
)

func sign(order int, equal bool) string {
	text := string("<=>"[order+1])
	if equal {
		return text + ", equal"
	}
	return text + ", not equal"
}

func main() {
	file, _ := os.ReadFile("pairs")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		one, other, _ := strings.Cut(line, " ")
		order := mod.Compare("v"+one, "v"+other)
		fmt.Printf("%s: x/mod %s\n", line, sign(order, order == 0))
		first, second := masterminds.MustParse(one), masterminds.MustParse(other)
		fmt.Printf("%s: Masterminds %s\n", line, sign(first.Compare(second), first.Equal(second)))
		third, fourth := blang.MustParse(one), blang.MustParse(other)
		fmt.Printf("%s: blang %s\n", line, sign(third.Compare(fourth), third.Equals(fourth)))
		left, right := hashicorp.Must(hashicorp.NewVersion(one)), hashicorp.Must(hashicorp.NewVersion(other))
		fmt.Printf("%s: hashicorp %s\n", line, sign(left.Compare(right), left.Equal(right)))
	}
}
GO
{
  go mod init finding.test/order
  go get golang.org/x/mod@v0.43.0 github.com/Masterminds/semver/v3@v3.5.0 github.com/hashicorp/go-version@v1.9.0 \
    github.com/blang/semver/v4@v4.0.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
semver = "=1.0.28"
TOML
cat > src/main.rs <<'RUST'
use semver::Version;

fn main() {
    for line in include_str!("../pairs").lines() {
        let (one, other) = line.split_once(' ').expect("two versions");
        let (one, other) = (Version::parse(one).expect("a version"), Version::parse(other).expect("a version"));
        let sign = ["<", "=", ">"][(one.cmp(&other) as i8 + 1) as usize];
        println!("{line}: semver {sign}, {}", if one == other { "equal" } else { "not equal" });
    }
}
RUST
{ java -cp 'classes/*' Order.java; go run .; CARGO_TARGET_DIR=target cargo run --quiet; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
1.0.0 1.0.0+b: Masterminds =, equal
1.0.0 1.0.0+b: blang =, equal
1.0.0 1.0.0+b: hashicorp =, equal
1.0.0 1.0.0+b: java-semver <, not equal
1.0.0 1.0.0+b: semver <, not equal
1.0.0 1.0.0+b: semver4j =, not equal
1.0.0 1.0.0+b: x/mod =, equal
1.0.0+a 1.0.0+b: Masterminds =, equal
1.0.0+a 1.0.0+b: blang =, equal
1.0.0+a 1.0.0+b: hashicorp =, equal
1.0.0+a 1.0.0+b: java-semver <, not equal
1.0.0+a 1.0.0+b: semver <, not equal
1.0.0+a 1.0.0+b: semver4j =, not equal
1.0.0+a 1.0.0+b: x/mod =, equal
1.0.0-alpha.10 1.0.0-alpha.9: Masterminds >, not equal
1.0.0-alpha.10 1.0.0-alpha.9: blang >, not equal
1.0.0-alpha.10 1.0.0-alpha.9: hashicorp >, not equal
1.0.0-alpha.10 1.0.0-alpha.9: java-semver >, not equal
1.0.0-alpha.10 1.0.0-alpha.9: semver >, not equal
1.0.0-alpha.10 1.0.0-alpha.9: semver4j >, not equal
1.0.0-alpha.10 1.0.0-alpha.9: x/mod >, not equal
1.0.0-rc.1+x 1.0.0-rc.1: Masterminds =, equal
1.0.0-rc.1+x 1.0.0-rc.1: blang =, equal
1.0.0-rc.1+x 1.0.0-rc.1: hashicorp =, equal
1.0.0-rc.1+x 1.0.0-rc.1: java-semver >, not equal
1.0.0-rc.1+x 1.0.0-rc.1: semver >, not equal
1.0.0-rc.1+x 1.0.0-rc.1: semver4j =, not equal
1.0.0-rc.1+x 1.0.0-rc.1: x/mod =, equal
EXPECTED
diff expected seen
echo "build metadata in the order of versions behaves as it was seen"
