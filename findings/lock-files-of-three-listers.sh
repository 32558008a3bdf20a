#!/bin/sh
# @cyclonedx/cdxgen 12.8.4 (npm), github.com/google/osv-scalibr v0.5.3 and github.com/aquasecurity/trivy v0.74.0, seen on
# 2026-12-01 with Node 20 and Go 1.26.
#
# Guess before it was run: three listers of lock files give the same packages and versions; what has no version, as a
# branch or a project of one's own, may differ.
# Seen: both do, and more. In mix.lock the name of the package stands behind `:hex`, and the key is only what the project
# calls it: osv-scalibr and trivy give that key, so `plain` is not found by its advisories. Of the first version of
# Package.resolved osv-scalibr lists nothing, without an error. What follows a branch has no version: osv-scalibr gives
# none, cdxgen the commit, and trivy `main`. A package of a registry has an empty location there: trivy makes it a package
# without a name, and cdxgen stops at it, so that all pins after it are lost, without an error. A project of one's own is
# no package of the registry: all list it from Cargo.lock, Podfile.lock and pubspec.lock, and flutter 0.0.0 of the SDK;
# from packages.lock.json, two, without a version. `Plain/Core` is a part of a pod: cdxgen has the pod only, where the
# others have two packages. What is required to build is in conan.lock, and listed by osv-scalibr only.
# Whom it meets: who asks for advisories of a lock file, and counts what was found. With a mock: seed an advisory of the
# package and one of the name that the project uses for it.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir files
commit=0123456789abcdef0123456789abcdef01234567
cat > files/Cargo.lock <<TOML
version = 4

[[package]]
name = "app"
version = "0.1.0"
dependencies = ["forked", "plain"]

[[package]]
name = "forked"
version = "0.3.0"
source = "git+https://git.test/a/forked?branch=main#$commit"

[[package]]
name = "plain"
version = "1.0.0"
source = "registry+https://github.com/rust-lang/crates.io-index"
checksum = "0000000000000000000000000000000000000000000000000000000000000001"
TOML
cat > files/packages.lock.json <<'JSON'
{
  "version": 1,
  "dependencies": {
    "net8.0": {
      "Plain": { "type": "Direct", "requested": "[1.0.0, )", "resolved": "1.0.0", "contentHash": "AA==" },
      "own": { "type": "Project", "dependencies": { "Plain": "[1.0.0, )" } }
    },
    "net9.0": {
      "Plain": { "type": "Direct", "requested": "[1.0.0, )", "resolved": "1.0.0", "contentHash": "AA==" }
    }
  }
}
JSON
cat > files/Podfile.lock <<'YAML'
PODS:
  - Own (0.1.0):
    - Plain (~> 1.0)
  - Plain (1.0.0):
    - Plain/Core (= 1.0.0)
  - Plain/Core (1.0.0)

DEPENDENCIES:
  - Own (from `../own`)
  - Plain

EXTERNAL SOURCES:
  Own:
    :path: "../own"

COCOAPODS: 1.15.2
YAML
cat > files/Package-1.resolved <<JSON
{
  "object": {
    "pins": [
      {
        "package": "Branch",
        "repositoryURL": "https://git.test/a/branch",
        "state": { "branch": "main", "revision": "$commit", "version": null }
      },
      {
        "package": "Plain",
        "repositoryURL": "https://git.test/a/plain.git",
        "state": { "branch": null, "revision": "$commit", "version": "1.0.0" }
      }
    ]
  },
  "version": 1
}
JSON
cat > files/Package-2.resolved <<JSON
{
  "pins": [
    {
      "identity": "branch",
      "kind": "remoteSourceControl",
      "location": "https://git.test/a/branch",
      "state": { "branch": "main", "revision": "$commit" }
    },
    { "identity": "scope.registered", "kind": "registry", "location": "", "state": { "version": "2.0.0" } },
    {
      "identity": "plain",
      "kind": "remoteSourceControl",
      "location": "https://git.test/a/plain.git",
      "state": { "revision": "$commit", "version": "1.0.0" }
    }
  ],
  "version": 2
}
JSON
cat > files/mix.lock <<TEXT
%{
  "forked": {:git, "https://git.test/a/forked.git", "$commit", [tag: "v0.3.0"]},
  "other_name": {:hex, :plain, "1.0.0", "00", [:mix], [{:deep, "~> 2.0", [hex: :deep, optional: false]}], "hexpm", "00"},
}
TEXT
cat > files/pubspec.lock <<YAML
packages:
  flutter:
    dependency: "direct main"
    description: flutter
    source: sdk
    version: "0.0.0"
  forked:
    dependency: "direct main"
    description: { path: ".", ref: main, resolved-ref: "$commit", url: "https://git.test/a/forked.git" }
    source: git
    version: "0.3.0"
  own:
    dependency: "direct dev"
    description: { path: "../own", relative: true }
    source: path
    version: "0.1.0"
  plain:
    dependency: transitive
    description: { name: plain, sha256: "00", url: "https://pub.dev" }
    source: hosted
    version: "1.0.0"
YAML
cat > files/conan.lock <<'JSON'
{
  "version": "0.5",
  "requires": ["plain/1.0.0#00%1667396813.0", "own/0.1.0@acme/stable#00%1667396813.0"],
  "build_requires": ["tool/3.0#00%1667396813.0"],
  "python_requires": ["script/4.0#00%1667396813.0"]
}
JSON
npm install --silent --no-audit --no-fund --omit=optional @cyclonedx/cdxgen@12.8.4 js-yaml@4.1.0
cat > ask.mjs <<'JS'
import { readFileSync } from 'node:fs';
import * as cdxgen from '@cyclonedx/cdxgen/helpers/utils';
import { load } from 'js-yaml';

const text = (name) => readFileSync(`files/${name}`, 'utf8');
const ways = {
  'Cargo.lock': () => cdxgen.parseCargoData('files/Cargo.lock'),
  'packages.lock.json': () => cdxgen.parseCsPkgLockData(text('packages.lock.json')).pkgList,
  'Podfile.lock': async () => {
    const pods = await cdxgen.parsePodfileLock(load(text('Podfile.lock')), '.');
    return [...pods.values()].map((pod) => pod.metadata);
  },
  'Package-1.resolved': () => cdxgen.parseSwiftResolved('files/Package-1.resolved'),
  'Package-2.resolved': () => cdxgen.parseSwiftResolved('files/Package-2.resolved'),
  'mix.lock': () => cdxgen.parseMixLockData(text('mix.lock')),
  'pubspec.lock': async () => (await cdxgen.parsePubLockData(text('pubspec.lock'))).pkgList,
  'conan.lock': () => cdxgen.parseConanLockData(text('conan.lock')).pkgList,
};
for (const [name, way] of Object.entries(ways)) {
  const found = await way();
  const texts = found.map((one) => `'${one.group ? `${one.group}/` : ''}${one.name}' ${one.version ?? ''}`.trim());
  console.log(`${name}: cdxgen, ${[...new Set(texts)].sort().join(', ') || 'none'}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	trivyconan "github.com/aquasecurity/trivy/pkg/dependency/parser/c/conan"
	"github.com/aquasecurity/trivy/pkg/dependency/parser/dart/pub"
	"github.com/aquasecurity/trivy/pkg/dependency/parser/hex/mix"
	"github.com/aquasecurity/trivy/pkg/dependency/parser/nuget/lock"
	"github.com/aquasecurity/trivy/pkg/dependency/parser/rust/cargo"
	"github.com/aquasecurity/trivy/pkg/dependency/parser/swift/cocoapods"
	"github.com/aquasecurity/trivy/pkg/dependency/parser/swift/swift"
	"github.com/aquasecurity/trivy/pkg/fanal/types"
	xio "github.com/aquasecurity/trivy/pkg/x/io"
	"github.com/google/osv-scalibr/binary/proto/config_go_proto"
	"github.com/google/osv-scalibr/extractor/filesystem"
	"github.com/google/osv-scalibr/extractor/filesystem/language/cpp/conanlock"
	"github.com/google/osv-scalibr/extractor/filesystem/language/dart/pubspec"
	"github.com/google/osv-scalibr/extractor/filesystem/language/dotnet/packageslockjson"
	"github.com/google/osv-scalibr/extractor/filesystem/language/elixir/mixlock"
	"github.com/google/osv-scalibr/extractor/filesystem/language/rust/cargolock"
	"github.com/google/osv-scalibr/extractor/filesystem/language/swift/packageresolved"
	"github.com/google/osv-scalibr/extractor/filesystem/language/swift/podfilelock"
)

type parser interface {
	Parse(context.Context, xio.ReadSeekerAt) ([]types.Package, []types.Dependency, error)
}

type maker func(*config_go_proto.PluginConfig) (filesystem.Extractor, error)

func say(file, name string, found []string) {
	slices.Sort(found)
	if found = slices.Compact(found); len(found) == 0 {
		found = []string{"none"}
	}
	fmt.Printf("%s: %s, %s\n", file, name, strings.Join(found, ", "))
}

func main() {
	ways := map[string]struct {
		parser
		maker
	}{
		"Cargo.lock":         {cargo.NewParser(), cargolock.New},
		"packages.lock.json": {lock.NewParser(), packageslockjson.New},
		"Podfile.lock":       {cocoapods.NewParser(), podfilelock.New},
		"Package-1.resolved": {swift.NewParser(), packageresolved.New},
		"Package-2.resolved": {swift.NewParser(), packageresolved.New},
		"mix.lock":           {mix.NewParser(), mixlock.New},
		"pubspec.lock":       {pub.NewParser(false), pubspec.New},
		"conan.lock":         {trivyconan.NewParser(), conanlock.New},
	}
	for name, way := range ways {
		var found []string
		file, _ := os.Open("files/" + name)
		packages, _, err := way.Parse(context.Background(), file)
		if err != nil {
			panic(err)
		}
		for _, one := range packages {
			found = append(found, strings.TrimSpace("'"+one.Name+"' "+one.Version))
		}
		say(name, "trivy", found)
		found = nil
		file, _ = os.Open("files/" + name)
		info, _ := file.Stat()
		extractor, err := way.maker(&config_go_proto.PluginConfig{})
		if err != nil {
			panic(err)
		}
		input := &filesystem.ScanInput{Path: name, Reader: file, Info: info}
		extracted, err := extractor.Extract(context.Background(), input)
		if err != nil {
			panic(err)
		}
		for _, one := range extracted.Packages {
			found = append(found, strings.TrimSpace("'"+one.Name+"' "+one.Version))
		}
		say(name, "osv-scalibr", found)
	}
}
GO
export GOEXPERIMENT=jsonv2
{
  go mod init finding.test/locks
  go get github.com/google/osv-scalibr@v0.5.3 github.com/aquasecurity/trivy@v0.74.0
  go mod tidy
} 2> /dev/null
{
  node ask.mjs
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
Cargo.lock: cdxgen, 'app' 0.1.0, 'forked' 0.3.0, 'plain' 1.0.0
Cargo.lock: osv-scalibr, 'app' 0.1.0, 'forked' 0.3.0, 'plain' 1.0.0
Cargo.lock: trivy, 'app' 0.1.0, 'forked' 0.3.0, 'plain' 1.0.0
Package-1.resolved: cdxgen, 'git.test/a/branch' 0123456789abcdef0123456789abcdef01234567, 'git.test/a/plain' 1.0.0
Package-1.resolved: osv-scalibr, none
Package-1.resolved: trivy, 'git.test/a/branch' main, 'git.test/a/plain' 1.0.0
Package-2.resolved: cdxgen, 'git.test/a/branch' 0123456789abcdef0123456789abcdef01234567
Package-2.resolved: osv-scalibr, 'git.test/a/branch', 'git.test/a/plain' 1.0.0, 'scope.registered' 2.0.0
Package-2.resolved: trivy, '' 2.0.0, 'git.test/a/branch' main, 'git.test/a/plain' 1.0.0
Podfile.lock: cdxgen, 'Own' 0.1.0, 'Plain' 1.0.0
Podfile.lock: osv-scalibr, 'Own' 0.1.0, 'Plain' 1.0.0, 'Plain/Core' 1.0.0
Podfile.lock: trivy, 'Own' 0.1.0, 'Plain' 1.0.0, 'Plain/Core' 1.0.0
conan.lock: cdxgen, 'own' 0.1.0, 'plain' 1.0.0
conan.lock: osv-scalibr, 'own' 0.1.0, 'plain' 1.0.0, 'script' 4.0, 'tool' 3.0
conan.lock: trivy, 'own' 0.1.0, 'plain' 1.0.0
mix.lock: cdxgen, 'plain' 1.0.0
mix.lock: osv-scalibr, 'forked', 'other_name' 1.0.0
mix.lock: trivy, 'other_name' 1.0.0
packages.lock.json: cdxgen, 'Plain' 1.0.0, 'own'
packages.lock.json: osv-scalibr, 'Plain' 1.0.0, 'own'
packages.lock.json: trivy, 'Plain' 1.0.0
pubspec.lock: cdxgen, 'flutter' 0.0.0, 'forked' 0.3.0, 'own' 0.1.0, 'plain' 1.0.0
pubspec.lock: osv-scalibr, 'flutter' 0.0.0, 'forked' 0.3.0, 'own' 0.1.0, 'plain' 1.0.0
pubspec.lock: trivy, 'flutter' 0.0.0, 'forked' 0.3.0, 'own' 0.1.0, 'plain' 1.0.0
EXPECTED
diff expected seen
echo "lock files are listed as they were seen"
