#!/bin/sh
# packageurl-js 2.0.1 (npm), packageurl-python 0.17.6 (PyPI) and github.com/package-url/packageurl-go v0.1.7, seen on
# 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: a qualifier that one library reads has the same value in the others, and so has what it writes.
# Seen: a plus in a qualifier's value, `git+https`, is a blank for packageurl-js, as in an HTML form; no rule of package URLs
# says so, and the two others read a plus. It also writes a plus in a version as it is, and a colon as `%3A`; ECMA-427
# (character encoding) has the plus encoded and the colon never. Of a URL in a qualifier, each library writes another text.
# Whom it meets: who compares package URLs of two tools as texts, or reads `vcs_url`. With a mock: compare parsed parts, and
# write `%2B` for a plus.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > urls <<'TEXT'
pkg:generic/tool@1.0?vcs_url=git+https://git.test/tool.git
pkg:golang/example.test/tool@v1.8.0%2Bincompatible
pkg:generic/tool@1.0?checksum=sha1:ab12,sha256:cd34
TEXT
npm install --silent --no-audit --no-fund packageurl-js@2.0.1
cat > url.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { PackageURL } from 'packageurl-js';

for (const text of readFileSync('urls', 'utf8').trim().split('\n')) {
  const url = PackageURL.fromString(text);
  console.log(`npm: ${url} ${Object.values(url.qualifiers ?? {})}`.trim());
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check packageurl-python==0.17.6
cat > url.py <<'PY'
from packageurl import PackageURL

with open("urls", encoding="utf-8") as file:
    for text in file.read().split():
        url = PackageURL.from_string(text)
        print("PyPI:", url, *url.qualifiers.values())
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/package-url/packageurl-go"
)

func main() {
	text, _ := os.ReadFile("urls")
	for _, line := range strings.Fields(string(text)) {
		url, err := packageurl.FromString(line)
		if err != nil {
			panic(err)
		}
		words := []any{"Go:", url.ToString()}
		for _, qualifier := range url.Qualifiers {
			words = append(words, qualifier.Value)
		}
		fmt.Println(words...)
	}
}
GO
{
  go mod init finding.test/purl
  go get github.com/package-url/packageurl-go@v0.1.7
  go mod tidy
} 2> /dev/null
{ node url.mjs; venv/bin/python url.py; go run .; } > seen
cat > expected <<'EXPECTED'
npm: pkg:generic/tool@1.0?vcs_url=git%20https%3A%2F%2Fgit.test%2Ftool.git git https://git.test/tool.git
npm: pkg:golang/example.test/tool@v1.8.0+incompatible
npm: pkg:generic/tool@1.0?checksum=sha1%3Aab12%2Csha256%3Acd34 sha1:ab12,sha256:cd34
PyPI: pkg:generic/tool@1.0?vcs_url=git%2Bhttps://git.test/tool.git git+https://git.test/tool.git
PyPI: pkg:golang/example.test/tool@v1.8.0%2Bincompatible
PyPI: pkg:generic/tool@1.0?checksum=sha1:ab12%2Csha256:cd34 sha1:ab12,sha256:cd34
Go: pkg:generic/tool@1.0?vcs_url=git%2Bhttps:%2F%2Fgit.test%2Ftool.git git+https://git.test/tool.git
Go: pkg:golang/example.test/tool@v1.8.0%2Bincompatible
Go: pkg:generic/tool@1.0?checksum=sha1:ab12%2Csha256:cd34 sha1:ab12,sha256:cd34
EXPECTED
diff expected seen
echo "qualifiers of package URLs behave as they were seen"
