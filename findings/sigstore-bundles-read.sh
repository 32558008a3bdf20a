#!/bin/sh
# sigstore 4.5.1, sigstore-models 0.0.6 and sigstore-protobuf-specs 0.5.2 (PyPI) and @sigstore/bundle 4.0.0 (npm), seen on
# 2026-11-30 with Python 3.11 and Node 20.
#
# Guess before it was run: four libraries take each valid bundle of Sigstore 0.3, which is the JSON form of a message; names in
# snake_case may be refused.
# Seen: npm refuses them, though parsers must take both (ProtoJSON). The first entry of a new log has index 0, and writers may
# leave a zero out: npm and the specs do, and sigstore and sigstore-models refuse what they wrote. Parsers must take 64-bit
# integers and enums as numbers, too, and both alphabets of Base64: these two refuse all three, the specs the last one. They
# refuse members that a later version may add. The digest in a signature is a hint only and may be absent (sigstore_bundle):
# npm refuses a bundle without it. sigstore refuses a bundle with a public key. `from_json` of the specs refuses every bundle,
# as it begins with an empty one, which is not valid; `from_dict` reads them.
# Whom it meets: tests that run a transparency log of their own. With a mock: begin the log at index 1, or serve the zero.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check sigstore==4.5.1 sigstore-models==0.0.6 sigstore-protobuf-specs==0.5.2
cat > make.py <<'PY'
import base64
import copy
import datetime
import json
import re

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

key = ec.generate_private_key(ec.SECP256R1())
name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "finding")])
start = datetime.datetime(2026, 1, 1)
certificate = x509.CertificateBuilder(name, name, key.public_key(), 1, start, start.replace(year=2036)).sign(key, hashes.SHA256())
body = {
    "apiVersion": "0.0.1",
    "kind": "hashedrekord",
    "spec": {
        "data": {"hash": {"algorithm": "sha256", "value": "ab" * 32}},
        "signature": {"content": "AAAA", "publicKey": {"content": "AAAA"}},
    },
}
BUNDLE = {
    "mediaType": "application/vnd.dev.sigstore.bundle.v0.3+json",
    "verificationMaterial": {
        "certificate": {"rawBytes": base64.b64encode(certificate.public_bytes(serialization.Encoding.DER)).decode()},
        "tlogEntries": [
            {
                "logIndex": "5",
                "logId": {"keyId": "AAAA"},
                "kindVersion": {"kind": "hashedrekord", "version": "0.0.1"},
                "integratedTime": "1700000000",
                "inclusionPromise": {"signedEntryTimestamp": "AAAA"},
                "inclusionProof": {
                    "logIndex": "5",
                    "rootHash": "AAAA",
                    "treeSize": "6",
                    "hashes": ["AAAA"],
                    "checkpoint": {"envelope": "log\n"},
                },
                "canonicalizedBody": base64.b64encode(json.dumps(body).encode()).decode(),
            }
        ],
    },
    "messageSignature": {"messageDigest": {"algorithm": "SHA2_256", "digest": "AAAA"}, "signature": "AAAA"},
}


def changed(change):
    bundle = copy.deepcopy(BUNDLE)
    change(bundle, bundle["verificationMaterial"], bundle["verificationMaterial"]["tlogEntries"][0])
    return bundle


def indexed(index):
    return changed(lambda _, __, entry: [place.update(logIndex=index) for place in (entry, entry["inclusionProof"])])


def by_key(bundle, material, _):
    del material["certificate"]
    material["publicKey"] = {"hint": "a"}


def snake_case(value):
    if isinstance(value, dict):
        return {re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name): snake_case(part) for name, part in value.items()}
    return [snake_case(part) for part in value] if isinstance(value, list) else value


BUNDLES = {
    "plain": BUNDLE,
    "snake case": snake_case(BUNDLE),
    "index 0": indexed("0"),
    "index as number": indexed(5),
    "enum as number": changed(lambda bundle, _, __: bundle["messageSignature"]["messageDigest"].update(algorithm=1)),
    "other alphabet": changed(lambda bundle, _, __: bundle["messageSignature"].update(signature="-_8=")),
    "new member": changed(lambda bundle, _, __: bundle.update(later=1)),
    "no digest": changed(lambda bundle, _, __: bundle["messageSignature"].pop("messageDigest")),
    "public key": changed(by_key),
}
with open("bundles.json", "w", encoding="utf-8") as file:
    json.dump(BUNDLES, file)
PY
venv/bin/python make.py
npm install --silent --no-audit --no-fund @sigstore/bundle@4.0.0
cat > read.mjs <<'JS'
import { readFileSync, writeFileSync } from 'node:fs';
import { bundleFromJSON, bundleToJSON } from '@sigstore/bundle';

const bundles = JSON.parse(readFileSync('bundles.json', 'utf8'));
for (const [name, bundle] of Object.entries(bundles)) {
  let answer = 'refused';
  try {
    const written = bundleToJSON(bundleFromJSON(bundle));
    answer = 'read';
    if (name === 'index 0') bundles['index 0, written by npm'] = written;
  } catch {}
  console.log(`${name}: npm, ${answer}`);
}
writeFileSync('bundles.json', JSON.stringify(bundles));
JS
cat > read.py <<'PY'
import json
import warnings

import sigstore.models
import sigstore_models.bundle.v1
import sigstore_protobuf_specs.dev.sigstore.bundle.v1 as specs

warnings.simplefilter("ignore")
READERS = {
    "sigstore": sigstore.models.Bundle.from_json,
    "sigstore-models": sigstore_models.bundle.v1.Bundle.from_json,
    "specs, from_dict": lambda text: specs.Bundle.from_dict(json.loads(text)),
    "specs, from_json": lambda text: specs.Bundle().from_json(text),
}
bundles = json.load(open("bundles.json", encoding="utf-8"))
bundles["index 0, written by the specs"] = json.loads(specs.Bundle.from_dict(bundles["index 0"]).to_json())
for name, bundle in bundles.items():
    for library, read in READERS.items():
        try:
            read(json.dumps(bundle))
            answer = "read"
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{name}: {library}, {answer}")
PY
{ node read.mjs; venv/bin/python read.py; } > seen
cat > expected <<'EXPECTED'
plain: npm, read
snake case: npm, refused
index 0: npm, read
index as number: npm, read
enum as number: npm, read
other alphabet: npm, read
new member: npm, read
no digest: npm, refused
public key: npm, read
plain: sigstore, read
plain: sigstore-models, read
plain: specs, from_dict, read
plain: specs, from_json, refused, ValidationError
snake case: sigstore, read
snake case: sigstore-models, read
snake case: specs, from_dict, read
snake case: specs, from_json, refused, ValidationError
index 0: sigstore, read
index 0: sigstore-models, read
index 0: specs, from_dict, read
index 0: specs, from_json, refused, ValidationError
index as number: sigstore, refused, InvalidBundle
index as number: sigstore-models, refused, ValidationError
index as number: specs, from_dict, read
index as number: specs, from_json, refused, ValidationError
enum as number: sigstore, refused, InvalidBundle
enum as number: sigstore-models, refused, ValidationError
enum as number: specs, from_dict, read
enum as number: specs, from_json, refused, ValidationError
other alphabet: sigstore, refused, InvalidBundle
other alphabet: sigstore-models, refused, ValidationError
other alphabet: specs, from_dict, refused, Error
other alphabet: specs, from_json, refused, ValidationError
new member: sigstore, refused, InvalidBundle
new member: sigstore-models, refused, ValidationError
new member: specs, from_dict, read
new member: specs, from_json, refused, ValidationError
no digest: sigstore, read
no digest: sigstore-models, read
no digest: specs, from_dict, read
no digest: specs, from_json, refused, ValidationError
public key: sigstore, refused, InvalidBundle
public key: sigstore-models, read
public key: specs, from_dict, read
public key: specs, from_json, refused, ValidationError
index 0, written by npm: sigstore, refused, InvalidBundle
index 0, written by npm: sigstore-models, refused, ValidationError
index 0, written by npm: specs, from_dict, read
index 0, written by npm: specs, from_json, refused, ValidationError
index 0, written by the specs: sigstore, refused, InvalidBundle
index 0, written by the specs: sigstore-models, refused, ValidationError
index 0, written by the specs: specs, from_dict, read
index 0, written by the specs: specs, from_json, refused, ValidationError
EXPECTED
diff expected seen
echo "bundles of Sigstore are read as they were seen"
