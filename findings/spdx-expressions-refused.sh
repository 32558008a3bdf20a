#!/bin/sh
# spdx-expression-parse 5.0.0 (npm), license-expression 30.4.4 and packaging 26.4 (PyPI) and github.com/github/go-spdx/v2
# v2.8.0, seen on 2026-11-29 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four readers of SPDX licence expressions agree, but for operators in lower case.
# Seen: license-expression, asked to validate, knows neither `Apache-2.0+` nor `LicenseRef-acme`; the grammar of SPDX (annex
# on licence expressions) has both for any licence. go-spdx and the one of npm take no tab between words. `ValidateLicenses`
# of go-spdx finds `with` in lower case valid and `or` not, and its `ExtractLicenses` then refuses the text that was valid.
# Whom it meets: who checks licences of an SBOM in two languages. With a mock: seed licences of its list, operators in
# capitals.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf '%s\n' 'Apache-2.0+' LicenseRef-acme 'MIT or Apache-2.0' 'GPL-2.0-only with Classpath-exception-2.0' > expressions
printf 'MIT OR\tApache-2.0\n' >> expressions
npm install --silent --no-audit --no-fund spdx-expression-parse@5.0.0
cat > read.cjs <<'JS'
const parse = require('spdx-expression-parse');

for (const text of require('node:fs').readFileSync('expressions', 'utf8').trim().split('\n')) {
  let answer = 'valid';
  try {
    parse(text);
  } catch {
    answer = 'refused';
  }
  console.log(`spdx-expression-parse, ${JSON.stringify(text)}: ${answer}`);
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check license-expression==30.4.4 packaging==26.4
cat > read.py <<'PY'
import json

from license_expression import get_spdx_licensing
from packaging.licenses import canonicalize_license_expression

READERS = {
    "license-expression": lambda text: get_spdx_licensing().parse(text, validate=True),
    "packaging": canonicalize_license_expression,
}
for name, read in READERS.items():
    with open("expressions", encoding="utf-8") as file:
        for text in file.read().splitlines():
            try:
                read(text)
                answer = "valid"
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{name}, {json.dumps(text)}: {answer}")
PY
cat > main.go <<'GO'
package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/github/go-spdx/v2/spdxexp"
)

func main() {
	file, _ := os.ReadFile("expressions")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		valid, _ := spdxexp.ValidateLicenses([]string{text})
		names, err := spdxexp.ExtractLicenses(text)
		fmt.Printf("go-spdx, %q: valid %t, extracted %v, error %t\n", text, valid, names, err != nil)
	}
}
GO
{
  go mod init finding.test/spdx
  go get github.com/github/go-spdx/v2@v2.8.0
  go mod tidy
} 2> /dev/null
{ node read.cjs; venv/bin/python read.py; go run .; } > seen
cat > expected <<'EXPECTED'
spdx-expression-parse, "Apache-2.0+": valid
spdx-expression-parse, "LicenseRef-acme": valid
spdx-expression-parse, "MIT or Apache-2.0": valid
spdx-expression-parse, "GPL-2.0-only with Classpath-exception-2.0": valid
spdx-expression-parse, "MIT OR\tApache-2.0": refused
license-expression, "Apache-2.0+": refused, ExpressionError
license-expression, "LicenseRef-acme": refused, ExpressionError
license-expression, "MIT or Apache-2.0": valid
license-expression, "GPL-2.0-only with Classpath-exception-2.0": valid
license-expression, "MIT OR\tApache-2.0": valid
packaging, "Apache-2.0+": valid
packaging, "LicenseRef-acme": valid
packaging, "MIT or Apache-2.0": valid
packaging, "GPL-2.0-only with Classpath-exception-2.0": valid
packaging, "MIT OR\tApache-2.0": valid
go-spdx, "Apache-2.0+": valid true, extracted [Apache-2.0+], error false
go-spdx, "LicenseRef-acme": valid true, extracted [LicenseRef-acme], error false
go-spdx, "MIT or Apache-2.0": valid false, extracted [], error true
go-spdx, "GPL-2.0-only with Classpath-exception-2.0": valid true, extracted [], error true
go-spdx, "MIT OR\tApache-2.0": valid false, extracted [], error true
EXPECTED
diff expected seen
echo "readers of SPDX expressions behave as they were seen"
