#!/bin/sh
# pyotp 2.12.1 (PyPI), otpauth 9.5.2 and url-otpauth 2.0.0 (npm) and github.com/pquerna/otp v1.5.0, seen on 2026-11-30 with
# Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: pyotp, otpauth (npm), url-otpauth, pquerna/otp read the same issuer, account, digits, period and
# algorithm.
# Seen: the format (Key Uri Format of Google Authenticator) has `:` or `%3A` between issuer and account, and any number of
# `%20` behind it. pyotp keeps the issuer in the account if the colon is encoded, and all four keep the blank. Values are
# encoded by RFC 3986, so `+` is a plus sign: pquerna/otp makes a blank of it in an issuer, and pyotp in the parameter but not
# in the label, so it refuses the URI. url-otpauth refuses it as well, and does not say that period or algorithm have their
# usual value. pyotp refuses the secret of the format's own example, which has 80 bits. Digits, periods, counters and letters
# beyond ASCII are read alike, and so are secrets in lower case.
# Whom it meets: tests that read the URI of a QR code to answer a second factor. With a mock: serve a label with `:`, without
# a blank behind it, and a secret of 160 bits.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP
cat > uris <<TEXT
totp/Acme:ann@acme.test?secret=$secret&issuer=Acme
totp/Acme%3Aann@acme.test?secret=$secret&issuer=Acme
totp/Acme:%20ann@acme.test?secret=$secret&issuer=Acme
totp/A+B:ann?secret=$secret&issuer=A+B
totp/caf%C3%A9:ann?secret=$secret
totp/ann?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&algorithm=SHA256&digits=8&period=60
hotp/ann?secret=$secret&counter=5
totp/ann?secret=JBSWY3DPEHPK3PXP
TEXT
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check pyotp==2.12.1
cat > read.py <<'PY'
import pyotp

with open("uris", encoding="utf-8") as file:
    for line in file.read().splitlines():
        try:
            otp = pyotp.parse_uri(f"otpauth://{line}")
            moves = otp.interval if isinstance(otp, pyotp.TOTP) else otp.initial_count
            parts = otp.issuer or "", otp.name, otp.digest().name.upper(), otp.digits, moves
            answer = ", ".join(f"[{part}]" for part in parts)
        except ValueError as error:
            answer = f"refused, {error}"
        print(f"{line} pyotp: {answer}")
PY
npm install --silent --no-audit --no-fund otpauth@9.5.2 url-otpauth@2.0.0
cat > read.cjs <<'JS'
const { URI } = require('otpauth');
const urlOtpauth = require('url-otpauth');

const READERS = {
  otpauth: (text) => {
    const otp = URI.parse(text);
    return [otp.issuer, otp.label, otp.algorithm, otp.digits, otp.period ?? otp.counter];
  },
  'url-otpauth': (text) => {
    const otp = urlOtpauth.parse(text);
    return [otp.issuer, otp.account, otp.algorithm, otp.digits, otp.period ?? otp.counter];
  },
};
for (const line of require('node:fs').readFileSync('uris', 'utf8').trim().split('\n')) {
  for (const [name, read] of Object.entries(READERS)) {
    let answer;
    try {
      answer = read(`otpauth://${line}`).map((part) => `[${part ?? ''}]`).join(', ');
    } catch (error) {
      answer = `refused, ${error.message}`;
    }
    console.log(`${line} ${name}: ${answer}`);
  }
}
JS
cat > main.go <<'GO'
package main

import (
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/pquerna/otp"
)

func main() {
	file, _ := os.ReadFile("uris")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		key, err := otp.NewKeyFromURL("otpauth://" + line)
		if err != nil {
			fmt.Printf("%s pquerna: refused, %v\n", line, err)
			continue
		}
		moves := fmt.Sprint(key.Period())
		if read, _ := url.Parse(key.URL()); key.Type() == "hotp" {
			moves = read.Query().Get("counter")
		}
		fmt.Printf("%s pquerna: [%s], [%s], [%s], [%s], [%s]\n", line, key.Issuer(), key.AccountName(), key.Algorithm(),
			key.Digits(), moves)
	}
}
GO
{
  go mod init finding.test/otp
  go get github.com/pquerna/otp@v1.5.0
  go mod tidy
} 2> /dev/null
{ venv/bin/python read.py; node read.cjs; go run .; } | sed "s/$secret/S/" | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
hotp/ann?secret=S&counter=5 otpauth: [], [ann], [SHA1], [6], [5]
hotp/ann?secret=S&counter=5 pquerna: [], [ann], [SHA1], [6], [5]
hotp/ann?secret=S&counter=5 pyotp: [], [ann], [SHA1], [6], [5]
hotp/ann?secret=S&counter=5 url-otpauth: [], [ann], [], [6], [5]
totp/A+B:ann?secret=S&issuer=A+B otpauth: [A+B], [ann], [SHA1], [6], [30]
totp/A+B:ann?secret=S&issuer=A+B pquerna: [A B], [ann], [SHA1], [6], [30]
totp/A+B:ann?secret=S&issuer=A+B pyotp: refused, If issuer is specified in both label and parameters, it should be equal.
totp/A+B:ann?secret=S&issuer=A+B url-otpauth: refused, Given otpauth:// URL is invalid. (Error 0)
totp/Acme%3Aann@acme.test?secret=S&issuer=Acme otpauth: [Acme], [ann@acme.test], [SHA1], [6], [30]
totp/Acme%3Aann@acme.test?secret=S&issuer=Acme pquerna: [Acme], [ann@acme.test], [SHA1], [6], [30]
totp/Acme%3Aann@acme.test?secret=S&issuer=Acme pyotp: [Acme], [Acme:ann@acme.test], [SHA1], [6], [30]
totp/Acme%3Aann@acme.test?secret=S&issuer=Acme url-otpauth: [Acme], [ann@acme.test], [], [6], []
totp/Acme:%20ann@acme.test?secret=S&issuer=Acme otpauth: [Acme], [ ann@acme.test], [SHA1], [6], [30]
totp/Acme:%20ann@acme.test?secret=S&issuer=Acme pquerna: [Acme], [ ann@acme.test], [SHA1], [6], [30]
totp/Acme:%20ann@acme.test?secret=S&issuer=Acme pyotp: [Acme], [ ann@acme.test], [SHA1], [6], [30]
totp/Acme:%20ann@acme.test?secret=S&issuer=Acme url-otpauth: [Acme], [ ann@acme.test], [], [6], []
totp/Acme:ann@acme.test?secret=S&issuer=Acme otpauth: [Acme], [ann@acme.test], [SHA1], [6], [30]
totp/Acme:ann@acme.test?secret=S&issuer=Acme pquerna: [Acme], [ann@acme.test], [SHA1], [6], [30]
totp/Acme:ann@acme.test?secret=S&issuer=Acme pyotp: [Acme], [ann@acme.test], [SHA1], [6], [30]
totp/Acme:ann@acme.test?secret=S&issuer=Acme url-otpauth: [Acme], [ann@acme.test], [], [6], []
totp/ann?secret=JBSWY3DPEHPK3PXP otpauth: [], [ann], [SHA1], [6], [30]
totp/ann?secret=JBSWY3DPEHPK3PXP pquerna: [], [ann], [SHA1], [6], [30]
totp/ann?secret=JBSWY3DPEHPK3PXP pyotp: refused, Secrets must be at least 112 bits after decoding
totp/ann?secret=JBSWY3DPEHPK3PXP url-otpauth: [], [ann], [], [6], []
totp/ann?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&algorithm=SHA256&digits=8&period=60 otpauth: [], [ann], [SHA256], [8], [60]
totp/ann?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&algorithm=SHA256&digits=8&period=60 pquerna: [], [ann], [SHA256], [8], [60]
totp/ann?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&algorithm=SHA256&digits=8&period=60 pyotp: [], [ann], [SHA256], [8], [60]
totp/ann?secret=jbswy3dpehpk3pxpjbswy3dpehpk3pxp&algorithm=SHA256&digits=8&period=60 url-otpauth: [], [ann], [SHA256], [8], [60]
totp/caf%C3%A9:ann?secret=S otpauth: [café], [ann], [SHA1], [6], [30]
totp/caf%C3%A9:ann?secret=S pquerna: [café], [ann], [SHA1], [6], [30]
totp/caf%C3%A9:ann?secret=S pyotp: [café], [ann], [SHA1], [6], [30]
totp/caf%C3%A9:ann?secret=S url-otpauth: [café], [ann], [], [6], []
EXPECTED
diff expected seen
echo "URIs of one-time passwords behave as they were seen"
