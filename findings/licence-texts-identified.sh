#!/bin/sh
# pyaskalono 0.2.0, licenseclassifier 2026.10.0 and spdx-matcher 0.1.4 (PyPI) and github.com/google/licenseclassifier/v2 v2.0.0,
# with texts of spdx-license-list 6.12.0 (npm), seen on 2026-11-30 with Python 3.11, Go 1.26 and Node 20.
#
# Guess before it was run: four libraries name the licence of each text of SPDX itself; two licences in one file, or a text in
# comments, may be missed.
# Seen: askalono takes the Apache licence without its appendix, as many projects have it, for Pixar (0.98). For MIT in one line
# it gives a name with a score of 0, another one in each run; of two licences it names one. spdx-matcher knows neither the
# Unlicense nor BSL-1.0, names MIT beside X11, `or-later` for GPL-2.0-only, and nothing for a text in comments. The one in Go
# has nothing for MIT-0, and names that SPDX does not have: BSD-0-Clause, cURL. licenseclassifier of PyPI, which is another
# project than the one in Go, is right about all, but for the name GPL-2.0, which SPDX has deprecated.
# Whom it meets: who fills licences of an SBOM from files. With a mock: seed a package with MIT-0, and one with two licences.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund spdx-license-list@6.12.0
cat > make.cjs <<'JS'
const { writeFileSync } = require('node:fs');

const text = (name) => require(`spdx-license-list/licenses/${name}.json`).licenseText;
const names = ['MIT', 'MIT-0', '0BSD', 'curl', 'X11', 'Unlicense', 'BSL-1.0', 'GPL-2.0-only', 'Apache-2.0'];
const texts = Object.fromEntries(names.map((name) => [name, text(name)]));
texts['Apache-2.0 without its appendix'] = text('Apache-2.0').split('END OF TERMS')[0];
texts['MIT in one line'] = text('MIT').split(/\s+/).join(' ');
texts['MIT in comments'] = text('MIT').replace(/^/gm, '# ');
texts['MIT and ISC'] = `${text('MIT')}\n\n${text('ISC')}`;
writeFileSync('texts.json', JSON.stringify(texts));
JS
node make.cjs
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyaskalono==0.2.0 licenseclassifier==2026.10.0 spdx-matcher==0.1.4
cat > identify.py <<'PY'
import json

import askalono
import licenseclassifier
import spdx_matcher


def by_askalono(text):
    found = askalono.identify(text)
    return [f"{found.name if found.score >= 0.005 else 'any name'} ({found.score:.2f})"]


LIBRARIES = {
    "askalono": by_askalono,
    "licenseclassifier": lambda text: [found.id for found in licenseclassifier.identify_license(text)],
    "spdx-matcher": lambda text: sorted(spdx_matcher.analyse_license_text(text)[0]["licenses"]),
}
for name, text in json.load(open("texts.json", encoding="utf-8")).items():
    for library, identify in LIBRARIES.items():
        print(f"{name}: {library}, {' and '.join(identify(text)) or 'nothing'}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/google/licenseclassifier/v2/assets"
)

func main() {
	file, _ := os.ReadFile("texts.json")
	texts := map[string]string{}
	if err := json.Unmarshal(file, &texts); err != nil {
		panic(err)
	}
	classifier, err := assets.DefaultClassifier()
	if err != nil {
		panic(err)
	}
	for name, text := range texts {
		var found []string
		for _, match := range classifier.Match([]byte(text)).Matches {
			if match.MatchType == "License" {
				found = append(found, match.Name)
			}
		}
		if found == nil {
			found = []string{"nothing"}
		}
		fmt.Printf("%s: Go, %s\n", name, strings.Join(found, " and "))
	}
}
GO
{
  go mod init finding.test/licences
  go get github.com/google/licenseclassifier/v2@v2.0.0
  go mod tidy
} 2> /dev/null
{ venv/bin/python identify.py; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
0BSD: Go, BSD-0-Clause
0BSD: askalono, 0BSD (1.00)
0BSD: licenseclassifier, 0BSD
0BSD: spdx-matcher, 0BSD
Apache-2.0 without its appendix: Go, Apache-2.0
Apache-2.0 without its appendix: askalono, Pixar (0.98)
Apache-2.0 without its appendix: licenseclassifier, Apache-2.0
Apache-2.0 without its appendix: spdx-matcher, Apache-2.0
Apache-2.0: Go, Apache-2.0
Apache-2.0: askalono, Apache-2.0 (1.00)
Apache-2.0: licenseclassifier, Apache-2.0
Apache-2.0: spdx-matcher, Apache-2.0
BSL-1.0: Go, BSL-1.0
BSL-1.0: askalono, BSL-1.0 (1.00)
BSL-1.0: licenseclassifier, BSL-1.0
BSL-1.0: spdx-matcher, nothing
GPL-2.0-only: Go, GPL-2.0
GPL-2.0-only: askalono, GPL-2.0-only (1.00)
GPL-2.0-only: licenseclassifier, GPL-2.0
GPL-2.0-only: spdx-matcher, GPL-2.0-or-later
MIT and ISC: Go, MIT and ISC
MIT and ISC: askalono, MIT (0.74)
MIT and ISC: licenseclassifier, MIT and ISC
MIT and ISC: spdx-matcher, ISC and MIT
MIT in comments: Go, MIT
MIT in comments: askalono, MIT (1.00)
MIT in comments: licenseclassifier, MIT
MIT in comments: spdx-matcher, nothing
MIT in one line: Go, MIT
MIT in one line: askalono, any name (0.00)
MIT in one line: licenseclassifier, MIT
MIT in one line: spdx-matcher, MIT
MIT-0: Go, nothing
MIT-0: askalono, MIT-0 (1.00)
MIT-0: licenseclassifier, MIT-0
MIT-0: spdx-matcher, MIT-0
MIT: Go, MIT
MIT: askalono, MIT (1.00)
MIT: licenseclassifier, MIT
MIT: spdx-matcher, MIT
Unlicense: Go, Unlicense
Unlicense: askalono, Unlicense (1.00)
Unlicense: licenseclassifier, Unlicense
Unlicense: spdx-matcher, nothing
X11: Go, X11
X11: askalono, X11 (1.00)
X11: licenseclassifier, X11
X11: spdx-matcher, MIT and X11
curl: Go, cURL
curl: askalono, curl (1.00)
curl: licenseclassifier, curl
curl: spdx-matcher, curl
EXPECTED
diff expected seen
echo "texts of licences are identified as they were seen"
