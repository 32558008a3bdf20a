#!/bin/sh
# securesystemslib 1.6.0 (PyPI), @sigstore/bundle 4.0.0 (npm) and github.com/secure-systems-lab/go-securesystemslib v0.11.1,
# seen on 2026-11-30 with Python 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: three readers of DSSE envelopes read each valid one and write it as it was; the alphabet of Base64
# for URLs may be refused.
# Seen: all take both alphabets. The name of a key is optional (DSSE, envelope), and bundles of Sigstore have none:
# securesystemslib has a KeyError for such an envelope, and refuses one in which two signatures have the same or the empty
# name. @sigstore/bundle loses an empty payload, which is valid, and then the envelope has no payload at all.
# Whom it meets: who stores attestations of several tools. With a mock: keep the text that was uploaded, and serve one
# attestation without a name of its key.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > envelopes <<'JSON'
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]}
{"payload":"Pj8-Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"-_8="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"sig":"AAA="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="},{"keyid":"a","sig":"AAE="}]}
{"payload":"","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]}
JSON
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check securesystemslib==1.6.0
cat > pass.py <<'PY'
import json

from securesystemslib.dsse import Envelope

with open("envelopes", encoding="utf-8") as file:
    for text in file.read().splitlines():
        try:
            answer = json.dumps(Envelope.from_dict(json.loads(text)).to_dict(), sort_keys=True, separators=(",", ":"))
        except (KeyError, ValueError) as error:
            answer = repr(error)
        print(f"{text} by securesystemslib: {answer}")
PY
npm install --silent --no-audit --no-fund @sigstore/bundle@4.0.0
cat > pass.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { envelopeFromJSON, envelopeToJSON } from '@sigstore/bundle';

for (const text of readFileSync('envelopes', 'utf8').trim().split('\n')) {
  const { payload, payloadType, signatures } = envelopeToJSON(envelopeFromJSON(JSON.parse(text)));
  const ordered = signatures.map(({ keyid, sig }) => ({ keyid, sig }));
  console.log(`${text} by @sigstore/bundle: ${JSON.stringify({ payload, payloadType, signatures: ordered })}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/secure-systems-lab/go-securesystemslib/dsse"
)

func main() {
	file, _ := os.ReadFile("envelopes")
	for _, text := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		var envelope dsse.Envelope
		if err := json.Unmarshal([]byte(text), &envelope); err != nil {
			panic(err)
		}
		payload, err := envelope.DecodeB64Payload()
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s by go-securesystemslib: %d bytes, %d signatures\n", text, len(payload), len(envelope.Signatures))
	}
}
GO
{
  go mod init finding.test/envelopes
  go get github.com/secure-systems-lab/go-securesystemslib@v0.11.1
  go mod tidy
} 2> /dev/null
{ venv/bin/python pass.py; node pass.mjs; go run .; } | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
{"payload":"","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]} by @sigstore/bundle: {"payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]}
{"payload":"","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]} by go-securesystemslib: 0 bytes, 1 signatures
{"payload":"","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]} by securesystemslib: {"payload":"","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="},{"keyid":"a","sig":"AAE="}]} by @sigstore/bundle: {"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="},{"keyid":"a","sig":"AAE="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="},{"keyid":"a","sig":"AAE="}]} by go-securesystemslib: 4 bytes, 2 signatures
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="},{"keyid":"a","sig":"AAE="}]} by securesystemslib: ValueError('Multiple signatures found for keyid a')
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]} by @sigstore/bundle: {"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]} by go-securesystemslib: 4 bytes, 1 signatures
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]} by securesystemslib: {"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"AAA="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"sig":"AAA="}]} by @sigstore/bundle: {"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"sig":"AAA="}]}
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"sig":"AAA="}]} by go-securesystemslib: 4 bytes, 1 signatures
{"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"sig":"AAA="}]} by securesystemslib: KeyError('keyid')
{"payload":"Pj8-Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"-_8="}]} by @sigstore/bundle: {"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"+/8="}]}
{"payload":"Pj8-Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"-_8="}]} by go-securesystemslib: 4 bytes, 1 signatures
{"payload":"Pj8-Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"-_8="}]} by securesystemslib: {"payload":"Pj8+Pw==","payloadType":"text/plain","signatures":[{"keyid":"a","sig":"+/8="}]}
EXPECTED
diff expected seen
echo "envelopes of DSSE behave as they were seen"
