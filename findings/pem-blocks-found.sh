#!/bin/sh
# pem 23.1.0 and asn1crypto 1.5.1 (PyPI), and node-forge 1.4.3 and @peculiar/x509 2.2.0 (npm), seen on 2026-11-30 with Python
# 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: PEM (RFC 7468): pem and asn1crypto (PyPI), node-forge and @peculiar/x509 (npm) and encoding/pem of Go
# find the same blocks in a text with explanations, several blocks, CRLF, headers of RFC 1421 and lines of another length.
# Seen: these are alike, but for a header that goes on in a second line (RFC 1421): Go finds no block then, and asn1crypto and
# pem refuse to decode it. pem finds no PKCS7, CMS and attribute certificate, which RFC 7468 has labels for, nor parameters of
# a curve, without a word. Blanks at the ends of lines should be ignored (RFC 7468, 2): pem and @peculiar/x509 find nothing. A
# line may end with CR alone (3): three find nothing. A label may have a hyphen: asn1crypto refuses it, and pem finds none.
# node-forge drops the word NEW of a request.
# Whom it meets: tests that read certificates and keys which another tool wrote. With a mock: serve blocks without headers, with
# lines that end with LF.
# Output seen: the lines that EXPECTED has below: labels, "h" for headers, and the number of bytes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import base64
import pathlib

DATA = base64.b64encode(bytes([48, 3, 2, 1, 5]) * 12).decode()


def block(label="CERTIFICATE", width=64, header=""):
    lines = [DATA[at : at + width] for at in range(0, len(DATA), width)]
    return "\n".join([f"-----BEGIN {label}-----", *([header, ""] if header else []), *lines, f"-----END {label}-----", ""])


CASES = {
    "plain": block(),
    "explained": f"Subject: CN=x\n{block()}and another\n{block()}end\n",
    "one line": block(width=99),
    "CRLF": block().replace("\n", "\r\n"),
    "CR": block().replace("\n", "\r"),
    "blanks at the ends": block().replace("\n", " \n"),
    "header": block("RSA PRIVATE KEY", header="Proc-Type: 4,ENCRYPTED"),
    "header of two lines": block("RSA PRIVATE KEY", header="Proc-Type: 4,ENCRYPTED\nX-Note: a\n b"),
    "curve and key": block("EC PARAMETERS") + block("EC PRIVATE KEY"),
    "public key": block("PUBLIC KEY"),
    "list": block("X509 CRL"),
    "PKCS7": block("PKCS7"),
    "CMS": block("CMS"),
    "attributes": block("ATTRIBUTE CERTIFICATE"),
    "new request": block("NEW CERTIFICATE REQUEST"),
    "hyphen": block("X-Y"),
}
pathlib.Path("cases").mkdir()
for name, text in CASES.items():
    pathlib.Path("cases", name).write_bytes(text.encode())
PY
python3 write.py
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pem==23.1.0 asn1crypto==1.5.1
cat > find.py <<'PY'
import pathlib

import asn1crypto.pem
import pem


def by_pem(data):
    for one in pem.parse(data):
        label = one.as_text().strip().split("-----")[1].removeprefix("BEGIN ")
        yield f"{label}{' h' if ':' in one.as_text() else ''} {len(one.decoded_payload)}"


def by_asn1crypto(data):
    for label, headers, decoded in asn1crypto.pem.unarmor(data, multiple=True):
        yield f"{label}{' h' if headers else ''} {len(decoded)}"


for path in sorted(pathlib.Path("cases").iterdir()):
    for name, find in {"pem": by_pem, "asn1crypto": by_asn1crypto}.items():
        try:
            answer = ", ".join(find(path.read_bytes())) or "nothing"
        except ValueError as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{path.name}: {name} {answer}")
PY
npm install --silent --no-audit --no-fund node-forge@1.4.3 @peculiar/x509@2.2.0 reflect-metadata@0.2.2
cat > find.cjs <<'JS'
require('reflect-metadata');
const { readdirSync, readFileSync } = require('node:fs');
const { PemConverter } = require('@peculiar/x509');
const { pem } = require('node-forge');

const READERS = {
  'node-forge': (text) =>
    pem.decode(text).map((one) => `${one.type}${one.procType || one.headers.length ? ' h' : ''} ${one.body.length}`),
  '@peculiar/x509': (text) =>
    PemConverter.decodeWithHeaders(text).map(
      (one) => `${one.type}${one.headers.length ? ' h' : ''} ${one.rawData.byteLength}`,
    ),
};
for (const name of readdirSync('cases')) {
  for (const [library, find] of Object.entries(READERS)) {
    let answer;
    try {
      answer = find(readFileSync(`cases/${name}`, 'latin1')).join(', ') || 'nothing';
    } catch (error) {
      answer = `refused, ${error.message}`;
    }
    console.log(`${name}: ${library} ${answer}`);
  }
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/pem"
	"fmt"
	"os"
	"strings"
)

func main() {
	files, _ := os.ReadDir("cases")
	for _, file := range files {
		rest, _ := os.ReadFile("cases/" + file.Name())
		var found []string
		for {
			var block *pem.Block
			if block, rest = pem.Decode(rest); block == nil {
				break
			}
			headers := ""
			if len(block.Headers) > 0 {
				headers = " h"
			}
			found = append(found, fmt.Sprintf("%s%s %d", block.Type, headers, len(block.Bytes)))
		}
		if found == nil {
			found = []string{"nothing"}
		}
		fmt.Printf("%s: Go %s\n", file.Name(), strings.Join(found, ", "))
	}
}
GO
go mod init finding.test/blocks 2> /dev/null
{ venv/bin/python find.py; node find.cjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
CMS: @peculiar/x509 CMS 60
CMS: Go CMS 60
CMS: asn1crypto CMS 60
CMS: node-forge CMS 60
CMS: pem nothing
CR: @peculiar/x509 nothing
CR: Go nothing
CR: asn1crypto CERTIFICATE 60
CR: node-forge CERTIFICATE 60
CR: pem nothing
CRLF: @peculiar/x509 CERTIFICATE 60
CRLF: Go CERTIFICATE 60
CRLF: asn1crypto CERTIFICATE 60
CRLF: node-forge CERTIFICATE 60
CRLF: pem CERTIFICATE 60
PKCS7: @peculiar/x509 PKCS7 60
PKCS7: Go PKCS7 60
PKCS7: asn1crypto PKCS7 60
PKCS7: node-forge PKCS7 60
PKCS7: pem nothing
attributes: @peculiar/x509 ATTRIBUTE CERTIFICATE 60
attributes: Go ATTRIBUTE CERTIFICATE 60
attributes: asn1crypto ATTRIBUTE CERTIFICATE 60
attributes: node-forge ATTRIBUTE CERTIFICATE 60
attributes: pem nothing
blanks at the ends: @peculiar/x509 nothing
blanks at the ends: Go CERTIFICATE 60
blanks at the ends: asn1crypto CERTIFICATE 60
blanks at the ends: node-forge CERTIFICATE 60
blanks at the ends: pem nothing
curve and key: @peculiar/x509 EC PARAMETERS 60, EC PRIVATE KEY 60
curve and key: Go EC PARAMETERS 60, EC PRIVATE KEY 60
curve and key: asn1crypto EC PARAMETERS 60, EC PRIVATE KEY 60
curve and key: node-forge EC PARAMETERS 60, EC PRIVATE KEY 60
curve and key: pem EC PRIVATE KEY 60
explained: @peculiar/x509 CERTIFICATE 60, CERTIFICATE 60
explained: Go CERTIFICATE 60, CERTIFICATE 60
explained: asn1crypto CERTIFICATE 60, CERTIFICATE 60
explained: node-forge CERTIFICATE 60, CERTIFICATE 60
explained: pem CERTIFICATE 60, CERTIFICATE 60
header of two lines: @peculiar/x509 RSA PRIVATE KEY h 60
header of two lines: Go nothing
header of two lines: asn1crypto refused, Error
header of two lines: node-forge RSA PRIVATE KEY h 60
header of two lines: pem refused, Error
header: @peculiar/x509 RSA PRIVATE KEY h 60
header: Go RSA PRIVATE KEY h 60
header: asn1crypto RSA PRIVATE KEY h 60
header: node-forge RSA PRIVATE KEY h 60
header: pem RSA PRIVATE KEY h 60
hyphen: @peculiar/x509 X-Y 60
hyphen: Go X-Y 60
hyphen: asn1crypto refused, ValueError
hyphen: node-forge X-Y 60
hyphen: pem nothing
list: @peculiar/x509 X509 CRL 60
list: Go X509 CRL 60
list: asn1crypto X509 CRL 60
list: node-forge X509 CRL 60
list: pem X509 CRL 60
new request: @peculiar/x509 NEW CERTIFICATE REQUEST 60
new request: Go NEW CERTIFICATE REQUEST 60
new request: asn1crypto NEW CERTIFICATE REQUEST 60
new request: node-forge CERTIFICATE REQUEST 60
new request: pem NEW CERTIFICATE REQUEST 60
one line: @peculiar/x509 CERTIFICATE 60
one line: Go CERTIFICATE 60
one line: asn1crypto CERTIFICATE 60
one line: node-forge CERTIFICATE 60
one line: pem CERTIFICATE 60
plain: @peculiar/x509 CERTIFICATE 60
plain: Go CERTIFICATE 60
plain: asn1crypto CERTIFICATE 60
plain: node-forge CERTIFICATE 60
plain: pem CERTIFICATE 60
public key: @peculiar/x509 PUBLIC KEY 60
public key: Go PUBLIC KEY 60
public key: asn1crypto PUBLIC KEY 60
public key: node-forge PUBLIC KEY 60
public key: pem PUBLIC KEY 60
EXPECTED
diff expected seen
echo "blocks of PEM behave as they were seen"
