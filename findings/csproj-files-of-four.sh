#!/bin/sh
# @cyclonedx/cdxgen 12.8.4 and dotnet-deps-parser 6.1.6 (npm), github.com/google/osv-scalibr v0.5.3 and
# github.com/aquasecurity/trivy v0.74.0, seen on 2026-12-01 with Node 20 and Go 1.26.
#
# Guess before it was run: the listers of project files of .NET read a version in the attribute, in an element and from
# Directory.Packages.props; VersionOverride, properties and conditions differ.
# Seen: osv-scalibr lists no version that is in an element, and nothing of Directory.Packages.props, although it has a part
# for that file. A property is `$(V)` for it; cdxgen and dotnet-deps-parser take the first of two values, where the last
# one counts (MSBuild, properties), and of `$(V).0` cdxgen makes nothing and dotnet-deps-parser 1.0. With versions managed
# centrally (NuGet, Central Package Management) dotnet-deps-parser, too, lists nothing, trivy what is in the central file,
# used or not, but not from an element, and not the override. GlobalPackageReference is listed by none. `A;B` are two
# packages (MSBuild, items): all three list one with that name. All keep the version that `Update` replaces and the package
# that `Remove` takes away, list a group whose condition is false, and nothing below `Choose`.
# Whom it meets: who asks for advisories of projects of .NET that were not restored. With a mock: seed an advisory of the
# version in `Update`.
# Output seen: the lines that EXPECTED has below; trivy reads the central file only.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "attribute": "<ItemGroup><PackageReference Include='A' Version='1.0.0' /></ItemGroup>",
  "element": "<ItemGroup><PackageReference Include='A'><Version>1.0.0</Version></PackageReference></ItemGroup>",
  "property": "<PropertyGroup><V>1.0.0</V></PropertyGroup><ItemGroup><PackageReference Include='A' Version='$(V)' /></ItemGroup>",
  "property within": "<PropertyGroup><V>1.0</V></PropertyGroup><ItemGroup><PackageReference Include='A' Version='$(V).0' /></ItemGroup>",
  "property set twice": "<PropertyGroup><V>1.0.0</V><V>2.0.0</V></PropertyGroup><ItemGroup><PackageReference Include='A' Version='$(V)' /></ItemGroup>",
  "two names": "<ItemGroup><PackageReference Include='A;B' Version='1.0.0' /></ItemGroup>",
  "update": "<ItemGroup><PackageReference Include='A' Version='1.0.0' /><PackageReference Update='A' Version='2.0.0' /></ItemGroup>",
  "remove": "<ItemGroup><PackageReference Include='A' Version='1.0.0' /><PackageReference Remove='A' /></ItemGroup>",
  "choose": "<Choose><When Condition='true'><ItemGroup><PackageReference Include='A' Version='1.0.0' /></ItemGroup></When></Choose>",
  "condition false": "<ItemGroup Condition='false'><PackageReference Include='A' Version='1.0.0' /></ItemGroup>",
  "range": "<ItemGroup><PackageReference Include='A' Version='[1.0.0,2.0.0)' /></ItemGroup>",
  "floating": "<ItemGroup><PackageReference Include='A' Version='1.*' /></ItemGroup>",
  "private": "<ItemGroup><PackageReference Include='A' Version='1.0.0' PrivateAssets='all' /></ItemGroup>",
  "central": ["<ItemGroup><PackageVersion Include='A' Version='1.0.0' /></ItemGroup>", "<ItemGroup><PackageReference Include='A' /></ItemGroup>"],
  "central, other case": ["<ItemGroup><PackageVersion Include='a' Version='1.0.0' /></ItemGroup>", "<ItemGroup><PackageReference Include='A' /></ItemGroup>"],
  "central, element": [
    "<ItemGroup><PackageVersion Include='A'><Version>1.0.0</Version></PackageVersion></ItemGroup>",
    "<ItemGroup><PackageReference Include='A' /></ItemGroup>"
  ],
  "central, property": [
    "<PropertyGroup><V>1.0.0</V></PropertyGroup><ItemGroup><PackageVersion Include='A' Version='$(V)' /></ItemGroup>",
    "<ItemGroup><PackageReference Include='A' /></ItemGroup>"
  ],
  "central, overridden": [
    "<ItemGroup><PackageVersion Include='A' Version='1.0.0' /></ItemGroup>",
    "<ItemGroup><PackageReference Include='A' VersionOverride='2.0.0' /></ItemGroup>"
  ],
  "central, global": ["<ItemGroup><GlobalPackageReference Include='A' Version='1.0.0' /></ItemGroup>", ""],
  "central, not used": ["<ItemGroup><PackageVersion Include='A' Version='1.0.0' /></ItemGroup>", ""]
}
JSON
npm install --silent --no-audit --no-fund --omit=optional @cyclonedx/cdxgen@12.8.4 dotnet-deps-parser@6.1.6
cat > ask.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { getCentralPackageVersions, getPropertyGroupTextNodes, parseCsProjData } from '@cyclonedx/cdxgen/helpers/utils';
import snyk from 'dotnet-deps-parser';

for (const [name, text] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  const [central, project] = typeof text === 'string' ? [null, text] : text;
  const folder = `files/${name}`;
  mkdirSync(folder, { recursive: true });
  const managed = '<PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>';
  if (central) writeFileSync(`${folder}/Directory.Packages.props`, `<Project>${managed}${central}</Project>\n`);
  const framework = '<PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>';
  const data = `<Project Sdk="Microsoft.NET.Sdk">${framework}${project}</Project>\n`;
  const file = `${folder}/own.csproj`;
  writeFileSync(file, data);
  const say = (lister, found) => console.log(`${name}: ${lister}, ${found.sort().join(', ') || 'none'}`);
  const versions = getCentralPackageVersions(file);
  const read = parseCsProjData(data, file, {}, false, getPropertyGroupTextNodes([file]), versions);
  say('cdxgen', read.pkgList.map((one) => `${one.name} ${one.version ?? ''}`.trim()));
  const props = central ? await snyk.extractProps(readFileSync(`${folder}/Directory.Packages.props`, 'utf8')) : {};
  const tree = await snyk.buildDepTreeFromProjectFile(data, true, props);
  say('snyk', Object.values(tree.dependencies).map((one) => `${one.name} ${one.version}`.trim()));
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

	"github.com/aquasecurity/trivy/pkg/dependency/parser/nuget/packagesprops"
	"github.com/google/osv-scalibr/binary/proto/config_go_proto"
	"github.com/google/osv-scalibr/extractor/filesystem"
	"github.com/google/osv-scalibr/extractor/filesystem/language/dotnet/csproj"
	"github.com/google/osv-scalibr/extractor/filesystem/language/dotnet/nugetcpm"
)

func say(path, name string, found []string) {
	slices.Sort(found)
	if found = slices.Compact(found); len(found) == 0 {
		found = []string{"none"}
	}
	fmt.Printf("%s: %s, %s\n", filepath.Base(path), name, strings.Join(found, ", "))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	folders, _ := filepath.Glob("files/*")
	config := &config_go_proto.PluginConfig{}
	for _, folder := range folders {
		var found []string
		for name, extractor := range map[string]filesystem.Extractor{
			"own.csproj":               must(csproj.New(config)),
			"Directory.Packages.props": must(nugetcpm.New(config)),
		} {
			path := folder + "/" + name
			file, err := os.Open(path)
			if err != nil {
				continue
			}
			input := &filesystem.ScanInput{Path: path, Reader: file, Info: must(file.Stat())}
			for _, one := range must(extractor.Extract(context.Background(), input)).Packages {
				found = append(found, one.Name+" "+one.Version)
			}
		}
		say(folder, "osv-scalibr", found)
		file, err := os.Open(folder + "/Directory.Packages.props")
		if err != nil {
			continue
		}
		found = nil
		packages, _, err := packagesprops.NewParser().Parse(context.Background(), file)
		if err != nil {
			panic(err)
		}
		for _, one := range packages {
			found = append(found, one.Name+" "+one.Version)
		}
		say(folder, "trivy", found)
	}
}
GO
export GOEXPERIMENT=jsonv2
{
  go mod init finding.test/projects
  go get github.com/google/osv-scalibr@v0.5.3 github.com/aquasecurity/trivy@v0.74.0
  go mod tidy
} 2> /dev/null
{
  node ask.mjs
  go run . 2> /dev/null
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
attribute: cdxgen, A 1.0.0
attribute: osv-scalibr, A 1.0.0
attribute: snyk, A 1.0.0
central, element: cdxgen, A 1.0.0
central, element: osv-scalibr, none
central, element: snyk, none
central, element: trivy, none
central, global: cdxgen, none
central, global: osv-scalibr, none
central, global: snyk, none
central, global: trivy, none
central, not used: cdxgen, none
central, not used: osv-scalibr, none
central, not used: snyk, none
central, not used: trivy, A 1.0.0
central, other case: cdxgen, A 1.0.0
central, other case: osv-scalibr, none
central, other case: snyk, none
central, other case: trivy, a 1.0.0
central, overridden: cdxgen, A 2.0.0
central, overridden: osv-scalibr, none
central, overridden: snyk, none
central, overridden: trivy, A 1.0.0
central, property: cdxgen, A $(V)
central, property: osv-scalibr, none
central, property: snyk, none
central, property: trivy, none
central: cdxgen, A 1.0.0
central: osv-scalibr, none
central: snyk, none
central: trivy, A 1.0.0
choose: cdxgen, none
choose: osv-scalibr, none
choose: snyk, none
condition false: cdxgen, A 1.0.0
condition false: osv-scalibr, A 1.0.0
condition false: snyk, A 1.0.0
element: cdxgen, A 1.0.0
element: osv-scalibr, none
element: snyk, A 1.0.0
floating: cdxgen, A 1.*
floating: osv-scalibr, A 1.*
floating: snyk, A 1.*
private: cdxgen, A 1.0.0
private: osv-scalibr, A 1.0.0
private: snyk, A 1.0.0
property set twice: cdxgen, A 1.0.0
property set twice: osv-scalibr, A $(V)
property set twice: snyk, A 1.0.0
property within: cdxgen, A $(V).0
property within: osv-scalibr, A $(V).0
property within: snyk, A 1.0
property: cdxgen, A 1.0.0
property: osv-scalibr, A $(V)
property: snyk, A 1.0.0
range: cdxgen, A [1.0.0,2.0.0)
range: osv-scalibr, A [1.0.0,2.0.0)
range: snyk, A [1.0.0,2.0.0)
remove: cdxgen, A 1.0.0
remove: osv-scalibr, A 1.0.0
remove: snyk, A 1.0.0
two names: cdxgen, A;B 1.0.0
two names: osv-scalibr, A;B 1.0.0
two names: snyk, A;B 1.0.0
update: cdxgen, A 1.0.0
update: osv-scalibr, A 1.0.0
update: snyk, A 1.0.0
EXPECTED
diff expected seen
echo "project files of .NET are listed as they were seen"
