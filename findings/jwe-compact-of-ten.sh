#!/bin/sh
# jose 6.2.18 (npm), Authlib 1.9.10, joserfc 1.8.0, jwcrypto 1.6.1 and jwskate 0.12.2 with cryptography 50.0.2, which makes the
# messages (PyPI), com.nimbusds:nimbus-jose-jwt 10.5 with tink 1.19.0, org.bitbucket.b_c:jose4j 0.9.6 and io.jsonwebtoken:
# jjwt-impl 0.13.0 (Maven Central), github.com/go-jose/go-jose/v4 v4.1.9 and github.com/lestrrat-go/jwx/v3 v3.4.0, seen on
# 2026-12-01 with Node 20, Python 3.11, Java 17 and Go 1.26.
#
# Expected: ten readers of JWE in compact form open each message whose key and algorithms they are given, and say so if they lack
# an algorithm.
# Seen: keys are read alike. `zip` of `DEF` is raw DEFLATE (RFC 7516, 4.1.3; RFC 1951): jjwt writes and reads the format of
# zlib under that name, so it opens nobody's compressed messages, and of nine others two open its. jwskate does not look at
# `zip` and gives the compressed bytes as the text. A text may be empty: jjwt and jose4j refuse it, and jwcrypto says that no
# recipient matched, "Success". An unknown parameter is to be ignored (4): joserfc refuses it. go-jose has no X25519 (RFC 8037),
# and Authlib no PBES2. Passwords with 600,000 rounds, which tools for them advise, are above the limits of four.
# Whom it meets: services whose tokens are made compressed in one language and read in another. Cure: leave `zip` out; RFC 8725
# (3.6) advises so.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check joserfc==1.8.0 jwcrypto==1.6.1 Authlib==1.9.10 jwskate==0.12.2 \
  cryptography==50.0.2
cat > make.py <<'PY'
import hashlib
import hmac
import json
import zlib
from base64 import urlsafe_b64encode

from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.asymmetric import padding as rsa_padding
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.concatkdf import ConcatKDFHash
from cryptography.hazmat.primitives.keywrap import aes_key_wrap
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat


def part(data):
    return urlsafe_b64encode(data).decode().rstrip("=")


def number(value, size=None):
    return part(value.to_bytes(size or (value.bit_length() + 7) // 8, "big"))


def content_key(enc):
    return b"c" * {"A128GCM": 16, "A256GCM": 32, "A128CBC-HS256": 32, "A192CBC-HS384": 48, "A256CBC-HS512": 64}[enc]


def seal(header, plain, key, wrapped=b"", blanks=False):
    text = json.dumps(header, separators=(", ", ": ") if blanks else (",", ":"))
    protected = part(text.encode())
    if header.get("zip"):
        packer = zlib.compressobj(wbits=-15)
        plain = packer.compress(plain) + packer.flush()
    if header["enc"].endswith("GCM"):
        iv = b"i" * 12
        sealed = AESGCM(key).encrypt(iv, plain, protected.encode())
        sealed, tag = sealed[:-16], sealed[-16:]
    else:
        iv, half = b"i" * 16, len(key) // 2
        padder = padding.PKCS7(128).padder()
        encryptor = Cipher(algorithms.AES(key[half:]), modes.CBC(iv)).encryptor()
        sealed = encryptor.update(padder.update(plain) + padder.finalize()) + encryptor.finalize()
        covered = protected.encode() + iv + sealed + (len(protected) * 8).to_bytes(8, "big")
        tag = hmac.new(key[:half], covered, {16: "sha256", 24: "sha384", 32: "sha512"}[half]).digest()[:half]
    return ".".join([protected, *map(part, (wrapped, iv, sealed, tag))])


def direct(enc="A128GCM", plain=b"hello", blanks=False, **more):
    key = {"kty": "oct", "k": part(content_key(enc))}
    return key, seal({"alg": "dir", "enc": enc, **more}, plain, content_key(enc), blanks=blanks)


def wrap(size, **more):
    header = {"alg": f"A{size * 8}KW", "enc": "A128GCM", **more}
    wrapped = aes_key_wrap(b"k" * size, content_key("A128GCM"))
    return {"kty": "oct", "k": part(b"k" * size)}, seal(header, b"hello", content_key("A128GCM"), wrapped)


def gcm_wrap():
    iv = b"j" * 12
    wrapped = AESGCM(b"k" * 16).encrypt(iv, content_key("A128GCM"), None)
    header = {"alg": "A128GCMKW", "enc": "A128GCM", "iv": part(iv), "tag": part(wrapped[-16:])}
    return {"kty": "oct", "k": part(b"k" * 16)}, seal(header, b"hello", content_key("A128GCM"), wrapped[:-16])


def password(count):
    salt, algorithm = b"s" * 16, "PBES2-HS256+A128KW"
    derived = hashlib.pbkdf2_hmac("sha256", b"p" * 16, algorithm.encode() + b"\0" + salt, count, 16)
    header = {"alg": algorithm, "enc": "A128GCM", "p2s": part(salt), "p2c": count}
    return {"kty": "oct", "k": part(b"p" * 16)}, seal(header, b"hello", content_key("A128GCM"), aes_key_wrap(derived, content_key("A128GCM")))


def agree(private, sender, curve, alg, public, enc="A128GCM", info=None, size=None, **more):
    info = info or {}
    secret = sender.exchange(private.public_key()) if size is None else sender.exchange(ec.ECDH(), private.public_key())
    length = len(content_key(enc)) if alg == "ECDH-ES" else int(alg[9:12]) // 8
    parts = [(enc if alg == "ECDH-ES" else alg).encode(), info.get("apu", b""), info.get("apv", b"")]
    other = b"".join(len(one).to_bytes(4, "big") + one for one in parts) + (length * 8).to_bytes(4, "big")
    derived = ConcatKDFHash(hashes.SHA256(), length, other).derive(secret)
    header = {"alg": alg, "enc": enc, **{name: part(value) for name, value in info.items()}, "epk": {**public(sender), **more}}
    key = derived if alg == "ECDH-ES" else content_key(enc)
    wrapped = b"" if alg == "ECDH-ES" else aes_key_wrap(derived, key)
    return {**public(private), "d": secret_of(private, size)}, seal(header, b"hello", key, wrapped)


def secret_of(private, size):
    if size:
        return number(private.private_numbers().private_value, size)
    return part(private.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()))


def elliptic(curve, size, alg, lowest=False, **more):
    def public(key):
        point = key.public_key().public_numbers()
        return {"kty": "EC", "crv": curve, "x": number(point.x, size), "y": number(point.y, size)}

    kind = {"P-256": ec.SECP256R1, "P-521": ec.SECP521R1}[curve]()
    sender = ec.generate_private_key(kind)
    while lowest and sender.public_key().public_numbers().x >> 248:
        sender = ec.generate_private_key(kind)
    return agree(ec.generate_private_key(kind), sender, curve, alg, public, size=size, **more)


def montgomery(alg):
    def public(key):
        return {"kty": "OKP", "crv": "X25519", "x": part(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw))}

    return agree(X25519PrivateKey.generate(), X25519PrivateKey.generate(), "X25519", alg, public)


def of_rsa(alg, digest):
    private = rsa.generate_private_key(65537, 2048)
    pad = rsa_padding.OAEP(rsa_padding.MGF1(digest), digest, None)
    wrapped = private.public_key().encrypt(content_key("A128GCM"), pad)
    values = private.private_numbers()
    names = {"d": values.d, "p": values.p, "q": values.q, "dp": values.dmp1, "dq": values.dmq1, "qi": values.iqmp}
    key = {"kty": "RSA", "n": number(values.public_numbers.n), "e": "AQAB"}
    header = {"alg": alg, "enc": "A128GCM"}
    return {**key, **{name: number(value) for name, value in names.items()}}, seal(header, b"hello", content_key("A128GCM"), wrapped)


CASES = {
    "dir": direct(),
    "dir, blanks in the header": direct(blanks=True),
    "dir, unknown parameter": direct(typ="x", more={"a": 1}),
    "dir, no text": direct(plain=b""),
    "dir, zip": direct(zip="DEF"),
    "dir, zip of no text": direct(zip="DEF", plain=b""),
    "dir, A128CBC-HS256": direct("A128CBC-HS256"),
    "dir, A192CBC-HS384": direct("A192CBC-HS384"),
    "dir, A256CBC-HS512": direct("A256CBC-HS512"),
    "A128KW": wrap(16),
    "A192KW": wrap(24),
    "A128GCMKW": gcm_wrap(),
    "PBES2, 1000 rounds": password(1000),
    "PBES2, 600000 rounds": password(600000),
    "ECDH-ES, P-256": elliptic("P-256", 32, "ECDH-ES"),
    "ECDH-ES, P-256, x begins with zero": elliptic("P-256", 32, "ECDH-ES", lowest=True),
    "ECDH-ES, P-256, apu and apv": elliptic("P-256", 32, "ECDH-ES", info={"apu": b"Alice", "apv": b"Bob"}),
    "ECDH-ES, P-256, epk with kid": elliptic("P-256", 32, "ECDH-ES", kid="1", use="enc"),
    "ECDH-ES, P-256, A256CBC-HS512": elliptic("P-256", 32, "ECDH-ES", enc="A256CBC-HS512"),
    "ECDH-ES+A256KW, P-521": elliptic("P-521", 66, "ECDH-ES+A256KW"),
    "ECDH-ES, X25519": montgomery("ECDH-ES"),
    "ECDH-ES+A128KW, X25519": montgomery("ECDH-ES+A128KW"),
    "RSA-OAEP": of_rsa("RSA-OAEP", hashes.SHA1()),
    "RSA-OAEP-256": of_rsa("RSA-OAEP-256", hashes.SHA256()),
}
for title, (key, token) in CASES.items():
    print(f"{title}|{json.dumps(key)}|{token}")
PY
cat > read.py <<'PY'
import json
import sys
import warnings
from base64 import urlsafe_b64decode

warnings.simplefilter("ignore")

import jwskate
from authlib.jose import JsonWebEncryption, JsonWebKey
from joserfc import jwe
from joserfc.jwk import import_key
from jwcrypto import jwe as jwcrypto_jwe
from jwcrypto import jwk as jwcrypto_jwk

ALL = [*jwe.default_registry.algorithms["alg"], *jwe.default_registry.algorithms["enc"], "DEF"]


def by_jwcrypto(key, token, header):
    message = jwcrypto_jwe.JWE(algs=[header["alg"], header["enc"]])
    message.deserialize(token, jwcrypto_jwk.JWK(**key))
    return message.payload


def by_jwskate(key, token, header):
    if header["alg"].startswith("PBES2"):
        return bytes(jwskate.JweCompact(token).decrypt_with_password(b"p" * 16))
    return bytes(jwskate.JweCompact(token).decrypt(jwskate.Jwk({**key, "alg": header["alg"]})))


READERS = {
    "Authlib": lambda key, token, _: JsonWebEncryption().deserialize_compact(token, JsonWebKey.import_key(key))["payload"],
    "joserfc": lambda key, token, header: jwe.decrypt_compact(token, import_key(key), algorithms=ALL).plaintext,
    "jwcrypto": by_jwcrypto,
    "jwskate": by_jwskate,
}
for line in open("tokens", encoding="utf-8").read().splitlines():
    title, key, token = line.split("|")
    start = token.split(".")[0]
    header = json.loads(urlsafe_b64decode(start + "=" * (-len(start) % 4)))
    for name, read in READERS.items():
        try:
            plain = read(json.loads(key), token, header).decode("latin-1")
            answer = f"'{plain}'" if plain.isprintable() else "other bytes"
        except Exception as error:
            answer = "refused"
            print(title, name, type(error).__name__, str(error)[:200], file=sys.stderr)
        print(f"{title}|{answer}|{name}")
PY
npm install --silent --no-audit --no-fund jose@6.2.18
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { compactDecrypt, decodeProtectedHeader, importJWK } from 'jose';

for (const line of readFileSync('tokens', 'utf8').trim().split('\n')) {
  const [title, text, token] = line.split('|');
  const { alg } = decodeProtectedHeader(token);
  let answer;
  try {
    const key = await importJWK(JSON.parse(text), alg);
    const { plaintext } = await compactDecrypt(token, key, { keyManagementAlgorithms: [alg] });
    answer = `'${Buffer.from(plaintext)}'`;
  } catch (error) {
    answer = 'refused';
    console.error(title, 'jose', error.message);
  }
  console.log(`${title}|${answer}|jose`);
}
JS
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>messages</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.nimbusds</groupId><artifactId>nimbus-jose-jwt</artifactId><version>10.5</version></dependency>
    <dependency><groupId>com.google.crypto.tink</groupId><artifactId>tink</artifactId><version>1.19.0</version></dependency>
    <dependency><groupId>org.bitbucket.b_c</groupId><artifactId>jose4j</artifactId><version>0.9.6</version></dependency>
    <dependency><groupId>io.jsonwebtoken</groupId><artifactId>jjwt-jackson</artifactId><version>0.13.0</version></dependency>
    <dependency><groupId>io.jsonwebtoken</groupId><artifactId>jjwt-impl</artifactId><version>0.13.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null 2>&1
cat > Read.java <<'JAVA'
import com.nimbusds.jose.JWEDecrypter;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.crypto.AESDecrypter;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.ECDHDecrypter;
import com.nimbusds.jose.crypto.PasswordBasedDecrypter;
import com.nimbusds.jose.crypto.RSADecrypter;
import com.nimbusds.jose.crypto.X25519Decrypter;
import com.nimbusds.jose.jwk.JWK;
import io.jsonwebtoken.Jwts;
import io.jsonwebtoken.security.Jwks;
import io.jsonwebtoken.security.Keys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.PrivateKey;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwe.JsonWebEncryption;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.OctetSequenceJsonWebKey;
import org.jose4j.jwk.PublicJsonWebKey;

class Read {
    interface Reader {
        byte[] read(String key, String token) throws Exception;
    }

    static byte[] byNimbus(String key, String token) throws Exception {
        JWK jwk = JWK.parse(key);
        JWEObject message = JWEObject.parse(token);
        String alg = message.getHeader().getAlgorithm().getName();
        JWEDecrypter decrypter;
        if (alg.startsWith("RSA")) decrypter = new RSADecrypter(jwk.toRSAKey());
        else if (key.contains("X25519")) decrypter = new X25519Decrypter(jwk.toOctetKeyPair());
        else if (alg.startsWith("ECDH")) decrypter = new ECDHDecrypter(jwk.toECKey());
        else if (alg.startsWith("PBES2")) decrypter = new PasswordBasedDecrypter("p".repeat(16));
        else if (alg.equals("dir")) decrypter = new DirectDecrypter(jwk.toOctetSequenceKey());
        else decrypter = new AESDecrypter(jwk.toOctetSequenceKey());
        message.decrypt(decrypter);
        return message.getPayload().toBytes();
    }

    static byte[] byJose4j(String key, String token) throws Exception {
        JsonWebKey jwk = JsonWebKey.Factory.newJwk(key);
        JsonWebEncryption message = new JsonWebEncryption();
        message.setAlgorithmConstraints(AlgorithmConstraints.NO_CONSTRAINTS);
        message.setContentEncryptionAlgorithmConstraints(AlgorithmConstraints.NO_CONSTRAINTS);
        message.setCompactSerialization(token);
        message.setKey(jwk instanceof OctetSequenceJsonWebKey ? jwk.getKey() : ((PublicJsonWebKey) jwk).getPrivateKey());
        return message.getPlaintextBytes();
    }

    static byte[] byJjwt(String key, String token) throws Exception {
        boolean password = new String(java.util.Base64.getUrlDecoder().decode(token.split("\\.")[0])).contains("PBES2");
        Key parsed = password ? Keys.password("p".repeat(16).toCharArray()) : Jwks.parser().build().parse(key).toKey();
        var parser = parsed instanceof PrivateKey secret ? Jwts.parser().decryptWith(secret) : Jwts.parser().decryptWith((SecretKey) parsed);
        return parser.build().parseEncryptedContent(token).getPayload();
    }

    static void make() {
        SecretKey key = new SecretKeySpec("k".repeat(32).getBytes(), "AES");
        String token = Jwts.builder().content("hello").compressWith(Jwts.ZIP.DEF).encryptWith(key, Jwts.ENC.A256GCM).compact();
        String text = java.util.Base64.getUrlEncoder().withoutPadding().encodeToString(key.getEncoded());
        System.out.println("dir, zip, made by jjwt|{\"kty\":\"oct\",\"k\":\"" + text + "\"}|" + token);
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            make();
            return;
        }
        var readers = java.util.Map.<String, Reader>of("nimbus", Read::byNimbus, "jose4j", Read::byJose4j, "jjwt", Read::byJjwt);
        for (String line : Files.readAllLines(Path.of("tokens"))) {
            String[] parts = line.split("\\|");
            for (var reader : readers.entrySet()) {
                String answer;
                try {
                    answer = "'" + new String(reader.getValue().read(parts[1], parts[2])) + "'";
                } catch (Exception error) {
                    answer = "refused";
                    System.err.println(parts[0] + " " + reader.getKey() + " " + error);
                }
                System.out.println(parts[0] + "|" + answer + "|" + reader.getKey());
            }
        }
    }
}
JAVA
cat > main.go <<'GO'
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/go-jose/go-jose/v4"
	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jwe"
	"github.com/lestrrat-go/jwx/v3/jwk"
)

func headerOf(token string) (alg, enc string) {
	text, _ := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[0])
	header := map[string]any{}
	json.Unmarshal(text, &header)
	return header["alg"].(string), header["enc"].(string)
}

func byGoJose(key, token string) ([]byte, error) {
	alg, enc := headerOf(token)
	algs, encs := []jose.KeyAlgorithm{jose.KeyAlgorithm(alg)}, []jose.ContentEncryption{jose.ContentEncryption(enc)}
	message, err := jose.ParseEncryptedCompact(token, algs, encs)
	if err != nil {
		return nil, err
	}
	var parsed jose.JSONWebKey
	if err := parsed.UnmarshalJSON([]byte(key)); err != nil {
		return nil, err
	}
	return message.Decrypt(parsed.Key)
}

func byJwx(key, token string) ([]byte, error) {
	alg, _ := headerOf(token)
	known, ok := jwa.LookupKeyEncryptionAlgorithm(alg)
	if !ok {
		return nil, fmt.Errorf("unknown algorithm")
	}
	parsed, err := jwk.ParseKey([]byte(key))
	if err != nil {
		return nil, err
	}
	return jwe.Decrypt([]byte(token), jwe.WithKey(known, parsed))
}

func main() {
	readers := map[string]func(string, string) ([]byte, error){"go-jose": byGoJose, "jwx": byJwx}
	file, _ := os.ReadFile("tokens")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		parts := strings.Split(line, "|")
		for name, read := range readers {
			answer := "refused"
			plain, err := read(parts[1], parts[2])
			if err == nil {
				answer = "'" + string(plain) + "'"
			} else {
				fmt.Fprintln(os.Stderr, parts[0], name, err)
			}
			fmt.Printf("%s|%s|%s\n", parts[0], answer, name)
		}
	}
}
GO
go mod init finding.test/messages 2> /dev/null
go get github.com/go-jose/go-jose/v4@v4.1.9 github.com/lestrrat-go/jwx/v3@v3.4.0 2> /dev/null
go mod tidy 2> /dev/null
{
  venv/bin/python make.py
  java -cp 'classes/*' Read.java make 2> errors
} > tokens
{
  node read.mjs
  venv/bin/python read.py
  go run .
  java -cp 'classes/*' Read.java
} 2>> errors | awk -F '|' '
  !($1 in all) { order[++count] = $1 }
  { all[$1] = all[$1] " " $3 }
  $2 != ($1 ~ /no text/ ? "\047\047" : "\047hello\047") { wrong[$1] = wrong[$1] " " $3 (($2 == "refused") ? "" : " (" $2 ")") }
  END { for (at = 1; at <= count; at++) print order[at] ": " (order[at] in wrong ? "not by" wrong[order[at]] : "by all") }
' > seen
cat > expected <<'EXPECTED'
dir: by all
dir, blanks in the header: by all
dir, unknown parameter: not by joserfc
dir, no text: not by jwcrypto jjwt jose4j
dir, zip: not by jwskate (other bytes) jjwt
dir, zip of no text: not by jwcrypto jwskate (other bytes) jjwt
dir, A128CBC-HS256: by all
dir, A192CBC-HS384: by all
dir, A256CBC-HS512: by all
A128KW: by all
A192KW: by all
A128GCMKW: by all
PBES2, 1000 rounds: not by Authlib
PBES2, 600000 rounds: not by jose Authlib joserfc jwcrypto jwx
ECDH-ES, P-256: by all
ECDH-ES, P-256, x begins with zero: by all
ECDH-ES, P-256, apu and apv: by all
ECDH-ES, P-256, epk with kid: by all
ECDH-ES, P-256, A256CBC-HS512: by all
ECDH-ES+A256KW, P-521: by all
ECDH-ES, X25519: not by go-jose
ECDH-ES+A128KW, X25519: not by go-jose
RSA-OAEP: by all
RSA-OAEP-256: by all
dir, zip, made by jjwt: not by jose jwcrypto jwskate (other bytes) go-jose jwx nimbus jose4j
EXPECTED
diff expected seen || {
  cat errors
  exit 1
}
echo "messages of JWE in compact form are opened as they were seen"
