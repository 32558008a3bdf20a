#!/bin/sh
# in-toto-attestation 0.9.3 and sigstore 4.5.1 (PyPI), and github.com/in-toto/attestation v1.2.0 and
# github.com/in-toto/in-toto-golang v0.11.0, seen on 2026-11-30 with Python 3.11 and Go 1.26.
#
# Guess before it was run: four readers of in-toto statements take each valid one and keep its subject and predicate; integers
# become 5.0 in Python.
# Seen: so they do in one of the two, and three make 9007199254740992 of ...993, which only sigstore leaves alone. A predicate
# is optional, and none is the same as an empty one (in-toto attestation v1, statement): both libraries of the specification
# itself refuse a statement without it, and the one of PyPI an empty one, too. Both refuse a member that they do not know,
# which consumers must ignore (v1, parsing rules). A subject need not have a name, and its digest may be of any kind: sigstore
# refuses a subject without a name and one that is a commit (`gitCommit`). in-toto-golang loses all of a subject but name and
# digest, and writes an empty name.
# Whom it meets: stores and gates of attestations from several makers. With a mock: upload a statement about a commit, without
# a predicate.
# Output seen: the lines that EXPECTED has below; "read" says that subject and predicate stayed as they were.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > make.py <<'PY'
import json

SHA256 = {"sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}
PLAIN = {
    "_type": "https://in-toto.io/Statement/v1",
    "subject": [{"name": "tool", "digest": SHA256}],
    "predicateType": "https://acme.test/tested/v1",
    "predicate": {"passed": True},
}
CASES = {
    "plain": {},
    "no predicate": {"predicate": None},
    "an empty predicate": {"predicate": {}},
    "numbers": {"predicate": {"passed": 5, "bytes": 9007199254740993, "share": 0.5}},
    "an unknown member": {"note": "x"},
    "a subject without a name": {"subject": [{"digest": SHA256}]},
    "a subject with a place": {"subject": [{"name": "tool", "digest": SHA256, "downloadLocation": "https://acme.test/tool"}]},
    "a commit as subject": {"subject": [{"name": "tool", "digest": {"gitCommit": "aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"}}]},
    "a digest of one's own": {"subject": [{"name": "tool", "digest": {"acmeTree": "a1b2"}}]},
}
for title, change in CASES.items():
    statement = {key: value for key, value in {**PLAIN, **change}.items() if value is not None}
    print(f"{title}|{json.dumps(statement)}")
PY
python3 make.py > statements
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check in-toto-attestation==0.9.3 sigstore==4.5.1
cat > read.py <<'PY'
from google.protobuf import json_format
from in_toto_attestation.v1 import statement_pb2
from in_toto_attestation.v1.statement import Statement
from sigstore import dsse


def by_attestation(text):
    message = json_format.Parse(text, statement_pb2.Statement())
    Statement.copy_from_pb(message).validate()
    return json_format.MessageToJson(message, indent=None)


def by_sigstore(text):
    dsse.Statement(text.encode())
    return text


with open("statements", encoding="utf-8") as file:
    for line in file.read().splitlines():
        title, text = line.split("|")
        for name, read in {"attestation of PyPI": by_attestation, "sigstore": by_sigstore}.items():
            try:
                answer = read(text)
            except Exception as error:
                answer = f"refused, {type(error).__name__}"
            print(f"{title}|{name}|{answer}")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	attestation "github.com/in-toto/attestation/go/v1"
	"github.com/in-toto/in-toto-golang/in_toto"
	"google.golang.org/protobuf/encoding/protojson"
)

func byAttestation(text string) ([]byte, error) {
	statement := &attestation.Statement{}
	if err := protojson.Unmarshal([]byte(text), statement); err != nil {
		return nil, err
	}
	if err := statement.Validate(); err != nil {
		return nil, err
	}
	return protojson.Marshal(statement)
}

func byInToto(text string) ([]byte, error) {
	statement := in_toto.Statement{}
	if err := json.Unmarshal([]byte(text), &statement); err != nil {
		return nil, err
	}
	return json.Marshal(statement)
}

func main() {
	readers := map[string]func(string) ([]byte, error){"attestation of Go": byAttestation, "in-toto-golang": byInToto}
	file, _ := os.ReadFile("statements")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		title, text, _ := strings.Cut(line, "|")
		for name, read := range readers {
			answer, err := read(text)
			if err != nil {
				answer = []byte("refused")
			}
			fmt.Printf("%s|%s|%s\n", title, name, answer)
		}
	}
}
GO
{
  go mod init finding.test/statements
  go get github.com/in-toto/attestation@v1.2.0 github.com/in-toto/in-toto-golang@v0.11.0
  go mod tidy
} 2> /dev/null
cat > compare.py <<'PY'
import json
import sys

with open("statements", encoding="utf-8") as file:
    statements = dict(line.split("|") for line in file.read().splitlines())
for line in sorted(sys.stdin.read().splitlines()):
    title, name, answer = line.split("|")
    if answer.startswith("{"):
        before, after = json.loads(statements[title]), json.loads(answer)
        text = {key: json.dumps(after.get(key), sort_keys=True) for key in ["subject", "predicate"]}
        new = [key for key in text if text[key] != json.dumps(before.get(key), sort_keys=True)]
        answer = "read" if not new else " ".join(["becomes", *(text[key] for key in new)])
    print(f"{title} by {name}: {answer}")
PY
{ venv/bin/python read.py; go run .; } | python3 compare.py > seen
cat > expected <<'EXPECTED'
a commit as subject by attestation of Go: read
a commit as subject by attestation of PyPI: read
a commit as subject by in-toto-golang: read
a commit as subject by sigstore: refused, Error
a digest of one's own by attestation of Go: read
a digest of one's own by attestation of PyPI: read
a digest of one's own by in-toto-golang: read
a digest of one's own by sigstore: refused, Error
a subject with a place by attestation of Go: read
a subject with a place by attestation of PyPI: read
a subject with a place by in-toto-golang: becomes [{"digest": {"sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}, "name": "tool"}]
a subject with a place by sigstore: read
a subject without a name by attestation of Go: read
a subject without a name by attestation of PyPI: read
a subject without a name by in-toto-golang: becomes [{"digest": {"sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"}, "name": ""}]
a subject without a name by sigstore: refused, Error
an empty predicate by attestation of Go: read
an empty predicate by attestation of PyPI: refused, ValueError
an empty predicate by in-toto-golang: read
an empty predicate by sigstore: read
an unknown member by attestation of Go: refused
an unknown member by attestation of PyPI: refused, ParseError
an unknown member by in-toto-golang: read
an unknown member by sigstore: read
no predicate by attestation of Go: refused
no predicate by attestation of PyPI: refused, ValueError
no predicate by in-toto-golang: read
no predicate by sigstore: read
numbers by attestation of Go: becomes {"bytes": 9007199254740992, "passed": 5, "share": 0.5}
numbers by attestation of PyPI: becomes {"bytes": 9007199254740992.0, "passed": 5.0, "share": 0.5}
numbers by in-toto-golang: becomes {"bytes": 9007199254740992, "passed": 5, "share": 0.5}
numbers by sigstore: read
plain by attestation of Go: read
plain by attestation of PyPI: read
plain by in-toto-golang: read
plain by sigstore: read
EXPECTED
diff expected seen
echo "readers of in-toto statements behave as they were seen"
