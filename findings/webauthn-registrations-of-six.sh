#!/bin/sh
# @simplewebauthn/server 14.0.3 (npm), webauthn 3.0.1 and fido2 2.2.1 (PyPI), github.com/go-webauthn/webauthn v0.18.2 and
# com.yubico:webauthn-server-core 2.7.0 and com.webauthn4j:webauthn4j-core 0.29.7.RELEASE (Maven Central), seen on 2026-11-30 with
# Node 20, Python 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: six servers of WebAuthn take each valid registration in JSON; unknown transports or members are
# refused by one.
# Seen: unknown transports are taken by all, and three refuse something else. A browser or a manager of passwords may add results
# of extensions that nobody asked for, which a server may ignore or refuse (Web Authentication 3, 7.1): five ignore them, and
# go-webauthn refuses even `credProps`. An unknown `authenticatorAttachment` counts as none (5.1): the webauthn of PyPI refuses
# it. It also has no number for ES384, though it has one for ES512 (IANA, COSE algorithms, -35). The one of Yubico refuses a new
# member beside `response`, where a later level may add one, as Level 3 did in `response`. Flags, counts, long identifiers, keys
# and outputs of authenticators are alike.
# Whom it meets: registrations that fail with one browser only. With a mock: send a registration with `credProps` unasked.
# Output seen: the lines that EXPECTED has below; challenge, origin and signature are right in each.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check webauthn==3.0.1 fido2==2.2.1 cbor2==6.3.0 cryptography==50.0.2
cat > make.py <<'PY'
import base64
import hashlib
import json

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RP = "app.example.com"
CHALLENGE = b"challenge of 32 bytes, all given"
ES256 = ec.generate_private_key(ec.SECP256R1())


def text(value):
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def point(key, alg, curve, size):
    numbers = key.public_key().public_numbers()
    return {1: 2, 3: alg, -1: curve, -2: numbers.x.to_bytes(size, "big"), -3: numbers.y.to_bytes(size, "big")}


def registration(key=None, flags=0x45, name=b"credential", outputs=b"", count=0, data=None, signed=False, response=None, **top):
    key = cbor2.dumps(key or point(ES256, -7, 1, 32))
    guid = bytes(16)
    head = hashlib.sha256(RP.encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")
    authenticator = head + guid + len(name).to_bytes(2, "big") + name + key + outputs
    client = {"type": "webauthn.create", "challenge": text(CHALLENGE), "origin": f"https://{RP}", "crossOrigin": False}
    client_data = json.dumps({**client, **(data or {})}).encode()
    statement = {}
    if signed:
        signature = ES256.sign(authenticator + hashlib.sha256(client_data).digest(), ec.ECDSA(SHA256()))
        statement = {"alg": -7, "sig": signature}
    attestation = {"fmt": "packed" if signed else "none", "attStmt": statement, "authData": authenticator}
    parts = {
        "clientDataJSON": text(client_data),
        "attestationObject": text(cbor2.dumps(attestation)),
        "transports": ["internal"],
        **(response or {}),
    }
    if parts["transports"] is None:
        del parts["transports"]
    whole = {
        "id": text(name),
        "rawId": text(name),
        "type": "public-key",
        "response": parts,
        "clientExtensionResults": {},
        "authenticatorAttachment": "platform",
        **top,
    }
    return {name: value for name, value in whole.items() if value is not None}


spki = ES256.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
numbers = rsa.generate_private_key(65537, 2048).public_key().public_numbers()
okp = ed25519.Ed25519PrivateKey.generate().public_key().public_bytes_raw()
CASES = {
    "plain": registration(),
    "with publicKey": registration(response={"publicKey": text(spki), "publicKeyAlgorithm": -7}),
    "no transports": registration(response={"transports": None}),
    "transports hybrid and smart-card": registration(response={"transports": ["hybrid", "smart-card"]}),
    "unknown transport": registration(response={"transports": ["internal", "light"]}),
    "no attachment": registration(authenticatorAttachment=None),
    "unknown attachment": registration(authenticatorAttachment="built-in"),
    "credProps": registration(clientExtensionResults={"credProps": {"rk": True}}),
    "unknown extension result": registration(clientExtensionResults={"vendor": {"a": 1}}),
    "unknown member": registration(owner="test"),
    "unknown member of client data": registration(data={"other": "x"}),
    "synced": registration(flags=0x5D),
    "not verified by the user": registration(flags=0x41),
    "with credProtect": registration(flags=0xC5, outputs=cbor2.dumps({"credProtect": 2})),
    "with an unknown output": registration(flags=0xC5, outputs=cbor2.dumps({"vendor": [1]})),
    "identifier of 300 bytes": registration(name=b"c" * 300),
    "count 5": registration(count=5),
    "packed, by itself": registration(signed=True),
    "Ed25519": registration(key={1: 1, 3: -8, -1: 6, -2: okp}),
    "RS256": registration(key={1: 3, 3: -257, -1: numbers.n.to_bytes(256, "big"), -2: b"\x01\x00\x01"}),
    "ES512": registration(key=point(ec.generate_private_key(ec.SECP521R1()), -36, 3, 66)),
    "ES384": registration(key=point(ec.generate_private_key(ec.SECP384R1()), -35, 2, 48)),
}
with open("cases.json", "w", encoding="utf-8") as file:
    json.dump({name: json.dumps(case) for name, case in CASES.items()}, file)
PY
venv/bin/python make.py
cat > read.py <<'PY'
import json

from fido2.server import Fido2Server
from fido2.utils import websafe_encode
from fido2.webauthn import PublicKeyCredentialRpEntity, RegistrationResponse
from webauthn import verify_registration_response
from webauthn.helpers.cose import COSEAlgorithmIdentifier

CHALLENGE = b"challenge of 32 bytes, all given"
ALGORITHMS = [COSEAlgorithmIdentifier(number) for number in (-7, -8, -36, -257)]
server = Fido2Server(PublicKeyCredentialRpEntity(id="app.example.com", name="App"))


def by_webauthn(text):
    verify_registration_response(
        credential=text,
        expected_challenge=CHALLENGE,
        expected_rp_id="app.example.com",
        expected_origin="https://app.example.com",
        require_user_verification=False,
        supported_pub_key_algs=ALGORITHMS,
    )


def by_fido2(text):
    state = {"challenge": websafe_encode(CHALLENGE), "user_verification": None}
    server.register_complete(state, RegistrationResponse.from_dict(json.loads(text)))


with open("cases.json", encoding="utf-8") as file:
    cases = json.load(file)
for name, text in cases.items():
    for reader, read in {"webauthn": by_webauthn, "fido2": by_fido2}.items():
        try:
            read(text)
            answer = "taken"
        except Exception as error:
            answer = f"refused, {type(error).__name__}"
        print(f"{name}: {answer}~{reader}")
PY
npm install --silent --no-audit --no-fund @simplewebauthn/server@14.0.3
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { verifyRegistrationResponse } from '@simplewebauthn/server';

for (const [name, text] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  const answer = await verifyRegistrationResponse({
    response: JSON.parse(text),
    expectedChallenge: Buffer.from('challenge of 32 bytes, all given').toString('base64url'),
    expectedOrigin: 'https://app.example.com',
    expectedRPID: 'app.example.com',
    requireUserVerification: false,
    supportedAlgorithmIDs: [-7, -8, -35, -36, -257],
  }).then(
    ({ verified }) => (verified ? 'taken' : 'refused'),
    () => 'refused',
  );
  console.log(`${name}: ${answer}~@simplewebauthn/server`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/protocol/webauthncose"
	"github.com/go-webauthn/webauthn/webauthn"
)

type user struct{}

func (user) WebAuthnID() []byte { return []byte("user") }

func (user) WebAuthnName() string { return "user" }

func (user) WebAuthnDisplayName() string { return "User" }

func (user) WebAuthnCredentials() []webauthn.Credential { return nil }

func main() {
	config := &webauthn.Config{RPID: "app.example.com", RPDisplayName: "App", RPOrigins: []string{"https://app.example.com"}}
	party, err := webauthn.New(config)
	if err != nil {
		panic(err)
	}
	session := webauthn.SessionData{Challenge: base64.RawURLEncoding.EncodeToString([]byte("challenge of 32 bytes, all given")),
		RelyingPartyID: "app.example.com", UserID: []byte("user")}
	for _, number := range []webauthncose.COSEAlgorithmIdentifier{-7, -8, -35, -36, -257} {
		session.CredParams = append(session.CredParams, protocol.CredentialParameter{Type: "public-key", Algorithm: number})
	}
	var cases map[string]string
	file, _ := os.ReadFile("cases.json")
	_ = json.Unmarshal(file, &cases)
	for name, text := range cases {
		answer := "taken"
		parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(text))
		if err == nil {
			_, err = party.CreateCredential(user{}, session, parsed)
		}
		if err != nil {
			answer = "refused"
		}
		fmt.Printf("%s: %s~go-webauthn\n", name, answer)
	}
}
GO
{
  go mod init finding.test/registrations
  go get github.com/go-webauthn/webauthn@v0.18.2
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>webauthn</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.yubico</groupId><artifactId>webauthn-server-core</artifactId><version>2.7.0</version></dependency>
    <dependency><groupId>com.webauthn4j</groupId><artifactId>webauthn4j-core</artifactId><version>0.29.7.RELEASE</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.fasterxml.jackson.databind.ObjectMapper;
import com.webauthn4j.WebAuthnManager;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.data.client.Origin;
import com.webauthn4j.data.client.challenge.DefaultChallenge;
import com.webauthn4j.server.ServerProperty;
import com.yubico.webauthn.CredentialRepository;
import com.yubico.webauthn.FinishRegistrationOptions;
import com.yubico.webauthn.RegisteredCredential;
import com.yubico.webauthn.RelyingParty;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.PublicKeyCredentialCreationOptions;
import com.yubico.webauthn.data.PublicKeyCredentialDescriptor;
import com.yubico.webauthn.data.RelyingPartyIdentity;
import com.yubico.webauthn.data.UserIdentity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;

class Read {
    private static final byte[] CHALLENGE = "challenge of 32 bytes, all given".getBytes();
    private static final long[] ALGORITHMS = {-7, -8, -35, -36, -257};

    private interface Reader {
        void read(String text) throws Exception;
    }

    private static class Nobody implements CredentialRepository {
        public Set<PublicKeyCredentialDescriptor> getCredentialIdsForUsername(String name) {
            return Set.of();
        }

        public Optional<ByteArray> getUserHandleForUsername(String name) {
            return Optional.empty();
        }

        public Optional<String> getUsernameForUserHandle(ByteArray handle) {
            return Optional.empty();
        }

        public Optional<RegisteredCredential> lookup(ByteArray id, ByteArray handle) {
            return Optional.empty();
        }

        public Set<RegisteredCredential> lookupAll(ByteArray id) {
            return Set.of();
        }
    }

    private static void byYubico(String text) throws Exception {
        var identity = RelyingPartyIdentity.builder().id("app.example.com").name("App").build();
        var party = RelyingParty.builder().identity(identity).credentialRepository(new Nobody()).build();
        var user = UserIdentity.builder().name("user").displayName("User").id(new ByteArray("user".getBytes())).build();
        var algorithms = LongStream.of(ALGORITHMS)
            .mapToObj(number -> com.yubico.webauthn.data.COSEAlgorithmIdentifier.fromId(number).get())
            .map(one -> com.yubico.webauthn.data.PublicKeyCredentialParameters.builder().alg(one).build()).toList();
        var request = PublicKeyCredentialCreationOptions.builder().rp(identity).user(user).challenge(new ByteArray(CHALLENGE))
            .pubKeyCredParams(algorithms).build();
        var response = PublicKeyCredential.parseRegistrationResponseJson(text);
        party.finishRegistration(FinishRegistrationOptions.builder().request(request).response(response).build());
    }

    private static void byWebAuthn4j(String text) {
        var challenge = new DefaultChallenge(CHALLENGE);
        var property = new ServerProperty(Origin.create("https://app.example.com"), "app.example.com", challenge, null);
        var algorithms = LongStream.of(ALGORITHMS).mapToObj(COSEAlgorithmIdentifier::create)
            .map(one -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, one)).toList();
        WebAuthnManager.createNonStrictWebAuthnManager().verifyRegistrationResponseJSON(text,
            new RegistrationParameters(property, algorithms, false, true));
    }

    public static void main(String[] arguments) throws Exception {
        Map<?, ?> cases = new ObjectMapper().readValue(Files.readString(Path.of("cases.json")), Map.class);
        Map<String, Reader> readers = Map.of("java-webauthn-server", Read::byYubico, "webauthn4j", Read::byWebAuthn4j);
        for (var one : cases.entrySet()) {
            readers.forEach((name, reader) -> {
                String answer = "taken";
                try {
                    reader.read((String) one.getValue());
                } catch (Exception error) {
                    answer = "refused, " + error.getClass().getSimpleName();
                }
                System.out.println(one.getKey() + ": " + answer + "~" + name);
            });
        }
    }
}
JAVA
{ node read.mjs; venv/bin/python read.py; go run .; java -cp 'classes/*' Read.java 2> /dev/null; } | LC_ALL=C sort | awk -F '~' '
  $1 != group && group != "" { print line }
  $1 != group { line = $1 " by" }
  { group = $1; line = line " " $2 }
  END { print line }' > seen
cat > expected <<'EXPECTED'
ES384: refused, InvalidRegistrationResponse by webauthn
ES384: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn4j
ES512: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
Ed25519: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
RS256: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
count 5: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
credProps: refused by go-webauthn
credProps: taken by @simplewebauthn/server fido2 java-webauthn-server webauthn webauthn4j
identifier of 300 bytes: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
no attachment: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
no transports: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
not verified by the user: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
packed, by itself: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
plain: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
synced: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
transports hybrid and smart-card: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
unknown attachment: refused, InvalidJSONStructure by webauthn
unknown attachment: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn4j
unknown extension result: refused by go-webauthn
unknown extension result: taken by @simplewebauthn/server fido2 java-webauthn-server webauthn webauthn4j
unknown member of client data: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
unknown member: refused, UnrecognizedPropertyException by java-webauthn-server
unknown member: taken by @simplewebauthn/server fido2 go-webauthn webauthn webauthn4j
unknown transport: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
with an unknown output: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
with credProtect: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
with publicKey: taken by @simplewebauthn/server fido2 go-webauthn java-webauthn-server webauthn webauthn4j
EXPECTED
diff expected seen
echo "registrations of WebAuthn are taken as they were seen"
