#!/bin/sh
# opentelemetry-proto 1.45.2 with protobuf 7.36.2 (PyPI), seen on 2026-11-29 with Python 3.11.
#
# Guess before it was run: `json_format` refuses OTLP in JSON, because its identifiers are in base 16 and not in Base64.
# Seen: it takes them. OTLP/JSON writes `traceId` and `spanId` in base 16, against the mapping of protobuf; 32 such digits are
# valid Base64, too, so the trace has an identifier of 24 bytes and the span one of 12, without an error, and both go on so in
# the binary form. A message written by `json_format` has Base64 for them and a kind by name, which receivers of OTLP/JSON do
# not take (only numbers). Back by the same way, all looks right again.
# Whom it meets: tests that read what an exporter sent as JSON, and bridges from JSON to gRPC. Cure: decode the identifiers by
# hand before, and `use_integers_for_enums`.
# Output seen: the lines that EXPECTED has below.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check opentelemetry-proto==1.45.2 protobuf==7.36.2
cat > read.py <<'PY'
import json

from google.protobuf.json_format import MessageToDict, ParseDict
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest as Request

SPAN = {"traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174", "name": "a", "kind": 2}


def spans(request):
    return request.resource_spans[0].scope_spans[0].spans


read = spans(ParseDict({"resourceSpans": [{"scopeSpans": [{"spans": [SPAN]}]}]}, Request()))[0]
print(f"read: trace of {len(read.trace_id)} bytes, {read.trace_id.hex()}")
print(f"read: span of {len(read.span_id)} bytes, {read.span_id.hex()}")
print(f"back: {json.dumps(MessageToDict(read))}")
read.trace_id, read.span_id = (bytes.fromhex(SPAN[name]) for name in ("traceId", "spanId"))
print(f"written: {json.dumps(MessageToDict(read))}")
PY
venv/bin/python read.py > seen
cat > expected <<'EXPECTED'
read: trace of 24 bytes, e5bf1e7df7fbf7cd37f35d37776ebd6fadf7f35ddf73ad1c
read: span of 12 bytes, 79e7b5f5bede7377356f5ef8
back: {"traceId": "5b8efff798038103d269b633813fc60c", "spanId": "eee19b7ec3c1b174", "name": "a", "kind": "SPAN_KIND_SERVER"}
written: {"traceId": "W47/95gDgQPSabYzgT/GDA==", "spanId": "7uGbfsPBsXQ=", "name": "a", "kind": "SPAN_KIND_SERVER"}
EXPECTED
diff expected seen
echo "OTLP in JSON behaves as it was seen"
