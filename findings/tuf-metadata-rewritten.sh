#!/bin/sh
# tuf 7.0.1 (PyPI), @tufjs/models 4.1.1 (npm) and github.com/theupdateframework/go-tuf/v2 v2.4.2, seen on 2026-11-30 with Python
# 3.11, Node 20 and Go 1.26.
#
# Guess before it was run: python-tuf, @tufjs/models and go-tuf v2 read valid metadata with members of nobody's specification
# and write it as it was; times and hashes alike.
# Seen: in most places they do. By the specification (root.json) adopters may define key types: tuf of PyPI refuses the whole
# root for one. The role `mirrors` is optional: tuf, the reference implementation, refuses a root that has it.
# `consistent_snapshot` is optional: @tufjs/models refuses a root without it, and go-tuf adds `false`, so other bytes are
# signed. Unknown members must be preserved (document formats): @tufjs/models loses one of a signature, and refuses one of
# `keyval` that is no text. go-tuf writes a hash in capitals in small letters.
# Whom it meets: who signs metadata again after another tool. With a mock: serve the bytes that were uploaded, with the four
# roles and `consistent_snapshot`.
# Output seen: the lines that EXPECTED has below; "same" says that all values stayed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > write.py <<'PY'
import json

KEY = {"keytype": "ed25519", "scheme": "ed25519", "keyval": {"public": "ab" * 32}}
NAME = "cd" * 32
ROLES = {role: {"keyids": [NAME], "threshold": 1} for role in ("root", "timestamp", "snapshot", "targets")}
FILE = {"length": 3, "hashes": {"sha256": "ef" * 32}}


def root(keys=None, roles=None, **members):
    return {"_type": "root", "consistent_snapshot": True, "keys": {NAME: keys or KEY}, "roles": ROLES | (roles or {})} | members


def targets(file, **members):
    return {"_type": "targets", "targets": {"a.txt": file}} | members


ROLE = {"name": "team", "keyids": [NAME], "threshold": 1, "terminating": False, "path_hash_prefixes": ["0a"]}
CASES = {
    "a plain root": root(),
    "a root with an unknown member": root(x={"y": [1, None]}),
    "a key with an unknown member": root(KEY | {"x": 1}),
    "a key value with a number": root(KEY | {"keyval": KEY["keyval"] | {"x": 1}}),
    "a key of an unknown type": root({"keytype": "x", "scheme": "x", "keyval": {"public": "x"}}),
    "a root with the role mirrors": root(roles={"mirrors": ROLES["root"]}),
    "a root without consistent_snapshot": {key: value for key, value in root().items() if key != "consistent_snapshot"},
    "a target with custom and an unknown member": targets(FILE | {"custom": {"a": {}}, "x": 1}),
    "a target with a hash of another kind": targets({"length": 3, "hashes": {"blake2b-256": "ef" * 32}}),
    "a target with a hash in capitals": targets({"length": 3, "hashes": {"sha256": "EF" * 32}}),
    "a delegation by hashes": targets(FILE, delegations={"keys": {NAME: KEY}, "roles": [ROLE]}),
}
for name, signed in CASES.items():
    signed = {"spec_version": "1.0.33", "version": 1, "expires": "2030-01-01T00:00:00Z"} | signed
    signature = {"keyid": NAME, "sig": "aa"}
    print(name, json.dumps({"signatures": [signature], "signed": signed}), sep=": ")
    if name == "a plain root":
        document = {"signatures": [signature | {"x": 1}], "signed": signed}
        print("a signature with an unknown member", json.dumps(document), sep=": ")
PY
python3 write.py > documents
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check tuf==7.0.1
cat > rewrite.py <<'PY'
from tuf.api.metadata import Metadata
from tuf.api.serialization import DeserializationError

with open("documents", encoding="utf-8") as file:
    for line in file.read().splitlines():
        name, text = line.split(": ", 1)
        try:
            print(f"{name}: tuf: {Metadata.from_bytes(text.encode()).to_bytes().decode()}")
        except DeserializationError as error:
            print(f"{name}: tuf: refused, {error.__cause__}")
PY
npm install --silent --no-audit --no-fund @tufjs/models@4.1.1
cat > rewrite.cjs <<'JS'
const { Metadata } = require('@tufjs/models');

for (const line of require('node:fs').readFileSync('documents', 'utf8').trim().split('\n')) {
  const at = line.indexOf(': ');
  const document = JSON.parse(line.slice(at + 2));
  let answer;
  try {
    answer = JSON.stringify(Metadata.fromJSON(document.signed._type, document));
  } catch (error) {
    answer = `refused, ${error.message}`;
  }
  console.log(`${line.slice(0, at)}: tufjs: ${answer}`);
}
JS
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/theupdateframework/go-tuf/v2/metadata"
)

func rewrite[T metadata.Roles](document *metadata.Metadata[T], text string) string {
	if _, err := document.FromBytes([]byte(text)); err != nil {
		return "refused, " + err.Error()
	}
	written, _ := document.ToBytes(false)
	return string(written)
}

func main() {
	file, _ := os.ReadFile("documents")
	for _, line := range strings.Split(strings.TrimSpace(string(file)), "\n") {
		name, text, _ := strings.Cut(line, ": ")
		var kind struct {
			Signed struct {
				Type string `json:"_type"`
			}
		}
		json.Unmarshal([]byte(text), &kind)
		var answer string
		switch kind.Signed.Type {
		case "root":
			answer = rewrite(metadata.Root(), text)
		case "targets":
			answer = rewrite(metadata.Targets(), text)
		}
		fmt.Printf("%s: go-tuf: %s\n", name, answer)
	}
}
GO
{
  go mod init finding.test/rewrite
  go get github.com/theupdateframework/go-tuf/v2@v2.4.2
  go mod tidy
} 2> /dev/null
cat > compare.py <<'PY'
import json
import sys


def differences(path, before, after):
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted({*before, *after}):
            yield from differences(f"{path}.{key}", before.get(key, "absent"), after.get(key, "absent"))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (one, other) in enumerate(zip(before, after)):
            yield from differences(f"{path}[{at}]", one, other)
    elif before != after:
        yield f"{path} was {json.dumps(before)} and is {json.dumps(after)}"


with open("documents", encoding="utf-8") as file:
    documents = dict(line.split(": ", 1) for line in file.read().splitlines())
for line in sys.stdin.read().splitlines():
    name, library, answer = line.split(": ", 2)
    if answer.startswith("{"):
        answer = "; ".join(differences("", json.loads(documents[name]), json.loads(answer))) or "same"
    print(f"{name}, {library}: {answer}")
PY
{ venv/bin/python rewrite.py; node rewrite.cjs; go run .; } | python3 compare.py | LC_ALL=C sort > seen
cat > expected <<'EXPECTED'
a delegation by hashes, go-tuf: same
a delegation by hashes, tuf: same
a delegation by hashes, tufjs: same
a key of an unknown type, go-tuf: same
a key of an unknown type, tuf: refused, Unsupported public key x/x
a key of an unknown type, tufjs: same
a key value with a number, go-tuf: same
a key value with a number, tuf: same
a key value with a number, tufjs: refused, keyval must be a string record
a key with an unknown member, go-tuf: same
a key with an unknown member, tuf: same
a key with an unknown member, tufjs: same
a plain root, go-tuf: same
a plain root, tuf: same
a plain root, tufjs: same
a root with an unknown member, go-tuf: same
a root with an unknown member, tuf: same
a root with an unknown member, tufjs: same
a root with the role mirrors, go-tuf: same
a root with the role mirrors, tuf: refused, Role names must be the top-level metadata roles
a root with the role mirrors, tufjs: same
a root without consistent_snapshot, go-tuf: .signed.consistent_snapshot was "absent" and is false
a root without consistent_snapshot, tuf: same
a root without consistent_snapshot, tufjs: refused, consistent_snapshot must be a boolean
a signature with an unknown member, go-tuf: same
a signature with an unknown member, tuf: same
a signature with an unknown member, tufjs: .signatures[0].x was 1 and is "absent"
a target with a hash in capitals, go-tuf: .signed.targets.a.txt.hashes.sha256 was "EFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEFEF" and is "efefefefefefefefefefefefefefefefefefefefefefefefefefefefefefefef"
a target with a hash in capitals, tuf: same
a target with a hash in capitals, tufjs: same
a target with a hash of another kind, go-tuf: same
a target with a hash of another kind, tuf: same
a target with a hash of another kind, tufjs: same
a target with custom and an unknown member, go-tuf: same
a target with custom and an unknown member, tuf: same
a target with custom and an unknown member, tufjs: same
EXPECTED
diff expected seen
echo "metadata of TUF is written as it was seen"
