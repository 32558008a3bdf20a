#!/bin/sh
# @cyclonedx/cdxgen 12.8.4 and pin-github-action 3.4.0 (npm) and github.com/google/osv-scalibr v0.5.3, seen on 2026-12-01
# with Node 20 and Go 1.26.
#
# Guess before it was run: three readers of workflows of GitHub give the same actions and refs for `owner/repo@ref`; a path
# below a repository, docker://, local ones and called workflows differ.
# Seen: refs are alike, and also local actions, which none lists. An action may be in a folder of its repository (GitHub,
# workflow syntax, `uses`): osv-scalibr gives the repository, and cdxgen makes `octo/repo/init` of it, with `octo/repo` as
# the owner, where the definition of the type github has a repository by name and a folder as the subpath; so two folders
# are two packages, and none is found by the name of the repository. Of a called workflow it makes `octo/repo/w.yml`. It
# keeps capitals, which a package URL of that type has not. An image is an action of GitHub for cdxgen if it has a digest,
# and nothing if it has a tag; the others leave images out, and those of containers and services are listed by none.
# pin-github-action refuses a file with an alias.
# Whom it meets: who asks for advisories of the ecosystem GitHub Actions, which are by owner and repository. With a mock:
# seed an advisory of an action that is used by its folder.
# Output seen: the lines that EXPECTED has below; cdxgen gives package URLs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > cases.json <<'JSON'
{
  "action": "steps: [{ uses: octo/repo@v1 }]",
  "capitals": "steps: [{ uses: Octo/Repo@v1 }]",
  "branch with a slash": "steps: [{ uses: octo/repo@release/v1 }]",
  "commit": "steps: [{ uses: octo/repo@0123456789abcdef0123456789abcdef01234567 }]",
  "folder of a repository": "steps: [{ uses: octo/repo/init@v1 }]",
  "two folders of a repository": "steps: [{ uses: octo/repo/init@v1 }, { uses: octo/repo/end@v1 }]",
  "image": "steps: [{ uses: 'docker://alpine:3.20' }]",
  "image with digest": "steps: [{ uses: 'docker://ghcr.io/octo/image@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef' }]",
  "local": "steps: [{ uses: ./local }]",
  "called workflow": "uses: octo/repo/.github/workflows/w.yml@v1",
  "anchor": "steps: [{ uses: &one octo/repo@v1 }, { uses: *one }]",
  "container": "{ container: 'node:20', steps: [{ run: ls }] }",
  "service": "{ services: { db: { image: 'postgres:17' } }, steps: [{ run: ls }] }"
}
JSON
npm install --silent --no-audit --no-fund --omit=optional @cyclonedx/cdxgen@12.8.4 pin-github-action@3.4.0 yaml@2.9.0 debug@4.4.3
cat > ask.mjs <<'JS'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseWorkflowFile } from '@cyclonedx/cdxgen/helpers/ciParsers/githubActions';
import debug from 'debug';
import extract from './node_modules/pin-github-action/extractActions.js';
import { parseDocument } from 'yaml';

mkdirSync('files');
const say = (name, reader, found) => console.log(`${name}: ${reader}, ${[...new Set(found)].sort().join(', ') || 'none'}`);
for (const [name, job] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  const body = job.startsWith('{') ? job.slice(1, -1) : job;
  const text = `name: w\non: push\njobs:\n  j: { runs-on: ubuntu-latest, ${body} }\n`.replace('runs-on: ubuntu-latest, uses', 'uses');
  const file = `files/${name}.yml`;
  writeFileSync(file, text);
  const components = parseWorkflowFile(file).components.filter((one) => one.purl);
  say(name, 'cdxgen', components.map((one) => decodeURIComponent(one.purl)));
  let found = ['refused'];
  try {
    const actions = extract(parseDocument(text), true, '', debug('x'));
    found = actions.map((one) => `${one.owner}/${one.repo}${one.path ? `/${one.path}` : ''} ${one.currentVersion}`);
  } catch {}
  say(name, 'pin-github-action', found);
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

	"github.com/google/osv-scalibr/binary/proto/config_go_proto"
	"github.com/google/osv-scalibr/extractor/filesystem"
	"github.com/google/osv-scalibr/extractor/filesystem/misc/githubactions"
)

func main() {
	extractor, err := githubactions.New(&config_go_proto.PluginConfig{})
	if err != nil {
		panic(err)
	}
	paths, _ := filepath.Glob("files/*.yml")
	for _, path := range paths {
		file, _ := os.Open(path)
		info, _ := file.Stat()
		read, err := extractor.Extract(context.Background(), &filesystem.ScanInput{Path: path, Reader: file, Info: info})
		if err != nil {
			panic(err)
		}
		var found []string
		for _, one := range read.Packages {
			found = append(found, one.Name+" "+one.Version)
		}
		slices.Sort(found)
		if found = slices.Compact(found); len(found) == 0 {
			found = []string{"none"}
		}
		fmt.Printf("%s: osv-scalibr, %s\n", strings.TrimSuffix(filepath.Base(path), ".yml"), strings.Join(found, ", "))
	}
}
GO
{
  go mod init finding.test/workflows
  go get github.com/google/osv-scalibr@v0.5.3
  go mod tidy
} 2> /dev/null
{
  node ask.mjs
  go run .
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
action: cdxgen, pkg:github/octo/repo@v1
action: osv-scalibr, octo/repo v1
action: pin-github-action, octo/repo v1
anchor: cdxgen, pkg:github/octo/repo@v1
anchor: osv-scalibr, octo/repo v1
anchor: pin-github-action, refused
branch with a slash: cdxgen, pkg:github/octo/repo@release/v1
branch with a slash: osv-scalibr, octo/repo release/v1
branch with a slash: pin-github-action, octo/repo release/v1
called workflow: cdxgen, pkg:github/octo/repo/w.yml@v1
called workflow: osv-scalibr, octo/repo v1
called workflow: pin-github-action, octo/repo/.github/workflows/w.yml v1
capitals: cdxgen, pkg:github/Octo/Repo@v1
capitals: osv-scalibr, Octo/Repo v1
capitals: pin-github-action, Octo/Repo v1
commit: cdxgen, pkg:github/octo/repo@0123456789abcdef0123456789abcdef01234567
commit: osv-scalibr, octo/repo 0123456789abcdef0123456789abcdef01234567
commit: pin-github-action, octo/repo 0123456789abcdef0123456789abcdef01234567
container: cdxgen, none
container: osv-scalibr, none
container: pin-github-action, none
folder of a repository: cdxgen, pkg:github/octo/repo/init@v1
folder of a repository: osv-scalibr, octo/repo v1
folder of a repository: pin-github-action, octo/repo/init v1
image with digest: cdxgen, pkg:github/docker://ghcr.io/octo/image@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef
image with digest: osv-scalibr, none
image with digest: pin-github-action, none
image: cdxgen, none
image: osv-scalibr, none
image: pin-github-action, none
local: cdxgen, none
local: osv-scalibr, none
local: pin-github-action, none
service: cdxgen, none
service: osv-scalibr, none
service: pin-github-action, none
two folders of a repository: cdxgen, pkg:github/octo/repo/end@v1, pkg:github/octo/repo/init@v1
two folders of a repository: osv-scalibr, octo/repo v1
two folders of a repository: pin-github-action, octo/repo/end v1, octo/repo/init v1
EXPECTED
diff expected seen
echo "actions of workflows are listed as they were seen"
