#!/bin/sh
# @opentelemetry/core 2.12.1 (npm), opentelemetry-api 1.45.2 (PyPI) and go.opentelemetry.io/otel/trace v1.47.0, seen on
# 2026-11-30 with Node 20, Python 3.11 and Go 1.26.
#
# Guess before it was run: four SDKs (JS, Python, Go) keep to the limits of W3C tracestate (32 members, key forms, 256
# letters) when a member is set; new members are put first.
# Seen: three were run. A list has at most 32 members (W3C Trace Context, 3.3.1.1). To a full one, Go adds the new member and
# drops the last, Python adds nothing, and JavaScript makes 33. Go and Python read nothing of a list of 33, so the state of
# all vendors ends at the next service in these languages. If there are more than 512 letters, JavaScript writes those members
# that fit, and for exactly 512 it is the new one that is lost; the two others have no such limit. Of a list with one member
# that is not valid, JavaScript drops that member, or the first of two with one name, and the others the whole list. A digit
# in front of a name is new in Level 2 and read by none.
# Whom it meets: traces with a vendor's own sampling in the state. With a mock: send 32 members, and look at what the client
# sends on.
# Output seen: the lines that EXPECTED has below, after the member `c=new` was set.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 - > cases.json <<'PY'
import json

print(
    json.dumps(
        {
            "one member": ["a=1", "c"],
            "replaced": ["a=1,c=2", "c"],
            "32 members": [",".join(f"k{number}=v" for number in range(32)), "c"],
            "33 members": [",".join(f"k{number}=v" for number in range(33)), "c"],
            "512 letters": [",".join([*(f"k{number}={'x' * 60}" for number in range(7)), f"k7={'x' * 61}"]), "c"],
            "8 members of 80 letters": [",".join(f"k{number}={'x' * 77}" for number in range(8)), "c"],
            "a member with =": ["a=1,b=x=y", "c"],
            "a name in capitals": ["a=1,B=2", "c"],
            "a name twice": ["a=1,b=2,a=3", "c"],
            "a digit in front": ["1a=1", "c"],
        }
    )
)
PY
npm install --silent --no-audit --no-fund @opentelemetry/api@1.9.1 @opentelemetry/core@2.12.1
cat > add.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { TraceState } from '@opentelemetry/core';

for (const [name, [header, key]] of Object.entries(JSON.parse(readFileSync('cases.json', 'utf8')))) {
  console.log([name, 'JavaScript', new TraceState(header).set(key, 'new').serialize()].join('~'));
}
JS
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-api==1.45.2
cat > add.py <<'PY'
import json

from opentelemetry.trace.span import TraceState

with open("cases.json", encoding="utf-8") as file:
    cases = json.load(file)
for name, (header, key) in cases.items():
    state = TraceState.from_header([header])
    state = state.update(key, "new") if key in state else state.add(key, "new")
    print(name, "Python", state.to_header(), sep="~")
PY
cat > main.go <<'GO'
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"go.opentelemetry.io/otel/trace"
)

func main() {
	file, _ := os.ReadFile("cases.json")
	var cases map[string][]string
	if err := json.Unmarshal(file, &cases); err != nil {
		panic(err)
	}
	for name, texts := range cases {
		state, _ := trace.ParseTraceState(texts[0])
		state, _ = state.Insert(texts[1], "new")
		fmt.Printf("%s~Go~%s\n", name, state)
	}
}
GO
{
  go mod init finding.test/state
  go get go.opentelemetry.io/otel/trace@v1.47.0
  go mod tidy
} 2> /dev/null
cat > show.py <<'PY'
import sys

for line in sorted(sys.stdin.read().splitlines()):
    name, library, header = line.split("~")
    members = header.split(",")
    if len(header) > 60:
        names = [member.split("=")[0] for member in members]
        header = f"{len(members)} members of {len(header)} letters, {names[0]}, {names[1]} to {names[-1]}"
    print(f"{name}: {library}, {header}")
PY
{ node add.mjs; venv/bin/python add.py 2> /dev/null; go run .; } | python3 show.py > seen
cat > expected <<'EXPECTED'
32 members: Go, 32 members of 181 letters, c, k0 to k30
32 members: JavaScript, 33 members of 187 letters, c, k0 to k31
32 members: Python, 32 members of 181 letters, k0, k1 to k31
33 members: Go, c=new
33 members: JavaScript, 33 members of 187 letters, c, k0 to k31
33 members: Python, c=new
512 letters: Go, 9 members of 518 letters, c, k0 to k7
512 letters: JavaScript, 8 members of 512 letters, k0, k1 to k7
512 letters: Python, 9 members of 518 letters, c, k0 to k7
8 members of 80 letters: Go, 9 members of 653 letters, c, k0 to k7
8 members of 80 letters: JavaScript, 7 members of 491 letters, c, k0 to k5
8 members of 80 letters: Python, 9 members of 653 letters, c, k0 to k7
a digit in front: Go, c=new
a digit in front: JavaScript, c=new
a digit in front: Python, c=new
a member with =: Go, c=new
a member with =: JavaScript, c=new,a=1
a member with =: Python, c=new
a name in capitals: Go, c=new
a name in capitals: JavaScript, c=new,a=1
a name in capitals: Python, c=new
a name twice: Go, c=new
a name twice: JavaScript, c=new,a=3,b=2
a name twice: Python, c=new
one member: Go, c=new,a=1
one member: JavaScript, c=new,a=1
one member: Python, c=new,a=1
replaced: Go, c=new,a=1
replaced: JavaScript, c=new,a=1
replaced: Python, c=new,a=1
EXPECTED
diff expected seen
echo "members of tracestate are added as they were seen"
