#!/bin/sh
# google-api-core 2.44.0, googleapis-common-protos 1.76.0 and protobuf 7.36.2 (PyPI), seen on 2026-11-29 with Python 3.11.
#
# Guess before it was run: `protobuf_helpers.field_mask(old, new)` has a path for each field in which the messages differ.
# Behaviour: a field that is set to an empty message, or unset from one, is in no path: a client that sends the mask changes
# nothing. Of a time, the path goes into google.protobuf.Timestamp (`request.time.seconds`), which in JSON is one text without
# fields. A change of one key of a map is the path of the whole map.
# Whom it meets: who updates by a mask that the function made. Cure: add the field's own path, and cut paths at a time.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check \
  google-api-core==2.44.0 googleapis-common-protos==1.76.0 protobuf==7.36.2
cat > "$folder/mask.py" <<'PY'
from google.api_core.protobuf_helpers import field_mask
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.context.attribute_context_pb2 import AttributeContext as Context

Peer, Request = Context.Peer, Context.Request
CHANGES = {
    "text set": (Context(), Context(source=Peer(ip="1"))),
    "key of a map": (Context(source=Peer(labels={"a": "1"})), Context(source=Peer(labels={"a": "2"}))),
    "message unset": (Context(source=Peer(ip="1")), Context()),
    "empty message set": (Context(), Context(source=Peer())),
    "empty message unset": (Context(source=Peer()), Context()),
    "time": (Context(request=Request(time=Timestamp(seconds=5))), Context(request=Request(time=Timestamp(seconds=6)))),
}
for name, (old, new) in CHANGES.items():
    print(f"{name}: differs {old != new}, paths {list(field_mask(old, new).paths)}")
PY
"$folder/venv/bin/python" "$folder/mask.py" > "$folder/seen"
cat > "$folder/expected" <<'EXPECTED'
text set: differs True, paths ['source.ip']
key of a map: differs True, paths ['source.labels']
message unset: differs True, paths ['source']
empty message set: differs True, paths []
empty message unset: differs True, paths []
time: differs True, paths ['request.time.seconds']
EXPECTED
diff "$folder/expected" "$folder/seen"
echo "field_mask of google-api-core 2.44.0 behaves as it was seen"
