#!/bin/sh
# securesystemslib 1.6.0 and 0.31.0 (PyPI), github.com/theupdateframework/go-tuf/v2 v2.4.2,
# github.com/secure-systems-lab/go-securesystemslib v0.11.1, github.com/in-toto/in-toto-golang v0.11.0 and in-toto 0.4.0
# (crates.io), seen on 2026-12-01 with Python 3.11, Go 1.26 and Rust 1.95.
#
# Guess before it was run: libraries of TUF and in-toto give one public key one keyid.
# Seen: no key has one. The identifier is the SHA-256 of the canonical form of the key (TUF, 4.2; in-toto, 4.2), and
# neither specification has the member `keyid_hash_algorithms` that go-securesystemslib, in-toto-golang and
# securesystemslib before 1.0 put into that form. So the newer securesystemslib, with which in-toto for Python signs, gives
# each key another identifier than the older one and the libraries for Go, and go-tuf agrees with the newer one, but not
# for P-384: all three for Go call its scheme `ecdsa-sha2-nistp256`, securesystemslib since 1.0 `ecdsa-sha2-nistp384`.
# in-toto of Rust follows the older one for RSA, has a third identifier for P-256, as it writes the point in hexadecimal
# digits, and refuses the PEM of Ed25519.
# Whom it meets: who checks by a layout of in-toto what a tool in another language signed; the identifier is also in the
# file name of a link. With a mock: serve one key under both identifiers.
# Output seen: the lines that EXPECTED has below; a line has the first eight digits, the type and the scheme.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > ed25519.pem <<'PEM'
-----BEGIN PUBLIC KEY-----
MCowBQYDK2VwAyEAvGYtvHYu+cv+bd1RXsqXakD8FH5b+uo7HAeTQlZ79k8=
-----END PUBLIC KEY-----
PEM
cat > p256.pem <<'PEM'
-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE8xz9TCdVQW/bLASZfYZEMwI6CMSB
JhZNvg5qzRukhZ3azSP3OeKhCmreTZ1fynaHRFTZbTh0tQf6JKhvOpcDZw==
-----END PUBLIC KEY-----
PEM
cat > p384.pem <<'PEM'
-----BEGIN PUBLIC KEY-----
MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEMAOxF+OkEl23/uwKXkiK8idEUD9NPcoP
fJY1YpBJT/0zZIK2XjXkrBDEx5xL0H28ZJNSPnnHWtmU9tWByj1fvUop9ueX47u2
2TTnJCvHaNQoXGVY/VwY+1FZI9Iu5bS2
-----END PUBLIC KEY-----
PEM
cat > rsa.pem <<'PEM'
-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA0I9Y0kFib10GqLGTpJpT
wpPFCBp13/lvdCAHfrqOZRMvKMpNb+74yLJ7kV0waWCINsiAA33Q94AVColWE1zJ
Vef1EF7W3NxMwgQfykUu93aVyJUia0FY1+ss8evdeuTGlwUpTnNCy6w/JF1vLnS6
w3IlqEINR0OUX4wLaE+nhhRoGCEdaxQPOQgAWgY2Iu1Fp9j4QjjkvSKkNrAsth59
le17lv/XM6IMykm3l2t51tPs35GhhHXuP99ZibYOL5Ckp3c+q9akE7XcOXgtPjO5
e/MAC3KVd6Asx648OSzZGNjPM/1NR0pesf2tLUyxPYdq9iYln6A19rOUhoqmG+oA
dwIDAQAB
-----END PUBLIC KEY-----
PEM
cat > new.py <<'PY'
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.signer import SSlibKey

for name in ("ed25519", "p256", "p384", "rsa"):
    with open(f"{name}.pem", "rb") as file:
        key = SSlibKey.from_crypto(load_pem_public_key(file.read()))
    print(f"{name}: securesystemslib 1.6.0, {key.keyid[:8]}, {key.keytype}, {key.scheme}")
PY
cat > old.py <<'PY'
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_public_key
from securesystemslib.keys import format_metadata_to_key, import_ecdsakey_from_public_pem, import_rsakey_from_public_pem


def of_ed25519(pem):
    public = load_pem_public_key(pem.encode()).public_bytes(Encoding.Raw, PublicFormat.Raw).hex()
    return format_metadata_to_key({"keytype": "ed25519", "scheme": "ed25519", "keyval": {"public": public}})[0]


ways = {
    "ed25519": of_ed25519,
    "p256": import_ecdsakey_from_public_pem,
    "p384": import_ecdsakey_from_public_pem,
    "rsa": import_rsakey_from_public_pem,
}
for name, way in ways.items():
    with open(f"{name}.pem", encoding="utf-8") as file:
        key = way(file.read())
    print(f"{name}: securesystemslib 0.31.0, {key['keyid'][:8]}, {key['keytype']}, {key['scheme']}")
PY
for version in 1.6.0 0.31.0; do
  python3 -m venv "venv-$version"
  "venv-$version/bin/pip" install --quiet --disable-pip-version-check "securesystemslib[crypto]==$version"
done
cat > main.go <<'GO'
package main

import (
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"os"

	intoto "github.com/in-toto/in-toto-golang/in_toto"
	"github.com/secure-systems-lab/go-securesystemslib/signerverifier"
	"github.com/theupdateframework/go-tuf/v2/metadata"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	for _, name := range []string{"ed25519", "p256", "p384", "rsa"} {
		text := must(os.ReadFile(name + ".pem"))
		block, _ := pem.Decode(text)
		tuf := must(metadata.KeyFromPublicKey(must(x509.ParsePKIXPublicKey(block.Bytes))))
		fmt.Printf("%s: go-tuf, %s, %s, %s\n", name, must(tuf.ID())[:8], tuf.Type, tuf.Scheme)
		library := must(signerverifier.LoadKey(text))
		fmt.Printf("%s: go-securesystemslib, %s, %s, %s\n", name, library.KeyID[:8], library.KeyType, library.Scheme)
		var key intoto.Key
		if err := key.LoadKeyDefaults(name + ".pem"); err != nil {
			panic(err)
		}
		fmt.Printf("%s: in-toto-golang, %s, %s, %s\n", name, key.KeyID[:8], key.KeyType, key.Scheme)
	}
}
GO
{
  go mod init finding.test/keys
  go get github.com/theupdateframework/go-tuf/v2@v2.4.2 github.com/secure-systems-lab/go-securesystemslib@v0.11.1
  go get github.com/in-toto/in-toto-golang@v0.11.0
  go mod tidy
} 2> /dev/null
mkdir src
cat > Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.0.0"
edition = "2021"

[dependencies]
in-toto = "=0.4.0"
TOML
cat > src/main.rs <<'RUST'
use in_toto::crypto::{PublicKey, SignatureScheme};

fn main() {
    let keys = [
        ("ed25519", SignatureScheme::Ed25519, include_str!("../ed25519.pem")),
        ("p256", SignatureScheme::EcdsaP256Sha256, include_str!("../p256.pem")),
        ("rsa", SignatureScheme::RsaSsaPssSha256, include_str!("../rsa.pem")),
    ];
    for (name, scheme, pem) in keys {
        let written = format!("{scheme:?}");
        let answer = match PublicKey::from_pem_spki(pem, scheme) {
            Ok(key) => key.key_id().prefix(),
            Err(_) => "refused".to_string(),
        };
        println!("{name}: in-toto of Rust, {answer}, {written}");
    }
}
RUST
{
  venv-1.6.0/bin/python new.py
  venv-0.31.0/bin/python old.py
  go run .
  CARGO_TARGET_DIR=target cargo run --quiet
} | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
ed25519: go-securesystemslib, aca67e25, ed25519, ed25519
ed25519: go-tuf, 0a7d1db7, ed25519, ed25519
ed25519: in-toto of Rust, refused, Ed25519
ed25519: in-toto-golang, aca67e25, ed25519, ed25519
ed25519: securesystemslib 0.31.0, aca67e25, ed25519, ed25519
ed25519: securesystemslib 1.6.0, 0a7d1db7, ed25519, ed25519
p256: go-securesystemslib, d1e60780, ecdsa, ecdsa-sha2-nistp256
p256: go-tuf, 833f7393, ecdsa, ecdsa-sha2-nistp256
p256: in-toto of Rust, 2b0a0771, EcdsaP256Sha256
p256: in-toto-golang, d1e60780, ecdsa, ecdsa-sha2-nistp256
p256: securesystemslib 0.31.0, d1e60780, ecdsa, ecdsa-sha2-nistp256
p256: securesystemslib 1.6.0, 833f7393, ecdsa, ecdsa-sha2-nistp256
p384: go-securesystemslib, 276933e1, ecdsa, ecdsa-sha2-nistp256
p384: go-tuf, 27b6cfdf, ecdsa, ecdsa-sha2-nistp256
p384: in-toto-golang, 276933e1, ecdsa, ecdsa-sha2-nistp256
p384: securesystemslib 0.31.0, 276933e1, ecdsa, ecdsa-sha2-nistp256
p384: securesystemslib 1.6.0, 02cb440d, ecdsa, ecdsa-sha2-nistp384
rsa: go-securesystemslib, f7e35f52, rsa, rsassa-pss-sha256
rsa: go-tuf, e688feea, rsa, rsassa-pss-sha256
rsa: in-toto of Rust, f7e35f52, RsaSsaPssSha256
rsa: in-toto-golang, f7e35f52, rsa, rsassa-pss-sha256
rsa: securesystemslib 0.31.0, f7e35f52, rsa, rsassa-pss-sha256
rsa: securesystemslib 1.6.0, e688feea, rsa, rsassa-pss-sha256
EXPECTED
diff expected seen
echo "keys have the identifiers that were seen"
