#!/bin/sh
# betterproto 2.0.0b7 and protobuf 6.33.0 (PyPI), seen on 2026-11-29 with Python 3.11.
#
# Guess before it was run: a google.protobuf.Duration that betterproto reads from JSON keeps its value in the binary form.
# Behaviour: a duration below zero with a fraction loses the sign of the fraction in the binary form. `-0.500s` is written as
# half a second above zero, and `-1.500s` with seconds and nanos of different signs, which protobuf calls invalid. The same
# durations survive JSON to JSON; so do whole seconds in both forms. One microsecond is the JSON `1e-06s`, which is no Duration.
# Whom it meets: who sends a duration below zero, or of a few microseconds, by betterproto. Cure: the class of protobuf.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check betterproto==2.0.0b7 protobuf==6.33.0
cat > "$folder/duration.py" <<'PY'
import json
from dataclasses import dataclass
from datetime import timedelta

import betterproto
from google.protobuf.duration_pb2 import Duration


@dataclass
class Rule(betterproto.Message):
    wait: timedelta = betterproto.message_field(1)


for text in ("1.500s", "-2.000s", "-0.500s", "-1.500s", "0.000001s"):
    rule = Rule().from_json(json.dumps({"wait": text}))
    written = bytes(rule)[2:]  # the field's number and length come first
    sent = Duration.FromString(written)
    try:
        read = sent.ToJsonString()
    except ValueError as error:
        read = str(error)
    print(f"{text}: JSON {rule.to_dict()['wait']}, binary {sent.seconds} {sent.nanos}: {read}")
PY
"$folder/venv/bin/python" "$folder/duration.py" > "$folder/seen"
cat > "$folder/expected" <<'EXPECTED'
1.500s: JSON 1.500s, binary 1 500000000: 1.500s
-2.000s: JSON -2.000s, binary -2 0: -2s
-0.500s: JSON -0.500s, binary 0 500000000: 0.500s
-1.500s: JSON -1.500s, binary -1 500000000: Duration is not valid: Sign mismatch.
0.000001s: JSON 1e-06s, binary 0 1000: 0.000001s
EXPECTED
diff "$folder/expected" "$folder/seen"
echo "durations of betterproto 2.0.0b7 behave as they were seen"
