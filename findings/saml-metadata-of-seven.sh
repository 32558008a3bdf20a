#!/bin/sh
# samlify 2.13.1, passport-saml-metadata 5.0.0 and @boxyhq/saml20 1.15.2 (npm), python3-saml 1.16.0 and pysaml2 7.5.5 (PyPI),
# github.com/crewjam/saml v0.5.1 and com.onelogin:java-saml-core 2.9.0 (Maven Central), seen on 2026-11-30 with Node 20, Python
# 3.11, Go 1.26 and Java 17.
#
# Guess before it was run: seven readers of SAML metadata give the same entity, addresses and keys of an identity provider; a
# key without `use`, or the second of two keys, may be lost in small ones.
# Seen: only two lose one. A key without `use` is for both (SAML metadata, 2.4.1.1, with erratum 62): beside a key for signing,
# samlify and @boxyhq drop it. java-saml has the key for encryption among those that verify, in front. Of two addresses for one
# binding (2.4.3), samlify has none, and @boxyhq the last. A key may be a name only, and there may be none: a KeyError in
# pysaml2, and a TypeError in @boxyhq. An entity may have two roles (2.3.2): samlify takes the key of its service provider for
# one of its identity provider. Of a role for SAML 1.1 before the one for 2.0 (2.4.1), python3-saml takes the key and has no
# address, and java-saml sends requests there; the others mix the keys of both. A group (2.3.1) that begins with another entity
# is empty for samlify and python3-saml, without an error, and a group within a group for all but java-saml. Blanks around a
# format (a URI, in which they do not count) stay in it, but for pysaml2.
# Whom it meets: who reads metadata of a federation, or of a provider that changes its keys. With a mock: serve a document with
# an old and a new key, and sign with each.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund samlify@2.13.1 passport-saml-metadata@5.0.0 @boxyhq/saml20@1.15.2
cat > read.mjs <<'JS'
import { readFileSync } from 'node:fs';
import saml20 from '@boxyhq/saml20';
import { MetadataReader } from 'passport-saml-metadata';
import samlify from 'samlify';

const READERS = {
  samlify: (text) => {
    const { entityMeta: meta } = samlify.IdentityProvider({ metadata: text });
    const [redirect, post] = ['redirect', 'post'].map((binding) => {
      const found = meta.getSingleSignOnService(binding);
      return typeof found === 'string' ? found : null;
    });
    const [signing, encryption] = ['signing', 'encryption'].map((use) => meta.getX509Certificate(use));
    return { entity: meta.getEntityID(), redirect, post, signing, encryption, format: meta.getNameIDFormat() };
  },
  'passport-saml-metadata': (text) => {
    const read = (binding) => new MetadataReader(text, { authnRequestBinding: `HTTP-${binding}`, throwExceptions: true });
    const one = read('Redirect');
    const { signingCerts: signing, encryptionCerts: encryption } = one;
    return {
      redirect: one.identityProviderUrl,
      post: read('POST').identityProviderUrl,
      signing,
      encryption,
      get format() {
        return one.identifierFormat;
      },
    };
  },
  '@boxyhq/saml20': async (text) => {
    const { entityID, sso, publicKey } = await saml20.default.parseMetadata(text, {});
    return { entity: entityID, redirect: sso.redirectUrl, post: sso.postUrl, signing: publicKey.split(',') };
  },
};
for (const [document, fields] of Object.entries(JSON.parse(readFileSync('plan.json', 'utf8')).fields)) {
  for (const [reader, read] of Object.entries(READERS)) {
    const answer = {};
    try {
      const found = await read(readFileSync(`documents/${document}`, 'utf8'));
      for (const field of fields) if (field in found) answer[field] = found[field] ?? null;
    } catch (error) {
      for (const field of fields) answer[field] = `refused, ${error.name ?? error}`;
    }
    console.log(JSON.stringify({ document, reader, answer }));
  }
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check python3-saml==1.16.0 pysaml2==7.5.5 cryptography==50.0.2
cat > make.py <<'PY'
import datetime
import json
import os

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding


def certificate(name):
    key = generate_private_key(SECP256R1())
    who = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    times = datetime.datetime(2026, 1, 1), datetime.datetime(2046, 1, 1)
    built = x509.CertificateBuilder(who, who, key.public_key(), 1, *times).sign(key, hashes.SHA256())
    return "".join(built.public_bytes(Encoding.PEM).decode().splitlines()[1:-1])


ONE, TWO, THREE = (certificate(name) for name in ("one", "two", "three"))
SAML = "urn:oasis:names:tc:SAML:2.0"


def key(use, text):
    return f"<md:KeyDescriptor{use and f' use={use!r}'}><ds:KeyInfo>{text}</ds:KeyInfo></md:KeyDescriptor>"


def by(use, text):
    return key(use, f"<ds:X509Data><ds:X509Certificate>{text}</ds:X509Certificate></ds:X509Data>")


def service(name, binding, path, more=""):
    return f"<md:{name} Binding='{SAML}:bindings:HTTP-{binding}' Location='https://login.test/{path}'{more}/>"


def role(name, body, protocol=f"{SAML}:protocol"):
    return f"<md:{name} protocolSupportEnumeration='{protocol}'>{body}</md:{name}>"


def entity(name, body):
    names = f"xmlns:md='{SAML}:metadata' xmlns:ds='http://www.w3.org/2000/09/xmldsig#'"
    return f"<md:EntityDescriptor {names} entityID='{name}'>{body}</md:EntityDescriptor>"


def group(body):
    return f"<md:EntitiesDescriptor xmlns:md='{SAML}:metadata'>{body}</md:EntitiesDescriptor>"


KEYS = by("signing", ONE) + by("encryption", TWO)
FORMAT = f"<md:NameIDFormat>{SAML}:nameid-format:persistent</md:NameIDFormat>"
SERVICES = service("SingleSignOnService", "Redirect", "r") + service("SingleSignOnService", "POST", "p")
IDP = "https://idp.test"
plain = entity(IDP, role("IDPSSODescriptor", KEYS + FORMAT + SERVICES))
sp = role("SPSSODescriptor", by("signing", THREE) + service("AssertionConsumerService", "POST", "acs", " index='0'"))
old = "<md:SingleSignOnService Binding='urn:mace:shibboleth:1.0:profiles:AuthnRequest' Location='https://login.test/old'/>"
lines = "".join(f"\n      {ONE[at:at + 64]}" for at in range(0, len(ONE), 64)) + "\n    "


def idp(body):
    return entity(IDP, role("IDPSSODescriptor", body))


both = role("IDPSSODescriptor", KEYS + SERVICES)
older = role("IDPSSODescriptor", by("signing", THREE) + old, "urn:oasis:names:tc:SAML:1.1:protocol")
late = service("SingleSignOnService", "POST", "p") + service("SingleSignOnService", "Redirect", "r")
DOCUMENTS = {
    "plain": ("entity redirect post signing encryption format", plain),
    "namespace by default": ("entity", plain.replace("xmlns:md", "xmlns").replace("md:", "")),
    "other prefixes": ("entity", plain.replace("md:", "m:").replace(":md", ":m").replace("ds:", "d:").replace(":ds", ":d")),
    "key without use": ("signing encryption", idp(by("", ONE) + SERVICES)),
    "two keys, one without use": ("signing encryption", idp(by("signing", ONE) + by("", TWO) + SERVICES)),
    "two keys for signing": ("signing", idp(by("signing", ONE) + by("signing", TWO) + SERVICES)),
    "key with a name only": ("signing", idp(key("signing", "<ds:KeyName>old</ds:KeyName>") + by("signing", ONE) + SERVICES)),
    "no keys": ("redirect", idp(SERVICES)),
    "key in lines": ("signing", idp(by("signing", lines) + SERVICES)),
    "POST before redirect": ("redirect post", idp(KEYS + late)),
    "two for redirect": ("redirect", idp(KEYS + SERVICES + service("SingleSignOnService", "Redirect", "r2"))),
    "format in lines": ("format", plain.replace(">urn", ">\n  urn").replace("</md:Name", "\n</md:Name")),
    "two formats": ("format", plain.replace(FORMAT, FORMAT + FORMAT.replace("persistent", "transient"))),
    "role of a service before": ("redirect signing", entity(IDP, sp + both)),
    "role of SAML 1.1 before": ("redirect signing", entity(IDP, older + both)),
    "group": ("entity signing", group(entity("https://sp.test", sp) + plain)),
    "group in a group": ("entity", group(group(entity("https://sp.test", sp)) + group(plain))),
}
os.mkdir("documents")
for name, (_, text) in DOCUMENTS.items():
    with open(f"documents/{name}", "w", encoding="utf-8") as file:
        file.write(text)
with open("plan.json", "w", encoding="utf-8") as file:
    plan = {name: fields.split(" ") for name, (fields, _) in DOCUMENTS.items()}
    json.dump({"fields": plan, "names": {ONE: "one", TWO: "two", THREE: "three"}}, file)
PY
cat > read.py <<'PY'
import json
import logging

from onelogin.saml2.idp_metadata_parser import OneLogin_Saml2_IdPMetadataParser as Parser
from saml2.attribute_converter import ac_factory
from saml2.mdstore import InMemoryMetaData

BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-"


def by_python3_saml(text):
    found = Parser.parse(text)
    post = Parser.parse(text, required_sso_binding=f"{BINDING}POST")
    idp = found.get("idp", {})
    many = idp.get("x509certMulti", {})
    one = [idp["x509cert"]] if "x509cert" in idp else None
    return {
        "entity": idp.get("entityId"),
        "redirect": idp.get("singleSignOnService", {}).get("url"),
        "post": post.get("idp", {}).get("singleSignOnService", {}).get("url"),
        "signing": many.get("signing", one),
        "encryption": many.get("encryption", one),
        "format": found.get("sp", {}).get("NameIDFormat"),
    }


def by_pysaml2(text):
    data = InMemoryMetaData(ac_factory(), text)
    data.load()
    name = next((name for name in data.keys() if "idpsso_descriptor" in data[name]), None)
    if name is None:
        return dict.fromkeys(["entity", "redirect", "post", "signing", "encryption", "format"])

    def service(binding):
        found = data.service(name, "idpsso_descriptor", "single_sign_on_service", f"{BINDING}{binding}")
        return found[0]["location"] if found else None

    return {
        "entity": name,
        "redirect": service("Redirect"),
        "post": service("POST"),
        "signing": [text for _, text in data.certs(name, "idpsso", "signing")],
        "encryption": [text for _, text in data.certs(name, "idpsso", "encryption")],
        "format": [one["text"] for one in data[name]["idpsso_descriptor"][0].get("name_id_format", [])],
    }


logging.disable()
with open("plan.json", encoding="utf-8") as file:
    plan = json.load(file)["fields"]
for document, fields in plan.items():
    with open(f"documents/{document}", encoding="utf-8") as file:
        text = file.read()
    for reader, read in {"python3-saml": by_python3_saml, "pysaml2": by_pysaml2}.items():
        try:
            found = read(text)
            answer = {field: found[field] for field in fields}
        except Exception as error:
            answer = {field: f"refused, {type(error).__name__}" for field in fields}
        print(json.dumps({"document": document, "reader": reader, "answer": answer}))
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/crewjam/saml"
	"github.com/crewjam/saml/samlsp"
)

func read(text []byte, fields []string) map[string]any {
	answer := map[string]any{}
	entity, err := samlsp.ParseMetadata(text)
	if err != nil {
		for _, field := range fields {
			answer[field] = "refused"
		}
		return answer
	}
	keys := map[string][]string{}
	var formats []string
	for _, role := range entity.IDPSSODescriptors {
		for _, key := range role.KeyDescriptors {
			for _, one := range key.KeyInfo.X509Data.X509Certificates {
				keys[key.Use] = append(keys[key.Use], one.Data)
			}
		}
		for _, format := range role.NameIDFormats {
			formats = append(formats, string(format))
		}
	}
	provider := saml.ServiceProvider{IDPMetadata: entity}
	found := map[string]any{"entity": entity.EntityID, "format": formats,
		"redirect": provider.GetSSOBindingLocation(saml.HTTPRedirectBinding),
		"post":     provider.GetSSOBindingLocation(saml.HTTPPostBinding),
		"signing": append(keys["signing"], keys[""]...), "encryption": append(keys["encryption"], keys[""]...)}
	for _, field := range fields {
		answer[field] = found[field]
	}
	return answer
}

func main() {
	var plan struct{ Fields map[string][]string }
	file, _ := os.ReadFile("plan.json")
	_ = json.Unmarshal(file, &plan)
	for document, fields := range plan.Fields {
		text, _ := os.ReadFile("documents/" + document)
		line, _ := json.Marshal(map[string]any{"document": document, "reader": "crewjam/saml", "answer": read(text, fields)})
		fmt.Println(string(line))
	}
}
GO
{
  go mod init finding.test/metadata
  go get github.com/crewjam/saml@v0.5.1
  go mod tidy
} 2> /dev/null
cat > pom.xml <<'XML'
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>finding.test</groupId>
  <artifactId>metadata</artifactId>
  <version>0</version>
  <dependencies>
    <dependency><groupId>com.onelogin</groupId><artifactId>java-saml-core</artifactId><version>2.9.0</version></dependency>
  </dependencies>
</project>
XML
mvn --quiet --batch-mode dependency:copy-dependencies -DoutputDirectory=classes > /dev/null
cat > Read.java <<'JAVA'
import com.onelogin.saml2.settings.IdPMetadataParser;
import com.onelogin.saml2.util.Util;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

class Read {
    private static final String BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-";

    private static Map<String, Object> read(String text, String binding) throws Exception {
        return IdPMetadataParser.parseXML(Util.loadXML(text), null, null, BINDING + binding, BINDING + binding);
    }

    public static void main(String[] arguments) throws Exception {
        try (var files = Files.list(Path.of("documents"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Map<String, Object> answer = new TreeMap<>();
                try {
                    String text = Files.readString(file);
                    Map<String, Object> found = read(text, "Redirect");
                    answer.put("entity", found.get("onelogin.saml2.idp.entityid"));
                    answer.put("redirect", found.get("onelogin.saml2.idp.single_sign_on_service.url"));
                    answer.put("post", read(text, "POST").get("onelogin.saml2.idp.single_sign_on_service.url"));
                    answer.put("format", found.get("onelogin.saml2.sp.nameidformat"));
                    List<Object> keys = new ArrayList<>();
                    keys.add(found.get("onelogin.saml2.idp.x509cert"));
                    for (int number = 0; found.containsKey("onelogin.saml2.idp.x509certMulti." + number); number++) {
                        keys.add(found.get("onelogin.saml2.idp.x509certMulti." + number));
                    }
                    answer.put("signing", String.join(",", keys.stream().map(String::valueOf).toList()));
                } catch (Exception error) {
                    for (String field : "entity redirect post format signing".split(" ")) {
                        answer.put(field, "refused, " + error.getClass().getSimpleName());
                    }
                }
                var pairs = answer.entrySet().stream().map(one -> one.getValue() == null ? "\"" + one.getKey() + "\": null"
                    : "\"" + one.getKey() + "\": \"" + one.getValue().toString().replace("\n", "\\n") + "\"").toList();
                System.out.println("{\"document\": \"" + file.getFileName() + "\", \"reader\": \"java-saml\", \"answer\": {"
                    + String.join(", ", pairs) + "}}");
            }
        }
    }
}
JAVA
cat > show.py <<'PY'
import json
import sys
from collections import defaultdict

with open("plan.json", encoding="utf-8") as file:
    plan = json.load(file)


def name(text):
    text = plan["names"].get("".join(text.split()), text)
    return text.replace("https://login.test", "").replace("urn:oasis:names:tc:SAML:2.0:nameid-format:", "")


def show(value):
    values = value.split(",") if isinstance(value, str) and "refused" not in value else value
    if not isinstance(values, list):
        return value
    return " and ".join(json.dumps(name(one)).strip('"') for one in values) or "none"


answers = defaultdict(list)
for line in sys.stdin:
    one = json.loads(line)
    for field in plan["fields"][one["document"]]:
        if field in one["answer"]:
            value = one["answer"][field]
            answers[one["document"], field, show(value or [])].append(one["reader"])
for document in plan["fields"]:
    for (of, field, value), readers in sorted(answers.items()):
        if of == document:
            print(f"{document}, {field}: {value} by {' '.join(sorted(readers))}")
PY
venv/bin/python make.py
{ node read.mjs; venv/bin/python read.py; go run .; java -cp 'classes/*' Read.java 2> /dev/null; } | venv/bin/python show.py > seen
cat > expected <<'EXPECTED'
plain, encryption: two by crewjam/saml passport-saml-metadata pysaml2 python3-saml samlify
plain, entity: https://idp.test by @boxyhq/saml20 crewjam/saml java-saml pysaml2 python3-saml samlify
plain, format: persistent by crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
plain, post: /p by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
plain, redirect: /r by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
plain, signing: one by @boxyhq/saml20 crewjam/saml passport-saml-metadata pysaml2 python3-saml samlify
plain, signing: two and one by java-saml
namespace by default, entity: https://idp.test by @boxyhq/saml20 crewjam/saml java-saml pysaml2 python3-saml samlify
other prefixes, entity: https://idp.test by @boxyhq/saml20 crewjam/saml java-saml pysaml2 python3-saml samlify
key without use, encryption: one by crewjam/saml passport-saml-metadata pysaml2 python3-saml samlify
key without use, signing: one by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
two keys, one without use, encryption: none by samlify
two keys, one without use, encryption: two by crewjam/saml passport-saml-metadata pysaml2 python3-saml
two keys, one without use, signing: one by @boxyhq/saml20 samlify
two keys, one without use, signing: one and two by crewjam/saml passport-saml-metadata pysaml2 python3-saml
two keys, one without use, signing: two and one by java-saml
two keys for signing, signing: one and two by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
key with a name only, signing: one by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata python3-saml samlify
key with a name only, signing: refused, KeyError by pysaml2
no keys, redirect: /r by crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
no keys, redirect: refused, TypeError by @boxyhq/saml20
key in lines, signing: one by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
POST before redirect, post: /p by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
POST before redirect, redirect: /r by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
two for redirect, redirect: /r by crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml
two for redirect, redirect: /r2 by @boxyhq/saml20
two for redirect, redirect: none by samlify
format in lines, format: \n  persistent\n by crewjam/saml java-saml passport-saml-metadata python3-saml samlify
format in lines, format: persistent by pysaml2
two formats, format: persistent by java-saml passport-saml-metadata python3-saml
two formats, format: persistent and transient by crewjam/saml pysaml2 samlify
role of a service before, redirect: /r by @boxyhq/saml20 crewjam/saml java-saml passport-saml-metadata pysaml2 python3-saml samlify
role of a service before, signing: one by @boxyhq/saml20 crewjam/saml passport-saml-metadata pysaml2 python3-saml
role of a service before, signing: three and one by samlify
role of a service before, signing: two and one by java-saml
role of SAML 1.1 before, redirect: /old by java-saml
role of SAML 1.1 before, redirect: /r by @boxyhq/saml20 crewjam/saml passport-saml-metadata pysaml2 samlify
role of SAML 1.1 before, redirect: none by python3-saml
role of SAML 1.1 before, signing: three by java-saml python3-saml
role of SAML 1.1 before, signing: three and one by @boxyhq/saml20 crewjam/saml passport-saml-metadata pysaml2 samlify
group, entity: https://idp.test by crewjam/saml java-saml pysaml2
group, entity: none by python3-saml samlify
group, entity: refused, Error by @boxyhq/saml20
group, signing: none by python3-saml samlify
group, signing: one by crewjam/saml passport-saml-metadata pysaml2
group, signing: refused, Error by @boxyhq/saml20
group, signing: two and one by java-saml
group in a group, entity: https://idp.test by java-saml
group in a group, entity: none by pysaml2 python3-saml samlify
group in a group, entity: refused by crewjam/saml
group in a group, entity: refused, Error by @boxyhq/saml20
EXPECTED
diff expected seen
echo "SAML metadata is read as it was seen"
